//! A PNaCl program as LLVM IR.
