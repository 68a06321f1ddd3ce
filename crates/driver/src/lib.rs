//! From C to a `.pexe`: a compiler driver over clang, and the sysroot that it needs.
//!
//! This crate alone knows of tools outside of the project: clang, llvm-link and
//! opt ([`tools`]). [`cc::main`] is the driver: it understands the options of a
//! compiler ([`cc::options`]), makes a plan of the commands to be run
//! ([`cc::plan`]), and runs it. To link, it finds the members of archives that
//! are needed ([`link`]), has LLVM put the modules together and optimise them,
//! and finalises the result ([`finalize`]).
//!
//! [`native`] goes the other way: clang makes machine code of a program.

#![forbid(unsafe_code)]

pub mod archive;
mod build_host;
pub mod builds;
pub mod cc;
pub mod command;
mod environment;
mod error;
pub mod finalize;
pub mod launcher;
pub mod link;
pub mod native;
pub mod object;
pub mod sdk;
pub mod strip;
pub mod symbols;
pub mod sysroot;
pub mod tools;
mod wrappers;

pub use environment::Environment;
pub use error::Error;
