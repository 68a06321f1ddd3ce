//! PNaClAsm, the text form of a file.
//!
//! * [`print`]: from a file to text.

pub mod print;
