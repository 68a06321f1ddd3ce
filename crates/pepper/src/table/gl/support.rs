//! The extensions that each host offers to programs, and their requirements.

/// The requirement of an extension on the native host, which uses the machine's driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// None: the host or OpenGL ES 3 provides it.
    Always,
    /// An extension of the driver.
    Driver(&'static str),
}

/// The requirement of an extension on the host in pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// None: the host or WebGL 2 provides it.
    Always,
    /// An extension of WebGL.
    Browser(&'static str),
    /// It is not available, for this reason.
    Never(&'static str),
}

/// An extension that a host can offer.
#[derive(Clone, Copy, Debug)]
pub struct Support {
    /// Its name, as `glGetString` returns it.
    pub name: &'static str,
    /// The requirement on the native host.
    pub machine: Machine,
    /// The requirement in pages.
    pub page: Page,
    /// Compressed formats of the extension, without `GL_`.
    pub formats: &'static [super::Constant],
}

macro_rules! support {
    ($($name:literal: $machine:expr, $page:expr $(, [$($format:ident),+])?;)*) => {
        /// Lists the extensions that a host can have, sorted by name.
        pub const SUPPORT: &[Support] = &[$(Support {
            name: $name,
            machine: $machine,
            page: $page,
            formats: &[$($((stringify!($format), super::enums::$format)),+)?],
        },)*];
    };
}

use Machine::{Always as BUILT_IN, Driver};
use Page::{Always as WEBGL, Browser, Never};

/// The reason why extensions of the shading language are not available in pages.
const VERSION_300: &str = "WebGL 2 has it only for version 300 of the shading language, and \
programs use version 100";

const S3TC: Page = Browser("WEBGL_compressed_texture_s3tc");

support! {
    "GL_ANGLE_instanced_arrays": BUILT_IN, WEBGL;
    "GL_CHROMIUM_color_buffer_float_rgba":
        Driver("GL_EXT_color_buffer_float"), Browser("EXT_color_buffer_float");
    "GL_CHROMIUM_command_buffer_query": BUILT_IN, WEBGL;
    "GL_CHROMIUM_framebuffer_multisample": BUILT_IN, WEBGL;
    "GL_CHROMIUM_map_sub": BUILT_IN, WEBGL;
    "GL_CHROMIUM_strict_attribs": BUILT_IN, WEBGL;
    "GL_CHROMIUM_texture_compression_dxt3":
        Driver("GL_EXT_texture_compression_s3tc"), S3TC, [COMPRESSED_RGBA_S3TC_DXT3_ANGLE];
    "GL_CHROMIUM_texture_compression_dxt5":
        Driver("GL_EXT_texture_compression_s3tc"), S3TC, [COMPRESSED_RGBA_S3TC_DXT5_ANGLE];
    "GL_EXT_blend_minmax": BUILT_IN, WEBGL;
    "GL_EXT_color_buffer_half_float":
        Driver("GL_EXT_color_buffer_half_float"), Browser("EXT_color_buffer_half_float");
    "GL_EXT_draw_buffers": BUILT_IN, Never(VERSION_300);
    "GL_EXT_frag_depth": Driver("GL_EXT_frag_depth"), Never(VERSION_300);
    "GL_EXT_occlusion_query_boolean": BUILT_IN, WEBGL;
    "GL_EXT_read_format_bgra": Driver("GL_EXT_read_format_bgra"), WEBGL;
    "GL_EXT_shader_texture_lod": Driver("GL_EXT_shader_texture_lod"), Never(VERSION_300);
    "GL_EXT_texture_compression_dxt1":
        Driver("GL_EXT_texture_compression_dxt1"), S3TC,
        [COMPRESSED_RGB_S3TC_DXT1_EXT, COMPRESSED_RGBA_S3TC_DXT1_EXT];
    "GL_EXT_texture_filter_anisotropic":
        Driver("GL_EXT_texture_filter_anisotropic"), Browser("EXT_texture_filter_anisotropic");
    "GL_EXT_texture_format_BGRA8888": Driver("GL_EXT_texture_format_BGRA8888"), WEBGL;
    "GL_EXT_unpack_subimage": BUILT_IN, WEBGL;
    "GL_OES_compressed_ETC1_RGB8_texture":
        Driver("GL_OES_compressed_ETC1_RGB8_texture"), Browser("WEBGL_compressed_texture_etc1"),
        [ETC1_RGB8_OES];
    "GL_OES_depth24": BUILT_IN, WEBGL;
    "GL_OES_depth_texture": BUILT_IN, WEBGL;
    "GL_OES_element_index_uint": BUILT_IN, WEBGL;
    "GL_OES_packed_depth_stencil": BUILT_IN, WEBGL;
    "GL_OES_rgb8_rgba8": BUILT_IN, WEBGL;
    "GL_OES_standard_derivatives": Driver("GL_OES_standard_derivatives"), Never(VERSION_300);
    "GL_OES_texture_float": Driver("GL_OES_texture_float"), WEBGL;
    "GL_OES_texture_float_linear":
        Driver("GL_OES_texture_float_linear"), Browser("OES_texture_float_linear");
    "GL_OES_texture_half_float": Driver("GL_OES_texture_half_float"), WEBGL;
    "GL_OES_texture_half_float_linear": Driver("GL_OES_texture_half_float_linear"), WEBGL;
    "GL_OES_texture_npot": BUILT_IN, WEBGL;
    "GL_OES_vertex_array_object": BUILT_IN, WEBGL;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::gl::pixels::BLOCK_SIZES;

    #[test]
    fn names_are_sorted_so_that_hosts_can_search_them() {
        assert!(SUPPORT.is_sorted_by(|one, next| one.name < next.name));
    }

    #[test]
    fn each_compressed_format_comes_with_one_extension() {
        let formats = SUPPORT.iter().flat_map(|one| one.formats);
        let mut formats: Vec<_> = formats.map(|(name, _)| *name).collect();
        let sizes = BLOCK_SIZES.iter().flat_map(|(names, _)| *names);
        let mut known: Vec<_> = sizes.copied().collect();
        formats.sort_unstable();
        known.sort_unstable();
        assert_eq!(formats, known);
    }
}
