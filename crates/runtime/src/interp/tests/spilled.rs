//! Functions with more live values than register numbers, so some are kept in memory.

use super::*;

const I: Type = Type::I32;

/// More values than there are registers.
const MANY: u32 = 66_000;

/// A stack that is large enough for this many values.
const LARGE_STACK: std::ops::Range<u32> = 8 * PAGE_SIZE..64 * PAGE_SIZE;

/// Calls the last function with a large stack.
fn call(program: &Program, args: &[u64], stack: std::ops::Range<u32>) -> Result<u64, TrapKind> {
    let main = FuncId(program.0.module().functions.len() as u32 - 1);
    let mut memory = Memory::new(64 * PAGE_SIZE).unwrap();
    memory
        .protect(PAGE_SIZE..64 * PAGE_SIZE, Protection::ReadWrite)
        .unwrap();
    let words = program
        .interpreter(Options::default())
        .call(&mut memory, main, args, stack);
    words.map(|words| words[0]).map_err(|trap| trap.kind)
}

/// Computes `MANY` different values from the first parameter.
fn values(body: &mut Body) -> Vec<V> {
    let numbers = (0..MANY).map(|number| body.i32(number));
    let numbers: Vec<V> = numbers.collect();
    let values = numbers.iter();
    values
        .map(|&number| body.binary(BinaryOp::Xor, V::Param(0), number))
        .collect()
}

/// Combines all values in a way that depends on their order.
fn combine(body: &mut Body, values: &[V]) -> V {
    let three = body.i32(3);
    values.iter().fold(V::Param(0), |sum, &value| {
        let sum = body.binary(BinaryOp::Mul, sum, three);
        body.binary(BinaryOp::Add, sum, value)
    })
}

/// The result of [`combine`] for [`values`].
fn combined(param: u32) -> u32 {
    (0..MANY).fold(param, |sum, number| {
        sum.wrapping_mul(3).wrapping_add(param ^ number)
    })
}

#[test]
fn values_beyond_the_registers_are_kept() {
    let mut body = Body::new(&[I]);
    let values = values(&mut body);
    let sum = combine(&mut body, &values);
    body.ret(sum);
    let program = Program::single(I, body);
    let expected = combined(77).into();
    assert_eq!(call(&program, &[77], LARGE_STACK), Ok(expected));
}

#[test]
fn the_values_count_as_part_of_the_stack() {
    let mut body = Body::new(&[I]);
    let values = values(&mut body);
    let sum = combine(&mut body, &values);
    body.ret(sum);
    let program = Program::single(I, body);
    let small = LARGE_STACK.start..LARGE_STACK.start + PAGE_SIZE;
    assert_eq!(call(&program, &[77], small), Err(TrapKind::StackOverflow));
}

#[test]
fn more_phis_than_registers_change_at_once() {
    let mut body = Body::new(&[I]);
    let zero = body.i32(0);
    let one = body.i32(1);
    let numbers: Vec<V> = (0..MANY).map(|number| body.i32(number)).collect();
    body.br(1);
    body.block();
    for number in 0..MANY {
        let next = V::Later(((number + 1) % MANY) as usize);
        body.phi(I, &[(numbers[number as usize], 0), (next, 1)]);
    }
    let step = MANY as usize + 1;
    let left = body.phi(I, &[(V::Param(0), 0), (V::Later(step), 1)]);
    body.binary(BinaryOp::Sub, left, one);
    let done = body.compare(Predicate::Eq, left, zero);
    body.cond_br(done, 2, 1);
    body.block();
    body.ret(V::Inst(0));
    let program = Program::single(I, body);
    for rounds in [0, 1, 5] {
        let result = call(&program, &[rounds], LARGE_STACK);
        assert_eq!(result, Ok(rounds), "after {rounds}");
    }
}

#[test]
fn vectors_beyond_the_registers_are_kept() {
    let ty = Type::V4I32;
    let mut body = Body::new(&[I]);
    let undef = body.undef(ty);
    let numbers: Vec<V> = (0..MANY / 2).map(|number| body.i32(number)).collect();
    let vectors = numbers.iter();
    let vectors: Vec<V> = vectors
        .map(|&number| body.insert(undef, number, 3))
        .collect();
    let mut sum = body.insert(undef, V::Param(0), 3);
    for &vector in &vectors {
        sum = body.binary(BinaryOp::Sub, vector, sum);
    }
    let result = body.extract(sum, 3);
    body.ret(result);
    let expected = (0..MANY / 2).fold(5u32, |sum, number| number.wrapping_sub(sum));
    let program = Program::single(I, body);
    assert_eq!(call(&program, &[5], LARGE_STACK), Ok(expected.into()));
}

#[test]
fn values_beyond_the_registers_survive_a_longjmp() {
    let mut builder = Builder::default();
    let setjmp = builder.intrinsic(Intrinsic::Setjmp);
    let longjmp = builder.intrinsic(Intrinsic::Longjmp);
    let main = builder.declare(I, &[I]);
    let mut body = Body::new(&[I]);
    let (buffer, zero) = (body.i32(DATA), body.i32(0));
    let values = values(&mut body);
    let result = body.call(setjmp, I, &[buffer]);
    let first = body.compare(Predicate::Eq, result, zero);
    body.cond_br(first, 1, 2);
    body.block();
    body.call(longjmp, Type::Void, &[buffer, V::Param(0)]);
    body.unreachable();
    body.block();
    let sum = combine(&mut body, &values);
    let sum = body.binary(BinaryOp::Xor, sum, result);
    body.ret(sum);
    builder.define(main, body);
    let expected = combined(9) ^ 9;
    let result = call(&builder.finish(), &[9], LARGE_STACK);
    assert_eq!(result, Ok(expected.into()));
}
