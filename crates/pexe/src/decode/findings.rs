//! Collects errors of a module's structure, and the parts that are doubtful because of them.
//!
//! After an invalid record, decoding continues with a placeholder, so that later indices stay
//! correct. A placeholder is doubtful: it must not cause further errors. For example, an invalid
//! type record counts as `i32`, and a global of that type is not reported.

use crate::error::Error;
use crate::ids::FuncId;
use crate::limits::MAX_ERRORS;
use std::collections::HashSet;

/// The errors found so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    errors: Vec<Error>,
    pub(super) doubts: Doubts,
    /// The targets and positions of relocations to functions that are only declared. These are
    /// checked when names are known, because the functions may be intrinsics.
    pub(super) relocated: Vec<(FuncId, u64)>,
    /// The functions that have names and the positions of these names, in file order.
    pub(super) named: Vec<(FuncId, u64)>,
}

/// The parts of a module that contain placeholders for invalid records.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// Types, by their indices.
    pub(super) types: HashSet<u32>,
    /// The first type whose index may be wrong because previous types are missing.
    pub(super) types_from: Option<u32>,
    /// Function addresses, by their indices.
    pub(super) functions: HashSet<u32>,
    /// True if a name could not be read or assigned.
    pub(super) names: bool,
}

impl Doubts {
    pub(super) fn has_type(&self, id: u64) -> bool {
        self.types_from.is_some_and(|from| id >= u64::from(from))
            || u32::try_from(id).is_ok_and(|id| self.types.contains(&id))
    }

    /// Returns true if there are no doubts that could cause errors in a function body.
    pub(super) fn are_none(&self) -> bool {
        self.types.is_empty() && self.types_from.is_none() && self.functions.is_empty()
    }
}

impl Findings {
    /// Records an error. One error more than the reported ones is kept, to show that there are
    /// more.
    #[cold]
    pub(super) fn note(&mut self, error: Error) {
        if self.errors.len() <= MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// Records the error of a result, if it has one.
    pub(super) fn check(&mut self, result: Result<(), Error>) {
        if let Err(error) = result {
            self.note(error);
        }
    }

    pub(super) fn errors(&self) -> &[Error] {
        &self.errors
    }

    pub(super) fn into_parts(self) -> (Vec<Error>, Doubts) {
        (self.errors, self.doubts)
    }
}
