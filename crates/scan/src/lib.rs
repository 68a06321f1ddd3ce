//! Describes collections of unknown files as lines of JSON.
//!
//! A scan has two parts. [`line()`] is a pure function of one file: its kind, its requirements, the
//! names in it. It can run anywhere, in any order, on any number of machines. [`Join`] reads the
//! lines of a collection once and adds everything that depends on other files: which page and
//! manifest lead to a program, exact copies, programs that resemble each other.
//!
//! * [`files`]: the relevant files in a container or a stream, one at a time;
//! * [`line()`]: describes a file, or returns `None` if it is irrelevant;
//! * [`failure`]: describes a file that cannot be read;
//! * [`Join`]: what the lines say about each other;
//! * [`table`]: the lines as rows, for spreadsheets and databases.
//!
//! `docs/schemas/scan-1.json` describes the lines.

#![forbid(unsafe_code)]

mod document;
mod fields;
mod file;
mod join;
mod line;
mod machine_code;
mod place;
mod producer;
mod program;
pub mod table;

pub use file::{Capture, File, Found, files};
pub use join::{Join, Joined, MIN_SIMILARITY};
pub use line::{SCHEMA, failure, failure_of, line};
