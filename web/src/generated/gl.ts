// OpenGL ES 2 as both hosts see it: numbers, values of parameters, pixels, bounds.
//
// Made of crates/pepper/src/table/gl by `cargo xtask generate`: change that, not this file.

/** The numbers of OpenGL. */
export const enum GL {
  DEPTH_BUFFER_BIT = 0x0100,
  STENCIL_BUFFER_BIT = 0x0400,
  COLOR_BUFFER_BIT = 0x4000,
  FALSE = 0x0000,
  TRUE = 0x0001,
  POINTS = 0x0000,
  LINES = 0x0001,
  LINE_LOOP = 0x0002,
  LINE_STRIP = 0x0003,
  TRIANGLES = 0x0004,
  TRIANGLE_STRIP = 0x0005,
  TRIANGLE_FAN = 0x0006,
  ZERO = 0x0000,
  ONE = 0x0001,
  SRC_COLOR = 0x0300,
  ONE_MINUS_SRC_COLOR = 0x0301,
  SRC_ALPHA = 0x0302,
  ONE_MINUS_SRC_ALPHA = 0x0303,
  DST_ALPHA = 0x0304,
  ONE_MINUS_DST_ALPHA = 0x0305,
  DST_COLOR = 0x0306,
  ONE_MINUS_DST_COLOR = 0x0307,
  SRC_ALPHA_SATURATE = 0x0308,
  FUNC_ADD = 0x8006,
  BLEND_EQUATION = 0x8009,
  BLEND_EQUATION_RGB = 0x8009,
  BLEND_EQUATION_ALPHA = 0x883d,
  FUNC_SUBTRACT = 0x800a,
  FUNC_REVERSE_SUBTRACT = 0x800b,
  BLEND_DST_RGB = 0x80c8,
  BLEND_SRC_RGB = 0x80c9,
  BLEND_DST_ALPHA = 0x80ca,
  BLEND_SRC_ALPHA = 0x80cb,
  CONSTANT_COLOR = 0x8001,
  ONE_MINUS_CONSTANT_COLOR = 0x8002,
  CONSTANT_ALPHA = 0x8003,
  ONE_MINUS_CONSTANT_ALPHA = 0x8004,
  BLEND_COLOR = 0x8005,
  ARRAY_BUFFER = 0x8892,
  ELEMENT_ARRAY_BUFFER = 0x8893,
  ARRAY_BUFFER_BINDING = 0x8894,
  ELEMENT_ARRAY_BUFFER_BINDING = 0x8895,
  STREAM_DRAW = 0x88e0,
  STATIC_DRAW = 0x88e4,
  DYNAMIC_DRAW = 0x88e8,
  BUFFER_SIZE = 0x8764,
  BUFFER_USAGE = 0x8765,
  CURRENT_VERTEX_ATTRIB = 0x8626,
  FRONT = 0x0404,
  BACK = 0x0405,
  FRONT_AND_BACK = 0x0408,
  TEXTURE_2D = 0x0de1,
  CULL_FACE = 0x0b44,
  BLEND = 0x0be2,
  DITHER = 0x0bd0,
  STENCIL_TEST = 0x0b90,
  DEPTH_TEST = 0x0b71,
  SCISSOR_TEST = 0x0c11,
  POLYGON_OFFSET_FILL = 0x8037,
  SAMPLE_ALPHA_TO_COVERAGE = 0x809e,
  SAMPLE_COVERAGE = 0x80a0,
  NO_ERROR = 0x0000,
  INVALID_ENUM = 0x0500,
  INVALID_VALUE = 0x0501,
  INVALID_OPERATION = 0x0502,
  OUT_OF_MEMORY = 0x0505,
  CW = 0x0900,
  CCW = 0x0901,
  LINE_WIDTH = 0x0b21,
  ALIASED_POINT_SIZE_RANGE = 0x846d,
  ALIASED_LINE_WIDTH_RANGE = 0x846e,
  CULL_FACE_MODE = 0x0b45,
  FRONT_FACE = 0x0b46,
  DEPTH_RANGE = 0x0b70,
  DEPTH_WRITEMASK = 0x0b72,
  DEPTH_CLEAR_VALUE = 0x0b73,
  DEPTH_FUNC = 0x0b74,
  STENCIL_CLEAR_VALUE = 0x0b91,
  STENCIL_FUNC = 0x0b92,
  STENCIL_FAIL = 0x0b94,
  STENCIL_PASS_DEPTH_FAIL = 0x0b95,
  STENCIL_PASS_DEPTH_PASS = 0x0b96,
  STENCIL_REF = 0x0b97,
  STENCIL_VALUE_MASK = 0x0b93,
  STENCIL_WRITEMASK = 0x0b98,
  STENCIL_BACK_FUNC = 0x8800,
  STENCIL_BACK_FAIL = 0x8801,
  STENCIL_BACK_PASS_DEPTH_FAIL = 0x8802,
  STENCIL_BACK_PASS_DEPTH_PASS = 0x8803,
  STENCIL_BACK_REF = 0x8ca3,
  STENCIL_BACK_VALUE_MASK = 0x8ca4,
  STENCIL_BACK_WRITEMASK = 0x8ca5,
  VIEWPORT = 0x0ba2,
  SCISSOR_BOX = 0x0c10,
  COLOR_CLEAR_VALUE = 0x0c22,
  COLOR_WRITEMASK = 0x0c23,
  UNPACK_ALIGNMENT = 0x0cf5,
  PACK_ALIGNMENT = 0x0d05,
  MAX_TEXTURE_SIZE = 0x0d33,
  MAX_VIEWPORT_DIMS = 0x0d3a,
  SUBPIXEL_BITS = 0x0d50,
  RED_BITS = 0x0d52,
  GREEN_BITS = 0x0d53,
  BLUE_BITS = 0x0d54,
  ALPHA_BITS = 0x0d55,
  DEPTH_BITS = 0x0d56,
  STENCIL_BITS = 0x0d57,
  POLYGON_OFFSET_UNITS = 0x2a00,
  POLYGON_OFFSET_FACTOR = 0x8038,
  TEXTURE_BINDING_2D = 0x8069,
  SAMPLE_BUFFERS = 0x80a8,
  SAMPLES = 0x80a9,
  SAMPLE_COVERAGE_VALUE = 0x80aa,
  SAMPLE_COVERAGE_INVERT = 0x80ab,
  NUM_COMPRESSED_TEXTURE_FORMATS = 0x86a2,
  COMPRESSED_TEXTURE_FORMATS = 0x86a3,
  DONT_CARE = 0x1100,
  FASTEST = 0x1101,
  NICEST = 0x1102,
  GENERATE_MIPMAP_HINT = 0x8192,
  BYTE = 0x1400,
  UNSIGNED_BYTE = 0x1401,
  SHORT = 0x1402,
  UNSIGNED_SHORT = 0x1403,
  INT = 0x1404,
  UNSIGNED_INT = 0x1405,
  FLOAT = 0x1406,
  FIXED = 0x140c,
  DEPTH_COMPONENT = 0x1902,
  ALPHA = 0x1906,
  RGB = 0x1907,
  RGBA = 0x1908,
  LUMINANCE = 0x1909,
  LUMINANCE_ALPHA = 0x190a,
  UNSIGNED_SHORT_4_4_4_4 = 0x8033,
  UNSIGNED_SHORT_5_5_5_1 = 0x8034,
  UNSIGNED_SHORT_5_6_5 = 0x8363,
  FRAGMENT_SHADER = 0x8b30,
  VERTEX_SHADER = 0x8b31,
  MAX_VERTEX_ATTRIBS = 0x8869,
  MAX_VERTEX_UNIFORM_VECTORS = 0x8dfb,
  MAX_VARYING_VECTORS = 0x8dfc,
  MAX_COMBINED_TEXTURE_IMAGE_UNITS = 0x8b4d,
  MAX_VERTEX_TEXTURE_IMAGE_UNITS = 0x8b4c,
  MAX_TEXTURE_IMAGE_UNITS = 0x8872,
  MAX_FRAGMENT_UNIFORM_VECTORS = 0x8dfd,
  SHADER_TYPE = 0x8b4f,
  DELETE_STATUS = 0x8b80,
  LINK_STATUS = 0x8b82,
  VALIDATE_STATUS = 0x8b83,
  ATTACHED_SHADERS = 0x8b85,
  ACTIVE_UNIFORMS = 0x8b86,
  ACTIVE_UNIFORM_MAX_LENGTH = 0x8b87,
  ACTIVE_ATTRIBUTES = 0x8b89,
  ACTIVE_ATTRIBUTE_MAX_LENGTH = 0x8b8a,
  SHADING_LANGUAGE_VERSION = 0x8b8c,
  CURRENT_PROGRAM = 0x8b8d,
  NEVER = 0x0200,
  LESS = 0x0201,
  EQUAL = 0x0202,
  LEQUAL = 0x0203,
  GREATER = 0x0204,
  NOTEQUAL = 0x0205,
  GEQUAL = 0x0206,
  ALWAYS = 0x0207,
  KEEP = 0x1e00,
  REPLACE = 0x1e01,
  INCR = 0x1e02,
  DECR = 0x1e03,
  INVERT = 0x150a,
  INCR_WRAP = 0x8507,
  DECR_WRAP = 0x8508,
  VENDOR = 0x1f00,
  RENDERER = 0x1f01,
  VERSION = 0x1f02,
  EXTENSIONS = 0x1f03,
  NEAREST = 0x2600,
  LINEAR = 0x2601,
  NEAREST_MIPMAP_NEAREST = 0x2700,
  LINEAR_MIPMAP_NEAREST = 0x2701,
  NEAREST_MIPMAP_LINEAR = 0x2702,
  LINEAR_MIPMAP_LINEAR = 0x2703,
  TEXTURE_MAG_FILTER = 0x2800,
  TEXTURE_MIN_FILTER = 0x2801,
  TEXTURE_WRAP_S = 0x2802,
  TEXTURE_WRAP_T = 0x2803,
  TEXTURE = 0x1702,
  TEXTURE_CUBE_MAP = 0x8513,
  TEXTURE_BINDING_CUBE_MAP = 0x8514,
  TEXTURE_CUBE_MAP_POSITIVE_X = 0x8515,
  TEXTURE_CUBE_MAP_NEGATIVE_X = 0x8516,
  TEXTURE_CUBE_MAP_POSITIVE_Y = 0x8517,
  TEXTURE_CUBE_MAP_NEGATIVE_Y = 0x8518,
  TEXTURE_CUBE_MAP_POSITIVE_Z = 0x8519,
  TEXTURE_CUBE_MAP_NEGATIVE_Z = 0x851a,
  MAX_CUBE_MAP_TEXTURE_SIZE = 0x851c,
  TEXTURE0 = 0x84c0,
  TEXTURE1 = 0x84c1,
  TEXTURE2 = 0x84c2,
  TEXTURE3 = 0x84c3,
  TEXTURE4 = 0x84c4,
  TEXTURE5 = 0x84c5,
  TEXTURE6 = 0x84c6,
  TEXTURE7 = 0x84c7,
  TEXTURE8 = 0x84c8,
  TEXTURE9 = 0x84c9,
  TEXTURE10 = 0x84ca,
  TEXTURE11 = 0x84cb,
  TEXTURE12 = 0x84cc,
  TEXTURE13 = 0x84cd,
  TEXTURE14 = 0x84ce,
  TEXTURE15 = 0x84cf,
  TEXTURE16 = 0x84d0,
  TEXTURE17 = 0x84d1,
  TEXTURE18 = 0x84d2,
  TEXTURE19 = 0x84d3,
  TEXTURE20 = 0x84d4,
  TEXTURE21 = 0x84d5,
  TEXTURE22 = 0x84d6,
  TEXTURE23 = 0x84d7,
  TEXTURE24 = 0x84d8,
  TEXTURE25 = 0x84d9,
  TEXTURE26 = 0x84da,
  TEXTURE27 = 0x84db,
  TEXTURE28 = 0x84dc,
  TEXTURE29 = 0x84dd,
  TEXTURE30 = 0x84de,
  TEXTURE31 = 0x84df,
  ACTIVE_TEXTURE = 0x84e0,
  REPEAT = 0x2901,
  CLAMP_TO_EDGE = 0x812f,
  MIRRORED_REPEAT = 0x8370,
  FLOAT_VEC2 = 0x8b50,
  FLOAT_VEC3 = 0x8b51,
  FLOAT_VEC4 = 0x8b52,
  INT_VEC2 = 0x8b53,
  INT_VEC3 = 0x8b54,
  INT_VEC4 = 0x8b55,
  BOOL = 0x8b56,
  BOOL_VEC2 = 0x8b57,
  BOOL_VEC3 = 0x8b58,
  BOOL_VEC4 = 0x8b59,
  FLOAT_MAT2 = 0x8b5a,
  FLOAT_MAT3 = 0x8b5b,
  FLOAT_MAT4 = 0x8b5c,
  SAMPLER_2D = 0x8b5e,
  SAMPLER_CUBE = 0x8b60,
  VERTEX_ATTRIB_ARRAY_ENABLED = 0x8622,
  VERTEX_ATTRIB_ARRAY_SIZE = 0x8623,
  VERTEX_ATTRIB_ARRAY_STRIDE = 0x8624,
  VERTEX_ATTRIB_ARRAY_TYPE = 0x8625,
  VERTEX_ATTRIB_ARRAY_NORMALIZED = 0x886a,
  VERTEX_ATTRIB_ARRAY_POINTER = 0x8645,
  VERTEX_ATTRIB_ARRAY_BUFFER_BINDING = 0x889f,
  IMPLEMENTATION_COLOR_READ_TYPE = 0x8b9a,
  IMPLEMENTATION_COLOR_READ_FORMAT = 0x8b9b,
  COMPILE_STATUS = 0x8b81,
  INFO_LOG_LENGTH = 0x8b84,
  SHADER_SOURCE_LENGTH = 0x8b88,
  SHADER_COMPILER = 0x8dfa,
  SHADER_BINARY_FORMATS = 0x8df8,
  NUM_SHADER_BINARY_FORMATS = 0x8df9,
  LOW_FLOAT = 0x8df0,
  MEDIUM_FLOAT = 0x8df1,
  HIGH_FLOAT = 0x8df2,
  LOW_INT = 0x8df3,
  MEDIUM_INT = 0x8df4,
  HIGH_INT = 0x8df5,
  FRAMEBUFFER = 0x8d40,
  RENDERBUFFER = 0x8d41,
  RGBA4 = 0x8056,
  RGB5_A1 = 0x8057,
  RGB565 = 0x8d62,
  DEPTH_COMPONENT16 = 0x81a5,
  STENCIL_INDEX8 = 0x8d48,
  RENDERBUFFER_WIDTH = 0x8d42,
  RENDERBUFFER_HEIGHT = 0x8d43,
  RENDERBUFFER_INTERNAL_FORMAT = 0x8d44,
  RENDERBUFFER_RED_SIZE = 0x8d50,
  RENDERBUFFER_GREEN_SIZE = 0x8d51,
  RENDERBUFFER_BLUE_SIZE = 0x8d52,
  RENDERBUFFER_ALPHA_SIZE = 0x8d53,
  RENDERBUFFER_DEPTH_SIZE = 0x8d54,
  RENDERBUFFER_STENCIL_SIZE = 0x8d55,
  FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE = 0x8cd0,
  FRAMEBUFFER_ATTACHMENT_OBJECT_NAME = 0x8cd1,
  FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL = 0x8cd2,
  FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE = 0x8cd3,
  COLOR_ATTACHMENT0 = 0x8ce0,
  DEPTH_ATTACHMENT = 0x8d00,
  STENCIL_ATTACHMENT = 0x8d20,
  NONE = 0x0000,
  FRAMEBUFFER_COMPLETE = 0x8cd5,
  FRAMEBUFFER_INCOMPLETE_ATTACHMENT = 0x8cd6,
  FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT = 0x8cd7,
  FRAMEBUFFER_INCOMPLETE_DIMENSIONS = 0x8cd9,
  FRAMEBUFFER_UNSUPPORTED = 0x8cdd,
  FRAMEBUFFER_BINDING = 0x8ca6,
  RENDERBUFFER_BINDING = 0x8ca7,
  MAX_RENDERBUFFER_SIZE = 0x84e8,
  INVALID_FRAMEBUFFER_OPERATION = 0x0506,
  ATC_RGB_AMD = 0x8c92,
  ATC_RGBA_EXPLICIT_ALPHA_AMD = 0x8c93,
  ATC_RGBA_INTERPOLATED_ALPHA_AMD = 0x87ee,
  READ_FRAMEBUFFER_ANGLE = 0x8ca8,
  DRAW_FRAMEBUFFER_ANGLE = 0x8ca9,
  DRAW_FRAMEBUFFER_BINDING_ANGLE = 0x8ca6,
  READ_FRAMEBUFFER_BINDING_ANGLE = 0x8caa,
  RENDERBUFFER_SAMPLES_ANGLE = 0x8cab,
  FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_ANGLE = 0x8d56,
  MAX_SAMPLES_ANGLE = 0x8d57,
  VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE = 0x88fe,
  PACK_REVERSE_ROW_ORDER_ANGLE = 0x93a4,
  COMPRESSED_RGBA_S3TC_DXT3_ANGLE = 0x83f2,
  COMPRESSED_RGBA_S3TC_DXT5_ANGLE = 0x83f3,
  TEXTURE_USAGE_ANGLE = 0x93a2,
  FRAMEBUFFER_ATTACHMENT_ANGLE = 0x93a3,
  SAMPLER_2D_RECT_ARB = 0x8b63,
  TEXTURE_RECTANGLE_ARB = 0x84f5,
  TEXTURE_BINDING_RECTANGLE_ARB = 0x84f6,
  MAX_RECTANGLE_TEXTURE_SIZE_ARB = 0x84f8,
  READ_FRAMEBUFFER = 0x8ca8,
  DRAW_FRAMEBUFFER = 0x8ca9,
  MIN_EXT = 0x8007,
  MAX_EXT = 0x8008,
  RGBA16F_EXT = 0x881a,
  RGB16F_EXT = 0x881b,
  RG16F_EXT = 0x822f,
  R16F_EXT = 0x822d,
  FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE_EXT = 0x8211,
  UNSIGNED_NORMALIZED_EXT = 0x8c17,
  COLOR_EXT = 0x1800,
  DEPTH_EXT = 0x1801,
  STENCIL_EXT = 0x1802,
  QUERY_COUNTER_BITS_EXT = 0x8864,
  CURRENT_QUERY_EXT = 0x8865,
  QUERY_RESULT_EXT = 0x8866,
  QUERY_RESULT_AVAILABLE_EXT = 0x8867,
  TIME_ELAPSED_EXT = 0x88bf,
  TIMESTAMP_EXT = 0x8e28,
  GPU_DISJOINT_EXT = 0x8fbb,
  MAX_COLOR_ATTACHMENTS_EXT = 0x8cdf,
  MAX_DRAW_BUFFERS_EXT = 0x8824,
  DRAW_BUFFER0_EXT = 0x8825,
  DRAW_BUFFER1_EXT = 0x8826,
  DRAW_BUFFER2_EXT = 0x8827,
  DRAW_BUFFER3_EXT = 0x8828,
  DRAW_BUFFER4_EXT = 0x8829,
  DRAW_BUFFER5_EXT = 0x882a,
  DRAW_BUFFER6_EXT = 0x882b,
  DRAW_BUFFER7_EXT = 0x882c,
  DRAW_BUFFER8_EXT = 0x882d,
  DRAW_BUFFER9_EXT = 0x882e,
  DRAW_BUFFER10_EXT = 0x882f,
  DRAW_BUFFER11_EXT = 0x8830,
  DRAW_BUFFER12_EXT = 0x8831,
  DRAW_BUFFER13_EXT = 0x8832,
  DRAW_BUFFER14_EXT = 0x8833,
  DRAW_BUFFER15_EXT = 0x8834,
  COLOR_ATTACHMENT0_EXT = 0x8ce0,
  COLOR_ATTACHMENT1_EXT = 0x8ce1,
  COLOR_ATTACHMENT2_EXT = 0x8ce2,
  COLOR_ATTACHMENT3_EXT = 0x8ce3,
  COLOR_ATTACHMENT4_EXT = 0x8ce4,
  COLOR_ATTACHMENT5_EXT = 0x8ce5,
  COLOR_ATTACHMENT6_EXT = 0x8ce6,
  COLOR_ATTACHMENT7_EXT = 0x8ce7,
  COLOR_ATTACHMENT8_EXT = 0x8ce8,
  COLOR_ATTACHMENT9_EXT = 0x8ce9,
  COLOR_ATTACHMENT10_EXT = 0x8cea,
  COLOR_ATTACHMENT11_EXT = 0x8ceb,
  COLOR_ATTACHMENT12_EXT = 0x8cec,
  COLOR_ATTACHMENT13_EXT = 0x8ced,
  COLOR_ATTACHMENT14_EXT = 0x8cee,
  COLOR_ATTACHMENT15_EXT = 0x8cef,
  READ_FRAMEBUFFER_EXT = 0x8ca8,
  DRAW_FRAMEBUFFER_EXT = 0x8ca9,
  DRAW_FRAMEBUFFER_BINDING_EXT = 0x8ca6,
  READ_FRAMEBUFFER_BINDING_EXT = 0x8caa,
  RENDERBUFFER_SAMPLES_EXT = 0x8cab,
  FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT = 0x8d56,
  MAX_SAMPLES_EXT = 0x8d57,
  ANY_SAMPLES_PASSED_EXT = 0x8c2f,
  ANY_SAMPLES_PASSED_CONSERVATIVE_EXT = 0x8d6a,
  UNSIGNED_SHORT_4_4_4_4_REV_EXT = 0x8365,
  UNSIGNED_SHORT_1_5_5_5_REV_EXT = 0x8366,
  SRGB_EXT = 0x8c40,
  SRGB_ALPHA_EXT = 0x8c42,
  SRGB8_ALPHA8_EXT = 0x8c43,
  FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING_EXT = 0x8210,
  COMPRESSED_RGB_S3TC_DXT1_EXT = 0x83f0,
  COMPRESSED_RGBA_S3TC_DXT1_EXT = 0x83f1,
  COMPRESSED_RGBA_S3TC_DXT3_EXT = 0x83f2,
  COMPRESSED_RGBA_S3TC_DXT5_EXT = 0x83f3,
  TEXTURE_MAX_ANISOTROPY_EXT = 0x84fe,
  MAX_TEXTURE_MAX_ANISOTROPY_EXT = 0x84ff,
  BGRA_EXT = 0x80e1,
  RED_EXT = 0x1903,
  RG_EXT = 0x8227,
  R8_EXT = 0x8229,
  RG8_EXT = 0x822b,
  TEXTURE_IMMUTABLE_FORMAT_EXT = 0x912f,
  ALPHA8_EXT = 0x803c,
  LUMINANCE8_EXT = 0x8040,
  LUMINANCE8_ALPHA8_EXT = 0x8045,
  RGBA32F_EXT = 0x8814,
  RGB32F_EXT = 0x8815,
  ALPHA32F_EXT = 0x8816,
  LUMINANCE32F_EXT = 0x8818,
  LUMINANCE_ALPHA32F_EXT = 0x8819,
  ALPHA16F_EXT = 0x881c,
  LUMINANCE16F_EXT = 0x881e,
  LUMINANCE_ALPHA16F_EXT = 0x881f,
  R32F_EXT = 0x822e,
  RG32F_EXT = 0x8230,
  UNSIGNED_INT_2_10_10_10_REV_EXT = 0x8368,
  UNPACK_ROW_LENGTH_EXT = 0x0cf2,
  UNPACK_SKIP_ROWS_EXT = 0x0cf3,
  UNPACK_SKIP_PIXELS_EXT = 0x0cf4,
  COMPRESSED_RGB_PVRTC_4BPPV1_IMG = 0x8c00,
  COMPRESSED_RGB_PVRTC_2BPPV1_IMG = 0x8c01,
  COMPRESSED_RGBA_PVRTC_4BPPV1_IMG = 0x8c02,
  COMPRESSED_RGBA_PVRTC_2BPPV1_IMG = 0x8c03,
  TEXTURE_EXTERNAL_OES = 0x8d65,
  TEXTURE_BINDING_EXTERNAL_OES = 0x8d67,
  REQUIRED_TEXTURE_IMAGE_UNITS_OES = 0x8d68,
  SAMPLER_EXTERNAL_OES = 0x8d66,
  ETC1_RGB8_OES = 0x8d64,
  DEPTH_COMPONENT24_OES = 0x81a6,
  DEPTH_COMPONENT32_OES = 0x81a7,
  WRITE_ONLY_OES = 0x88b9,
  BUFFER_ACCESS_OES = 0x88bb,
  BUFFER_MAPPED_OES = 0x88bc,
  BUFFER_MAP_POINTER_OES = 0x88bd,
  DEPTH_STENCIL_OES = 0x84f9,
  UNSIGNED_INT_24_8_OES = 0x84fa,
  DEPTH24_STENCIL8_OES = 0x88f0,
  FRAGMENT_SHADER_DERIVATIVE_HINT_OES = 0x8b8b,
  STENCIL_INDEX1_OES = 0x8d46,
  STENCIL_INDEX4_OES = 0x8d47,
  HALF_FLOAT_OES = 0x8d61,
  VERTEX_ARRAY_BINDING_OES = 0x85b5,
  HALF_FLOAT = 0x140b,
  RGB8 = 0x8051,
  RGBA8 = 0x8058,
  DEPTH_STENCIL_ATTACHMENT = 0x821a,
  R16F = 0x822d,
  RG16F = 0x822f,
  COMMANDS_ISSUED_CHROMIUM = 0x84f2,
  LATENCY_QUERY_CHROMIUM = 0x84f3,
  COMMANDS_COMPLETED_CHROMIUM = 0x84f7,
  RGBA16F = 0x881a,
  RGB16F = 0x881b,
  DEPTH24_STENCIL8 = 0x88f0,
  CONTEXT_LOST_WEBGL = 0x9242,
}

