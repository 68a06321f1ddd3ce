//! Tests code that is shorter than a literal translation: rotations, loops that are not counted,
//! the stack, branches, and functions with fast paths.

use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;
use pinnacle_testing::build::{FunctionBuilder, ModuleBuilder, Value};
use pinnacle_wasm::Options;
use wasmparser::{Operator, Parser, Payload, TypeRef};

/// Returns the operators of a program whose start function the closure builds. Also returns the
/// number of the function that is called at the end of turns, if `turns` is set.
fn translated(build: impl FnOnce(&mut FunctionBuilder), turns: bool) -> (Vec<String>, Option<u32>) {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    let mut body = module.body(start);
    build(&mut body);
    module.define(start, body);
    operators_of(&module, turns)
}

/// Does the same for a whole program.
fn operators_of(module: &ModuleBuilder, turns: bool) -> (Vec<String>, Option<u32>) {
    let options = Options {
        turn_length: turns.then_some(1000),
        shared_memory: false,
        jobs: 1,
        ..Options::default()
    };
    let translation = pinnacle_wasm::translate(&module.program(), &options).expect("it translates");
    let mut operators = Vec::new();
    let (mut imports, mut turn) = (0, None);
    for payload in Parser::new(0).parse_all(&translation.bytes) {
        match payload.expect("the module is valid") {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("the imports are valid");
                    if let TypeRef::Func(_) = import.ty {
                        if (import.module, import.name) == ("pinnacle-threads", "turn") {
                            turn = Some(imports);
                        }
                        imports += 1;
                    }
                }
            }
            Payload::CodeSectionEntry(function) => {
                let reader = function.get_operators_reader().expect("it has code");
                for operator in reader {
                    operators.push(match operator.expect("the code is valid") {
                        Operator::Call { function_index } => format!("Call {function_index}"),
                        other => format!("{other:?}"),
                    });
                }
            }
            _ => {}
        }
    }
    (operators, turn)
}

/// Returns the numbers of rotations and shifts in the code of a program that combines two shifts of
/// the same value by an or.
fn rotations_and_shifts(ty: Type, up: u64, down: u64, again: bool) -> (usize, usize) {
    let (operators, _) = translated(
        |f| {
            // The translator does not know this value.
            let value = f.param(0);
            let address = value;
            let value = f.load(ty, value);
            // The value is available from here on.
            f.store(value, address);
            let (up, down) = (f.constant(ty, up), f.constant(ty, down));
            let left = f.binary(BinaryOp::Shl, value, up);
            let right = f.binary(BinaryOp::LShr, value, down);
            let both = f.binary(BinaryOp::Or, left, right);
            f.store(both, address);
            if again {
                f.store(left, address);
                f.store(right, address);
            }
            f.ret_void();
        },
        false,
    );
    let count = |names: &[&str]| {
        let is_one = |operator: &&String| names.contains(&operator.as_str());
        operators.iter().filter(is_one).count()
    };
    let shifts = ["I32Shl", "I64Shl", "I32ShrU", "I64ShrU"];
    (count(&["I32Rotl", "I64Rotl"]), count(&shifts))
}

#[test]
fn two_shifts_that_rotate_are_one_instruction() {
    for (ty, up, down) in [
        (Type::I32, 7, 25),
        (Type::I32, 31, 1),
        (Type::I64, 32, 32),
        (Type::I64, 1, 63),
    ] {
        let found = rotations_and_shifts(ty, up, down, false);
        assert_eq!(found, (1, 0), "{ty} {up} {down}");
    }
}

#[test]
fn shifts_that_do_not_rotate_stay() {
    for (ty, up, down) in [
        (Type::I32, 7, 24),
        (Type::I64, 32, 31),
        (Type::I16, 8, 8),
        (Type::I8, 4, 4),
    ] {
        let found = rotations_and_shifts(ty, up, down, false);
        assert_eq!(found, (0, 2), "{ty} {up} {down}");
    }
}

#[test]
fn shifts_that_others_need_too_are_made_all_the_same() {
    assert_eq!(rotations_and_shifts(Type::I32, 7, 25, true), (0, 2));
}

/// Returns the number of times that the code of a program with one loop counts. The loop starts at
/// a number, adds a step in each iteration, and runs until an end.
fn counts(first: i32, step: i32, end: i32, again: impl Fn(&mut FunctionBuilder, Value)) -> usize {
    let (operators, turn) = translated(
        |f| {
            let before = f.current();
            let (round, after) = (f.block(), f.block());
            f.br(round);
            f.switch_to(round);
            let number = f.phi(Type::I32);
            let first = f.i32(first);
            f.add_incoming(number, first, before);
            again(f, number);
            let next = f.offset(number, step);
            f.add_incoming(number, next, round);
            let end = f.i32(end);
            let is_over = f.compare(Predicate::Eq, next, end);
            f.cond_br(is_over, after, round);
            f.switch_to(after);
            f.ret_void();
        },
        true,
    );
    let call = format!("Call {}", turn.expect("the function is imported"));
    let in_program = operators.iter().filter(|operator| **operator == call);
    in_program.count()
}

