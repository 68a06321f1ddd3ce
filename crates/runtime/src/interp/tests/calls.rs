//! Calls, the stack, setjmp, memory intrinsics, and the contents of traps.

use super::*;
use crate::interp::{TraceLevel, machine::Machine, trace::Tracer};

const I: Type = Type::I32;

/// A function `f(n) = n == 0 ? 0 : 1 + f(n - 1)`.
fn recursive() -> Program {
    let mut builder = Builder::default();
    let f = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let (zero, one) = (body.i32(0), body.i32(1));
    let done = body.compare(Predicate::Eq, V::Param(0), zero);
    body.cond_br(done, 1, 2);
    body.block();
    body.ret(zero);
    body.block();
    let less = body.binary(BinaryOp::Sub, V::Param(0), one);
    let inner = body.call(f, I, &[less]);
    let sum = body.binary(BinaryOp::Add, inner, one);
    body.ret(sum);
    builder.define(f, body);
    builder.finish()
}

#[test]
fn recursion_works_to_a_depth_and_then_traps() {
    let program = recursive();
    assert_eq!(program.call(&[100_000]), Ok(100_000));
    let trap = program.call_words(&[u32::MAX.into()]).unwrap_err();
    assert_eq!(trap.kind, TrapKind::StackOverflow);
    assert!(trap.omitted > 1000);
    assert!(trap.stack.len() < 100);
    assert_eq!(
        trap.stack.last().unwrap().text,
        "%v2 = call i32 @f0(i32 %v1);"
    );
}

#[test]
fn a_trap_names_the_instruction_and_its_callers() {
    let mut builder = Builder::default();
    let inner = builder.declare(I, &[I]);
    let outer = builder.declare(I, &[I]);
    builder.name(inner, "divide");
    let mut body = Body::new(&[I]);
    let hundred = body.i32(100);
    body.br(1);
    body.block();
    let quotient = body.binary(BinaryOp::UDiv, hundred, V::Param(0));
    body.ret(quotient);
    builder.define(inner, body);
    let mut body = Body::new(&[I]);
    let result = body.call(inner, I, &[V::Param(0)]);
    body.ret(result);
    builder.define(outer, body);
    let program = builder.finish();
    assert_eq!(program.call(&[20]), Ok(5));
    let trap = program.call_words(&[0]).unwrap_err();
    // A program that was built in memory has no file, so its records are at 0:0.
    assert_eq!(
        trap.to_string(),
        "trap: integer division by zero\n  \
         in @f0 \"divide\" %b1 at 0:0: %v0 = udiv i32 %c0, %p0;\n  \
         by @f1 %b0 at 0:0: %v0 = call i32 @f0(i32 %p0);"
    );
}

#[test]
fn indirect_calls_check_the_signature_unless_told_not_to() {
    let mut builder = Builder::default();
    let two = builder.declare(I, &[I, I]);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I, I]);
    let difference = body.binary(BinaryOp::Sub, V::Param(0), V::Param(1));
    body.ret(difference);
    builder.define(two, body);
    let mut body = Body::new(&[I]);
    let nine = body.i32(9);
    let result = body.call_indirect(I, V::Param(0), &[nine]);
    body.ret(result);
    builder.define(main, body);
    let program = builder.finish();
    assert_eq!(
        program.call(&[0]),
        Err(TrapKind::BadFunctionAddress(Some(0)))
    );
    assert_eq!(
        program.call(&[77]),
        Err(TrapKind::BadFunctionAddress(Some(77)))
    );
    assert_eq!(
        program.call(&[u64::from(two) + 1]),
        Err(TrapKind::SignatureMismatch {
            expected: "i32 (i32)".to_owned(),
            found: "i32 (i32, i32)".to_owned()
        })
    );
    let interpreter = program.interpreter(Options {
        lenient_calls: true,
        ..Options::default()
    });
    let result = interpreter.call(&mut memory(), FuncId(main), &[u64::from(two) + 1], STACK);
    assert_eq!(result.unwrap()[0], 9);
}

