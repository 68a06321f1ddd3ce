//! Framebuffers and renderbuffers. The driver sees framebuffer 0 as an object, so operations that
//! are invalid on it are rejected here.

use super::memory::{OBJECT, Renderbuffer};
use super::{Call, GlError, Result};
use crate::command::OWN_NAMES;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::{MAX_DRAW_BUFFERS, MAX_SAMPLES, MAX_SIDE};

/// A framebuffer as the program knows it.
#[derive(Debug, Default)]
pub(crate) struct Framebuffer {
    pub(super) was_bound: bool,
}

impl Call<'_> {
    pub(super) fn framebuffer(&mut self, function: F) -> Result<u32> {
        match function {
            F::BindFramebuffer => self.bind_framebuffer()?,
            F::BindRenderbuffer => {
                let (target, name) = (self.arg(0), self.arg(1));
                if target != gl::RENDERBUFFER {
                    return Err(GlError::InvalidEnum.into());
                }
                if name != 0 && self.objects.renderbuffers.get(name).is_none() {
                    self.take_shared(OBJECT)?;
                    self.objects
                        .renderbuffers
                        .insert(name, Renderbuffer::default());
                }
                self.context.renderbuffer = name;
                self.pass(function);
            }
            F::BlitFramebufferEXT => self.pass(function),
            F::CheckFramebufferStatus => {
                self.framebuffer_target()?;
                return Ok(self.ask_word(function, &[self.arg(0)]));
            }
            F::GenFramebuffers => {
                self.generate_own(OBJECT, |call| {
                    let name = call.context.framebuffers.unused();
                    call.context
                        .framebuffers
                        .insert(name, Framebuffer::default());
                    name
                })?;
            }
            F::GenRenderbuffers => {
                self.generate(OBJECT, |call| {
                    let name = call.objects.renderbuffers.unused();
                    call.objects
                        .renderbuffers
                        .insert(name, Renderbuffer::default());
                    name
                })?;
            }
            F::DeleteFramebuffers => self.each_name(0, 1, |call, name| {
                if call.context.framebuffers.remove(name).is_none() {
                    return;
                }
                call.give_own(OBJECT);
                if call.context.draw_framebuffer == name {
                    call.context.draw_framebuffer = 0;
                }
                if call.context.read_framebuffer == name {
                    call.context.read_framebuffer = 0;
                }
                call.push(F::DeleteFramebuffers, &[name]);
            })?,
            F::DeleteRenderbuffers => self.each_name(0, 1, |call, name| {
                if call.objects.forget_renderbuffer(name) {
                    call.push(F::DeleteRenderbuffers, &[name]);
                }
            })?,
            F::DrawBuffersEXT => self.draw_buffers()?,
            F::FramebufferRenderbuffer => {
                self.attachable()?;
                if self.arg(2) != gl::RENDERBUFFER {
                    return Err(GlError::InvalidEnum.into());
                }
                self.pass(function);
            }
            F::FramebufferTexture2D => {
                self.attachable()?;
                if self.arg(3) != 0 && !Class::ImageTarget.allows(self.arg(2)) {
                    return Err(GlError::InvalidEnum.into());
                }
                if self.arg(4) != 0 {
                    return Err(GlError::InvalidValue.into());
                }
                self.pass(function);
            }
            F::GetFramebufferAttachmentParameteriv => {
                self.attachable()?;
                let name = self.arg(2);
                if !Class::AttachmentParameter.allows(name) {
                    return Err(GlError::InvalidEnum.into());
                }
                let args = [
                    self.arg(0),
                    self.arg(1),
                    gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                ];
                if name != gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
                    && self.ask_word(function, &args) == 0
                {
                    // OpenGL ES 3 reports an invalid operation here.
                    return Err(GlError::InvalidEnum.into());
                }
                let args = [args[0], args[1], name];
                let value = self.ask_word(function, &args);
                let value = match name {
                    gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME => value.saturating_sub(OWN_NAMES),
                    _ => value,
                };
                self.store(3, &[value])?;
            }
            F::GetRenderbufferParameteriv => {
                let (target, name) = (self.arg(0), self.arg(1));
                let is_known = Class::RenderbufferParameter.allows(name);
                if target != gl::RENDERBUFFER || !is_known {
                    return Err(GlError::InvalidEnum.into());
                }
                let value = self.ask_word(function, &[target, name]);
                self.store(2, &[value])?;
            }
            F::IsFramebuffer => {
                let framebuffer = self.context.framebuffers.get(self.arg(0));
                return Ok(u32::from(framebuffer.is_some_and(|one| one.was_bound)));
            }
            F::IsRenderbuffer => return Ok(self.ask_word(function, &[self.arg(0)])),
            F::RenderbufferStorage => {
                let size = self.storage(1, 2)?;
                self.storage_takes(size, 1)?;
                self.pass(function);
            }
            // `RenderbufferStorageMultisampleEXT`.
            _ => {
                let size = self.storage(2, 3)?;
                let samples = self.count(1)?;
                if samples > MAX_SAMPLES {
                    return Err(GlError::InvalidValue.into());
                }
                self.storage_takes(size, samples)?;
                self.pass(function);
            }
        }
        Ok(0)
    }

    fn framebuffer_target(&self) -> Result {
        match Class::FramebufferTarget.allows(self.arg(0)) {
            true => Ok(()),
            false => Err(GlError::InvalidEnum.into()),
        }
    }

    fn bind_framebuffer(&mut self) -> Result {
        self.framebuffer_target()?;
        let (target, name) = (self.arg(0), self.arg(1));
        if name != 0 {
            if self.context.framebuffers.get(name).is_none() {
                self.take_own(OBJECT)?;
            }
            let bound = Framebuffer { was_bound: true };
            self.context.framebuffers.insert(name, bound);
        }
        if target != gl::READ_FRAMEBUFFER {
            self.context.draw_framebuffer = name;
        }
        if matches!(target, gl::FRAMEBUFFER | gl::READ_FRAMEBUFFER) {
            self.context.read_framebuffer = name;
        }
        self.push(F::BindFramebuffer, &[target, name]);
        Ok(())
    }

    /// Checks that the bound framebuffer is not 0, and that the attachment is valid.
    fn attachable(&self) -> Result {
        self.framebuffer_target()?;
        let bound = match self.arg(0) {
            gl::READ_FRAMEBUFFER => self.context.read_framebuffer,
            _ => self.context.draw_framebuffer,
        };
        if !Class::Attachment.allows(self.arg(1)) {
            return Err(GlError::InvalidEnum.into());
        }
        match bound {
            0 => Err(GlError::InvalidOperation.into()),
            _ => Ok(()),
        }
    }

    /// Returns the width and height of a renderbuffer.
    fn storage(&self, format: usize, width: usize) -> Result<[u32; 2]> {
        let format = self.arg(format);
        let is_known = Class::RenderbufferFormat.allows(format)
            || Class::HalfFloatFormat.allows(format) && self.context.extensions.has_half_floats();
        if self.arg(0) != gl::RENDERBUFFER || !is_known {
            return Err(GlError::InvalidEnum.into());
        }
        let sides = [self.count(width)?, self.count(width + 1)?];
        match sides.iter().all(|&side| side <= MAX_SIDE) {
            true => Ok(sides),
            false => Err(GlError::InvalidValue.into()),
        }
    }

    fn draw_buffers(&mut self) -> Result {
        let count = self.count(0)?;
        if count > MAX_DRAW_BUFFERS {
            return Err(GlError::InvalidValue.into());
        }
        let is_own = self.context.draw_framebuffer == 0;
        let mut args = vec![count];
        for place in 0..count {
            let address = self.arg(1).wrapping_add(4 * place);
            let buffer = self.memory.load_u32(address)?;
            let buffer = match buffer {
                0 => 0,
                gl::BACK if is_own && count == 1 => gl::COLOR_ATTACHMENT0,
                other if !is_own && other == gl::COLOR_ATTACHMENT0 + place => other,
                _ => return Err(GlError::InvalidOperation.into()),
            };
            args.push(buffer);
        }
        self.push(F::DrawBuffersEXT, &args);
        Ok(())
    }
}