/** Bounds that OpenGL leaves to its hosts. */
export const enum Limit {
  /** Maximum width and height of an image. */
  MAX_SIDE = 16384,
  /** The level of the smallest mipmap of the largest texture. */
  MAX_LEVEL = 14,
  /** Maximum size of an image in bytes. */
  MAX_IMAGE_BYTES = 1073741824,
  /** Maximum number of bytes of the program's memory that a draw copies. */
  MAX_STREAM_BYTES = 268435456,
  /** Maximum number of draw buffers that is reported to programs. */
  MAX_DRAW_BUFFERS = 8,
  /** Maximum number of samples of a renderbuffer. */
  MAX_SAMPLES = 16,
  /** Maximum number of bytes from vertex to vertex. Chrome limited it as WebGL does. */
  MAX_VERTEX_STRIDE = 255,
  /** Maximum number of elements of a uniform array. Further elements are ignored, as in OpenGL. */
  MAX_UNIFORM_ELEMENTS = 16384,
  /** Maximum number of names that a program can generate at a time. */
  MAX_NEW_NAMES = 65536,
  /** Objects with names below this are stored in an array, others in a map. */
  DENSE_NAMES = 65536,
  /** Maximum length of the name of a shader variable, in bytes. */
  MAX_TEXT = 65536,
  /** Maximum length of the source of a shader, in bytes. */
  MAX_SOURCE = 4194304,
  /** Maximum number of texture units. */
  MAX_TEXTURE_UNITS = 192,
}

