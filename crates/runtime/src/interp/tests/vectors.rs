//! Checks vector operations against the scalar expectations, lane by lane.

use super::scalars::{CASTS, expect_cast, expect_compare, expect_float_compare, expect_integer};
use super::*;

const VECTORS: [Type; 7] = [
    Type::V4I1,
    Type::V8I1,
    Type::V16I1,
    Type::V16I8,
    Type::V8I16,
    Type::V4I32,
    Type::V4Float,
];

fn join(ty: Type, lanes: &[u64]) -> [u64; 2] {
    let bits = ty.element_bits();
    let whole = lanes
        .iter()
        .enumerate()
        .fold(0u128, |whole, (index, &lane)| {
            whole | u128::from(lane) << (index as u32 * bits)
        });
    [whole as u64, (whole >> 64) as u64]
}

/// Returns the words of a register or pair, in the form in which they are passed.
fn words(ty: Type, lanes: &[u64]) -> Vec<u64> {
    let pair = join(ty, lanes);
    if ty.bits() == 128 {
        pair.to_vec()
    } else {
        vec![pair[0]]
    }
}

/// Vectors with a variety of values.
fn lanes(ty: Type, salt: usize) -> Vec<u64> {
    let samples = super::scalars::samples(ty.element());
    (0..ty.lanes() as usize)
        .map(|lane| samples[(lane * 5 + salt * 3) % samples.len()])
        .collect()
}

fn run(ty: Type, body: Body, args: &[u64]) -> Result<[u64; 2], TrapKind> {
    Program::single(ty, body)
        .call_words(args)
        .map_err(|trap| trap.kind)
}

#[test]
fn integer_lanes_compute_as_scalars_do() {
    use BinaryOp::*;
    for ty in [Type::V16I8, Type::V8I16, Type::V4I32] {
        let bits = ty.element_bits();
        for op in [
            Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
        ] {
            for salt in 0..8 {
                let (a, b) = (lanes(ty, salt), lanes(ty, salt + 1));
                let expected: Result<Vec<u64>, _> = a
                    .iter()
                    .zip(&b)
                    .map(|(&a, &b)| expect_integer(op, bits, a, b))
                    .collect();
                let mut body = Body::new(&[ty, ty]);
                let value = body.binary(op, V::Param(0), V::Param(1));
                body.ret(value);
                let args = [words(ty, &a), words(ty, &b)].concat();
                assert_eq!(
                    run(ty, body, &args),
                    expected.map(|lanes| join(ty, &lanes)),
                    "{op:?} {ty}"
                );
            }
        }
    }
    for ty in [Type::V4I1, Type::V8I1, Type::V16I1] {
        for op in [And, Or, Xor] {
            let (a, b) = (lanes(ty, 1), lanes(ty, 2));
            let mut body = Body::new(&[ty, ty]);
            let value = body.binary(op, V::Param(0), V::Param(1));
            body.ret(value);
            let expected: Vec<u64> = a
                .iter()
                .zip(&b)
                .map(|(&a, &b)| expect_integer(op, 1, a, b).unwrap())
                .collect();
            let args = [words(ty, &a), words(ty, &b)].concat();
            assert_eq!(run(ty, body, &args), Ok(join(ty, &expected)));
        }
    }
}

#[test]
fn float_lanes_compute_as_floats_do() {
    let ty = Type::V4Float;
    for op in [
        BinaryOp::FAdd,
        BinaryOp::FSub,
        BinaryOp::FMul,
        BinaryOp::FDiv,
        BinaryOp::FRem,
    ] {
        let (a, b) = ([1.5f32, -0.1, 7.25, 1e30], [2.0f32, 0.3, -2.5, 1e-30]);
        let bits = |lanes: [f32; 4]| lanes.map(|lane| u64::from(lane.to_bits()));
        let expected = std::array::from_fn(|lane| match op {
            BinaryOp::FAdd => a[lane] + b[lane],
            BinaryOp::FSub => a[lane] - b[lane],
            BinaryOp::FMul => a[lane] * b[lane],
            BinaryOp::FDiv => a[lane] / b[lane],
            _ => a[lane] % b[lane],
        });
        let mut body = Body::new(&[ty, ty]);
        let value = body.binary(op, V::Param(0), V::Param(1));
        body.ret(value);
        let args = [words(ty, &bits(a)), words(ty, &bits(b))].concat();
        assert_eq!(
            run(ty, body, &args),
            Ok(join(ty, &bits(expected))),
            "{op:?}"
        );
    }
}

