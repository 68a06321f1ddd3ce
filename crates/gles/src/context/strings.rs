//! What a context tells of itself, and the extensions that programs are told of: those
//! that Chrome always had, and those of the driver that can be used here.

use super::Context;
use crate::thread::DriverThread;
use pinnacle_pepper::device::gl::Function as F;

use crate::command::Op;

const VENDOR: u32 = 0x1F00;
const RENDERER: u32 = 0x1F01;
const VERSION: u32 = 0x1F02;
const EXTENSIONS: u32 = 0x1F03;
const SHADING_LANGUAGE_VERSION: u32 = 0x8B8C;
const MAX_VERTEX_ATTRIBS: u32 = 0x8869;

/// What Chrome had on every machine, as far as it is here.
const ALWAYS: [&str; 5] = [
    "GL_CHROMIUM_command_buffer_query",
    "GL_CHROMIUM_map_sub",
    "GL_CHROMIUM_strict_attribs",
    "GL_EXT_unpack_subimage",
    "GL_OES_vertex_array_object",
];

/// Extensions by the names that programs know, and those of the driver that mean the same;
/// OpenGL ES 3 has those without one.
const BY_DRIVER: [(&str, &str); 27] = [
    ("GL_ANGLE_instanced_arrays", ""),
    ("GL_CHROMIUM_framebuffer_multisample", ""),
    (
        "GL_CHROMIUM_color_buffer_float_rgba",
        "GL_EXT_color_buffer_float",
    ),
    (
        "GL_CHROMIUM_texture_compression_dxt3",
        "GL_EXT_texture_compression_s3tc",
    ),
    (
        "GL_CHROMIUM_texture_compression_dxt5",
        "GL_EXT_texture_compression_s3tc",
    ),
    ("GL_EXT_blend_minmax", ""),
    (
        "GL_EXT_color_buffer_half_float",
        "GL_EXT_color_buffer_half_float",
    ),
    ("GL_EXT_draw_buffers", ""),
    ("GL_EXT_frag_depth", "GL_EXT_frag_depth"),
    ("GL_EXT_occlusion_query_boolean", ""),
    ("GL_EXT_read_format_bgra", "GL_EXT_read_format_bgra"),
    ("GL_EXT_shader_texture_lod", "GL_EXT_shader_texture_lod"),
    (
        "GL_EXT_texture_compression_dxt1",
        "GL_EXT_texture_compression_dxt1",
    ),
    (
        "GL_EXT_texture_filter_anisotropic",
        "GL_EXT_texture_filter_anisotropic",
    ),
    (
        "GL_EXT_texture_format_BGRA8888",
        "GL_EXT_texture_format_BGRA8888",
    ),
    (
        "GL_OES_compressed_ETC1_RGB8_texture",
        "GL_OES_compressed_ETC1_RGB8_texture",
    ),
    ("GL_OES_depth24", ""),
    ("GL_OES_depth_texture", ""),
    ("GL_OES_element_index_uint", ""),
    ("GL_OES_packed_depth_stencil", ""),
    ("GL_OES_rgb8_rgba8", ""),
    ("GL_OES_standard_derivatives", "GL_OES_standard_derivatives"),
    ("GL_OES_texture_float", "GL_OES_texture_float"),
    ("GL_OES_texture_float_linear", "GL_OES_texture_float_linear"),
    ("GL_OES_texture_half_float", "GL_OES_texture_half_float"),
    (
        "GL_OES_texture_half_float_linear",
        "GL_OES_texture_half_float_linear",
    ),
    ("GL_OES_texture_npot", ""),
];

/// The extensions of a context.
#[derive(Debug, Default)]
pub(super) struct Extensions {
    names: Vec<&'static str>,
}

impl Extensions {
    fn of_driver(text: &str) -> Extensions {
        let has = |wanted: &str| wanted.is_empty() || text.split(' ').any(|one| one == wanted);
        let found = BY_DRIVER.iter().filter(|(_, driver)| has(driver));
        let mut names: Vec<_> = ALWAYS
            .into_iter()
            .chain(found.map(|(name, _)| *name))
            .collect();
        names.sort_unstable();
        Extensions { names }
    }

    fn has(&self, name: &str) -> bool {
        self.names.binary_search(&name).is_ok()
    }

    /// Whether images can be compressed so.
    pub(super) fn has_compressed(&self, format: u32) -> bool {
        match format {
            0x83F0 | 0x83F1 => self.has("GL_EXT_texture_compression_dxt1"),
            0x83F2 => self.has("GL_CHROMIUM_texture_compression_dxt3"),
            0x83F3 => self.has("GL_CHROMIUM_texture_compression_dxt5"),
            0x8D64 => self.has("GL_OES_compressed_ETC1_RGB8_texture"),
            _ => false,
        }
    }

    /// The formats of [`Extensions::has_compressed`].
    pub(super) fn compressed_formats(&self) -> Vec<u32> {
        let all = [0x83F0, 0x83F1, 0x83F2, 0x83F3, 0x8D64];
        all.into_iter()
            .filter(|&format| self.has_compressed(format))
            .collect()
    }

    pub(super) fn has_anisotropy(&self) -> bool {
        self.has("GL_EXT_texture_filter_anisotropic")
    }
}

impl Context {
    fn driver_string(&mut self, name: u32, driver: &DriverThread) -> String {
        self.batch.push(Op::Call(F::GetString), &[name]);
        let reply = driver.ask(self.id, &mut self.batch);
        String::from_utf8_lossy(&reply.bytes).into_owned()
    }

    /// Asks the driver what it can.
    pub(super) fn learn(&mut self, driver: &DriverThread) {
        let text = self.driver_string(EXTENSIONS, driver);
        self.extensions = Extensions::of_driver(&text);
        self.batch
            .push(Op::Call(F::GetIntegerv), &[MAX_VERTEX_ATTRIBS, 1]);
        let reply = driver.ask(self.id, &mut self.batch);
        // Attributes that are used are bits of a word.
        self.max_vertex_attribs = reply.words.first().map_or(0, |&count| count.min(32));
        self.make_default_array();
    }

    /// What `glGetString` tells.
    pub(crate) fn string(&mut self, name: u32, driver: &DriverThread) -> Option<String> {
        match name {
            VENDOR | RENDERER => Some(self.driver_string(name, driver)),
            VERSION => Some("OpenGL ES 2.0 Chromium".into()),
            SHADING_LANGUAGE_VERSION => Some("OpenGL ES GLSL ES 1.0 Chromium".into()),
            EXTENSIONS => Some(self.extensions.names.join(" ")),
            _ => {
                self.error(super::GlError::InvalidEnum);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_told_of_what_the_driver_has_by_the_names_that_it_knows() {
        let driver = "GL_EXT_texture_compression_s3tc GL_OES_texture_float";
        let extensions = Extensions::of_driver(driver);
        assert!(extensions.has("GL_CHROMIUM_texture_compression_dxt5"));
        assert!(extensions.has("GL_OES_texture_float"));
        assert!(!extensions.has("GL_OES_texture_float_linear"));
        assert!(!extensions.has("GL_EXT_texture_compression_s3tc"));
    }
}
