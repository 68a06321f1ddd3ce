//! PNaCl bitcode: reading `.pexe` files into memory and checking them.
//!
//! The layers, from the bits up:
//!
//! * [`header`]: the sixteen bytes (usually) before the bitstream;
//! * `pinnacle_bitstream`: blocks, abbreviations, records;
//! * [`construct`]: the typed constructs that records stand for;
//! * [`module`] and [`function`]: the program in memory;
//! * [`decode`]: from a file to a [`Module`] and its [`Function`] bodies;
//! * [`host`]: the interface of a translated program, by types;
//! * [`layout`]: where the program lies in its address space;
//! * [`rounds`]: the points of a program that engines count;
//! * [`effects`] and [`fast_paths`]: the side effects of instructions, and the parts of functions
//!   without any, for translators;
//! * [`build`]: programs made in memory, without a file;
//!
//! with the feature `text`:
//!
//! * [`text`]: programs as text, printed and assembled;
//!
//! and with the feature `tools`:
//!
//! * [`verify`]: every error in a file;
//! * [`encode`]: the way back, and [`rewrite`] for files as they stand;
//! * [`stats`]: where the bits of a file go;
//! * [`compress`]: the same records in fewer bits;
//! * [`reduce`]: less and less of a program, as long as something holds of it.
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
