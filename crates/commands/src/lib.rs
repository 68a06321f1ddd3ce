//! The commands of the packages for Node and for Python. A command gets the bytes of a file and
//! returns an [`Outcome`]; reading files and writing them is up to the caller.
//!
//! * [`look`]: `info`, `verify`, `dis` and `stats`;
//! * [`change`]: `as`, `compress` and `translate`;
//! * [`outcome`]: what a command returns;
//! * [`formats`]: the formats of LLVM 1.x by their names;
//! * `exports`: all of it for JavaScript.

#![forbid(unsafe_code)]

pub mod change;
#[cfg(target_arch = "wasm32")]
pub mod exports;
pub mod formats;
pub mod look;
pub mod outcome;

pub use outcome::Outcome;
