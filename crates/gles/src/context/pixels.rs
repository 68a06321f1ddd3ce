//! How pixels lie in the program's memory.

/// How rows begin, by `glPixelStorei`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelStore {
    pub(super) alignment: u32,
    /// Pixels from row to row; 0 for as many as there are.
    pub(super) row_length: u32,
    pub(super) skip_rows: u32,
    pub(super) skip_pixels: u32,
}

impl Default for PixelStore {
    fn default() -> PixelStore {
        PixelStore {
            alignment: 4,
            row_length: 0,
            skip_rows: 0,
            skip_pixels: 0,
        }
    }
}

/// Where the rows of an image lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    /// Bytes before the first.
    pub(super) start: u64,
    /// Bytes of a row.
    pub(super) len: u64,
    /// Bytes from row to row.
    pub(super) stride: u64,
    pub(super) count: u64,
}

impl Rows {
    /// Bytes up to the end of the last row.
    pub(super) fn end(&self) -> u64 {
        match self.count {
            0 => 0,
            count => self.start + (count - 1) * self.stride + self.len,
        }
    }

    /// Bytes of the rows themselves.
    pub(super) fn bytes(&self) -> u64 {
        self.len * self.count
    }
}

impl PixelStore {
    /// The rows of an image of so many pixels, each of so many bytes.
    pub(super) fn rows(&self, width: u32, height: u32, pixel: u32) -> Rows {
        let [width, height, pixel] = [width, height, pixel].map(u64::from);
        let alignment = u64::from(self.alignment);
        let row_length = match self.row_length {
            0 => width,
            length => u64::from(length),
        };
        let stride = (row_length * pixel).next_multiple_of(alignment);
        let count = if width == 0 { 0 } else { height };
        Rows {
            start: u64::from(self.skip_rows) * stride + u64::from(self.skip_pixels) * pixel,
            len: width * pixel,
            stride,
            count,
        }
    }
}

/// What is wrong with a format and a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    /// One of them is unknown.
    Enum,
    /// They do not go together.
    Pair,
}

const UNSIGNED_BYTE: u32 = 0x1401;
const UNSIGNED_SHORT: u32 = 0x1403;
const UNSIGNED_INT: u32 = 0x1405;
const FLOAT: u32 = 0x1406;
const HALF_FLOAT_OES: u32 = 0x8D61;
/// The name of the same type in OpenGL ES 3.
const HALF_FLOAT: u32 = 0x140B;
const RGB: u32 = 0x1907;
const RGBA: u32 = 0x1908;
const DEPTH_COMPONENT: u32 = 0x1902;
const DEPTH_STENCIL: u32 = 0x84F9;

/// How many numbers a pixel has.
fn components(format: u32) -> Option<u32> {
    Some(match format {
        // ALPHA, LUMINANCE, DEPTH_COMPONENT, DEPTH_STENCIL.
        0x1906 | 0x1909 | DEPTH_COMPONENT | DEPTH_STENCIL => 1,
        // LUMINANCE_ALPHA.
        0x190A => 2,
        // RGB, SRGB_EXT.
        0x1907 | 0x8C40 => 3,
        // RGBA, BGRA_EXT, SRGB_ALPHA_EXT.
        0x1908 | 0x80E1 | 0x8C42 => 4,
        _ => return None,
    })
}

