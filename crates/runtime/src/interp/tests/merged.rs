//! Operations that combine several instructions, in functions prepared as a whole.

use super::*;

const I: Type = Type::I32;

/// Returns a program whose main function calls another function with arbitrary arguments until it
/// is prepared as a whole, and then with the real arguments.
pub(super) fn whole(result: Type, body: Body, idle: &[u64]) -> Program {
    let params = body.params.clone();
    let mut builder = Builder::default();
    let function = builder.declare(result, &params);
    let main = builder.declare(result, &params);
    builder.define(function, body);
    builder.define(main, rounds(function, result, &params, idle));
    builder.finish()
}

/// The body of a function that calls another one as [`whole`] describes.
pub(super) fn rounds(function: u32, result: Type, params: &[Type], idle: &[u64]) -> Body {
    let mut body = Body::new(params);
    let (zero, one, last) = (body.i32(0), body.i32(1), body.i32(60));
    let idle = params.iter().zip(idle);
    let idle: Vec<V> = idle.map(|(&ty, &bits)| body.constant(ty, bits)).collect();
    body.br(1);
    body.block();
    let next = V::Later(2 + params.len() + usize::from(result != Type::Void));
    let round = body.phi(I, &[(zero, 0), (next, 1)]);
    let is_last = body.compare(Predicate::Eq, round, last);
    let args: Vec<V> = (0..params.len())
        .map(|index| body.select(is_last, V::Param(index), idle[index]))
        .collect();
    let value = body.call(function, result, &args);
    body.binary(BinaryOp::Add, round, one);
    body.cond_br(is_last, 2, 1);
    body.block();
    body.ret(value);
    body
}

const PREDICATES: [Predicate; 10] = [
    Predicate::Eq,
    Predicate::Ne,
    Predicate::Ugt,
    Predicate::Uge,
    Predicate::Ult,
    Predicate::Ule,
    Predicate::Sgt,
    Predicate::Sge,
    Predicate::Slt,
    Predicate::Sle,
];

fn holds(predicate: Predicate, a: u32, b: u32) -> bool {
    let (x, y) = (a as i32, b as i32);
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => x > y,
        Predicate::Sge => x >= y,
        Predicate::Slt => x < y,
        _ => x <= y,
    }
}

const NUMBERS: [u32; 7] = [0, 1, 7, 0xff, 0x7fff_ffff, 0x8000_0000, u32::MAX];

/// The operand on the other side of a comparison.
#[derive(Clone, Copy, Debug)]
enum Other {
    Right,
    Left,
    Number(u32),
}

#[test]
fn a_loaded_value_is_compared_and_kept() {
    for predicate in PREDICATES {
        for narrow in [false, true] {
            for fixed in [false, true] {
                let numbers = [Other::Right, Other::Left];
                let constants = [1, 7, u32::MAX].map(Other::Number);
                for other in numbers.into_iter().chain(constants) {
                    check_load_jump(predicate, narrow, fixed, other);
                }
            }
        }
    }
}

fn check_load_jump(predicate: Predicate, narrow: bool, fixed: bool, other: Other) {
    let mut body = Body::new(&[I, I, I]);
    let address = match fixed {
        true => body.i32(DATA + 12),
        false => {
            let twelve = body.i32(12);
            body.binary(BinaryOp::Add, V::Param(0), twelve)
        }
    };
    body.store(address, V::Param(1));
    let mut loaded = match narrow {
        true => body.load(Type::I8, address),
        false => body.load(I, address),
    };
    if narrow {
        loaded = body.cast(CastOp::ZExt, loaded, I);
    }
    let condition = match other {
        Other::Right => body.compare(predicate, loaded, V::Param(2)),
        Other::Left => body.compare(predicate, V::Param(2), loaded),
        Other::Number(number) => {
            let number = body.i32(number);
            body.compare(predicate, loaded, number)
        }
    };
    body.cond_br(condition, 1, 2);
    body.block();
    body.ret(loaded);
    body.block();
    let thousand = body.i32(1000);
    let result = body.binary(BinaryOp::Sub, thousand, loaded);
    body.ret(result);
    let program = whole(I, body, &[u64::from(DATA), 0, 0]);
    for a in NUMBERS {
        for b in NUMBERS {
            let seen = if narrow { a & 0xff } else { a };
            let holds = match other {
                Other::Right => holds(predicate, seen, b),
                Other::Left => holds(predicate, b, seen),
                Other::Number(number) => holds(predicate, seen, number),
            };
            let expected = if holds {
                seen
            } else {
                1000u32.wrapping_sub(seen)
            };
            assert_eq!(
                program.call(&[DATA.into(), a.into(), b.into()]),
                Ok(expected.into()),
                "{predicate:?} {narrow} {fixed} {other:?} {a} {b}"
            );
        }
    }
}

