//! LLVM bytecode as LLVM 1.0 to 1.3 wrote it (formats 0 to 3, magic `llvm`).