#[test]
fn an_indirect_call_reaches_functions_by_their_address() {
    let mut builder = Builder::default();
    let callee = builder.declare(I, &[I]);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let doubled = body.binary(BinaryOp::Add, V::Param(0), V::Param(0));
    body.ret(doubled);
    builder.define(callee, body);
    let mut body = Body::new(&[I]);
    let result = body.call_indirect(I, V::Function(callee), &[V::Param(0)]);
    let again = body.call_indirect(I, V::Function(callee), &[result]);
    body.ret(again);
    builder.define(main, body);
    assert_eq!(builder.finish().call(&[5]), Ok(20));
}

#[test]
fn a_function_without_a_body_traps_when_called() {
    let mut builder = Builder::default();
    let missing = builder.declare(Type::Void, &[]);
    let main = builder.declare(Type::Void, &[]);
    let mut body = Body::new(&[]);
    body.ret_void();
    builder.define(missing, body);
    let mut body = Body::new(&[]);
    body.call(missing, Type::Void, &[]);
    body.ret_void();
    builder.define(main, body);
    let program = builder.finish().0;
    let mut module = program.module().clone();
    module.functions[missing as usize].body = None;
    let trap = Interpreter::new(&module, program.functions(), &[], Options::default())
        .call(&mut memory(), FuncId(main), &[], STACK)
        .unwrap_err();
    assert!(matches!(trap.kind, TrapKind::Unsupported(reason) if reason.contains("@f0")));
}

#[test]
fn allocas_are_aligned_bounded_and_freed_at_return() {
    let mut builder = Builder::default();
    let callee = builder.declare(I, &[I]);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let buffer = body.alloca(V::Param(0), 64);
    body.ret(buffer);
    builder.define(callee, body);
    let mut body = Body::new(&[I]);
    let first = body.call(callee, I, &[V::Param(0)]);
    let second = body.call(callee, I, &[V::Param(0)]);
    let same = body.compare(Predicate::Eq, first, second);
    let zero = body.i32(0);
    let result = body.select(same, first, zero);
    body.ret(result);
    builder.define(main, body);
    let program = builder.finish();
    for size in [0, 1, 63, 64, 65, 1000] {
        let address = program.call(&[size]).unwrap();
        assert_eq!(address % 64, 0);
        let end = u64::from(STACK.end);
        assert!(
            address + size <= end && address + size + 64 > end,
            "{size}: {address:#x}"
        );
    }
    let room = u64::from(STACK.end - STACK.start);
    assert!(program.call(&[room]).is_ok());
    assert_eq!(program.call(&[room + 1]), Err(TrapKind::StackOverflow));
    assert_eq!(
        program.call(&[u32::MAX.into()]),
        Err(TrapKind::StackOverflow)
    );
}

#[test]
fn stackrestore_frees_what_was_allocated_since_stacksave() {
    let mut builder = Builder::default();
    let save = builder.intrinsic(Intrinsic::Stacksave);
    let restore = builder.intrinsic(Intrinsic::Stackrestore);
    let main = builder.declare(I, &[]);
    let mut body = Body::new(&[]);
    let size = body.i32(100);
    let saved = body.call(save, I, &[]);
    let first = body.alloca(size, 1);
    body.call(restore, Type::Void, &[saved]);
    let second = body.alloca(size, 1);
    let difference = body.binary(BinaryOp::Sub, first, second);
    body.ret(difference);
    builder.define(main, body);
    assert_eq!(builder.finish().call(&[]), Ok(0));
}