/// Builds an iteration that stores its number.
fn stores(f: &mut FunctionBuilder, number: Value) {
    let address = f.param(0);
    f.store(number, address);
}

#[test]
fn loops_of_few_rounds_are_not_counted() {
    for (first, step, end) in [(0, 1, 256), (0, 1, 1), (-8, 4, 0), (0, 16, 4096)] {
        assert_eq!(counts(first, step, end, stores), 0, "{first} {step} {end}");
    }
}

#[test]
fn loops_of_many_rounds_or_without_end_are_counted() {
    for (first, step, end) in [
        (0, 1, 257),
        (0, 1, 0),
        (0, 2, 3),
        (1, -1, 2),
        (0, 0, 5),
        (10, -1, 0),
    ] {
        assert_eq!(counts(first, step, end, stores), 1, "{first} {step} {end}");
    }
}

#[test]
fn loops_that_call_are_counted() {
    let calls = |f: &mut FunctionBuilder, number: Value| {
        f.call_indirect(Type::Void, number, &[]);
    };
    // The function that contains the call is counted too.
    assert_eq!(counts(0, 1, 4, calls), 2);
}

/// Returns the number of operators in code whose text starts with `name`.
fn count(operators: &[String], name: &str) -> usize {
    let is_one = |operator: &&String| operator.starts_with(name);
    operators.iter().filter(is_one).count()
}

/// Builds a function that begins with two allocas, stores to both, and stores 8 bytes after the
/// start of the first.
fn uses_allocas(f: &mut FunctionBuilder) {
    let (one, other) = (f.i32(20), f.i32(4));
    let (first, second) = (f.alloca(one, 4), f.alloca(other, 4));
    let inner = f.offset(first, 8);
    let number = f.param(0);
    for address in [first, second, inner, inner] {
        f.store(number, address);
    }
}

#[test]
fn allocas_at_the_beginning_move_the_stack_once() {
    let (operators, _) = translated(
        |f| {
            uses_allocas(f);
            let address = f.param(0);
            f.call_indirect(Type::Void, address, &[]);
            f.ret_void();
        },
        false,
    );
    // The stack pointer is moved down and up again.
    assert_eq!(count(&operators, "GlobalSet { global_index: 0 }"), 2);
    let is_inner =
        |operator: &&String| operator.starts_with("I32Store") && operator.contains("offset: 24,");
    assert_eq!(operators.iter().filter(is_inner).count(), 2);
}

#[test]
fn a_function_that_calls_nothing_leaves_the_stack_pointer_alone() {
    let (operators, _) = translated(
        |f| {
            uses_allocas(f);
            f.ret_void();
        },
        false,
    );
    assert_eq!(count(&operators, "GlobalSet { global_index: 0 }"), 0);
}

/// Returns the code of a program that branches on two conditions, combined by `and` or `or`. If
/// `reads` is set, the second condition reads memory.
fn two_conditions(op: BinaryOp, reads: bool) -> Vec<String> {
    let build = |f: &mut FunctionBuilder| {
        let (here, there) = (f.block(), f.block());
        let number = f.param(0);
        let zero = f.i32(0);
        let first = f.compare(Predicate::Sgt, number, zero);
        let other = match reads {
            true => f.load(Type::I32, number),
            false => number,
        };
        let limit = f.i32(100);
        let second = f.compare(Predicate::Slt, other, limit);
        let both = f.binary(op, first, second);
        f.cond_br(both, here, there);
        f.switch_to(here);
        f.store(number, number);
        f.br(there);
        f.switch_to(there);
        f.ret_void();
    };
    translated(build, false).0
}

#[test]
fn a_branch_on_two_conditions_is_two_branches() {
    let operators = two_conditions(BinaryOp::And, false);
    assert_eq!(count(&operators, "I32And"), 0, "{operators:?}");
    assert_eq!(count(&operators, "BrIf"), 2, "{operators:?}");
}

#[test]
fn loads_are_evaluated_regardless_of_the_other_condition() {
    let operators = two_conditions(BinaryOp::And, true);
    let place = |name: &str| {
        operators
            .iter()
            .position(|operator| operator.starts_with(name))
    };
    assert!(place("I32Load") < place("BrIf"), "{operators:?}");
}

#[test]
fn branches_are_reversed_where_only_the_opposite_exists() {
    let (operators, _) = translated(
        |f| {
            let (here, there) = (f.block(), f.block());
            let address = f.param(0);
            let number = f.load(Type::Double, address);
            let limit = f.double(4.0);
            let is_greater = f.compare(Predicate::FUgt, number, limit);
            f.cond_br(is_greater, here, there);
            f.switch_to(here);
            f.store(number, address);
            f.br(there);
            f.switch_to(there);
            f.ret_void();
        },
        false,
    );
    assert_eq!(count(&operators, "I32Eqz"), 0, "{operators:?}");
}

