//! OpenGL ES 2 for Pepper programs, as in Chrome, with the machine's driver.
//!
//! * `context`: the state of a program, and its calls; each call is checked against the program's
//!   memory and objects, and translated to commands;
//! * `command`: batches of commands with their data;
//! * `thread`: the thread on which the driver runs;
//! * `driver`: the driver, loaded at run time.
//!
//! # Cost
//!
//! A call that sets state takes a table lookup and a command of about 50 bytes. A call that returns
//! a value waits for the driver, except for names, `glGetError` and most bindings that are queried
//! with `glGetIntegerv`.
//!
//! # Invariants
//!
//! No pointer from a program reaches the driver: data is copied. Vertices and indices are in
//! buffers, and no draw reads beyond their ends. Formats, types and enumerations are limited to
//! those of OpenGL ES 2 and of the extensions that programs see.
//!
//! Source: Chromium's `gpu/command_buffer/client/gles2_implementation.cc` and
//! `gpu/command_buffer/service/gles2_cmd_decoder.cc`.

mod command;
mod context;
mod driver;
mod thread;

pub use driver::Unavailable;

use context::{Context, Objects};
use pinnacle_pepper::device::gl::steps::{self, GroupOrder, Head, MAX_CONTEXTS};
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::fmt;
use thread::DriverThread;

/// The contexts of a program.
pub struct Contexts {
    driver: DriverThread,
    contexts: Vec<Context>,
    /// Groups of objects that contexts share. A context refers to its group by index.
    groups: Vec<Objects>,
    /// The index of the context that was called last.
    last: usize,
}

impl fmt::Debug for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contexts").finish_non_exhaustive()
    }
}

/// The displayed pixels of a context.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// True if the picture has an alpha channel.
    pub has_alpha: bool,
    /// Red, green, blue and alpha of each pixel, from the top, with premultiplied alpha.
    pub bytes: Vec<u8>,
}

impl Contexts {
    /// Loads the driver.
    ///
    /// # Errors
    ///
    /// Fails if OpenGL is not available.
    pub fn new() -> Result<Contexts, Unavailable> {
        Ok(Contexts {
            driver: DriverThread::start()?,
            contexts: Vec::new(),
            groups: Vec::new(),
            last: 0,
        })
    }

    /// Returns the index of a group without contexts.
    fn unused_group(&mut self) -> usize {
        let is_used = |group| self.contexts.iter().any(|one| one.group == group);
        if let Some(group) = (0..self.groups.len()).find(|&group| !is_used(group)) {
            return group;
        }
        self.groups.push(Objects::default());
        self.groups.len() - 1
    }

    /// Removes and returns the next warning for the console, if there is one.
    #[inline]
    pub fn take_warning(&self) -> Option<String> {
        self.driver.take_warning()
    }

    /// Returns the index of a context. Pending calls of another context are executed first.
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

    /// Returns a context and its objects.
    fn named(&mut self, id: u32) -> Option<(&mut Context, &mut Objects)> {
        let (_, context, objects) = self.parts(id)?;
        Some((context, objects))
    }

    /// Returns the driver, a context and its objects.
    fn parts(&mut self, id: u32) -> Option<(&DriverThread, &mut Context, &mut Objects)> {
        let place = self.place(id)?;
        let context = &mut self.contexts[place];
        let objects = &mut self.groups[context.group];
        Some((&self.driver, context, objects))
    }

    /// Recreates the contexts of a saved state.
    fn restore_all(&mut self, from: &mut Reader, memory: &mut Memory) -> Result<(), Unusable> {
        let limit = u64::from(memory.limit());
        for _ in 0..from.count(MAX_CONTEXTS)? {
            let head = Head::read(from)?;
            let Head { id, share, .. } = head;
            let is_known = share.is_none_or(|share| self.place(share).is_some());
            if !is_known || self.place(id).is_some() {
                return Err(steps::damaged());
            }
            let has_room = self.bytes() + self.context_bytes(head.attributes.size) <= limit;
            if !has_room || !self.create(id, &head.attributes, share) {
                return Err(Unusable::because(
                    "the OpenGL driver cannot make its contexts, or they do not fit in the memory \
                     limit",
                ));
            }
            context::saved::restore(self, id, from, memory)?;
        }
        Ok(())
    }

    /// Copies a video frame to a texture of a context. The pixels are red, green, blue and alpha,
    /// one byte each. The texture is one that this method has returned before, or a new one.
    /// Returns its name, or `None` if the context no longer exists or the program has deleted the
    /// texture.
    ///
    /// [`Gl::bytes`] includes its size; the caller checks that there is room for it.
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

    /// Deletes a texture created by [`Contexts::put_frame`], unless the program has deleted it.
    pub fn delete_frame(&mut self, id: u32, texture: u32) {
        if let Some(place) = self.place(id) {
            let context = &mut self.contexts[place];
            context.delete_frame(&mut self.groups[context.group], texture);
        }
    }

    /// Returns the displayed picture of a context: the last one that [`Gl::swap`] took.
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

    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        // The state of a context includes the changes that other contexts of its group have made.
        for context in &mut self.contexts {
            context.hand_over(&self.driver);
        }
        let contexts = self.contexts.iter().map(|one| (one.id, one.group));
        let contexts: Vec<_> = contexts.collect();
        to.count(contexts.len());
        for (place, &(id, group)) in contexts.iter().enumerate() {
            let order = GroupOrder::of(id, &contexts);
            let members = self.contexts.iter().filter(|one| one.group == group);
            let targets = context::saved::targets(members);
            let context = &mut self.contexts[place];
            let head = Head {
                id,
                share: order.share,
                attributes: context.attributes(),
            };
            head.write(to);
            let objects = &self.groups[group];
            context::saved::save(context, objects, order, targets, &self.driver, to)?;
        }
        Ok(())
    }

    fn restore(&mut self, from: &mut Reader, limit: u32) -> Result<(), Unusable> {
        while let Some(context) = self.contexts.first() {
            let id = context.id;
            self.destroy(id);
        }
        let memory = Memory::new(limit);
        let mut memory =
            memory.ok_or_else(|| Unusable::because("the memory limit leaves no room for it"))?;
        self.restore_all(from, &mut memory)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        let place = self.place(id)?;
        self.contexts[place].string(name, &self.driver)
    }
}
