//! Limits that OpenGL leaves to implementations.

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:expr,)*) => {
        $($(#[doc = $doc])+ pub const $name: u32 = $value;)*

        /// Limits that both hosts share: name, value, description.
        pub const SHARED: &[(&str, u32, &str)] =
            &[$((stringify!($name), $name, concat!($($doc),+)),)*];
    };
}

limits! {
    /// The greatest width and height of an image.
    MAX_SIDE = 16384,
    /// The level of the smallest image of the largest texture.
    MAX_LEVEL = 14,
    /// Maximum size of an image in bytes.
    MAX_IMAGE_BYTES = 1 << 30,
    /// Maximum number of bytes that a draw takes of the program's memory.
    MAX_STREAM_BYTES = 256 << 20,
    /// Maximum number of draw buffers that a program is told of.
    MAX_DRAW_BUFFERS = 8,
    /// Maximum number of samples of a renderbuffer.
    MAX_SAMPLES = 16,
    /// Maximum number of bytes from vertex to vertex. Chrome bounded it as WebGL does.
    MAX_VERTEX_STRIDE = 255,
    /// Maximum number of elements of an array of uniforms. OpenGL does not look at what follows
    /// either.
    MAX_UNIFORM_ELEMENTS = 1 << 14,
    /// Maximum number of names that a program gets at a time.
    MAX_NEW_NAMES = 1 << 16,
    /// Names below this have a place in an array.
    DENSE_NAMES = 1 << 16,
    /// The longest name of a variable of a shader, in bytes.
    MAX_TEXT = 1 << 16,
    /// The longest text of a shader, in bytes.
    MAX_SOURCE = 4 << 20,
    /// Maximum number of units of textures.
    MAX_TEXTURE_UNITS = 192,
}

/// Maximum number of vertices of a draw, all instances together, with a driver of the machine,
/// which cannot be stopped once it has begun with one. Browsers stop draws that take too long.
pub const MAX_VERTICES: u64 = 1 << 24;
