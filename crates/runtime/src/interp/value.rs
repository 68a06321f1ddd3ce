//! Values in registers: how many registers a type takes, and bits.

use pinnacle_pexe::types::Type;

/// Whether values of a type take two registers.
pub(super) const fn is_wide(ty: Type) -> bool {
    ty.bits() == 128
}

/// So many low bits.
pub(super) const fn mask(bits: u32) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// The low bits of a number, sign-extended.
pub(super) const fn sign_extend(value: u64, bits: u32) -> u64 {
    let shift = 64 - bits;
    ((value << shift) as i64 >> shift) as u64
}
