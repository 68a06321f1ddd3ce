//! Computes statistics of the use of a file's bits.
//!
//! [`Statistics::of`] traverses the blocks and records of a file once and counts bits for each kind
//! of block, each record code, each abbreviation and each operand. It only uses the container
//! format; the meaning of records is only needed for the names of functions. Therefore it also
//! works for invalid programs, and for files of other formats in the same container
//! ([`Statistics::of_bitstream`]).
//!
//! # Method
//!
//! The reader returns records as numbers, without their encoded sizes. The sizes are computed
//! again: the size of a number in an encoding depends only on its width in bits (`encoding` has a
//! table). The total for a record is compared with the distance to the next record. The difference
//! is due to overlong numbers.
//!
//! The row of a record is found through flat arrays (`tables`). The abbreviation index refers to
//! the abbreviation, which stores the row of the code that it was last used with. For a record
//! without an abbreviation, the code itself is an index.
//!
//! # Invariants
//!
//! * Every bit of the file belongs to exactly one of [`Parts`], and every bit of a block to exactly
//!   one part of [`BlockStatistics`].
//! * The bits of a record code are the sum over its rows by abbreviation, and also the sum over its
//!   operands, lengths, codes and indices.
//! * Memory for rows is limited: after a number of unknown kinds of blocks, unknown record codes
//!   and abbreviations, all others are counted in one row.

mod collect;
mod encoding;
mod naming;
mod operand;
mod tables;

use crate::error::Error;
use crate::header::Header;
use pinnacle_bitstream::{Abbreviation, BlockNames, Profile, Scalar};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of unknown block IDs with rows of their own.
pub const MAX_UNKNOWN_KINDS: usize = 16;

/// Maximum number of unknown record codes with rows of their own, for each block ID.
pub const MAX_UNKNOWN_CODES: usize = 32;

/// Maximum number of abbreviations with rows of their own, for each block ID.
pub const MAX_ABBREVIATIONS: usize = 512;

/// Maximum number of function bodies that are listed.
pub const MAX_FUNCTIONS: usize = 1000;

/// Statistics of a file's bits.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The size of the file in bytes.
    pub size: u64,
    /// The header, if it is valid.
    pub header: Option<Header>,
    /// The file's bits by purpose.
    pub parts: Parts,
    /// Statistics by block ID. The one with the most bits of its own is first.
    pub blocks: Vec<BlockStatistics>,
    /// Statistics of function bodies.
    pub functions: FunctionsStatistics,
    /// At most one error of the header, and at most one of the container. Counting ends at the
    /// first error of the container, or before the header if its length is unknown.
    pub errors: Vec<Error>,
}

impl Statistics {
    /// Counts the bits of a file, up to the first error of the container.
    pub fn of(bytes: &[u8]) -> Statistics {
        collect::collect(bytes)
    }

    /// Counts the bits of a file in another format. `stream` is the range of the bitstream, and
    /// `names` has the names of blocks and records. Bytes after the last block are padding if they
    /// are all zero or fewer than eight.
    ///
    /// # Panics
    ///
    /// Panics if the stream is not within the file.
    pub fn of_bitstream(
        bytes: &[u8],
        stream: Range<usize>,
        profile: Profile,
        names: &'static [BlockNames],
    ) -> Statistics {
        collect::collect_bitstream(bytes, stream, profile, names)
    }

    /// Returns the number of records in all blocks.
    pub fn records(&self) -> u64 {
        self.blocks.iter().map(|block| block.record_count).sum()
    }
}

/// Bits of a file by purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// The header before the bitstream.
    pub header: u64,
    /// Starts of blocks: abbreviation index, block ID, width, and length word.
    pub block_starts: u64,
    /// Ends of blocks: abbreviation indices.
    pub block_ends: u64,
    /// Unused bits up to the next word in starts and ends of blocks.
    pub alignment: u64,
    /// Definitions of abbreviations.
    pub definitions: u64,
    /// Records.
    pub records: u64,
    /// Bits after the module.
    pub trailing: u64,
    /// Bits after an error of the container.
    pub unread: u64,
}

impl Parts {
    /// Returns the bits of all blocks.
    pub fn blocks(&self) -> u64 {
        self.block_starts + self.block_ends + self.alignment + self.definitions + self.records
    }

