//! `glGetIntegerv` and similar functions, and errors.

use super::{Call, GlError, Result};
use crate::command::OWN_NAMES;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::limits::MAX_DRAW_BUFFERS;
use pinnacle_pepper::table::gl::{enums as gl, state};

impl Call<'_> {
    pub(super) fn get(&mut self, function: F) -> Result<u32> {
        match function {
            F::GetError => {
                if self.context.errors.is_empty() {
                    return Ok(self.ask_word(function, &[]));
                }
                return Ok(self.context.errors.remove(0) as u32);
            }
            F::IsEnabled => {
                let capability = self.arg(0);
                if !Class::Capability.allows(capability) {
                    return Err(GlError::InvalidEnum.into());
                }
                return Ok(u32::from(
                    self.ask_word(F::GetIntegerv, &[capability, 1]) != 0,
                ));
            }
            F::EnableFeatureCHROMIUM => {
                let feature = self.text(0)?;
                match feature.as_str() {
                    "pepper3d_allow_buffers_on_multiple_targets" => self.context.any_target = true,
                    "pepper3d_support_fixed_attribs" => self.context.fixed_attributes = true,
                    _ => return Ok(0),
                }
                return Ok(1);
            }
            F::GetBooleanv => {
                let words = self.numbers(F::GetIntegerv)?;
                let bytes: Vec<u8> = words.iter().map(|&word| u8::from(word != 0)).collect();
                self.memory.write(self.arg(1), &bytes)?;
            }
            _ => {
                let words = self.numbers(function)?;
                self.store(1, &words)?;
            }
        }
        Ok(0)
    }

    /// Returns the values of a parameter, as integers or as floats.
    fn numbers(&mut self, function: F) -> Result<Vec<u32>> {
        let name = self.arg(0);
        if let Some(known) = self.known(name) {
            let as_float = |word: u32| (word as i32 as f32).to_bits();
            return Ok(match function {
                F::GetFloatv => known.into_iter().map(as_float).collect(),
                _ => known,
            });
        }
        if let Some(place) = name.checked_sub(gl::DRAW_BUFFER0_EXT)
            && place < MAX_DRAW_BUFFERS
        {
            return Ok(vec![self.draw_buffer(function, name, place)]);
        }
        let count = state::count(name).ok_or(GlError::InvalidEnum)?;
        let mut words = self.ask(function, &[name, count]).words;
        if matches!(
            name,
            gl::TEXTURE_BINDING_2D | gl::TEXTURE_BINDING_CUBE_MAP | gl::RENDERBUFFER_BINDING
        ) {
            for word in &mut words {
                *word = match function {
                    F::GetFloatv => (f32::from_bits(*word) - OWN_NAMES as f32)
                        .max(0.0)
                        .to_bits(),
                    _ => word.saturating_sub(OWN_NAMES),
                };
            }
        }
        Ok(words)
    }

    /// Returns `GL_DRAW_BUFFER0_EXT` and so on, as an integer or a float.
    fn draw_buffer(&mut self, function: F, name: u32, place: u32) -> u32 {
        let own = self.context.draw_framebuffer == 0;
        let word = match self.ask_word(F::GetIntegerv, &[name, 1]) {
            // For the driver, framebuffer 0 is an object.
            buffer if own && place == 0 && buffer != 0 => gl::BACK,
            buffer => buffer,
        };
        match function {
            F::GetFloatv => (word as f32).to_bits(),
            _ => word,
        }
    }

    /// Returns the value if it is known without asking the driver.
    fn known(&mut self, name: u32) -> Option<Vec<u32>> {
        let context = &mut *self.context;
        Some(match name {
            gl::UNPACK_ROW_LENGTH_EXT => vec![context.unpack.row_length],
            gl::UNPACK_SKIP_ROWS_EXT => vec![context.unpack.skip_rows],
            gl::UNPACK_SKIP_PIXELS_EXT => vec![context.unpack.skip_pixels],
            gl::UNPACK_ALIGNMENT => vec![context.unpack.alignment],
            gl::PACK_ALIGNMENT => vec![context.pack_alignment],
            gl::NUM_COMPRESSED_TEXTURE_FORMATS => {
                vec![context.extensions.compressed_formats().len() as u32]
            }
            gl::COMPRESSED_TEXTURE_FORMATS => context.extensions.compressed_formats(),
            gl::VERTEX_ARRAY_BINDING_OES => vec![context.array],
            gl::MAX_VERTEX_ATTRIBS => vec![context.max_vertex_attribs],
            gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS => vec![context.max_units],
            gl::ARRAY_BUFFER_BINDING => vec![context.array_buffer.name],
            gl::ELEMENT_ARRAY_BUFFER_BINDING => vec![context.vertex_array().indices.name],
            gl::MAX_DRAW_BUFFERS_EXT | gl::MAX_COLOR_ATTACHMENTS_EXT => vec![MAX_DRAW_BUFFERS],
            gl::CURRENT_PROGRAM => vec![context.program],
            gl::FRAMEBUFFER_BINDING => vec![context.draw_framebuffer],
            gl::READ_FRAMEBUFFER_BINDING_EXT => vec![context.read_framebuffer],
            gl::SHADER_BINARY_FORMATS => vec![],
            gl::NUM_SHADER_BINARY_FORMATS => vec![0],
            gl::SHADER_COMPILER => vec![1],
            _ => return None,
        })
    }
}
