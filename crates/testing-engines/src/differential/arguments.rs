//! Arguments that are likely to expose bugs, such as the limits of each type.

use pinnacle_pexe::types::{Signature, Type};
use pinnacle_testing::random::Choices;

/// Bits of integers: at the ends of ranges, shift counts at and above the width of a type, and
/// numbers whose bytes all differ.
const INTEGERS: [u64; 26] = [
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    i64::MAX as u64,
    i64::MIN as u64,
    u64::MAX,
    0x0123_4567_89ab_cdef,
];

/// NaNs of both kinds with several payloads, infinities, subnormals, zeros, and numbers near the
/// limits of integer types.
const FLOATS: [u32; 22] = [
    0,
    0x8000_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0000,
    0x7fc0_1234,
    0x7f80_0001,
    0xffa5_5a5a,
    0x0000_0001,
    0x807f_ffff,
    0x0080_0000,
    0x7f7f_ffff,
    0x4eff_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0x5f00_0000,
    0x437f_0000,
];

const DOUBLES: [u64; 24] = [
    0,
    1 << 63,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff8_0000_0000_1234,
    0x7ff0_0000_0000_0001,
    0xfff5_5a5a_5a5a_5a5a,
    1,
    0x800f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x41df_ffff_ffc0_0000,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0020_0000,
    0x41f0_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x406f_e000_0000_0000,
];

/// Draws the bits of a value of a type.
fn value(ty: Type, choices: &mut impl Choices) -> u128 {
    if ty.is_vector() && ty.element() != Type::I1 {
        let element = ty.element();
        return (0..ty.lanes()).fold(0, |bits, lane| {
            bits | value(element, choices) << (lane * ty.element_bits())
        });
    }
    let bits = if choices.one_in(4) && !ty.is_float() {
        choices.next()
    } else {
        match ty {
            Type::Float => (*choices.pick(&FLOATS)).into(),
            Type::Double => *choices.pick(&DOUBLES),
            _ => *choices.pick(&INTEGERS),
        }
    };
    u128::from(bits) & (u128::MAX >> (128 - ty.bits()))
}

/// Draws a value for each parameter.
pub(super) fn draw(signature: &Signature, choices: &mut impl Choices) -> Vec<u128> {
    let params = signature.params.iter();
    params.map(|&ty| value(ty, choices)).collect()
}

/// Splits the values into the words that engines take.
pub(super) fn words(signature: &Signature, values: &[u128]) -> Vec<u64> {
    let mut words = Vec::new();
    for (ty, &bits) in signature.params.iter().zip(values) {
        words.push(bits as u64);
        if ty.bits() > 64 {
            words.push((bits >> 64) as u64);
        }
    }
    words
}
