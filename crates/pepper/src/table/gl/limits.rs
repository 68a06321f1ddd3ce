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
    /// Maximum width and height of an image.
    MAX_SIDE = 16384,
    /// The level of the smallest mipmap of the largest texture.
    MAX_LEVEL = 14,
    /// Maximum size of an image in bytes.
    MAX_IMAGE_BYTES = 1 << 30,
    /// Maximum number of bytes of the program's memory that a draw copies.
    MAX_STREAM_BYTES = 256 << 20,
    /// Maximum number of draw buffers that is reported to programs.
    MAX_DRAW_BUFFERS = 8,
    /// Maximum number of samples of a renderbuffer.
    MAX_SAMPLES = 16,
    /// Maximum number of bytes from vertex to vertex. Chrome limited it as WebGL does.
    MAX_VERTEX_STRIDE = 255,
    /// Maximum number of elements of a uniform array. Further elements are ignored, as in OpenGL.
    MAX_UNIFORM_ELEMENTS = 1 << 14,
    /// Maximum number of names that a program can generate at a time.
    MAX_NEW_NAMES = 1 << 16,
    /// Objects with names below this are stored in an array, others in a map.
    DENSE_NAMES = 1 << 16,
    /// Maximum length of the name of a shader variable, in bytes.
    MAX_TEXT = 1 << 16,
    /// Maximum length of the source of a shader, in bytes.
    MAX_SOURCE = 4 << 20,
    /// Maximum number of texture units.
    MAX_TEXTURE_UNITS = 192,
}

/// Maximum number of vertices of a draw, all instances together, on the native host: the machine's
/// driver cannot interrupt a draw that it has started. Browsers stop draws that take too long.
pub const MAX_VERTICES: u64 = 1 << 24;
