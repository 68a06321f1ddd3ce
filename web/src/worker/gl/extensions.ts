// The extensions that programs are told of: those that Chrome always had, and those of the browser
// that can be used here.

/** What Chrome had on every machine, as far as it is here, and what WebGL 2 has without a name. */
const ALWAYS = [
  "GL_ANGLE_instanced_arrays",
  "GL_CHROMIUM_command_buffer_query",
  "GL_CHROMIUM_framebuffer_multisample",
  "GL_CHROMIUM_map_sub",
  "GL_CHROMIUM_strict_attribs",
  "GL_EXT_blend_minmax",
  "GL_EXT_occlusion_query_boolean",
  "GL_EXT_read_format_bgra",
  "GL_EXT_texture_format_BGRA8888",
  "GL_EXT_unpack_subimage",
  "GL_OES_depth24",
  "GL_OES_depth_texture",
  "GL_OES_element_index_uint",
  "GL_OES_packed_depth_stencil",
  "GL_OES_rgb8_rgba8",
  "GL_OES_texture_float",
  "GL_OES_texture_half_float",
  "GL_OES_texture_half_float_linear",
  "GL_OES_texture_npot",
  "GL_OES_vertex_array_object",
];

/** What the browser has to have for others. */
const BY_BROWSER: [name: string, browser: string][] = [
  ["GL_CHROMIUM_color_buffer_float_rgba", "EXT_color_buffer_float"],
  ["GL_CHROMIUM_texture_compression_dxt3", "WEBGL_compressed_texture_s3tc"],
  ["GL_CHROMIUM_texture_compression_dxt5", "WEBGL_compressed_texture_s3tc"],
  ["GL_EXT_color_buffer_half_float", "EXT_color_buffer_half_float"],
  ["GL_EXT_texture_compression_dxt1", "WEBGL_compressed_texture_s3tc"],
  ["GL_EXT_texture_filter_anisotropic", "EXT_texture_filter_anisotropic"],
  ["GL_OES_compressed_ETC1_RGB8_texture", "WEBGL_compressed_texture_etc1"],
  ["GL_OES_texture_float_linear", "OES_texture_float_linear"],
];

/** What a machine can have and a page cannot: WebGL 2 has these for version 300 of the shading language
 * alone, and programs write version 100. */
export const NOT_IN_PAGES = [
  "GL_EXT_draw_buffers",
  "GL_EXT_frag_depth",
  "GL_EXT_shader_texture_lod",
  "GL_OES_standard_derivatives",
];

export class Extensions {
  readonly names: string[];
  readonly compressedFormats: number[];
  readonly hasAnisotropy: boolean;

  constructor(gl: WebGL2RenderingContext) {
    const found = BY_BROWSER.filter(([, browser]) => gl.getExtension(browser) !== null);
    this.names = [...ALWAYS, ...found.map(([name]) => name)].sort();
    const has = (name: string): boolean => this.names.includes(name);
    this.hasAnisotropy = has("GL_EXT_texture_filter_anisotropic");
    this.compressedFormats = [
      ...(has("GL_EXT_texture_compression_dxt1") ? [0x83f0, 0x83f1, 0x83f2, 0x83f3] : []),
      ...(has("GL_OES_compressed_ETC1_RGB8_texture") ? [0x8d64] : []),
    ];
  }

  /** Whether images can be compressed so. */
  hasCompressed(format: number): boolean {
    return this.compressedFormats.includes(format);
  }
}
