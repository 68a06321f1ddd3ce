//! Programs from random choices, and damage to files, for tests of whatever reads or runs programs.
//!
//! The same seed gives the same bytes, on every machine and in every run of one version.
//!
//! * [`random`]: choices from a seed, or from bytes that a fuzzer gives;
//! * [`generate`]: valid programs that can be run, and [`system`], with which they write and exit;
//! * [`mutate`]: damage to files, from single bits to whole blocks; [`garble`]: damage to texts;
//! * [`records`]: files as trees of blocks and records, right and wrong ones.
//!
//! # Example
//!
//! ```
//! use pinnacle_smith::generate::{Size, program};
//! use pinnacle_smith::mutate::{Mutation, Original};
//! use pinnacle_smith::random::Seeded;
//!
//! let file = program(7, Size::default())?;
//! assert!(file.starts_with(b"PEXE"));
//!
//! let original = Original::new(file);
//! let damaged = original.mutate(Mutation::Truncate, &mut Seeded::new(7));
//! assert!(damaged.len() < original.bytes().len());
//! # Ok::<(), pinnacle_smith::generate::Error>(())
//! ```

#![forbid(unsafe_code)]

pub mod garble;
pub mod generate;
pub mod mutate;
pub mod random;
pub mod records;
pub mod system;
