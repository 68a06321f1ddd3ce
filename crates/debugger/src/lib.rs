//! Programs in the interpreter under a debugger.
//!
//! The interpreter calls a [`Session`] before each instruction and at traps
//! ([`Debugger`](pinnacle_runtime::interp::Debugger)). The session decides where the program stops:
//! at breakpoints, after steps, and when watched memory has changed. A front end, which speaks a
//! protocol, runs in a thread of its own. Through a [`Remote`] it requests calls and memory while
//! the program is stopped. The crates `gdb` and `dap` are such front ends.
//!
//! A replay also goes back ([`Session::with_past`], `past`).
//!
//! [`Values`] shows variables of the source: their values as text, their members, and expressions
//! of them.

#![forbid(unsafe_code)]

mod back;
mod executed;
mod expression;
mod past;
mod remote;
mod request;
mod search;
mod session;
mod step;
mod stops;
mod values;
mod watched;
mod window;

pub use back::{BackLine, BackStep};
pub use expression::{Call, Scope, evaluate};
pub use remote::{Gone, Remote};
pub use request::Stop;
pub use session::Session;
pub use step::{LineStep, Step, StepKind};
pub use values::{Object, Value, Values};
