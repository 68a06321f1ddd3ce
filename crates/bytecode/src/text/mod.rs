//! LLVM 1.x assembly, the text form of a module.

mod recognise;

pub use recognise::is_assembly;
