//! LLVM 1.x assembly, the text form of a module.

mod print;
mod recognise;

pub(crate) use print::{PRIMITIVES, inst_texts};
pub use print::{PrintOptions, print, print_to};
pub use recognise::is_assembly;
