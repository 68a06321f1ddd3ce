//! Operations that replace a call or a store in functions prepared as a whole.

use super::merged::{rounds, whole};
use super::*;

const I: Type = Type::I32;
const D: Type = Type::Double;

/// Returns a function that computes roots like a C library, except that it returns 100 if there is
/// none, and its caller. With `counts`, it counts its calls in memory.
fn roots(ty: Type, counts: bool) -> Program {
    let mut builder = Builder::default();
    let sqrt = builder.intrinsic(Intrinsic::Sqrt(ty));
    let root = builder.declare(ty, &[ty]);
    let middle = builder.declare(ty, &[ty]);
    let main = builder.declare(ty, &[ty]);
    let bits = |number: f64| match ty {
        Type::Float => u64::from((number as f32).to_bits()),
        _ => number.to_bits(),
    };
    let mut body = Body::new(&[ty]);
    let [zero, hundred] = [-0.0, 100.0].map(|number| body.constant(ty, bits(number)));
    let has_none = body.compare(Predicate::FUlt, V::Param(0), zero);
    body.cond_br(has_none, 1, 2);
    body.block();
    body.br(3);
    body.block();
    if counts {
        let (place, one) = (body.i32(DATA), body.i32(1));
        let count = body.load(I, place);
        let more = body.binary(BinaryOp::Add, count, one);
        body.store(place, more);
    }
    let found = body.call(sqrt, ty, &[V::Param(0)]);
    body.br(3);
    body.block();
    let given = body.phi(ty, &[(hundred, 1), (found, 2)]);
    let is_less = body.compare(Predicate::FOlt, V::Param(0), zero);
    body.cond_br(is_less, 4, 5);
    body.block();
    body.br(5);
    body.block();
    let last = body.phi(ty, &[(hundred, 4), (given, 3)]);
    body.ret(last);
    builder.define(root, body);
    let mut body = Body::new(&[ty]);
    let value = body.call(root, ty, &[V::Param(0)]);
    let twice = body.binary(BinaryOp::FAdd, value, value);
    let half = body.constant(ty, bits(0.5));
    let again = body.binary(BinaryOp::FMul, twice, half);
    body.ret(again);
    builder.define(middle, body);
    builder.define(main, rounds(middle, ty, &[ty], &[bits(4.0)]));
    builder.finish()
}

#[test]
fn a_root_after_checks_is_that_of_the_function() {
    for number in DOUBLES {
        let expected = if number < 0.0 || number.is_nan() {
            100.0
        } else {
            number.sqrt()
        };
        let found = roots(D, false).call(&[number.to_bits()]);
        assert_eq!(found, Ok(expected.to_bits()), "{number}");
        let number = number as f32;
        let expected = if number < 0.0 || number.is_nan() {
            100.0
        } else {
            number.sqrt()
        };
        let found = roots(Type::Float, false).call(&[number.to_bits().into()]);
        assert_eq!(found, Ok(expected.to_bits().into()), "{number}");
    }
}

#[test]
fn a_function_that_does_more_than_to_take_the_root_is_called() {
    let program = roots(D, true);
    let main = FuncId(program.0.module().functions.len() as u32 - 1);
    let mut memory = memory();
    let interpreter = program.interpreter(Options::default());
    let found = interpreter.call(&mut memory, main, &[9f64.to_bits()], STACK);
    assert_eq!(found.map(|words| words[0]), Ok(3f64.to_bits()));
    let mut count = [0; 4];
    memory.read(DATA, &mut count).unwrap();
    assert_eq!(u32::from_le_bytes(count), 61);
}

/// A form of an address, 16 bytes after the data.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// The first parameter and a number.
    Plain,
    Fixed,
    /// The second parameter times 8.
    Scaled,
    /// The sum of both parameters.
    Indexed,
}

const FORMS: [Form; 4] = [Form::Plain, Form::Fixed, Form::Scaled, Form::Indexed];

