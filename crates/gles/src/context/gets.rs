//! `glGetIntegerv` and its like, and errors.

use super::enums::is_capability;
use super::framebuffers::{BACK, MAX_DRAW_BUFFERS};
use super::{Call, GlError, Result};
use crate::command::OWN_NAMES;
use pinnacle_pepper::device::gl::Function as F;

const DRAW_BUFFER0: u32 = 0x8825;

/// The parameters that the driver is asked for, with how many numbers each has.
const PARAMETERS: &[(u32, u32)] = &[
    (0x0B21, 1), // LINE_WIDTH
    (0x0B44, 1), // CULL_FACE
    (0x0B45, 1), // CULL_FACE_MODE
    (0x0B46, 1), // FRONT_FACE
    (0x0B70, 2), // DEPTH_RANGE
    (0x0B71, 1), // DEPTH_TEST
    (0x0B72, 1), // DEPTH_WRITEMASK
    (0x0B73, 1), // DEPTH_CLEAR_VALUE
    (0x0B74, 1), // DEPTH_FUNC
    (0x0B90, 1), // STENCIL_TEST
    (0x0B91, 1), // STENCIL_CLEAR_VALUE
    (0x0B92, 1), // STENCIL_FUNC
    (0x0B93, 1), // STENCIL_VALUE_MASK
    (0x0B94, 1), // STENCIL_FAIL
    (0x0B95, 1), // STENCIL_PASS_DEPTH_FAIL
    (0x0B96, 1), // STENCIL_PASS_DEPTH_PASS
    (0x0B97, 1), // STENCIL_REF
    (0x0B98, 1), // STENCIL_WRITEMASK
    (0x0BA2, 4), // VIEWPORT
    (0x0BD0, 1), // DITHER
    (0x0BE2, 1), // BLEND
    (0x0C10, 4), // SCISSOR_BOX
    (0x0C11, 1), // SCISSOR_TEST
    (0x0C22, 4), // COLOR_CLEAR_VALUE
    (0x0C23, 4), // COLOR_WRITEMASK
    (0x0D33, 1), // MAX_TEXTURE_SIZE
    (0x0D3A, 2), // MAX_VIEWPORT_DIMS
    (0x0D50, 1), // SUBPIXEL_BITS
    (0x0D52, 1), // RED_BITS
    (0x0D53, 1), // GREEN_BITS
    (0x0D54, 1), // BLUE_BITS
    (0x0D55, 1), // ALPHA_BITS
    (0x0D56, 1), // DEPTH_BITS
    (0x0D57, 1), // STENCIL_BITS
    (0x2A00, 1), // POLYGON_OFFSET_UNITS
    (0x8005, 4), // BLEND_COLOR
    (0x8009, 1), // BLEND_EQUATION_RGB
    (0x8037, 1), // POLYGON_OFFSET_FILL
    (0x8038, 1), // POLYGON_OFFSET_FACTOR
    (0x8069, 1), // TEXTURE_BINDING_2D
    (0x809E, 1), // SAMPLE_ALPHA_TO_COVERAGE
    (0x80A0, 1), // SAMPLE_COVERAGE
    (0x80A8, 1), // SAMPLE_BUFFERS
    (0x80A9, 1), // SAMPLES
    (0x80AA, 1), // SAMPLE_COVERAGE_VALUE
    (0x80AB, 1), // SAMPLE_COVERAGE_INVERT
    (0x80C8, 1), // BLEND_DST_RGB
    (0x80C9, 1), // BLEND_SRC_RGB
    (0x80CA, 1), // BLEND_DST_ALPHA
    (0x80CB, 1), // BLEND_SRC_ALPHA
    (0x8192, 1), // GENERATE_MIPMAP_HINT
    (0x846D, 2), // ALIASED_POINT_SIZE_RANGE
    (0x846E, 2), // ALIASED_LINE_WIDTH_RANGE
    (0x84E0, 1), // ACTIVE_TEXTURE
    (0x84E8, 1), // MAX_RENDERBUFFER_SIZE
    (0x8514, 1), // TEXTURE_BINDING_CUBE_MAP
    (0x851C, 1), // MAX_CUBE_MAP_TEXTURE_SIZE
    (0x8800, 1), // STENCIL_BACK_FUNC
    (0x8801, 1), // STENCIL_BACK_FAIL
    (0x8802, 1), // STENCIL_BACK_PASS_DEPTH_FAIL
    (0x8803, 1), // STENCIL_BACK_PASS_DEPTH_PASS
    (0x883D, 1), // BLEND_EQUATION_ALPHA
    (0x8872, 1), // MAX_TEXTURE_IMAGE_UNITS
    (0x8B4C, 1), // MAX_VERTEX_TEXTURE_IMAGE_UNITS
    (0x8B4D, 1), // MAX_COMBINED_TEXTURE_IMAGE_UNITS
    (0x8B8B, 1), // FRAGMENT_SHADER_DERIVATIVE_HINT_OES
    (0x8B9A, 1), // IMPLEMENTATION_COLOR_READ_TYPE
    (0x8B9B, 1), // IMPLEMENTATION_COLOR_READ_FORMAT
    (0x8CA3, 1), // STENCIL_BACK_REF
    (0x8CA4, 1), // STENCIL_BACK_VALUE_MASK
    (0x8CA5, 1), // STENCIL_BACK_WRITEMASK
    (0x8CA7, 1), // RENDERBUFFER_BINDING
    (0x8D57, 1), // MAX_SAMPLES
    (0x8DFB, 1), // MAX_VERTEX_UNIFORM_VECTORS
    (0x8DFC, 1), // MAX_VARYING_VECTORS
    (0x8DFD, 1), // MAX_FRAGMENT_UNIFORM_VECTORS
    (0x84FF, 1), // MAX_TEXTURE_MAX_ANISOTROPY_EXT
];

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
                if !is_capability(capability) {
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

    /// The numbers of a parameter, as integers or as floats.
    fn numbers(&mut self, function: F) -> Result<Vec<u32>> {
        let name = self.arg(0);
        if let Some(known) = self.known(name) {
            let as_float = |word: u32| (word as i32 as f32).to_bits();
            return Ok(match function {
                F::GetFloatv => known.into_iter().map(as_float).collect(),
                _ => known,
            });
        }
        if let Some(place) = name.checked_sub(DRAW_BUFFER0)
            && place < MAX_DRAW_BUFFERS
        {
            return Ok(vec![self.draw_buffer(function, name, place)]);
        }
        let parameter = PARAMETERS.iter().find(|(known, _)| *known == name);
        let &(_, count) = parameter.ok_or(GlError::InvalidEnum)?;
        let mut words = self.ask(function, &[name, count]).words;
        // TEXTURE_BINDING_2D, TEXTURE_BINDING_CUBE_MAP, RENDERBUFFER_BINDING.
        if matches!(name, 0x8069 | 0x8514 | 0x8CA7) {
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

    /// `GL_DRAW_BUFFER0_EXT` and further, as an integer or a float.
    fn draw_buffer(&mut self, function: F, name: u32, place: u32) -> u32 {
        let own = self.context.draw_framebuffer == 0;
        let word = match self.ask_word(F::GetIntegerv, &[name, 1]) {
            // To the driver framebuffer 0 is an object.
            buffer if own && place == 0 && buffer != 0 => BACK,
            buffer => buffer,
        };
        match function {
            F::GetFloatv => (word as f32).to_bits(),
            _ => word,
        }
    }

    /// What is known here.
    fn known(&mut self, name: u32) -> Option<Vec<u32>> {
        let context = &mut *self.context;
        Some(match name {
            0x0CF2 => vec![context.unpack.row_length],
            0x0CF3 => vec![context.unpack.skip_rows],
            0x0CF4 => vec![context.unpack.skip_pixels],
            0x0CF5 => vec![context.unpack.alignment],
            0x0D05 => vec![context.pack_alignment],
            // NUM_COMPRESSED_TEXTURE_FORMATS, COMPRESSED_TEXTURE_FORMATS.
            0x86A2 => vec![context.extensions.compressed_formats().len() as u32],
            0x86A3 => context.extensions.compressed_formats(),
            // VERTEX_ARRAY_BINDING, MAX_VERTEX_ATTRIBS.
            0x85B5 => vec![context.array],
            0x8869 => vec![context.max_vertex_attribs],
            // ARRAY_BUFFER_BINDING, ELEMENT_ARRAY_BUFFER_BINDING.
            0x8894 => vec![context.array_buffer.name],
            0x8895 => vec![context.vertex_array().indices.name],
            // MAX_DRAW_BUFFERS, MAX_COLOR_ATTACHMENTS.
            0x8824 | 0x8CDF => vec![MAX_DRAW_BUFFERS],
            0x8B8D => vec![context.program],
            // FRAMEBUFFER_BINDING, READ_FRAMEBUFFER_BINDING.
            0x8CA6 => vec![context.draw_framebuffer],
            0x8CAA => vec![context.read_framebuffer],
            // SHADER_BINARY_FORMATS, NUM_SHADER_BINARY_FORMATS; SHADER_COMPILER.
            0x8DF8 => vec![],
            0x8DF9 => vec![0],
            0x8DFA => vec![1],
            _ => return None,
        })
    }
}
