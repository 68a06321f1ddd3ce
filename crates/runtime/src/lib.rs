//! Runs PNaCl programs.
//!
//! * `cache`: a folder that keeps translated code (with the feature `wasmtime`);
//! * [`files`]: what the guest sees of the host's files;
//! * [`irt`]: the functions that a program's operating system is made of;
//! * [`loader`]: lays a program out in memory;
//! * [`memory`]: the guest's 32-bit address space;
//! * [`host`]: what an engine and the functions it offers to the guest agree on;
//! * [`interp`]: the interpreter, the reference engine;
//! * [`compiled`]: the engine that runs programs as machine code, made by
//!   Wasmtime from their translation to WebAssembly;
//! * [`embed`]: the way in for programs that run modules as a part of their own
//!   work;
//! * [`program`]: from a module and options to what an engine runs;
//! * [`trap`]: why a program stopped before its end.

#[cfg(feature = "wasmtime")]
pub mod cache;
#[cfg(all(feature = "wasmtime", unix))]
pub mod compiled;
pub mod embed;
pub mod files;
pub mod host;
pub mod interp;
pub mod irt;
pub mod loader;
pub mod memory;
#[cfg(all(feature = "wasmtime", unix))]
#[allow(
    unsafe_code,
    reason = "memory that compiled code works on too, and the loading of machine code"
)]
mod native;
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
