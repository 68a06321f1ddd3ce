//! OpenGL ES 2 for Pepper programs, as Chrome gave it, by a driver of the machine.
//!
//! * `context`: what a program has set, and what its calls mean: each is checked against
//!   the program's memory and its own objects, and becomes commands;
//! * `command`: those, with the bytes that they take, in batches;
//! * `thread`: the thread on which the driver works;
//! * `driver`: the driver, loaded at run time.
//!
//! # Cost
//!
//! A call that sets state is a table lookup and a command of some 50 bytes. A call that returns
//! something waits for the driver, except for names, `glGetError` and most bindings queried with
//! `glGetIntegerv`.
//!
//! # Invariants
//!
//! No pointer of a program reaches the driver: bytes are copied. Vertices and indices are in
//! buffers, and no draw that is handed over reads beyond their ends. Formats, types and
//! enumerations are those of OpenGL ES 2 and the extensions that programs see.
//!
//! Source: Chromium's `gpu/command_buffer/client/gles2_implementation.cc` and
//! `gpu/command_buffer/service/gles2_cmd_decoder.cc`.

mod command;
mod context;
mod driver;
mod thread;

pub use driver::Unavailable;

use context::{Context, Objects};
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_system::memory::{Fault, Memory};
use std::fmt;
use thread::DriverThread;

/// The contexts of a program.
pub struct Contexts {
    driver: DriverThread,
    contexts: Vec<Context>,
    /// The objects that contexts share with each other, by groups.
    groups: Vec<Objects>,
    /// The place of the context that was called last.
    last: usize,
}

impl fmt::Debug for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contexts").finish_non_exhaustive()
    }
}

/// Maximum number of contexts of a program at a time, as many as Chrome kept for a page.
const MAX_CONTEXTS: usize = 16;

/// The pixels that a context shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// True if alpha is used.
    pub has_alpha: bool,
    /// Red, green, blue, alpha of each pixel, from the top, colours multiplied by alpha.
    pub bytes: Vec<u8>,
}

impl Contexts {
    /// Loads the driver.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    pub fn new() -> Result<Contexts, Unavailable> {
        Ok(Contexts {
            driver: DriverThread::start()?,
            contexts: Vec::new(),
            groups: Vec::new(),
            last: 0,
        })
    }

    /// The place of a group that no context belongs to.
    fn unused_group(&mut self) -> usize {
        let is_used = |group| self.contexts.iter().any(|one| one.group == group);
        if let Some(group) = (0..self.groups.len()).find(|&group| !is_used(group)) {
            return group;
        }
        self.groups.push(Objects::default());
        self.groups.len() - 1
    }

    /// Takes the message that explains an empty picture, if there is one.
    #[inline]
    pub fn take_warning(&self) -> Option<String> {
        self.driver.take_warning()
    }

    /// The place of a context. What another one was called for is done before.
    #[inline]
    fn place(&mut self, id: u32) -> Option<usize> {
        let last = self.contexts.get(self.last);
        if last.is_some_and(|context| context.id == id) {
            return Some(self.last);
        }
        let place = self.contexts.iter().position(|context| context.id == id)?;
        if let Some(last) = self.contexts.get_mut(self.last) {
            last.hand_over(&self.driver);
        }
        self.last = place;
        Some(place)
    }

    /// Puts a frame of video into a texture of a context: red, green, blue, alpha of each pixel, a
    /// byte each. The texture is one that this has returned before, or a new one. Returns its name;
    /// none if the context no longer exists, or the program has deleted the texture.
    ///
    /// The bytes are counted by [`Gl::bytes`]; whether there is room for them is the caller's
    /// business.
    pub fn put_frame(
        &mut self,
        id: u32,
        texture: Option<u32>,
        size: [u32; 2],
        rgba: &[u8],
    ) -> Option<u32> {
        let place = self.place(id)?;
        let context = &mut self.contexts[place];
        let objects = &mut self.groups[context.group];
        context.put_frame(objects, &self.driver, texture, size, rgba)
    }

    /// Deletes such a texture, unless the program has.
    pub fn delete_frame(&mut self, id: u32, texture: u32) {
        if let Some(place) = self.place(id) {
            let context = &mut self.contexts[place];
            context.delete_frame(&mut self.groups[context.group], texture);
        }
    }

    /// The picture of a context that is shown: the one that [`Gl::swap`] took last.
    pub fn picture(&mut self, id: u32) -> Pixels {
        let Some(place) = self.place(id) else {
            return Pixels::default();
        };
        self.contexts[place].picture(&self.driver)
    }
}

impl Gl for Contexts {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        if self.contexts.len() >= MAX_CONTEXTS {
            return false;
        }
        let group = match share {
            Some(share) => {
                let Some(place) = self.place(share) else {
                    return false;
                };
                self.contexts[place].hand_over(&self.driver);
                self.contexts[place].group
            }
            None => self.unused_group(),
        };
        if !self.driver.create(id, attributes, share) {
            return false;
        }
        let context = Context::new(id, group, attributes, &self.driver);
        self.groups[group].context_made(attributes.size);
        self.contexts.push(context);
        true
    }

    fn destroy(&mut self, id: u32) {
        if let Some(place) = self.place(id) {
            self.contexts[place].hand_over(&self.driver);
            let context = self.contexts.remove(place);
            context.gone(&mut self.groups[context.group]);
            if !self.contexts.iter().any(|one| one.group == context.group) {
                self.groups[context.group] = Objects::default();
            }
            self.last = 0;
            self.driver.destroy(id);
        }
    }

    fn resize(&mut self, id: u32, size: [u32; 2]) {
        if let Some(place) = self.place(id) {
            let context = &mut self.contexts[place];
            context.resize(size, &mut self.groups[context.group]);
        }
    }

    fn swap(&mut self, id: u32) {
        if let Some(place) = self.place(id) {
            self.contexts[place].swap(&self.driver);
        }
    }

    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        memory: &mut Memory,
    ) -> Result<u64, Fault> {
        let Some(place) = self.place(id) else {
            return Ok(0);
        };
        let context = &mut self.contexts[place];
        let others = match self.groups.len() {
            1 => 0,
            _ => {
                let others = (0..).zip(&self.groups);
                let others = others.filter(|(group, _)| *group != context.group);
                others.map(|(_, group)| group.bytes).sum()
            }
        };
        let objects = &mut self.groups[context.group];
        let mut call = context::Call {
            context,
            objects,
            driver: &self.driver,
            memory,
            args,
            others,
        };
        call.run(function)
    }

    fn bytes(&self) -> u64 {
        self.groups.iter().map(|group| group.bytes).sum()
    }

    fn context_bytes(&self, size: [u32; 2]) -> u64 {
        context::memory::context_bytes(size)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        let place = self.place(id)?;
        self.contexts[place].string(name, &self.driver)
    }
}
