//! What the operating system of a PNaCl program is, without an operating
//! system.
//!
//! It knows neither the machine that a program runs on nor the engine that runs it: memory, files,
//! clocks, random numbers and streams come through traits, and a function of the system returns an
//! [`Action`] for the engine to carry out. It is therefore the same with an interpreter, with
//! machine code and in a browser.
//!
//! * [`memory`]: the guest's 32-bit address space;
//! * [`memory_budget`]: the one budget for all that is kept for a program;
//! * [`loader`]: lays a program out in memory;
//! * [`host`]: what an engine and the functions it offers to the guest agree on;
//! * [`irt`]: the functions that a program's operating system is made of;
//! * [`files`]: what the guest sees of files;
//! * [`clock`], [`random`]: time and random numbers;
//! * [`errno`]: error numbers of the guest;
//! * [`threads`]: the threads that run and wait, and the one that goes on next;
//! * [`trap`]: why a program stopped before its end, and where.

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
pub mod threads;
pub mod trap;

pub use errno::Errno;
pub use host::{Action, Host, HostContext};
pub use memory::Memory;
pub use trap::{Trap, TrapKind};
