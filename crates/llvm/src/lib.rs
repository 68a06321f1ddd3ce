//! A general LLVM IR in memory, and its text as today's LLVM reads it.
//!
//! This crate knows neither PNaCl nor LLVM 1.x: what is older is brought here
//! by the crates that read it.