/** Every bit of `glClear`. */
export const CLEAR_MASK = 0x4500;

/** Modes of `glBlendEquation`. */
export function isBlendEquation(value: number): boolean {
  return (
    value === GL.FUNC_ADD ||
    value === GL.FUNC_SUBTRACT ||
    value === GL.FUNC_REVERSE_SUBTRACT ||
    value === GL.MIN_EXT ||
    value === GL.MAX_EXT
  );
}

/** Factors of `glBlendFunc`. */
export function isBlendFactor(value: number): boolean {
  return (
    value === GL.ZERO ||
    value === GL.ONE ||
    (value >= GL.SRC_COLOR && value <= GL.SRC_ALPHA_SATURATE) ||
    (value >= GL.CONSTANT_COLOR && value <= GL.ONE_MINUS_CONSTANT_ALPHA)
  );
}

/** Sides of triangles. */
export function isFace(value: number): boolean {
  return (
    value === GL.FRONT ||
    value === GL.BACK ||
    value === GL.FRONT_AND_BACK
  );
}

/** Comparisons of depths and stencils. */
export function isComparison(value: number): boolean {
  return (
    (value >= GL.NEVER && value <= GL.ALWAYS)
  );
}

/** Capabilities of `glEnable`. */
export function isCapability(value: number): boolean {
  return (
    value === GL.CULL_FACE ||
    value === GL.BLEND ||
    value === GL.DITHER ||
    value === GL.STENCIL_TEST ||
    value === GL.DEPTH_TEST ||
    value === GL.SCISSOR_TEST ||
    value === GL.POLYGON_OFFSET_FILL ||
    value === GL.SAMPLE_ALPHA_TO_COVERAGE ||
    value === GL.SAMPLE_COVERAGE
  );
}

