//! Shaders, programs and their uniforms.

use super::{floats, ints, known, set, text};
use crate::command::Reply;
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Executes a function on shaders or programs. Returns false if the function is another one.
    pub(super) fn shader(
        &mut self,
        function: F,
        args: &[u32],
        data: &[u8],
        reply: &mut Reply,
    ) -> bool {
        let gl = &self.gl;
        let names = &mut self.names;
        let (first, second) = (args[0], args[1]);
        let program = known(&names.programs, first);
        // SAFETY: texts are passed as slices, and returned as strings.
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

    /// Links a program. The reply starts with 1 on success. Then come the number of attributes, and
    /// for each its location, type, size and the length of its name, then the same for uniforms.
    /// The bytes of the reply are the names, followed by the log.
    fn link(&self, program: glow::Program, reply: &mut Reply) {
        let gl = &self.gl;
        reply.bytes.clear();
        let mut add = |location: u32, kind: u32, size: i32, name: &str| {
            let words = [location, kind, size as u32, name.len() as u32];
            reply.bytes.extend(name.as_bytes());
            words
        };
        let mut words = Vec::new();
        // SAFETY: names are returned as strings.
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

    /// Executes a function that sets a uniform. Returns false if the function is another one.
    pub(super) fn uniform(&mut self, function: F, args: &[u32], data: &[u8]) -> bool {
        let gl = &self.gl;
        let place = glow::NativeUniformLocation(args[0]);
        // The location -1 stands for a uniform that does not exist.
        let place = (args[0] != u32::MAX).then_some(&place);
        let float = |index: usize| f32::from_bits(args[index]);
        let int = |index: usize| args[index] as i32;
        // SAFETY: the slices contain all numbers of the uniforms.
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
}
