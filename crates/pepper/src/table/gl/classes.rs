//! Parameter classes: the values that a parameter of a function can have.
//!
//! Drivers and browsers accept more values than OpenGL ES 2 and the offered extensions define.
//! Hosts refuse values outside these classes.

use super::enums;

/// Names, without `GL_`, of the first and the last of some consecutive numbers.
pub type Range = (&'static str, &'static str);

macro_rules! range_end {
    ($first:ident) => {
        stringify!($first)
    };
    ($first:ident $last:ident) => {
        stringify!($last)
    };
}

macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $class:ident: [$($first:ident $(..= $last:ident)?),+],)*) => {
        /// Values that a parameter can have.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Class {
            /// Any value; the driver checks it.
            Any,
            /// Bits for `glClear`.
            ClearMask,
            $($(#[doc = $doc])+ $class,)*
        }

        impl Class {
            /// Returns true if a parameter of this class can have the value.
            #[inline]
            #[must_use]
            pub const fn allows(self, value: u32) -> bool {
                match self {
                    Class::Any => true,
                    Class::ClearMask => value & !CLEAR_MASK == 0,
                    $(Class::$class => matches!(value, $(enums::$first $(..= enums::$last)?)|+),)*
                }
            }
        }

        /// Lists the classes that are defined by lists of numbers: name, description, numbers.
        pub const CLASSES: &[(&str, &str, &[Range])] = &[$((
            stringify!($class),
            concat!($($doc),+),
            &[$((stringify!($first), range_end!($first $($last)?)),)+],
        ),)*];
    };
}

/// All bits for `glClear`.
pub const CLEAR_MASK: u32 =
    enums::DEPTH_BUFFER_BIT | enums::STENCIL_BUFFER_BIT | enums::COLOR_BUFFER_BIT;