/** Directions of `glFrontFace`. */
export function isFrontFace(value: number): boolean {
  return (
    value === GL.CW ||
    value === GL.CCW
  );
}

/** Targets of `glHint`. */
export function isHintTarget(value: number): boolean {
  return (
    value === GL.GENERATE_MIPMAP_HINT ||
    value === GL.FRAGMENT_SHADER_DERIVATIVE_HINT_OES
  );
}

/** Modes of `glHint`. */
export function isHintMode(value: number): boolean {
  return (
    (value >= GL.DONT_CARE && value <= GL.NICEST)
  );
}

/** Operations of `glStencilOp`. */
export function isStencilOperation(value: number): boolean {
  return (
    value === GL.ZERO ||
    (value >= GL.KEEP && value <= GL.DECR) ||
    value === GL.INVERT ||
    value === GL.INCR_WRAP ||
    value === GL.DECR_WRAP
  );
}

/** Targets of `glBindTexture`. */
export function isTextureTarget(value: number): boolean {
  return (
    value === GL.TEXTURE_2D ||
    value === GL.TEXTURE_CUBE_MAP
  );
}

/** Targets of images: 2D textures, and the six faces of a cube map. */
export function isImageTarget(value: number): boolean {
  return (
    value === GL.TEXTURE_2D ||
    (value >= GL.TEXTURE_CUBE_MAP_POSITIVE_X && value <= GL.TEXTURE_CUBE_MAP_NEGATIVE_Z)
  );
}

