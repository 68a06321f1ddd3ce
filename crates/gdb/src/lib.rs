//! The remote protocol of gdb, for programs that the interpreter runs.
//!
//! A [`Listener`] waits for a debugger and makes a `pinnacle_debugger` session, which the
//! interpreter consults. A host thread speaks the protocol (`server`).
//!
//! The debugger sees an i386, because it only supports machines that it knows. Two of the registers
//! have a meaning: `eip` is the address of an instruction (`pinnacle_debug`), and `esp` points to a
//! stack with two words for each call (`stack`), which `.debug_frame` of the debug file describes.

#![forbid(unsafe_code)]

mod core_file;
mod listener;
mod server;
mod stack;

pub use core_file::write_core;
pub use listener::{Connection, Listener};
