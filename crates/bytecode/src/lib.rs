//! LLVM bytecode as LLVM 1.0 to 1.9 wrote it from 2003 to 2006: formats 0 to 6,
//! magic `llvm`, compressed `llvc`, the ancestor of the bitcode that PNaCl froze.
//!
//! [`model`] is an LLVM 1.x module in memory. Files and text are converted to it and back.
//! Everything else works on it:
//!
//! ```text
//!  file ──read──►  model  ◄──parse── assembly
//!       ◄──write──  │  │  ──print──►
//!                   │  └──verify──► errors
//!                   └──upgrade──► today's LLVM IR
//! ```
//!
//! The differences between formats are in [`mod@format`] and nowhere else.

#![forbid(unsafe_code)]

mod compressed;
pub mod dump;
mod error;
pub mod format;
pub mod limits;
pub mod model;
mod opcode;
pub mod read;
pub mod text;
pub mod upgrade;
pub mod verify;
pub mod write;

pub use compressed::{COMPRESSED, unpack};
pub use error::{Error, ErrorKind, Path, Section};
pub use format::Format;
pub use model::Module;
pub use read::{ReadOptions, Reader, read};
pub use write::{WriteOptions, write};
