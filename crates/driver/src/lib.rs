//! From C to a `.pexe`: a compiler driver over clang, and the sysroot that it needs.
