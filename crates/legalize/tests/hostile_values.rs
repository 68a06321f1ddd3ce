//! Unusual structs, vectors and calls: deep nesting, long chains, huge arrays, and instructions
//! with inconsistent types. They must be rejected, or processed in time and memory proportional to
//! their size.

use pinnacle_legalize::{Errors, Options, simplify};
use pinnacle_llvm::{
    BlockId, ConstantKind, FunctionBuilder, InstructionKind, List, Module, Type, TypeId, Value,
};

const MANY: u32 = 50_000;

/// Adds a function `void (ptr)` with a body made by `fill`, and runs the steps up to `vectors`.
fn legalised(
    module: &mut Module,
    fill: impl FnOnce(&mut FunctionBuilder<'_>),
) -> Result<(), Errors> {
    let (void, pointer) = (module.types.void(), module.types.pointer());
    let ty = module.types.function(void, &[pointer], false);
    let id = module.add_function(b"_start", ty);
    let mut build = FunctionBuilder::new(module, id);
    let entry = build.block(b"");
    build.start(entry);
    fill(&mut build);
    build.finish();
    simplify(module, &Options::default(), Some("vectors"))
}

fn instruction_count(module: &Module) -> usize {
    let start = module.find_global(b"_start").unwrap();
    let start = module.as_function(start).unwrap();
    let body = module.function(start).body.as_ref().unwrap();
    body.instructions().len()
}

fn insert(
    build: &mut FunctionBuilder<'_>,
    aggregate: Value,
    element: Value,
    path: &[u32],
) -> Value {
    let ty = build.type_of(aggregate);
    let indices = build.indices(path);
    let kind = InstructionKind::InsertValue {
        aggregate,
        element,
        indices,
    };
    build.emit(kind, ty)
}

fn extract(build: &mut FunctionBuilder<'_>, aggregate: Value, path: &[u32], ty: TypeId) -> Value {
    let indices = build.indices(path);
    let kind = InstructionKind::ExtractValue { aggregate, indices };
    build.emit(kind, ty)
}

#[test]
fn a_chain_of_insertions_through_blocks_in_reverse_order() {
    let mut module = Module::new();
    let word = module.types.integer(32);
    let pair = module.types.literal_struct(&[word, word], false);
    legalised(&mut module, |build| {
        let blocks: Vec<BlockId> = (0..MANY).map(|_| build.block(b"")).collect();
        let values: Vec<_> = (0..MANY).map(|_| build.reserve(pair)).collect();
        let zero = build.module.zero(pair);
        build.branch(blocks[0]);
        for number in (0..MANY as usize).rev() {
            build.start(blocks[number]);
            let before = match number {
                0 => zero.into(),
                _ => Value::Local(values[number - 1]),
            };
            let element = build.module.int(32, number as u64);
            insert(build, before, element.into(), &[0]);
            build.define_last(values[number]);
            match blocks.get(number + 1) {
                Some(&next) => build.branch(next),
                None => {
                    let to = build.parameter(0);
                    build.store(values[number].into(), to, false);
                    build.ret(None);
                }
            }
        }
    })
    .unwrap();
    // Both parts of the last pair are stored.
    assert!(instruction_count(&module) < MANY as usize + 10);
}

#[test]
fn a_deep_nest_that_is_taken_apart() {
    let mut module = Module::new();
    let mut nest = vec![module.types.integer(8)];
    for depth in 0..MANY as usize {
        nest.push(module.types.literal_struct(&[nest[depth]], false));
    }
    let mut constant = module.int(8, 7);
    for &ty in &nest[1..] {
        constant = module.constants.aggregate(ty, &[constant]);
    }
    legalised(&mut module, |build| {
        let to = build.parameter(0);
        build.store(constant.into(), to, false);
        let mut value = build.load(nest[MANY as usize], to, false);
        for &ty in nest[..MANY as usize].iter().rev() {
            value = extract(build, value, &[0], ty);
        }
        build.store(value, to, false);
        build.ret(None);
    })
    .unwrap();
    assert_eq!(instruction_count(&module), 4);
}

#[test]
fn huge_arrays_are_copied() {
    let mut module = Module::new();
    let byte = module.types.integer(8);
    let huge = module.types.array(byte, 1 << 30);
    legalised(&mut module, |build| {
        let to = build.parameter(0);
        let value = build.load(huge, to, false);
        let one = build.module.int(8, 1);
        let value = insert(build, value, one.into(), &[12345]);
        build.store(value, to, false);
        let zero = build.module.zero(huge);
        build.store(zero.into(), to, false);
        build.ret(None);
    })
    .unwrap();
    assert!(instruction_count(&module) < 20);
}

#[test]
fn more_huge_arrays_than_fit_are_refused() {
    let mut module = Module::new();
    let byte = module.types.integer(8);
    let huge = module.types.array(byte, 1 << 30);
    let errors = legalised(&mut module, |build| {
        let to = build.parameter(0);
        for _ in 0..MANY {
            build.load(huge, to, false);
        }
        build.ret(None);
    })
    .unwrap_err();
    assert_eq!(errors.errors()[0].code(), "F0301");
}

#[test]
fn many_empty_structs() {
    let mut module = Module::new();
    let empty = module.types.literal_struct(&[], false);
    let many = module.types.array(empty, u64::MAX);
    let fields = vec![empty; MANY as usize];
    let wide = module.types.literal_struct(&fields, false);
    legalised(&mut module, |build| {
        let to = build.parameter(0);
        for _ in 0..MANY {
            let value = build.load(many, to, false);
            build.store(value, to, false);
            let value = build.load(wide, to, false);
            let part = extract(build, value, &[MANY - 1], empty);
            build.store(part, to, false);
        }
        build.ret(None);
    })
    .unwrap();
    assert_eq!(instruction_count(&module), 1);
}

#[test]
fn a_call_with_many_variable_arguments() {
    let mut module = Module::new();
    let word = module.types.integer(32);
    let ty = module.types.function(word, &[], true);
    legalised(&mut module, |build| {
        let callee = build.parameter(0);
        let arguments = vec![build.module.int(32, 1).into(); MANY as usize];
        build.call(callee, ty, &arguments);
        build.ret(None);
    })
    .unwrap();
    assert_eq!(instruction_count(&module), 2 * MANY as usize + 2);
}

/// Instructions that contradict their types are errors.
fn is_refused(code: &str, fill: impl FnOnce(&mut FunctionBuilder<'_>)) {
    let mut module = Module::new();
    let errors = legalised(&mut module, |build| {
        fill(build);
        build.ret(None);
    })
    .unwrap_err();
    assert_eq!(errors.errors()[0].code(), code, "{errors}");
}

#[test]
fn a_part_that_is_not_there() {
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let pair = build.module.types.literal_struct(&[word, word], false);
        let from = build.parameter(0);
        let value = build.load(pair, from, false);
        extract(build, value, &[2], word);
    });
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let many = build.module.types.array(word, 1000);
        let from = build.parameter(0);
        let value = build.load(many, from, false);
        extract(build, value, &[1, 1], word);
    });
}

