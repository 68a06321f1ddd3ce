//! What each command does.

use super::Context;
use crate::command::{Command, OWN_NAMES, Op, Reply};
use glow::{HasContext, PixelUnpackData};
use pinnacle_pepper::device::gl::Function as F;
use std::num::NonZeroU32;

/// An object by the program's name; none by 0.
fn object<T>(name: u32, make: impl FnOnce(NonZeroU32) -> T) -> Option<T> {
    let name = NonZeroU32::new(name)?;
    name.checked_add(OWN_NAMES).map(make)
}

/// The object that stands for a small number.
fn known<T: Copy>(names: &[Option<T>], name: u32) -> Option<T> {
    names.get(name as usize).copied().flatten()
}

/// Sets the object that stands for a small number.
fn set<T: Copy>(names: &mut Vec<Option<T>>, name: u32, object: Option<T>) {
    let place = name as usize;
    if names.len() <= place {
        names.resize(place + 1, None);
    }
    names[place] = object;
}

fn words(data: &[u8]) -> impl Iterator<Item = u32> {
    data.as_chunks().0.iter().copied().map(u32::from_le_bytes)
}

fn floats(data: &[u8]) -> Vec<f32> {
    words(data).map(f32::from_bits).collect()
}

fn ints(data: &[u8]) -> Vec<i32> {
    words(data).map(|word| word as i32).collect()
}

/// Text that comes from a program, which the module `context` has found to be text.
fn text(data: &[u8]) -> &str {
    std::str::from_utf8(data).unwrap_or_default()
}

impl Context {
    pub(super) fn execute(&mut self, command: &Command, data: Option<&[u8]>, reply: &mut Reply) {
        let bytes = data.unwrap_or_default();
        match command.op {
            Op::Call(function) => {
                let args = &command.args;
                let is_done = self.set_state(function, args)
                    || self.draw(function, args)
                    || self.buffer(function, args, data)
                    || self.texture(function, args, data, reply)
                    || self.framebuffer(function, args, reply)
                    || self.shader(function, args, bytes, reply)
                    || self.uniform(function, args, bytes)
                    || self.ask(function, args, reply);
                debug_assert!(is_done, "{function:?}");
            }
            Op::StreamVertices => self.stream_vertices(&command.args, bytes),
            Op::StreamedVertices => self.streamed_vertices(&command.args),
            Op::StreamIndices => self.stream_indices(bytes),
            Op::Resize => self
                .screen
                .resize(&self.gl, [command.args[0], command.args[1]]),
            Op::Swap => self.screen.swap(&self.gl),
            Op::Picture => {
                let size = self.screen.picture(&self.gl, &mut reply.bytes);
                reply.words.extend(size);
            }
        }
    }