    /// Returns all bits of the file.
    pub fn total(&self) -> u64 {
        self.header + self.blocks() + self.trailing + self.unread
    }
}

/// Statistics of the blocks with the same ID.
#[derive(Clone, Debug)]
pub struct BlockStatistics {
    /// The block ID; `None` for the IDs without a row of their own.
    pub kind: Option<u32>,
    /// The name of the block ID.
    name: String,
    /// Number of blocks.
    pub count: u64,
    /// The bits of the blocks with nested blocks. A block nested in one with the same ID is only
    /// counted once.
    pub bits_with_nested: u64,
    /// See [`Parts::block_starts`].
    pub start_bits: u64,
    /// See [`Parts::block_ends`].
    pub end_bits: u64,
    /// See [`Parts::alignment`].
    pub alignment_bits: u64,
    /// Number of abbreviations that are defined in these blocks.
    pub definition_count: u64,
    /// The bits of these definitions.
    pub definition_bits: u64,
    /// Number of records in these blocks.
    pub record_count: u64,
    /// The bits of these records, including abbreviation indices.
    pub record_bits: u64,
    /// The bits of these records' abbreviation indices.
    pub index_bits: u64,
    /// The records by code. The code with the most bits is first.
    pub records: Vec<RecordStatistics>,
    /// The abbreviations that these blocks may use. The one with the most bits is first.
    pub abbreviations: Vec<AbbreviationStatistics>,
}

impl BlockStatistics {
    /// Returns the bits of the blocks without nested blocks.
    pub fn own_bits(&self) -> u64 {
        self.start_bits
            + self.end_bits
            + self.alignment_bits
            + self.definition_bits
            + self.record_bits
    }

    /// Returns the name of the block ID.
    pub fn name(&self) -> String {
        self.name.clone()
    }
}

/// The number and the size of a set of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of records.
    pub count: u64,
    /// Their total size in bits.
    pub bits: u64,
}

/// Statistics of the records with the same code in a kind of block.
#[derive(Clone, Debug)]
pub struct RecordStatistics {
    /// The code; `None` for the codes without a row of their own.
    pub code: Option<u64>,
    /// The name in the manual; `None` for unknown codes.
    known_name: Option<&'static str>,
    /// All records.
    pub total: Tally,
    /// The records without an abbreviation.
    pub unabbreviated: Tally,
    /// The records by abbreviation. The one with the most bits is first.
    pub abbreviated: Vec<Use>,
    /// Bits of abbreviation indices.
    pub index_bits: u64,
    /// Bits of record codes.
    pub code_bits: u64,
    /// Bits of the lengths of records and arrays, and of the padding of blobs.
    pub length_bits: u64,
    /// Bits that shorter encodings of the same numbers would save.
    pub overlong_bits: u64,
    /// Minimum and maximum number of operands of a record.
    pub operand_counts: (u64, u64),
    /// The operands by position.
    pub operands: Vec<OperandStatistics>,
}

impl RecordStatistics {
    /// Returns the name of the records.
    pub fn name(&self) -> String {
        match (self.known_name, self.code) {
            (Some(name), _) => name.into(),
            (None, Some(code)) => format!("record {code}"),
            (None, None) => "other records".into(),
        }
    }

    /// Returns the number of records with an abbreviation.
    pub fn abbreviated_count(&self) -> u64 {
        self.total.count - self.unabbreviated.count
    }

    /// Returns the bits of all operands, without the excess bits of overlong numbers.
    pub fn operand_bits(&self) -> u64 {
        self.operands.iter().map(|operand| operand.bits).sum()
    }
}

/// Statistics of the records with one code and one abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Index into [`BlockStatistics::abbreviations`].
    pub abbreviation: usize,
    /// Number and size of the records.
    pub tally: Tally,
    /// The bits that they would take without an abbreviation.
    pub unabbreviated_bits: u64,
}

/// The kind of place where an abbreviation is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// In the abbreviations block (BLOCKINFO), for all blocks with an ID.
    BlockInfo,
    /// In a block, for the rest of this block.
    Block,
}