/// `main(value)`: calls setjmp. The first time it calls a function that copies the buffer and jumps
/// to the copy with the value. The second time it returns 1000 + setjmp's result + a value from
/// before.
fn jumping(loops: Option<u32>) -> Program {
    let mut builder = Builder::default();
    let setjmp = builder.intrinsic(Intrinsic::Setjmp);
    let longjmp = builder.intrinsic(Intrinsic::Longjmp);
    let memcpy = builder.intrinsic(Intrinsic::Memcpy);
    let thrower = builder.declare(Type::Void, &[I]);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let (from, to, size) = (body.i32(DATA), body.i32(DATA + 2048), body.i32(1024));
    let (one, no) = (body.i32(1), body.constant(Type::I1, 0));
    body.call(memcpy, Type::Void, &[to, from, size, one, no]);
    body.call(longjmp, Type::Void, &[to, V::Param(0)]);
    body.unreachable();
    builder.define(thrower, body);
    let mut body = Body::new(&[I]);
    let (buffer, thousand, zero) = (body.i32(DATA), body.i32(1000), body.i32(0));
    let (one, rounds) = (body.i32(1), body.i32(loops.unwrap_or(1)));
    let before = body.binary(BinaryOp::Mul, V::Param(0), thousand);
    body.br(1);
    body.block();
    let i = body.phi(I, &[(zero, 0), (V::Later(3), 1)]);
    let result = body.call(setjmp, I, &[buffer]);
    let next = body.binary(BinaryOp::Add, i, one);
    let more = body.compare(Predicate::Ult, next, rounds);
    body.cond_br(more, 1, 2);
    body.set_incoming(i, 1, next);
    body.block();
    let first = body.compare(Predicate::Eq, result, zero);
    body.cond_br(first, 3, 4);
    body.block();
    body.call(thrower, Type::Void, &[V::Param(0)]);
    body.unreachable();
    body.block();
    let sum = body.binary(BinaryOp::Add, before, result);
    body.ret(sum);
    builder.define(main, body);
    builder.finish()
}

#[test]
fn longjmp_returns_from_setjmp_with_its_value_and_one_for_zero() {
    let program = jumping(None);
    assert_eq!(program.call(&[7]), Ok(7007));
    assert_eq!(program.call(&[0]), Ok(1));
}

#[test]
fn a_million_setjmps_cost_no_memory() {
    assert_eq!(jumping(Some(1_000_000)).call(&[7]), Ok(7007));
}

#[test]
fn longjmp_to_a_call_that_has_returned_traps() {
    let mut builder = Builder::default();
    let setjmp = builder.intrinsic(Intrinsic::Setjmp);
    let longjmp = builder.intrinsic(Intrinsic::Longjmp);
    let marker = builder.declare(Type::Void, &[]);
    let main = builder.declare(Type::Void, &[]);
    let mut body = Body::new(&[]);
    let buffer = body.i32(DATA);
    body.call(setjmp, I, &[buffer]);
    body.ret_void();
    builder.define(marker, body);
    let mut body = Body::new(&[]);
    let buffer = body.i32(DATA);
    body.call(marker, Type::Void, &[]);
    body.call(longjmp, Type::Void, &[buffer, buffer]);
    body.unreachable();
    builder.define(main, body);
    assert_eq!(builder.finish().call(&[]), Err(TrapKind::BadLongjmp));
}

#[test]
fn intrinsics_of_one_number_compute_what_their_names_say() {
    use Intrinsic::*;
    let cases: [(Intrinsic, u64, u64); 17] = [
        (Bswap(Type::I16), 0x1234, 0x3412),
        (Bswap(Type::I32), 0x1234_5678, 0x7856_3412),
        (
            Bswap(Type::I64),
            0x0102_0304_0506_0708,
            0x0807_0605_0403_0201,
        ),
        (Ctlz(Type::I32), 0, 32),
        (Ctlz(Type::I32), 1, 31),
        (Ctlz(Type::I64), 0, 64),
        (Ctlz(Type::I64), 1 << 32, 31),
        (Cttz(Type::I32), 0, 32),
        (Cttz(Type::I32), 8, 3),
        (Cttz(Type::I64), 0, 64),
        (Cttz(Type::I64), 1 << 40, 40),
        (Ctpop(Type::I32), 0xffff_ffff, 32),
        (Ctpop(Type::I64), u64::MAX, 64),
        (Fabs(Type::Float), 0x8000_0000, 0),
        (Fabs(Type::Double), (-2.5f64).to_bits(), 2.5f64.to_bits()),
        (
            Sqrt(Type::Float),
            u64::from(2.25f32.to_bits()),
            u64::from(1.5f32.to_bits()),
        ),
        (
            Sqrt(Type::Double),
            2f64.to_bits(),
            std::f64::consts::SQRT_2.to_bits(),
        ),
    ];
    for (intrinsic, value, expected) in cases {
        let row = intrinsic.row();
        let mut builder = Builder::default();
        let callee = builder.intrinsic(intrinsic);
        let main = builder.declare(row.result, &row.params[..1]);
        let mut body = Body::new(&row.params[..1]);
        let no = body.constant(Type::I1, 0);
        let args = [V::Param(0), no];
        let result = body.call(callee, row.result, &args[..row.params.len()]);
        body.ret(result);
        builder.define(main, body);
        assert_eq!(
            builder.finish().call(&[value]),
            Ok(expected),
            "{}",
            row.name
        );
    }
}

