//! Vertex arrays and the values of attributes.

use super::buffers::BufferRef;
use super::memory::VERTEX_ARRAY;
use super::{Call, GlError, Result};
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::MAX_VERTEX_STRIDE;
use pinnacle_pepper::table::gl::sizes::vertex_number_size;

/// The source of a vertex attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    pub(super) is_enabled: bool,
    /// Number of components per vertex.
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) is_normalized: bool,
    /// The stride as the program has set it: 0 for tightly packed vertices.
    pub(super) stride: u32,
    /// An offset in the buffer, or an address if there is no buffer.
    pub(super) pointer: u32,
    pub(super) buffer: BufferRef,
    pub(super) divisor: u32,
}

impl Default for Attribute {
    fn default() -> Attribute {
        Attribute {
            is_enabled: false,
            size: 4,
            kind: gl::FLOAT,
            is_normalized: false,
            stride: 0,
            pointer: 0,
            buffer: BufferRef::default(),
            divisor: 0,
        }
    }
}

impl Attribute {
    /// Returns the size of an element in bytes.
    pub(super) fn vertex_size(&self) -> u32 {
        self.size * vertex_number_size(self.kind).unwrap_or(0)
    }

    /// Returns the number of bytes from one element to the next.
    pub(super) fn distance(&self) -> u32 {
        match self.stride {
            0 => self.vertex_size(),
            stride => stride,
        }
    }

    /// Returns true if OpenGL accepts the array: its components are at multiples of their size, and
    /// its stride is not too large.
    pub(super) fn is_regular(&self) -> bool {
        let number = vertex_number_size(self.kind).unwrap_or(1);
        let is_aligned = |bytes: u32| bytes.is_multiple_of(number);
        is_aligned(self.stride) && is_aligned(self.pointer) && self.stride <= MAX_VERTEX_STRIDE
    }
}

/// A vertex array object.
#[derive(Debug, Default)]
pub(crate) struct VertexArray {
    pub(super) attributes: Vec<Attribute>,
    pub(super) indices: BufferRef,
    was_bound: bool,
}

impl VertexArray {
    fn with_attributes(count: u32) -> VertexArray {
        VertexArray {
            attributes: vec![Attribute::default(); count as usize],
            ..VertexArray::default()
        }
    }

    /// Removes a deleted buffer from the vertex array.
    pub(super) fn forget_buffer(&mut self, name: u32) {
        if self.indices.name == name {
            self.indices = BufferRef::default();
        }
        for attribute in &mut self.attributes {
            if attribute.buffer.name == name {
                attribute.buffer = BufferRef::default();
                attribute.pointer = 0;
            }
        }
    }
}

impl super::Context {
    /// Creates the default array, once the number of attributes is known.
    pub(super) fn make_default_array(&mut self) {
        self.default_array = VertexArray::with_attributes(self.max_vertex_attribs);
        self.constants = vec![[0.0, 0.0, 0.0, 1.0]; self.max_vertex_attribs as usize];
    }
}

