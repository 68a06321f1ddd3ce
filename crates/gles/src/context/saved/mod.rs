//! A context in a saved state.
//!
//! A state is a list of steps that recreate the context. Their format is defined by
//! [`pinnacle_pepper::device::gl::steps`].
//!
//! * `write`: the steps of a context, from the state that is known here and the driver's answers;
//! * `objects`: the steps of its textures, buffers, shaders and other objects;
//! * `read`: executes the steps;
//! * `helper`: a separate context that reads and fills objects of the program;
//! * `pixels`: converts pixels from the format in which they are read to the formats of programs.
//!
//! A state does not contain the depth and stencil values of framebuffers, since programs clear them
//! before they draw. Nor does it contain results of queries, or errors that the program has not
//! asked for.
//!
//! Objects that several contexts share are created by the steps of the first of these contexts.

mod helper;
mod objects;
mod pixels;
mod read;
mod write;

pub(crate) use read::restore;
pub(crate) use write::{save, targets};

use super::names::Named;
use super::{Context, Objects};
use pinnacle_pepper::device::gl::steps::Kind;

/// Returns the first name that is tried for the next object of a kind.
fn next_name(kind: Kind, context: &Context, objects: &Objects) -> u32 {
    match kind {
        Kind::Buffer => objects.buffers.next(),
        Kind::Texture => objects.textures.next(),
        Kind::Renderbuffer => objects.renderbuffers.next(),
        Kind::Shader | Kind::Program => objects.shaders.next(),
        Kind::Framebuffer => context.framebuffers.next(),
        Kind::VertexArray => context.arrays.next(),
        Kind::Query => context.queries.next(),
    }
}

/// Sets the first name that is tried for the next object of a kind.
fn set_next_name(kind: Kind, context: &mut Context, objects: &mut Objects, name: u32) {
    match kind {
        Kind::Buffer => objects.buffers.set_next(name),
        Kind::Texture => objects.textures.set_next(name),
        Kind::Renderbuffer => objects.renderbuffers.set_next(name),
        Kind::Shader | Kind::Program => objects.shaders.set_next(name),
        Kind::Framebuffer => context.framebuffers.set_next(name),
        Kind::VertexArray => context.arrays.set_next(name),
        Kind::Query => context.queries.set_next(name),
    }
}

/// Returns a large name that no object has.
fn free_name<T>(objects: &Named<T>) -> u32 {
    let mut names = (1..1_u32 << 30).rev();
    names.find(|&name| objects.get(name).is_none()).unwrap_or(1)
}
