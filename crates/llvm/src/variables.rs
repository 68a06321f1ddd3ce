//! Source variables and their types, for debuggers.
//!
//! A module has them if they were requested when it was read, see
//! [`Options::variables`](crate::bitcode::Options::variables). Tags, encodings and flags are
//! DWARF's numbers.

use crate::ids::{GlobalId, InstructionId, LocalId, Name};

/// The debug information of a module about source variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceVariables {
    /// Types, and the namespaces that contain them.
    pub types: Vec<SourceType>,
    /// Blocks of functions. Each holds the index of the enclosing block plus one, or 0 for the
    /// function. A block comes after the one that encloses it.
    pub blocks: Vec<u32>,
    /// The defined global variables.
    pub globals: Vec<(GlobalId, SourceVariable)>,
}

/// A point from which on a source variable is a value of the function. It applies until the next
/// mark for the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueMark {
    /// The mark comes before this instruction.
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
    /// Index of the type that it is based on.
    pub base: Option<u32>,
    /// Index of the type or namespace that contains it.
    pub scope: Option<u32>,
    /// True if it is only declared, so that its contents are unknown.
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
    /// Index of its type.
    pub ty: Option<u32>,
    /// The offset of a member in bits, the value of an enumerator, or the length of a dimension. An
    /// unknown length is -1.
    pub value: i64,
    /// The width of a bit-field in bits, or 0.
    pub bits: u64,
}

/// A variable of the program's source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceVariable {
    /// Its name in [`Module::names`](crate::Module::names).
    pub name: Name,
    /// Index of its type.
    pub ty: Option<u32>,
    /// Index of the namespace or type that contains a global variable.
    pub scope: Option<u32>,
    /// Its file, and the folder that the file's name is relative to, if known.
    pub file: (Name, Name),
    /// The line of its declaration, or 0.
    pub line: u32,
    /// The number of a parameter, counted from 1; 0 for other variables.
    pub parameter: u32,
    /// The block that contains it: an index plus one into [`SourceVariables::blocks`], or 0 for the
    /// function.
    pub block: u32,
    /// The local that holds its address, or `None` if it is not in memory.
    pub address: Option<LocalId>,
    /// True if the memory at `address` holds the variable's address instead of its value.
    pub is_indirect: bool,
    /// Offset that is added to the address.
    pub offset: u32,
}
