//! Libraries that programs of others expect: SDL2, zlib, SQLite and more, built for programs from
//! the sources in Debian's archive.
//!
//! [`PORTS`] is the table: package, version, hash, licence, steps, libraries. [`fetch`] gets an
//! archive of sources and checks its hash. [`Shelf`] is the folder in the user's cache with the
//! ports that were built. [`Shelf::build`] has the command `pinnacle` run the build system of the
//! library, and puts the result into place as a whole. [`Shelf::use_of`] returns the folders and
//! libraries that a program gets.
//!
//! No file of these libraries is here. The sources are built without changes, except that SDL2's
//! back end for the browser is ours: the files in `glue/sdl2` take the place of its own.

#![forbid(unsafe_code)]

mod build;
mod error;
pub mod fetch;
mod glue;
mod shelf;
mod table;

pub use build::{Event, Progress, Workshop};
pub use error::Error;
pub use glue::Glue;
pub use shelf::{Shelf, Use};
pub use table::{PORTS, Port, Step, find, with_needs};
