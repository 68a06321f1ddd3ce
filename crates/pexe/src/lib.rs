//! Decodes, checks, builds and encodes PNaCl bitcode (`.pexe` files).
//!
//! The layers, starting with the bits:
//!
//! * [`header`]: the bytes before the bitstream, usually sixteen;
//! * `pinnacle_bitstream`: blocks, abbreviations, records;
//! * [`construct`]: the typed constructs that records represent;
//! * [`module`] and [`function`]: the program in memory;
//! * [`decode`]: decodes a file to a [`Module`] and its [`Function`] bodies;
//! * [`host`]: describes the interface of a translated program;
//! * [`layout`]: computes the layout of a program in its address space;
//! * [`rounds`]: finds the points of a program that engines count;
//! * [`effects`] and [`fast_paths`]: find the side effects of instructions, and the parts of
//!   functions without any, for translators;
//! * [`build`]: builds programs in memory;
//!
//! with the feature `text`:
//!
//! * [`text`]: prints programs as text, and assembles them;
//!
//! and with the feature `tools`:
//!
//! * [`verify`]: finds all errors in a file;
//! * [`encode`]: encodes programs, and [`rewrite`] files without decoding them;
//! * [`stats`]: counts the bits of the parts of a file;
//! * [`compress`]: compresses the records of a file;
//! * [`reduce`]: removes parts of a program as long as a condition holds.
//!
//! ```no_run
//! let bytes = std::fs::read("hello.pexe")?;
//! let program = pinnacle_pexe::decode::decode(&bytes, &Default::default())?;
//! println!("{} functions", program.module().functions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod build;
#[cfg(feature = "tools")]
pub mod compress;
pub mod construct;
pub mod decode;
pub mod display;
pub mod effects;
#[cfg(feature = "tools")]
pub mod encode;
pub mod error;
pub mod fast_paths;
pub mod function;
pub mod header;
pub mod host;
pub mod ids;
pub mod inst;
pub mod intrinsics;
pub mod launcher;
pub mod layout;
pub mod limits;
pub mod module;
#[cfg(feature = "tools")]
pub mod reduce;
#[cfg(feature = "tools")]
pub mod rewrite;
pub mod rounds;
#[cfg(feature = "tools")]
pub mod stats;
#[cfg(feature = "text")]
pub mod text;
pub mod types;
#[cfg(feature = "tools")]
pub mod verify;

pub use error::{BitPosition, Error, ErrorKind, Errors};
pub use function::Function;
pub use ids::{BlockId, FuncId, GlobalId, InstId, TypeId, ValueId};
pub use inst::Inst;
pub use intrinsics::Intrinsic;
pub use module::Module;
pub use types::{Signature, Type};
