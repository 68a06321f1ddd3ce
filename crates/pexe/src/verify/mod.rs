//! Checks a file against every rule and reports every error.
//!
//! The rules themselves are applied in [`crate::decode`], as constructs are decoded, so the
//! verifier and the runtime cannot disagree. A valid file is decoded once and nothing of it is
//! kept. If there are errors, the functions that contain them are read again to find all of them.
//!
//! The table [`RULES`] lists the checks in the order of the error codes, with the documents that
//! require them.

mod rules;
mod text;

pub use rules::{RULES, Rule};

use crate::decode::{Allow, Structure};
use crate::error::Error;

/// Options for verifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of threads that check function bodies: 0 for one per core, 1 for the caller's thread
    /// alone. The report does not depend on it.
    pub jobs: usize,
    /// Violations to accept; none by default.
    pub allow: Allow,
}

/// The errors of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The errors in file order, at most [`crate::limits::MAX_ERRORS`], each
    /// with the text of its record where it is about one.
    pub errors: Vec<Error>,
    /// True if there are more.
    pub more: bool,
    /// The function bodies that were found.
    pub functions: usize,
}

impl Report {
    /// Returns true if there are no errors.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Checks a whole file.
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