#[test]
fn atomics_of_every_width_give_the_old_value_and_store_the_new() {
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        let mask = u64::MAX >> (64 - ty.bits());
        let old = 0xf0f1_f2f3_f4f5_f6f7 & mask;
        let operand = 0x1122_3344_5566_7788 & mask;
        type Operation = fn(u64, u64) -> u64;
        let operations: [(u32, Operation); 6] = [
            (1, u64::wrapping_add),
            (2, u64::wrapping_sub),
            (3, |a, b| a | b),
            (4, |a, b| a & b),
            (5, |a, b| a ^ b),
            (6, |_, b| b),
        ];
        for (number, operation) in operations {
            let mut builder = Builder::default();
            let rmw = builder.intrinsic(Intrinsic::AtomicRmw(ty));
            let load = builder.intrinsic(Intrinsic::AtomicLoad(ty));
            let store = builder.intrinsic(Intrinsic::AtomicStore(ty));
            let main = builder.declare(ty, &[I, ty, ty]);
            let mut body = Body::new(&[I, ty, ty]);
            let (order, number) = (body.i32(6), body.i32(number));
            body.call(store, Type::Void, &[V::Param(1), V::Param(0), order]);
            let before = body.call(rmw, ty, &[number, V::Param(0), V::Param(2), order]);
            let after = body.call(load, ty, &[V::Param(0), order]);
            let both = body.binary(BinaryOp::Xor, before, after);
            body.ret(both);
            builder.define(main, body);
            let program = builder.finish();
            let expected = old ^ operation(old, operand) & mask;
            assert_eq!(
                program.call(&[DATA.into(), old, operand]),
                Ok(expected),
                "{ty}"
            );
            let misaligned = program.call(&[u64::from(DATA) + 1, old, operand]);
            if ty != Type::I8 {
                assert_eq!(misaligned, Err(TrapKind::Misaligned(Some(DATA + 1))));
            }
        }
        for (expected_value, stored) in [(old, operand), (old ^ 1, old)] {
            let mut builder = Builder::default();
            let exchange = builder.intrinsic(Intrinsic::AtomicCmpxchg(ty));
            let main = builder.declare(ty, &[I, ty, ty, ty]);
            let mut body = Body::new(&[I, ty, ty, ty]);
            let order = body.i32(6);
            body.store(V::Param(0), V::Param(1));
            let args = [V::Param(0), V::Param(2), V::Param(3), order, order];
            let found = body.call(exchange, ty, &args);
            let now = body.load(ty, V::Param(0));
            let both = body.binary(BinaryOp::Xor, found, now);
            body.ret(both);
            builder.define(main, body);
            let args = [DATA.into(), old, expected_value, operand];
            assert_eq!(builder.finish().call(&args), Ok(old ^ stored));
        }
    }
}

#[test]
fn lock_free_sizes_are_those_of_the_atomics() {
    for size in [1, 2, 4, 8] {
        let mut builder = Builder::default();
        let query = builder.intrinsic(Intrinsic::AtomicIsLockFree);
        let main = builder.declare(Type::I1, &[I]);
        let mut body = Body::new(&[I]);
        let size = body.i32(size);
        let result = body.call(query, Type::I1, &[size, V::Param(0)]);
        body.ret(result);
        builder.define(main, body);
        assert_eq!(builder.finish().call(&[0]), Ok(1));
    }
}

