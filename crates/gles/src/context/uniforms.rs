//! Uniforms as arrays, and queries about them.

use super::{Call, GlError, Result};
use crate::command::Op;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::limits::MAX_UNIFORM_ELEMENTS;
use pinnacle_pepper::table::gl::sizes::uniform_numbers;

impl Call<'_> {
    pub(super) fn uniform(&mut self, function: F) -> Result<u32> {
        let count = match function {
            F::GetUniformfv | F::GetUniformiv => {
                self.get_uniform(function)?;
                return Ok(0);
            }
            F::Uniform1fv | F::Uniform1iv => 1,
            F::Uniform2fv | F::Uniform2iv => 2,
            F::Uniform3fv | F::Uniform3iv => 3,
            F::Uniform4fv | F::Uniform4iv | F::UniformMatrix2fv => 4,
            F::UniformMatrix3fv => 9,
            _ => 16,
        };
        let is_matrix = matches!(
            function,
            F::UniformMatrix2fv | F::UniformMatrix3fv | F::UniformMatrix4fv
        );
        let (location, elements) = (self.arg(0), self.count(1)?.min(MAX_UNIFORM_ELEMENTS));
        if is_matrix && self.arg(2) as u8 != 0 {
            return Err(GlError::InvalidValue.into());
        }
        let address = self.arg(if is_matrix { 3 } else { 2 });
        let location = self.driver_location(self.context.program, location);
        let at = self.context.batch.reserve((elements * count * 4) as usize);
        self.memory
            .read(address, self.context.batch.room(at.clone()))?;
        self.context
            .batch
            .push_reserved(Op::Call(function), &[location], at);
        Ok(0)
    }

    /// Forwards a function that sets a uniform to numbers passed as arguments.
    pub(super) fn pass_uniform(&mut self, function: F) {
        let location = self.driver_location(self.context.program, self.arg(0));
        let mut words = [0; crate::command::MAX_ARGS];
        let args = self.args.iter().map(|&arg| arg as u32);
        words
            .iter_mut()
            .zip(args)
            .for_each(|(word, arg)| *word = arg);
        words[0] = location;
        let count = self.args.len();
        self.context.batch.push(Op::Call(function), &words[..count]);
    }

    fn get_uniform(&mut self, function: F) -> Result {
        let (name, location) = (self.arg(0), self.arg(1));
        let program = self.program_mut(name)?;
        let uniform = program.uniforms.iter().find(|one| {
            let elements = one.location..one.location.saturating_add(one.size);
            one.location != u32::MAX && elements.contains(&location)
        });
        let kind = uniform.map(|one| one.kind);
        let kind = kind.ok_or(GlError::InvalidOperation)?;
        let count = uniform_numbers(kind).unwrap_or(1) as usize;
        let place = self.driver_location(name, location);
        let reply = self.ask(F::GetUniformfv, &[name, place]);
        let words = reply.words.iter().take(count).map(|&word| match function {
            F::GetUniformfv => word,
            _ => f32::from_bits(word) as i32 as u32,
        });
        let words: Vec<u32> = words.collect();
        self.store(2, &words)?;
        Ok(())
    }
}
