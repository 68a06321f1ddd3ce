//! Which values the parameters of functions can have. The driver knows more of them than
//! OpenGL ES 2 and the extensions that programs are told of; what goes beyond is refused
//! here.

use pinnacle_pepper::device::gl::Function as F;

/// What a parameter can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parameter {
    /// Whatever the driver takes.
    Any,
    /// `GL_TEXTURE0` and further.
    TextureUnit,
    BlendEquation,
    BlendFactor,
    /// Colour, depth and stencil buffers.
    ClearMask,
    Face,
    Comparison,
    Capability,
    FrontFace,
    HintTarget,
    HintMode,
    StencilOperation,
    TextureTarget,
}

/// The parameters of functions that set numbers and nothing else; none for others.
pub(super) fn parameters(function: F) -> Option<&'static [Parameter]> {
    use Parameter::{
        Any, BlendEquation, BlendFactor, Capability, ClearMask, Comparison, Face, FrontFace,
        HintMode, HintTarget, StencilOperation, TextureTarget, TextureUnit,
    };
    Some(match function {
        F::ActiveTexture => &[TextureUnit],
        F::BlendEquation => &[BlendEquation],
        F::BlendEquationSeparate => &[BlendEquation; 2],
        F::BlendFunc => &[BlendFactor; 2],
        F::BlendFuncSeparate => &[BlendFactor; 4],
        F::Clear => &[ClearMask],
        F::BlendColor | F::ClearColor | F::ColorMask | F::Scissor | F::Viewport => &[Any; 4],
        F::ClearDepthf | F::ClearStencil | F::DepthMask | F::LineWidth | F::StencilMask => &[Any],
        F::DepthRangef | F::PolygonOffset | F::SampleCoverage => &[Any; 2],
        F::CullFace => &[Face],
        F::DepthFunc => &[Comparison],
        F::Enable | F::Disable => &[Capability],
        F::Finish | F::Flush => &[],
        F::FrontFace => &[FrontFace],
        F::GenerateMipmap => &[TextureTarget],
        F::Hint => &[HintTarget, HintMode],
        F::StencilFunc => &[Comparison, Any, Any],
        F::StencilFuncSeparate => &[Face, Comparison, Any, Any],
        F::StencilMaskSeparate => &[Face, Any],
        F::StencilOp => &[StencilOperation; 3],
        F::StencilOpSeparate => &[Face, StencilOperation, StencilOperation, StencilOperation],
        F::Uniform1f | F::Uniform1i => &[Any; 2],
        F::Uniform2f | F::Uniform2i => &[Any; 3],
        F::Uniform3f | F::Uniform3i => &[Any; 4],
        F::Uniform4f | F::Uniform4i => &[Any; 5],
        _ => return None,
    })
}

impl Parameter {
    /// Whether a value can be.
    pub(super) fn allows(self, value: u32) -> bool {
        match self {
            Parameter::Any => true,
            Parameter::TextureUnit => (0x84C0..0x84C0 + 32).contains(&value),
            // ADD, SUBTRACT, REVERSE_SUBTRACT; MIN_EXT, MAX_EXT.
            Parameter::BlendEquation => {
                matches!(value, 0x8006 | 0x800A | 0x800B | 0x8007 | 0x8008)
            }
            // ZERO, ONE, SRC_COLOR .. SRC_ALPHA_SATURATE, CONSTANT_COLOR ..
            // ONE_MINUS_CONSTANT_ALPHA.
            Parameter::BlendFactor => {
                matches!(value, 0 | 1 | 0x0300..=0x0308 | 0x8001..=0x8004)
            }
            // DEPTH, STENCIL, COLOR.
            Parameter::ClearMask => value & !(0x0100 | 0x0400 | 0x4000) == 0,
            Parameter::Face => matches!(value, 0x0404 | 0x0405 | 0x0408),
            Parameter::Comparison => (0x0200..=0x0207).contains(&value),
            Parameter::Capability => is_capability(value),
            Parameter::FrontFace => matches!(value, 0x0900 | 0x0901),
            // GENERATE_MIPMAP_HINT, FRAGMENT_SHADER_DERIVATIVE_HINT_OES.
            Parameter::HintTarget => matches!(value, 0x8192 | 0x8B8B),
            Parameter::HintMode => (0x1100..=0x1102).contains(&value),
            // ZERO, KEEP, REPLACE, INCR, DECR, INVERT, INCR_WRAP, DECR_WRAP.
            Parameter::StencilOperation => {
                matches!(value, 0 | 0x1E00..=0x1E03 | 0x150A | 0x8507 | 0x8508)
            }
            Parameter::TextureTarget => is_texture_target(value),
        }
    }
}

/// CULL_FACE, BLEND, DITHER, STENCIL_TEST, DEPTH_TEST, SCISSOR_TEST, POLYGON_OFFSET_FILL,
/// SAMPLE_ALPHA_TO_COVERAGE, SAMPLE_COVERAGE.
pub(super) fn is_capability(value: u32) -> bool {
    matches!(
        value,
        0x0B44 | 0x0BE2 | 0x0BD0 | 0x0B90 | 0x0B71 | 0x0C11 | 0x8037 | 0x809E | 0x80A0
    )
}

/// TEXTURE_2D, TEXTURE_CUBE_MAP.
pub(super) fn is_texture_target(value: u32) -> bool {
    matches!(value, 0x0DE1 | 0x8513)
}

/// TEXTURE_2D and the six sides of a cube.
pub(super) fn is_image_target(value: u32) -> bool {
    matches!(value, 0x0DE1 | 0x8515..=0x851A)
}

/// Modes of draws.
pub(super) fn is_draw_mode(value: u32) -> bool {
    value <= 6
}

/// Whether a parameter of textures can have a value.
pub(super) fn texture_parameter(name: u32, value: u32) -> bool {
    match name {
        // MAG_FILTER: NEAREST, LINEAR.
        0x2800 => matches!(value, 0x2600 | 0x2601),
        // MIN_FILTER.
        0x2801 => matches!(value, 0x2600 | 0x2601 | 0x2700..=0x2703),
        // WRAP_S, WRAP_T: REPEAT, CLAMP_TO_EDGE, MIRRORED_REPEAT.
        0x2802 | 0x2803 => matches!(value, 0x2901 | 0x812F | 0x8370),
        _ => false,
    }
}

/// MAX_ANISOTROPY_EXT, a number.
pub(super) const MAX_ANISOTROPY: u32 = 0x84FE;

/// COLOR_ATTACHMENT0 to 15, DEPTH_ATTACHMENT, STENCIL_ATTACHMENT.
pub(super) fn is_attachment(value: u32) -> bool {
    matches!(value, 0x8CE0..=0x8CEF | 0x8D00 | 0x8D20)
}

/// FRAMEBUFFER, READ_FRAMEBUFFER, DRAW_FRAMEBUFFER.
pub(super) fn is_framebuffer_target(value: u32) -> bool {
    matches!(value, 0x8D40 | 0x8CA8 | 0x8CA9)
}

/// RGBA4, RGB5_A1, RGB565, DEPTH_COMPONENT16, STENCIL_INDEX8; RGB8, RGBA8,
/// DEPTH_COMPONENT24, DEPTH24_STENCIL8.
pub(super) fn is_renderbuffer_format(value: u32) -> bool {
    matches!(
        value,
        0x8056 | 0x8057 | 0x8D62 | 0x81A5 | 0x8D48 | 0x8051 | 0x8058 | 0x81A6 | 0x88F0
    )
}
