//! The strings and extensions of a context. Programs see the extensions that Chrome always had, and
//! those of the driver that the host supports.

use super::Context;
use crate::command::Op;
use crate::thread::DriverThread;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::MAX_TEXTURE_UNITS;
use pinnacle_pepper::table::gl::support::{Machine, SUPPORT};

/// The extensions of a context.
#[derive(Debug, Default)]
pub(super) struct Extensions {
    names: Vec<&'static str>,
}

impl Extensions {
    fn of_driver(text: &str) -> Extensions {
        let has = |wanted: &str| text.split(' ').any(|one| one == wanted);
        let found = SUPPORT.iter().filter(|one| match one.machine {
            Machine::Always => true,
            Machine::Driver(name) => has(name),
        });
        // The table is sorted.
        Extensions {
            names: found.map(|one| one.name).collect(),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.binary_search(&name).is_ok()
    }

    /// Returns true if images can have this compressed internal format.
    pub(super) fn has_compressed(&self, format: u32) -> bool {
        self.formats().any(|known| known == format)
    }

    /// Returns the numbers of all compressed formats that images can have.
    pub(super) fn compressed_formats(&self) -> Vec<u32> {
        let mut formats: Vec<u32> = self.formats().collect();
        formats.sort_unstable();
        formats
    }

    fn formats(&self) -> impl Iterator<Item = u32> {
        let found = SUPPORT.iter().filter(|one| self.has(one.name));
        found.flat_map(|one| one.formats.iter().map(|(_, format)| *format))
    }

    /// Returns true if renderbuffers can have half-float formats.
    pub(super) fn has_half_floats(&self) -> bool {
        self.has("GL_EXT_color_buffer_half_float")
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

    /// Queries the driver's extensions and limits.
    pub(super) fn learn(&mut self, driver: &DriverThread) {
        let text = self.driver_string(gl::EXTENSIONS, driver);
        self.extensions = Extensions::of_driver(&text);
        let mut limit = |name, most: u32| {
            self.batch.push(Op::Call(F::GetIntegerv), &[name, 1]);
            let reply = driver.ask(self.id, &mut self.batch);
            reply.words.first().map_or(0, |&count| count.min(most))
        };
        // The attributes in use are stored as bits of one word.
        self.max_vertex_attribs = limit(gl::MAX_VERTEX_ATTRIBS, 32);
        // Programs may loop over all units.
        self.max_units = limit(gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, MAX_TEXTURE_UNITS);
        self.make_default_array();
    }

    /// Returns the result of `glGetString`.
    pub(crate) fn string(&mut self, name: u32, driver: &DriverThread) -> Option<String> {
        match name {
            gl::VENDOR | gl::RENDERER => Some(self.driver_string(name, driver)),
            gl::VERSION => Some("OpenGL ES 2.0 Chromium".into()),
            gl::SHADING_LANGUAGE_VERSION => Some("OpenGL ES GLSL ES 1.0 Chromium".into()),
            gl::EXTENSIONS => Some(self.extensions.names.join(" ")),
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
