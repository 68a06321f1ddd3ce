//! Textures filled by a device instead of the program: video frames.

use super::memory::{OBJECT, Texture};
use super::pixels::{stored_format, stored_type};
use super::{Context, Objects};
use crate::command::Op;
use crate::thread::DriverThread;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::enums as gl;

impl Context {
    /// Copies pixels to a texture, or to a new one if no name is given. The program's bindings do
    /// not change. Returns the name, or `None` if the program has deleted the texture.
    pub(crate) fn put_frame(
        &mut self,
        objects: &mut Objects,
        driver: &DriverThread,
        name: Option<u32>,
        [width, height]: [u32; 2],
        rgba: &[u8],
    ) -> Option<u32> {
        debug_assert_eq!(rgba.len() as u64, 4 * u64::from(width) * u64::from(height));
        let texture = name.unwrap_or_else(|| {
            let new = objects.textures.unused();
            objects.textures.insert(new, Texture::default());
            objects.bytes += OBJECT;
            new
        });
        if !objects.has_frame(texture, [width, height]) {
            return None;
        }
        let mut call = |function, args: &[u32]| self.batch.push(Op::Call(function), args);
        call(F::BindTexture, &[gl::TEXTURE_2D, texture]);
        if name.is_none() {
            // Frames may have any size, which requires these parameters.
            for (parameter, value) in [
                (gl::TEXTURE_MIN_FILTER, gl::LINEAR),
                (gl::TEXTURE_WRAP_S, gl::CLAMP_TO_EDGE),
                (gl::TEXTURE_WRAP_T, gl::CLAMP_TO_EDGE),
            ] {
                call(F::TexParameteri, &[gl::TEXTURE_2D, parameter, value]);
            }
        }
        let (format, kind) = (gl::RGBA, gl::UNSIGNED_BYTE);
        let stored = stored_format(format, kind);
        let kind = stored_type(format, kind);
        let args = [gl::TEXTURE_2D, 0, stored, width, height, 0, format, kind];
        self.batch.push_data(Op::Call(F::TexImage2D), &args, rgba);
        let bound = self.textures.get(self.unit).map_or(0, |[flat, _]| *flat);
        self.batch
            .push(Op::Call(F::BindTexture), &[gl::TEXTURE_2D, bound]);
        if self.batch.is_full() {
            self.hand_over(driver);
        }
        Some(texture)
    }

    /// Deletes a texture, unless the program has deleted it.
    pub(crate) fn delete_frame(&mut self, objects: &mut Objects, name: u32) {
        if objects.forget_texture(name) {
            self.batch.push(Op::Call(F::DeleteTextures), &[name]);
        }
    }
}
