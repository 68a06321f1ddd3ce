//! OpenGL contexts in saved states: lists of steps that make a context anew.
//!
//! Most steps are calls that the program could have made itself, and a host checks them like calls
//! of a program, so a hostile state can do no more than a hostile program. All hosts write and read
//! the same steps, so a state that one host has saved can be restored by another.

use super::{ContextAttributes, Function};
use crate::table::gl::limits::{MAX_SIDE, MAX_TEXT};
use pinnacle_system::state::{Reader, Unusable, Writer};

/// Maximum number of arguments of a call.
pub const MAX_ARGS: usize = 10;

/// Maximum number of contexts of a program at a time, the same as for a page in Chrome.
pub const MAX_CONTEXTS: usize = 16;

/// Functions that create objects assign names below this one. A program may choose names from here
/// on itself.
pub const MAX_NAME: u32 = 1 << 31;

/// Maximum number of variables of a program.
const MAX_VARIABLES: usize = 1 << 16;

/// The first byte of a step, which identifies its kind.
mod tag {
    pub(super) const END: u8 = 0;
    pub(super) const CALL: u8 = 1;
    pub(super) const MAKE: u8 = 2;
    pub(super) const NEXT: u8 = 3;
    pub(super) const SCREEN: u8 = 4;
    pub(super) const RENDERBUFFER: u8 = 5;
    pub(super) const LINKED: u8 = 6;
}

/// The bytes that encode [`Data::None`] and [`Data::Source`] in a saved state.
const NOWHERE: u8 = 0xff;
const SOURCE: u8 = 0xfe;

/// The data of a call, whose address is one of its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// The call has none.
    None,
    /// The argument with this number is the address of the bytes.
    At(u8, Vec<u8>),
    /// The text of `ShaderSource`.
    Source(Vec<u8>),
}

/// A kind of objects with names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // They are OpenGL's.
pub enum Kind {
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
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 8] = [
        Kind::Buffer,
        Kind::Texture,
        Kind::Renderbuffer,
        Kind::Shader,
        Kind::Program,
        Kind::Framebuffer,
        Kind::VertexArray,
        Kind::Query,
    ];

    /// Returns the function that creates objects of this kind.
    #[must_use]
    pub fn maker(self) -> Function {
        match self {
            Kind::Buffer => Function::GenBuffers,
            Kind::Texture => Function::GenTextures,
            Kind::Renderbuffer => Function::GenRenderbuffers,
            Kind::Shader => Function::CreateShader,
            Kind::Program => Function::CreateProgram,
            Kind::Framebuffer => Function::GenFramebuffers,
            Kind::VertexArray => Function::GenVertexArraysOES,
            Kind::Query => Function::GenQueriesEXT,
        }
    }
}

/// Red, green, blue and alpha of pixels, a byte each, from the lowest row to the highest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// Width and height.
    pub size: [u32; 2],
    /// The bytes of the pixels; empty if there are none.
    pub bytes: Vec<u8>,
}

/// The variables of a linked program. The location `u32::MAX` means that a variable has no
/// location.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variables {
    /// Names and locations of the attributes.
    pub attributes: Vec<(String, u32)>,
    /// Names and locations of the uniforms. The elements of an array have consecutive locations,
    /// starting with this one.
    pub uniforms: Vec<(String, u32)>,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A call of the program.
    Call {
        /// The function.
        function: Function,
        /// The arguments without the context; those that the function does not have are 0.
        args: [u32; MAX_ARGS],
        /// The data of the call.
        data: Data,
    },
    /// Creates an object with a name.
    Make {
        /// The kind of the object.
        kind: Kind,
        /// The name.
        name: u32,
        /// The argument of the function that creates it: the type of a shader.
        argument: u32,
    },
    /// Sets the first name that is tried for the next object of a kind.
    Next {
        /// The kind of the objects.
        kind: Kind,
        /// The name.
        name: u32,
    },
    /// The pixels of framebuffer 0 and of the displayed picture.
    Screen([Rows; 2]),
    /// The pixels of a renderbuffer.
    Renderbuffer {
        /// The name of the renderbuffer.
        name: u32,
        /// The pixels.
        pixels: Rows,
    },
    /// Links a program, with these variables at these locations.
    Linked {
        /// The name of the program.
        name: u32,
        /// True if the program could be linked.
        is_linked: bool,
        /// The variables of the program.
        variables: Variables,
    },
}

