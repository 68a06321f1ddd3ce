//! Runs PNaCl programs.
//!
//! * `cache`: a folder that keeps translated code (with the feature `wasmtime`);
//! * [`files`]: what the guest sees of the host's files;
//! * [`irt`]: the functions that a program's operating system is made of;
//! * [`loader`]: lays a program out in memory;
//! * [`memory`]: the guest's 32-bit address space;
//! * [`host`]: what an engine and the functions it offers to the guest agree on;
//! * [`interp`]: the interpreter, the reference engine;
//! * [`program`]: from a module and options to what an engine runs;
//! * [`trap`]: why a program stopped before its end.

#[cfg(feature = "wasmtime")]
pub mod cache;
pub mod files;
pub mod host;
pub mod interp;
pub mod irt;
pub mod loader;
pub mod memory;
pub mod program;
pub mod trap;

pub use host::{Action, Host, HostContext};
pub use interp::Interpreter;
pub use memory::Memory;
pub use trap::{Trap, TrapKind};

/// The example of the README is compiled with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