/// Bytes of a pixel.
pub(super) fn pixel_size(format: u32, kind: u32) -> Result<u32, Wrong> {
    let components = components(format).ok_or(Wrong::Enum)?;
    let is_depth = matches!(format, DEPTH_COMPONENT | DEPTH_STENCIL);
    match kind {
        UNSIGNED_BYTE if !is_depth => Ok(components),
        // 5_6_5 with RGB; 4_4_4_4 and 5_5_5_1 with RGBA.
        0x8363 if format == 0x1907 => Ok(2),
        0x8033 | 0x8034 if format == 0x1908 => Ok(2),
        UNSIGNED_SHORT if format == DEPTH_COMPONENT => Ok(2),
        UNSIGNED_INT if format == DEPTH_COMPONENT => Ok(4),
        // 24_8 with DEPTH_STENCIL.
        0x84FA if format == DEPTH_STENCIL => Ok(4),
        FLOAT if !is_depth => Ok(4 * components),
        HALF_FLOAT_OES if !is_depth => Ok(2 * components),
        UNSIGNED_BYTE | 0x8363 | 0x8033 | 0x8034 | UNSIGNED_SHORT | UNSIGNED_INT | 0x84FA
        | FLOAT | HALF_FLOAT_OES => Err(Wrong::Pair),
        _ => Err(Wrong::Enum),
    }
}

/// Returns the internal format in which the driver keeps an image. OpenGL ES 3 can draw on
/// numbers beyond bytes only in formats with sizes.
pub(super) fn stored_format(format: u32, kind: u32) -> u32 {
    match (format, kind) {
        (RGBA, FLOAT) => 0x8814,          // RGBA32F
        (RGB, FLOAT) => 0x8815,           // RGB32F
        (RGBA, HALF_FLOAT_OES) => 0x881A, // RGBA16F
        (RGB, HALF_FLOAT_OES) => 0x881B,  // RGB16F
        _ => format,
    }
}

/// Returns the type by the name that goes with [`stored_format`].
pub(super) fn stored_type(format: u32, kind: u32) -> u32 {
    match (format, kind) {
        (RGBA | RGB, HALF_FLOAT_OES) => HALF_FLOAT,
        _ => kind,
    }
}

/// Bytes of a compressed image; none if the format is unknown.
pub(super) fn compressed_size(format: u32, width: u32, height: u32) -> Option<u64> {
    let block = match format {
        // DXT1 without and with alpha, ETC1.
        0x83F0 | 0x83F1 | 0x8D64 => 8,
        // DXT3, DXT5.
        0x83F2 | 0x83F3 => 16,
        _ => return None,
    };
    let blocks = |side: u32| u64::from(side.div_ceil(4));
    Some(blocks(width) * blocks(height) * block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_at_multiples_of_the_alignment() {
        let store = PixelStore::default();
        let rows = store.rows(3, 2, 3);
        assert_eq!((rows.len, rows.stride, rows.end()), (9, 12, 21));
        let tight = PixelStore {
            alignment: 1,
            ..store
        };
        assert_eq!(tight.rows(3, 2, 3).end(), 18);
    }

    #[test]
    fn a_part_of_a_larger_image_skips_rows_and_pixels() {
        let store = PixelStore {
            alignment: 4,
            row_length: 10,
            skip_rows: 2,
            skip_pixels: 3,
        };
        let rows = store.rows(4, 2, 4);
        assert_eq!((rows.start, rows.stride), (2 * 40 + 12, 40));
    }

    #[test]
    fn an_empty_image_has_no_rows() {
        assert_eq!(PixelStore::default().rows(0, 5, 4).end(), 0);
        assert_eq!(PixelStore::default().rows(5, 0, 4).bytes(), 0);
    }

    #[test]
    fn formats_and_types_go_together_or_not() {
        assert_eq!(pixel_size(0x1908, UNSIGNED_BYTE), Ok(4));
        assert_eq!(pixel_size(0x1907, 0x8363), Ok(2));
        assert_eq!(pixel_size(0x1908, 0x8363), Err(Wrong::Pair));
        assert_eq!(pixel_size(0x8058, UNSIGNED_BYTE), Err(Wrong::Enum));
        assert_eq!(pixel_size(0x1908, 0x1404), Err(Wrong::Enum));
    }

    #[test]
    fn compressed_images_have_whole_blocks() {
        assert_eq!(compressed_size(0x83F0, 5, 4), Some(16));
        assert_eq!(compressed_size(0x83F3, 1, 1), Some(16));
        assert_eq!(compressed_size(0x1908, 4, 4), None);
    }
}
