//! Arithmetic on integers in parts; see [`Form`].

use super::form::Form;
use crate::emit::{Emit, constant_bits, width_of};
use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{BinaryOp as Op, FunctionBuilder, IntPredicate as P, Value};

type Builder<'m> = FunctionBuilder<'m>;

/// Maximum width in bits of a factor.
const MAX_FACTOR_WIDTH: u32 = 1024;

/// A part of 64 bits with a constant value.
pub(super) fn constant(build: &mut Builder<'_>, bits: u64) -> Value {
    Value::Constant(build.module.int(64, bits))
}

/// Clears the bits of a last part beyond the width.
pub(super) fn cleared(build: &mut Builder<'_>, last: Value, form: Form) -> Value {
    match form.unused() {
        0 => last,
        unused => build.with(Op::And, last, (1 << (form.unit - unused)) - 1),
    }
}

/// Shifts a part by a number of bits. The result is constant if the part is.
pub(super) fn shifted(build: &mut Builder<'_>, op: Op, part: Value, by: u32) -> Value {
    let ty = build.type_of(part);
    let width = width_of(build.module, ty).unwrap_or(64);
    match constant_bits(build.module, part) {
        _ if by == 0 => part,
        Some(bits) if op == Op::Shl => build.int(ty, bits << by),
        Some(bits) if op == Op::AShr => {
            let raised = (bits << (64 - width)).cast_signed();
            build.int(ty, (raised >> (64 - width + by)).cast_unsigned())
        }
        Some(bits) => build.int(ty, bits >> by),
        None => build.with(op, part, by.into()),
    }
}

/// Shifts a last part so that the sign of the number is its highest bit.
fn raised(build: &mut Builder<'_>, last: Value, form: Form) -> Value {
    shifted(build, Op::Shl, last, form.unused())
}

/// Sign-extends a last part beyond the width.
pub(super) fn extended(build: &mut Builder<'_>, last: Value, form: Form) -> Value {
    let raised = raised(build, last, form);
    shifted(build, Op::AShr, raised, form.unused())
}

