//! Framebuffers and renderbuffers.

use super::object;
use crate::command::Reply;
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::enums::FRAMEBUFFER_INCOMPLETE_DIMENSIONS;

/// Returns the reason why a framebuffer cannot be drawn to.
fn reason(status: u32) -> &'static str {
    match status {
        glow::FRAMEBUFFER_INCOMPLETE_ATTACHMENT => {
            "an attachment has a size of 0 or a format that cannot be drawn on"
        }
        glow::FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT => "nothing is attached",
        FRAMEBUFFER_INCOMPLETE_DIMENSIONS => "the attachments differ in size",
        glow::FRAMEBUFFER_INCOMPLETE_MULTISAMPLE => "the attachments differ in samples",
        _ => "the driver does not support the formats of its attachments together",
    }
}

impl Context {
    /// Warns that a framebuffer is incomplete. The same reason is reported only once in a row.
    fn warn_of(&mut self, status: u32) {
        if status == glow::FRAMEBUFFER_COMPLETE || status == self.warned_status {
            return;
        }
        self.warned_status = status;
        self.warnings.add(format!(
            "OpenGL ES: a framebuffer is incomplete (0x{status:04X}): {}; nothing is drawn on it",
            reason(status)
        ));
    }

    /// Warns if the program's framebuffer is incomplete. Called before a draw.
    pub(super) fn check_framebuffer(&mut self) {
        self.is_framebuffer_unsure = false;
        // SAFETY: this passes no pointer.
        let status = unsafe { self.gl.check_framebuffer_status(glow::FRAMEBUFFER) };
        self.warn_of(status);
    }

    /// Executes a function on framebuffers or renderbuffers. Returns false if the function is
    /// another one.
    pub(super) fn framebuffer(&mut self, function: F, args: &[u32], reply: &mut Reply) -> bool {
        if matches!(
            function,
            F::BindFramebuffer | F::FramebufferRenderbuffer | F::FramebufferTexture2D
        ) {
            self.is_framebuffer_unsure = function != F::BindFramebuffer || args[1] != 0;
        }
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let renderbuffer = |name| object(name, glow::NativeRenderbuffer);
        // SAFETY: only `DrawBuffersEXT` passes a pointer, which comes from a slice.
        unsafe {
            match function {
                F::BindFramebuffer => {
                    let bound = match self.names.framebuffers.get(&args[1]) {
                        Some(&known) => known,
                        None if args[1] == 0 => self.screen.framebuffer,
                        None => {
                            let Ok(made) = gl.create_framebuffer() else {
                                return true;
                            };
                            self.names.framebuffers.insert(args[1], made);
                            made
                        }
                    };
                    gl.bind_framebuffer(args[0], Some(bound));
                }
                F::BindRenderbuffer => gl.bind_renderbuffer(args[0], renderbuffer(args[1])),
                F::BlitFramebufferEXT => gl.blit_framebuffer(
                    int(0),
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    int(6),
                    int(7),
                    args[8],
                    args[9],
                ),
                F::CheckFramebufferStatus => {
                    let status = gl.check_framebuffer_status(args[0]);
                    reply.words.push(status);
                    self.warn_of(status);
                }
                F::DeleteFramebuffers => {
                    if let Some(gone) = self.names.framebuffers.remove(&args[0]) {
                        let own = Some(self.screen.framebuffer);
                        for (target, binding) in [
                            (glow::DRAW_FRAMEBUFFER, glow::DRAW_FRAMEBUFFER_BINDING),
                            (glow::READ_FRAMEBUFFER, glow::READ_FRAMEBUFFER_BINDING),
                        ] {
                            if gl.get_parameter_framebuffer(binding) == Some(gone) {
                                gl.bind_framebuffer(target, own);
                            }
                        }
                        gl.delete_framebuffer(gone);
                    }
                }
                F::DeleteRenderbuffers => {
                    if let Some(gone) = renderbuffer(args[0]) {
                        gl.delete_renderbuffer(gone);
                    }
                }
                F::DrawBuffersEXT => gl.draw_buffers(&args[1..=args[0] as usize]),
                F::FramebufferRenderbuffer => {
                    gl.framebuffer_renderbuffer(args[0], args[1], args[2], renderbuffer(args[3]));
                }
                F::FramebufferTexture2D => {
                    let texture = object(args[3], glow::NativeTexture);
                    gl.framebuffer_texture_2d(args[0], args[1], args[2], texture, int(4));
                }
                F::GetFramebufferAttachmentParameteriv => {
                    let value =
                        gl.get_framebuffer_attachment_parameter_i32(args[0], args[1], args[2]);
                    reply.words.push(value as u32);
                }
                F::GetRenderbufferParameteriv => {
                    let value = gl.get_renderbuffer_parameter_i32(args[0], args[1]);
                    reply.words.push(value as u32);
                }
                F::IsRenderbuffer => {
                    let is = renderbuffer(args[0]).is_some_and(|one| gl.is_renderbuffer(one));
                    reply.words.push(u32::from(is));
                }
                F::RenderbufferStorage => {
                    gl.renderbuffer_storage(args[0], args[1], int(2), int(3));
                }
                F::RenderbufferStorageMultisampleEXT => {
                    gl.renderbuffer_storage_multisample(args[0], int(1), args[2], int(3), int(4));
                }
                _ => return false,
            }
        }
        true
    }
}