impl Form {
    fn address(self, body: &mut Body) -> V {
        let index = |body: &mut Body| {
            let eight = body.i32(8);
            body.binary(BinaryOp::Mul, V::Param(1), eight)
        };
        let (first, second) = match self {
            Form::Plain => (V::Param(0), body.i32(16)),
            Form::Fixed => return body.i32(DATA + 16),
            Form::Scaled => (index(body), body.i32(DATA)),
            Form::Indexed => (V::Param(0), index(body)),
        };
        body.binary(BinaryOp::Add, first, second)
    }
}

/// Operations on a number in memory and two others.
const CHANGES: [fn(f64, f64, f64) -> f64; 7] = [
    |m, x, _| m + x,
    |m, x, _| m - x,
    |m, x, _| x - m,
    |m, x, _| m * x,
    |m, x, y| x * y + m,
    |m, x, y| m - x * y,
    |m, x, y| x + y * m,
];

/// The same operations as instructions.
fn change(body: &mut Body, number: usize, m: V, x: V, y: V) -> V {
    use BinaryOp::{FAdd, FMul, FSub};
    match number {
        0 => body.binary(FAdd, m, x),
        1 => body.binary(FSub, m, x),
        2 => body.binary(FSub, x, m),
        3 => body.binary(FMul, m, x),
        4 => {
            let product = body.binary(FMul, x, y);
            body.binary(FAdd, product, m)
        }
        5 => {
            let product = body.binary(FMul, x, y);
            body.binary(FSub, m, product)
        }
        _ => {
            let product = body.binary(FMul, y, m);
            body.binary(FAdd, x, product)
        }
    }
}

/// A function that changes the number at an address. Returns the new number, or with `reads` the
/// contents of memory afterwards.
fn changing(form: Form, number: usize, reads: bool) -> Body {
    let mut body = Body::new(&[I, I, D, D, D]);
    let address = form.address(&mut body);
    body.store(address, V::Param(4));
    let loaded = body.load(D, address);
    let new = change(&mut body, number, loaded, V::Param(2), V::Param(3));
    body.store(address, new);
    let kept = body.load(D, address);
    body.ret(if reads { kept } else { new });
    body
}

#[test]
fn numbers_in_memory_are_changed_there() {
    let idle = [DATA.into(), 2, 0, 0, 0];
    for form in FORMS {
        for (number, expected) in CHANGES.iter().enumerate() {
            for reads in [false, true] {
                let program = whole(D, changing(form, number, reads), &idle);
                for (m, x, y) in [(1.5, 2.25, -3.0), (0.1, 0.2, 1e300), (-0.0, 0.0, 5.0)] {
                    let bits = [x, y, m].map(f64::to_bits);
                    let found = program.call(&[DATA.into(), 2, bits[0], bits[1], bits[2]]);
                    let expected = expected(m, x, y);
                    assert_eq!(
                        found,
                        Ok(expected.to_bits()),
                        "{form:?} {number} {reads} {m} {x} {y}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_number_that_may_only_be_read_is_not_changed() {
    let page = 8 * PAGE_SIZE;
    for number in 0..CHANGES.len() {
        let mut body = Body::new(&[I, D, D]);
        let loaded = body.load(D, V::Param(0));
        let new = change(&mut body, number, loaded, V::Param(1), V::Param(2));
        body.store(V::Param(0), new);
        body.ret(new);
        let program = whole(D, body, &[DATA.into(), 0, 0]);
        let run = |function| {
            let mut memory = memory();
            memory
                .protect(page..page + PAGE_SIZE, Protection::Read)
                .unwrap();
            let args = [page.into(), 0, 0];
            let interpreter = program.interpreter(Options::default());
            interpreter
                .call(&mut memory, FuncId(function), &args, STACK)
                .unwrap_err()
        };
        // A function first runs block by block, with one operation per instruction.
        let (alone, whole) = (run(0), run(1));
        assert!(matches!(whole.kind, TrapKind::Memory(fault) if fault.address == page));
        assert_eq!(whole.kind, alone.kind);
        assert_eq!(whole.stack[0], alone.stack[0]);
    }
}
