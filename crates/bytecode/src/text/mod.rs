//! LLVM 1.x assembly, the text form of a module.

pub(crate) mod describe;
mod error;
mod parse;
mod print;
mod recognise;

pub use error::{MAX_SYNTAX_ERRORS, Place, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub use parse::{parse, parse_for};
pub(crate) use print::{PRIMITIVES, inst_texts};
pub use print::{PrintOptions, print, print_to};
pub use recognise::is_assembly;

/// The prefix of each line that states the order of a list; see [`PrintOptions::keep_layout`].
const ORDER: &[u8] = b"; order: ";
