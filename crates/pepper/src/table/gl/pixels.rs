//! Pixel formats and types: which of them can be combined, and the number of bytes per pixel.

use super::enums;

/// The error for a format and type that are invalid for pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelError {
    /// One of them is unknown.
    Enum,
    /// They cannot be combined.
    Pair,
}

lookup! {
    /// Numbers of a pixel of a format.
    components, COMPONENTS: {
        ALPHA | LUMINANCE | DEPTH_COMPONENT | DEPTH_STENCIL_OES = 1,
        LUMINANCE_ALPHA = 2,
        RGB = 3,
        RGBA | BGRA_EXT = 4,
    }

    /// Bytes of a number of a type, or of all of a pixel where the type is packed.
    number_size, NUMBER_SIZES: {
        UNSIGNED_BYTE = 1,
        UNSIGNED_SHORT | HALF_FLOAT_OES = 2,
        UNSIGNED_SHORT_5_6_5 | UNSIGNED_SHORT_4_4_4_4 | UNSIGNED_SHORT_5_5_5_1 = 2,
        UNSIGNED_INT | UNSIGNED_INT_24_8_OES | FLOAT = 4,
    }

    /// Bytes of a block of four by four pixels of a compressed format.
    block_size, BLOCK_SIZES: {
        COMPRESSED_RGB_S3TC_DXT1_EXT | COMPRESSED_RGBA_S3TC_DXT1_EXT | ETC1_RGB8_OES = 8,
        COMPRESSED_RGBA_S3TC_DXT3_ANGLE | COMPRESSED_RGBA_S3TC_DXT5_ANGLE = 16,
    }
}

/// A pixel format and type that can be combined, with their names.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Name and number of the format.
    pub format: super::Constant,
    /// Name and number of the type.
    pub kind: super::Constant,
    /// Bytes of a pixel.
    pub size: u32,
}

macro_rules! pairs {
    ($($format:ident: { $($kind:ident = $size:literal),+ })*) => {
        /// Lists the formats and types that can be combined, with the size of a pixel in bytes.
        pub const PAIRS: &[Pair] = &[$($(Pair {
            format: (stringify!($format), enums::$format),
            kind: (stringify!($kind), enums::$kind),
            size: $size,
        },)+)*];

        /// Returns the bytes of a pixel.
        ///
        /// # Errors
        ///
        /// Fails if format or type are unknown or cannot be combined.
        pub const fn pixel_size(format: u32, kind: u32) -> Result<u32, PixelError> {
            Ok(match (format, kind) {
                $($((enums::$format, enums::$kind) => $size,)+)*
                _ => {
                    let are_known = components(format).is_some() && number_size(kind).is_some();
                    return Err(if are_known { PixelError::Pair } else { PixelError::Enum });
                }
            })
        }
    };
}

pairs! {
    ALPHA: { UNSIGNED_BYTE = 1, FLOAT = 4, HALF_FLOAT_OES = 2 }
    LUMINANCE: { UNSIGNED_BYTE = 1, FLOAT = 4, HALF_FLOAT_OES = 2 }
    LUMINANCE_ALPHA: { UNSIGNED_BYTE = 2, FLOAT = 8, HALF_FLOAT_OES = 4 }
    RGB: { UNSIGNED_BYTE = 3, UNSIGNED_SHORT_5_6_5 = 2, FLOAT = 12, HALF_FLOAT_OES = 6 }
    RGBA: {
        UNSIGNED_BYTE = 4, UNSIGNED_SHORT_4_4_4_4 = 2, UNSIGNED_SHORT_5_5_5_1 = 2,
        FLOAT = 16, HALF_FLOAT_OES = 8
    }
    BGRA_EXT: { UNSIGNED_BYTE = 4, FLOAT = 16, HALF_FLOAT_OES = 8 }
    DEPTH_COMPONENT: { UNSIGNED_SHORT = 2, UNSIGNED_INT = 4 }
    DEPTH_STENCIL_OES: { UNSIGNED_INT_24_8_OES = 4 }
}

macro_rules! stored {
    ($($format:ident $kind:ident => $stored:ident,)*) => {
        /// Returns the sized internal format that OpenGL ES 3 needs for an image that is drawn to,
        /// if its components are larger than bytes. Returns `None` for images that keep their
        /// format.
        #[must_use]
        pub const fn sized_format(format: u32, kind: u32) -> Option<u32> {
            Some(match (format, kind) {
                $((enums::$format, enums::$kind) => enums::$stored,)*
                _ => return None,
            })
        }

        /// Lists the names that [`sized_format`] accepts: format, type, sized format.
        pub const SIZED_FORMATS: &[[&str; 3]] =
            &[$([stringify!($format), stringify!($kind), stringify!($stored)],)*];
    };
}

stored! {
    RGBA FLOAT => RGBA32F_EXT,
    RGB FLOAT => RGB32F_EXT,
    RGBA HALF_FLOAT_OES => RGBA16F_EXT,
    RGB HALF_FLOAT_OES => RGB16F_EXT,
}

/// Returns the bytes of a compressed image; `None` for other formats.
#[must_use]
pub fn compressed_size(format: u32, width: u32, height: u32) -> Option<u64> {
    let blocks = |side: u32| u64::from(side.div_ceil(4));
    block_size(format).map(|size| blocks(width) * blocks(height) * u64::from(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use enums::{INT, RGB, RGBA, RGBA8, UNSIGNED_BYTE, UNSIGNED_SHORT_5_6_5};

    #[test]
    fn formats_and_types_go_together_or_not() {
        assert_eq!(pixel_size(RGBA, UNSIGNED_BYTE), Ok(4));
        assert_eq!(pixel_size(RGB, UNSIGNED_SHORT_5_6_5), Ok(2));
        assert_eq!(
            pixel_size(RGBA, UNSIGNED_SHORT_5_6_5),
            Err(PixelError::Pair)
        );
        assert_eq!(pixel_size(RGBA8, UNSIGNED_BYTE), Err(PixelError::Enum));
        assert_eq!(pixel_size(RGBA, INT), Err(PixelError::Enum));
    }

    #[test]
    fn a_pixel_has_a_number_for_each_component_or_is_packed() {
        for Pair { format, kind, size } in PAIRS {
            let numbers = components(format.1).expect("the format is known");
            let number = number_size(kind.1).expect("the type is known");
            let is_packed = kind.0.starts_with("UNSIGNED_SHORT_");
            let expected = if is_packed { number } else { number * numbers };
            assert_eq!(*size, expected, "{} {}", format.0, kind.0);
        }
    }

    #[test]
    fn compressed_images_have_whole_blocks() {
        assert_eq!(
            compressed_size(enums::COMPRESSED_RGB_S3TC_DXT1_EXT, 5, 4),
            Some(16)
        );
        assert_eq!(
            compressed_size(enums::COMPRESSED_RGBA_S3TC_DXT5_EXT, 1, 1),
            Some(16)
        );
        assert_eq!(compressed_size(RGBA, 4, 4), None);
    }
}