/// Statistics of an abbreviation for a block ID. Identical definitions with the same index in
/// several blocks count as one abbreviation.
#[derive(Clone, Debug)]
pub struct AbbreviationStatistics {
    /// The kind of place of its definition.
    pub origin: Origin,
    /// Its number among the abbreviations of the same origin, as in `@aN` or `%aN`. `None` for the
    /// abbreviations without a row of their own.
    pub number: Option<u32>,
    /// Its index in records, from 4 on.
    pub index: Option<u32>,
    /// The definition.
    pub definition: Option<Arc<Abbreviation>>,
    /// Number of its definitions, and their bits.
    pub definitions: Tally,
    /// Number of records that use it, and their bits.
    pub uses: Tally,
    /// The bits that these records would take without an abbreviation.
    pub unabbreviated_bits: u64,
}

impl AbbreviationStatistics {
    /// Returns its name in PNaClAsm.
    pub fn name(&self) -> String {
        match (self.number, self.origin) {
            (Some(number), Origin::BlockInfo) => format!("@a{number}"),
            (Some(number), Origin::Block) => format!("%a{number}"),
            (None, _) => "others".into(),
        }
    }

    /// Returns its definition in PNaClAsm, such as `<20, vbr(6), array(char6)>`.
    pub fn definition_text(&self) -> Option<String> {
        let definition = self.definition.as_ref()?;
        let mut parts: Vec<String> = definition
            .scalars
            .iter()
            .copied()
            .map(scalar_text)
            .collect();
        parts.extend(
            definition
                .array
                .map(|element| format!("array({})", scalar_text(element))),
        );
        Some(format!("<{}>", parts.join(", ")))
    }

    /// Returns the bits that it saves in records; negative if the records are larger than without
    /// it.
    pub fn saved(&self) -> i64 {
        self.unabbreviated_bits as i64 - self.uses.bits as i64
    }

    /// Returns the bits that it saves in records, minus those of its definitions.
    pub fn net_gain(&self) -> i64 {
        self.saved() - self.definitions.bits as i64
    }
}

/// Returns the PNaClAsm text of an encoding.
pub fn scalar_text(scalar: Scalar) -> String {
    match scalar {
        Scalar::Literal(value) => value.to_string(),
        Scalar::Fixed(width) => format!("fixed({width})"),
        Scalar::Vbr(width) => format!("vbr({width})"),
        Scalar::Char6 => "char6".into(),
    }
}

/// Statistics of the operands at one position, or at several equivalent positions, in the records
/// with a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandStatistics {
    /// The name of the operands.
    pub name: &'static str,
    /// The first position, counted from 0.
    pub from: u32,
    /// The distance to the next position; 0 if there is only one.
    pub step: u32,
    /// Number of operands.
    pub count: u64,
    /// The bits of these operands.
    pub bits: u64,
    /// The smallest value.
    pub smallest: u64,
    /// The largest value.
    pub largest: u64,
    /// Number of distinct values.
    pub distinct: Distinct,
    /// Number of values by width in bits: the value 0 has width 0, 1 has width 1, 2 and 3 have
    /// width 2, and so on.
    pub widths: Box<[u64]>,
    /// The encoding with the smallest total size for all values.
    pub cheapest: Scalar,
    /// The total size with this encoding, in bits.
    pub cheapest_bits: u64,
}

/// A number of distinct values, which is counted up to a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distinct {
    /// Exactly this number.
    Exactly(u32),
    /// More than this number.
    MoreThan(u32),
}

impl fmt::Display for Distinct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distinct::Exactly(count) => f.pad(&count.to_string()),
            Distinct::MoreThan(count) => f.pad(&format!(">{count}")),
        }
    }
}

/// Statistics of the function bodies of a file.
#[derive(Clone, Debug, Default)]
pub struct FunctionsStatistics {
    /// Number of function bodies.
    pub count: u64,
    /// Their bits, nested blocks included.
    pub bits: u64,
    /// The largest bodies, at most [`MAX_FUNCTIONS`], in descending order of size.
    pub largest: Vec<FunctionStatistics>,
}

/// Statistics of a function body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionStatistics {
    /// Its index among the bodies of the file.
    pub body: u64,
    /// The number of its function, as in `@fN`, if it is known.
    pub function: Option<u32>,
    /// The name of the function in the symbol table, if any.
    pub name: Option<Box<[u8]>>,
    /// The start of its block, in bits.
    pub position: u64,
    /// Its size in bits, including nested blocks.
    pub bits: u64,
    /// Number of its records, including those in nested blocks.
    pub records: u64,
}
