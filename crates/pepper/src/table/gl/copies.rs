//! The shaders with which both hosts copy the pixels of textures for saved states. They are written
//! for OpenGL ES 3, which the driver of the native host and WebGL 2 both support.

/// The version that every shader begins with.
macro_rules! version {
    ($text:literal) => {
        concat!("#version 300 es\n", $text)
    };
}

/// Draws one triangle that covers the whole framebuffer, without attributes.
pub const VERTICES: &str = version!(
    "void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
}
"
);

/// Copies the base level of a texture.
pub const FLAT_PIXELS: &str = version!(
    "precision highp float;
uniform highp sampler2D image;
out vec4 colour;
void main() {
  colour = texelFetch(image, ivec2(gl_FragCoord.xy), 0);
}
"
);

/// Copies one side of the base level of a cube map. The directions of the sides are those in
/// OpenGL's table.
pub const CUBE_PIXELS: &str = version!(
    "precision highp float;
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
"
);

/// The uniform of [`CUBE_PIXELS`]: width and height of the image, the number of the side, and 0.
pub const SIZE_AND_SIDE: &str = "size_and_side";

/// Lists these texts with their names and descriptions, for TypeScript.
pub const TEXTS: &[(&str, &str, &str)] = &[
    (
        "VERTICES",
        "Draws one triangle that covers the whole framebuffer, without attributes.",
        VERTICES,
    ),
    (
        "FLAT_PIXELS",
        "Copies the base level of a texture.",
        FLAT_PIXELS,
    ),
    (
        "CUBE_PIXELS",
        "Copies one side of the base level of a cube.",
        CUBE_PIXELS,
    ),
    (
        "SIZE_AND_SIDE",
        "The uniform of `CUBE_PIXELS`: width, height, the number of the side, and 0.",
        SIZE_AND_SIDE,
    ),
];
