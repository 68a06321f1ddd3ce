//! Where in a source text an instruction comes from: for messages, and printed
//! only if asked for, see [`PrintOptions::lines`](crate::PrintOptions::lines).

use crate::ids::{InstructionId, Name};

/// A place in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, from 1 on, or 0 if there is none.
    pub line: u32,
    /// The column, from 1 on, or 0 if it is not known.
    pub column: u32,
    /// What the line is of: an index into
    /// [`Module::source_scopes`](crate::Module::source_scopes).
    pub scope: u32,
}

/// A file, and a function as its source calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceScope {
    /// The file, in [`Module::names`](crate::Module::names), if known.
    pub file: Name,
    /// The function, in [`Module::names`](crate::Module::names), if known.
    pub function: Name,
}

/// The locations of the instructions of a body that have one, by instruction.
pub(crate) type Locations = Vec<(InstructionId, Location)>;