#[test]
fn comparisons_make_masks_and_masks_select() {
    use Predicate::*;
    for ty in VECTORS {
        let predicates: &[Predicate] = if ty == Type::V4Float {
            &[FFalse, FOeq, FOlt, FOne, FUeq, FUge, FUne, FTrue]
        } else if ty.element() == Type::I1 {
            // Only wider integers can be compared (P0803).
            &[]
        } else {
            &[Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle]
        };
        for &predicate in predicates {
            let (a, b) = (lanes(ty, 2), lanes(ty, 5));
            let holds = |(&a, &b): (&u64, &u64)| {
                if ty == Type::V4Float {
                    let float = |bits: u64| f64::from(f32::from_bits(bits as u32));
                    expect_float_compare(predicate, float(a), float(b))
                } else {
                    expect_compare(predicate, ty.element_bits(), a, b)
                }
            };
            let mask: Vec<u64> = a
                .iter()
                .zip(&b)
                .map(|pair| u64::from(holds(pair)))
                .collect();
            let mut body = Body::new(&[ty, ty]);
            let value = body.compare(predicate, V::Param(0), V::Param(1));
            body.ret(value);
            let args = [words(ty, &a), words(ty, &b)].concat();
            let result = ty.comparison_result();
            assert_eq!(
                run(result, body, &args),
                Ok(join(result, &mask)),
                "{predicate:?} {ty}"
            );

            let mut body = Body::new(&[ty, ty]);
            let value = body.compare(predicate, V::Param(0), V::Param(1));
            let chosen = body.select(value, V::Param(0), V::Param(1));
            body.ret(chosen);
            let chosen: Vec<u64> = (0..a.len())
                .map(|lane| if mask[lane] != 0 { a[lane] } else { b[lane] })
                .collect();
            assert_eq!(run(ty, body, &args), Ok(join(ty, &chosen)), "select {ty}");
        }
        let mask_type = ty.comparison_result();
        let (mask, a, b) = (lanes(mask_type, 3), lanes(ty, 2), lanes(ty, 5));
        let mut body = Body::new(&[mask_type, ty, ty]);
        let chosen = body.select(V::Param(0), V::Param(1), V::Param(2));
        body.ret(chosen);
        let args = [words(mask_type, &mask), words(ty, &a), words(ty, &b)].concat();
        let chosen: Vec<u64> = (0..a.len())
            .map(|lane| if mask[lane] != 0 { a[lane] } else { b[lane] })
            .collect();
        assert_eq!(run(ty, body, &args), Ok(join(ty, &chosen)), "select {ty}");
    }
}

#[test]
fn lanes_convert_as_scalars_do() {
    let casts = CASTS.into_iter().filter(|op| *op != CastOp::Bitcast);
    for op in casts {
        for from in VECTORS {
            for to in VECTORS.into_iter().filter(|&to| op.is_legal(from, to)) {
                let a = lanes(from, 4);
                let expected: Vec<u64> = a
                    .iter()
                    .map(|&lane| expect_cast(op, from.element(), to.element(), lane))
                    .collect();
                let mut body = Body::new(&[from]);
                let value = body.cast(op, V::Param(0), to);
                body.ret(value);
                let found = run(to, body, &words(from, &a));
                assert_eq!(found, Ok(join(to, &expected)), "{op:?} {from} to {to}");
            }
        }
    }
}

