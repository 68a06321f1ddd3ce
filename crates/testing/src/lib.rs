//! Shared by Pinnacle's tests, without engines: everything that runs programs is in the crate
//! `pinnacle-testing-engines`, so that the tests of formats do not wait for it to be compiled.
//!
//! Programs:
//!
//! * [`records`], [`record_text`]: files of any shape, right and wrong ones, and their text;
//! * [`build`]: valid programs built in code;
//! * [`system`], [`samples`]: programs that talk to their host, some worth
//!   running;
//! * [`generate`], [`bytecode`]: valid programs, by the crate `pinnacle-smith`, and modules of LLVM
//!   1.x from random choices;
//! * [`filetests`]: the expectations that programs in text state in comments;
//! * [`archives`]: containers of files;
//! * [`corpus`]: programs and files from outside the repository.
//!
//! Damage:
//!
//! * [`random`]: choices from a seed or from bytes;
//! * [`mutate`], [`garble`]: damage done to files and to texts;
//! * [`damage`]: how many damaged inputs the tests make;
//! * [`nearby`]: many damaged inputs from one, in little time;
//! * [`fuzz`]: the bodies of the fuzz targets.
//!
//! Checks:
//!
//! * [`bless`]: texts compared with accepted files, and accepted;
//! * [`error_table`]: the documents that list errors and rules;
//! * [`llvm_tools`]: the programs of LLVM that tests compare with;
//! * [`kept`]: inputs that a test failed on;
//! * [`skip`]: tests that cannot run, and why;
//! * [`sums`]: invariants of the statistics of every file;
//! * [`compare`]: two programs side by side;
//! * [`squeeze`]: invariants of compression.

#![forbid(unsafe_code)]

// They belong to the product, where `pinnacle smith` and `pinnacle mutate` are.
pub use pinnacle_smith::{garble, mutate, random, records, system};

pub mod archives;
pub mod bless;
pub mod build;
pub mod bytecode;
pub mod compare;
pub mod corpus;
pub mod damage;
pub mod error_table;
pub mod filetests;
pub mod fuzz;
pub mod generate;
pub mod kept;
pub mod llvm_tools;
pub mod nearby;
pub mod record_text;
pub mod samples;
pub mod skip;
pub mod squeeze;
pub mod sums;
