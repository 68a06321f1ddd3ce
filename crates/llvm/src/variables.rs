//! Variables of a source text and their types, for debuggers.
//!
//! Modules have them if they were read so, see
//! [`Options::variables`](crate::bitcode::Options::variables). Tags, encodings and flags are
//! DWARF's numbers.

use crate::ids::{GlobalId, InstructionId, LocalId, Name};

/// The debug information of a module about source variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceVariables {
    /// Types, and the namespaces that they are in.
    pub types: Vec<SourceType>,
    /// Blocks of functions: the block around each, an index plus one, or 0 for the function.
    /// Each comes after that around it.
    pub blocks: Vec<u32>,
    /// Global variables that are defined.
    pub globals: Vec<(GlobalId, SourceVariable)>,
}

/// A point from which on a variable of the source is a value of the function, up to the next mark
/// of the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueMark {
    /// The instruction before which the mark stands.
    pub at: InstructionId,
    /// The variable: an index into [`Body::variables`](crate::Body::variables).
    pub variable: u32,
    /// The value, or `None` if it is not known from here on.
    pub value: Option<LocalId>,
    /// True if the value is the address of the variable.
    pub is_address: bool,
}

/// A type, or a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceType {
    /// The tag: `DW_TAG_base_type` and so on.
    pub tag: u16,
    /// Its name in [`Module::names`](crate::Module::names), if it has one.
    pub name: Name,
    /// Its size in bits, or 0.
    pub bits: u64,
    /// The encoding of a base type.
    pub encoding: u8,
    /// The type that it is made of: an index.
    pub base: Option<u32>,
    /// The type or namespace that contains it: an index.
    pub scope: Option<u32>,
    /// True if its contents are not said.
    pub is_declaration: bool,
    /// Members, enumerators, dimensions or parameters.
    pub parts: Vec<SourcePart>,
}

/// A part of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourcePart {
    /// The tag: `DW_TAG_member` and so on.
    pub tag: u16,
    /// Its name in [`Module::names`](crate::Module::names), if it has one.
    pub name: Name,
    /// Its type: an index.
    pub ty: Option<u32>,
    /// The offset of a member in bits, the value of an enumerator, or the length of a
    /// dimension, -1 if that is not known.
    pub value: i64,
    /// The bits of a bit-field, or 0.
    pub bits: u64,
}

/// A variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceVariable {
    /// Its name in [`Module::names`](crate::Module::names).
    pub name: Name,
    /// Its type: an index.
    pub ty: Option<u32>,
    /// The namespace or the type that a global variable is in: an index.
    pub scope: Option<u32>,
    /// Its file and the folder that this is relative to, if known.
    pub file: (Name, Name),
    /// The line that it is declared at, or 0.
    pub line: u32,
    /// The number of a parameter from 1 on, or 0.
    pub parameter: u32,
    /// The block that it is in: an index plus one into [`SourceVariables::blocks`], or 0 for
    /// the function.
    pub block: u32,
    /// The local that holds its address, or `None` if it is in no memory.
    pub address: Option<LocalId>,
    /// True if the memory there holds not the variable but its address.
    pub is_indirect: bool,
    /// Offset that is added to the address.
    pub offset: u32,
}
