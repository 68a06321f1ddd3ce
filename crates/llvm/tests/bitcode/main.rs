//! Bitcode that LLVM wrote is read, printed, and means the same to LLVM.
//!
//! What it means is what `llvm-dis-19` says of it: of the file, and of our text
//! after `llvm-as-19`, both without what reading leaves out ([`normal`]).

mod ages;
mod compare;
mod container;
mod exceptions;
mod faults;
mod intrinsics;
mod locations;
mod normal;
mod old;
mod oldest;
mod replaced;
mod sdk;
mod summary;
mod tools;
mod traps;
mod types;
mod unions;
mod variables;