#[test]
fn bits_of_what_is_loaded_and_common_bits_are_tested() {
    for ty in [I, Type::I64] {
        for predicate in [Predicate::Eq, Predicate::Ne] {
            for mask in [None, Some(6)] {
                let mut body = Body::new(&[I, ty, ty]);
                body.store(V::Param(0), V::Param(1));
                let loaded = body.load(ty, V::Param(0));
                let zero = body.constant(ty, 0);
                let mask_value = match mask {
                    Some(mask) => body.constant(ty, mask),
                    None => V::Param(2),
                };
                let bits = body.binary(BinaryOp::And, loaded, mask_value);
                let condition = body.compare(predicate, bits, zero);
                body.cond_br(condition, 1, 2);
                body.block();
                body.ret(loaded);
                body.block();
                body.ret(zero);
                let program = whole(ty, body, &[u64::from(DATA), 0, 0]);
                for (a, b) in [(6, 8), (4, 12), (1, 1), (0xf000_0001, 0x8000_0000)] {
                    let any = a & mask.unwrap_or(b) != 0;
                    let expected = if any == (predicate == Predicate::Ne) {
                        a
                    } else {
                        0
                    };
                    assert_eq!(
                        program.call(&[DATA.into(), a, b]),
                        Ok(expected),
                        "{ty} {predicate:?} {mask:?} {a} {b}"
                    );
                }
            }
        }
    }
}

#[test]
fn outcomes_of_comparisons_are_added() {
    for predicate in PREDICATES {
        for number in [None, Some(7)] {
            let mut body = Body::new(&[I, I, I]);
            let right = number.map_or(V::Param(2), |number| body.i32(number));
            let outcome = body.compare(predicate, V::Param(1), right);
            let one = body.cast(CastOp::ZExt, outcome, I);
            let sum = body.binary(BinaryOp::Add, V::Param(0), one);
            body.ret(sum);
            let program = whole(I, body, &[0, 0, 0]);
            for a in NUMBERS {
                for b in NUMBERS {
                    let expected = 41 + u64::from(holds(predicate, a, number.unwrap_or(b)));
                    assert_eq!(program.call(&[41, a.into(), b.into()]), Ok(expected));
                }
            }
        }
    }
    type Holds = fn(f64, f64) -> bool;
    let predicates: [(Predicate, Holds); 4] = [
        (Predicate::FOlt, |a, b| a < b),
        (Predicate::FOge, |a, b| a >= b),
        (Predicate::FUne, |a, b| a != b),
        (Predicate::FUle, |a, b| a <= b || a.is_nan() || b.is_nan()),
    ];
    for (predicate, holds) in predicates {
        for ty in [Type::Double, Type::Float] {
            let mut body = Body::new(&[I, ty, ty]);
            let outcome = body.compare(predicate, V::Param(1), V::Param(2));
            let one = body.cast(CastOp::ZExt, outcome, I);
            let sum = body.binary(BinaryOp::Add, one, V::Param(0));
            body.ret(sum);
            let program = whole(I, body, &[0, 0, 0]);
            let bits = |number: f64| match ty {
                Type::Double => number.to_bits(),
                _ => (number as f32).to_bits().into(),
            };
            for a in [-1.0, 0.5, f64::NAN] {
                for b in [-1.0, 0.5, f64::INFINITY] {
                    let expected = 41 + u64::from(holds(a, b));
                    assert_eq!(program.call(&[41, bits(a), bits(b)]), Ok(expected));
                }
            }
        }
    }
}

