//! Source locations of instructions. They are used for messages, and are printed only on request,
//! see [`PrintOptions::lines`](crate::PrintOptions::lines).

use crate::ids::{InstructionId, Name};

/// A place in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, starting at 1, or 0 if unknown.
    pub line: u32,
    /// The column, starting at 1, or 0 if unknown.
    pub column: u32,
    /// The scope that contains the line: an index into
    /// [`Module::source_scopes`](crate::Module::source_scopes).
    pub scope: u32,
    /// The call at which the code was inlined: an index plus one into
    /// [`Module::call_sites`](crate::Module::call_sites), or 0 if the code was not inlined.
    pub inlined_at: u32,
}

/// A function of the source, with its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceScope {
    /// The file, in [`Module::names`](crate::Module::names), if known.
    pub file: Name,
    /// The folder that the file's name is relative to, in
    /// [`Module::names`](crate::Module::names), if known.
    pub directory: Name,
    /// The function, in [`Module::names`](crate::Module::names), if known.
    pub function: Name,
    /// The function's symbol, in [`Module::names`](crate::Module::names), if it differs.
    pub symbol: Name,
    /// The line of the function's declaration, or 0.
    pub line: u32,
    /// The innermost block of the function: an index plus one into the blocks of
    /// [`Module::source_variables`](crate::Module::source_variables), or 0.
    pub block: u32,
}

/// The locations of the instructions of a body that have one, by instruction.
pub(crate) type Locations = Vec<(InstructionId, Location)>;
