//! A separate context that shares the objects of the program's context. It reads and fills them, so
//! that the state of the program's context does not change.

use super::super::{Context, Objects};
use super::free_name;
use crate::command::{Batch, Op, Reply};
use crate::thread::DriverThread;
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F};
use pinnacle_pepper::table::gl::copies::{CUBE_PIXELS, FLAT_PIXELS, SIZE_AND_SIDE, VERTICES};
use pinnacle_pepper::table::gl::enums as gl;

/// The ID of the context. Contexts of programs have the IDs of their resources, which are lower.
const ID: u32 = u32::MAX;

/// Names of objects that the context does not share.
const FLAT: u32 = 1;
const CUBE: u32 = 2;
const FRAMEBUFFER: u32 = 1;

/// Parameters of textures that OpenGL ES 2 does not have.
const BASE_LEVEL: u32 = glow::TEXTURE_BASE_LEVEL;
const MAX_LEVEL: u32 = glow::TEXTURE_MAX_LEVEL;
const ALL_LEVELS: u32 = 1000;

/// An image of a texture of the program.
#[derive(Clone, Copy)]
pub(super) struct ImageOf {
    /// The name of the texture.
    pub(super) name: u32,
    pub(super) target: u32,
    pub(super) level: u32,
    pub(super) size: [u32; 2],
    /// True to read floats instead of bytes.
    pub(super) are_floats: bool,
}

/// The helper context.
pub(super) struct Helper<'d> {
    driver: &'d DriverThread,
    batch: Batch,
    /// Names that the program does not use.
    renderbuffer: u32,
    texture: u32,
    /// The location of the uniform
    /// [`size_and_side`](pinnacle_pepper::table::gl::copies::SIZE_AND_SIDE) in the shader program
    /// for cube maps.
    size_and_side: u32,
}

