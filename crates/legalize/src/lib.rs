//! LLVM IR made into a PNaCl program, one step at a time.
