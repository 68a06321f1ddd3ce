//! Converts files to and from text: PNaClAsm, the text form of the manual, and the notation of
//! records.
//!
//! * [`parse`]: assembles text to a file;
//! * [`records`]: converts files to and from the notation of records;
//! * [`mod@print`]: prints a file as text;
//! * [`error`]: errors in a text, with their places.

pub mod elements;
pub mod error;
pub mod parse;
pub mod print;
pub mod records;
mod scan;

pub use error::{SyntaxError, SyntaxErrorKind, SyntaxErrors};
