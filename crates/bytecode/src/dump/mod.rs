//! The contents of a file by offset: blocks, types, globals, constants, functions, symbols, and the
//! purpose of every byte.
//!
//! A dump shows a file as it is, including slots and type numbers, which the model does not have.
//! It goes through the file from front to back with the items that the reader reads
//! (`read::syntax`, block headers, types, instruction words). After every item it records the
//! position and the purpose of the bytes up to there. The [`ByteCounts`] therefore add up to the
//! size of the file, however damaged it is. If a block cannot be understood, the rest of it is
//! [`ByteKind::Unread`], the error is recorded, and the dump continues at the next block.

mod bytes;
mod constants;
mod function;
mod module;
mod symbols;
mod text;

pub use bytes::{ByteCounts, ByteKind};

use crate::error::{Error, Section};
use crate::format::Format;

/// The layout of a file.
#[derive(Clone, Debug)]
pub struct Dump {
    /// Size of the file in bytes.
    pub size: u64,
    /// The format; `None` if the file is too damaged to tell.
    pub format: Option<Format>,
    /// The number that holds the version and, in its four low bits, the requirements on the
    /// machine. `None` if the file ends before it.
    pub format_word: Option<u32>,
    /// All blocks in the order of the file.
    pub blocks: Vec<BlockEntry>,
    /// The types of the module.
    pub types: Vec<TypeEntry>,
    /// The global variables of the module.
    pub globals: Vec<GlobalEntry>,
    /// The functions of the module, with their blocks.
    pub functions: Vec<FunctionEntry>,
    /// The libraries that it needs.
    pub libraries: Vec<Vec<u8>>,
    /// The target triple, empty if there is none.
    pub triple: Vec<u8>,
    /// The constants of the module, plane by plane.
    pub constants: Vec<ConstantPlane>,
    /// The names in the module's symbol table, plane by plane.
    pub symbols: Vec<SymbolPlane>,
    /// The use of all bytes.
    pub bytes: ByteCounts,
    /// The errors in parts that could not be read, in the order of the file.
    pub errors: Vec<Error>,
}

/// A block of the file, which may contain other blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockEntry {
    /// Number of blocks around it.
    pub depth: u32,
    /// Kind of the block; `None` if the format has no such block.
    pub section: Option<Section>,
    /// The block's ID.
    pub id: u32,
    /// Offset of its header.
    pub offset: u64,
    /// Size of its header in bytes.
    pub header_size: u32,
    /// Size of its content in bytes.
    pub size: u64,
    /// Number of bytes of padding after it.
    pub padding: u32,
}

/// A type in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeEntry {
    /// The number by which other parts of the file refer to the type.
    pub number: u32,
    /// Offset in the file.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// The type as text; other types that are not primitive as `#` and their numbers.
    pub text: String,
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalEntry {
    /// Offset in the file.
    pub offset: u64,
    /// The number of the type of its address, which is also the number of its plane.
    pub plane: u32,
    /// Its slot in that plane.
    pub slot: u32,
    /// The number of its linkage.
    pub linkage: u32,
    /// True if the program cannot change it.
    pub constant: bool,
    /// The slot of its initialiser, in the plane of the type of its value.
    pub initializer: Option<u32>,
    /// Its name, empty if it has none.
    pub name: Vec<u8>,
}

/// A function: its entry in the module, and its block.
#[derive(Clone, Debug)]
pub struct FunctionEntry {
    /// Offset of its type.
    pub offset: u64,
    /// The number of the type of its address, which is also the number of its plane.
    pub plane: u32,
    /// Its slot in that plane.
    pub slot: u32,
    /// Its name, empty if it has none.
    pub name: Vec<u8>,
    /// The function's block; `None` if the file has fewer blocks than functions.
    pub block: Option<FunctionBlock>,
}

/// The block of a function.
#[derive(Clone, Default, Debug)]
pub struct FunctionBlock {
    /// Offset of its header.
    pub offset: u64,
    /// Size of its content in bytes.
    pub size: u64,
    /// The number of its linkage.
    pub linkage: u32,
    /// The types in its own constant pool.
    pub types: Vec<TypeEntry>,
    /// The function's own constants, plane by plane.
    pub constants: Vec<ConstantPlane>,
    /// The function's own numbering of types and values; `None` if it has none.
    pub compaction: Option<Compaction>,
    /// Number of basic blocks.
    pub basic_blocks: u64,
    /// Number of instructions in each of the formats 0 to 3.
    pub encodings: [u64; 4],
    /// The names in the function's symbol table, plane by plane.
    pub symbols: Vec<SymbolPlane>,
}

/// A function's own numbering.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Compaction {
    /// Offset of the table.
    pub offset: u64,
    /// For each type number of the function, starting after the primitive types, the number that
    /// the module gives the type. Empty if the function uses the module's numbers.
    pub types: Vec<u32>,
    /// The planes with slots of their own.
    pub planes: Vec<CompactionPlane>,
}

/// A plane of a compaction table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompactionPlane {
    /// The function's number of the type.
    pub plane: u32,
    /// The module slots that slots 1, 2 and so on stand for.
    pub slots: Vec<u32>,
}

/// A run of constants of one type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantPlane {
    /// Offset of the plane.
    pub offset: u64,
    /// The number of the constants' type. `None` for strings, each of which has a type of its own.
    pub plane: Option<u32>,
    /// The constants of the run, in the order of the file.
    pub constants: Vec<ConstantEntry>,
}

/// A constant in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantEntry {
    /// Offset in the file.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// The number of its type.
    pub plane: u32,
    /// Its slot in the plane of its type.
    pub slot: u32,
    /// The constant as text; other constants as `type:slot`.
    pub text: String,
}

/// The names of values of one type, or of types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolPlane {
    /// Offset of the plane.
    pub offset: u64,
    /// The table's owner and the kind of things it names.
    pub of: SymbolsOf,
    /// The names, in the order of the file.
    pub symbols: Vec<Symbol>,
}

/// The kind of entries that a plane of a symbol table names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolsOf {
    /// Types.
    Types,
    /// Basic blocks.
    Blocks,
    /// Values of the type with this number.
    Values(u32),
}

/// An entry of a symbol table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Offset of the entry.
    pub offset: u64,
    /// The slot, number of the block, or number of the type that is named.
    pub slot: u32,
    /// The name as bytes, without a terminator.
    pub name: Vec<u8>,
}

/// Dumps a file, even a damaged one.
pub fn dump(file: &[u8]) -> Dump {
    module::Walk::new(file).run()
}