/** Parameters of textures that every host supports. */
export function isTextureParameter(value: number): boolean {
  return (
    (value >= GL.TEXTURE_MAG_FILTER && value <= GL.TEXTURE_WRAP_T)
  );
}

/** Magnification filters. */
export function isMagFilter(value: number): boolean {
  return (
    value === GL.NEAREST ||
    value === GL.LINEAR
  );
}

/** Minification filters. */
export function isMinFilter(value: number): boolean {
  return (
    value === GL.NEAREST ||
    value === GL.LINEAR ||
    (value >= GL.NEAREST_MIPMAP_NEAREST && value <= GL.LINEAR_MIPMAP_LINEAR)
  );
}

/** Wrap modes of textures. */
export function isWrap(value: number): boolean {
  return (
    value === GL.REPEAT ||
    value === GL.CLAMP_TO_EDGE ||
    value === GL.MIRRORED_REPEAT
  );
}

/** Formats of `glCopyTexImage2D`. */
export function isCopyFormat(value: number): boolean {
  return (
    (value >= GL.ALPHA && value <= GL.LUMINANCE_ALPHA)
  );
}

/** Formats of `glReadPixels`. */
export function isReadFormat(value: number): boolean {
  return (
    value === GL.ALPHA ||
    value === GL.RGB ||
    value === GL.RGBA ||
    value === GL.BGRA_EXT
  );
}

/** Targets of `glBindBuffer`. */
export function isBufferTarget(value: number): boolean {
  return (
    value === GL.ARRAY_BUFFER ||
    value === GL.ELEMENT_ARRAY_BUFFER
  );
}

/** Usages of `glBufferData`. */
export function isBufferUsage(value: number): boolean {
  return (
    value === GL.STREAM_DRAW ||
    value === GL.STATIC_DRAW ||
    value === GL.DYNAMIC_DRAW
  );
}

/** Primitives of draws. */
export function isDrawMode(value: number): boolean {
  return (
    (value >= GL.POINTS && value <= GL.TRIANGLE_FAN)
  );
}

/** Targets of `glBindFramebuffer`. */
export function isFramebufferTarget(value: number): boolean {
  return (
    value === GL.FRAMEBUFFER ||
    value === GL.READ_FRAMEBUFFER ||
    value === GL.DRAW_FRAMEBUFFER
  );
}

/** Attachments of framebuffers. */
export function isAttachment(value: number): boolean {
  return (
    (value >= GL.COLOR_ATTACHMENT0 && value <= GL.COLOR_ATTACHMENT15_EXT) ||
    value === GL.DEPTH_ATTACHMENT ||
    value === GL.STENCIL_ATTACHMENT
  );
}

/** Parameters of `glGetFramebufferAttachmentParameteriv`. */
export function isAttachmentParameter(value: number): boolean {
  return (
    (value >= GL.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE && value <= GL.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE)
  );
}

/** Formats of renderbuffers. */
export function isRenderbufferFormat(value: number): boolean {
  return (
    value === GL.RGBA4 ||
    value === GL.RGB5_A1 ||
    value === GL.RGB565 ||
    value === GL.DEPTH_COMPONENT16 ||
    value === GL.STENCIL_INDEX8 ||
    value === GL.RGB8 ||
    value === GL.RGBA8 ||
    value === GL.DEPTH_COMPONENT24_OES ||
    value === GL.DEPTH24_STENCIL8
  );
}

/** Formats of renderbuffers with `GL_EXT_color_buffer_half_float`. */
export function isHalfFloatFormat(value: number): boolean {
  return (
    value === GL.R16F ||
    value === GL.RG16F ||
    value === GL.RGBA16F ||
    value === GL.RGB16F
  );
}

