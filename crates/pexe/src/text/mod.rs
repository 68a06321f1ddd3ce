//! PNaClAsm, the manual's text form of a file, and the notation of records
//! below it.
//!
//! * [`parse`]: from text to a file;
//! * [`records`]: the notation of records, both ways;
//! * [`mod@print`]: from a file to text;
//! * [`error`]: an error in a text, and its place.

pub mod elements;
pub mod error;
pub mod parse;
pub mod print;
pub mod records;
mod scan;

pub use error::{SyntaxError, SyntaxErrorKind, SyntaxErrors};
