//! The formats of bytecode and all that differs between them, in one table.
//!
//! The reader, writer and printer query the [`Features`] of their format; none of them compares
//! versions.

use crate::opcode;
use std::fmt;

/// A form of bytecode, named after the release of LLVM that wrote it.
///
/// The version number in a file does not distinguish [`Llvm10`](Format::Llvm10) from
/// [`Llvm11`](Format::Llvm11); the presence of basic blocks with blocks of their own does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Version 0 with a block for each basic block.
    Llvm10,
    /// Version 0 with one list of instructions for each function.
    Llvm11,
    /// Version 1 of the format.
    Llvm12,
    /// Version 2, which no release wrote.
    Llvm13Pre,
    /// Version 3 of the format.
    Llvm13,
    /// Version 4, which no release wrote.
    Llvm14Pre,
    /// Version 5. The version number is shared with the next four formats, which encode everything
    /// that they have in common in the same way.
    Llvm14,
    /// Version 5 with calling conventions.
    Llvm15,
    /// Version 5 with alignments.
    Llvm16,
    /// Version 5 with sections, assembly and access to packed values.
    Llvm17,
    /// Version 5. Returned structures are in memory; otherwise as in 1.7.
    Llvm18,
    /// Version 6 of the format.
    Llvm19,
}

/// The kinds of blocks and their numbers in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockIds {
    /// The whole module.
    pub module: u32,
    /// The constants, instructions and names of one function.
    pub function: u32,
    /// Constants of a module or function.
    pub constants: u32,
    /// Names of a module or function.
    pub symbols: u32,
    /// Globals, functions, libraries.
    pub module_info: u32,
    /// Types of the module.
    pub types: u32,
    /// The instructions of one basic block. Only LLVM 1.0 writes such blocks.
    pub basic_block: Option<u32>,
    /// The instructions of a function.
    pub instructions: u32,
    /// The function's own numbering of types and values.
    pub compaction: Option<u32>,
}

/// Encodings of the indices of a `getelementptr` instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexCoding {
    /// Fields are of type `ubyte`, elements of type `long`; plain slots.
    Fixed,
    /// Fields are of type `uint`; an element's slot is shifted left by two
    /// with the type in the low bits: `uint`, `int`, `ulong`, `long`.
    TypeInLowBits,
}

/// The form of a function's entry in module info.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionWords {
    /// The number of the function's type, and nothing else.
    Type,
    /// The type's number, shifted left by five. A set bit among the five low ones means that no
    /// block follows.
    Flags,
    /// As in [`Flags`](Self::Flags). A calling convention that does not fit in the five bits
    /// follows as a number.
    LargeConvention,
    /// As in [`Flags`](Self::Flags). Properties that do not fit in the five bits follow in an
    /// extension word.
    Extended,
}

/// The differences between formats. A flag is true if the format has the property described.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// The version number in the file.
    pub version: u32,
    /// Blocks begin with one word that holds size and kind, except for the module's block.
    pub short_headers: bool,
    /// The numbers of the block kinds.
    pub blocks: BlockIds,
    /// Each basic block is written as a block of its own.
    pub separate_basic_blocks: bool,
    /// The number of the plane of types among the planes of values, in formats that have one. There
    /// the kinds and numbers of all derived types are one higher.
    pub type_plane: Option<u32>,
    /// True if the components of a type are numbered in post-order, false if in pre-order.
    pub post_order_types: bool,
    /// The zeros of booleans and numbers are written in constant pools. In other formats they are
    /// implicit in slot 0.
    pub explicit_zeros: bool,
    /// The constant pool of the module begins with strings.
    pub strings: bool,
    /// Addresses of globals are in constant pools.
    pub pointer_constants: bool,
    /// Encoding of the indices of `getelementptr`.
    pub indices: IndexCoding,
    /// Libraries and the target triple are part of the module info.
    pub libraries: bool,
    /// Type numbers of 24 bits and more are escaped.
    pub type_escape: bool,
    /// Module info ends with padding that counts as its content.
    pub padded_info: bool,
    /// Constant pools and symbol tables are written even if they are empty.
    pub empty_blocks: bool,
    /// Functions have constant pools of their own.
    pub function_constants: bool,
    /// Symbol tables and the constant pools of functions begin with types.
    pub leading_types: bool,
    /// Empty compaction tables are written.
    pub empty_compaction: bool,
    /// Blocks, and instructions of the long encoding, begin at multiples of four
    /// bytes.
    pub aligned: bool,
    /// Bytes may follow the module.
    pub trailing: bool,
    /// The file may be compressed.
    pub compressed: bool,
    /// The operation ([`crate::opcode`]) of each opcode, 0 for none.
    pub(crate) opcodes: &'static [u8; 64],
    /// The format has packed (vector) types.
    pub packed: bool,
    /// The format has undefined constants. Constant expressions then store their number of operands
    /// plus one.
    pub undef: bool,
    /// The form of a function's entry in module info.
    pub functions: FunctionWords,
    /// Functions and calls have calling conventions.
    pub conventions: bool,
    /// Globals, functions and allocations have alignments.
    pub alignments: bool,
    /// Globals and functions have sections, and modules and calls can contain assembly.
    pub sections: bool,
    /// The format has the linkages `dllimport`, `dllexport` and `extern_weak`.
    pub dll_linkages: bool,
    /// Opaque types have a null value that takes a slot.
    pub opaque_null: bool,
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
    libraries: false,
    type_escape: false,
    padded_info: true,
    empty_blocks: true,
    function_constants: true,
    leading_types: false,
    empty_compaction: false,
    aligned: true,
    trailing: false,
    compressed: false,
    opcodes: &opcode::TO_1_1,
    packed: false,
    undef: false,
    functions: FunctionWords::Type,
    conventions: false,
    alignments: false,
    sections: false,
    dll_linkages: false,
    opaque_null: true,
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
    opcodes: &opcode::TO_1_3,
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

