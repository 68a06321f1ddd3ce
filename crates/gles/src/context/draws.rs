//! Draws: the ranges that they read, and the data that they take from the program's memory.
//!
//! Vertices and indices in the program's memory are copied to the driver for each draw. Interleaved
//! arrays, such as structures of vertices, are copied once. For arrays in buffers the maximum index
//! is checked against their size.

use super::buffers::greatest;
use super::shaders::ShaderObject;
use super::vertices::Attribute;
use super::{Call, Checked, GlError, Result};
use crate::command::{Mark, Op};
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::limits::{MAX_STREAM_BYTES, MAX_VERTICES};
use pinnacle_pepper::table::gl::sizes::index_size;

/// Rejects draws of more than [`MAX_VERTICES`] vertices, all instances together.
fn bounded(vertices: u32, instances: u32) -> Checked {
    match u64::from(vertices) * u64::from(instances) {
        0..=MAX_VERTICES => Ok(()),
        _ => Err(GlError::OutOfMemory),
    }
}

/// A copy of a part of the program's memory, which may contain more than one array.
#[derive(Clone, Copy)]
struct Streamed {
    start: u32,
    end: u64,
    distance: u32,
}

impl Call<'_> {
    pub(super) fn draw(&mut self, function: F) -> Result {
        let mode = self.arg(0);
        if !Class::DrawMode.allows(mode) {
            return Err(GlError::InvalidEnum.into());
        }
        let instances = match function {
            F::DrawArraysInstancedANGLE => self.count(3)?,
            F::DrawElementsInstancedANGLE => self.count(4)?,
            _ => 1,
        };
        let mark = self.context.batch.mark();
        let result = match function {
            F::DrawArrays | F::DrawArraysInstancedANGLE => {
                self.draw_arrays(function, instances, &mark)
            }
            _ => self.draw_elements(function, instances, &mark),
        };
        if result.is_err() {
            // The vertices of a failed draw are discarded.
            self.context.batch.back_to(&mark);
        }
        result
    }

    fn draw_arrays(&mut self, function: F, instances: u32, mark: &Mark) -> Result {
        let (first, count) = (self.count(1)?, self.count(2)?);
        if count == 0 || instances == 0 {
            return Ok(());
        }
        let last = first
            .checked_add(count - 1)
            .ok_or(GlError::InvalidOperation)?;
        bounded(count, instances)?;
        self.prepare(last, instances, mark)?;
        self.pass(function);
        Ok(())
    }

    fn draw_elements(&mut self, function: F, instances: u32, mark: &Mark) -> Result {
        let (mode, count, pointer) = (self.arg(0), self.count(1)?, self.arg(3));
        let size = index_size(self.arg(2)).ok_or(GlError::InvalidEnum)?;
        if count == 0 || instances == 0 {
            return Ok(());
        }
        bounded(count, instances)?;
        let indices = self.context.vertex_array().indices;
        let is_streamed = indices.name == 0;
        let last = if is_streamed {
            if self.context.array != 0 {
                return Err(GlError::InvalidOperation.into());
            }
            let at = self.context.batch.reserve((count * size) as usize);
            self.memory
                .read(pointer, self.context.batch.room(at.clone()))?;
            let last = greatest(self.context.batch.room(at.clone()), size);
            self.context.batch.push_reserved(Op::StreamIndices, &[], at);
            last
        } else {
            if !pointer.is_multiple_of(size) {
                return Err(GlError::InvalidOperation.into());
            }
            let buffer = self.objects.buffer_mut(indices);
            let last = buffer.and_then(|one| one.greatest_index([pointer, count, size]));
            last.ok_or(GlError::InvalidOperation)?
        };
        self.prepare(last, instances, mark)?;
        let offset = if is_streamed { 0 } else { pointer };
        let kind = self.arg(2);
        self.push(function, &[mode, count, kind, offset, instances]);
        Ok(())
    }

    /// Checks the arrays that the current program reads, up to the maximum index, and copies the
    /// arrays in the program's memory. `mark` is the position of the batch before the draw.
    fn prepare(&mut self, last: u32, instances: u32, mark: &Mark) -> Result {
        let used = match self.objects.shaders.get(self.context.program) {
            Some(ShaderObject::Program(program)) if program.is_linked => program.used_attributes,
            _ => return Err(GlError::InvalidOperation.into()),
        };
        let mut streamed = None;
        let mut used = used;
        while used != 0 {
            let index = used.trailing_zeros();
            used &= used - 1;
            let attributes = &self.context.vertex_array().attributes;
            let Some(&attribute) = attributes.get(index as usize) else {
                continue;
            };
            if !attribute.is_enabled {
                continue;
            }
            let last = match attribute.divisor {
                0 => last,
                divisor => (instances - 1) / divisor,
            };
            let size = u64::from(attribute.vertex_size());
            let len = u64::from(last) * u64::from(attribute.distance()) + size;
            if attribute.buffer.name == 0 && !attribute.is_regular() {
                self.stream_packed(index, &attribute, last, mark)?;
                // The following arrays lie in the last upload.
                streamed = None;
                continue;
            }
            if attribute.buffer.name == 0 {
                self.stream(index, &attribute, len, mark, &mut streamed)?;
                continue;
            }
            let buffer = self.objects.buffer(attribute.buffer);
            let whole = buffer.map_or(0, |buffer| u64::from(buffer.size));
            if u64::from(attribute.pointer) + len > whole {
                return Err(GlError::InvalidOperation.into());
            }
        }
        Ok(())
    }

    /// Copies an array from the program's memory for the next draw.
    fn stream(
        &mut self,
        index: u32,
        attribute: &Attribute,
        len: u64,
        mark: &Mark,
        streamed: &mut Option<Streamed>,
    ) -> Result {
        let Attribute {
            size,
            kind,
            is_normalized,
            pointer,
            ..
        } = *attribute;
        let distance = attribute.distance();
        let end = u64::from(pointer) + len;
        let mut args = [
            index,
            size,
            kind,
            u32::from(is_normalized),
            distance,
            attribute.divisor,
            0,
        ];
        if let Some(copy) = *streamed
            && copy.distance == distance
            && pointer >= copy.start
            && end <= copy.end
        {
            args[6] = pointer - copy.start;
            self.context.batch.push(Op::StreamedVertices, &args);
            return Ok(());
        }
        // If the vertices are interleaved, the bytes between the end of this array's last element
        // and the end of the vertex are copied too, if they are accessible.
        let rest = u64::from(distance.saturating_sub(attribute.vertex_size()));
        let is_there = u32::try_from(len + rest).is_ok_and(|len| {
            let access = pinnacle_system::memory::Access::Read;
            self.memory.check(pointer, len, access).is_ok()
        });
        let len = if is_there { len + rest } else { len };
        self.check_room(len, mark)?;
        let at = self.context.batch.reserve(len as usize);
        self.memory
            .read(pointer, self.context.batch.room(at.clone()))?;
        self.context
            .batch
            .push_reserved(Op::StreamVertices, &args, at);
        *streamed = Some(Streamed {
            start: pointer,
            end: u64::from(pointer) + len,
            distance,
        });
        Ok(())
    }

    /// Copies an array with a stride or alignment that OpenGL rejects, vertex by vertex and without
    /// gaps.
    fn stream_packed(
        &mut self,
        index: u32,
        attribute: &Attribute,
        last: u32,
        mark: &Mark,
    ) -> Result {
        let size = attribute.vertex_size();
        let len = (u64::from(last) + 1) * u64::from(size);
        self.check_room(len, mark)?;
        let at = self.context.batch.reserve(len as usize);
        let vertices = self.context.batch.room(at.clone());
        let mut address = attribute.pointer;
        for vertex in vertices.chunks_exact_mut(size as usize) {
            self.memory.read(address, vertex)?;
            address = address.wrapping_add(attribute.distance());
        }
        let args = [
            index,
            attribute.size,
            attribute.kind,
            u32::from(attribute.is_normalized),
            size,
            attribute.divisor,
            0,
        ];
        self.context
            .batch
            .push_reserved(Op::StreamVertices, &args, at);
        Ok(())
    }

    /// Checks that a draw with this many further bytes does not take too much memory.
    fn check_room(&self, len: u64, mark: &Mark) -> Result {
        let bytes = self.context.batch.bytes_since(mark) + len;
        if bytes > u64::from(MAX_STREAM_BYTES).min(self.limit()) {
            return Err(GlError::OutOfMemory.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_of_all_instances_are_bounded() {
        assert_eq!(bounded(1 << 24, 1), Ok(()));
        assert_eq!(bounded(1 << 12, 1 << 12), Ok(()));
        let refused = Err(GlError::OutOfMemory);
        assert_eq!(bounded((1 << 24) + 1, 1), refused);
        assert_eq!(bounded(1, u32::MAX), refused);
        assert_eq!(bounded(u32::MAX, u32::MAX), refused);
    }
}
