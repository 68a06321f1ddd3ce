//! Compressed images. OpenGL ES cannot read them back, so their blocks are kept for saved states.

use super::memory::Image;
use super::pixels::PixelStore;
use super::{Call, GlError, Result};
use crate::command::Op;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::pixels::{block_size, compressed_size};

/// The width and the height of a block in pixels.
const BLOCK: u32 = 4;

/// A rectangle of an image in pixels.
#[derive(Clone, Copy)]
struct Part {
    at: [u32; 2],
    size: [u32; 2],
}

impl Part {
    /// Returns the rectangle in blocks: its position, its size, and the number of blocks in a row
    /// of the image. Returns `None` if OpenGL rejects such a part of an image of this size.
    fn blocks(self, whole: [u32; 2]) -> Option<([u32; 2], [u32; 2], u32)> {
        for ((at, size), whole) in self.at.into_iter().zip(self.size).zip(whole) {
            let end = at.checked_add(size)?;
            let is_whole = size.is_multiple_of(BLOCK) || end == whole;
            if end > whole || !at.is_multiple_of(BLOCK) || !is_whole {
                return None;
            }
        }
        let blocks = self.size.map(|side| side.div_ceil(BLOCK));
        let at = self.at.map(|side| side / BLOCK);
        Some((at, blocks, whole[0].div_ceil(BLOCK)))
    }
}

/// Replaces the blocks of a part of an image. Does nothing if OpenGL reports an error.
fn replace(kept: &mut [u8], image: Image, format: u32, part: Part, bytes: &[u8]) {
    let is_allowed = format == image.format && format != gl::ETC1_RGB8_OES;
    let (Some(block), true) = (block_size(format), is_allowed) else {
        return;
    };
    let Some(([x, y], [width, height], stride)) = part.blocks(image.size) else {
        return;
    };
    let (block, row) = (block as usize, (width * block) as usize);
    if row == 0 || height == 0 {
        return;
    }
    for (line, blocks) in (y..).zip(bytes.chunks_exact(row)) {
        let start = (line * stride + x) as usize * block;
        if let Some(place) = kept.get_mut(start..start + row) {
            place.copy_from_slice(blocks);
        }
    }
}

impl Call<'_> {
    /// Implements `CompressedTexImage2D` and `CompressedTexSubImage2D`.
    pub(super) fn compressed_image(&mut self, function: F) -> Result {
        self.image_target(0)?;
        let is_whole = function == F::CompressedTexImage2D;
        let first = if is_whole { 3 } else { 4 };
        let size = self.image_size(1, first)?;
        let format = self.arg(if is_whole { 2 } else { 6 });
        let (len, data) = match is_whole {
            true => (self.count(6)?, self.arg(7)),
            false => (self.count(7)?, self.arg(8)),
        };
        let is_known = self.context.extensions.has_compressed(format);
        let wanted = compressed_size(format, size[0], size[1]).filter(|_| is_known);
        let wanted = wanted.ok_or(GlError::InvalidEnum)?;
        if u64::from(len) != wanted || is_whole && self.arg(5) != 0 {
            return Err(GlError::InvalidValue.into());
        }
        let [target, level] = [self.arg(0), self.arg(1)];
        if is_whole {
            let image = Image {
                // The blocks are stored twice: in the driver, and in the copy.
                bytes: 2 * wanted,
                format,
                kind: 0,
                size,
            };
            self.image_takes(target, level, image)?;
        }
        let rows = PixelStore {
            alignment: 1,
            ..PixelStore::default()
        };
        let at = self.take_rows(data, rows.rows(len, 1, 1))?;
        let bytes = self.context.batch.room(at.clone()).to_vec();
        let mut args = [0; 7];
        let count = if is_whole { 6 } else { 7 };
        for (index, arg) in args.iter_mut().enumerate().take(count) {
            *arg = self.arg(index);
        }
        let batch = &mut self.context.batch;
        batch.push_reserved(Op::Call(function), &args[..count], at);
        if let Some(texture) = self.texture_of(target) {
            let key = (target, level);
            match (texture.images.get(&key), texture.compressed.get_mut(&key)) {
                _ if is_whole => {
                    texture.compressed.insert(key, bytes);
                }
                (Some(&image), Some(kept)) => {
                    let at = [args[2], args[3]];
                    replace(kept, image, format, Part { at, size }, &bytes);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns DXT1 blocks: each number is repeated for the eight bytes of a block.
    fn blocks(numbers: &[u8]) -> Vec<u8> {
        numbers.iter().flat_map(|&number| [number; 8]).collect()
    }

    #[test]
    fn a_part_replaces_whole_blocks_only() {
        let format = gl::COMPRESSED_RGB_S3TC_DXT1_EXT;
        let image = Image {
            bytes: 0,
            format,
            kind: 0,
            size: [10, 8],
        };
        let before = blocks(&[1, 2, 3, 4, 5, 6]);
        let after = |at, size, new: &[u8], format| {
            let mut kept = before.clone();
            replace(&mut kept, image, format, Part { at, size }, &blocks(new));
            kept
        };
        let inside = after([4, 0], [4, 8], &[7, 8], format);
        assert_eq!(inside, blocks(&[1, 7, 3, 4, 8, 6]));
        let edge = after([8, 4], [2, 4], &[9], format);
        assert_eq!(edge, blocks(&[1, 2, 3, 4, 5, 9]), "up to the edge");
        for (at, size) in [
            ([2, 0], [4, 4]),
            ([4, 0], [2, 4]),
            ([8, 0], [4, 4]),
            ([u32::MAX - 3, 0], [4, 4]),
        ] {
            assert_eq!(after(at, size, &[9], format), before, "{at:?} {size:?}");
        }
        let other = after([0, 0], [4, 4], &[9], gl::ETC1_RGB8_OES);
        assert_eq!(other, before, "another format");
    }
}
