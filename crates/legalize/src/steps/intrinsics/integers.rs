//! Integer arithmetic: overflow, saturation, minimum and maximum, funnel shifts. It works for any
//! width and for vectors.

use pinnacle_llvm::{BinaryOp as Op, FunctionBuilder, IntPredicate as P, Value};

use crate::emit::{Emit, constant_bits, width_of};

type Builder<'m> = FunctionBuilder<'m>;

/// The width of a value, which must be an integer.
pub(super) fn width(build: &Builder<'_>, value: Value) -> u32 {
    let width = width_of(build.module, build.type_of(value));
    width.expect("the caller has checked that it is an integer")
}

/// Computes an operation, and whether it overflows.
pub(super) fn overflow(
    build: &mut Builder<'_>,
    op: Op,
    signed: bool,
    lhs: Value,
    rhs: Value,
) -> (Value, Value) {
    if op == Op::Mul {
        return multiply(build, signed, lhs, rhs);
    }
    let result = build.binary(op, lhs, rhs);
    let overflows = match (op, signed) {
        (Op::Add, false) => build.int_compare(P::Ult, result, lhs),
        (_, false) => build.int_compare(P::Ult, lhs, rhs),
        (_, true) => {
            // A sum overflows if both operands have the opposite sign of the result. A difference
            // overflows if the operands differ in sign and the result differs in sign from the
            // first.
            let changed = build.binary(Op::Xor, result, lhs);
            let other = if op == Op::Add { result } else { lhs };
            let differs = build.binary(Op::Xor, other, rhs);
            let both = build.binary(Op::And, changed, differs);
            is_negative(build, both)
        }
    };
    (result, overflows)
}

fn is_negative(build: &mut Builder<'_>, value: Value) -> Value {
    let ty = build.type_of(value);
    let zero = build.int(ty, 0);
    build.int_compare(P::Slt, value, zero)
}

fn multiply(build: &mut Builder<'_>, signed: bool, lhs: Value, rhs: Value) -> (Value, Value) {
    let narrow = width(build, lhs);
    let wide = match narrow {
        0..=16 => 32,
        17..=32 => 64,
        more => more.next_multiple_of(64),
    };
    let extend = |build: &mut Builder<'_>, value| {
        if signed {
            build.resize_signed(value, wide)
        } else {
            build.resize(value, wide)
        }
    };
    let (lhs, rhs) = (extend(build, lhs), extend(build, rhs));
    let (product, overflows) = match (narrow <= 32, signed) {
        (true, _) => (build.binary(Op::Mul, lhs, rhs), None),
        (false, false) => {
            let (product, overflows) = multiply_halves(build, lhs, rhs);
            (product, Some(overflows))
        }
        (false, true) => {
            let (product, overflows) = multiply_signed(build, lhs, rhs);
            (product, Some(overflows))
        }
    };
    if wide == narrow {
        return (product, overflows.expect("only narrow numbers have none"));
    }
    let result = build.resize(product, narrow);
    let back = extend(build, result);
    let lost = build.int_compare(P::Ne, back, product);
    let overflows = match overflows {
        Some(overflows) => build.binary(Op::Or, overflows, lost),
        None => lost,
    };
    (result, overflows)
}

/// The product of unsigned numbers, from products of their halves, which cannot overflow.
fn multiply_halves(build: &mut Builder<'_>, lhs: Value, rhs: Value) -> (Value, Value) {
    let ty = build.type_of(lhs);
    let half = width(build, lhs) / 2;
    let mask = build.low_bits(ty, half);
    let half = u64::from(half);
    let zero = build.int(ty, 0);
    let lhs_high = build.with(Op::LShr, lhs, half);
    let rhs_high = build.with(Op::LShr, rhs, half);
    let lhs_low = build.binary(Op::And, lhs, mask);
    let rhs_low = build.binary(Op::And, rhs, mask);
    let lhs_some = build.int_compare(P::Ne, lhs_high, zero);
    let rhs_some = build.int_compare(P::Ne, rhs_high, zero);
    let both = build.binary(Op::And, lhs_some, rhs_some);
    // One of these two products is zero, unless the result overflows anyway.
    let one = build.binary(Op::Mul, lhs_high, rhs_low);
    let other = build.binary(Op::Mul, lhs_low, rhs_high);
    let cross = build.binary(Op::Add, one, other);
    let cross_high = build.with(Op::LShr, cross, half);
    let cross_some = build.int_compare(P::Ne, cross_high, zero);
    let low = build.binary(Op::Mul, lhs_low, rhs_low);
    let product = build.binary(Op::Mul, lhs, rhs);
    let carried = build.int_compare(P::Ult, product, low);
    let overflows = build.binary(Op::Or, both, cross_some);
    let overflows = build.binary(Op::Or, overflows, carried);
    (product, overflows)
}

/// The product of signed numbers, from their absolute values.
fn multiply_signed(build: &mut Builder<'_>, lhs: Value, rhs: Value) -> (Value, Value) {
    let ty = build.type_of(lhs);
    let signs = build.binary(Op::Xor, lhs, rhs);
    let (lhs, rhs) = (absolute(build, lhs), absolute(build, rhs));
    let (size, overflows) = multiply_halves(build, lhs, rhs);
    let negative = is_negative(build, signs);
    let zero = build.int(ty, 0);
    let negated = build.binary(Op::Sub, zero, size);
    let product = build.select(negative, negated, size);
    let lowest = build.lowest(ty);
    let highest = build.highest(ty);
    let bound = build.select(negative, lowest, highest);
    let beyond = build.int_compare(P::Ugt, size, bound);
    (product, build.binary(Op::Or, overflows, beyond))
}

