//! The layout of pixels in the program's memory.

use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::pixels::sized_format;

/// The alignment of rows and other settings of `glPixelStorei`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelStore {
    pub(super) alignment: u32,
    /// Number of pixels from row to row; 0 for the width of the image.
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

/// The layout of an image's rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    /// Number of bytes before the first row.
    pub(super) start: u64,
    /// Bytes of a row.
    pub(super) len: u64,
    /// Bytes from row to row.
    pub(super) stride: u64,
    pub(super) count: u64,
}

impl Rows {
    /// Returns the number of bytes up to the end of the last row.
    pub(super) fn end(&self) -> u64 {
        match self.count {
            0 => 0,
            count => self.start + (count - 1) * self.stride + self.len,
        }
    }

    /// Returns the number of bytes in the rows, without gaps.
    pub(super) fn bytes(&self) -> u64 {
        self.len * self.count
    }
}

impl PixelStore {
    /// Returns the rows of an image of this size, with this number of bytes for each pixel.
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

/// Returns the internal format in which the driver keeps an image.
pub(super) fn stored_format(format: u32, kind: u32) -> u32 {
    sized_format(format, kind).unwrap_or(format)
}

/// Returns the type that goes with [`stored_format`].
pub(super) fn stored_type(format: u32, kind: u32) -> u32 {
    match kind {
        gl::HALF_FLOAT_OES if sized_format(format, kind).is_some() => gl::HALF_FLOAT,
        _ => kind,
    }
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
}
