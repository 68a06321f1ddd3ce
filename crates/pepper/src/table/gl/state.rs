//! The state that `glGetIntegerv` and similar functions return, as far as a host reads it from its
//! driver.

use super::enums;

/// A parameter of the state.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Its name without `GL_`.
    pub name: &'static str,
    /// Its number.
    pub number: u32,
    /// Number of elements in its value.
    pub count: u32,
}

macro_rules! states {
    ($($name:ident: $count:literal,)*) => {
        /// Lists the parameters, by number.
        pub const STATES: &[State] = &[$(State {
            name: stringify!($name),
            number: enums::$name,
            count: $count,
        },)*];

        /// Returns the number of values of a parameter; `None` for unknown ones.
        #[must_use]
        pub const fn count(number: u32) -> Option<u32> {
            Some(match number {
                $(enums::$name => $count,)*
                _ => return None,
            })
        }
    };
}

states! {
    LINE_WIDTH: 1,
    CULL_FACE: 1,
    CULL_FACE_MODE: 1,
    FRONT_FACE: 1,
    DEPTH_RANGE: 2,
    DEPTH_TEST: 1,
    DEPTH_WRITEMASK: 1,
    DEPTH_CLEAR_VALUE: 1,
    DEPTH_FUNC: 1,
    STENCIL_TEST: 1,
    STENCIL_CLEAR_VALUE: 1,
    STENCIL_FUNC: 1,
    STENCIL_VALUE_MASK: 1,
    STENCIL_FAIL: 1,
    STENCIL_PASS_DEPTH_FAIL: 1,
    STENCIL_PASS_DEPTH_PASS: 1,
    STENCIL_REF: 1,
    STENCIL_WRITEMASK: 1,
    VIEWPORT: 4,
    DITHER: 1,
    BLEND: 1,
    SCISSOR_BOX: 4,
    SCISSOR_TEST: 1,
    COLOR_CLEAR_VALUE: 4,
    COLOR_WRITEMASK: 4,
    MAX_TEXTURE_SIZE: 1,
    MAX_VIEWPORT_DIMS: 2,
    SUBPIXEL_BITS: 1,
    RED_BITS: 1,
    GREEN_BITS: 1,
    BLUE_BITS: 1,
    ALPHA_BITS: 1,
    DEPTH_BITS: 1,
    STENCIL_BITS: 1,
    POLYGON_OFFSET_UNITS: 1,
    BLEND_COLOR: 4,
    BLEND_EQUATION_RGB: 1,
    POLYGON_OFFSET_FILL: 1,
    POLYGON_OFFSET_FACTOR: 1,
    TEXTURE_BINDING_2D: 1,
    SAMPLE_ALPHA_TO_COVERAGE: 1,
    SAMPLE_COVERAGE: 1,
    SAMPLE_BUFFERS: 1,
    SAMPLES: 1,
    SAMPLE_COVERAGE_VALUE: 1,
    SAMPLE_COVERAGE_INVERT: 1,
    BLEND_DST_RGB: 1,
    BLEND_SRC_RGB: 1,
    BLEND_DST_ALPHA: 1,
    BLEND_SRC_ALPHA: 1,
    GENERATE_MIPMAP_HINT: 1,
    ALIASED_POINT_SIZE_RANGE: 2,
    ALIASED_LINE_WIDTH_RANGE: 2,
    ACTIVE_TEXTURE: 1,
    MAX_RENDERBUFFER_SIZE: 1,
    TEXTURE_BINDING_CUBE_MAP: 1,
    MAX_CUBE_MAP_TEXTURE_SIZE: 1,
    STENCIL_BACK_FUNC: 1,
    STENCIL_BACK_FAIL: 1,
    STENCIL_BACK_PASS_DEPTH_FAIL: 1,
    STENCIL_BACK_PASS_DEPTH_PASS: 1,
    BLEND_EQUATION_ALPHA: 1,
    MAX_TEXTURE_IMAGE_UNITS: 1,
    MAX_VERTEX_TEXTURE_IMAGE_UNITS: 1,
    MAX_COMBINED_TEXTURE_IMAGE_UNITS: 1,
    FRAGMENT_SHADER_DERIVATIVE_HINT_OES: 1,
    IMPLEMENTATION_COLOR_READ_TYPE: 1,
    IMPLEMENTATION_COLOR_READ_FORMAT: 1,
    STENCIL_BACK_REF: 1,
    STENCIL_BACK_VALUE_MASK: 1,
    STENCIL_BACK_WRITEMASK: 1,
    RENDERBUFFER_BINDING: 1,
    MAX_SAMPLES_EXT: 1,
    MAX_VERTEX_UNIFORM_VECTORS: 1,
    MAX_VARYING_VECTORS: 1,
    MAX_FRAGMENT_UNIFORM_VECTORS: 1,
    MAX_TEXTURE_MAX_ANISOTROPY_EXT: 1,
}
