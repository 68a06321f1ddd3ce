//! Functions that only set numeric state.

use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Executes a function that only sets numeric state. Returns false if the function is another
    /// one.
    pub(super) fn set_state(&mut self, function: F, args: &[u32]) -> bool {
        let gl = &self.gl;
        let float = |index: usize| f32::from_bits(args[index]);
        let int = |index: usize| args[index] as i32;
        let is = |index: usize| args[index] as u8 != 0;
        // SAFETY: none of these functions passes a pointer.
        unsafe {
            match function {
                F::ActiveTexture => gl.active_texture(args[0]),
                F::BlendColor => gl.blend_color(float(0), float(1), float(2), float(3)),
                F::BlendEquation => gl.blend_equation(args[0]),
                F::BlendEquationSeparate => gl.blend_equation_separate(args[0], args[1]),
                F::BlendFunc => gl.blend_func(args[0], args[1]),
                F::BlendFuncSeparate => {
                    gl.blend_func_separate(args[0], args[1], args[2], args[3]);
                }
                F::Clear => gl.clear(args[0]),
                F::ClearColor => gl.clear_color(float(0), float(1), float(2), float(3)),
                F::ClearDepthf => gl.clear_depth_f32(float(0)),
                F::ClearStencil => gl.clear_stencil(int(0)),
                F::ColorMask => gl.color_mask(is(0), is(1), is(2), is(3)),
                F::CullFace => gl.cull_face(args[0]),
                F::DepthFunc => gl.depth_func(args[0]),
                F::DepthMask => gl.depth_mask(is(0)),
                F::DepthRangef => gl.depth_range_f32(float(0), float(1)),
                F::Disable => gl.disable(args[0]),
                F::Enable => gl.enable(args[0]),
                F::Finish => gl.finish(),
                F::Flush => gl.flush(),
                F::FrontFace => gl.front_face(args[0]),
                F::Hint => gl.hint(args[0], args[1]),
                F::LineWidth => gl.line_width(float(0)),
                F::PolygonOffset => gl.polygon_offset(float(0), float(1)),
                F::SampleCoverage => gl.sample_coverage(float(0), is(1)),
                F::Scissor => gl.scissor(int(0), int(1), int(2), int(3)),
                F::StencilFunc => gl.stencil_func(args[0], int(1), args[2]),
                F::StencilFuncSeparate => {
                    gl.stencil_func_separate(args[0], args[1], int(2), args[3]);
                }
                F::StencilMask => gl.stencil_mask(args[0]),
                F::StencilMaskSeparate => gl.stencil_mask_separate(args[0], args[1]),
                F::StencilOp => gl.stencil_op(args[0], args[1], args[2]),
                F::StencilOpSeparate => {
                    gl.stencil_op_separate(args[0], args[1], args[2], args[3]);
                }
                F::VertexAttrib4f => {
                    gl.vertex_attrib_4_f32(args[0], float(1), float(2), float(3), float(4));
                }
                F::Viewport => gl.viewport(int(0), int(1), int(2), int(3)),
                _ => return false,
            }
        }
        true
    }
}
