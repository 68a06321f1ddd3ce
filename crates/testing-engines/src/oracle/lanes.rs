//! Computes the results of instructions, one element at a time.
//!
//! A value is its bits in a `u128`, with the first element in the lowest bits. A scalar is a vector
//! of one element here.

use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::Type;
use pinnacle_runtime::TrapKind;

/// The bits of a value of any type.
pub(super) type Bits = u128;

/// Number of elements of a value of a type.
fn count(ty: Type) -> u32 {
    ty.lanes().max(1)
}

/// Truncates a number to `width` bits.
fn cut(number: u64, width: u32) -> u64 {
    if width == 64 {
        number
    } else {
        number & ((1 << width) - 1)
    }
}

/// Sign-extends a number of `width` bits.
fn sign_extend(number: u64, width: u32) -> i64 {
    (number << (64 - width)) as i64 >> (64 - width)
}

/// Extracts an element of a value.
pub(super) fn extract(ty: Type, value: Bits, index: u32) -> u64 {
    let width = ty.element_bits();
    cut((value >> (index * width)) as u64, width)
}

/// Replaces an element of a value.
pub(super) fn insert(ty: Type, value: Bits, index: u32, element: u64) -> Bits {
    let width = ty.element_bits();
    let mask = Bits::from(cut(u64::MAX, width)) << (index * width);
    value & !mask | Bits::from(element) << (index * width)
}

/// Builds a value from its elements.
fn build(
    ty: Type,
    mut element: impl FnMut(u32) -> Result<u64, TrapKind>,
) -> Result<Bits, TrapKind> {
    (0..count(ty)).try_fold(0, |value, index| {
        let element = cut(element(index)?, ty.element_bits());
        Ok(insert(ty, value, index, element))
    })
}

/// Computes an operation on two values.
pub(super) fn binary(op: BinaryOp, ty: Type, lhs: Bits, rhs: Bits) -> Result<Bits, TrapKind> {
    build(ty, |index| {
        let (a, b) = (extract(ty, lhs, index), extract(ty, rhs, index));
        match ty.element() {
            Type::Float => Ok(float_binary(op, a, b)),
            Type::Double => Ok(double_binary(op, a, b)),
            _ => integer_binary(op, a, b, ty.element_bits()),
        }
    })
}

fn integer_binary(op: BinaryOp, a: u64, b: u64, width: u32) -> Result<u64, TrapKind> {
    let (signed_a, signed_b) = (sign_extend(a, width), sign_extend(b, width));
    let divides = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    if divides && b == 0 {
        return Err(TrapKind::DivisionByZero);
    }
    let least = sign_extend(1 << (width - 1), width);
    let overflows = signed_a == least && signed_b == -1;
    // Shift counts are taken modulo the width, which is a power of two.
    let shift = (b & u64::from(width - 1)) as u32;
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a % b,
        BinaryOp::SDiv if overflows => return Err(TrapKind::IntegerOverflow),
        BinaryOp::SRem if overflows => 0,
        BinaryOp::SDiv => (signed_a / signed_b) as u64,
        BinaryOp::SRem => (signed_a % signed_b) as u64,
        BinaryOp::Shl => a << shift,
        BinaryOp::LShr => a >> shift,
        BinaryOp::AShr => (signed_a >> shift) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => unreachable!("{} is not for integers", op.name()),
    })
}

macro_rules! float_operation {
    ($name:ident, $float:ty, $bits:ty) => {
        fn $name(op: BinaryOp, a: u64, b: u64) -> u64 {
            let (a, b) = (
                <$float>::from_bits(a as $bits),
                <$float>::from_bits(b as $bits),
            );
            let result = match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                _ => unreachable!("{} is not for floats", op.name()),
            };
            u64::from(result.to_bits())
        }
    };
}

float_operation!(float_binary, f32, u32);
float_operation!(double_binary, f64, u64);