#[test]
fn block_copies_overlap_and_fault_as_a_whole() {
    let mut builder = Builder::default();
    let memmove = builder.intrinsic(Intrinsic::Memmove);
    let memset = builder.intrinsic(Intrinsic::Memset);
    let main = builder.declare(Type::Void, &[I, I, I]);
    let mut body = Body::new(&[I, I, I]);
    let (one, no) = (body.i32(1), body.constant(Type::I1, 0));
    let byte = body.constant(Type::I8, 0xab);
    body.call(memset, Type::Void, &[V::Param(1), byte, one, one, no]);
    body.call(
        memmove,
        Type::Void,
        &[V::Param(0), V::Param(1), V::Param(2), one, no],
    );
    body.ret_void();
    builder.define(main, body);
    let program = builder.finish();
    let interpreter = program.interpreter(Options::default());
    let mut memory = memory();
    memory.store(DATA, *b"12345678").unwrap();
    let args = [DATA + 2, DATA, 5].map(u64::from);
    interpreter
        .call(&mut memory, FuncId(main), &args, STACK)
        .unwrap();
    assert_eq!(memory.bytes(DATA, 8).unwrap(), b"\xab2\xab2345\x38");
    let end = STACK.end;
    let trap = interpreter.call(
        &mut memory,
        FuncId(main),
        &[end - 4, DATA, 5].map(Into::into),
        STACK,
    );
    assert!(matches!(trap.unwrap_err().kind, TrapKind::Memory(_)));
    assert_eq!(memory.load_u32(end - 4), Ok(0));
}

/// The trace of a function's run.
fn traced(program: &Program, level: TraceLevel, function: u32, args: &[u64]) -> Vec<String> {
    let options = Options {
        trace: level,
        ..Options::default()
    };
    let interpreter = program.interpreter(options.clone());
    let (mut lines, mut memory) = (Vec::new(), memory());
    let mut host = super::super::NoHost;
    let tracer = Tracer::new(level, &mut lines);
    Machine::new(
        &interpreter.program,
        &options,
        &mut memory,
        &mut host,
        tracer,
    )
    .call(FuncId(function), args, STACK)
    .unwrap();
    lines
}

#[test]
fn a_trace_shows_arguments_that_nothing_needs() {
    let mut builder = Builder::default();
    let callee = builder.declare(I, &[I]);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let (zero, one, three) = (body.i32(0), body.i32(1), body.i32(3));
    // Numbers that stay in registers while the loop runs.
    let (x, y) = (body.i32(7777), body.i32(8888));
    body.br(1);
    body.block();
    let i = body.phi(I, &[(zero, 0), (V::Later(1), 1)]);
    let next = body.binary(BinaryOp::Add, i, one);
    body.set_incoming(i, 1, next);
    let product = body.binary(BinaryOp::UDiv, x, next);
    let sum = body.binary(BinaryOp::UDiv, y, product);
    let more = body.compare(Predicate::Ult, next, three);
    body.cond_br(more, 1, 2);
    body.block();
    body.ret(sum);
    builder.define(callee, body);
    let mut body = Body::new(&[I]);
    let argument = body.i32(99);
    let results: Vec<V> = (0..60).map(|_| body.call(callee, I, &[argument])).collect();
    body.ret(results[0]);
    builder.define(main, body);
    let lines = traced(&builder.finish(), TraceLevel::Calls, main, &[1]);
    let entered = lines.iter().filter(|line| *line == "@f0(i32 99)");
    assert_eq!(entered.count(), 60);
}

#[test]
fn traces_show_calls_instructions_and_results() {
    let program = recursive();
    let lines = |level| traced(&program, level, 0, &[1]);
    assert!(lines(TraceLevel::Host).is_empty());
    assert_eq!(
        lines(TraceLevel::Calls),
        [
            "@f0(i32 1)",
            "@f0(i32 0)",
            "@f0 returns i32 0",
            "@f0 returns i32 1"
        ]
    );
    let insts = lines(TraceLevel::Insts);
    assert!(insts.contains(&"  @f0 %b0: %v0 = icmp eq i32 %p0, %c0;  // 0b1".to_owned()));
    assert!(insts.contains(&"  @f0 %b2: %v3 = add i32 %v2, %c1;  // 1".to_owned()));
    assert!(insts.contains(&"  @f0 %b2: ret i32 %v3;".to_owned()));
}