/** Parameters of `glGetRenderbufferParameteriv`. */
export function isRenderbufferParameter(value: number): boolean {
  return (
    (value >= GL.RENDERBUFFER_WIDTH && value <= GL.RENDERBUFFER_INTERNAL_FORMAT) ||
    (value >= GL.RENDERBUFFER_RED_SIZE && value <= GL.RENDERBUFFER_STENCIL_SIZE) ||
    value === GL.RENDERBUFFER_SAMPLES_EXT
  );
}

/** Kinds of shaders. */
export function isShaderKind(value: number): boolean {
  return (
    value === GL.FRAGMENT_SHADER ||
    value === GL.VERTEX_SHADER
  );
}

/** Precisions of `glGetShaderPrecisionFormat`. */
export function isPrecision(value: number): boolean {
  return (
    (value >= GL.LOW_FLOAT && value <= GL.HIGH_INT)
  );
}

/** Precisions of floats. */
export function isFloatPrecision(value: number): boolean {
  return (
    (value >= GL.LOW_FLOAT && value <= GL.HIGH_FLOAT)
  );
}

/** Queries for whether any sample was drawn. */
export function isSamplesQuery(value: number): boolean {
  return (
    value === GL.ANY_SAMPLES_PASSED_EXT ||
    value === GL.ANY_SAMPLES_PASSED_CONSERVATIVE_EXT
  );
}

/** Chrome's own queries, which complete immediately. */
export function isChromiumQuery(value: number): boolean {
  return (
    value === GL.COMMANDS_ISSUED_CHROMIUM ||
    value === GL.LATENCY_QUERY_CHROMIUM ||
    value === GL.COMMANDS_COMPLETED_CHROMIUM
  );
}

/** Returns true if a parameter of textures can have the value. */
export function isTextureValue(parameter: number, value: number): boolean {
  switch (parameter) {
    case GL.TEXTURE_MAG_FILTER:
      return isMagFilter(value);
    case GL.TEXTURE_MIN_FILTER:
      return isMinFilter(value);
    case GL.TEXTURE_WRAP_S:
    case GL.TEXTURE_WRAP_T:
      return isWrap(value);
    default:
      return false;
  }
}

/** Bytes of a number of a vertex attribute of a type; 0 for other numbers. */
export function vertexNumberSize(number: number): number {
  switch (number) {
    case GL.BYTE:
    case GL.UNSIGNED_BYTE:
      return 1;
    case GL.SHORT:
    case GL.UNSIGNED_SHORT:
      return 2;
    case GL.FLOAT:
    case GL.FIXED:
      return 4;
    default:
      return 0;
  }
}

/** Bytes of an index of a type; 0 for other numbers. */
export function indexSize(number: number): number {
  switch (number) {
    case GL.UNSIGNED_BYTE:
      return 1;
    case GL.UNSIGNED_SHORT:
      return 2;
    case GL.UNSIGNED_INT:
      return 4;
    default:
      return 0;
  }
}

/** Numbers of a uniform of a type that has more than one; 0 for other numbers. */
export function uniformNumbers(number: number): number {
  switch (number) {
    case GL.FLOAT_VEC2:
    case GL.INT_VEC2:
    case GL.BOOL_VEC2:
      return 2;
    case GL.FLOAT_VEC3:
    case GL.INT_VEC3:
    case GL.BOOL_VEC3:
      return 3;
    case GL.FLOAT_VEC4:
    case GL.INT_VEC4:
    case GL.BOOL_VEC4:
    case GL.FLOAT_MAT2:
      return 4;
    case GL.FLOAT_MAT3:
      return 9;
    case GL.FLOAT_MAT4:
      return 16;
    default:
      return 0;
  }
}

/** Columns of a matrix of a type; 0 for other numbers. */
export function matrixColumns(number: number): number {
  switch (number) {
    case GL.FLOAT_MAT2:
      return 2;
    case GL.FLOAT_MAT3:
      return 3;
    case GL.FLOAT_MAT4:
      return 4;
    default:
      return 0;
  }
}

/** Numbers of a pixel of a format; 0 for other numbers. */
export function components(number: number): number {
  switch (number) {
    case GL.ALPHA:
    case GL.LUMINANCE:
    case GL.DEPTH_COMPONENT:
    case GL.DEPTH_STENCIL_OES:
      return 1;
    case GL.LUMINANCE_ALPHA:
      return 2;
    case GL.RGB:
      return 3;
    case GL.RGBA:
    case GL.BGRA_EXT:
      return 4;
    default:
      return 0;
  }
}

/** Bytes of a number of a type, or of all of a pixel where the type is packed; 0 for other numbers. */
export function numberSize(number: number): number {
  switch (number) {
    case GL.UNSIGNED_BYTE:
      return 1;
    case GL.UNSIGNED_SHORT:
    case GL.HALF_FLOAT_OES:
      return 2;
    case GL.UNSIGNED_SHORT_5_6_5:
    case GL.UNSIGNED_SHORT_4_4_4_4:
    case GL.UNSIGNED_SHORT_5_5_5_1:
      return 2;
    case GL.UNSIGNED_INT:
    case GL.UNSIGNED_INT_24_8_OES:
    case GL.FLOAT:
      return 4;
    default:
      return 0;
  }
}

/** Bytes of a block of four by four pixels of a compressed format; 0 for other numbers. */
export function blockSize(number: number): number {
  switch (number) {
    case GL.COMPRESSED_RGB_S3TC_DXT1_EXT:
    case GL.COMPRESSED_RGBA_S3TC_DXT1_EXT:
    case GL.ETC1_RGB8_OES:
      return 8;
    case GL.COMPRESSED_RGBA_S3TC_DXT3_ANGLE:
    case GL.COMPRESSED_RGBA_S3TC_DXT5_ANGLE:
      return 16;
    default:
      return 0;
  }
}

/** Bytes of a pixel; 0 for an unknown format or type, -1 for those that do not go together. */
export function bytesOfPixel(format: number, type: number): number {
  if (format === GL.ALPHA && type === GL.UNSIGNED_BYTE) return 1;
  if (format === GL.ALPHA && type === GL.FLOAT) return 4;
  if (format === GL.ALPHA && type === GL.HALF_FLOAT_OES) return 2;
  if (format === GL.LUMINANCE && type === GL.UNSIGNED_BYTE) return 1;
  if (format === GL.LUMINANCE && type === GL.FLOAT) return 4;
  if (format === GL.LUMINANCE && type === GL.HALF_FLOAT_OES) return 2;
  if (format === GL.LUMINANCE_ALPHA && type === GL.UNSIGNED_BYTE) return 2;
  if (format === GL.LUMINANCE_ALPHA && type === GL.FLOAT) return 8;
  if (format === GL.LUMINANCE_ALPHA && type === GL.HALF_FLOAT_OES) return 4;
  if (format === GL.RGB && type === GL.UNSIGNED_BYTE) return 3;
  if (format === GL.RGB && type === GL.UNSIGNED_SHORT_5_6_5) return 2;
  if (format === GL.RGB && type === GL.FLOAT) return 12;
  if (format === GL.RGB && type === GL.HALF_FLOAT_OES) return 6;
  if (format === GL.RGBA && type === GL.UNSIGNED_BYTE) return 4;
  if (format === GL.RGBA && type === GL.UNSIGNED_SHORT_4_4_4_4) return 2;
  if (format === GL.RGBA && type === GL.UNSIGNED_SHORT_5_5_5_1) return 2;
  if (format === GL.RGBA && type === GL.FLOAT) return 16;
  if (format === GL.RGBA && type === GL.HALF_FLOAT_OES) return 8;
  if (format === GL.BGRA_EXT && type === GL.UNSIGNED_BYTE) return 4;
  if (format === GL.BGRA_EXT && type === GL.FLOAT) return 16;
  if (format === GL.BGRA_EXT && type === GL.HALF_FLOAT_OES) return 8;
  if (format === GL.DEPTH_COMPONENT && type === GL.UNSIGNED_SHORT) return 2;
  if (format === GL.DEPTH_COMPONENT && type === GL.UNSIGNED_INT) return 4;
  if (format === GL.DEPTH_STENCIL_OES && type === GL.UNSIGNED_INT_24_8_OES) return 4;
  return components(format) !== 0 && numberSize(type) !== 0 ? -1 : 0;
}

