//! Converts pixels that were read to the formats in which programs supply them.

use pinnacle_pepper::table::gl::enums as gl;

/// Returns true if pixels of this format and type are read as floats, false if as bytes.
pub(super) fn are_floats(format: u32, kind: u32) -> bool {
    let is_depth = matches!(format, gl::DEPTH_COMPONENT | gl::DEPTH_STENCIL_OES);
    is_depth || matches!(kind, gl::FLOAT | gl::HALF_FLOAT_OES)
}

/// Converts pixels that were read as red, green, blue and alpha, with one byte or float each.
pub(super) fn converted(format: u32, kind: u32, rgba: &[u8]) -> Vec<u8> {
    match kind {
        gl::UNSIGNED_SHORT_5_6_5 => packed(rgba, [(11, 5), (5, 6), (0, 5), (0, 0)]),
        gl::UNSIGNED_SHORT_4_4_4_4 => packed(rgba, [(12, 4), (8, 4), (4, 4), (0, 4)]),
        gl::UNSIGNED_SHORT_5_5_5_1 => packed(rgba, [(11, 5), (6, 5), (1, 5), (0, 1)]),
        _ if are_floats(format, kind) => {
            let pixels = rgba.as_chunks::<16>().0.iter();
            pixels
                .flat_map(|pixel| from_floats(format, kind, pixel))
                .collect()
        }
        _ => {
            let pixels = rgba.as_chunks::<4>().0.iter();
            pixels.flat_map(|pixel| chosen(format, *pixel)).collect()
        }
    }
}

/// Returns the components that a format has.
fn chosen<T: Copy>(format: u32, [r, g, b, a]: [T; 4]) -> Vec<T> {
    match format {
        gl::ALPHA => vec![a],
        gl::LUMINANCE | gl::DEPTH_COMPONENT | gl::DEPTH_STENCIL_OES => vec![r],
        gl::LUMINANCE_ALPHA => vec![r, a],
        gl::RGB => vec![r, g, b],
        gl::BGRA_EXT => vec![b, g, r, a],
        _ => vec![r, g, b, a],
    }
}

/// Packs each pixel into 16 bits. `places` contains the shift and the number of bits of each
/// component.
fn packed(rgba: &[u8], places: [(u32, u32); 4]) -> Vec<u8> {
    let pixels = rgba.as_chunks::<4>().0.iter();
    let packed = pixels.map(|pixel| {
        let parts = pixel.iter().zip(places).map(|(&value, (place, bits))| {
            let most = (1 << bits) - 1;
            ((u32::from(value) * most + 127) / 255) << place
        });
        parts.fold(0, |sum, part| sum | part) as u16
    });
    packed.flat_map(u16::to_le_bytes).collect()
}

fn from_floats(format: u32, kind: u32, pixel: &[u8; 16]) -> Vec<u8> {
    let numbers: Vec<f32> = {
        let words = pixel.as_chunks::<4>().0.iter();
        words.map(|word| f32::from_le_bytes(*word)).collect()
    };
    let numbers = chosen(format, [numbers[0], numbers[1], numbers[2], numbers[3]]);
    let bytes = numbers.into_iter().map(|number| match kind {
        gl::FLOAT => number.to_le_bytes().to_vec(),
        gl::HALF_FLOAT_OES => half(number).to_le_bytes().to_vec(),
        gl::UNSIGNED_SHORT => {
            let depth = (f64::from(number) * f64::from(u16::MAX)).round();
            (depth as u16).to_le_bytes().to_vec()
        }
        gl::UNSIGNED_INT_24_8_OES => {
            let depth = (f64::from(number) * f64::from((1 << 24) - 1)).round();
            ((depth as u32) << 8).to_le_bytes().to_vec()
        }
        _ => {
            let depth = (f64::from(number) * f64::from(u32::MAX)).round();
            (depth as u32).to_le_bytes().to_vec()
        }
    });
    bytes.flatten().collect()
}

/// The sign, the exponent and the highest bit of the mantissa of a 16-bit float.
const SIGN: u16 = 1 << 15;
const EXPONENT: u16 = 31 << 10;
const QUIET: u16 = 1 << 9;

/// The smallest normal 16-bit float.
const SMALLEST_NORMAL: f32 = 1.0 / 16_384.0;

/// Converts a number back to the 16-bit float that it was read from.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16) as u16 & SIGN;
    let size = number.abs();
    if number.is_nan() {
        return sign | EXPONENT | QUIET;
    }
    if size >= 65_536.0 {
        return sign | EXPONENT;
    }
    if size < SMALLEST_NORMAL {
        // Subnormal numbers are multiples of 2^-24.
        return sign | (size * 16_777_216.0).round() as u16;
    }
    let exponent = (bits >> 23 & 0xff) + 15 - 127;
    sign | (exponent << 10 | bits >> 13 & ((1 << 10) - 1)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_pixel_comes_back() {
        for word in 0..=u16::MAX {
            let wide = |place: u32, bits: u32| {
                let most = (1 << bits) - 1;
                ((u32::from(word) >> place & most) * 255 + most / 2) / most
            };
            let rgb = [wide(11, 5), wide(5, 6), wide(0, 5), 255].map(|value| value as u8);
            let found = converted(gl::RGB, gl::UNSIGNED_SHORT_5_6_5, &rgb);
            assert_eq!(found, word.to_le_bytes());
            let rgba = [wide(11, 5), wide(6, 5), wide(1, 5), wide(0, 1)].map(|value| value as u8);
            let found = converted(gl::RGBA, gl::UNSIGNED_SHORT_5_5_5_1, &rgba);
            assert_eq!(found, word.to_le_bytes());
        }
    }

    #[test]
    fn floats_of_16_bits_come_back() {
        let cases = [
            (0.0, 0),
            (1.0, 15 << 10),
            (-2.0, SIGN | 16 << 10),
            (65_504.0, EXPONENT - 1),
            (f32::INFINITY, EXPONENT),
            (5.960_464_5e-8, 1),
            (SMALLEST_NORMAL, 1 << 10),
        ];
        for (number, word) in cases {
            assert_eq!(half(number), word, "{number}");
        }
    }

    #[test]
    fn formats_have_their_components_in_their_order() {
        let pixel = [1, 2, 3, 4];
        for (format, expected) in [
            (gl::ALPHA, &[4][..]),
            (gl::LUMINANCE_ALPHA, &[1, 4]),
            (gl::RGB, &[1, 2, 3]),
            (gl::BGRA_EXT, &[3, 2, 1, 4]),
        ] {
            assert_eq!(converted(format, gl::UNSIGNED_BYTE, &pixel), expected);
        }
    }
}
