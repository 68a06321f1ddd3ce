//! The steps of the objects that contexts share.

use super::super::memory::{Image, Texture};
use super::super::programs::{Active, Program};
use super::super::shaders::ShaderObject;
use super::free_name;
use super::helper::ImageOf;
use super::pixels::{are_floats, converted};
use super::write::Saving;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::device::gl::steps::{Data, Kind, Rows, Step, Variables};
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::sizes::uniform_numbers;
use pinnacle_system::state::Refusal;

/// Parameters of textures.
const PARAMETERS: [u32; 4] = [
    gl::TEXTURE_MIN_FILTER,
    gl::TEXTURE_MAG_FILTER,
    gl::TEXTURE_WRAP_S,
    gl::TEXTURE_WRAP_T,
];

/// Returns the target of a texture with an image of this target.
fn texture_target(image: u32) -> u32 {
    match image {
        gl::TEXTURE_2D => gl::TEXTURE_2D,
        _ => gl::TEXTURE_CUBE_MAP,
    }
}

impl Saving<'_> {
    pub(super) fn shared_objects(&mut self) -> Result<(), Refusal> {
        let objects = self.objects;
        for (name, buffer) in objects.buffers.iter() {
            self.make(Kind::Buffer, name, 0);
            if buffer.target == 0 {
                continue;
            }
            self.call(F::BindBuffer, &[buffer.target, name]);
            if buffer.size > 0 {
                let bytes = self.helper.buffer(name, buffer.size);
                let args = [buffer.target, buffer.size, 0, buffer.usage];
                self.call_with(F::BufferData, &args, Data::At(2, bytes));
            }
        }
        for (name, texture) in objects.textures.iter() {
            self.texture(name, texture)?;
        }
        for (name, _) in objects.renderbuffers.iter() {
            self.renderbuffer(name)?;
        }
        for (name, object) in objects.shaders.iter() {
            if let ShaderObject::Shader(shader) = object {
                self.make(Kind::Shader, name, shader.kind);
                if let Some(source) = &shader.compiled {
                    self.source(name, source);
                    self.call(F::CompileShader, &[name]);
                }
                if shader.compiled.as_deref() != Some(&*shader.source) {
                    self.source(name, &shader.source);
                }
            }
        }
        for (name, object) in objects.shaders.iter() {
            if let ShaderObject::Program(program) = object {
                self.program(name, program);
            }
        }
        Ok(())
    }

    fn source(&mut self, shader: u32, source: &str) {
        let args = [shader, 1, 0, 0];
        self.call_with(F::ShaderSource, &args, Data::Source(source.into()));
    }

    fn texture(&mut self, name: u32, texture: &Texture) -> Result<(), Refusal> {
        self.make(Kind::Texture, name, 0);
        let images = texture.images.keys();
        let target = images.map(|(target, _)| texture_target(*target)).next();
        let bound = || self.targets.get(&name).copied();
        let Some(target) = target.or_else(bound) else {
            return Ok(());
        };
        self.call(F::BindTexture, &[target, name]);
        let mut parameters = PARAMETERS.to_vec();
        if self.context.extensions.has_anisotropy() {
            parameters.push(gl::TEXTURE_MAX_ANISOTROPY_EXT);
        }
        let values = self.helper.parameters(target, name, &parameters);
        for (parameter, value) in parameters.into_iter().zip(values) {
            self.call(F::TexParameteri, &[target, parameter, value]);
        }
        self.images(name, target, texture)
    }

    fn images(&mut self, name: u32, target: u32, texture: &Texture) -> Result<(), Refusal> {
        for (&(side, level), image) in &texture.images {
            let is_like = |side| {
                let other = texture.images.get(&(side, level));
                other.is_some_and(|other| (other.size, other.format) == (image.size, image.format))
            };
            let mut sides = gl::TEXTURE_CUBE_MAP_POSITIVE_X..=gl::TEXTURE_CUBE_MAP_NEGATIVE_Z;
            if target == gl::TEXTURE_CUBE_MAP && !sides.all(is_like) {
                return Err(Refusal::of("an incomplete cube map"));
            }
            let [width, height] = image.size;
            if image.kind == 0 {
                let kept = texture.compressed.get(&(side, level));
                let kept = kept.ok_or_else(|| Refusal::of("a texture without its blocks"))?;
                let args = [
                    side,
                    level,
                    image.format,
                    width,
                    height,
                    0,
                    kept.len() as u32,
                    0,
                ];
                let data = Data::At(7, kept.clone());
                self.call_with(F::CompressedTexImage2D, &args, data);
                continue;
            }
            let pixels = self.pixels(name, side, level, image)?;
            let (format, kind) = (image.format, image.kind);
            let args = [side, level, format, width, height, 0, format, kind, 0];
            match pixels {
                Some(pixels) => self.call_with(F::TexImage2D, &args, Data::At(8, pixels)),
                None => self.call(F::TexImage2D, &args),
            }
        }
        // Drivers do not generate mipmaps of compressed images.
        let mut images = texture.images.iter();
        let is_compressed = images.any(|((_, level), image)| *level == 0 && image.kind == 0);
        if texture.mipmaps == 0 || is_compressed {
            return Ok(());
        }
        self.call(F::GenerateMipmap, &[target]);
        let whole = texture.images.iter().filter(|((_, level), _)| *level == 0);
        for (&(side, _), whole) in whole {
            let longest = whole.size[0].max(whole.size[1]);
            for level in 1..=longest.checked_ilog2().unwrap_or(0) {
                let image = Image {
                    size: whole.size.map(|side| (side >> level).max(1)),
                    ..*whole
                };
                let [width, height] = image.size;
                let (format, kind) = (image.format, image.kind);
                let args = [side, level, 0, 0, width, height, format, kind, 0];
                if let Some(pixels) = self.pixels(name, side, level, &image)? {
                    self.call_with(F::TexSubImage2D, &args, Data::At(8, pixels));
                }
            }
        }
        Ok(())
    }

    /// Returns the pixels of an image, or `None` if it has none.
    fn pixels(
        &mut self,
        name: u32,
        target: u32,
        level: u32,
        image: &Image,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        if image.size.contains(&0) {
            return Ok(None);
        }
        let rgba = self.helper.image(ImageOf {
            name,
            target,
            level,
            size: image.size,
            are_floats: are_floats(image.format, image.kind),
        });
        let rgba = rgba.ok_or_else(|| Refusal::of("a texture that the driver does not read"))?;
        Ok(Some(converted(image.format, image.kind, &rgba)))
    }

    fn renderbuffer(&mut self, name: u32) -> Result<(), Refusal> {
        self.make(Kind::Renderbuffer, name, 0);
        let mut get = |parameter| self.helper.storage(name, parameter);
        let size = [gl::RENDERBUFFER_WIDTH, gl::RENDERBUFFER_HEIGHT].map(&mut get);
        let format = get(gl::RENDERBUFFER_INTERNAL_FORMAT);
        let samples = get(gl::RENDERBUFFER_SAMPLES_EXT);
        let has_colours = get(gl::RENDERBUFFER_RED_SIZE) > 0;
        if size.contains(&0) {
            return Ok(());
        }
        if !Class::RenderbufferFormat.allows(format) {
            return Err(Refusal::of("a renderbuffer of an unknown format"));
        }
        let [width, height] = size;
        self.call(F::BindRenderbuffer, &[gl::RENDERBUFFER, name]);
        if samples > 0 {
            let args = [gl::RENDERBUFFER, samples, format, width, height];
            self.call(F::RenderbufferStorageMultisampleEXT, &args);
            return Ok(());
        }
        let args = [gl::RENDERBUFFER, format, width, height];
        self.call(F::RenderbufferStorage, &args);
        if has_colours && let Some(pixels) = self.helper.renderbuffer(name, size) {
            let pixels = Rows {
                size,
                bytes: pixels,
            };
            Step::Renderbuffer { name, pixels }.write(self.to);
        }
        Ok(())
    }

    fn program(&mut self, name: u32, program: &Program) {
        self.make(Kind::Program, name, 0);
        if !program.sources.is_empty() {
            self.link(name, program);
        }
        for &shader in &program.shaders {
            self.call(F::AttachShader, &[name, shader]);
        }
        if program.is_linked {
            self.call(F::UseProgram, &[name]);
            for uniform in &program.uniforms {
                self.uniform(name, program, uniform);
            }
        }
    }

    /// Links a program again from the sources of its last link. Its shaders may have been deleted,
    /// so new ones are created.
    fn link(&mut self, name: u32, program: &Program) {
        let first = free_name(&self.objects.shaders);
        let shaders = (0..first).rev().zip(&program.sources);
        let shaders: Vec<_> = shaders.filter(|(one, _)| *one > 0).collect();
        for (shader, (kind, source)) in &shaders {
            self.make(Kind::Shader, *shader, *kind);
            self.source(*shader, source);
            self.call(F::CompileShader, &[*shader]);
            self.call(F::AttachShader, &[name, *shader]);
        }
        for attribute in &program.attributes {
            if attribute.location != u32::MAX {
                let text = [attribute.name.as_bytes(), b"\0"].concat();
                let args = [name, attribute.location, 0];
                self.call_with(F::BindAttribLocation, &args, Data::At(2, text));
            }
        }
        self.call(F::LinkProgram, &[name]);
        let variables = |list: &[Active]| {
            let list = list.iter().map(|one| (one.name.clone(), one.location));
            list.collect()
        };
        let step = Step::Linked {
            name,
            is_linked: program.is_linked,
            variables: Variables {
                attributes: variables(&program.attributes),
                uniforms: variables(&program.uniforms),
            },
        };
        step.write(self.to);
        for (shader, _) in &shaders {
            self.call(F::DetachShader, &[name, *shader]);
            self.call(F::DeleteShader, &[*shader]);
        }
    }

    /// Writes the values of a uniform, or of each element of an array.
    fn uniform(&mut self, name: u32, program: &Program, uniform: &Active) {
        if uniform.location == u32::MAX {
            return;
        }
        let count = uniform_numbers(uniform.kind).unwrap_or(1) as usize;
        let is_float = matches!(
            uniform.kind,
            gl::FLOAT | gl::FLOAT_VEC2 | gl::FLOAT_VEC3 | gl::FLOAT_VEC4
        );
        let (function, is_matrix) = match (uniform.kind, count) {
            (gl::FLOAT_MAT2, _) => (F::UniformMatrix2fv, true),
            (gl::FLOAT_MAT3, _) => (F::UniformMatrix3fv, true),
            (gl::FLOAT_MAT4, _) => (F::UniformMatrix4fv, true),
            (_, 1) if is_float => (F::Uniform1fv, false),
            (_, 2) if is_float => (F::Uniform2fv, false),
            (_, 3) if is_float => (F::Uniform3fv, false),
            (_, _) if is_float => (F::Uniform4fv, false),
            (_, 1) => (F::Uniform1iv, false),
            (_, 2) => (F::Uniform2iv, false),
            (_, 3) => (F::Uniform3iv, false),
            (_, _) => (F::Uniform4iv, false),
        };
        for element in 0..uniform.size {
            let location = uniform.location.saturating_add(element);
            let place = program.driver_location(location);
            let reply = self.ask(F::GetUniformfv, &[name, place]);
            let numbers = reply.words.iter().take(count);
            let bytes = numbers.flat_map(|&word| match is_float || is_matrix {
                true => word.to_le_bytes(),
                false => (f32::from_bits(word) as i32).to_le_bytes(),
            });
            let bytes: Vec<u8> = bytes.collect();
            match is_matrix {
                true => self.call_with(function, &[location, 1, 0, 0], Data::At(3, bytes)),
                false => self.call_with(function, &[location, 1, 0], Data::At(2, bytes)),
            }
        }
    }

    /// Deletes the objects that the program has deleted but that are still in use.
    pub(super) fn deleted(&mut self) {
        let objects = self.objects;
        for (name, object) in objects.shaders.iter() {
            match object {
                ShaderObject::Shader(shader) if shader.is_deleted => {
                    self.call(F::DeleteShader, &[name]);
                }
                ShaderObject::Program(program) if program.is_deleted => {
                    self.call(F::DeleteProgram, &[name]);
                }
                _ => {}
            }
        }
    }
}