/** The format with a size in which OpenGL ES 3 keeps an image; 0 for images that it keeps as they come. */
export function sizedFormat(format: number, type: number): number {
  if (format === GL.RGBA && type === GL.FLOAT) return GL.RGBA32F_EXT;
  if (format === GL.RGB && type === GL.FLOAT) return GL.RGB32F_EXT;
  if (format === GL.RGBA && type === GL.HALF_FLOAT_OES) return GL.RGBA16F_EXT;
  if (format === GL.RGB && type === GL.HALF_FLOAT_OES) return GL.RGB16F_EXT;
  return 0;
}

/** What `glGetIntegerv` and its like know, as far as the browser is asked. */
export const STATES: readonly GL[] = [
  GL.LINE_WIDTH,
  GL.CULL_FACE,
  GL.CULL_FACE_MODE,
  GL.FRONT_FACE,
  GL.DEPTH_RANGE,
  GL.DEPTH_TEST,
  GL.DEPTH_WRITEMASK,
  GL.DEPTH_CLEAR_VALUE,
  GL.DEPTH_FUNC,
  GL.STENCIL_TEST,
  GL.STENCIL_CLEAR_VALUE,
  GL.STENCIL_FUNC,
  GL.STENCIL_VALUE_MASK,
  GL.STENCIL_FAIL,
  GL.STENCIL_PASS_DEPTH_FAIL,
  GL.STENCIL_PASS_DEPTH_PASS,
  GL.STENCIL_REF,
  GL.STENCIL_WRITEMASK,
  GL.VIEWPORT,
  GL.DITHER,
  GL.BLEND,
  GL.SCISSOR_BOX,
  GL.SCISSOR_TEST,
  GL.COLOR_CLEAR_VALUE,
  GL.COLOR_WRITEMASK,
  GL.MAX_TEXTURE_SIZE,
  GL.MAX_VIEWPORT_DIMS,
  GL.SUBPIXEL_BITS,
  GL.RED_BITS,
  GL.GREEN_BITS,
  GL.BLUE_BITS,
  GL.ALPHA_BITS,
  GL.DEPTH_BITS,
  GL.STENCIL_BITS,
  GL.POLYGON_OFFSET_UNITS,
  GL.BLEND_COLOR,
  GL.BLEND_EQUATION_RGB,
  GL.POLYGON_OFFSET_FILL,
  GL.POLYGON_OFFSET_FACTOR,
  GL.TEXTURE_BINDING_2D,
  GL.SAMPLE_ALPHA_TO_COVERAGE,
  GL.SAMPLE_COVERAGE,
  GL.SAMPLE_BUFFERS,
  GL.SAMPLES,
  GL.SAMPLE_COVERAGE_VALUE,
  GL.SAMPLE_COVERAGE_INVERT,
  GL.BLEND_DST_RGB,
  GL.BLEND_SRC_RGB,
  GL.BLEND_DST_ALPHA,
  GL.BLEND_SRC_ALPHA,
  GL.GENERATE_MIPMAP_HINT,
  GL.ALIASED_POINT_SIZE_RANGE,
  GL.ALIASED_LINE_WIDTH_RANGE,
  GL.ACTIVE_TEXTURE,
  GL.MAX_RENDERBUFFER_SIZE,
  GL.TEXTURE_BINDING_CUBE_MAP,
  GL.MAX_CUBE_MAP_TEXTURE_SIZE,
  GL.STENCIL_BACK_FUNC,
  GL.STENCIL_BACK_FAIL,
  GL.STENCIL_BACK_PASS_DEPTH_FAIL,
  GL.STENCIL_BACK_PASS_DEPTH_PASS,
  GL.BLEND_EQUATION_ALPHA,
  GL.MAX_TEXTURE_IMAGE_UNITS,
  GL.MAX_VERTEX_TEXTURE_IMAGE_UNITS,
  GL.MAX_COMBINED_TEXTURE_IMAGE_UNITS,
  GL.FRAGMENT_SHADER_DERIVATIVE_HINT_OES,
  GL.IMPLEMENTATION_COLOR_READ_TYPE,
  GL.IMPLEMENTATION_COLOR_READ_FORMAT,
  GL.STENCIL_BACK_REF,
  GL.STENCIL_BACK_VALUE_MASK,
  GL.STENCIL_BACK_WRITEMASK,
  GL.RENDERBUFFER_BINDING,
  GL.MAX_SAMPLES_EXT,
  GL.MAX_VERTEX_UNIFORM_VECTORS,
  GL.MAX_VARYING_VECTORS,
  GL.MAX_FRAGMENT_UNIFORM_VECTORS,
  GL.MAX_TEXTURE_MAX_ANISOTROPY_EXT,
];

/** The extensions that pages always have. */
export const ALWAYS: readonly string[] = [
  "GL_ANGLE_instanced_arrays",
  "GL_CHROMIUM_command_buffer_query",
  "GL_CHROMIUM_framebuffer_multisample",
  "GL_CHROMIUM_map_sub",
  "GL_CHROMIUM_strict_attribs",
  "GL_EXT_blend_minmax",
  // No GL_EXT_draw_buffers: WebGL 2 has it only for version 300 of the shading language, and programs use version 100.
  // No GL_EXT_frag_depth: WebGL 2 has it only for version 300 of the shading language, and programs use version 100.
  "GL_EXT_occlusion_query_boolean",
  "GL_EXT_read_format_bgra",
  // No GL_EXT_shader_texture_lod: WebGL 2 has it only for version 300 of the shading language, and programs use version 100.
  "GL_EXT_texture_format_BGRA8888",
  "GL_EXT_unpack_subimage",
  "GL_OES_depth24",
  "GL_OES_depth_texture",
  "GL_OES_element_index_uint",
  "GL_OES_packed_depth_stencil",
  "GL_OES_rgb8_rgba8",
  // No GL_OES_standard_derivatives: WebGL 2 has it only for version 300 of the shading language, and programs use version 100.
  "GL_OES_texture_float",
  "GL_OES_texture_half_float",
  "GL_OES_texture_half_float_linear",
  "GL_OES_texture_npot",
  "GL_OES_vertex_array_object",
];

