//! The entry point for Rust programs that run Portable Native Client code.
//!
//! * [`Module`], [`Linker`], [`Instance`]: modules whose functions the embedder calls, and that
//!   call host functions; see [`pinnacle_runtime::embed`];
//! * [`Page`]: programs that use Pepper, in a headless page with messages and pictures.

#![forbid(unsafe_code)]

mod error;
mod messages;
mod page;
mod runner;

pub use error::PageError;
pub use page::{Page, PageOptions};
pub use pinnacle_headless::machine::Console;
pub use pinnacle_pepper::device::page::LogLevel;
pub use pinnacle_runtime::embed::{
    CallError, Caller, Config, Engine, EngineKind, Error, Function, Halt, HostError, Import,
    Instance, Interrupter, Linker, Module, Params, Prepared, Results, Scalar, TypedFunction, Value,
};
pub use pinnacle_runtime::files::{Capture, Stdio, Stream};
pub use pinnacle_runtime::machine::{Descriptor, DescriptorSpec, stdio};
pub use pinnacle_runtime::program::RunOptions;
pub use pinnacle_runtime::{Trap, TrapKind};

/// Returns true if a program uses Pepper and therefore needs a [`Page`].
pub fn is_pepper(module: &Module) -> bool {
    pinnacle_pepper::is_wanted(module.program().module())
}

/// The example of the README is compiled with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
