//! Buffers.

use super::object;
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Reads the first bytes of a buffer. The bytes are zero if the driver refuses.
    pub(super) fn read_buffer(&mut self, name: u32, size: u32, bytes: &mut Vec<u8>) {
        const TARGET: u32 = glow::COPY_READ_BUFFER;
        bytes.clear();
        bytes.resize(size as usize, 0);
        let Some(buffer) = object(name, glow::NativeBuffer).filter(|_| size > 0) else {
            return;
        };
        let gl = &self.gl;
        // SAFETY: a mapping has the requested number of bytes, and the driver refuses one that
        // would reach beyond the end of the buffer. The bytes are copied before the buffer is
        // unmapped.
        unsafe {
            gl.bind_buffer(TARGET, Some(buffer));
            let mapped = gl.map_buffer_range(TARGET, 0, size as i32, glow::MAP_READ_BIT);
            if !mapped.is_null() {
                bytes.copy_from_slice(std::slice::from_raw_parts(mapped, size as usize));
                gl.unmap_buffer(TARGET);
            }
            gl.bind_buffer(TARGET, None);
        }
    }

    /// Executes a function on buffers. Returns false if the function is another one.
    pub(super) fn buffer(&mut self, function: F, args: &[u32], data: Option<&[u8]>) -> bool {
        let gl = &self.gl;
        let buffer = |name| object(name, glow::NativeBuffer);
        // SAFETY: OpenGL reads exactly the bytes of the slices.
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
                    // In Chrome, programs could not see the earlier contents of memory either.
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
