//! From C to a `.pexe`: a compiler driver that uses clang, and the sysroot that it needs.
//!
//! Only this crate uses external tools: clang, llvm-link and opt ([`tools`]). [`cc::main`] is the
//! driver: it parses a compiler's options ([`cc::options`]), plans the commands ([`cc::plan`]), and
//! runs them. To link, it selects the archive members that are needed ([`link`]), uses LLVM to link
//! and optimise the modules, and finalizes the result ([`finalize`]).
//!
//! [`ports`] builds third-party libraries for programs.
//!
//! [`native`] goes the other way: it uses clang to compile a program to machine code.

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
pub mod ports;
pub mod sdk;
mod search_path;
pub mod strip;
pub mod symbols;
pub mod sysroot;
pub mod tools;
mod wrappers;

pub use environment::Environment;
pub use error::Error;