classes! {
    /// Modes of `glBlendEquation`.
    BlendEquation: [FUNC_ADD, FUNC_SUBTRACT, FUNC_REVERSE_SUBTRACT, MIN_EXT, MAX_EXT],
    /// Factors of `glBlendFunc`.
    BlendFactor: [
        ZERO, ONE, SRC_COLOR ..= SRC_ALPHA_SATURATE, CONSTANT_COLOR ..= ONE_MINUS_CONSTANT_ALPHA
    ],
    /// Sides of triangles.
    Face: [FRONT, BACK, FRONT_AND_BACK],
    /// Comparisons of depths and stencils.
    Comparison: [NEVER ..= ALWAYS],
    /// Capabilities of `glEnable`.
    Capability: [
        CULL_FACE, BLEND, DITHER, STENCIL_TEST, DEPTH_TEST, SCISSOR_TEST, POLYGON_OFFSET_FILL,
        SAMPLE_ALPHA_TO_COVERAGE, SAMPLE_COVERAGE
    ],
    /// Directions of `glFrontFace`.
    FrontFace: [CW, CCW],
    /// Targets of `glHint`.
    HintTarget: [GENERATE_MIPMAP_HINT, FRAGMENT_SHADER_DERIVATIVE_HINT_OES],
    /// Modes of `glHint`.
    HintMode: [DONT_CARE ..= NICEST],
    /// Operations of `glStencilOp`.
    StencilOperation: [ZERO, KEEP ..= DECR, INVERT, INCR_WRAP, DECR_WRAP],
    /// Targets of `glBindTexture`.
    TextureTarget: [TEXTURE_2D, TEXTURE_CUBE_MAP],
    /// Targets of images: 2D textures, and the six faces of a cube map.
    ImageTarget: [TEXTURE_2D, TEXTURE_CUBE_MAP_POSITIVE_X ..= TEXTURE_CUBE_MAP_NEGATIVE_Z],
    /// Parameters of textures that every host supports.
    TextureParameter: [TEXTURE_MAG_FILTER ..= TEXTURE_WRAP_T],
    /// Magnification filters.
    MagFilter: [NEAREST, LINEAR],
    /// Minification filters.
    MinFilter: [NEAREST, LINEAR, NEAREST_MIPMAP_NEAREST ..= LINEAR_MIPMAP_LINEAR],
    /// Wrap modes of textures.
    Wrap: [REPEAT, CLAMP_TO_EDGE, MIRRORED_REPEAT],
    /// Formats of `glCopyTexImage2D`.
    CopyFormat: [ALPHA ..= LUMINANCE_ALPHA],
    /// Formats of `glReadPixels`.
    ReadFormat: [ALPHA, RGB, RGBA, BGRA_EXT],
    /// Targets of `glBindBuffer`.
    BufferTarget: [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER],
    /// Usages of `glBufferData`.
    BufferUsage: [STREAM_DRAW, STATIC_DRAW, DYNAMIC_DRAW],
    /// Primitives of draws.
    DrawMode: [POINTS ..= TRIANGLE_FAN],
    /// Targets of `glBindFramebuffer`.
    FramebufferTarget: [FRAMEBUFFER, READ_FRAMEBUFFER, DRAW_FRAMEBUFFER],
    /// Attachments of framebuffers.
    Attachment: [
        COLOR_ATTACHMENT0 ..= COLOR_ATTACHMENT15_EXT, DEPTH_ATTACHMENT, STENCIL_ATTACHMENT
    ],
    /// Parameters of `glGetFramebufferAttachmentParameteriv`.
    AttachmentParameter: [
        FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE ..= FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE
    ],
    /// Formats of renderbuffers.
    RenderbufferFormat: [
        RGBA4, RGB5_A1, RGB565, DEPTH_COMPONENT16, STENCIL_INDEX8, RGB8, RGBA8,
        DEPTH_COMPONENT24_OES, DEPTH24_STENCIL8
    ],
    /// Formats of renderbuffers with `GL_EXT_color_buffer_half_float`.
    HalfFloatFormat: [R16F, RG16F, RGBA16F, RGB16F],
    /// Parameters of `glGetRenderbufferParameteriv`.
    RenderbufferParameter: [
        RENDERBUFFER_WIDTH ..= RENDERBUFFER_INTERNAL_FORMAT,
        RENDERBUFFER_RED_SIZE ..= RENDERBUFFER_STENCIL_SIZE, RENDERBUFFER_SAMPLES_EXT
    ],
    /// Kinds of shaders.
    ShaderKind: [FRAGMENT_SHADER, VERTEX_SHADER],
    /// Precisions of `glGetShaderPrecisionFormat`.
    Precision: [LOW_FLOAT ..= HIGH_INT],
    /// Precisions of floats.
    FloatPrecision: [LOW_FLOAT ..= HIGH_FLOAT],
    /// Queries for whether any sample was drawn.
    SamplesQuery: [ANY_SAMPLES_PASSED_EXT, ANY_SAMPLES_PASSED_CONSERVATIVE_EXT],
    /// Chrome's own queries, which complete immediately.
    ChromiumQuery: [COMMANDS_ISSUED_CHROMIUM, LATENCY_QUERY_CHROMIUM, COMMANDS_COMPLETED_CHROMIUM],
}

macro_rules! texture_values {
    ($($($parameter:ident)|+ => $class:ident,)*) => {
        /// Returns the values that a parameter of textures can have; `None` for other parameters.
        #[must_use]
        pub const fn texture_values(parameter: u32) -> Option<Class> {
            Some(match parameter {
                $($(enums::$parameter)|+ => Class::$class,)*
                _ => return None,
            })
        }

        /// Lists the parameters of textures with the classes of their values.
        pub const TEXTURE_VALUES: &[(&[&str], &str)] =
            &[$((texture_values!(@names $($parameter)|+), stringify!($class)),)*];
    };
    (@names $($parameter:ident)|+) => {
        &[$(stringify!($parameter)),+]
    };
}

texture_values! {
    TEXTURE_MAG_FILTER => MagFilter,
    TEXTURE_MIN_FILTER => MinFilter,
    TEXTURE_WRAP_S | TEXTURE_WRAP_T => Wrap,
}