/// Returns the error for a saved state whose OpenGL context is inconsistent.
#[must_use]
pub fn damaged() -> Unusable {
    Unusable::damaged("an OpenGL context contradicts itself")
}

/// A context in a saved state, without its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its id.
    pub id: u32,
    /// An earlier context with which it shares its objects. The steps of the first context of a
    /// group create the objects.
    pub share: Option<u32>,
    /// The attributes that create it with its current size.
    pub attributes: ContextAttributes,
}

impl Head {
    /// Writes the head, which is followed by the steps of the context.
    pub fn write(&self, to: &mut Writer) {
        let [width, height] = self.attributes.size;
        let (depth, stencil) = (self.attributes.depth, self.attributes.stencil);
        let share = self.share.unwrap_or(0);
        to.words(&[self.id, share, width, height, depth, stencil]);
        to.word(self.attributes.samples);
        to.truth(self.attributes.has_alpha);
    }

    /// Reads the head of a context.
    ///
    /// # Errors
    ///
    /// Fails if no context can have these attributes.
    pub fn read(from: &mut Reader) -> Result<Head, Unusable> {
        let [id, share, width, height, depth, stencil] = from.words()?;
        let attributes = ContextAttributes {
            size: [width, height],
            samples: from.word()?,
            has_alpha: from.truth()?,
            depth,
            stencil,
        };
        match id == 0 || id == u32::MAX || width > MAX_SIDE || height > MAX_SIDE {
            true => Err(damaged()),
            false => Ok(Head {
                id,
                share: (share != 0).then_some(share),
                attributes,
            }),
        }
    }
}

/// The position of a context in the group of contexts that share its objects. The steps of the
/// first one create the objects. The steps of the last one delete the objects that the program has
/// deleted but that a context still uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupOrder {
    /// The first context of the group; `None` if this is the first one.
    pub share: Option<u32>,
    /// True if the group has no context after this one.
    pub is_last: bool,
}

impl GroupOrder {
    /// Returns the position of a context. `contexts` has the ids and groups of all contexts, in
    /// order.
    #[must_use]
    pub fn of<G: PartialEq>(id: u32, contexts: &[(u32, G)]) -> GroupOrder {
        let group = contexts.iter().find(|one| one.0 == id).map(|one| &one.1);
        let mut members = contexts.iter().filter(|one| Some(&one.1) == group);
        let first = members.next().map(|one| one.0);
        let last = members.next_back().map(|one| one.0).or(first);
        GroupOrder {
            share: first.filter(|&first| first != id),
            is_last: last == Some(id),
        }
    }
}

/// Writes the end of a context's steps.
pub fn write_end(to: &mut Writer) {
    to.byte(tag::END);
}

impl Step {
    /// Returns the step that calls a function with these arguments.
    ///
    /// # Panics
    ///
    /// Panics if there are more arguments than [`MAX_ARGS`].
    #[must_use]
    pub fn call(function: Function, args: &[u32], data: Data) -> Step {
        let mut all = [0; MAX_ARGS];
        all[..args.len()].copy_from_slice(args);
        Step::Call {
            function,
            args: all,
            data,
        }
    }

