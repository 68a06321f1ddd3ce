//! Scalar operations on registers in normal form, for any type. Used for the lanes of vectors, and
//! for operations that have no opcode of their own in the main loop.

use super::value::{from_f32, mask, sign_extend, to_f32};
use crate::trap::TrapKind;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::Type;

/// Every binary operation, by its number.
const BINARY_OPS: [BinaryOp; 18] = {
    use BinaryOp::*;
    [
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, FAdd, FSub, FMul,
        FDiv, FRem,
    ]
};

/// The binary operation with a number.
pub(super) fn binary_op(number: u32) -> BinaryOp {
    BINARY_OPS[number as usize]
}

/// Computes a binary operation on integers of this width.
pub(super) fn integer(op: BinaryOp, bits: u32, a: u64, b: u64) -> Result<u64, TrapKind> {
    debug_assert!(!op.is_float(), "{} is not for integers", op.name());
    let (sa, sb) = (sign_extend(a, bits) as i64, sign_extend(b, bits) as i64);
    let count = (b & u64::from(bits - 1)) as u32;
    if b == 0
        && matches!(
            op,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
        )
    {
        return Err(TrapKind::DivisionByZero);
    }
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a % b,
        BinaryOp::SDiv => {
            if sb == -1 && a == 1 << (bits - 1) {
                return Err(TrapKind::IntegerOverflow);
            }
            sa.wrapping_div(sb) as u64
        }
        BinaryOp::SRem => sa.wrapping_rem(sb) as u64,
        BinaryOp::Shl => a << count,
        BinaryOp::LShr => a >> count,
        BinaryOp::AShr => (sa >> count) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        _ => a ^ b,
    };
    Ok(result & mask(bits))
}

/// Computes a binary operation on scalars of a type.
pub(super) fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> Result<u64, TrapKind> {
    debug_assert_eq!(op.is_float(), ty.is_float(), "{} on {ty}", op.name());
    match ty {
        Type::Float => {
            let (a, b) = (to_f32(a), to_f32(b));
            Ok(from_f32(match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => a % b,
            }))
        }
        Type::Double => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            Ok(f64::to_bits(match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => a % b,
            }))
        }
        _ => integer(op, ty.bits(), a, b),
    }
}

/// Compares scalars of a type.
#[expect(
    clippy::double_comparisons,
    reason = "NaN is neither less nor greater, but it is not equal"
)]
pub(super) fn compare(predicate: Predicate, ty: Type, a: u64, b: u64) -> bool {
    use Predicate::*;
    if ty.is_float() {
        let widen = |bits| {
            if ty == Type::Float {
                f64::from(to_f32(bits))
            } else {
                f64::from_bits(bits)
            }
        };
        let (a, b) = (widen(a), widen(b));
        let unordered = a.is_nan() || b.is_nan();
        return match predicate {
            FFalse => false,
            FOeq => a == b,
            FOgt => a > b,
            FOge => a >= b,
            FOlt => a < b,
            FOle => a <= b,
            FOne => a < b || a > b,
            FOrd => !unordered,
            FUno => unordered,
            FUeq => unordered || a == b,
            FUgt => unordered || a > b,
            FUge => unordered || a >= b,
            FUlt => unordered || a < b,
            FUle => unordered || a <= b,
            FUne => a != b,
            _ => true,
        };
    }
    let bits = ty.bits();
    let (sa, sb) = (sign_extend(a, bits) as i64, sign_extend(b, bits) as i64);
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ugt => a > b,
        Uge => a >= b,
        Ult => a < b,
        Ule => a <= b,
        Sgt => sa > sb,
        Sge => sa >= sb,
        Slt => sa < sb,
        _ => sa <= sb,
    }
}

/// Converts a scalar.
pub(super) fn cast(op: CastOp, from: Type, to: Type, value: u64) -> u64 {
    let signed = sign_extend(value, from.bits()) as i64;
    match op {
        CastOp::Trunc => value & mask(to.bits()),
        CastOp::ZExt | CastOp::Bitcast => value,
        CastOp::SExt => signed as u64 & mask(to.bits()),
        CastOp::FpTrunc => from_f32(f64::from_bits(value) as f32),
        CastOp::FpExt => f64::from(to_f32(value)).to_bits(),
        CastOp::UiToFp if to == Type::Float => from_f32(value as f32),
        CastOp::UiToFp => (value as f64).to_bits(),
        CastOp::SiToFp if to == Type::Float => from_f32(signed as f32),
        CastOp::SiToFp => (signed as f64).to_bits(),
        CastOp::FpToUi | CastOp::FpToSi => {
            // Widening a `float` to `double` does not change its value.
            let value = if from == Type::Float {
                f64::from(to_f32(value))
            } else {
                f64::from_bits(value)
            };
            match (to, op) {
                (Type::I64, CastOp::FpToUi) => value as u64,
                (Type::I64, _) => value as i64 as u64,
                (Type::I32, CastOp::FpToUi) => u64::from(value as i64 as u32),
                _ => value as i32 as u64 & mask(to.bits()),
            }
        }
    }
}