#[test]
fn a_part_of_another_type() {
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let pair = build.module.types.literal_struct(&[word, word], false);
        let single = build.module.types.literal_struct(&[word], false);
        let outer = build.module.types.literal_struct(&[pair, word], false);
        let from = build.parameter(0);
        let value = build.load(outer, from, false);
        let element = build.load(single, from, false);
        insert(build, value, element, &[0]);
    });
}

#[test]
fn a_struct_that_contains_itself() {
    is_refused("F0205", |build| {
        let (id, ty) = build.module.types.new_struct(pinnacle_llvm::Name::NONE);
        build.module.types.set_fields(id, &[ty, ty], false);
        let from = build.parameter(0);
        let value = build.load(ty, from, false);
        build.store(value, from, false);
    });
}

#[test]
fn vectors_that_do_not_fit_together() {
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let two = build.module.types.vector(word, 2, false);
        let three = build.module.types.vector(word, 3, false);
        let from = build.parameter(0);
        let value = build.load(two, from, false);
        let other = build.load(three, from, false);
        build.int_compare(pinnacle_llvm::IntPredicate::Eq, value, other);
    });
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let two = build.module.types.vector(word, 2, false);
        let from = build.parameter(0);
        let value = build.load(two, from, false);
        let long = build.module.types.integer(65);
        build.cast(pinnacle_llvm::CastOp::BitCast, value, long);
    });
}

#[test]
fn a_mask_that_is_too_short() {
    is_refused("F0206", |build| {
        let word = build.module.types.integer(32);
        let four = build.module.types.vector(word, 4, false);
        let one = build.module.types.vector(word, 1, false);
        let from = build.parameter(0);
        let value = build.load(four, from, false);
        let zero = build.module.int(32, 0);
        let mask = build.module.constants.aggregate(one, &[zero]);
        let (lhs, rhs) = (value, value);
        build.emit(InstructionKind::ShuffleVector { lhs, rhs, mask }, four);
    });
}

#[test]
fn a_select_without_operands() {
    is_refused("F0203", |build| {
        let word = build.module.types.integer(32);
        let two = build.module.types.vector(word, 2, false);
        let flags = pinnacle_llvm::FastMath::NONE;
        let operands = List::EMPTY;
        build.emit(InstructionKind::Select { flags, operands }, two);
    });
}

#[test]
fn chains_of_shuffles_grow_no_more_than_they_must() {
    let mut module = Module::new();
    let word = module.types.integer(32);
    let four = module.types.vector(word, 4, false);
    assert!(matches!(module.types.get(four), Type::Vector { .. }));
    legalised(&mut module, |build| {
        let from = build.parameter(0);
        let mut value = build.load(four, from, false);
        let undefined = build.module.constants.plain(four, ConstantKind::Undef);
        let numbers = [3, 2, 1, 0].map(|number| build.module.int(32, number));
        let mask = build.module.constants.aggregate(four, &numbers);
        for _ in 0..MANY {
            let (lhs, rhs) = (value, undefined.into());
            value = build.emit(InstructionKind::ShuffleVector { lhs, rhs, mask }, four);
        }
        build.store(value, from, false);
        build.ret(None);
    })
    .unwrap();
    assert_eq!(instruction_count(&module), 8 * MANY as usize + 3);
}
