//! The extensions of OpenGL ES that Chrome had, and their numbers.

use super::Extension;

/// Declares the numbers of extensions as constants, and the list of extensions.
macro_rules! extensions {
    ($($extension:ident { $($name:ident = $value:literal,)* })*) => {
        #[allow(missing_docs, reason = "the names are OpenGL's, which documents them")]
        pub(super) mod enums {
            $($(pub const $name: u32 = $value;)*)*
        }

        /// Lists the extensions, sorted by name.
        pub static EXTENSIONS: &[Extension] = &[$(Extension {
            name: stringify!($extension),
            constants: &[$((concat!("GL_", stringify!($name)), enums::$name),)*],
        },)*];
    };
}

extensions! {
    AMD_compressed_ATC_texture {
        ATC_RGB_AMD = 0x8C92,
        ATC_RGBA_EXPLICIT_ALPHA_AMD = 0x8C93,
        ATC_RGBA_INTERPOLATED_ALPHA_AMD = 0x87EE,
    }
    ANGLE_depth_texture {}
    ANGLE_framebuffer_blit {
        READ_FRAMEBUFFER_ANGLE = 0x8CA8,
        DRAW_FRAMEBUFFER_ANGLE = 0x8CA9,
        DRAW_FRAMEBUFFER_BINDING_ANGLE = 0x8CA6,
        READ_FRAMEBUFFER_BINDING_ANGLE = 0x8CAA,
    }
    ANGLE_framebuffer_multisample {
        RENDERBUFFER_SAMPLES_ANGLE = 0x8CAB,
        FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_ANGLE = 0x8D56,
        MAX_SAMPLES_ANGLE = 0x8D57,
    }
    ANGLE_instanced_arrays {
        VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE = 0x88FE,
    }
    ANGLE_pack_reverse_row_order {
        PACK_REVERSE_ROW_ORDER_ANGLE = 0x93A4,
    }
    ANGLE_texture_compression_dxt3 {
        COMPRESSED_RGBA_S3TC_DXT3_ANGLE = 0x83F2,
    }
    ANGLE_texture_compression_dxt5 {
        COMPRESSED_RGBA_S3TC_DXT5_ANGLE = 0x83F3,
    }
    ANGLE_texture_usage {
        TEXTURE_USAGE_ANGLE = 0x93A2,
        FRAMEBUFFER_ATTACHMENT_ANGLE = 0x93A3,
    }
    ARB_texture_rectangle {
        SAMPLER_2D_RECT_ARB = 0x8B63,
        TEXTURE_RECTANGLE_ARB = 0x84F5,
        TEXTURE_BINDING_RECTANGLE_ARB = 0x84F6,
        MAX_RECTANGLE_TEXTURE_SIZE_ARB = 0x84F8,
    }
    CHROMIUM_enable_feature {}
    CHROMIUM_framebuffer_multisample {
        READ_FRAMEBUFFER = 0x8CA8,
        DRAW_FRAMEBUFFER = 0x8CA9,
    }
    CHROMIUM_map_sub {}
    EXT_blend_minmax {
        MIN_EXT = 0x8007,
        MAX_EXT = 0x8008,
    }
    EXT_color_buffer_half_float {
        RGBA16F_EXT = 0x881A,
        RGB16F_EXT = 0x881B,
        RG16F_EXT = 0x822F,
        R16F_EXT = 0x822D,
        FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE_EXT = 0x8211,
        UNSIGNED_NORMALIZED_EXT = 0x8C17,
    }
    EXT_discard_framebuffer {
        COLOR_EXT = 0x1800,
        DEPTH_EXT = 0x1801,
        STENCIL_EXT = 0x1802,
    }
    EXT_disjoint_timer_query {
        QUERY_COUNTER_BITS_EXT = 0x8864,
        CURRENT_QUERY_EXT = 0x8865,
        QUERY_RESULT_EXT = 0x8866,
        QUERY_RESULT_AVAILABLE_EXT = 0x8867,
        TIME_ELAPSED_EXT = 0x88BF,
        TIMESTAMP_EXT = 0x8E28,
        GPU_DISJOINT_EXT = 0x8FBB,
    }
    EXT_draw_buffers {
        MAX_COLOR_ATTACHMENTS_EXT = 0x8CDF,
        MAX_DRAW_BUFFERS_EXT = 0x8824,
        DRAW_BUFFER0_EXT = 0x8825,
        DRAW_BUFFER1_EXT = 0x8826,
        DRAW_BUFFER2_EXT = 0x8827,
        DRAW_BUFFER3_EXT = 0x8828,
        DRAW_BUFFER4_EXT = 0x8829,
        DRAW_BUFFER5_EXT = 0x882A,
        DRAW_BUFFER6_EXT = 0x882B,
        DRAW_BUFFER7_EXT = 0x882C,
        DRAW_BUFFER8_EXT = 0x882D,
        DRAW_BUFFER9_EXT = 0x882E,
        DRAW_BUFFER10_EXT = 0x882F,
        DRAW_BUFFER11_EXT = 0x8830,
        DRAW_BUFFER12_EXT = 0x8831,
        DRAW_BUFFER13_EXT = 0x8832,
        DRAW_BUFFER14_EXT = 0x8833,
        DRAW_BUFFER15_EXT = 0x8834,
        COLOR_ATTACHMENT0_EXT = 0x8CE0,
        COLOR_ATTACHMENT1_EXT = 0x8CE1,
        COLOR_ATTACHMENT2_EXT = 0x8CE2,
        COLOR_ATTACHMENT3_EXT = 0x8CE3,
        COLOR_ATTACHMENT4_EXT = 0x8CE4,
        COLOR_ATTACHMENT5_EXT = 0x8CE5,
        COLOR_ATTACHMENT6_EXT = 0x8CE6,
        COLOR_ATTACHMENT7_EXT = 0x8CE7,
        COLOR_ATTACHMENT8_EXT = 0x8CE8,
        COLOR_ATTACHMENT9_EXT = 0x8CE9,
        COLOR_ATTACHMENT10_EXT = 0x8CEA,
        COLOR_ATTACHMENT11_EXT = 0x8CEB,
        COLOR_ATTACHMENT12_EXT = 0x8CEC,
        COLOR_ATTACHMENT13_EXT = 0x8CED,
        COLOR_ATTACHMENT14_EXT = 0x8CEE,
        COLOR_ATTACHMENT15_EXT = 0x8CEF,
    }
    EXT_framebuffer_blit {
        READ_FRAMEBUFFER_EXT = 0x8CA8,
        DRAW_FRAMEBUFFER_EXT = 0x8CA9,
        DRAW_FRAMEBUFFER_BINDING_EXT = 0x8CA6,
        READ_FRAMEBUFFER_BINDING_EXT = 0x8CAA,
    }
    EXT_framebuffer_multisample {
        RENDERBUFFER_SAMPLES_EXT = 0x8CAB,
        FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT = 0x8D56,
        MAX_SAMPLES_EXT = 0x8D57,
    }
    EXT_occlusion_query_boolean {
        ANY_SAMPLES_PASSED_EXT = 0x8C2F,
        ANY_SAMPLES_PASSED_CONSERVATIVE_EXT = 0x8D6A,
    }
    EXT_read_format_bgra {
        UNSIGNED_SHORT_4_4_4_4_REV_EXT = 0x8365,
        UNSIGNED_SHORT_1_5_5_5_REV_EXT = 0x8366,
    }
    EXT_sRGB {
        SRGB_EXT = 0x8C40,
        SRGB_ALPHA_EXT = 0x8C42,
        SRGB8_ALPHA8_EXT = 0x8C43,
        FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING_EXT = 0x8210,
    }
    EXT_shader_texture_lod {}
    EXT_texture_compression_dxt1 {
        COMPRESSED_RGB_S3TC_DXT1_EXT = 0x83F0,
        COMPRESSED_RGBA_S3TC_DXT1_EXT = 0x83F1,
    }
    EXT_texture_compression_s3tc {
        COMPRESSED_RGBA_S3TC_DXT3_EXT = 0x83F2,
        COMPRESSED_RGBA_S3TC_DXT5_EXT = 0x83F3,
    }
    EXT_texture_filter_anisotropic {
        TEXTURE_MAX_ANISOTROPY_EXT = 0x84FE,
        MAX_TEXTURE_MAX_ANISOTROPY_EXT = 0x84FF,
    }
    EXT_texture_format_BGRA8888 {
        BGRA_EXT = 0x80E1,
    }
    EXT_texture_rg {
        RED_EXT = 0x1903,
        RG_EXT = 0x8227,
        R8_EXT = 0x8229,
        RG8_EXT = 0x822B,
    }
    EXT_texture_storage {
        TEXTURE_IMMUTABLE_FORMAT_EXT = 0x912F,
        ALPHA8_EXT = 0x803C,
        LUMINANCE8_EXT = 0x8040,
        LUMINANCE8_ALPHA8_EXT = 0x8045,
        RGBA32F_EXT = 0x8814,
        RGB32F_EXT = 0x8815,
        ALPHA32F_EXT = 0x8816,
        LUMINANCE32F_EXT = 0x8818,
        LUMINANCE_ALPHA32F_EXT = 0x8819,
        ALPHA16F_EXT = 0x881C,
        LUMINANCE16F_EXT = 0x881E,
        LUMINANCE_ALPHA16F_EXT = 0x881F,
        R32F_EXT = 0x822E,
        RG32F_EXT = 0x8230,
    }
    EXT_texture_type_2_10_10_10_REV {
        UNSIGNED_INT_2_10_10_10_REV_EXT = 0x8368,
    }
    EXT_unpack_subimage {
        UNPACK_ROW_LENGTH_EXT = 0x0CF2,
        UNPACK_SKIP_ROWS_EXT = 0x0CF3,
        UNPACK_SKIP_PIXELS_EXT = 0x0CF4,
    }
    IMG_texture_compression_pvrtc {
        COMPRESSED_RGB_PVRTC_4BPPV1_IMG = 0x8C00,
        COMPRESSED_RGB_PVRTC_2BPPV1_IMG = 0x8C01,
        COMPRESSED_RGBA_PVRTC_4BPPV1_IMG = 0x8C02,
        COMPRESSED_RGBA_PVRTC_2BPPV1_IMG = 0x8C03,
    }
    OES_EGL_image_external {
        TEXTURE_EXTERNAL_OES = 0x8D65,
        TEXTURE_BINDING_EXTERNAL_OES = 0x8D67,
        REQUIRED_TEXTURE_IMAGE_UNITS_OES = 0x8D68,
        SAMPLER_EXTERNAL_OES = 0x8D66,
    }
    OES_compressed_ETC1_RGB8_texture {
        ETC1_RGB8_OES = 0x8D64,
    }
    OES_depth24 {
        DEPTH_COMPONENT24_OES = 0x81A6,
    }
    OES_depth32 {
        DEPTH_COMPONENT32_OES = 0x81A7,
    }
    OES_depth_texture {}
    OES_element_index_uint {}
    OES_mapbuffer {
        WRITE_ONLY_OES = 0x88B9,
        BUFFER_ACCESS_OES = 0x88BB,
        BUFFER_MAPPED_OES = 0x88BC,
        BUFFER_MAP_POINTER_OES = 0x88BD,
    }
    OES_packed_depth_stencil {
        DEPTH_STENCIL_OES = 0x84F9,
        UNSIGNED_INT_24_8_OES = 0x84FA,
        DEPTH24_STENCIL8_OES = 0x88F0,
    }
    OES_rgb8_rgba8 {}
    OES_standard_derivatives {
        FRAGMENT_SHADER_DERIVATIVE_HINT_OES = 0x8B8B,
    }
    OES_stencil1 {
        STENCIL_INDEX1_OES = 0x8D46,
    }
    OES_stencil4 {
        STENCIL_INDEX4_OES = 0x8D47,
    }
    OES_texture_float {}
    OES_texture_float_linear {}
    OES_texture_half_float {
        HALF_FLOAT_OES = 0x8D61,
    }
    OES_texture_half_float_linear {}
    OES_texture_npot {}
    OES_vertex_array_object {
        VERTEX_ARRAY_BINDING_OES = 0x85B5,
    }
}
