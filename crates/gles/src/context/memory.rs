//! An estimate of the driver's memory that a program's objects use. It is limited by the size of
//! the program's address space.

use super::{Call, Checked, GlError, Objects, Result};
use pinnacle_pepper::table::gl::enums as gl;
use std::collections::BTreeMap;

/// A texture as the program knows it.
#[derive(Debug, Default)]
pub(crate) struct Texture {
    /// Its images, by target and level.
    pub(super) images: BTreeMap<(u32, u32), Image>,
    /// The blocks of the compressed images.
    pub(super) compressed: BTreeMap<(u32, u32), Vec<u8>>,
    /// Bytes of mipmaps that the driver has made.
    pub(super) mipmaps: u64,
}

/// An image of a texture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    /// Its size in bytes, including the copy of compressed blocks.
    pub(super) bytes: u64,
    /// Its format.
    pub(super) format: u32,
    /// The type of its components; 0 if it is compressed.
    pub(super) kind: u32,
    /// Width and height.
    pub(super) size: [u32; 2],
}

/// A renderbuffer as the program knows it.
#[derive(Debug, Default)]
pub(crate) struct Renderbuffer {
    bytes: u64,
}

impl Texture {
    fn bytes(&self) -> u64 {
        self.images.values().map(|one| one.bytes).sum::<u64>() + self.mipmaps
    }
}

/// Bytes of a context: the driver's state and the batches in flight.
pub(crate) const CONTEXT: u64 = 4 << 20;
/// Bytes of an object with a name, here and in the driver.
pub(super) const OBJECT: u64 = 2 << 10;
/// Bytes of a vertex array object, including all of its attributes.
pub(super) const VERTEX_ARRAY: u64 = 16 << 10;
/// Bytes of a shader or a program, without its source.
pub(super) const SHADER: u64 = 8 << 10;
/// Bytes that the driver keeps for each token of a compiled shader.
pub(super) const TOKEN: u64 = 512;
/// Bytes of machine code that the driver keeps for each token of a linked program's shaders.
pub(super) const LINKED_TOKEN: u64 = 4 << 10;
/// Bytes that the driver temporarily needs for each token while it compiles.
const COMPILING: u64 = 8 << 10;
/// Bytes that compilation may take beyond the program's address space.
const COMPILING_BEYOND: u64 = 48 << 20;
/// Bytes of a linked program, without those for its tokens.
pub(super) const PROGRAM: u64 = 192 << 10;
/// Bytes of an image in addition to its pixels.
const IMAGE: u64 = 4 << 10;

/// Bytes for each pixel of a copy, whatever its format.
const PIXEL: u64 = 4;

/// Bytes for each pixel of a renderbuffer, whatever its format: four half floats.
const RENDERBUFFER_PIXEL: u64 = 8;
/// Buffers of framebuffer 0: colour, depth, and the displayed picture.
const SCREEN_BUFFERS: u64 = 3;

