//! Debugs programs that run in the interpreter.
//!
//! The interpreter calls a [`Session`] before each instruction and at traps
//! ([`Debugger`](pinnacle_runtime::interp::Debugger)). The session decides where the program stops:
//! at breakpoints, after steps, and when watched memory has changed. A front end implements a
//! protocol and runs in a thread of its own. It uses a [`Remote`] to examine calls and memory while
//! the program is stopped. The crates `gdb` and `dap` are such front ends.
//!
//! A replay can also go backwards ([`Session::with_past`], `past`).
//!
//! [`Values`] formats source variables as text, lists their members, and evaluates expressions.

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
