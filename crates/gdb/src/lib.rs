//! The remote protocol of gdb, for programs that the interpreter runs.
//!
//! A [`Session`] is what the interpreter asks before each instruction and at traps
//! ([`Debugger`](pinnacle_runtime::interp::Debugger)). A thread of the host speaks the protocol
//! (`server`) and sends the session requests, which it answers while the program stands.
//!
//! The debugger sees an i386, since it must know a machine. Of its registers two have a meaning:
//! `eip` is the address of an instruction (`pinnacle_debug`), and `esp` points to a stack that
//! has two words for each call (`stack`), which `.debug_frame` of the debug file describes.

#![forbid(unsafe_code)]

mod core_file;
mod request;
mod server;
mod session;
mod stack;
mod watched;

pub use core_file::write_core;
pub use session::{Listener, Session};