/// Computes an operation that saturates.
pub(super) fn saturating(
    build: &mut Builder<'_>,
    op: Op,
    signed: bool,
    lhs: Value,
    rhs: Value,
) -> Value {
    let ty = build.type_of(lhs);
    if op == Op::Shl {
        let result = build.binary(Op::Shl, lhs, rhs);
        let back = if signed { Op::AShr } else { Op::LShr };
        let back = build.binary(back, result, rhs);
        let lost = build.int_compare(P::Ne, back, lhs);
        let bound = if signed {
            // The highest number, or the lowest if the operand is negative.
            let sign = sign_mask(build, lhs);
            let highest = build.highest(ty);
            build.binary(Op::Xor, sign, highest)
        } else {
            build.ones(ty)
        };
        return build.select(lost, bound, result);
    }
    let (result, overflows) = overflow(build, op, signed, lhs, rhs);
    let bound = if signed {
        // After an overflow, the result has the wrong sign.
        let sign = sign_mask(build, result);
        let lowest = build.lowest(ty);
        build.binary(Op::Xor, sign, lowest)
    } else if op == Op::Add {
        build.ones(ty)
    } else {
        build.int(ty, 0)
    };
    build.select(overflows, bound, result)
}

fn sign_mask(build: &mut Builder<'_>, value: Value) -> Value {
    let width = width(build, value);
    build.with(Op::AShr, value, u64::from(width - 1))
}

/// Computes a minimum or maximum.
pub(super) fn choose(build: &mut Builder<'_>, by: P, lhs: Value, rhs: Value) -> Value {
    let first = build.int_compare(by, lhs, rhs);
    build.select(first, lhs, rhs)
}

/// Computes a three-way comparison: -1, 0 or 1 as a number of another width.
pub(super) fn three_way(
    build: &mut Builder<'_>,
    signed: bool,
    lhs: Value,
    rhs: Value,
    width: u32,
) -> Value {
    let (above, below) = if signed {
        (P::Sgt, P::Slt)
    } else {
        (P::Ugt, P::Ult)
    };
    let above = build.int_compare(above, lhs, rhs);
    let below = build.int_compare(below, lhs, rhs);
    let above = build.resize(above, width);
    let below = build.resize(below, width);
    build.binary(Op::Sub, above, below)
}

/// Computes the absolute value. The lowest number stays unchanged.
pub(super) fn absolute(build: &mut Builder<'_>, value: Value) -> Value {
    let ty = build.type_of(value);
    let zero = build.int(ty, 0);
    let negated = build.binary(Op::Sub, zero, value);
    let negative = build.int_compare(P::Slt, value, zero);
    build.select(negative, negated, value)
}

/// Shifts two concatenated numbers to the left and returns the upper half, or to the right and
/// returns the lower half. The amount is taken modulo the width.
pub(super) fn funnel(
    build: &mut Builder<'_>,
    left: bool,
    high: Value,
    low: Value,
    amount: Value,
) -> Value {
    let width = width(build, high);
    if width == 1 {
        return if left { high } else { low };
    }
    let bits = u64::from(width);
    if let Some(amount) = constant_bits(build.module, amount) {
        let amount = match (left, amount % bits) {
            (true, 0) => return high,
            (false, 0) => return low,
            (true, amount) => amount,
            (false, amount) => bits - amount,
        };
        let high = build.with(Op::Shl, high, amount);
        let low = build.with(Op::LShr, low, bits - amount);
        return build.binary(Op::Or, high, low);
    }
    let ty = build.type_of(amount);
    if high == low && bits.is_power_of_two() {
        // If the amount is 0, both shifts of a rotation are by 0.
        let zero = build.int(ty, 0);
        let negated = build.binary(Op::Sub, zero, amount);
        let amount = build.with(Op::And, amount, bits - 1);
        let rest = build.with(Op::And, negated, bits - 1);
        let (to_left, to_right) = if left { (amount, rest) } else { (rest, amount) };
        let high = build.binary(Op::Shl, high, to_left);
        let low = build.binary(Op::LShr, low, to_right);
        return build.binary(Op::Or, high, low);
    }
    // Shifting by one first keeps both amounts below the width.
    let (amount, rest) = if bits.is_power_of_two() {
        let mask = build.int(ty, bits - 1);
        let rest = build.binary(Op::Xor, amount, mask);
        (
            build.binary(Op::And, amount, mask),
            build.binary(Op::And, rest, mask),
        )
    } else {
        let amount = build.with(Op::URem, amount, bits);
        let most = build.int(ty, bits - 1);
        (amount, build.binary(Op::Sub, most, amount))
    };
    let (high, low) = if left {
        let low = build.with(Op::LShr, low, 1);
        (
            build.binary(Op::Shl, high, amount),
            build.binary(Op::LShr, low, rest),
        )
    } else {
        let high = build.with(Op::Shl, high, 1);
        (
            build.binary(Op::Shl, high, rest),
            build.binary(Op::LShr, low, amount),
        )
    };
    build.binary(Op::Or, high, low)
}
