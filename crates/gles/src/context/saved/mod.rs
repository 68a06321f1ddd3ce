//! A context in a saved state.
//!
//! A state is a list of steps that make the context anew, in the form of
//! [`pinnacle_pepper::device::gl::steps`].
//!
//! * `write`: the steps of a context, from the state kept here and the answers of the driver;
//! * `objects`: those of its textures, buffers, shaders and so on;
//! * `read`: carries out the steps;
//! * `helper`: a context of our own, which reads and fills objects of the program;
//! * `pixels`: pixels as they are read, in the formats in which programs give them.
//!
//! The depths and stencils of framebuffers are not part of a state: programs clear them before they
//! draw. Neither are the results of queries, and errors that the program has not asked for.
//!
//! The objects that several contexts share are steps of the first of these contexts.

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