/// Converts a floating-point element to a `double`, which can represent every `float`.
fn to_double(ty: Type, bits: u64) -> f64 {
    match ty.element() {
        Type::Float => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Computes a comparison. The result has an `i1` for each element.
pub(super) fn compare(predicate: Predicate, ty: Type, lhs: Bits, rhs: Bits) -> Bits {
    let result = build(ty.comparison_result(), |index| {
        let (a, b) = (extract(ty, lhs, index), extract(ty, rhs, index));
        Ok(u64::from(if predicate.is_integer() {
            integer_compare(predicate, a, b, ty.element_bits())
        } else {
            float_compare(predicate, to_double(ty, a), to_double(ty, b))
        }))
    });
    result.expect("comparisons do not trap")
}

fn integer_compare(predicate: Predicate, a: u64, b: u64, width: u32) -> bool {
    let (signed_a, signed_b) = (sign_extend(a, width), sign_extend(b, width));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => signed_a > signed_b,
        Predicate::Sge => signed_a >= signed_b,
        Predicate::Slt => signed_a < signed_b,
        Predicate::Sle => signed_a <= signed_b,
        _ => unreachable!("only integer predicates come here"),
    }
}

/// Computes a floating-point comparison. The predicate's number has a bit for each relation of the
/// operands that makes it true: equal, greater, less, unordered.
fn float_compare(predicate: Predicate, a: f64, b: f64) -> bool {
    let relation = match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Equal) => 0,
        Some(std::cmp::Ordering::Greater) => 1,
        Some(std::cmp::Ordering::Less) => 2,
        None => 3,
    };
    predicate as u8 >> relation & 1 == 1
}

/// Selects between the elements of two values.
pub(super) fn select(ty: Type, condition: Bits, if_true: Bits, if_false: Bits) -> Bits {
    if !ty.is_vector() {
        return if condition == 1 { if_true } else { if_false };
    }
    let chosen = build(ty, |index| {
        let from = if condition >> index & 1 == 1 {
            if_true
        } else {
            if_false
        };
        Ok(extract(ty, from, index))
    });
    chosen.expect("a choice does not trap")
}

/// Computes a conversion.
pub(super) fn cast(op: CastOp, from: Type, to: Type, value: Bits) -> Bits {
    if op == CastOp::Bitcast {
        return value;
    }
    let width = from.element_bits();
    let result = build(to, |index| {
        let element = extract(from, value, index);
        Ok(match op {
            CastOp::Trunc | CastOp::ZExt => element,
            CastOp::SExt => sign_extend(element, width) as u64,
            CastOp::FpToSi => to_signed(to_double(from, element), to),
            CastOp::FpToUi => to_unsigned(to_double(from, element), to),
            CastOp::UiToFp if to.element() == Type::Float => u64::from((element as f32).to_bits()),
            CastOp::UiToFp => (element as f64).to_bits(),
            CastOp::SiToFp if to.element() == Type::Float => {
                u64::from((sign_extend(element, width) as f32).to_bits())
            }
            CastOp::SiToFp => (sign_extend(element, width) as f64).to_bits(),
            CastOp::FpTrunc => u64::from((f64::from_bits(element) as f32).to_bits()),
            CastOp::FpExt => f64::from(f32::from_bits(element as u32)).to_bits(),
            CastOp::Bitcast => unreachable!("bits are not converted"),
        })
    });
    result.expect("conversions do not trap")
}

/// Converts to a signed integer. Narrow types are truncated from an `i32`, and wider ones saturate.
fn to_signed(number: f64, to: Type) -> u64 {
    match to.element_bits() {
        64 => number as i64 as u64,
        _ => number as i32 as u64,
    }
}

/// Converts to an unsigned integer. Types up to `i32` are truncated from an `i64`, and only `i64`
/// is converted as unsigned.
fn to_unsigned(number: f64, to: Type) -> u64 {
    match to.element_bits() {
        64 => number as u64,
        32 => number as i64 as u64,
        _ => number as i32 as u64,
    }
}