    /// Functions that set numbers.
    fn set_state(&mut self, function: F, args: &[u32]) -> bool {
        let gl = &self.gl;
        let float = |index: usize| f32::from_bits(args[index]);
        let int = |index: usize| args[index] as i32;
        let is = |index: usize| args[index] as u8 != 0;
        // SAFETY: none of these takes a pointer.
        unsafe {
            match function {
                F::ActiveTexture => gl.active_texture(args[0]),
                F::BlendColor => gl.blend_color(float(0), float(1), float(2), float(3)),
                F::BlendEquation => gl.blend_equation(args[0]),
                F::BlendEquationSeparate => gl.blend_equation_separate(args[0], args[1]),
                F::BlendFunc => gl.blend_func(args[0], args[1]),
                F::BlendFuncSeparate => {
                    gl.blend_func_separate(args[0], args[1], args[2], args[3]);
                }
                F::Clear => gl.clear(args[0]),
                F::ClearColor => gl.clear_color(float(0), float(1), float(2), float(3)),
                F::ClearDepthf => gl.clear_depth_f32(float(0)),
                F::ClearStencil => gl.clear_stencil(int(0)),
                F::ColorMask => gl.color_mask(is(0), is(1), is(2), is(3)),
                F::CullFace => gl.cull_face(args[0]),
                F::DepthFunc => gl.depth_func(args[0]),
                F::DepthMask => gl.depth_mask(is(0)),
                F::DepthRangef => gl.depth_range_f32(float(0), float(1)),
                F::Disable => gl.disable(args[0]),
                F::Enable => gl.enable(args[0]),
                F::Finish => gl.finish(),
                F::Flush => gl.flush(),
                F::FrontFace => gl.front_face(args[0]),
                F::Hint => gl.hint(args[0], args[1]),
                F::LineWidth => gl.line_width(float(0)),
                F::PolygonOffset => gl.polygon_offset(float(0), float(1)),
                F::SampleCoverage => gl.sample_coverage(float(0), is(1)),
                F::Scissor => gl.scissor(int(0), int(1), int(2), int(3)),
                F::StencilFunc => gl.stencil_func(args[0], int(1), args[2]),
                F::StencilFuncSeparate => {
                    gl.stencil_func_separate(args[0], args[1], int(2), args[3]);
                }
                F::StencilMask => gl.stencil_mask(args[0]),
                F::StencilMaskSeparate => gl.stencil_mask_separate(args[0], args[1]),
                F::StencilOp => gl.stencil_op(args[0], args[1], args[2]),
                F::StencilOpSeparate => {
                    gl.stencil_op_separate(args[0], args[1], args[2], args[3]);
                }
                F::VertexAttrib4f => {
                    gl.vertex_attrib_4_f32(args[0], float(1), float(2), float(3), float(4));
                }
                F::Viewport => gl.viewport(int(0), int(1), int(2), int(3)),
                _ => return false,
            }
        }
        true
    }

    /// Vertex arrays and draws.
    fn draw(&mut self, function: F, args: &[u32]) -> bool {
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let array = |name| known(&self.names.vertex_arrays, name);
        // SAFETY: arrays and indices are offsets in buffers, within which the draws
        // remain: the module `context` has checked that.
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
        if matches!(
            function,
            F::DrawArrays
                | F::DrawArraysInstancedANGLE
                | F::DrawElements
                | F::DrawElementsInstancedANGLE
        ) {
            self.streams.used = 0;
        }
        true
    }

    fn stream_vertices(&mut self, args: &[u32], data: &[u8]) {
        let used = self.streams.used;
        // SAFETY: the slice has the bytes that are read.
        unsafe {
            if self.streams.vertices.len() <= used {
                match self.gl.create_buffer() {
                    Ok(buffer) => self.streams.vertices.push(buffer),
                    Err(_) => return,
                }
            }
            let buffer = Some(self.streams.vertices[used]);
            self.streams.used += 1;
            self.gl.bind_buffer(glow::ARRAY_BUFFER, buffer);
            self.gl
                .buffer_data_u8_slice(glow::ARRAY_BUFFER, data, glow::STREAM_DRAW);
        }
        self.point(args);
    }

