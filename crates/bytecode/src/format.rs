//! The formats of bytecode and all that differs between them, in one table.
//!
//! Reader, writer and printer ask the [`Features`] of the format that they work
//! on; none compares versions.

use std::fmt;

/// A form of bytecode, named after the release of LLVM that wrote it.
///
/// The version number in a file does not tell [`Llvm10`](Format::Llvm10) from
/// [`Llvm11`](Format::Llvm11); whether there is a basic block with a block of
/// its own does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Version 0 with a block for each basic block.
    Llvm10,
    /// Version 0 with one list of instructions for each function.
    Llvm11,
    /// Version 1.
    Llvm12,
    /// Version 2, which no release wrote.
    Llvm13Pre,
    /// Version 3.
    Llvm13,
}

/// The kinds of blocks and the numbers that stand for them in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockIds {
    /// The whole module.
    pub module: u32,
    /// One function.
    pub function: u32,
    /// Constants of a module or function.
    pub constants: u32,
    /// Names of a module or function.
    pub symbols: u32,
    /// Globals, functions, libraries.
    pub module_info: u32,
    /// Types of the module.
    pub types: u32,
    /// One basic block; only LLVM 1.0 writes it.
    pub basic_block: Option<u32>,
    /// The instructions of a function.
    pub instructions: u32,
    /// The function's own numbering of types and values.
    pub compaction: Option<u32>,
}

/// How the indices of a `getelementptr` instruction are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexCoding {
    /// Fields are of type `ubyte`, elements of type `long`; plain slots.
    Fixed,
    /// Fields are of type `uint`; an element's slot is shifted left by two
    /// with the type in the low bits: `uint`, `int`, `ulong`, `long`.
    TypeInLowBits,
}

/// All that differs between formats.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// The number in the file.
    pub version: u32,
    /// Blocks begin with one word, size and kind together, but for the module's.
    pub short_headers: bool,
    /// The numbers of the block kinds.
    pub blocks: BlockIds,
    /// Each basic block is written as a block of its own.
    pub separate_basic_blocks: bool,
    /// The plane of types among the planes of values (then the kinds and numbers
    /// of all derived types are one more than otherwise).
    pub type_plane: Option<u32>,
    /// What a type is made of is numbered in post order, else in pre-order.
    pub post_order_types: bool,
    /// Booleans, integers and floating-point numbers have no implicit zero.
    pub explicit_zeros: bool,
    /// The constant pool of the module begins with strings.
    pub strings: bool,
    /// Addresses of globals stand in constant pools.
    pub pointer_constants: bool,
    /// How `getelementptr` gives its indices.
    pub indices: IndexCoding,
    /// There is a `select` instruction.
    pub select: bool,
    /// Libraries and the target triple are part of the module info.
    pub libraries: bool,
    /// Type numbers of 24 bits and more are escaped.
    pub type_escape: bool,
    /// Module info ends with padding that counts as its content.
    pub padded_info: bool,
    /// Constant pools and symbol tables are written where they are empty.
    pub empty_blocks: bool,
    /// Functions have constant pools of their own.
    pub function_constants: bool,
    /// Symbol tables and the constant pools of functions begin with types.
    pub leading_types: bool,
    /// The compaction table is written where it is empty.
    pub empty_compaction: bool,
}

const OLD_BLOCKS: BlockIds = BlockIds {
    module: 0x01,
    function: 0x11,
    constants: 0x12,
    symbols: 0x13,
    module_info: 0x14,
    types: 0x15,
    basic_block: Some(0x31),
    instructions: 0x32,
    compaction: Some(0x33),
};

const LLVM_1_0: Features = Features {
    version: 0,
    short_headers: false,
    blocks: BlockIds {
        compaction: None,
        ..OLD_BLOCKS
    },
    separate_basic_blocks: true,
    type_plane: Some(12),
    post_order_types: false,
    explicit_zeros: true,
    strings: false,
    pointer_constants: true,
    indices: IndexCoding::Fixed,
    select: false,
    libraries: false,
    type_escape: false,
    padded_info: true,
    empty_blocks: true,
    function_constants: true,
    leading_types: false,
    empty_compaction: false,
};

const LLVM_1_1: Features = Features {
    separate_basic_blocks: false,
    post_order_types: true,
    ..LLVM_1_0
};

const LLVM_1_2: Features = Features {
    version: 1,
    blocks: BlockIds {
        basic_block: None,
        ..OLD_BLOCKS
    },
    explicit_zeros: false,
    strings: true,
    pointer_constants: false,
    select: true,
    padded_info: false,
    empty_blocks: false,
    function_constants: false,
    ..LLVM_1_1
};

const LLVM_1_3_PRE: Features = Features {
    version: 2,
    type_plane: None,
    indices: IndexCoding::TypeInLowBits,
    leading_types: true,
    empty_compaction: true,
    ..LLVM_1_2
};

const LLVM_1_3: Features = Features {
    version: 3,
    short_headers: true,
    blocks: BlockIds {
        module: 1,
        function: 2,
        constants: 3,
        symbols: 4,
        module_info: 5,
        types: 6,
        basic_block: None,
        instructions: 7,
        compaction: Some(8),
    },
    libraries: true,
    type_escape: true,
    padded_info: true,
    ..LLVM_1_3_PRE
};

impl Format {
    /// All formats, the oldest first.
    pub const ALL: [Format; 5] = [
        Format::Llvm10,
        Format::Llvm11,
        Format::Llvm12,
        Format::Llvm13Pre,
        Format::Llvm13,
    ];

    /// The format with a version number; for 0 the later of the two. `None` for
    /// versions that LLVM 1.3 could not read either.
    pub fn of_version(version: u32) -> Option<Format> {
        match version {
            0 => Some(Format::Llvm11),
            1 => Some(Format::Llvm12),
            2 => Some(Format::Llvm13Pre),
            3 => Some(Format::Llvm13),
            _ => None,
        }
    }

    /// What the format is like.
    pub fn features(self) -> &'static Features {
        match self {
            Format::Llvm10 => &LLVM_1_0,
            Format::Llvm11 => &LLVM_1_1,
            Format::Llvm12 => &LLVM_1_2,
            Format::Llvm13Pre => &LLVM_1_3_PRE,
            Format::Llvm13 => &LLVM_1_3,
        }
    }

    /// The version number in the file.
    pub fn version(self) -> u32 {
        self.features().version
    }

    /// The release that wrote it, as `LLVM 1.3`.
    pub fn release(self) -> &'static str {
        match self {
            Format::Llvm10 => "LLVM 1.0",
            Format::Llvm11 => "LLVM 1.1",
            Format::Llvm12 => "LLVM 1.2",
            Format::Llvm13Pre => "before LLVM 1.3",
            Format::Llvm13 => "LLVM 1.3",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format {} ({})", self.version(), self.release())
    }
}
