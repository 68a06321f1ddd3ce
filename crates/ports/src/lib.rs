//! Builds third-party libraries for programs, such as SDL2, zlib and SQLite, from the sources in
//! Debian's archive.
//!
//! [`PORTS`] is the table: package, version, hash, licence, steps, libraries. [`fetch`] downloads a
//! source archive and checks its hash. [`InstallTree`] is the folder of finished ports in the
//! user's cache. [`InstallTree::build`] runs a library's build system through the command
//! `pinnacle` and moves the whole result into the tree. [`InstallTree::flags`] returns the folders
//! and libraries to compile and link with.
//!
//! The crate contains no files of these libraries. Their sources are built with Debian's patches and
//! no other changes, except for SDL2's back end for the browser: the files in `glue/sdl2` replace
//! it.

#![forbid(unsafe_code)]

mod build;
mod error;
pub mod fetch;
mod glue;
mod install_tree;
mod patches;
mod table;

pub use build::{BuildSettings, Event, Progress};
pub use error::Error;
pub use glue::Glue;
pub use install_tree::{Flags, InstallTree};
pub use table::{Archive, PORTS, Patches, Port, Step, find, with_needs};
