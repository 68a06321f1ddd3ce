//! OpenGL: the machine's driver, loaded when a program creates its first context.

use super::Machine;
use pinnacle_gles::{Contexts, Pixels};
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_pepper::device::page::{LogLevel, Page};
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The contexts of a program, shared by the devices that draw and those that read pictures.
#[derive(Clone, Default)]
pub(super) struct Graphics(Arc<Mutex<Loaded>>);

/// The driver.
#[derive(Default)]
enum Loaded {
    /// The driver has not been requested yet.
    #[default]
    No,
    Yes(Contexts),
    /// Graphics are not available.
    Failed,
}

impl fmt::Debug for Graphics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphics").finish_non_exhaustive()
    }
}

impl Graphics {
    fn lock(&self) -> MutexGuard<'_, Loaded> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a frame of video into a texture: see [`Contexts::put_frame`].
    pub(super) fn put_frame(
        &self,
        id: u32,
        texture: Option<u32>,
        size: [u32; 2],
        rgba: &[u8],
    ) -> Option<u32> {
        match &mut *self.lock() {
            Loaded::Yes(contexts) => contexts.put_frame(id, texture, size, rgba),
            Loaded::No | Loaded::Failed => None,
        }
    }

    /// Deletes a texture with a video frame.
    pub(super) fn delete_frame(&self, id: u32, texture: u32) {
        if let Loaded::Yes(contexts) = &mut *self.lock() {
            contexts.delete_frame(id, texture);
        }
    }

    /// Returns the displayed picture of a context.
    pub(super) fn picture(&self, id: u32) -> Pixels {
        match &mut *self.lock() {
            Loaded::Yes(contexts) => contexts.picture(id),
            Loaded::No | Loaded::Failed => Pixels::default(),
        }
    }
}

/// The graphics of a machine. Reports a missing driver on the console.
#[derive(Debug)]
pub(super) struct MachineGl {
    pub(super) graphics: Graphics,
    pub(super) machine: Machine,
}

impl MachineGl {
    fn with<T>(&self, function: impl FnOnce(&mut Contexts) -> T) -> Option<T> {
        match &mut *self.graphics.lock() {
            Loaded::Yes(contexts) => Some(function(contexts)),
            Loaded::No | Loaded::Failed => None,
        }
    }

    /// Loads the driver when it is first needed.
    fn load(&mut self) {
        let graphics = self.graphics.clone();
        let mut loaded = graphics.lock();
        if !matches!(*loaded, Loaded::No) {
            return;
        }
        *loaded = match Contexts::new() {
            Ok(contexts) => Loaded::Yes(contexts),
            Err(error) => {
                self.machine.log(LogLevel::Error, &error.to_string());
                Loaded::Failed
            }
        };
    }
}

impl Gl for MachineGl {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        self.load();
        self.with(|contexts| contexts.create(id, attributes, share))
            .unwrap_or(false)
    }

    fn destroy(&mut self, id: u32) {
        self.with(|contexts| contexts.destroy(id));
    }

    fn resize(&mut self, id: u32, size: [u32; 2]) {
        self.with(|contexts| contexts.resize(id, size));
    }

    fn swap(&mut self, id: u32) {
        self.with(|contexts| contexts.swap(id));
    }

    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        memory: &mut Memory,
    ) -> Result<u64, Fault> {
        let called = self.with(|contexts| {
            let result = contexts.call(id, function, args, memory);
            (result, contexts.take_warning())
        });
        let Some((result, warning)) = called else {
            return Ok(0);
        };
        if let Some(warning) = warning {
            self.machine.log(LogLevel::Warning, &warning);
        }
        result
    }

    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        self.with(|contexts| contexts.save(to))
            .unwrap_or_else(|| Err(Refusal::of("an OpenGL context without a driver")))
    }

    fn restore(&mut self, from: &mut Reader, limit: u32) -> Result<(), Unusable> {
        self.load();
        self.with(|contexts| contexts.restore(from, limit))
            .unwrap_or_else(|| {
                Err(Unusable::because(
                    "it has an OpenGL context, and this machine has no OpenGL",
                ))
            })
    }

    fn context_bytes(&self, size: [u32; 2]) -> u64 {
        self.with(|contexts| contexts.context_bytes(size))
            .unwrap_or(0)
    }

    fn bytes(&self) -> u64 {
        self.with(|contexts| contexts.bytes()).unwrap_or(0)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        self.with(|contexts| contexts.string(id, name)).flatten()
    }
}