impl<'d> Helper<'d> {
    /// Creates the context. Returns `None` if the driver cannot.
    pub(super) fn new(
        driver: &'d DriverThread,
        context: &mut Context,
        objects: &Objects,
    ) -> Option<Helper<'d>> {
        context.hand_over(driver);
        let attributes = ContextAttributes {
            size: [1; 2],
            has_alpha: true,
            ..ContextAttributes::default()
        };
        if !driver.create(ID, &attributes, Some(context.id)) {
            return None;
        }
        let mut helper = Helper {
            driver,
            batch: Batch::default(),
            renderbuffer: free_name(&objects.renderbuffers),
            texture: free_name(&objects.textures),
            size_and_side: 0,
        };
        helper.call(F::Disable, &[gl::DITHER]);
        for (name, pixels) in [(FLAT, FLAT_PIXELS), (CUBE, CUBE_PIXELS)] {
            helper.call(F::CreateProgram, &[name]);
            for (shader, kind, source) in [
                (2 * name, gl::VERTEX_SHADER, VERTICES),
                (2 * name + 1, gl::FRAGMENT_SHADER, pixels),
            ] {
                helper.call(F::CreateShader, &[shader, kind]);
                let source = source.as_bytes();
                let op = Op::Call(F::ShaderSource);
                helper.batch.push_data(op, &[shader], source);
                helper.call(F::CompileShader, &[shader]);
                helper.call(F::AttachShader, &[name, shader]);
            }
            if helper.ask(F::LinkProgram, &[name]).words.first() != Some(&1) {
                return None;
            }
        }
        let op = Op::Call(F::GetUniformLocation);
        helper
            .batch
            .push_data(op, &[CUBE], SIZE_AND_SIDE.as_bytes());
        let reply = driver.ask(ID, &mut helper.batch);
        helper.size_and_side = reply.words.first().copied()?;
        Some(helper)
    }

    fn call(&mut self, function: F, args: &[u32]) {
        self.batch.push(Op::Call(function), args);
    }

    fn ask(&mut self, function: F, args: &[u32]) -> Reply {
        self.call(function, args);
        self.driver.ask(ID, &mut self.batch)
    }

    /// Returns the bytes of a buffer.
    pub(super) fn buffer(&mut self, name: u32, size: u32) -> Vec<u8> {
        self.batch.push(Op::ReadBuffer, &[name, size]);
        self.driver.ask(ID, &mut self.batch).bytes
    }

    /// Returns parameters of a texture.
    pub(super) fn parameters(&mut self, target: u32, name: u32, of: &[u32]) -> Vec<u32> {
        self.call(F::BindTexture, &[target, name]);
        let values = of.iter().map(|&parameter| {
            let reply = self.ask(F::GetTexParameteriv, &[target, parameter]);
            reply.words.first().copied().unwrap_or(0)
        });
        values.collect()
    }

    /// Returns a parameter of a renderbuffer.
    pub(super) fn storage(&mut self, name: u32, parameter: u32) -> u32 {
        self.call(F::BindRenderbuffer, &[gl::RENDERBUFFER, name]);
        let reply = self.ask(
            F::GetRenderbufferParameteriv,
            &[gl::RENDERBUFFER, parameter],
        );
        reply.words.first().copied().unwrap_or(0)
    }

    /// Attaches a renderbuffer to the framebuffer. Returns true if it can be drawn on.
    fn attach(&mut self, renderbuffer: u32) -> bool {
        self.call(F::BindFramebuffer, &[gl::FRAMEBUFFER, FRAMEBUFFER]);
        let attachment = gl::COLOR_ATTACHMENT0;
        let args = [gl::FRAMEBUFFER, attachment, gl::RENDERBUFFER, renderbuffer];
        self.call(F::FramebufferRenderbuffer, &args);
        let status = self.ask(F::CheckFramebufferStatus, &[gl::FRAMEBUFFER]);
        status.words.first() == Some(&gl::FRAMEBUFFER_COMPLETE)
    }

    fn pixels(&mut self, [width, height]: [u32; 2], are_floats: bool) -> Vec<u8> {
        let (kind, size) = match are_floats {
            true => (gl::FLOAT, 16),
            false => (gl::UNSIGNED_BYTE, 4),
        };
        let len = width * height * size;
        let reply = self.ask(F::ReadPixels, &[0, 0, width, height, gl::RGBA, kind, len]);
        reply.bytes
    }

    /// Draws the image of the bound texture to the whole framebuffer.
    fn draw(&mut self, [width, height]: [u32; 2], program: u32) {
        self.call(F::UseProgram, &[program]);
        self.call(F::Viewport, &[0, 0, width, height]);
        self.call(F::DrawArrays, &[gl::TRIANGLES, 0, 3]);
    }

    /// Returns the pixels of an image: red, green, blue and alpha. Returns `None` if the driver
    /// cannot draw such pixels.
    pub(super) fn image(&mut self, image: ImageOf) -> Option<Vec<u8>> {
        let [width, height] = image.size;
        let format = match image.are_floats {
            true => gl::RGBA32F_EXT,
            false => gl::RGBA8,
        };
        self.call(F::BindRenderbuffer, &[gl::RENDERBUFFER, self.renderbuffer]);
        let storage = [gl::RENDERBUFFER, format, width, height];
        self.call(F::RenderbufferStorage, &storage);
        if !self.attach(self.renderbuffer) {
            return None;
        }
        let (target, program) = match image.target {
            gl::TEXTURE_2D => (gl::TEXTURE_2D, FLAT),
            _ => (gl::TEXTURE_CUBE_MAP, CUBE),
        };
        let changed = [gl::TEXTURE_MIN_FILTER, gl::TEXTURE_MAG_FILTER];
        let before = self.parameters(target, image.name, &changed);
        let set = |helper: &mut Self, parameter, value| {
            helper.call(F::TexParameteri, &[target, parameter, value]);
        };
        for parameter in [BASE_LEVEL, MAX_LEVEL] {
            set(self, parameter, image.level);
        }
        for parameter in changed {
            set(self, parameter, gl::NEAREST);
        }
        if program == CUBE {
            let side = image.target.wrapping_sub(gl::TEXTURE_CUBE_MAP_POSITIVE_X) as f32;
            self.call(F::UseProgram, &[program]);
            let numbers = [width as f32, height as f32, side, 0.0].map(f32::to_bits);
            let [x, y, z, w] = numbers;
            self.call(F::Uniform4f, &[self.size_and_side, x, y, z, w]);
        }
        self.draw(image.size, program);
        set(self, BASE_LEVEL, 0);
        set(self, MAX_LEVEL, ALL_LEVELS);
        for (parameter, value) in changed.into_iter().zip(before) {
            set(self, parameter, value);
        }
        Some(self.pixels(image.size, image.are_floats))
    }

    /// Returns the pixels of a colour renderbuffer, or `None` if the driver cannot draw to it.
    pub(super) fn renderbuffer(&mut self, name: u32, size: [u32; 2]) -> Option<Vec<u8>> {
        self.attach(name).then(|| self.pixels(size, false))
    }

    /// Fills a renderbuffer of this size with pixels.
    pub(super) fn fill(&mut self, name: u32, [width, height]: [u32; 2], rgba: &[u8]) {
        if !self.attach(name) {
            return;
        }
        self.call(F::BindTexture, &[gl::TEXTURE_2D, self.texture]);
        for parameter in [gl::TEXTURE_MIN_FILTER, gl::TEXTURE_MAG_FILTER] {
            let args = [gl::TEXTURE_2D, parameter, gl::NEAREST];
            self.call(F::TexParameteri, &args);
        }
        let (format, kind) = (gl::RGBA, gl::UNSIGNED_BYTE);
        let args = [gl::TEXTURE_2D, 0, format, width, height, 0, format, kind];
        self.batch.push_data(Op::Call(F::TexImage2D), &args, rgba);
        self.draw([width, height], FLAT);
        self.driver.run(ID, &mut self.batch);
    }
}

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        self.call(F::DeleteRenderbuffers, &[self.renderbuffer]);
        self.call(F::DeleteTextures, &[self.texture]);
        self.driver.run(ID, &mut self.batch);
        self.driver.destroy(ID);
    }
}