#[test]
fn bitcasts_keep_the_bits_with_the_first_lane_lowest() {
    let a = lanes(Type::V4I32, 3);
    let mut body = Body::new(&[Type::V4I32]);
    let bytes = body.cast(CastOp::Bitcast, V::Param(0), Type::V16I8);
    let value = body.extract(bytes, 5);
    body.ret(value);
    let expected = a[1] >> 8 & 0xff;
    assert_eq!(
        run(Type::I8, body, &words(Type::V4I32, &a)),
        Ok([expected, 0])
    );

    for (scalar, vector) in [(Type::I8, Type::V8I1), (Type::I16, Type::V16I1)] {
        let mut body = Body::new(&[scalar]);
        let mask = body.cast(CastOp::Bitcast, V::Param(0), vector);
        let value = body.extract(mask, 2);
        body.ret(value);
        assert_eq!(run(Type::I1, body, &[0b1100]), Ok([1, 0]));
    }
}

#[test]
fn lanes_are_inserted_and_extracted() {
    for ty in VECTORS {
        for lane in 0..ty.lanes() {
            let (a, new) = (lanes(ty, 1), lanes(ty, 6)[0]);
            let mut body = Body::new(&[ty, ty.element()]);
            let inserted = body.insert(V::Param(0), V::Param(1), lane);
            body.ret(inserted);
            let mut expected = a.clone();
            expected[lane as usize] = new;
            let args = [words(ty, &a), vec![new]].concat();
            assert_eq!(run(ty, body, &args), Ok(join(ty, &expected)), "{ty} {lane}");

            let mut body = Body::new(&[ty]);
            let extracted = body.extract(V::Param(0), lane);
            body.ret(extracted);
            let found = run(ty.element(), body, &words(ty, &a));
            assert_eq!(found, Ok([a[lane as usize], 0]), "{ty} {lane}");
        }
    }
}

#[test]
fn vectors_pass_through_memory_calls_and_phis() {
    // callee(v, w) = w - v; main swaps the two in a loop, then calls.
    let ty = Type::V4I32;
    let mut builder = Builder::default();
    let callee = builder.declare(ty, &[ty, Type::I32, ty]);
    let main = builder.declare(ty, &[ty, ty, Type::I32]);
    let mut body = Body::new(&[ty, Type::I32, ty]);
    let difference = body.binary(BinaryOp::Sub, V::Param(2), V::Param(0));
    body.ret(difference);
    builder.define(callee, body);

    let mut body = Body::new(&[ty, ty, Type::I32]);
    let (one, zero, address) = (body.i32(1), body.i32(0), body.i32(DATA + 16));
    body.br(1);
    body.block();
    let x = body.phi(ty, &[(V::Param(0), 0), (V::Later(1), 1)]);
    let y = body.phi(ty, &[(V::Param(1), 0), (x, 1)]);
    let left = body.phi(Type::I32, &[(V::Param(2), 0), (V::Later(3), 1)]);
    let next = body.binary(BinaryOp::Sub, left, one);
    let done = body.compare(Predicate::Eq, next, zero);
    body.cond_br(done, 2, 1);
    body.block();
    body.store(address, x);
    let loaded = body.load(ty, address);
    let result = body.call(callee, ty, &[loaded, zero, y]);
    body.ret(result);
    builder.define(main, body);
    let program = builder.finish();
    let (a, b) = ([5, 6, 7, 8], [1, 1, 1, 0x8000_0000]);
    for count in [1, 2, 3] {
        let args = [words(ty, &a), words(ty, &b), vec![count]].concat();
        // Every round except the first one swaps.
        let (x, y) = if count % 2 == 1 { (a, b) } else { (b, a) };
        let expected: Vec<u64> = (0..4)
            .map(|lane| u64::from((y[lane] as u32).wrapping_sub(x[lane] as u32)))
            .collect();
        assert_eq!(
            program.call_words(&args).unwrap(),
            join(ty, &expected),
            "{count}"
        );
    }
}