#[test]
fn twice_a_float_is_a_sum() {
    let (operators, _) = translated(
        |f| {
            let address = f.param(0);
            let number = f.load(Type::Double, address);
            let two = f.double(2.0);
            let twice = f.binary(BinaryOp::FMul, number, two);
            f.store(twice, address);
            f.ret_void();
        },
        false,
    );
    let found = [count(&operators, "F64Mul"), count(&operators, "F64Add")];
    assert_eq!(found, [0, 1]);
}

/// Returns the code of a counting loop. Each iteration stores its number; with `late`, after it has
/// computed the next number, which it also stores.
fn counting_loop(late: bool) -> Vec<String> {
    let build = |f: &mut FunctionBuilder| {
        let before = f.current();
        let (round, after) = (f.block(), f.block());
        let (address, first, end) = (f.param(0), f.i32(0), f.i32(10));
        f.br(round);
        f.switch_to(round);
        let number = f.phi(Type::I32);
        f.add_incoming(number, first, before);
        if !late {
            f.store(number, address);
        }
        let next = f.offset(number, 1);
        f.store(next, address);
        if late {
            f.store(number, address);
        }
        f.add_incoming(number, next, round);
        let is_over = f.compare(Predicate::Eq, next, end);
        f.cond_br(is_over, after, round);
        f.switch_to(after);
        f.ret_void();
    };
    translated(build, false).0
}

#[test]
fn a_loop_ends_with_a_branch_to_its_start_and_copies_nothing() {
    let operators = counting_loop(false);
    let found = ["BrIf { relative_depth: 0 }", "Br {", "If {"].map(|name| count(&operators, name));
    assert_eq!(found, [1, 0, 0], "{operators:?}");
}

#[test]
fn a_number_that_is_still_used_is_not_overwritten_by_the_next_one() {
    let operators = counting_loop(true);
    let found = ["BrIf", "Br {", "If {"].map(|name| count(&operators, name));
    assert_eq!(found, [0, 1, 1], "{operators:?}");
}

/// Returns the code of a program that calls a function several times. The function returns at once
/// for zero, and otherwise writes to memory.
fn calls_one_that_returns_early(calls: usize) -> Vec<String> {
    let mut module = ModuleBuilder::new();
    let callee = module.function(Type::I32, &[Type::I32]);
    let start = module.start();
    let mut f = module.body(callee);
    let (nothing, something) = (f.block(), f.block());
    let (number, zero) = (f.param(0), f.i32(0));
    let is_zero = f.compare(Predicate::Eq, number, zero);
    f.cond_br(is_zero, nothing, something);
    f.switch_to(nothing);
    f.ret(zero);
    f.switch_to(something);
    f.store(number, number);
    f.ret(number);
    module.define(callee, f);
    let mut f = module.body(start);
    let mut number = f.param(0);
    for _ in 0..calls {
        number = f.call(callee, &[number]);
    }
    f.store(number, number);
    f.ret_void();
    module.define(start, f);
    operators_of(&module, false).0
}

#[test]
fn a_function_that_returns_early_is_called_only_where_it_does_not() {
    let operators = calls_one_that_returns_early(1);
    let place = |name: &str| {
        operators
            .iter()
            .rposition(|operator| operator.starts_with(name))
    };
    assert!(
        place("Br ").is_some() && place("Br ") < place("Call "),
        "{operators:?}"
    );
}

#[test]
fn code_stays_in_proportion_however_many_calls_there_are() {
    let [few, many] = [1_000, 10_000].map(|calls| calls_one_that_returns_early(calls).len());
    assert!(many < 11 * few && many < 25 * 10_000, "{few} {many}");
}

/// Returns the operators of a program that adds 8 to a parameter, and loads and stores in a loop at
/// this address. The closure may use the address for more.
fn with_sum(more: impl Fn(&mut FunctionBuilder, Value)) -> Vec<String> {
    let (operators, _) = translated(
        |f| {
            let base = f.param(0);
            let sum = f.offset(base, 8);
            let (round, after) = (f.block(), f.block());
            f.br(round);
            f.switch_to(round);
            let number = f.load(Type::I32, sum);
            more(f, sum);
            f.store(number, sum);
            let zero = f.i32(0);
            let is_over = f.compare(Predicate::Eq, number, zero);
            f.cond_br(is_over, after, round);
            f.switch_to(after);
            f.ret_void();
        },
        false,
    );
    operators
}

#[test]
fn sums_that_are_only_addresses_become_offsets() {
    let operators = with_sum(|_, _| {});
    assert_eq!(count(&operators, "I32Add"), 0, "{operators:?}");
    let with_offset = |operator: &&String| operator.contains("offset: 8,");
    assert_eq!(
        operators.iter().filter(with_offset).count(),
        2,
        "{operators:?}"
    );
}

#[test]
fn sums_that_are_also_values_are_computed() {
    let operators = with_sum(|f, sum| {
        let other = f.param(0);
        f.store(sum, other);
    });
    assert_eq!(count(&operators, "I32Add"), 1, "{operators:?}");
}