/// Number of address forms for a number in memory.
const FORMS: usize = 6;

/// The address of the eighth number at [`DATA`], in one of several forms. The parameters after the
/// first three are the address of the first number, and seven.
fn address(body: &mut Body, form: usize) -> V {
    let (base, index) = (V::Param(3), V::Param(4));
    let eight = body.i32(8);
    let scaled = |body: &mut Body| body.binary(BinaryOp::Mul, index, eight);
    let plus = |body: &mut Body, value, number| {
        let number = body.i32(number);
        body.binary(BinaryOp::Add, value, number)
    };
    match form {
        0 => body.i32(DATA + 56),
        1 => plus(body, base, 56),
        2 => {
            let scaled = scaled(body);
            plus(body, scaled, DATA)
        }
        3 => {
            let scaled = scaled(body);
            body.binary(BinaryOp::Add, base, scaled)
        }
        4 => {
            let scaled = scaled(body);
            let sum = body.binary(BinaryOp::Add, base, scaled);
            plus(body, sum, 0)
        }
        _ => {
            // Of a multiple that is too large for half a word, and another number.
            let (factor, less) = (body.i32(0x10008), 0x10000u32.wrapping_mul(7));
            let scaled = body.binary(BinaryOp::Mul, index, factor);
            let sum = body.binary(BinaryOp::Add, base, scaled);
            plus(body, sum, less.wrapping_neg())
        }
    }
}

#[test]
fn numbers_in_memory_are_operands() {
    use BinaryOp::{FAdd, FMul, FSub};
    type Expected = fn(f64, f64, f64) -> f64;
    type Made = fn(&mut Body, V) -> V;
    let cases: [(Made, Expected); 11] = [
        (|f, m| f.binary(FAdd, V::Param(0), m), |a, _, m| a + m),
        (|f, m| f.binary(FAdd, m, V::Param(0)), |a, _, m| m + a),
        (|f, m| f.binary(FSub, V::Param(0), m), |a, _, m| a - m),
        (|f, m| f.binary(FSub, m, V::Param(0)), |a, _, m| m - a),
        (|f, m| f.binary(FMul, V::Param(0), m), |a, _, m| a * m),
        (
            |f, m| {
                let product = f.binary(FMul, V::Param(0), V::Param(1));
                f.binary(FAdd, product, m)
            },
            |a, b, m| a * b + m,
        ),
        (
            |f, m| {
                let product = f.binary(FMul, V::Param(0), V::Param(1));
                f.binary(FSub, m, product)
            },
            |a, b, m| m - a * b,
        ),
        (
            |f, m| {
                let product = f.binary(FMul, V::Param(0), V::Param(1));
                f.binary(FSub, product, m)
            },
            |a, b, m| a * b - m,
        ),
        (
            |f, m| {
                let product = f.binary(FMul, V::Param(0), m);
                f.binary(FAdd, V::Param(1), product)
            },
            |a, b, m| b + a * m,
        ),
        (
            |f, m| {
                let product = f.binary(FMul, m, V::Param(0));
                f.binary(FAdd, product, V::Param(1))
            },
            |a, b, m| m * a + b,
        ),
        (|f, m| f.binary(FMul, m, m), |_, _, m| m * m),
    ];
    let (a, b, m) = (1.000_000_1f64, 3.333_333_3f64, -1.234_567_89f64);
    for (number, (made, expected)) in cases.into_iter().enumerate() {
        for form in 0..FORMS {
            let mut body = Body::new(&[Type::Double, Type::Double, Type::Double, I, I]);
            let place = body.i32(DATA + 56);
            body.store(place, V::Param(2));
            let address = address(&mut body, form);
            let loaded = body.load(Type::Double, address);
            let value = made(&mut body, loaded);
            body.ret(value);
            let idle = [0, 0, 0, DATA.into(), 7];
            let program = whole(Type::Double, body, &idle);
            let [x, y, z] = [a, b, m].map(f64::to_bits);
            let found = program.call(&[x, y, z, DATA.into(), 7]).unwrap();
            assert_eq!(f64::from_bits(found), expected(a, b, m), "{number} {form}");
        }
    }
}

