//! Buffers.

use super::memory::OBJECT;
use super::{Call, GlError, Objects, Result};
use crate::command::Op;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::MAX_NEW_NAMES;
use pinnacle_system::memory::Access;

/// A buffer as the program knows it.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    /// Unique among all buffers.
    serial: u32,
    /// The target to which it was first bound; 0 if it has not been bound yet.
    pub(super) target: u32,
    pub(super) size: u32,
    pub(super) usage: u32,
    /// A copy of the contents, if they may be indices.
    copy: Option<Vec<u8>>,
    /// The maximum index of each range that was drawn. A range is offset, count, and size of an
    /// index.
    greatest: Vec<([u32; 3], u32)>,
}

/// A bound buffer. Its name may have been reused since.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct BufferRef {
    pub(super) name: u32,
    serial: u32,
}

/// Maximum number of ranges whose maximum index is cached.
const MAX_GREATEST: usize = 32;

impl Objects {
    fn add_buffer(&mut self, name: u32) {
        self.serial = self.serial.wrapping_add(1);
        let serial = self.serial;
        let buffer = Buffer {
            serial,
            usage: gl::STATIC_DRAW,
            ..Buffer::default()
        };
        self.buffers.insert(name, buffer);
    }

    /// Returns the bound buffer, if it still exists.
    #[inline]
    pub(super) fn buffer(&self, bound: BufferRef) -> Option<&Buffer> {
        let buffer = self.buffers.get(bound.name)?;
        (buffer.serial == bound.serial).then_some(buffer)
    }

    /// Returns the buffer mutably.
    pub(super) fn buffer_mut(&mut self, bound: BufferRef) -> Option<&mut Buffer> {
        let buffer = self.buffers.get_mut(bound.name)?;
        (buffer.serial == bound.serial).then_some(buffer)
    }
}

impl Buffer {
    /// Returns the size of its contents, here and in the driver.
    fn bytes(&self) -> u64 {
        self.bytes_of(self.size)
    }

    /// Returns the memory that the buffer would take with contents of this size.
    fn bytes_of(&self, size: u32) -> u64 {
        let copies = if self.copy.is_some() { 2 } else { 1 };
        u64::from(size) * copies
    }

    /// Returns the largest of some indices, or `None` if they do not lie in the buffer or its
    /// contents are unknown.
    pub(super) fn greatest_index(&mut self, part: [u32; 3]) -> Option<u32> {
        if let Some((_, greatest)) = self.greatest.iter().find(|(known, _)| *known == part) {
            return Some(*greatest);
        }
        let [offset, count, size] = part;
        let len = count.checked_mul(size)?;
        let end = offset.checked_add(len)?;
        let bytes = self.copy.as_ref()?.get(offset as usize..end as usize)?;
        let greatest = greatest(bytes, size);
        if self.greatest.len() == MAX_GREATEST {
            self.greatest.remove(0);
        }
        self.greatest.push((part, greatest));
        Some(greatest)
    }
}

/// Returns the maximum of indices of this size in bytes; 0 if there are none.
pub(super) fn greatest(bytes: &[u8], size: u32) -> u32 {
    match size {
        1 => bytes.iter().copied().max().map_or(0, u32::from),
        2 => {
            let indices = bytes.as_chunks().0.iter().copied();
            indices.map(u16::from_le_bytes).max().map_or(0, u32::from)
        }
        _ => {
            let indices = bytes.as_chunks().0.iter().copied();
            indices.map(u32::from_le_bytes).max().unwrap_or(0)
        }
    }
}

