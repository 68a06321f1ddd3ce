//! The operating system of a PNaCl program, independent of the machine's.
//!
//! It depends neither on the machine nor on the engine. Memory, files, clocks, random numbers and
//! streams are traits, and a function of the system returns an [`Action`] for the engine to
//! perform. So the same code serves the interpreter, machine code and the browser.
//!
//! * [`memory`]: the guest's 32-bit address space;
//! * [`memory_budget`]: the budget for all memory that is used for a program;
//! * [`loader`]: places a program in memory;
//! * [`host`]: the interface between an engine and the functions that it offers to the guest;
//! * [`irt`]: the functions of a program's operating system;
//! * [`files`]: the guest's files;
//! * [`clock`], [`random`]: time and random numbers;
//! * [`errno`]: error numbers of the guest;
//! * [`state`]: saved states of programs;
//! * [`threads`]: running and waiting threads, and the choice of the next one;
//! * [`trap`]: the reason and the location of a trap.

#![forbid(unsafe_code)]

pub mod clock;
pub mod errno;
pub mod files;
pub mod host;
pub mod irt;
pub mod loader;
pub mod memory;
pub mod memory_budget;
pub mod random;
pub mod state;
pub mod threads;
pub mod trap;

pub use errno::Errno;
pub use host::{Action, Host, HostContext};
pub use memory::Memory;
pub use trap::{Trap, TrapKind};
