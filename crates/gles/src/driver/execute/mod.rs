//! Executes commands. As in `context`, there is a module for each kind of object.

mod buffers;
mod draws;
mod framebuffers;
mod gets;
mod programs;
mod states;
mod textures;

use super::Context;
use crate::command::{Command, OWN_NAMES, Op, Reply};
use crate::context::names::Named;
use std::num::NonZeroU32;

/// Converts a name of the program to an object; `None` for 0.
fn object<T>(name: u32, make: impl FnOnce(NonZeroU32) -> T) -> Option<T> {
    let name = NonZeroU32::new(name)?;
    name.checked_add(OWN_NAMES).map(make)
}

/// Returns the driver's object for a name of the program.
fn known<T: Copy>(names: &Named<T>, name: u32) -> Option<T> {
    names.get(name).copied()
}

/// Sets the driver's object for a name of the program.
fn set<T: Copy>(names: &mut Named<T>, name: u32, object: Option<T>) {
    match object {
        Some(object) => names.insert(name, object),
        None => {
            names.remove(name);
        }
    }
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

/// Returns text from a program, already validated by the module `context`.
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
            Op::ReadScreen => {
                let size = self.screen.colours(&self.gl, &mut reply.bytes);
                reply.words.extend(size);
            }
            Op::FillScreen => {
                let &[width, height, shown_width, shown_height, ..] = &command.args;
                let sizes = [[width, height], [shown_width, shown_height]];
                self.screen.fill(&self.gl, sizes, bytes);
            }
            Op::ReadBuffer => {
                let [name, size, ..] = command.args;
                self.read_buffer(name, size, &mut reply.bytes);
            }
        }
    }
}
