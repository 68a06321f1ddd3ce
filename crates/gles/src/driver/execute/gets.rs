//! Queries of the driver's state.

use super::{known, set};
use crate::command::Reply;
use crate::driver::Context;
use glow::HasContext;
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Queries a value of the driver. Returns false if the function is another one.
    pub(super) fn ask(&mut self, function: F, args: &[u32], reply: &mut Reply) -> bool {
        let gl = &self.gl;
        let query = known(&self.names.queries, args[1]);
        // SAFETY: the slices have room for all values of each parameter. The module `context` knows
        // the number of values.
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