    /// Writes the step.
    pub fn write(&self, to: &mut Writer) {
        match self {
            Step::Call {
                function,
                args,
                data,
            } => {
                let is_zero = |arg: &u32| *arg == 0;
                let count = MAX_ARGS - args.iter().rev().take_while(|arg| is_zero(arg)).count();
                to.raw(&[tag::CALL, *function as u8, count as u8]);
                to.words(&args[..count]);
                match data {
                    Data::None => to.byte(NOWHERE),
                    Data::At(place, bytes) => {
                        to.byte(*place);
                        to.bytes(bytes);
                    }
                    Data::Source(bytes) => {
                        to.byte(SOURCE);
                        to.bytes(bytes);
                    }
                }
            }
            Step::Make {
                kind,
                name,
                argument,
            } => {
                to.raw(&[tag::MAKE, *kind as u8]);
                to.words(&[*name, *argument]);
            }
            Step::Next { kind, name } => {
                to.raw(&[tag::NEXT, *kind as u8]);
                to.word(*name);
            }
            Step::Screen(pictures) => {
                to.byte(tag::SCREEN);
                for picture in pictures {
                    to.words(&picture.size);
                    to.bytes(&picture.bytes);
                }
            }
            Step::Renderbuffer { name, pixels } => {
                to.byte(tag::RENDERBUFFER);
                to.word(*name);
                to.words(&pixels.size);
                to.bytes(&pixels.bytes);
            }
            Step::Linked {
                name,
                is_linked,
                variables,
            } => {
                to.byte(tag::LINKED);
                to.word(*name);
                to.truth(*is_linked);
                for list in [&variables.attributes, &variables.uniforms] {
                    to.count(list.len());
                    for (name, location) in list {
                        to.text(name);
                        to.word(*location);
                    }
                }
            }
        }
    }

    /// Reads a step, whose data have at most `max` bytes. `None` after the last one.
    ///
    /// # Errors
    ///
    /// Fails if the state is damaged.
    pub fn read(from: &mut Reader, max: usize) -> Result<Option<Step>, Unusable> {
        Ok(Some(match from.byte()? {
            tag::END => return Ok(None),
            tag::CALL => read_call(from, max)?,
            tag::MAKE => {
                let kind = read_kind(from)?;
                let [name, argument] = from.words()?;
                Step::Make {
                    kind,
                    name,
                    argument,
                }
            }
            tag::NEXT => Step::Next {
                kind: read_kind(from)?,
                name: from.word()?,
            },
            tag::SCREEN => Step::Screen([read_rows(from, max)?, read_rows(from, max)?]),
            tag::RENDERBUFFER => Step::Renderbuffer {
                name: from.word()?,
                pixels: read_rows(from, max)?,
            },
            tag::LINKED => Step::Linked {
                name: from.word()?,
                is_linked: from.truth()?,
                variables: Variables {
                    attributes: read_variables(from)?,
                    uniforms: read_variables(from)?,
                },
            },
            _ => return Err(damaged()),
        }))
    }
}

fn read_kind(from: &mut Reader) -> Result<Kind, Unusable> {
    let kind = Kind::ALL.get(usize::from(from.byte()?));
    kind.copied().ok_or_else(damaged)
}

fn read_call(from: &mut Reader, max: usize) -> Result<Step, Unusable> {
    let function = Function::ALL.get(usize::from(from.byte()?));
    let function = *function.ok_or_else(damaged)?;
    let mut args = [0; MAX_ARGS];
    let places = args.get_mut(..usize::from(from.byte()?));
    for arg in places.ok_or_else(damaged)? {
        *arg = from.word()?;
    }
    let data = match from.byte()? {
        NOWHERE => Data::None,
        SOURCE => Data::Source(from.bytes(max)?),
        place if usize::from(place) < MAX_ARGS => Data::At(place, from.bytes(max)?),
        _ => return Err(damaged()),
    };
    Ok(Step::Call {
        function,
        args,
        data,
    })
}

fn read_rows(from: &mut Reader, max: usize) -> Result<Rows, Unusable> {
    let size: [u32; 2] = from.words()?;
    let bytes = from.bytes(max)?;
    let len = u64::from(size[0]) * u64::from(size[1]) * 4;
    let is_sized = size.iter().all(|&side| side <= MAX_SIDE);
    match is_sized && (bytes.is_empty() || bytes.len() as u64 == len) {
        true => Ok(Rows { size, bytes }),
        false => Err(damaged()),
    }
}

fn read_variables(from: &mut Reader) -> Result<Vec<(String, u32)>, Unusable> {
    let mut variables = Vec::new();
    for _ in 0..from.count(MAX_VARIABLES)? {
        variables.push((from.text(MAX_TEXT as usize)?, from.word()?));
    }
    Ok(variables)
}

#[cfg(test)]
mod tests;
