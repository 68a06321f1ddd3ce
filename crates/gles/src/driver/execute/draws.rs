//! Vertex arrays and draws.

use super::{known, object, set};
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

/// Maximum size in bytes of vertices that stay in buffers after a draw, to be overwritten by the
/// next.
const MAX_KEPT: usize = 16 << 20;

impl Context {
    /// Executes a function on vertex arrays, or a draw. Returns false if the function is another
    /// one.
    pub(super) fn draw(&mut self, function: F, args: &[u32]) -> bool {
        let is_draw = matches!(
            function,
            F::DrawArrays
                | F::DrawArraysInstancedANGLE
                | F::DrawElements
                | F::DrawElementsInstancedANGLE
        );
        if is_draw && self.is_framebuffer_unsure {
            self.check_framebuffer();
        }
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let array = |name| known(&self.names.vertex_arrays, name);
        // SAFETY: arrays and indices are offsets in buffers. The module `context` has checked that
        // draws stay within the buffers.
        unsafe {
            match function {
                F::DrawArrays => gl.draw_arrays(args[0], int(1), int(2)),
                F::DrawArraysInstancedANGLE => {
                    gl.draw_arrays_instanced(args[0], int(1), int(2), int(3));
                }
                F::DrawElements => gl.draw_elements(args[0], int(1), args[2], int(3)),
                F::DrawElementsInstancedANGLE => {
                    gl.draw_elements_instanced(args[0], int(1), args[2], int(3), int(4));
                }
                F::EnableVertexAttribArray => gl.enable_vertex_attrib_array(args[0]),
                F::DisableVertexAttribArray => gl.disable_vertex_attrib_array(args[0]),
                F::VertexAttribDivisorANGLE => gl.vertex_attrib_divisor(args[0], args[1]),
                F::VertexAttribPointer => {
                    let normalized = args[3] != 0;
                    gl.vertex_attrib_pointer_f32(
                        args[0],
                        int(1),
                        args[2],
                        normalized,
                        int(4),
                        int(5),
                    );
                }
                F::BindVertexArrayOES => gl.bind_vertex_array(array(args[0])),
                F::GenVertexArraysOES => {
                    let made = gl.create_vertex_array().ok();
                    set(&mut self.names.vertex_arrays, args[0], made);
                }
                F::DeleteVertexArraysOES => {
                    if let Some(gone) = array(args[0]) {
                        gl.delete_vertex_array(gone);
                        set(&mut self.names.vertex_arrays, args[0], None);
                    }
                }
                _ => return false,
            }
        }
        if is_draw {
            self.streams.used = 0;
            if self.streams.bytes > MAX_KEPT {
                self.empty_streams();
            }
        }
        true
    }

    /// Frees the memory of the vertices of finished draws.
    fn empty_streams(&mut self) {
        self.streams.bytes = 0;
        // SAFETY: no bytes are passed.
        unsafe {
            for &buffer in &self.streams.vertices {
                self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
                self.gl
                    .buffer_data_size(glow::ARRAY_BUFFER, 0, glow::STREAM_DRAW);
            }
            let bound = object(self.array_buffer, glow::NativeBuffer);
            self.gl.bind_buffer(glow::ARRAY_BUFFER, bound);
        }
    }

    pub(super) fn stream_vertices(&mut self, args: &[u32], data: &[u8]) {
        let used = self.streams.used;
        // SAFETY: OpenGL reads exactly the bytes of the slice.
        unsafe {
            if self.streams.vertices.len() <= used {
                let name = self.reserved.name(1 + used as u32);
                self.streams.vertices.push(glow::NativeBuffer(name));
            }
            let buffer = Some(self.streams.vertices[used]);
            self.streams.used += 1;
            self.streams.bytes += data.len();
            self.gl.bind_buffer(glow::ARRAY_BUFFER, buffer);
            self.gl
                .buffer_data_u8_slice(glow::ARRAY_BUFFER, data, glow::STREAM_DRAW);
        }
        self.point(args);
    }

    pub(super) fn streamed_vertices(&mut self, args: &[u32]) {
        let Some(&buffer) = self.streams.vertices.get(self.streams.used.wrapping_sub(1)) else {
            return;
        };
        // SAFETY: this passes no pointer.
        unsafe { self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer)) };
        self.point(args);
    }

    /// Makes an attribute use the bound buffer, then restores the program's binding.
    fn point(&self, args: &[u32]) {
        let [size, stride, offset] = [args[1], args[4], args[6]].map(|word| word as i32);
        // SAFETY: the array is an offset in a buffer.
        unsafe {
            self.gl
                .vertex_attrib_pointer_f32(args[0], size, args[2], args[3] != 0, stride, offset);
            let bound = object(self.array_buffer, glow::NativeBuffer);
            self.gl.bind_buffer(glow::ARRAY_BUFFER, bound);
        }
    }

    /// Streams indices. Their buffer stays bound: the program has no index buffer bound here, and
    /// the next draw that uses one binds it.
    pub(super) fn stream_indices(&mut self, data: &[u8]) {
        let indices = glow::NativeBuffer(self.reserved.name(0));
        // SAFETY: OpenGL reads exactly the bytes of the slice.
        unsafe {
            let target = glow::ELEMENT_ARRAY_BUFFER;
            self.gl.bind_buffer(target, Some(indices));
            self.gl
                .buffer_data_u8_slice(target, data, glow::STREAM_DRAW);
        }
    }
}