#[test]
fn a_trap_of_an_operand_in_memory_is_the_loads() {
    let mut body = Body::new(&[I, Type::Double]);
    let loaded = body.load(Type::Double, V::Param(0));
    let half = body.constant(Type::Double, 0.5f64.to_bits());
    let product = body.binary(BinaryOp::FMul, V::Param(1), half);
    let sum = body.binary(BinaryOp::FAdd, loaded, product);
    body.ret(sum);
    let program = whole(Type::Double, body, &[DATA.into(), 0]);
    let trap = program.call_words(&[0, 0]).unwrap_err();
    assert!(matches!(trap.kind, TrapKind::Memory(_)));
    assert!(trap.stack[0].text.starts_with("%v0 = load"), "{trap}");
}

#[test]
fn allocations_together_overflow_one_by_one() {
    let mut body = Body::new(&[I]);
    let size = body.i32(32);
    body.alloca(V::Param(0), 16);
    for _ in 0..2 {
        body.alloca(size, 16);
    }
    let last = body.alloca(size, 16);
    body.ret(last);
    let program = whole(I, body, &[0]);
    let room = u64::from(STACK.end - STACK.start);
    let left = [(16, "%v1"), (48, "%v2"), (80, "%v3")];
    for (left, name) in left {
        let trap = program.call_words(&[room - left]).unwrap_err();
        assert_eq!(trap.kind, TrapKind::StackOverflow);
        assert!(trap.stack[0].text.starts_with(name), "{left}: {trap}");
    }
    assert_eq!(program.call(&[room - 96]), Ok(STACK.start.into()));
}

#[test]
fn sums_are_shifted_multiplied_and_converted() {
    let mut body = Body::new(&[I, I]);
    let (five, twelve, mask) = (body.i32(5), body.i32(12), body.i32(0x3f0));
    let shifted = body.binary(BinaryOp::LShr, V::Param(0), five);
    let field = body.binary(BinaryOp::And, shifted, mask);
    let more = body.binary(BinaryOp::Add, field, twelve);
    let product = body.binary(BinaryOp::Mul, V::Param(1), more);
    let other = body.binary(BinaryOp::Xor, V::Param(1), twelve);
    let sum = body.binary(BinaryOp::Add, product, other);
    let number = body.cast(CastOp::SiToFp, sum, Type::Double);
    body.ret(number);
    let program = whole(Type::Double, body, &[0, 0]);
    for a in NUMBERS {
        for b in NUMBERS {
            let product = (a >> 5 & 0x3f0).wrapping_add(12).wrapping_mul(b);
            let expected = f64::from(product.wrapping_add(b ^ 12) as i32);
            assert_eq!(program.call(&[a.into(), b.into()]), Ok(expected.to_bits()));
        }
    }
}

#[test]
fn copies_count_down_beside_their_stores() {
    // Copies n words to the next higher position, from last to first. Returns the new value of the
    // last.
    let mut body = Body::new(&[I, I]);
    let (one, four, zero) = (body.i32(1), body.i32(4), body.i32(0));
    body.store(V::Param(1), V::Param(0));
    body.br(1);
    body.block();
    let left = body.phi(I, &[(V::Param(0), 0), (V::Later(4), 1)]);
    let from = body.phi(I, &[(V::Param(1), 0), (V::Later(3), 1)]);
    let value = body.load(I, from);
    let to = body.binary(BinaryOp::Add, from, four);
    let less = body.binary(BinaryOp::Sub, left, one);
    let value = body.binary(BinaryOp::Add, value, one);
    body.store(to, value);
    let done = body.compare(Predicate::Eq, less, zero);
    body.cond_br(done, 2, 1);
    body.block();
    let result = body.load(I, to);
    body.ret(result);
    let program = whole(I, body, &[1, DATA.into()]);
    assert_eq!(program.call(&[9, DATA.into()]), Ok(18));
}
