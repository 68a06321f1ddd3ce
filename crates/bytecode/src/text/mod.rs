//! LLVM 1.x assembly, the text form of a module.

mod error;
mod parse;
mod recognise;

pub use error::{MAX_SYNTAX_ERRORS, Place, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub use parse::parse;
pub use recognise::is_assembly;
