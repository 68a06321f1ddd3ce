//! Textures, and transfers of pixels.
//!
//! Pixels are sent to the driver row by row without gaps, whatever layout the program has set for
//! its memory.

use super::memory::{Image, OBJECT, Texture};
use super::pixels::{PixelStore, Rows, stored_format, stored_type};
use super::{Call, GlError, Result};
use crate::command::Op;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::{Class, texture_values};
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::{MAX_IMAGE_BYTES, MAX_LEVEL, MAX_SIDE};
use pinnacle_pepper::table::gl::pixels::{PixelError, pixel_size};
use pinnacle_system::memory::Access;
use std::ops::Range;

impl From<PixelError> for GlError {
    fn from(error: PixelError) -> GlError {
        match error {
            PixelError::Enum => GlError::InvalidEnum,
            PixelError::Pair => GlError::InvalidOperation,
        }
    }
}

impl Call<'_> {
    pub(super) fn texture(&mut self, function: F) -> Result<u32> {
        match function {
            F::BindTexture => {
                let (target, name) = (self.arg(0), self.arg(1));
                if !Class::TextureTarget.allows(target) {
                    return Err(GlError::InvalidEnum.into());
                }
                if name != 0 && self.objects.textures.get(name).is_none() {
                    self.take_shared(OBJECT)?;
                    self.objects.textures.insert(name, Texture::default());
                }
                self.bound_texture(target, name);
                self.pass(function);
            }
            F::GenTextures => {
                self.generate(OBJECT, |call| {
                    let name = call.objects.textures.unused();
                    call.objects.textures.insert(name, Texture::default());
                    name
                })?;
            }
            F::DeleteTextures => self.each_name(0, 1, |call, name| {
                if call.objects.forget_texture(name) {
                    call.push(F::DeleteTextures, &[name]);
                }
            })?,
            F::IsTexture => return Ok(self.ask_word(function, &[self.arg(0)])),
            F::PixelStorei => self.pixel_store()?,
            F::TexImage2D => self.tex_image()?,
            F::TexSubImage2D => self.tex_sub_image()?,
            F::CompressedTexImage2D | F::CompressedTexSubImage2D => {
                self.compressed_image(function)?;
            }
            F::CopyTexImage2D => self.copy_tex_image()?,
            F::CopyTexSubImage2D => {
                self.image_target(0)?;
                self.pass(function);
            }
            F::ReadPixels => self.read_pixels()?,
            F::GetTexParameterfv | F::GetTexParameteriv => self.get_parameter(function)?,
            F::MapTexSubImage2DCHROMIUM => return self.map_image(),
            // Unmapping a range that was not mapped.
            F::UnmapTexSubImage2DCHROMIUM => return Err(GlError::InvalidValue.into()),
            _ => self.tex_parameter(function)?,
        }
        Ok(0)
    }

    fn pixel_store(&mut self) -> Result {
        let (name, value) = (self.arg(0), self.count(1)?);
        let unpack = &mut self.context.unpack;
        match name {
            gl::UNPACK_ALIGNMENT | gl::PACK_ALIGNMENT => {
                if !matches!(value, 1 | 2 | 4 | 8) {
                    return Err(GlError::InvalidValue.into());
                }
                match name {
                    gl::PACK_ALIGNMENT => self.context.pack_alignment = value,
                    _ => unpack.alignment = value,
                }
            }
            gl::UNPACK_ROW_LENGTH_EXT => unpack.row_length = value,
            gl::UNPACK_SKIP_ROWS_EXT => unpack.skip_rows = value,
            gl::UNPACK_SKIP_PIXELS_EXT => unpack.skip_pixels = value,
            _ => return Err(GlError::InvalidEnum.into()),
        }
        Ok(())
    }

    pub(super) fn image_target(&self, index: usize) -> Result {
        match Class::ImageTarget.allows(self.arg(index)) {
            true => Ok(()),
            false => Err(GlError::InvalidEnum.into()),
        }
    }

    /// Returns the level, and the width and height from two arguments.
    pub(super) fn image_size(&self, level: usize, width: usize) -> Result<[u32; 2]> {
        let sides = [self.count(width)?, self.count(width + 1)?];
        let is_small = sides.iter().all(|&side| side <= MAX_SIDE);
        if self.count(level)? > MAX_LEVEL || !is_small {
            return Err(GlError::InvalidValue.into());
        }
        Ok(sides)
    }

    /// Copies rows from the program's memory without gaps; zeros if the address is null.
    pub(super) fn take_rows(&mut self, address: u32, rows: Rows) -> Result<Range<usize>> {
        if rows.bytes() > u64::from(MAX_IMAGE_BYTES).min(self.limit()) {
            return Err(GlError::OutOfMemory.into());
        }
        let at = self.context.batch.reserve(rows.bytes() as usize);
        if address == 0 || rows.count == 0 {
            return Ok(at);
        }
        let room = self.context.batch.room(at.clone());
        let start = u64::from(address) + rows.start;
        if rows.stride == rows.len {
            self.memory.read(address_of(start), room)?;
            return Ok(at);
        }
        for (row, bytes) in (0..).zip(room.chunks_exact_mut(rows.len as usize)) {
            self.memory
                .read(address_of(start + row * rows.stride), bytes)?;
        }
        Ok(at)
    }

    fn tex_image(&mut self) -> Result {
        let [target, level, internal, border] = [0, 1, 2, 5].map(|index| self.arg(index));
        let (format, kind, pixels) = (self.arg(6), self.arg(7), self.arg(8));
        self.image_target(0)?;
        let [width, height] = self.image_size(1, 3)?;
        let pixel = pixel_size(format, kind).map_err(GlError::from)?;
        if border != 0 {
            return Err(GlError::InvalidValue.into());
        }
        if internal != format {
            return Err(GlError::InvalidOperation.into());
        }
        let rows = self.context.unpack.rows(width, height, pixel);
        let image = Image {
            bytes: rows.bytes(),
            format,
            kind,
            size: [width, height],
        };
        self.image_takes(target, level, image)?;
        let at = self.take_rows(pixels, rows)?;
        let (stored, kind) = (stored_format(format, kind), stored_type(format, kind));
        let args = [target, level, stored, width, height, 0, format, kind];
        self.context
            .batch
            .push_reserved(Op::Call(F::TexImage2D), &args, at);
        Ok(())
    }

    /// Returns the rows of a part of an image, from its size, format and type.
    fn part(&self) -> Result<Rows> {
        self.image_target(0)?;
        let [width, height] = self.image_size(1, 4)?;
        let pixel = pixel_size(self.arg(6), self.arg(7)).map_err(GlError::from)?;
        Ok(self.context.unpack.rows(width, height, pixel))
    }

    fn tex_sub_image(&mut self) -> Result {
        let rows = self.part()?;
        let at = self.take_rows(self.arg(8), rows)?;
        let mut args: [u32; 8] = std::array::from_fn(|index| self.arg(index));
        args[7] = stored_type(args[6], args[7]);
        self.context
            .batch
            .push_reserved(Op::Call(F::TexSubImage2D), &args, at);
        Ok(())
    }

    /// Returns the number of bytes to map.
    fn map_image(&mut self) -> Result<u32> {
        if self.arg(8) != gl::WRITE_ONLY_OES {
            return Err(GlError::InvalidEnum.into());
        }
        self.count(2)?;
        self.count(3)?;
        let rows = self.part()?;
        u32::try_from(rows.end()).map_err(|_| GlError::OutOfMemory.into())
    }

    fn copy_tex_image(&mut self) -> Result {
        self.image_target(0)?;
        if !Class::CopyFormat.allows(self.arg(2)) {
            return Err(GlError::InvalidEnum.into());
        }
        let size = self.image_size(1, 5)?;
        self.copy_takes(self.arg(0), self.arg(1), self.arg(2), size)?;
        self.pass(F::CopyTexImage2D);
        Ok(())
    }

    fn read_pixels(&mut self) -> Result {
        let (width, height) = (self.count(2)?, self.count(3)?);
        let (format, kind) = (self.arg(4), self.arg(5));
        if !Class::ReadFormat.allows(format) {
            return Err(GlError::InvalidEnum.into());
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(GlError::InvalidValue.into());
        }
        let pixel = pixel_size(format, kind).map_err(GlError::from)?;
        let store = PixelStore {
            alignment: self.context.pack_alignment,
            ..PixelStore::default()
        };
        let rows = store.rows(width, height, pixel);
        if rows.count == 0 {
            return Ok(());
        }
        // The driver reads no more than the program's memory holds.
        let len = u32::try_from(rows.end()).map_err(|_| GlError::OutOfMemory)?;
        self.memory.check(self.arg(6), len, Access::Write)?;
        let mut args = [0; 7];
        for (index, arg) in args.iter_mut().enumerate().take(6) {
            *arg = self.arg(index);
        }
        args[5] = stored_type(format, kind);
        args[6] = u32::try_from(rows.bytes()).map_err(|_| GlError::OutOfMemory)?;
        let reply = self.ask(F::ReadPixels, &args);
        let start = u64::from(self.arg(6));
        for (row, bytes) in (0..).zip(reply.bytes.chunks_exact(rows.len as usize)) {
            self.memory
                .write(address_of(start + row * rows.stride), bytes)?;
        }
        Ok(())
    }

    /// Implements `TexParameteri` and similar functions.
    fn tex_parameter(&mut self, function: F) -> Result {
        let (target, name) = (self.arg(0), self.arg(1));
        let word = match function {
            F::TexParameterfv | F::TexParameteriv => self.memory.load_u32(self.arg(2))?,
            _ => self.arg(2),
        };
        let is_float = matches!(function, F::TexParameterf | F::TexParameterfv);
        let number = match is_float {
            true => f32::from_bits(word),
            false => word as i32 as f32,
        };
        if !Class::TextureTarget.allows(target) {
            return Err(GlError::InvalidEnum.into());
        }
        if name == gl::TEXTURE_MAX_ANISOTROPY_EXT && self.context.extensions.has_anisotropy() {
            let args = [target, name, number.to_bits()];
            self.push(F::TexParameterf, &args);
            return Ok(());
        }
        let value = number as u32;
        if !texture_values(name).is_some_and(|values| values.allows(value)) {
            return Err(GlError::InvalidEnum.into());
        }
        self.push(F::TexParameteri, &[target, name, value]);
        Ok(())
    }

    fn get_parameter(&mut self, function: F) -> Result {
        let (target, name) = (self.arg(0), self.arg(1));
        let is_known = Class::TextureParameter.allows(name)
            || name == gl::TEXTURE_MAX_ANISOTROPY_EXT && self.context.extensions.has_anisotropy();
        if !Class::TextureTarget.allows(target) || !is_known {
            return Err(GlError::InvalidEnum.into());
        }
        let value = self.ask_word(F::GetTexParameteriv, &[target, name]);
        let word = match function {
            F::GetTexParameterfv => (value as f32).to_bits(),
            _ => value,
        };
        self.store(2, &[word])?;
        Ok(())
    }
}

/// Returns an address as 32 bits. An address beyond the address space becomes an invalid one.
fn address_of(address: u64) -> u32 {
    u32::try_from(address).unwrap_or(u32::MAX)
}
