//! Everything that the playground shows of a file. Compiled to WebAssembly it runs in a worker of
//! the page; everything but `exports` is there for any machine.
//!
//! * [`opened`]: a file that was opened: its kind, its errors, and the programs in it that can run;
//! * [`listing`]: its text, of which the page asks for the lines that it shows;
//! * [`outline`]: the functions of a text and where they begin;
//! * `exports`: all of it for JavaScript.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
pub mod exports;
pub mod listing;
pub mod opened;
pub mod outline;
