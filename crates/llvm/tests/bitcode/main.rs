//! Bitcode that LLVM wrote is read, printed, and means the same to LLVM.
//!
//! The reference is `llvm-dis-19`: its output for the file is compared with its output for our text
//! after `llvm-as-19`, both without the parts that the reader drops ([`normal`]).

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
