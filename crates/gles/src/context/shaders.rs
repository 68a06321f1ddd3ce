//! Shaders. Only OpenGL ES 2 source is accepted, since the driver may support more.

use super::memory::{SHADER, TOKEN};
use super::programs::Program;
use super::shader_size::shader_size;
use super::{Call, GlError, Result, Stop};
use crate::command::Op;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::{enums as gl, limits};
use std::sync::Arc;

/// A shader or a program. The two share one range of names.
#[derive(Debug)]
pub(crate) enum ShaderObject {
    Shader(Shader),
    Program(Program),
}

/// A shader.
#[derive(Debug)]
pub(crate) struct Shader {
    pub(super) kind: u32,
    pub(super) source: String,
    /// The source of the last compilation.
    pub(super) compiled: Option<Arc<str>>,
    is_compiled: bool,
    log: String,
    /// The number of programs that it is attached to.
    pub(super) programs: u32,
    pub(super) is_deleted: bool,
    /// Number of tokens in the source of the last compilation.
    pub(super) tokens: u64,
    /// Bytes charged for it.
    bytes: u64,
}

const MAX_SOURCE: usize = limits::MAX_SOURCE as usize;

/// Returns a length as OpenGL reports it: including the terminating zero, or 0 for an empty text.
pub(super) fn text_length(text: &str) -> u32 {
    match text.len() {
        0 => 0,
        len => len as u32 + 1,
    }
}

/// Returns the requested GLSL version, if it is not 100.
fn foreign_version(source: &str) -> Option<&str> {
    let lines = source.lines().map(str::trim_start);
    let directives = lines.filter_map(|line| line.strip_prefix('#'));
    let mut versions = directives.filter_map(|line| line.trim_start().strip_prefix("version"));
    versions
        .find(|version| version.trim() != "100")
        .map(str::trim)
}

