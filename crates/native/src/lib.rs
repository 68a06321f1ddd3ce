//! Compiles PNaCl programs with clang and runs them.
//!
//! [`Lifted`] is the library that clang has made of a program. [`Lifted::compile`] makes it, and
//! [`Lifted::run`] loads it and runs the program in it. Memory, files, the IRT and threads are those of every engine: `library` is
//! the [`MachineCode`](pinnacle_runtime::compiled::direct::MachineCode) that the runtime drives,
//! `faults` handles its faults, and `places` finds the instructions of a trap.
//!
//! Except on Linux on x86-64 this crate is empty.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod compile;
#[allow(
    unsafe_code,
    reason = "signal handlers, and the stack of the thread in them"
)]
mod faults;
#[allow(unsafe_code, reason = "machine code that is loaded and called")]
mod library;
mod places;

pub use compile::{CompileError, Options};
use library::{Library, Opened};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::Trap;
use pinnacle_runtime::compiled::direct::Instance;
use pinnacle_runtime::compiled::{Stop, Trusted};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::program::{RunOptions, StartError};
use std::sync::{Mutex, PoisonError};

/// A program compiled to a library, run by itself in a process.
#[derive(Debug)]
pub struct Lifted {
    bytes: Vec<u8>,
    /// The library for the next run, if it has been loaded.
    opened: Mutex<Option<Opened>>,
}

/// Returns true if the bytes are a library of this kind.
#[must_use]
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

impl Lifted {
    /// Takes a library made by `pinnacle translate --to native --with clang`. Its code will run in
    /// this process, with all its rights.
    #[must_use]
    pub fn new(code: Trusted<'_>) -> Lifted {
        Lifted::of(code.bytes().to_vec())
    }

    fn of(bytes: Vec<u8>) -> Lifted {
        Lifted {
            bytes,
            opened: Mutex::new(None),
        }
    }

    /// Loads the library for the next run, which can then fail only for reasons that other engines
    /// have too.
    ///
    /// # Errors
    ///
    /// Returns the reason why the system or this host refuses the library.
    pub fn load(&self) -> Result<(), String> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Some(Opened::load(&self.bytes)?);
        }
        Ok(())
    }

    /// Returns a library for one run.
    fn opened(&self) -> Result<Opened, String> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.take().map_or_else(|| Opened::load(&self.bytes), Ok)
    }

    /// The library, to be kept.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Runs the program to its end. Returns its exit status or the reason why it stopped, and the
    /// result of a function of its host at the end. The process itself must enforce time limits.
    ///
    /// Threads of the program that are still computing at its end continue until the process exits,
    /// which should follow soon.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn run<T>(
        &self,
        options: RunOptions,
        at_end: impl FnOnce(&mut Irt) -> T,
    ) -> Result<(Result<u8, Stop>, T), StartError> {
        let instance = Instance::new(options, |memory| {
            Library::with_memory(self.opened()?, memory)
        })?;
        instance.run(at_end)
    }

    /// Returns the trap of a stop with its places in the program, which must be the one from which
    /// the library was made.
    #[must_use]
    pub fn trap(&self, stop: &Stop, program: &Program) -> Trap {
        stop.trap_of_machine_code(program, |offsets| places::of(&self.bytes, offsets, program))
    }
}
