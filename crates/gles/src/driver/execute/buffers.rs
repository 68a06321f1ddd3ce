//! Buffers.

use super::object;
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Buffers.
    pub(super) fn buffer(&mut self, function: F, args: &[u32], data: Option<&[u8]>) -> bool {
        let gl = &self.gl;
        let buffer = |name| object(name, glow::NativeBuffer);
        // SAFETY: the slices have the bytes that are read.
        unsafe {
            match function {
                F::BindBuffer => {
                    if args[0] == glow::ARRAY_BUFFER {
                        self.array_buffer = args[1];
                    }
                    gl.bind_buffer(args[0], buffer(args[1]));
                }
                F::BufferData => match data {
                    Some(data) => gl.buffer_data_u8_slice(args[0], data, args[2]),
                    // Chrome hid the previous contents of memory from programs.
                    None => {
                        let zeros = vec![0; args[1] as usize];
                        gl.buffer_data_u8_slice(args[0], &zeros, args[2]);
                    }
                },
                F::BufferSubData => {
                    let data = data.unwrap_or_default();
                    gl.buffer_sub_data_u8_slice(args[0], args[1] as i32, data);
                }
                F::DeleteBuffers => {
                    if self.array_buffer == args[0] {
                        self.array_buffer = 0;
                    }
                    if let Some(buffer) = buffer(args[0]) {
                        gl.delete_buffer(buffer);
                    }
                }
                _ => return false,
            }
        }
        true
    }
}