impl Call<'_> {
    pub(super) fn shader_mut(&mut self, name: u32) -> Result<&mut Shader> {
        match self.objects.shaders.get_mut(name) {
            Some(ShaderObject::Shader(shader)) => Ok(shader),
            Some(ShaderObject::Program(_)) => Err(GlError::InvalidOperation.into()),
            None => Err(GlError::InvalidValue.into()),
        }
    }

    pub(super) fn shader(&mut self, function: F) -> Result<u32> {
        let name = self.args.first().map_or(0, |&name| name as u32);
        match function {
            F::CreateShader => return self.create_shader(),
            F::DeleteShader if name == 0 => {}
            F::DeleteShader => {
                self.shader_mut(name)?.is_deleted = true;
                self.drop_shader(name);
            }
            F::CompileShader => self.compile_shader(name)?,
            F::ShaderSource => self.shader_source(name)?,
            F::GetShaderiv => {
                let what = self.arg(1);
                let shader = self.shader_mut(name)?;
                let value = match what {
                    gl::SHADER_TYPE => shader.kind,
                    gl::DELETE_STATUS => u32::from(shader.is_deleted),
                    gl::COMPILE_STATUS => u32::from(shader.is_compiled),
                    gl::INFO_LOG_LENGTH => text_length(&shader.log),
                    gl::SHADER_SOURCE_LENGTH => text_length(&shader.source),
                    _ => return Err(GlError::InvalidEnum.into()),
                };
                self.store(2, &[value])?;
            }
            F::GetShaderInfoLog => {
                let log = self.shader_mut(name)?.log.clone();
                self.give_text(&log, 1, 2, 3)?;
            }
            F::GetShaderSource => {
                let source = self.shader_mut(name)?.source.clone();
                self.give_text(&source, 1, 2, 3)?;
            }
            F::GetShaderPrecisionFormat => self.precision_format()?,
            F::IsShader => {
                let object = self.objects.shaders.get(name);
                return Ok(u32::from(matches!(object, Some(ShaderObject::Shader(_)))));
            }
            // There is no binary format.
            F::ShaderBinary => return Err(GlError::InvalidEnum.into()),
            // `ReleaseShaderCompiler` is a hint.
            _ => {}
        }
        Ok(0)
    }

    fn create_shader(&mut self) -> Result<u32> {
        let kind = self.arg(0);
        if !Class::ShaderKind.allows(kind) {
            return Err(GlError::InvalidEnum.into());
        }
        self.take_shared(SHADER)?;
        let name = self.objects.shaders.unused();
        let shader = Shader {
            kind,
            source: String::new(),
            compiled: None,
            is_compiled: false,
            log: String::new(),
            programs: 0,
            is_deleted: false,
            tokens: 0,
            bytes: SHADER,
        };
        self.objects
            .shaders
            .insert(name, ShaderObject::Shader(shader));
        self.push(F::CreateShader, &[name, kind]);
        Ok(name)
    }

    /// Drops a deleted shader that is not attached to a program.
    pub(super) fn drop_shader(&mut self, name: u32) {
        if let Ok(shader) = self.shader_mut(name)
            && shader.is_deleted
            && shader.programs == 0
        {
            let bytes = shader.bytes;
            self.objects.bytes -= bytes;
            self.objects.shaders.remove(name);
            self.push(F::DeleteShader, &[name]);
        }
    }

    fn compile_shader(&mut self, name: u32) -> Result {
        let shader = self.shader_mut(name)?;
        shader.compiled = None;
        if let Some(version) = foreign_version(&shader.source) {
            shader.log = format!("ERROR: 0:1: '{version}' : version number not supported\n");
            shader.is_compiled = false;
            return Ok(());
        }
        let tokens = match shader_size(&shader.source) {
            Ok(tokens) => tokens,
            Err(error) => {
                shader.log = error.log();
                shader.is_compiled = false;
                return Ok(());
            }
        };
        shader.tokens = tokens;
        let room = self.may_compile(tokens).map_err(Stop::from);
        if let Err(error) = room.and_then(|()| self.shader_takes(name)) {
            let shader = self.shader_mut(name)?;
            shader.tokens = 0;
            shader.is_compiled = false;
            shader.log = format!("ERROR: 0:1: '' : no memory for a shader of {tokens} tokens\n");
            return Err(error);
        }
        let reply = self.ask(F::CompileShader, &[name]);
        let shader = self.shader_mut(name)?;
        shader.compiled = Some(shader.source.as_str().into());
        shader.is_compiled = reply.words.first() == Some(&1);
        shader.log = String::from_utf8_lossy(&reply.bytes).into_owned();
        Ok(())
    }

    /// Updates the charge of a shader from its text and size.
    fn shader_takes(&mut self, name: u32) -> Result {
        let limit = self.limit();
        let shader = self.shader_mut(name)?;
        let (before, text) = (shader.bytes, shader.source.len() as u64);
        // The source is stored three times: here, here as last compiled, and in the driver.
        let now = SHADER + 3 * text + shader.tokens * TOKEN;
        self.objects.exchange(before, now, limit)?;
        self.shader_mut(name)?.bytes = now;
        Ok(())
    }

    /// Implements `ShaderSource(shader, count, strings, lengths)`. Without a length, or with -1, a
    /// string ends at a zero byte.
    fn shader_source(&mut self, name: u32) -> Result {
        self.shader_mut(name)?;
        let (count, strings, lengths) = (self.count(1)?, self.arg(2), self.arg(3));
        let mut source = Vec::new();
        for place in 0..count {
            let at = |array: u32| array.wrapping_add(4 * place);
            let address = self.memory.load_u32(at(strings))?;
            let length = match lengths {
                0 => -1,
                lengths => self.memory.load_u32(at(lengths))? as i32,
            };
            let rest = MAX_SOURCE - source.len();
            let part = match u32::try_from(length) {
                Ok(length) if length as usize > rest => None,
                Ok(length) => Some(self.memory.bytes(address, length)?),
                Err(_) => self.memory.c_string(address, rest as u32)?,
            };
            source.extend(part.ok_or(GlError::OutOfMemory)?);
        }
        let source = String::from_utf8(source).map_err(|_| GlError::InvalidValue)?;
        let shader = self.shader_mut(name)?;
        let before = std::mem::replace(&mut shader.source, source);
        if let Err(error) = self.shader_takes(name) {
            self.shader_mut(name)?.source = before;
            return Err(error);
        }
        let source = match self.objects.shaders.get(name) {
            Some(ShaderObject::Shader(shader)) => shader.source.as_bytes(),
            _ => &[],
        };
        self.context
            .batch
            .push_data(Op::Call(F::ShaderSource), &[name], source);
        Ok(())
    }

    fn precision_format(&mut self) -> Result {
        let (shader, kind) = (self.arg(0), self.arg(1));
        let is_known = Class::ShaderKind.allows(shader) && Class::Precision.allows(kind);
        if !is_known {
            return Err(GlError::InvalidEnum.into());
        }
        let words = match Class::FloatPrecision.allows(kind) {
            true => [127, 127, 23],
            false => [31, 30, 0],
        };
        self.store(2, &words[..2])?;
        self.store(3, &words[2..])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_version_100_of_the_language_is_that_of_opengl_es_2() {
        assert_eq!(foreign_version("void main() {}"), None);
        assert_eq!(foreign_version("#version 100\nvoid main() {}"), None);
        assert_eq!(foreign_version("#version 300 es\n"), Some("300 es"));
        assert_eq!(foreign_version("\n  # version 310 es\n"), Some("310 es"));
        assert_eq!(foreign_version("#define version 300\n"), None);
    }

    #[test]
    fn an_empty_text_has_no_length() {
        assert_eq!(text_length(""), 0);
        assert_eq!(text_length("abc"), 4);
    }
}
