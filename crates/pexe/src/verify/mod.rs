//! Checks a file with all rules and reports all errors.
//!
//! The rules are implemented in [`crate::decode`], where constructs are decoded, so the verifier
//! and the runtime cannot differ. A valid file is decoded once, and its program is not stored. If
//! there are errors, the functions that contain them are decoded again to find all errors.
//!
//! The table [`RULES`] lists the rules in the order of the error codes, with the documents that
//! require them.

mod rules;
mod text;

pub use rules::{RULES, Rule};

use crate::decode::{Allow, Structure};
use crate::error::Error;

/// Options for verifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of threads that check function bodies: 0 for one per core, 1 for only the calling
    /// thread. It does not change the report.
    pub jobs: usize,
    /// Violations that are accepted; none by default.
    pub allow: Allow,
}

/// The errors of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The errors in file order, at most [`crate::limits::MAX_ERRORS`]. An error about a record
    /// contains the text of the record.
    pub errors: Vec<Error>,
    /// True if there are more errors.
    pub more: bool,
    /// The number of function bodies.
    pub functions: usize,
}

impl Report {
    /// Returns true if there are no errors.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Checks a file.
pub fn verify(bytes: &[u8], options: &Options) -> Report {
    let structure = Structure::read_with(bytes, options.allow);
    let functions = structure.bodies().len();
    let result = structure.check(bytes, options.jobs);
    let (mut errors, more) = match result {
        Ok(()) => (Vec::new(), false),
        Err(errors) => errors.into_parts(),
    };
    text::describe(bytes, &mut errors);
    Report {
        errors,
        more,
        functions,
    }
}
