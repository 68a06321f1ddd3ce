// The shaders that copy textures for saved states.
//
// Made of crates/pepper/src/table/gl/copies.rs by `cargo xtask generate`: change that, not this file.

/** Draws one triangle that covers the whole framebuffer, without attributes. */
export const VERTICES = `#version 300 es
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
}
`;

/** Copies the base level of a texture. */
export const FLAT_PIXELS = `#version 300 es
precision highp float;
uniform highp sampler2D image;
out vec4 colour;
void main() {
  colour = texelFetch(image, ivec2(gl_FragCoord.xy), 0);
}
`;

/** Copies one side of the base level of a cube. */
export const CUBE_PIXELS = `#version 300 es
precision highp float;
uniform highp samplerCube image;
uniform vec4 size_and_side;
out vec4 colour;
void main() {
  vec2 at = 2.0 * gl_FragCoord.xy / size_and_side.xy - 1.0;
  int side = int(size_and_side.z);
  vec3 way = side == 0 ? vec3(1.0, -at.y, -at.x)
    : side == 1 ? vec3(-1.0, -at.y, at.x)
    : side == 2 ? vec3(at.x, 1.0, at.y)
    : side == 3 ? vec3(at.x, -1.0, -at.y)
    : side == 4 ? vec3(at.x, -at.y, 1.0)
    : vec3(-at.x, -at.y, -1.0);
  colour = textureLod(image, way, 0.0);
}
`;

/** The uniform of `CUBE_PIXELS`: width, height, the number of the side, and 0. */
export const SIZE_AND_SIDE = "size_and_side";