/** The extensions that pages have if the browser has another one, and compressed formats that come with them. */
export const BY_BROWSER: readonly (readonly [name: string, browser: string, formats: readonly GL[]])[] = [
  ["GL_CHROMIUM_color_buffer_float_rgba", "EXT_color_buffer_float", []],
  ["GL_CHROMIUM_texture_compression_dxt3", "WEBGL_compressed_texture_s3tc", [GL.COMPRESSED_RGBA_S3TC_DXT3_ANGLE]],
  ["GL_CHROMIUM_texture_compression_dxt5", "WEBGL_compressed_texture_s3tc", [GL.COMPRESSED_RGBA_S3TC_DXT5_ANGLE]],
  ["GL_EXT_color_buffer_half_float", "EXT_color_buffer_half_float", []],
  ["GL_EXT_texture_compression_dxt1", "WEBGL_compressed_texture_s3tc", [GL.COMPRESSED_RGB_S3TC_DXT1_EXT, GL.COMPRESSED_RGBA_S3TC_DXT1_EXT]],
  ["GL_EXT_texture_filter_anisotropic", "EXT_texture_filter_anisotropic", []],
  ["GL_OES_compressed_ETC1_RGB8_texture", "WEBGL_compressed_texture_etc1", [GL.ETC1_RGB8_OES]],
  ["GL_OES_texture_float_linear", "OES_texture_float_linear", []],
];

/** The functions of OpenGL by their names without `gl`. */
export type GlName =
  | "GenVertexArraysOES"
  | "DeleteVertexArraysOES"
  | "IsVertexArrayOES"
  | "BindVertexArrayOES"
  | "GenQueriesEXT"
  | "DeleteQueriesEXT"
  | "IsQueryEXT"
  | "BeginQueryEXT"
  | "EndQueryEXT"
  | "GetQueryivEXT"
  | "GetQueryObjectuivEXT"
  | "DrawArraysInstancedANGLE"
  | "DrawElementsInstancedANGLE"
  | "VertexAttribDivisorANGLE"
  | "RenderbufferStorageMultisampleEXT"
  | "BlitFramebufferEXT"
  | "DrawBuffersEXT"
  | "MapBufferSubDataCHROMIUM"
  | "UnmapBufferSubDataCHROMIUM"
  | "MapTexSubImage2DCHROMIUM"
  | "UnmapTexSubImage2DCHROMIUM"
  | "EnableFeatureCHROMIUM"
  | "ActiveTexture"
  | "AttachShader"
  | "BindAttribLocation"
  | "BindBuffer"
  | "BindFramebuffer"
  | "BindRenderbuffer"
  | "BindTexture"
  | "BlendColor"
  | "BlendEquation"
  | "BlendEquationSeparate"
  | "BlendFunc"
  | "BlendFuncSeparate"
  | "BufferData"
  | "BufferSubData"
  | "CheckFramebufferStatus"
  | "Clear"
  | "ClearColor"
  | "ClearDepthf"
  | "ClearStencil"
  | "ColorMask"
  | "CompileShader"
  | "CompressedTexImage2D"
  | "CompressedTexSubImage2D"
  | "CopyTexImage2D"
  | "CopyTexSubImage2D"
  | "CreateProgram"
  | "CreateShader"
  | "CullFace"
  | "DeleteBuffers"
  | "DeleteFramebuffers"
  | "DeleteProgram"
  | "DeleteRenderbuffers"
  | "DeleteShader"
  | "DeleteTextures"
  | "DepthFunc"
  | "DepthMask"
  | "DepthRangef"
  | "DetachShader"
  | "Disable"
  | "DisableVertexAttribArray"
  | "DrawArrays"
  | "DrawElements"
  | "Enable"
  | "EnableVertexAttribArray"
  | "Finish"
  | "Flush"
  | "FramebufferRenderbuffer"
  | "FramebufferTexture2D"
  | "FrontFace"
  | "GenBuffers"
  | "GenerateMipmap"
  | "GenFramebuffers"
  | "GenRenderbuffers"
  | "GenTextures"
  | "GetActiveAttrib"
  | "GetActiveUniform"
  | "GetAttachedShaders"
  | "GetAttribLocation"
  | "GetBooleanv"
  | "GetBufferParameteriv"
  | "GetError"
  | "GetFloatv"
  | "GetFramebufferAttachmentParameteriv"
  | "GetIntegerv"
  | "GetProgramiv"
  | "GetProgramInfoLog"
  | "GetRenderbufferParameteriv"
  | "GetShaderiv"
  | "GetShaderInfoLog"
  | "GetShaderPrecisionFormat"
  | "GetShaderSource"
  | "GetString"
  | "GetTexParameterfv"
  | "GetTexParameteriv"
  | "GetUniformfv"
  | "GetUniformiv"
  | "GetUniformLocation"
  | "GetVertexAttribfv"
  | "GetVertexAttribiv"
  | "GetVertexAttribPointerv"
  | "Hint"
  | "IsBuffer"
  | "IsEnabled"
  | "IsFramebuffer"
  | "IsProgram"
  | "IsRenderbuffer"
  | "IsShader"
  | "IsTexture"
  | "LineWidth"
  | "LinkProgram"
  | "PixelStorei"
  | "PolygonOffset"
  | "ReadPixels"
  | "ReleaseShaderCompiler"
  | "RenderbufferStorage"
  | "SampleCoverage"
  | "Scissor"
  | "ShaderBinary"
  | "ShaderSource"
  | "StencilFunc"
  | "StencilFuncSeparate"
  | "StencilMask"
  | "StencilMaskSeparate"
  | "StencilOp"
  | "StencilOpSeparate"
  | "TexImage2D"
  | "TexParameterf"
  | "TexParameterfv"
  | "TexParameteri"
  | "TexParameteriv"
  | "TexSubImage2D"
  | "Uniform1f"
  | "Uniform1fv"
  | "Uniform1i"
  | "Uniform1iv"
  | "Uniform2f"
  | "Uniform2fv"
  | "Uniform2i"
  | "Uniform2iv"
  | "Uniform3f"
  | "Uniform3fv"
  | "Uniform3i"
  | "Uniform3iv"
  | "Uniform4f"
  | "Uniform4fv"
  | "Uniform4i"
  | "Uniform4iv"
  | "UniformMatrix2fv"
  | "UniformMatrix3fv"
  | "UniformMatrix4fv"
  | "UseProgram"
  | "ValidateProgram"
  | "VertexAttrib1f"
  | "VertexAttrib1fv"
  | "VertexAttrib2f"
  | "VertexAttrib2fv"
  | "VertexAttrib3f"
  | "VertexAttrib3fv"
  | "VertexAttrib4f"
  | "VertexAttrib4fv"
  | "VertexAttribPointer"
  | "Viewport";