impl Call<'_> {
    pub(super) fn vertices(&mut self, function: F) -> Result<u32> {
        match function {
            F::EnableVertexAttribArray => self.enable_array(function, true)?,
            F::DisableVertexAttribArray => self.enable_array(function, false)?,
            F::VertexAttribPointer => self.vertex_attrib_pointer()?,
            F::VertexAttribDivisorANGLE => {
                let divisor = self.arg(1);
                self.attribute()?.divisor = divisor;
                self.pass(function);
            }
            F::GetVertexAttribfv | F::GetVertexAttribiv | F::GetVertexAttribPointerv => {
                self.get_vertex_attrib(function)?;
            }
            F::GenVertexArraysOES => {
                self.generate_own(VERTEX_ARRAY, |call| {
                    let name = call.context.arrays.unused();
                    let array = VertexArray::with_attributes(call.context.max_vertex_attribs);
                    call.context.arrays.insert(name, array);
                    call.push(F::GenVertexArraysOES, &[name]);
                    name
                })?;
            }
            F::DeleteVertexArraysOES => self.each_name(0, 1, |call, name| {
                if call.context.arrays.remove(name).is_some() {
                    call.give_own(VERTEX_ARRAY);
                    if call.context.array == name {
                        call.context.array = 0;
                    }
                    call.push(F::DeleteVertexArraysOES, &[name]);
                }
            })?,
            F::IsVertexArrayOES => {
                let array = self.context.arrays.get(self.arg(0));
                return Ok(u32::from(array.is_some_and(|array| array.was_bound)));
            }
            F::BindVertexArrayOES => {
                let name = self.arg(0);
                match self.context.arrays.get_mut(name) {
                    Some(array) => array.was_bound = true,
                    None if name == 0 => {}
                    None => return Err(GlError::InvalidOperation.into()),
                }
                self.context.array = name;
                self.pass(function);
            }
            _ => self.constant(function)?,
        }
        Ok(0)
    }

    /// Returns the attribute in the first argument.
    fn attribute(&mut self) -> Result<&mut Attribute> {
        let index = self.arg(0) as usize;
        let attribute = self.context.vertex_array().attributes.get_mut(index);
        attribute.ok_or_else(|| GlError::InvalidValue.into())
    }

    fn enable_array(&mut self, function: F, is_enabled: bool) -> Result {
        self.attribute()?.is_enabled = is_enabled;
        self.pass(function);
        Ok(())
    }

    fn vertex_attrib_pointer(&mut self) -> Result {
        let (size, kind, is_normalized) = (self.arg(1), self.arg(2), self.arg(3) as u8 != 0);
        let (stride, pointer) = (self.count(4)?, self.arg(5));
        vertex_number_size(kind).ok_or(GlError::InvalidEnum)?;
        if kind == gl::FIXED && !self.context.fixed_attributes {
            return Err(GlError::InvalidEnum.into());
        }
        let buffer = self.context.array_buffer;
        let is_streamed = buffer.name == 0;
        if !(1..=4).contains(&size) || !is_streamed && stride > MAX_VERTEX_STRIDE {
            return Err(GlError::InvalidValue.into());
        }
        if is_streamed && pointer != 0 && self.context.array != 0 {
            return Err(GlError::InvalidOperation.into());
        }
        let divisor = self.attribute()?.divisor;
        let attribute = Attribute {
            is_enabled: self.attribute()?.is_enabled,
            size,
            kind,
            is_normalized,
            stride,
            pointer,
            buffer,
            divisor,
        };
        // Arrays in the program's memory are copied, so they may have any stride and address.
        if !is_streamed && !attribute.is_regular() {
            return Err(GlError::InvalidOperation.into());
        }
        *self.attribute()? = attribute;
        if buffer.name != 0 {
            self.pass(F::VertexAttribPointer);
        }
        Ok(())
    }

    /// Implements `VertexAttrib1f` and similar functions, which set the value of an attribute
    /// without an array.
    fn constant(&mut self, function: F) -> Result {
        let (count, is_array) = match function {
            F::VertexAttrib1f => (1, false),
            F::VertexAttrib2f => (2, false),
            F::VertexAttrib3f => (3, false),
            F::VertexAttrib4f => (4, false),
            F::VertexAttrib1fv => (1, true),
            F::VertexAttrib2fv => (2, true),
            F::VertexAttrib3fv => (3, true),
            _ => (4, true),
        };
        let mut value = [0.0, 0.0, 0.0, 1.0];
        for (place, number) in (0..).zip(&mut value[..count]) {
            let word = match is_array {
                true => {
                    let address = self.arg(1).wrapping_add(4 * place);
                    self.memory.load_u32(address)?
                }
                false => self.arg(1 + place as usize),
            };
            *number = f32::from_bits(word);
        }
        let index = self.arg(0);
        let place = self.context.constants.get_mut(index as usize);
        *place.ok_or(GlError::InvalidValue)? = value;
        let [x, y, z, w] = value.map(f32::to_bits);
        self.push(F::VertexAttrib4f, &[index, x, y, z, w]);
        Ok(())
    }

    fn get_vertex_attrib(&mut self, function: F) -> Result {
        let (index, name) = (self.arg(0) as usize, self.arg(1));
        let attribute = *self.attribute()?;
        if function == F::GetVertexAttribPointerv {
            if name != gl::VERTEX_ATTRIB_ARRAY_POINTER {
                return Err(GlError::InvalidEnum.into());
            }
            self.store(2, &[attribute.pointer])?;
            return Ok(());
        }
        let is_float = function == F::GetVertexAttribfv;
        if name == gl::CURRENT_VERTEX_ATTRIB {
            let value = self.context.constants[index];
            let words = value.map(|number| match is_float {
                true => number.to_bits(),
                false => number as i32 as u32,
            });
            self.store(2, &words)?;
            return Ok(());
        }
        let value = match name {
            gl::VERTEX_ATTRIB_ARRAY_ENABLED => u32::from(attribute.is_enabled),
            gl::VERTEX_ATTRIB_ARRAY_SIZE => attribute.size,
            gl::VERTEX_ATTRIB_ARRAY_STRIDE => attribute.stride,
            gl::VERTEX_ATTRIB_ARRAY_TYPE => attribute.kind,
            gl::VERTEX_ATTRIB_ARRAY_NORMALIZED => u32::from(attribute.is_normalized),
            gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING => attribute.buffer.name,
            gl::VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE => attribute.divisor,
            _ => return Err(GlError::InvalidEnum.into()),
        };
        let word = match is_float {
            true => (value as f32).to_bits(),
            false => value,
        };
        self.store(2, &[word])?;
        Ok(())
    }
}
