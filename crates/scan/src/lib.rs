//! Describes collections of unknown files as lines of JSON.
//!
//! A scan has two parts. [`line()`] is a pure function of one file and returns its kind, its
//! requirements and the names in it. It can run anywhere, in any order, on any number of machines.
//! [`Join`] reads the lines of a collection once and adds everything that depends on other files:
//! the page and the manifest of a program, exact copies, and similar programs.
//!
//! * [`files`]: finds the relevant files in a container or a stream, one at a time;
//! * [`line()`]: describes a file, or returns `None` if it is irrelevant;
//! * [`failure`]: describes a file that cannot be read;
//! * [`Join`]: the relations between the lines;
//! * [`table`]: converts lines to rows for spreadsheets and databases.
//!
//! `docs/schemas/scan-1.json` is the schema of the lines.

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