impl Call<'_> {
    pub(super) fn buffer(&mut self, function: F) -> Result<u32> {
        match function {
            F::BindBuffer => self.bind_buffer()?,
            F::BufferData => self.buffer_data()?,
            F::BufferSubData => self.buffer_sub_data()?,
            F::DeleteBuffers => self.delete_buffers()?,
            F::GenBuffers => {
                self.generate(OBJECT, |call| {
                    let name = call.objects.buffers.unused();
                    call.objects.add_buffer(name);
                    name
                })?;
            }
            F::GetBufferParameteriv => {
                let name = self.arg(1);
                let buffer = self.bound_buffer(self.arg(0))?;
                let value = match name {
                    gl::BUFFER_SIZE => buffer.size,
                    gl::BUFFER_USAGE => buffer.usage,
                    _ => return Err(GlError::InvalidEnum.into()),
                };
                self.store(2, &[value])?;
            }
            F::IsBuffer => {
                let buffer = self.objects.buffers.get(self.arg(0));
                return Ok(u32::from(buffer.is_some_and(|buffer| buffer.target != 0)));
            }
            F::MapBufferSubDataCHROMIUM => return self.map_buffer(),
            // Unmapping a range that was not mapped.
            _ => return Err(GlError::InvalidValue.into()),
        }
        Ok(0)
    }

    /// Creates as many shared objects as argument 0 says, and writes their names to the address in
    /// argument 1. `bytes` is the charge for each object.
    pub(super) fn generate(&mut self, bytes: u64, make: impl FnMut(&mut Self) -> u32) -> Result {
        let count = self.names_wanted()?;
        self.take_shared(u64::from(count) * bytes)?;
        self.write_names(count, make)
    }

    /// Does the same as [`Self::generate`], for objects that the context does not share.
    pub(super) fn generate_own(
        &mut self,
        bytes: u64,
        make: impl FnMut(&mut Self) -> u32,
    ) -> Result {
        let count = self.names_wanted()?;
        self.take_own(u64::from(count) * bytes)?;
        self.write_names(count, make)
    }

    fn names_wanted(&mut self) -> Result<u32> {
        let count = self.count(0)?;
        if count > MAX_NEW_NAMES {
            return Err(GlError::OutOfMemory.into());
        }
        // Nothing is created if the names cannot all be written.
        self.memory.check(self.arg(1), 4 * count, Access::Write)?;
        Ok(count)
    }

    fn write_names(&mut self, count: u32, mut make: impl FnMut(&mut Self) -> u32) -> Result {
        let address = self.arg(1);
        for place in 0..count {
            let name = make(self);
            self.memory
                .store_u32(address.wrapping_add(4 * place), name)?;
        }
        Ok(())
    }

    /// Calls a function with each name in an array argument.
    pub(super) fn each_name(
        &mut self,
        count: usize,
        at: usize,
        mut function: impl FnMut(&mut Self, u32),
    ) -> Result {
        let count = self.count(count)?;
        let address = self.arg(at);
        for place in 0..count {
            let name = self.memory.load_u32(address.wrapping_add(4 * place))?;
            if name != 0 {
                function(self, name);
            }
        }
        Ok(())
    }

    fn bind_buffer(&mut self) -> Result {
        let (target, name) = (self.arg(0), self.arg(1));
        if !Class::BufferTarget.allows(target) {
            return Err(GlError::InvalidEnum.into());
        }
        let mut bound = BufferRef::default();
        if name != 0 {
            if self.objects.buffers.get(name).is_none() {
                self.take_shared(OBJECT)?;
                self.objects.add_buffer(name);
            }
            let any_target = self.context.any_target;
            if let Some(buffer) = self.objects.buffers.get_mut(name) {
                if buffer.target == 0 {
                    buffer.target = target;
                    // The buffer has no contents yet.
                    buffer.copy = (any_target || target == gl::ELEMENT_ARRAY_BUFFER).then(Vec::new);
                } else if buffer.target != target && !any_target {
                    return Err(GlError::InvalidOperation.into());
                }
                bound = BufferRef {
                    name,
                    serial: buffer.serial,
                };
            }
        }
        match target {
            gl::ARRAY_BUFFER => self.context.array_buffer = bound,
            _ => self.context.vertex_array().indices = bound,
        }
        self.pass(F::BindBuffer);
        Ok(())
    }

    /// Returns the buffer that is bound to a target.
    fn bound_buffer(&mut self, target: u32) -> Result<&mut Buffer> {
        let bound = self.bound(target)?;
        let buffer = self.objects.buffer_mut(bound);
        buffer.ok_or_else(|| GlError::InvalidOperation.into())
    }

    fn bound(&mut self, target: u32) -> Result<BufferRef> {
        match target {
            gl::ARRAY_BUFFER => Ok(self.context.array_buffer),
            gl::ELEMENT_ARRAY_BUFFER => Ok(self.context.vertex_array().indices),
            _ => Err(GlError::InvalidEnum.into()),
        }
    }

    fn buffer_data(&mut self) -> Result {
        let (target, data, usage) = (self.arg(0), self.arg(2), self.arg(3));
        let size = self.count(1)?;
        if !Class::BufferUsage.allows(usage) {
            return Err(GlError::InvalidEnum.into());
        }
        let buffer = self.bound_buffer(target)?;
        let (before, now) = (buffer.bytes(), buffer.bytes_of(size));
        let limit = self.limit();
        self.objects.exchange(before, now, limit)?;
        let at = self.context.batch.reserve(size as usize);
        let read = match data {
            0 => Ok(()),
            data => self.memory.read(data, self.context.batch.room(at.clone())),
        };
        if let Err(fault) = read {
            self.objects.bytes = self.objects.bytes + before - now;
            return Err(fault.into());
        }
        let bound = self.bound(target)?;
        if let Some(buffer) = self.objects.buffer_mut(bound) {
            buffer.size = size;
            buffer.usage = usage;
            buffer.greatest.clear();
            if let Some(copy) = &mut buffer.copy {
                copy.clear();
                copy.extend_from_slice(self.context.batch.room(at.clone()));
            }
        }
        let args = [target, size, usage];
        self.context
            .batch
            .push_reserved(Op::Call(F::BufferData), &args, at);
        Ok(())
    }

    fn buffer_sub_data(&mut self) -> Result {
        let (target, data) = (self.arg(0), self.arg(3));
        let (offset, size) = (self.count(1)?, self.count(2)?);
        let whole = self.bound_buffer(target)?.size;
        let end = offset.checked_add(size).ok_or(GlError::InvalidValue)?;
        if end > whole {
            return Err(GlError::InvalidValue.into());
        }
        let at = self.context.batch.reserve(size as usize);
        self.memory
            .read(data, self.context.batch.room(at.clone()))?;
        let bound = self.bound(target)?;
        if let Some(buffer) = self.objects.buffer_mut(bound) {
            buffer.greatest.clear();
            if let Some(copy) = &mut buffer.copy {
                let part = &mut copy[offset as usize..end as usize];
                part.copy_from_slice(self.context.batch.room(at.clone()));
            }
        }
        self.context
            .batch
            .push_reserved(Op::Call(F::BufferSubData), &[target, offset], at);
        Ok(())
    }

    fn delete_buffers(&mut self) -> Result {
        self.each_name(0, 1, |call, name| {
            let Some(buffer) = call.objects.buffers.remove(name) else {
                return;
            };
            call.objects.bytes -= OBJECT + buffer.bytes();
            if call.context.array_buffer.name == name {
                call.context.array_buffer = BufferRef::default();
            }
            call.context.vertex_array().forget_buffer(name);
            call.push(F::DeleteBuffers, &[name]);
        })
    }

    /// Returns the number of bytes to map.
    fn map_buffer(&mut self) -> Result<u32> {
        if self.arg(3) != gl::WRITE_ONLY_OES {
            return Err(GlError::InvalidEnum.into());
        }
        let (offset, size) = (self.count(1)?, self.count(2)?);
        let whole = self.bound_buffer(self.arg(0))?.size;
        match offset.checked_add(size) {
            Some(end) if end <= whole => Ok(size),
            _ => Err(GlError::InvalidValue.into()),
        }
    }
}