    fn streamed_vertices(&mut self, args: &[u32]) {
        let Some(&buffer) = self.streams.vertices.get(self.streams.used.wrapping_sub(1)) else {
            return;
        };
        // SAFETY: this takes no pointer.
        unsafe { self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer)) };
        self.point(args);
    }

    /// Has a vertex array begin in the buffer that is bound; then what the program has
    /// bound is bound again.
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

    /// The indices stay bound: the program has none of its own then, and the next draw
    /// with a buffer of indices binds it.
    fn stream_indices(&mut self, data: &[u8]) {
        // SAFETY: the slice has the bytes that are read.
        unsafe {
            if self.streams.indices.is_none() {
                self.streams.indices = self.gl.create_buffer().ok();
            }
            let target = glow::ELEMENT_ARRAY_BUFFER;
            self.gl.bind_buffer(target, self.streams.indices);
            self.gl
                .buffer_data_u8_slice(target, data, glow::STREAM_DRAW);
        }
    }

    /// Buffers.
    fn buffer(&mut self, function: F, args: &[u32], data: Option<&[u8]>) -> bool {
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
                    // Chrome let no program see what memory held before.
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

    /// Textures.
    fn texture(
        &mut self,
        function: F,
        args: &[u32],
        data: Option<&[u8]>,
        reply: &mut Reply,
    ) -> bool {
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let texture = |name| object(name, glow::NativeTexture);
        let bytes = data.unwrap_or_default();
        // SAFETY: the module `context` has computed how many bytes the slices must have
        // from sizes, formats and types that it knows.
        unsafe {
            match function {
                F::BindTexture => gl.bind_texture(args[0], texture(args[1])),
                F::TexImage2D => gl.tex_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    args[7],
                    PixelUnpackData::Slice(data),
                ),
                F::TexSubImage2D => gl.tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    args[7],
                    PixelUnpackData::Slice(Some(bytes)),
                ),
                F::CompressedTexImage2D => gl.compressed_tex_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    bytes.len() as i32,
                    bytes,
                ),
                F::CompressedTexSubImage2D => gl.compressed_tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    glow::CompressedPixelUnpackData::Slice(bytes),
                ),
                F::CopyTexImage2D => gl.copy_tex_image_2d(
                    args[0],
                    int(1),
                    args[2],
                    int(3),
                    int(4),
                    int(5),
                    int(6),
                    int(7),
                ),
                F::CopyTexSubImage2D => gl.copy_tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    int(6),
                    int(7),
                ),
                F::DeleteTextures => {
                    if let Some(texture) = texture(args[0]) {
                        gl.delete_texture(texture);
                    }
                }
                F::GenerateMipmap => gl.generate_mipmap(args[0]),
                F::TexParameteri => gl.tex_parameter_i32(args[0], args[1], int(2)),
                F::TexParameterf => {
                    gl.tex_parameter_f32(args[0], args[1], f32::from_bits(args[2]));
                }
                F::GetTexParameteriv => {
                    let value = gl.get_tex_parameter_i32(args[0], args[1]);
                    reply.words.push(value as u32);
                }
                F::ReadPixels => {
                    reply.bytes.clear();
                    reply.bytes.resize(args[6] as usize, 0);
                    gl.read_pixels(
                        int(0),
                        int(1),
                        int(2),
                        int(3),
                        args[4],
                        args[5],
                        glow::PixelPackData::Slice(Some(&mut reply.bytes)),
                    );
                }
                F::IsTexture => {
                    let is = texture(args[0]).is_some_and(|one| gl.is_texture(one));
                    reply.words.push(u32::from(is));
                }
                _ => return false,
            }
        }
        true
    }

    /// Framebuffers and renderbuffers.
    fn framebuffer(&mut self, function: F, args: &[u32], reply: &mut Reply) -> bool {
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let renderbuffer = |name| object(name, glow::NativeRenderbuffer);
        // SAFETY: none of these takes a pointer but `DrawBuffersEXT`, which gets a slice.
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
                    reply.words.push(gl.check_framebuffer_status(args[0]));
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

    /// Shaders and programs.
    fn shader(&mut self, function: F, args: &[u32], data: &[u8], reply: &mut Reply) -> bool {
        let gl = &self.gl;
        let names = &mut self.names;
        let (first, second) = (args[0], args[1]);
        let program = known(&names.programs, first);
        // SAFETY: text comes as slices, and is given back as strings.
        unsafe {
            match (function, program) {
                (F::CreateProgram, _) => {
                    let made = gl.create_program().ok();
                    set(&mut names.programs, first, made);
                }
                (F::CreateShader, _) => {
                    let made = gl.create_shader(second).ok();
                    set(&mut names.shaders, first, made);
                }
                (F::DeleteShader, _) => {
                    if let Some(gone) = known(&names.shaders, first) {
                        gl.delete_shader(gone);
                        set(&mut names.shaders, first, None);
                    }
                }
                (F::ShaderSource, _) => {
                    if let Some(shader) = known(&names.shaders, first) {
                        gl.shader_source(shader, text(data));
                    }
                }
                (F::CompileShader, _) => {
                    if let Some(shader) = known(&names.shaders, first) {
                        gl.compile_shader(shader);
                        let is_compiled = gl.get_shader_compile_status(shader);
                        reply.words.push(u32::from(is_compiled));
                        reply.bytes = gl.get_shader_info_log(shader).into_bytes();
                    }
                }
                (F::DeleteProgram, Some(gone)) => {
                    gl.delete_program(gone);
                    set(&mut names.programs, first, None);
                }
                (F::AttachShader, Some(program)) => {
                    if let Some(shader) = known(&names.shaders, second) {
                        gl.attach_shader(program, shader);
                    }
                }
                (F::DetachShader, Some(program)) => {
                    if let Some(shader) = known(&names.shaders, second) {
                        gl.detach_shader(program, shader);
                    }
                }
                (F::BindAttribLocation, Some(program)) => {
                    gl.bind_attrib_location(program, second, text(data));
                }
                (F::LinkProgram, Some(program)) => self.link(program, reply),
                (F::ValidateProgram, Some(program)) => {
                    gl.validate_program(program);
                    reply
                        .words
                        .push(u32::from(gl.get_program_validate_status(program)));
                    reply.bytes = gl.get_program_info_log(program).into_bytes();
                }
                (F::GetUniformLocation, Some(program)) => {
                    let location = gl.get_uniform_location(program, text(data));
                    reply
                        .words
                        .push(location.map_or(u32::MAX, |location| location.0));
                }
                (F::GetUniformfv, Some(program)) => {
                    let mut values = [0.0; 16];
                    let location = glow::NativeUniformLocation(second);
                    gl.get_uniform_f32(program, &location, &mut values);
                    reply.words.extend(values.map(f32::to_bits));
                }
                (F::UseProgram, program) => gl.use_program(program),
                (
                    F::DeleteProgram
                    | F::AttachShader
                    | F::DetachShader
                    | F::BindAttribLocation
                    | F::LinkProgram
                    | F::ValidateProgram
                    | F::GetUniformLocation
                    | F::GetUniformfv,
                    None,
                ) => {}
                _ => return false,
            }
        }
        true
    }

    /// Links a program. Gives whether that went well, then the number of attributes and
    /// for each location, type, size and the length of its name, then the same of
    /// uniforms; and as bytes the names, then the log.
    fn link(&self, program: glow::Program, reply: &mut Reply) {
        let gl = &self.gl;
        reply.bytes.clear();
        let mut add = |location: u32, kind: u32, size: i32, name: &str| {
            let words = [location, kind, size as u32, name.len() as u32];
            reply.bytes.extend(name.as_bytes());
            words
        };
        let mut words = Vec::new();
        // SAFETY: names come as strings.
        unsafe {
            gl.link_program(program);
            let is_linked = gl.get_program_link_status(program);
            words.push(u32::from(is_linked));
            if is_linked {
                let count = gl.get_program_parameter_i32(program, glow::ACTIVE_ATTRIBUTES);
                words.push(count as u32);
                for index in 0..count as u32 {
                    let Some(one) = gl.get_active_attribute(program, index) else {
                        words.extend(add(u32::MAX, 0, 0, ""));
                        continue;
                    };
                    let location = gl.get_attrib_location(program, &one.name);
                    let location = location.unwrap_or(u32::MAX);
                    words.extend(add(location, one.atype, one.size, &one.name));
                }
                let count = gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORMS);
                words.push(count as u32);
                for index in 0..count as u32 {
                    let Some(one) = gl.get_active_uniform(program, index) else {
                        words.extend(add(u32::MAX, 0, 0, ""));
                        continue;
                    };
                    let location = gl.get_uniform_location(program, &one.name);
                    let location = location.map_or(u32::MAX, |location| location.0);
                    words.extend(add(location, one.utype, one.size, &one.name));
                }
            }
            reply.words = words;
            reply.bytes.extend(gl.get_program_info_log(program).bytes());
        }
    }

    /// Uniforms.
    fn uniform(&mut self, function: F, args: &[u32], data: &[u8]) -> bool {
        let gl = &self.gl;
        let place = glow::NativeUniformLocation(args[0]);
        // Location -1 is that of a uniform that does not exist.
        let place = (args[0] != u32::MAX).then_some(&place);
        let float = |index: usize| f32::from_bits(args[index]);
        let int = |index: usize| args[index] as i32;
        // SAFETY: the slices have all numbers of the uniforms.
        unsafe {
            match function {
                F::Uniform1f => gl.uniform_1_f32(place, float(1)),
                F::Uniform2f => gl.uniform_2_f32(place, float(1), float(2)),
                F::Uniform3f => gl.uniform_3_f32(place, float(1), float(2), float(3)),
                F::Uniform4f => gl.uniform_4_f32(place, float(1), float(2), float(3), float(4)),
                F::Uniform1i => gl.uniform_1_i32(place, int(1)),
                F::Uniform2i => gl.uniform_2_i32(place, int(1), int(2)),
                F::Uniform3i => gl.uniform_3_i32(place, int(1), int(2), int(3)),
                F::Uniform4i => gl.uniform_4_i32(place, int(1), int(2), int(3), int(4)),
                F::Uniform1fv => gl.uniform_1_f32_slice(place, &floats(data)),
                F::Uniform2fv => gl.uniform_2_f32_slice(place, &floats(data)),
                F::Uniform3fv => gl.uniform_3_f32_slice(place, &floats(data)),
                F::Uniform4fv => gl.uniform_4_f32_slice(place, &floats(data)),
                F::Uniform1iv => gl.uniform_1_i32_slice(place, &ints(data)),
                F::Uniform2iv => gl.uniform_2_i32_slice(place, &ints(data)),
                F::Uniform3iv => gl.uniform_3_i32_slice(place, &ints(data)),
                F::Uniform4iv => gl.uniform_4_i32_slice(place, &ints(data)),
                F::UniformMatrix2fv => gl.uniform_matrix_2_f32_slice(place, false, &floats(data)),
                F::UniformMatrix3fv => gl.uniform_matrix_3_f32_slice(place, false, &floats(data)),
                F::UniformMatrix4fv => gl.uniform_matrix_4_f32_slice(place, false, &floats(data)),
                _ => return false,
            }
        }
        true
    }

    /// What is asked of the driver.
    fn ask(&mut self, function: F, args: &[u32], reply: &mut Reply) -> bool {
        let gl = &self.gl;
        let query = known(&self.names.queries, args[1]);
        // SAFETY: numbers are written to slices that have room for as many as there are
        // of them; the module `context` knows that of each parameter.
        unsafe {
            match function {
                F::GetError => reply.words.push(gl.get_error()),
                F::GetIntegerv => {
                    let mut values = vec![0; args[1] as usize];
                    gl.get_parameter_i32_slice(args[0], &mut values);
                    reply
                        .words
                        .extend(values.into_iter().map(|value| value as u32));
                }
                F::GetFloatv => {
                    let mut values = vec![0.0; args[1] as usize];
                    gl.get_parameter_f32_slice(args[0], &mut values);
                    reply.words.extend(values.into_iter().map(f32::to_bits));
                }
                F::GetString => {
                    reply.bytes = gl.get_parameter_string(args[0]).into_bytes();
                }
                F::GetShaderPrecisionFormat => {
                    if let Some(format) = gl.get_shader_precision_format(args[0], args[1]) {
                        let words = [format.range_min, format.range_max, format.precision];
                        reply.words.extend(words.map(|word| word as u32));
                    }
                }
                F::GenQueriesEXT => {
                    let made = gl.create_query().ok();
                    set(&mut self.names.queries, args[1], made);
                }
                F::DeleteQueriesEXT => {
                    if let Some(gone) = query {
                        gl.delete_query(gone);
                        set(&mut self.names.queries, args[1], None);
                    }
                }
                F::BeginQueryEXT => {
                    if let Some(query) = query {
                        gl.begin_query(args[0], query);
                    }
                }
                F::EndQueryEXT => gl.end_query(args[0]),
                F::GetQueryObjectuivEXT => {
                    let result =
                        query.map_or(0, |query| gl.get_query_parameter_u32(query, args[0]));
                    reply.words.push(result);
                }
                _ => return false,
            }
        }
        true
    }
}