impl Objects {
    /// Charges additional bytes, if the limit allows it.
    pub(super) fn take(&mut self, bytes: u64, limit: u64) -> Checked {
        if self.bytes.saturating_add(bytes) > limit {
            return Err(GlError::OutOfMemory);
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Replaces one charge with another.
    pub(super) fn exchange(&mut self, before: u64, now: u64, limit: u64) -> Checked {
        self.bytes -= before;
        let taken = self.take(now, limit);
        if taken.is_err() {
            self.bytes += before;
        }
        taken
    }

    /// Removes a texture. Returns true if there was one.
    pub(super) fn forget_texture(&mut self, name: u32) -> bool {
        let gone = self.textures.remove(name);
        self.bytes -= gone.as_ref().map_or(0, |one| OBJECT + one.bytes());
        gone.is_some()
    }

    /// Charges for the only image of a texture that a device fills. Returns false if the texture
    /// does not exist, or if it is a cube map, which can only have been created by the program.
    pub(super) fn has_frame(&mut self, name: u32, size: [u32; 2]) -> bool {
        let Some(texture) = self.textures.get_mut(name) else {
            return false;
        };
        let is_flat = |&(target, _): &(u32, u32)| target == gl::TEXTURE_2D;
        if !texture.images.keys().all(is_flat) {
            return false;
        }
        let image = Image {
            bytes: pixels(size) * PIXEL + IMAGE,
            format: gl::RGBA,
            kind: gl::UNSIGNED_BYTE,
            size,
        };
        texture.compressed.remove(&(gl::TEXTURE_2D, 0));
        let before = texture.images.insert((gl::TEXTURE_2D, 0), image);
        self.bytes = self.bytes - before.map_or(0, |one| one.bytes) + image.bytes;
        true
    }

    /// Removes a renderbuffer. Returns true if there was one.
    pub(super) fn forget_renderbuffer(&mut self, name: u32) -> bool {
        let gone = self.renderbuffers.remove(name);
        self.bytes -= gone.as_ref().map_or(0, |one| OBJECT + one.bytes);
        gone.is_some()
    }

    /// Charges a new context.
    pub(crate) fn context_made(&mut self, size: [u32; 2]) {
        self.bytes += context_bytes(size);
    }

    /// Updates the charge for framebuffer 0 after a change of size.
    pub(crate) fn screen_resized(&mut self, before: [u32; 2], now: [u32; 2]) {
        let [before, now] = [before, now].map(screen_bytes);
        self.bytes = self.bytes - before + now;
    }
}

fn screen_bytes(size: [u32; 2]) -> u64 {
    pixels(size) * PIXEL * SCREEN_BUFFERS
}

/// Returns the charge for a context with a framebuffer 0 of this size.
pub(crate) fn context_bytes(size: [u32; 2]) -> u64 {
    CONTEXT + screen_bytes(size)
}

fn pixels([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Returns the index of an image's texture: 0 for a 2D texture, 1 for a cube map.
fn place_of(target: u32) -> usize {
    usize::from(target != gl::TEXTURE_2D)
}

impl Call<'_> {
    /// Returns the maximum number of bytes for the objects of this group: the size of the program's
    /// address space, less the charges of other groups.
    pub(super) fn limit(&self) -> u64 {
        u64::from(self.memory.limit()).saturating_sub(self.others)
    }

    /// Checks that there is room to compile this number of tokens.
    pub(super) fn may_compile(&self, tokens: u64) -> Checked {
        let wanted = self.objects.bytes + tokens * COMPILING;
        match wanted > self.limit() + COMPILING_BEYOND {
            true => Err(GlError::OutOfMemory),
            false => Ok(()),
        }
    }

    /// Charges a shared object, or a part of one.
    pub(super) fn take_shared(&mut self, bytes: u64) -> Checked {
        let limit = self.limit();
        self.objects.take(bytes, limit)
    }

    /// Charges an object that only this context has.
    pub(super) fn take_own(&mut self, bytes: u64) -> Checked {
        self.take_shared(bytes)?;
        self.context.own_bytes += bytes;
        Ok(())
    }

    /// Releases the charge of an object that only this context has.
    pub(super) fn give_own(&mut self, bytes: u64) {
        self.objects.bytes -= bytes;
        self.context.own_bytes -= bytes;
    }

    /// Records the texture that the program has bound to the active unit.
    pub(super) fn bound_texture(&mut self, target: u32, name: u32) {
        let unit = self.context.unit;
        if self.context.textures.len() <= unit {
            self.context.textures.resize(unit + 1, [0; 2]);
        }
        self.context.textures[unit][place_of(target)] = name;
    }

    pub(super) fn texture_of(&mut self, target: u32) -> Option<&mut Texture> {
        let bound = self.context.textures.get(self.context.unit);
        let name = bound.map_or(0, |names| names[place_of(target)]);
        self.objects.textures.get_mut(name)
    }

    /// Charges an image of the bound texture, in addition to the bytes of its pixels.
    pub(super) fn image_takes(&mut self, target: u32, level: u32, mut image: Image) -> Result {
        let limit = self.limit();
        image.bytes += IMAGE;
        let Some(texture) = self.texture_of(target) else {
            // The driver reports that it does not exist.
            return Ok(());
        };
        let before = texture.images.get(&(target, level));
        let before = before.map_or(0, |one| one.bytes);
        self.objects.exchange(before, image.bytes, limit)?;
        if let Some(texture) = self.texture_of(target) {
            texture.compressed.remove(&(target, level));
            texture.images.insert((target, level), image);
        }
        Ok(())
    }

    /// Charges the memory of an image copied from a framebuffer.
    pub(super) fn copy_takes(
        &mut self,
        target: u32,
        level: u32,
        format: u32,
        size: [u32; 2],
    ) -> Result {
        let image = Image {
            bytes: pixels(size) * PIXEL,
            format,
            kind: gl::UNSIGNED_BYTE,
            size,
        };
        self.image_takes(target, level, image)
    }

    /// Charges the mipmaps that the driver makes: a third of the size of their images.
    pub(super) fn mipmaps_take(&mut self, target: u32) -> Result {
        let limit = self.limit();
        let Some(texture) = self.texture_of(target) else {
            return Ok(());
        };
        let before = texture.mipmaps;
        let whole = texture.images.iter().filter(|((_, level), _)| *level == 0);
        let now = whole.map(|(_, image)| image.bytes).sum::<u64>() / 3;
        self.objects.exchange(before, now, limit)?;
        if let Some(texture) = self.texture_of(target) {
            texture.mipmaps = now;
        }
        Ok(())
    }

    /// Sets the charge for the bound renderbuffer.
    pub(super) fn storage_takes(&mut self, size: [u32; 2], samples: u32) -> Result {
        let limit = self.limit();
        let name = self.context.renderbuffer;
        let Some(before) = self.objects.renderbuffers.get(name).map(|one| one.bytes) else {
            return Ok(());
        };
        let now = pixels(size) * RENDERBUFFER_PIXEL * u64::from(samples.max(1));
        self.objects.exchange(before, now, limit)?;
        if let Some(renderbuffer) = self.objects.renderbuffers.get_mut(name) {
            renderbuffer.bytes = now;
        }
        Ok(())
    }
}
