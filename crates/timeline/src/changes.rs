//! The operation of a flush that last changed each pixel of a surface.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pinnacle_pepper::device::screen::{Part, Picture, PixelFormat};
use std::io::Write;

/// The pixels of a surface, and the changes of the flush in progress.
#[derive(Debug)]
pub(crate) struct Changes {
    size: [u32; 2],
    /// Blue, green, red, alpha.
    pixels: Vec<[u8; 4]>,
    /// For each pixel the number of the operation that last changed it in this flush, counted from
    /// 1; 0 if none did.
    last: Vec<u16>,
}

/// The changes of a flush in the smallest rectangle that has all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChangeMap {
    pub(crate) part: Part,
    /// True if a number takes two bytes (little-endian), false if it takes one.
    pub(crate) is_wide: bool,
    /// The numbers row by row, compressed with zlib.
    pub(crate) data: Vec<u8>,
}

impl Changes {
    /// Begins with a surface whose pixels are all 0.
    pub(crate) fn new(size: [u32; 2]) -> Changes {
        let count = size[0] as usize * size[1] as usize;
        Changes {
            size,
            pixels: vec![[0; 4]; count],
            last: vec![0; count],
        }
    }

    /// Returns the number of bytes that a surface of this size takes.
    pub(crate) fn bytes(size: [u32; 2]) -> u64 {
        u64::from(size[0]) * u64::from(size[1]) * 6
    }

    /// Returns the width and height of the surface.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Compares a part of the surface after an operation with its earlier pixels. A pixel whose
    /// value is the same as before has not changed.
    pub(crate) fn compare(&mut self, number: u16, part: Part, surface: &Picture<'_>) {
        let [x, y, width, height] = part.map(|side| side as usize);
        let [stride, rows] = self.size.map(|side| side as usize);
        let (right, bottom) = ((x + width).min(stride), (y + height).min(rows));
        for row in y..bottom {
            for at in row * stride + x..row * stride + right.max(x) {
                let Some(&[first, green, third, alpha]) = surface
                    .pixels
                    .get(at * 4..at * 4 + 4)
                    .and_then(|pixel| pixel.first_chunk())
                else {
                    return;
                };
                let (blue, red) = match surface.format {
                    PixelFormat::Bgra => (first, third),
                    PixelFormat::Rgba => (third, first),
                };
                let alpha = if surface.is_opaque { 255 } else { alpha };
                let pixel = [blue, green, red, alpha];
                if self.pixels[at] != pixel {
                    self.pixels[at] = pixel;
                    self.last[at] = number;
                }
            }
        }
    }

    /// Ends a flush. Returns its changes, or `None` if no pixel has another value than before it.
    pub(crate) fn finish(&mut self) -> Option<ChangeMap> {
        let stride = self.size[0].max(1) as usize;
        let is_changed = |row: &[u16]| row.iter().any(|&number| number != 0);
        let top = self.last.chunks_exact(stride).position(is_changed)?;
        let bottom = self.last.chunks_exact(stride).rposition(is_changed)? + 1;
        let rows = || self.last.chunks_exact(stride).take(bottom).skip(top);
        let left = rows().filter_map(|row| row.iter().position(|&number| number != 0));
        let left = left.min()?;
        let right = rows().filter_map(|row| row.iter().rposition(|&number| number != 0));
        let right = right.max()? + 1;
        let numbers = || rows().flat_map(|row| &row[left..right]);
        let is_wide = numbers().any(|&number| number > 255);
        let bytes: Vec<u8> = match is_wide {
            true => numbers().flat_map(|number| number.to_le_bytes()).collect(),
            false => numbers().map(|&number| number as u8).collect(),
        };
        let part = [left, top, right - left, bottom - top].map(|side| side as u32);
        self.last.fill(0);
        Some(ChangeMap {
            part,
            is_wide,
            data: compressed(&bytes)?,
        })
    }
}

fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// A surface of 3 by 2 pixels, each of one value.
    fn surface(pixels: &[u8]) -> Picture<'_> {
        Picture {
            surface: 1,
            width: 3,
            height: 2,
            format: PixelFormat::Bgra,
            pixels,
            is_opaque: false,
            scale: 1.0,
            offset: [0.0; 2],
        }
    }

    fn pixels(values: [u8; 6]) -> Vec<u8> {
        values.iter().flat_map(|&value| [value; 4]).collect()
    }

    fn numbers(map: &ChangeMap) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut decoder = flate2::read::ZlibDecoder::new(&map.data[..]);
        decoder.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn the_last_operation_that_changed_a_pixel_is_kept() {
        let mut changes = Changes::new([3, 2]);
        let whole = [0, 0, 3, 2];
        changes.compare(1, whole, &surface(&pixels([0, 5, 5, 0, 5, 5])));
        // The middle column gets the value that it has.
        changes.compare(2, [1, 0, 2, 2], &surface(&pixels([0, 5, 7, 0, 5, 7])));
        let map = changes.finish().unwrap();
        assert_eq!(map.part, [1, 0, 2, 2]);
        assert!(!map.is_wide);
        assert_eq!(numbers(&map), [1, 2, 1, 2]);
    }

    #[test]
    fn a_flush_that_changes_nothing_has_no_map() {
        let mut changes = Changes::new([3, 2]);
        changes.compare(1, [0, 0, 3, 2], &surface(&pixels([0; 6])));
        assert_eq!(changes.finish(), None);
        assert_eq!(Changes::new([0, 0]).finish(), None);
    }

    #[test]
    fn the_order_of_bytes_is_not_a_change() {
        let mut changes = Changes::new([3, 2]);
        let bgra = [1, 2, 3, 4].repeat(6);
        changes.compare(1, [0, 0, 3, 2], &surface(&bgra));
        changes.finish().unwrap();
        let rgba = [3, 2, 1, 4].repeat(6);
        let other = Picture {
            format: PixelFormat::Rgba,
            ..surface(&rgba)
        };
        changes.compare(1, [0, 0, 3, 2], &other);
        assert_eq!(changes.finish(), None);
    }

    #[test]
    fn numbers_over_255_take_two_bytes() {
        let mut changes = Changes::new([3, 2]);
        changes.compare(300, [2, 1, 1, 1], &surface(&pixels([0, 0, 0, 0, 0, 9])));
        let map = changes.finish().unwrap();
        assert_eq!((map.part, map.is_wide), ([2, 1, 1, 1], true));
        assert_eq!(numbers(&map), 300_u16.to_le_bytes());
    }

    #[test]
    fn parts_outside_of_the_surface_and_empty_ones_are_ignored() {
        let mut changes = Changes::new([3, 2]);
        let all = pixels([1; 6]);
        for part in [[7, 7, 1, 1], [0, 0, 0, 2], [3, 0, 9, 9]] {
            changes.compare(1, part, &surface(&all));
        }
        changes.compare(1, [0, 0, 3, 2], &surface(&[]));
        assert_eq!(changes.finish(), None);
    }
}
