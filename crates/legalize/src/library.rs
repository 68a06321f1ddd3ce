//! Functions of the C library that stand in for intrinsics of LLVM.