const LLVM_1_4_PRE: Features = Features {
    version: 4,
    aligned: false,
    trailing: true,
    packed: true,
    empty_compaction: false,
    ..LLVM_1_3
};

const LLVM_1_4: Features = Features {
    version: 5,
    compressed: true,
    opcodes: &opcode::FROM_1_4,
    undef: true,
    functions: FunctionWords::Flags,
    ..LLVM_1_4_PRE
};

const LLVM_1_5: Features = Features {
    functions: FunctionWords::LargeConvention,
    conventions: true,
    opaque_null: false,
    ..LLVM_1_4
};

const LLVM_1_6: Features = Features {
    functions: FunctionWords::Extended,
    alignments: true,
    ..LLVM_1_5
};

const LLVM_1_7: Features = Features {
    sections: true,
    ..LLVM_1_6
};

const LLVM_1_9: Features = Features {
    version: 6,
    opcodes: &opcode::IN_1_9,
    dll_linkages: true,
    ..LLVM_1_7
};

impl Features {
    /// Returns true if the format has a `select` instruction.
    pub fn select(&self) -> bool {
        opcode::number_of(self.opcodes, opcode::SELECT).is_some()
    }

    /// Returns true if division and remainder have separate opcodes for unsigned, signed and
    /// floating-point operands.
    pub fn split_division(&self) -> bool {
        opcode::number_of(self.opcodes, opcode::UDIV).is_some()
    }
}

impl Format {
    /// All formats, the oldest first.
    pub const ALL: [Format; 12] = [
        Format::Llvm10,
        Format::Llvm11,
        Format::Llvm12,
        Format::Llvm13Pre,
        Format::Llvm13,
        Format::Llvm14Pre,
        Format::Llvm14,
        Format::Llvm15,
        Format::Llvm16,
        Format::Llvm17,
        Format::Llvm18,
        Format::Llvm19,
    ];

    /// Returns the format with a version number. Several formats share the versions 0 and 5; for
    /// these, returns the last one. `None` if no release read or wrote the version.
    pub fn of_version(version: u32) -> Option<Format> {
        match version {
            0 => Some(Format::Llvm11),
            1 => Some(Format::Llvm12),
            2 => Some(Format::Llvm13Pre),
            3 => Some(Format::Llvm13),
            4 => Some(Format::Llvm14Pre),
            5 => Some(Format::Llvm18),
            6 => Some(Format::Llvm19),
            _ => None,
        }
    }

    /// The features of the format.
    pub fn features(self) -> &'static Features {
        match self {
            Format::Llvm10 => &LLVM_1_0,
            Format::Llvm11 => &LLVM_1_1,
            Format::Llvm12 => &LLVM_1_2,
            Format::Llvm13Pre => &LLVM_1_3_PRE,
            Format::Llvm13 => &LLVM_1_3,
            Format::Llvm14Pre => &LLVM_1_4_PRE,
            Format::Llvm14 => &LLVM_1_4,
            Format::Llvm15 => &LLVM_1_5,
            Format::Llvm16 => &LLVM_1_6,
            Format::Llvm17 | Format::Llvm18 => &LLVM_1_7,
            Format::Llvm19 => &LLVM_1_9,
        }
    }

    /// The version number in the file.
    pub fn version(self) -> u32 {
        self.features().version
    }

    /// The release that wrote the format, such as `LLVM 1.3`.
    pub fn release(self) -> &'static str {
        match self {
            Format::Llvm10 => "LLVM 1.0",
            Format::Llvm11 => "LLVM 1.1",
            Format::Llvm12 => "LLVM 1.2",
            Format::Llvm13Pre => "before LLVM 1.3",
            Format::Llvm13 => "LLVM 1.3",
            Format::Llvm14Pre => "before LLVM 1.4",
            Format::Llvm14 => "LLVM 1.4",
            Format::Llvm15 => "LLVM 1.5",
            Format::Llvm16 => "LLVM 1.6",
            Format::Llvm17 => "LLVM 1.7",
            Format::Llvm18 => "LLVM 1.8",
            Format::Llvm19 => "LLVM 1.9",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format {} ({})", self.version(), self.release())
    }
}
