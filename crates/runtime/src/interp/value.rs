//! Values in registers: the number of registers of each type, and conversions of bits.

use pinnacle_pexe::types::Type;

/// Returns true if values of a type take two registers.
pub(super) const fn is_wide(ty: Type) -> bool {
    ty.bits() == 128
}

/// Returns a mask of this number of low bits.
pub(super) const fn mask(bits: u32) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// Sign-extends the low bits of a number.
pub(super) const fn sign_extend(value: u64, bits: u32) -> u64 {
    let shift = 64 - bits;
    ((value << shift) as i64 >> shift) as u64
}

/// The `float` in a register.
#[inline(always)]
pub(super) fn to_f32(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The register for a `float`.
#[inline(always)]
pub(super) fn from_f32(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// Converts a value to its bits in a register.
macro_rules! bits {
    (u32, $value:expr) => {
        u64::from($value)
    };
    (i32, $value:expr) => {
        u64::from($value as u32)
    };
    (u64, $value:expr) => {
        $value
    };
    (i64, $value:expr) => {
        $value as u64
    };
    (f64, $value:expr) => {
        f64::to_bits($value)
    };
    (f32, $value:expr) => {
        $crate::interp::value::from_f32($value)
    };
}

/// Evaluates a comparison. `one` means ordered and not equal, and `ord` means ordered.
macro_rules! holds {
    ($a:ident one $b:ident) => {
        $a < $b || $a > $b
    };
    ($a:ident ord $b:ident) => {
        !$a.is_nan() && !$b.is_nan()
    };
    ($a:ident $op:tt $b:ident) => {
        $a $op $b
    };
}

pub(super) use {bits, holds};
