//! Operations on floating-point numbers, computed with comparisons and with their bits. They also
//! work on vectors.

use pinnacle_llvm::{
    BinaryOp as Op, CastOp, FloatPredicate as F, FunctionBuilder, IntPredicate as P, Type, TypeId,
    Value,
};

use super::integers::width;
use crate::emit::{Emit, scalar_of, with_scalar};

type Builder<'m> = FunctionBuilder<'m>;

/// Reinterprets a number as an integer. Its type must be `float` or `double`.
fn bits_of(build: &mut Builder<'_>, value: Value) -> Value {
    let ty = build.type_of(value);
    let scalar = scalar_of(build.module, ty);
    let width = match build.module.types.get(scalar) {
        Type::Float => 32,
        _ => 64,
    };
    let integer = build.module.types.integer(width);
    let integers = with_scalar(build.module, ty, integer);
    build.cast(CastOp::BitCast, value, integers)
}

/// The absolute value.
pub(super) fn absolute(build: &mut Builder<'_>, value: Value) -> Value {
    let ty = build.type_of(value);
    let bits = bits_of(build, value);
    let bits = magnitude(build, bits);
    build.cast(CastOp::BitCast, bits, ty)
}

/// The bits without the sign.
fn magnitude(build: &mut Builder<'_>, bits: Value) -> Value {
    let ty = build.type_of(bits);
    let mask = build.highest(ty);
    build.binary(Op::And, bits, mask)
}

/// The first number with the sign of the second.
pub(super) fn copy_sign(build: &mut Builder<'_>, value: Value, sign: Value) -> Value {
    let ty = build.type_of(value);
    let (bits, sign) = (bits_of(build, value), bits_of(build, sign));
    let bits = magnitude(build, bits);
    let sign_type = build.type_of(sign);
    let mask = build.lowest(sign_type);
    let sign = build.binary(Op::And, sign, mask);
    let bits = build.binary(Op::Or, bits, sign);
    build.cast(CastOp::BitCast, bits, ty)
}

/// The smaller or larger number; if one is a NaN, the other.
pub(super) fn number_extreme(
    build: &mut Builder<'_>,
    larger: bool,
    lhs: Value,
    rhs: Value,
) -> Value {
    let chosen = ordered_extreme(build, larger, lhs, rhs);
    let no_number = build.float_compare(F::Uno, rhs, rhs);
    build.select(no_number, lhs, chosen)
}

fn ordered_extreme(build: &mut Builder<'_>, larger: bool, lhs: Value, rhs: Value) -> Value {
    let predicate = if larger { F::Ogt } else { F::Olt };
    let first = build.float_compare(predicate, lhs, rhs);
    build.select(first, lhs, rhs)
}

/// The smaller or larger number, or a NaN if either is one. Negative zero is smaller than positive
/// zero.
pub(super) fn extreme(build: &mut Builder<'_>, larger: bool, lhs: Value, rhs: Value) -> Value {
    let ty = build.type_of(lhs);
    let chosen = ordered_extreme(build, larger, lhs, rhs);
    // Equal numbers have the same bits, unless both are zero.
    let (lhs_bits, rhs_bits) = (bits_of(build, lhs), bits_of(build, rhs));
    let op = if larger { Op::And } else { Op::Or };
    let zero = build.binary(op, lhs_bits, rhs_bits);
    let zero = build.cast(CastOp::BitCast, zero, ty);
    let equal = build.float_compare(F::Oeq, lhs, rhs);
    let chosen = build.select(equal, zero, chosen);
    let not_a_number = build.binary(Op::FAdd, lhs, rhs);
    let unordered = build.float_compare(F::Uno, lhs, rhs);
    build.select(unordered, not_a_number, chosen)
}

/// Converts to the nearest integer of a type; zero for a NaN.
pub(super) fn saturating_cast(
    build: &mut Builder<'_>,
    signed: bool,
    value: Value,
    target: TypeId,
    target_width: u32,
) -> Value {
    let ty = build.type_of(value);
    let zero = build.float(ty, 0.0);
    // The bounds are powers of two or out of range, so they are exact.
    let exponent = if signed {
        target_width - 1
    } else {
        target_width
    };
    let end = 2_f64.powi(i32::try_from(exponent).unwrap_or(i32::MAX));
    let (end, start) = (
        build.float(ty, end),
        build.float(ty, if signed { -end } else { -1.0 }),
    );
    let from_start = if signed { F::Oge } else { F::Ogt };
    let from_start = build.float_compare(from_start, value, start);
    let to_end = build.float_compare(F::Olt, value, end);
    let inside = build.binary(Op::And, from_start, to_end);
    let safe = build.select(inside, value, zero);
    let cast = if signed {
        CastOp::FPToSI
    } else {
        CastOp::FPToUI
    };
    let converted = build.cast(cast, safe, target);
    let above = build.float_compare(F::Oge, value, end);
    let ones = build.ones(target);
    let nothing = build.int(target, 0);
    if !signed {
        let bound = build.select(above, ones, nothing);
        return build.select(inside, converted, bound);
    }
    let below = build.float_compare(F::Olt, value, start);
    let lowest = build.lowest(target);
    let highest = build.highest(target);
    let bound = build.select(below, lowest, nothing);
    let bound = build.select(above, highest, bound);
    build.select(inside, converted, bound)
}

/// Tests whether a number is in one of the classes whose bits are set. The bits stand for
/// signalling and quiet NaNs, and then from negative to positive for infinite, normal, subnormal
/// and zero.
pub(super) fn is_class(build: &mut Builder<'_>, value: Value, classes: u64) -> Value {
    let bits = bits_of(build, value);
    let ty = build.type_of(bits);
    let (infinity, quiet, smallest) = match width(build, bits) {
        32 => (0x7F80_0000, 0x7FC0_0000, 0x0080_0000),
        _ => (
            0x7FF0_0000_0000_0000,
            0x7FF8_0000_0000_0000,
            0x0010_0000_0000_0000,
        ),
    };
    let size = magnitude(build, bits);
    let zero = build.int(ty, 0);
    let negative = build.int_compare(P::Slt, bits, zero);
    let truth = build.type_of(negative);
    let ones = build.ones(truth);
    let positive = build.binary(Op::Xor, negative, ones);
    let mut result = None;
    // For each class, its lowest bit pattern and the one after its highest.
    let ranges = [
        (0, 1, 1 << 5, 1 << 6),
        (1, smallest, 1 << 4, 1 << 7),
        (smallest, infinity, 1 << 3, 1 << 8),
        (infinity, infinity + 1, 1 << 2, 1 << 9),
        (infinity + 1, quiet, 1, 1),
        (quiet, 1 << (width(build, bits) - 1), 2, 2),
    ];
    for (start, end, if_negative, if_positive) in ranges {
        let wanted = (classes & if_negative != 0, classes & if_positive != 0);
        if wanted == (false, false) {
            continue;
        }
        // A single unsigned comparison tests the range, because smaller numbers wrap around.
        let offset = build.with(Op::Sub, size, start);
        let length = build.int(ty, end - start);
        let mut is_it = build.int_compare(P::Ult, offset, length);
        if wanted == (true, false) {
            is_it = build.binary(Op::And, is_it, negative);
        } else if wanted == (false, true) {
            is_it = build.binary(Op::And, is_it, positive);
        }
        result = Some(match result {
            None => is_it,
            Some(result) => build.binary(Op::Or, result, is_it),
        });
    }
    result.unwrap_or_else(|| build.int(truth, 0))
}
