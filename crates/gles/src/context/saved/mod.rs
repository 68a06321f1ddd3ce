//! A context in a saved state.
//!
//! A state is a list of steps that make the context anew. Most of them are calls that the program
//! could have made itself, and they are checked as such. So a hostile state can do nothing that a
//! hostile program cannot do.
//!
//! * `write`: the steps of a context, from the state kept here and the answers of the driver;
//! * `objects`: those of its textures, buffers, shaders and so on;
//! * `read`: carries out the steps;
//! * `helper`: a context of our own, which reads and fills objects of the program;
//! * `pixels`: pixels as they are read, in the formats in which programs give them.
//!
//! The depths and stencils of framebuffers are not part of a state: programs clear them before they
//! draw. Neither are the results of queries, and errors that the program has not asked for.

mod helper;
mod objects;
mod pixels;
mod read;
mod write;

pub(crate) use read::restore;
pub(crate) use write::save;

use super::Objects;
use super::names::Named;
use pinnacle_pepper::device::gl::Function as F;

/// The kinds of steps.
mod step {
    /// The context is complete.
    pub(super) const END: u8 = 0;
    /// A call of the program.
    pub(super) const CALL: u8 = 1;
    /// Make an object: its kind, its name and an argument.
    pub(super) const MAKE: u8 = 2;
    /// The first name that is tried for the next object of a kind.
    pub(super) const NEXT: u8 = 3;
    /// Set the pixels of framebuffer 0 and of the displayed picture.
    pub(super) const SCREEN: u8 = 4;
    /// The pixels of a renderbuffer.
    pub(super) const RENDERBUFFER: u8 = 5;
    /// A program must be linked, with these variables at these locations.
    pub(super) const LINKED: u8 = 6;
}

/// The place where a call finds its data, whose address is argument number `place`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Data {
    /// The call has none.
    Nowhere,
    /// The address of the data is this argument.
    At(u8),
    /// The data are the text of `ShaderSource`.
    Source,
}

/// Stands for [`Data::Nowhere`] and [`Data::Source`] in a state.
const NOWHERE: u8 = 0xff;
const SOURCE: u8 = 0xfe;

/// A kind of objects with names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Buffer,
    Texture,
    Renderbuffer,
    Shader,
    Program,
    Framebuffer,
    VertexArray,
    Query,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Buffer,
        Kind::Texture,
        Kind::Renderbuffer,
        Kind::Shader,
        Kind::Program,
        Kind::Framebuffer,
        Kind::VertexArray,
        Kind::Query,
    ];

    /// The function that makes one.
    fn maker(self) -> F {
        match self {
            Kind::Buffer => F::GenBuffers,
            Kind::Texture => F::GenTextures,
            Kind::Renderbuffer => F::GenRenderbuffers,
            Kind::Shader => F::CreateShader,
            Kind::Program => F::CreateProgram,
            Kind::Framebuffer => F::GenFramebuffers,
            Kind::VertexArray => F::GenVertexArraysOES,
            Kind::Query => F::GenQueriesEXT,
        }
    }

    /// Returns the first name that is tried for the next object.
    fn next(self, context: &super::Context, objects: &Objects) -> u32 {
        match self {
            Kind::Buffer => objects.buffers.next(),
            Kind::Texture => objects.textures.next(),
            Kind::Renderbuffer => objects.renderbuffers.next(),
            Kind::Shader | Kind::Program => objects.shaders.next(),
            Kind::Framebuffer => context.framebuffers.next(),
            Kind::VertexArray => context.arrays.next(),
            Kind::Query => context.queries.next(),
        }
    }

    /// Sets the first name that is tried for the next object.
    fn set_next(self, context: &mut super::Context, objects: &mut Objects, name: u32) {
        match self {
            Kind::Buffer => objects.buffers.set_next(name),
            Kind::Texture => objects.textures.set_next(name),
            Kind::Renderbuffer => objects.renderbuffers.set_next(name),
            Kind::Shader | Kind::Program => objects.shaders.set_next(name),
            Kind::Framebuffer => context.framebuffers.set_next(name),
            Kind::VertexArray => context.arrays.set_next(name),
            Kind::Query => context.queries.set_next(name),
        }
    }
}

/// Returns a large name that no object has.
fn free_name<T>(objects: &Named<T>) -> u32 {
    let mut names = (1..1_u32 << 30).rev();
    names.find(|&name| objects.get(name).is_none()).unwrap_or(1)
}
