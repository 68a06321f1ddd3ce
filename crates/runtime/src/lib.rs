//! Runs PNaCl programs.
//!
//! * `bisect`: which function two engines run differently (with the feature `wasmtime`);
//! * `cache`: a folder that keeps translated code (with the feature `wasmtime`);
//! * [`interp`]: the interpreter, the reference engine;
//! * [`compiled`]: the engine that runs programs as machine code, made by
//!   Wasmtime from their translation to WebAssembly;
//! * [`embed`]: the way in for programs that run modules as a part of their own
//!   work;
//! * [`machine`]: the folders, streams, clocks and random numbers of this machine;
//! * [`program`]: turns a module and options into a program that an engine can run.
//!
//! The operating system of programs, which depends on neither the machine nor the engine, is the
//! crate [`pinnacle_system`]; its modules are re-exported here.

#[cfg(all(feature = "wasmtime", unix))]
pub mod bisect;
#[cfg(feature = "wasmtime")]
pub mod cache;
#[cfg(all(feature = "wasmtime", unix))]
pub mod compiled;
pub mod embed;
pub mod interp;
pub mod machine;
#[cfg(all(feature = "wasmtime", unix))]
#[allow(
    unsafe_code,
    reason = "memory that compiled code works on too, and the loading of machine code"
)]
mod native;
pub mod program;
mod thread_budget;

pub use interp::Interpreter;
pub use pinnacle_system::{Action, Host, HostContext, Memory, Trap, TrapKind};
pub use pinnacle_system::{files, host, irt, loader, memory, trap};
