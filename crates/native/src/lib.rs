//! Runs PNaCl programs that were lifted to LLVM IR and compiled by clang.
//!
//! [`Lifted`] is the library that clang has made of a program; [`Lifted::run`] loads it and runs
//! the program in it. Memory, files, the IRT and threads are those of every engine: `library` is
//! the [`MachineCode`](pinnacle_runtime::compiled::direct::MachineCode) that the runtime drives,
//! `faults` handles its faults, and `places` finds the instructions of a trap.
//!
//! There is nothing in this crate on other systems than Linux on x86-64.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[allow(
    unsafe_code,
    reason = "signal handlers, and the stack of the thread in them"
)]
mod faults;
#[allow(unsafe_code, reason = "machine code that is loaded and called")]
mod library;
mod places;

use library::Library;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::Trap;
use pinnacle_runtime::compiled::direct::Instance;
use pinnacle_runtime::compiled::{Stop, Trusted};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::program::{RunOptions, StartError};

/// A program as a library, in a process that has nothing else of it.
#[derive(Debug)]
pub struct Lifted {
    bytes: Vec<u8>,
}

/// Returns true if bytes are such a library rather than other code.
#[must_use]
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

impl Lifted {
    /// Takes what clang has made: what `pinnacle translate --to native --with clang` made
    /// of a program. Its code will run in this process, with all its rights.
    #[must_use]
    pub fn new(code: Trusted<'_>) -> Lifted {
        Lifted {
            bytes: code.bytes().to_vec(),
        }
    }

    /// Runs the program to its end and gives its exit status or what stopped it, and the result
    /// of a function of its host at the end. A limit of time is up to the process.
    ///
    /// Threads of the program that compute stay when it ends; they end with the process, which must
    /// follow soon.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn run<T>(
        &self,
        options: RunOptions,
        at_end: impl FnOnce(&mut Irt) -> T,
    ) -> Result<(Result<u8, Stop>, T), StartError> {
        let instance = Instance::new(options, |memory| Library::load(&self.bytes, memory))?;
        instance.run(at_end)
    }

    /// The trap that a stop is, with its places in the program, which must be the one that the
    /// library was made of.
    #[must_use]
    pub fn trap(&self, stop: &Stop, program: &Program) -> Trap {
        stop.trap_of_machine_code(program, |offsets| places::of(&self.bytes, offsets, program))
    }
}