/// Changes the last part of a number.
fn change_last(
    build: &mut Builder<'_>,
    parts: &mut [Value],
    form: Form,
    change: fn(&mut Builder<'_>, Value, Form) -> Value,
) {
    if let Some(last) = parts.last_mut() {
        *last = change(build, *last, form);
    }
}

/// Computes the result of an operation.
pub(super) fn binary(
    build: &mut Builder<'_>,
    op: Op,
    lhs: &[Value],
    rhs: &[Value],
    form: Form,
) -> Result<Vec<Value>, Fault> {
    if let (&[lhs], &[rhs]) = (lhs, rhs) {
        return Ok(vec![single(build, op, lhs, rhs, form)]);
    }
    let mut parts = match op {
        Op::And | Op::Or | Op::Xor => {
            let pairs = lhs.iter().zip(rhs);
            return Ok(pairs.map(|(&l, &r)| build.binary(op, l, r)).collect());
        }
        Op::Add | Op::Sub => add(build, op, lhs, rhs),
        Op::Mul if form.width <= MAX_FACTOR_WIDTH => multiply(build, lhs, rhs),
        Op::Shl | Op::LShr | Op::AShr => shift(build, op, lhs, rhs, form),
        _ => return Err(no_arithmetic(op, form.width)),
    };
    change_last(build, &mut parts, form, cleared);
    Ok(parts)
}

/// Computes the result of an operation on numbers of one part.
fn single(build: &mut Builder<'_>, op: Op, mut lhs: Value, mut rhs: Value, form: Form) -> Value {
    if matches!(op, Op::AShr | Op::SDiv | Op::SRem) {
        lhs = extended(build, lhs, form);
    }
    if matches!(op, Op::SDiv | Op::SRem) {
        rhs = extended(build, rhs, form);
    }
    let value = build.binary(op, lhs, rhs);
    match op {
        Op::And | Op::Or | Op::Xor | Op::LShr | Op::UDiv | Op::URem => value,
        _ => cleared(build, value, form),
    }
}

#[cold]
fn no_arithmetic(op: Op, width: u32) -> Fault {
    if op == Op::Mul {
        return ErrorKind::TooLarge.fault(format!(
            "the factors of a product have {width} bits, expected at most {MAX_FACTOR_WIDTH}"
        ));
    }
    ErrorKind::BadInstruction.fault(format!(
        "PNaCl divides integers of at most 64 bits, but these have {width}"
    ))
}

/// Computes a sum or difference.
fn add(build: &mut Builder<'_>, op: Op, lhs: &[Value], rhs: &[Value]) -> Vec<Value> {
    let subtract = op == Op::Sub;
    let last = lhs.len().saturating_sub(1);
    let mut carry: Option<Value> = None;
    let mut parts = Vec::with_capacity(lhs.len());
    for (number, (&l, &r)) in lhs.iter().zip(rhs).enumerate() {
        let first = build.binary(op, l, r);
        let mut carried = None;
        if number < last {
            carried = Some(match subtract {
                true => build.int_compare(P::Ult, l, r),
                false => build.int_compare(P::Ult, first, l),
            });
        }
        let mut part = first;
        if let Some(carry) = carry {
            let carry = build.resize(carry, 64);
            part = build.binary(op, first, carry);
            if let Some(before) = carried {
                let more = match subtract {
                    true => build.int_compare(P::Ult, first, carry),
                    false => build.int_compare(P::Ult, part, first),
                };
                carried = Some(build.binary(Op::Or, before, more));
            }
        }
        carry = carried;
        parts.push(part);
    }
    parts
}

/// Computes a product from the products of parts that affect the result.
fn multiply(build: &mut Builder<'_>, lhs: &[Value], rhs: &[Value]) -> Vec<Value> {
    let count = lhs.len();
    let mut sums: Vec<Option<Value>> = vec![None; count];
    for (row, &l) in lhs.iter().enumerate() {
        if constant_bits(build.module, l) == Some(0) {
            continue;
        }
        let mut carry: Option<Value> = None;
        for (column, &r) in rhs.iter().enumerate().take(count - row) {
            let place = row + column;
            let is_last = place + 1 == count;
            let mut low = build.binary(Op::Mul, l, r);
            let mut high = (!is_last).then(|| multiply_high(build, l, r));
            for more in [sums[place], carry].into_iter().flatten() {
                let sum = build.binary(Op::Add, low, more);
                if let Some(upper) = high {
                    // The upper half of a product is small enough for two carries.
                    let carried = build.int_compare(P::Ult, sum, more);
                    let carried = build.resize(carried, 64);
                    high = Some(build.binary(Op::Add, upper, carried));
                }
                low = sum;
            }
            sums[place] = Some(low);
            carry = high;
        }
    }
    let zero = constant(build, 0);
    sums.into_iter().map(|sum| sum.unwrap_or(zero)).collect()
}

/// The upper half of the product of two parts, by products of 32-bit halves.
fn multiply_high(build: &mut Builder<'_>, lhs: Value, rhs: Value) -> Value {
    let mask = u64::from(u32::MAX);
    let lhs_low = build.with(Op::And, lhs, mask);
    let lhs_high = build.with(Op::LShr, lhs, 32);
    let rhs_low = build.with(Op::And, rhs, mask);
    let rhs_high = build.with(Op::LShr, rhs, 32);
    let low = build.binary(Op::Mul, lhs_low, rhs_low);
    let first = build.binary(Op::Mul, lhs_high, rhs_low);
    let second = build.binary(Op::Mul, lhs_low, rhs_high);
    let high = build.binary(Op::Mul, lhs_high, rhs_high);
    let low_high = build.with(Op::LShr, low, 32);
    let middle = build.binary(Op::Add, first, low_high);
    let middle_low = build.with(Op::And, middle, mask);
    let middle_high = build.with(Op::LShr, middle, 32);
    let cross = build.binary(Op::Add, second, middle_low);
    let cross_high = build.with(Op::LShr, cross, 32);
    let sum = build.binary(Op::Add, high, middle_high);
    build.binary(Op::Add, sum, cross_high)
}

/// The bits shifted in at the ends of a number, and the direction.
struct Shift {
    left: bool,
    fill: Value,
}

impl Shift {
    /// Returns the operations for a part and for the one that bits come in from.
    fn operations(&self) -> (Op, Op) {
        match self.left {
            true => (Op::Shl, Op::LShr),
            false => (Op::LShr, Op::Shl),
        }
    }

    /// Returns the part that a shift by whole parts moves to a position.
    fn source(&self, parts: &[Value], place: usize, distance: usize) -> Value {
        let from = if self.left {
            place.checked_sub(distance)
        } else {
            place.checked_add(distance)
        };
        from.and_then(|from| parts.get(from))
            .copied()
            .unwrap_or(self.fill)
    }
}

/// Shifts a number by an amount, which must be below its width.
fn shift(
    build: &mut Builder<'_>,
    op: Op,
    value: &[Value],
    amount: &[Value],
    form: Form,
) -> Vec<Value> {
    let mut parts = value.to_vec();
    let mut fill = constant(build, 0);
    if op == Op::AShr {
        change_last(build, &mut parts, form, extended);
        if let Some(&last) = parts.last() {
            fill = build.with(Op::AShr, last, 63);
        }
    }
    let shift = Shift {
        left: op == Op::Shl,
        fill,
    };
    // The higher parts of a valid amount are zero.
    let amount = amount.first().copied().unwrap_or(fill);
    match constant_bits(build.module, amount) {
        Some(amount) => shift_by(build, &shift, &parts, amount),
        None => shift_any(build, &shift, parts, amount),
    }
}

fn shift_by(build: &mut Builder<'_>, shift: &Shift, parts: &[Value], amount: u64) -> Vec<Value> {
    // A shift by more than the width may have any result.
    let distance = usize::try_from(amount / 64).unwrap_or(usize::MAX);
    let bits = amount % 64;
    let mut shifted = Vec::with_capacity(parts.len());
    for place in 0..parts.len() {
        let near = shift.source(parts, place, distance);
        let far = shift.source(parts, place, distance.saturating_add(1));
        if bits == 0 {
            shifted.push(near);
            continue;
        }
        let (near_op, far_op) = shift.operations();
        let near = shift_part(build, near_op, near, bits);
        let far = shift_part(build, far_op, far, 64 - bits);
        shifted.push(match (near, far) {
            (Some(near), Some(far)) => build.binary(Op::Or, near, far),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => constant(build, 0),
        });
    }
    shifted
}

/// Shifts a part by some bits. Returns `None` if the result is zero.
fn shift_part(build: &mut Builder<'_>, op: Op, part: Value, bits: u64) -> Option<Value> {
    match constant_bits(build.module, part) {
        Some(0) => None,
        _ => Some(build.with(op, part, bits)),
    }
}

/// Shifts by a variable amount: by whole parts for each bit of the amount, and then by the rest.
fn shift_any(
    build: &mut Builder<'_>,
    shift: &Shift,
    mut parts: Vec<Value>,
    amount: Value,
) -> Vec<Value> {
    let mut distance = 1;
    let mut bit = 64;
    while distance < parts.len() {
        let is_set = build.with(Op::And, amount, bit);
        let zero = constant(build, 0);
        let is_set = build.int_compare(P::Ne, is_set, zero);
        let mut moved = Vec::with_capacity(parts.len());
        for (place, &part) in parts.iter().enumerate() {
            let other = shift.source(&parts, place, distance);
            moved.push(build.select(is_set, other, part));
        }
        parts = moved;
        distance *= 2;
        bit *= 2;
    }
    let bits = build.with(Op::And, amount, 63);
    let rest = build.with(Op::Xor, bits, 63);
    let mut shifted = Vec::with_capacity(parts.len());
    for (place, &near) in parts.iter().enumerate() {
        let far = shift.source(&parts, place, 1);
        // Shifting by one first keeps the amount below 64.
        let (near_op, far_op) = shift.operations();
        let near = build.binary(near_op, near, bits);
        let far = build.with(far_op, far, 1);
        let far = build.binary(far_op, far, rest);
        shifted.push(build.binary(Op::Or, near, far));
    }
    shifted
}

/// Compares two numbers.
pub(super) fn compare(
    build: &mut Builder<'_>,
    by: P,
    lhs: &[Value],
    rhs: &[Value],
    form: Form,
) -> Value {
    let (mut lhs, mut rhs) = (lhs.to_vec(), rhs.to_vec());
    let signed = matches!(by, P::Slt | P::Sle | P::Sgt | P::Sge);
    if signed {
        change_last(build, &mut lhs, form, raised);
        change_last(build, &mut rhs, form, raised);
    }
    if let (&[lhs], &[rhs]) = (&lhs[..], &rhs[..]) {
        return build.int_compare(by, lhs, rhs);
    }
    if matches!(by, P::Eq | P::Ne) {
        let mut all = constant(build, 0);
        for (&l, &r) in lhs.iter().zip(&rhs) {
            let differ = build.binary(Op::Xor, l, r);
            all = match constant_bits(build.module, all) {
                Some(0) => differ,
                _ => build.binary(Op::Or, all, differ),
            };
        }
        let zero = constant(build, 0);
        return build.int_compare(by, all, zero);
    }
    if matches!(by, P::Ugt | P::Sgt | P::Ule | P::Sle) {
        (lhs, rhs) = (rhs, lhs);
    }
    let below = below(build, signed, &lhs, &rhs);
    match by {
        P::Uge | P::Sge | P::Ule | P::Sle => build.with(Op::Xor, below, 1),
        _ => below,
    }
}

/// Returns true if a number is less than another. The last part decides or, if it is equal, the
/// parts before it.
fn below(build: &mut Builder<'_>, signed: bool, lhs: &[Value], rhs: &[Value]) -> Value {
    let last = lhs.len().saturating_sub(1);
    let mut result: Option<Value> = None;
    for (number, (&l, &r)) in lhs.iter().zip(rhs).enumerate() {
        let by = if signed && number == last {
            P::Slt
        } else {
            P::Ult
        };
        let here = build.int_compare(by, l, r);
        result = Some(match result {
            None => here,
            Some(before) => {
                let equal = build.int_compare(P::Eq, l, r);
                build.select(equal, before, here)
            }
        });
    }
    result.unwrap_or_else(|| Value::Constant(build.module.int(1, 0)))
}

/// Converts a number to another form. New bits are zero or copies of the sign.
pub(super) fn convert(
    build: &mut Builder<'_>,
    signed: bool,
    mut parts: Vec<Value>,
    from: Form,
    to: Form,
) -> Vec<Value> {
    let signed = signed && from.width < to.width;
    parts.truncate(to.count());
    if signed {
        change_last(build, &mut parts, from, extended);
    }
    if from.unit != to.unit {
        for part in &mut parts {
            *part = match signed {
                true => build.resize_signed(*part, to.unit),
                false => build.resize(*part, to.unit),
            };
        }
    }
    if parts.len() < to.count() {
        let mut fill = constant(build, 0);
        if let (true, Some(&last)) = (signed, parts.last()) {
            fill = build.with(Op::AShr, last, 63);
        }
        parts.resize(to.count(), fill);
    }
    if signed || to.width < from.width {
        change_last(build, &mut parts, to, cleared);
    }
    parts
}
