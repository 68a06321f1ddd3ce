//! The extensions of OpenGL ES that Chrome had, and their numbers.

use super::Extension;

/// The extensions, sorted by name.
pub static EXTENSIONS: &[Extension] = &[
    Extension {
        name: "AMD_compressed_ATC_texture",
        constants: &[
            ("GL_ATC_RGB_AMD", 0x8C92),
            ("GL_ATC_RGBA_EXPLICIT_ALPHA_AMD", 0x8C93),
            ("GL_ATC_RGBA_INTERPOLATED_ALPHA_AMD", 0x87EE),
        ],
    },
    Extension {
        name: "ANGLE_depth_texture",
        constants: &[],
    },
    Extension {
        name: "ANGLE_framebuffer_blit",
        constants: &[
            ("GL_READ_FRAMEBUFFER_ANGLE", 0x8CA8),
            ("GL_DRAW_FRAMEBUFFER_ANGLE", 0x8CA9),
            ("GL_DRAW_FRAMEBUFFER_BINDING_ANGLE", 0x8CA6),
            ("GL_READ_FRAMEBUFFER_BINDING_ANGLE", 0x8CAA),
        ],
    },
    Extension {
        name: "ANGLE_framebuffer_multisample",
        constants: &[
            ("GL_RENDERBUFFER_SAMPLES_ANGLE", 0x8CAB),
            ("GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_ANGLE", 0x8D56),
            ("GL_MAX_SAMPLES_ANGLE", 0x8D57),
        ],
    },
    Extension {
        name: "ANGLE_instanced_arrays",
        constants: &[("GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE", 0x88FE)],
    },
    Extension {
        name: "ANGLE_pack_reverse_row_order",
        constants: &[("GL_PACK_REVERSE_ROW_ORDER_ANGLE", 0x93A4)],
    },
    Extension {
        name: "ANGLE_texture_compression_dxt3",
        constants: &[("GL_COMPRESSED_RGBA_S3TC_DXT3_ANGLE", 0x83F2)],
    },
    Extension {
        name: "ANGLE_texture_compression_dxt5",
        constants: &[("GL_COMPRESSED_RGBA_S3TC_DXT5_ANGLE", 0x83F3)],
    },
    Extension {
        name: "ANGLE_texture_usage",
        constants: &[
            ("GL_TEXTURE_USAGE_ANGLE", 0x93A2),
            ("GL_FRAMEBUFFER_ATTACHMENT_ANGLE", 0x93A3),
        ],
    },
    Extension {
        name: "ARB_texture_rectangle",
        constants: &[
            ("GL_SAMPLER_2D_RECT_ARB", 0x8B63),
            ("GL_TEXTURE_RECTANGLE_ARB", 0x84F5),
            ("GL_TEXTURE_BINDING_RECTANGLE_ARB", 0x84F6),
            ("GL_MAX_RECTANGLE_TEXTURE_SIZE_ARB", 0x84F8),
        ],
    },
    Extension {
        name: "CHROMIUM_enable_feature",
        constants: &[],
    },
    Extension {
        name: "CHROMIUM_map_sub",
        constants: &[],
    },
    Extension {
        name: "EXT_blend_minmax",
        constants: &[("GL_MIN_EXT", 0x8007), ("GL_MAX_EXT", 0x8008)],
    },
    Extension {
        name: "EXT_color_buffer_half_float",
        constants: &[
            ("GL_RGBA16F_EXT", 0x881A),
            ("GL_RGB16F_EXT", 0x881B),
            ("GL_RG16F_EXT", 0x822F),
            ("GL_R16F_EXT", 0x822D),
            ("GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE_EXT", 0x8211),
            ("GL_UNSIGNED_NORMALIZED_EXT", 0x8C17),
        ],
    },
    Extension {
        name: "EXT_discard_framebuffer",
        constants: &[
            ("GL_COLOR_EXT", 0x1800),
            ("GL_DEPTH_EXT", 0x1801),
            ("GL_STENCIL_EXT", 0x1802),
        ],
    },
    Extension {
        name: "EXT_disjoint_timer_query",
        constants: &[
            ("GL_QUERY_COUNTER_BITS_EXT", 0x8864),
            ("GL_CURRENT_QUERY_EXT", 0x8865),
            ("GL_QUERY_RESULT_EXT", 0x8866),
            ("GL_QUERY_RESULT_AVAILABLE_EXT", 0x8867),
            ("GL_TIME_ELAPSED_EXT", 0x88BF),
            ("GL_TIMESTAMP_EXT", 0x8E28),
            ("GL_GPU_DISJOINT_EXT", 0x8FBB),
        ],
    },
    Extension {
        name: "EXT_draw_buffers",
        constants: &[
            ("GL_MAX_COLOR_ATTACHMENTS_EXT", 0x8CDF),
            ("GL_MAX_DRAW_BUFFERS_EXT", 0x8824),
            ("GL_DRAW_BUFFER0_EXT", 0x8825),
            ("GL_DRAW_BUFFER1_EXT", 0x8826),
            ("GL_DRAW_BUFFER2_EXT", 0x8827),
            ("GL_DRAW_BUFFER3_EXT", 0x8828),
            ("GL_DRAW_BUFFER4_EXT", 0x8829),
            ("GL_DRAW_BUFFER5_EXT", 0x882A),
            ("GL_DRAW_BUFFER6_EXT", 0x882B),
            ("GL_DRAW_BUFFER7_EXT", 0x882C),
            ("GL_DRAW_BUFFER8_EXT", 0x882D),
            ("GL_DRAW_BUFFER9_EXT", 0x882E),
            ("GL_DRAW_BUFFER10_EXT", 0x882F),
            ("GL_DRAW_BUFFER11_EXT", 0x8830),
            ("GL_DRAW_BUFFER12_EXT", 0x8831),
            ("GL_DRAW_BUFFER13_EXT", 0x8832),
            ("GL_DRAW_BUFFER14_EXT", 0x8833),
            ("GL_DRAW_BUFFER15_EXT", 0x8834),
            ("GL_COLOR_ATTACHMENT0_EXT", 0x8CE0),
            ("GL_COLOR_ATTACHMENT1_EXT", 0x8CE1),
            ("GL_COLOR_ATTACHMENT2_EXT", 0x8CE2),
            ("GL_COLOR_ATTACHMENT3_EXT", 0x8CE3),
            ("GL_COLOR_ATTACHMENT4_EXT", 0x8CE4),
            ("GL_COLOR_ATTACHMENT5_EXT", 0x8CE5),
            ("GL_COLOR_ATTACHMENT6_EXT", 0x8CE6),
            ("GL_COLOR_ATTACHMENT7_EXT", 0x8CE7),
            ("GL_COLOR_ATTACHMENT8_EXT", 0x8CE8),
            ("GL_COLOR_ATTACHMENT9_EXT", 0x8CE9),
            ("GL_COLOR_ATTACHMENT10_EXT", 0x8CEA),
            ("GL_COLOR_ATTACHMENT11_EXT", 0x8CEB),
            ("GL_COLOR_ATTACHMENT12_EXT", 0x8CEC),
            ("GL_COLOR_ATTACHMENT13_EXT", 0x8CED),
            ("GL_COLOR_ATTACHMENT14_EXT", 0x8CEE),
            ("GL_COLOR_ATTACHMENT15_EXT", 0x8CEF),
        ],
    },
    Extension {
        name: "EXT_framebuffer_blit",
        constants: &[
            ("GL_READ_FRAMEBUFFER_EXT", 0x8CA8),
            ("GL_DRAW_FRAMEBUFFER_EXT", 0x8CA9),
            ("GL_DRAW_FRAMEBUFFER_BINDING_EXT", 0x8CA6),
            ("GL_READ_FRAMEBUFFER_BINDING_EXT", 0x8CAA),
        ],
    },
    Extension {
        name: "EXT_framebuffer_multisample",
        constants: &[
            ("GL_RENDERBUFFER_SAMPLES_EXT", 0x8CAB),
            ("GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT", 0x8D56),
            ("GL_MAX_SAMPLES_EXT", 0x8D57),
        ],
    },
    Extension {
        name: "EXT_occlusion_query_boolean",
        constants: &[
            ("GL_ANY_SAMPLES_PASSED_EXT", 0x8C2F),
            ("GL_ANY_SAMPLES_PASSED_CONSERVATIVE_EXT", 0x8D6A),
        ],
    },
    Extension {
        name: "EXT_read_format_bgra",
        constants: &[
            ("GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT", 0x8365),
            ("GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT", 0x8366),
        ],
    },
    Extension {
        name: "EXT_sRGB",
        constants: &[
            ("GL_SRGB_EXT", 0x8C40),
            ("GL_SRGB_ALPHA_EXT", 0x8C42),
            ("GL_SRGB8_ALPHA8_EXT", 0x8C43),
            ("GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING_EXT", 0x8210),
        ],
    },
    Extension {
        name: "EXT_shader_texture_lod",
        constants: &[],
    },
    Extension {
        name: "EXT_texture_compression_dxt1",
        constants: &[
            ("GL_COMPRESSED_RGB_S3TC_DXT1_EXT", 0x83F0),
            ("GL_COMPRESSED_RGBA_S3TC_DXT1_EXT", 0x83F1),
        ],
    },
    Extension {
        name: "EXT_texture_compression_s3tc",
        constants: &[
            ("GL_COMPRESSED_RGBA_S3TC_DXT3_EXT", 0x83F2),
            ("GL_COMPRESSED_RGBA_S3TC_DXT5_EXT", 0x83F3),
        ],
    },
    Extension {
        name: "EXT_texture_filter_anisotropic",
        constants: &[
            ("GL_TEXTURE_MAX_ANISOTROPY_EXT", 0x84FE),
            ("GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT", 0x84FF),
        ],
    },
    Extension {
        name: "EXT_texture_format_BGRA8888",
        constants: &[],
    },
    Extension {
        name: "EXT_texture_rg",
        constants: &[
            ("GL_RED_EXT", 0x1903),
            ("GL_RG_EXT", 0x8227),
            ("GL_R8_EXT", 0x8229),
            ("GL_RG8_EXT", 0x822B),
        ],
    },
    Extension {
        name: "EXT_texture_storage",
        constants: &[
            ("GL_TEXTURE_IMMUTABLE_FORMAT_EXT", 0x912F),
            ("GL_ALPHA8_EXT", 0x803C),
            ("GL_LUMINANCE8_EXT", 0x8040),
            ("GL_LUMINANCE8_ALPHA8_EXT", 0x8045),
            ("GL_RGBA32F_EXT", 0x8814),
            ("GL_RGB32F_EXT", 0x8815),
            ("GL_ALPHA32F_EXT", 0x8816),
            ("GL_LUMINANCE32F_EXT", 0x8818),
            ("GL_LUMINANCE_ALPHA32F_EXT", 0x8819),
            ("GL_ALPHA16F_EXT", 0x881C),
            ("GL_LUMINANCE16F_EXT", 0x881E),
            ("GL_LUMINANCE_ALPHA16F_EXT", 0x881F),
            ("GL_R32F_EXT", 0x822E),
            ("GL_RG32F_EXT", 0x8230),
        ],
    },
    Extension {
        name: "EXT_texture_type_2_10_10_10_REV",
        constants: &[("GL_UNSIGNED_INT_2_10_10_10_REV_EXT", 0x8368)],
    },
    Extension {
        name: "EXT_unpack_subimage",
        constants: &[
            ("GL_UNPACK_ROW_LENGTH_EXT", 0x0CF2),
            ("GL_UNPACK_SKIP_ROWS_EXT", 0x0CF3),
            ("GL_UNPACK_SKIP_PIXELS_EXT", 0x0CF4),
        ],
    },
    Extension {
        name: "IMG_texture_compression_pvrtc",
        constants: &[
            ("GL_COMPRESSED_RGB_PVRTC_4BPPV1_IMG", 0x8C00),
            ("GL_COMPRESSED_RGB_PVRTC_2BPPV1_IMG", 0x8C01),
            ("GL_COMPRESSED_RGBA_PVRTC_4BPPV1_IMG", 0x8C02),
            ("GL_COMPRESSED_RGBA_PVRTC_2BPPV1_IMG", 0x8C03),
        ],
    },
    Extension {
        name: "OES_EGL_image_external",
        constants: &[
            ("GL_TEXTURE_EXTERNAL_OES", 0x8D65),
            ("GL_TEXTURE_BINDING_EXTERNAL_OES", 0x8D67),
            ("GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES", 0x8D68),
            ("GL_SAMPLER_EXTERNAL_OES", 0x8D66),
        ],
    },
    Extension {
        name: "OES_compressed_ETC1_RGB8_texture",
        constants: &[("GL_ETC1_RGB8_OES", 0x8D64)],
    },
    Extension {
        name: "OES_depth24",
        constants: &[("GL_DEPTH_COMPONENT24_OES", 0x81A6)],
    },
    Extension {
        name: "OES_depth32",
        constants: &[("GL_DEPTH_COMPONENT32_OES", 0x81A7)],
    },
    Extension {
        name: "OES_depth_texture",
        constants: &[],
    },
    Extension {
        name: "OES_element_index_uint",
        constants: &[],
    },
    Extension {
        name: "OES_mapbuffer",
        constants: &[
            ("GL_WRITE_ONLY_OES", 0x88B9),
            ("GL_BUFFER_ACCESS_OES", 0x88BB),
            ("GL_BUFFER_MAPPED_OES", 0x88BC),
            ("GL_BUFFER_MAP_POINTER_OES", 0x88BD),
        ],
    },
    Extension {
        name: "OES_packed_depth_stencil",
        constants: &[
            ("GL_DEPTH_STENCIL_OES", 0x84F9),
            ("GL_UNSIGNED_INT_24_8_OES", 0x84FA),
            ("GL_DEPTH24_STENCIL8_OES", 0x88F0),
        ],
    },
    Extension {
        name: "OES_rgb8_rgba8",
        constants: &[],
    },
    Extension {
        name: "OES_standard_derivatives",
        constants: &[("GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES", 0x8B8B)],
    },
    Extension {
        name: "OES_stencil1",
        constants: &[("GL_STENCIL_INDEX1_OES", 0x8D46)],
    },
    Extension {
        name: "OES_stencil4",
        constants: &[("GL_STENCIL_INDEX4_OES", 0x8D47)],
    },
    Extension {
        name: "OES_texture_float",
        constants: &[],
    },
    Extension {
        name: "OES_texture_float_linear",
        constants: &[],
    },
    Extension {
        name: "OES_texture_half_float",
        constants: &[("GL_HALF_FLOAT_OES", 0x8D61)],
    },
    Extension {
        name: "OES_texture_half_float_linear",
        constants: &[],
    },
    Extension {
        name: "OES_texture_npot",
        constants: &[],
    },
    Extension {
        name: "OES_vertex_array_object",
        constants: &[("GL_VERTEX_ARRAY_BINDING_OES", 0x85B5)],
    },
];
