//! Bitcode that LLVM wrote can be read and printed without a change of meaning.
//!
//! The reference is `llvm-dis-19`. Its output for the file is compared with its output for our text
//! after `llvm-as-19`, both without what the reader drops ([`normal`]).

mod ages;
mod compare;
mod container;
mod exceptions;
mod faults;
mod intrinsics;
mod local_metadata;
mod locations;
mod normal;
mod old;
mod oldest;
mod replaced;
mod sdk;
mod summary;
mod summary_index;
mod tools;
mod traps;
mod types;
mod unions;
mod variables;
