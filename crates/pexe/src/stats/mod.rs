//! Statistics on how a file's bits are used.
//!
//! [`Statistics::of`] walks once over the blocks and records of a file and counts bits: for each
//! kind of block, each record code, each abbreviation and each operand. It needs only the
//! container; the meaning of records matters only for the names of functions. It can therefore
//! examine invalid programs, and files of other formats in the same container
//! ([`Statistics::of_bitstream`]).
//!
//! # How it works
//!
//! The reader yields records as numbers, without the widths that they had. The widths are computed
//! anew: the cost of a number in an encoding depends only on its width in bits (`encoding` has a
//! table). The sum for a record is compared with the distance to the next one; the difference is
//! due to numbers packed longer than necessary.
//!
//! A record finds its row through flat arrays: its abbreviation index leads to
//! the abbreviation, which knows the row of the code that it was last used
//! for; for a record without an abbreviation the code is an index (`tables`).
//!
//! # Invariants
//!
//! * Every bit of the file belongs to exactly one of [`Parts`], and every bit
//!   of a block to exactly one of the parts of [`BlockStatistics`].
//! * The bits of a record code are the sum over its rows by abbreviation, and also the sum over its
//!   operands, lengths, codes and indices.
//! * Memory for rows is bounded: unknown kinds of blocks, unknown record codes
//!   and abbreviations beyond a number of each are counted in one row.

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

/// Kinds of blocks that have rows of their own beside those of PNaCl.
pub const MAX_UNKNOWN_KINDS: usize = 16;

/// Maximum number of unknown record codes per block ID that have rows of their own.
pub const MAX_UNKNOWN_CODES: usize = 32;

/// Maximum number of abbreviations in a kind of block that get rows of their own.
pub const MAX_ABBREVIATIONS: usize = 512;

/// Maximum number of function bodies listed.
pub const MAX_FUNCTIONS: usize = 1000;

/// The use of a file's bits.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The size of the file in bytes.
    pub size: u64,
    /// The header, if it is right.
    pub header: Option<Header>,
    /// The file's bits by purpose.
    pub parts: Parts,
    /// Kinds of blocks, the one with the most bits of its own first.
    pub blocks: Vec<BlockStatistics>,
    /// Function bodies.
    pub functions: FunctionsStatistics,
    /// Errors of the header and the container, at most one of each. Counting ends at the first
    /// error of the container, or before the header if it does not even give its length.
    pub errors: Vec<Error>,
}

impl Statistics {
    /// Counts the bits of a file, up to the first error of the container.
    pub fn of(bytes: &[u8]) -> Statistics {
        collect::collect(bytes)
    }

    /// Counts the bits of a file in another format. Its bitstream starts at `stream`, and `names`
    /// gives the names of its blocks and records. Bytes after the last block are padding if they
    /// are all zeros or fewer than eight.
    ///
    /// # Panics
    ///
    /// Panics if the stream does not lie within the file.
    pub fn of_bitstream(
        bytes: &[u8],
        stream: Range<usize>,
        profile: Profile,
        names: &'static [BlockNames],
    ) -> Statistics {
        collect::collect_bitstream(bytes, stream, profile, names)
    }

    /// The number of records in all blocks.
    pub fn records(&self) -> u64 {
        self.blocks.iter().map(|block| block.record_count).sum()
    }
}

/// Bits of a file by purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// The header before the bitstream.
    pub header: u64,
    /// Starts of blocks: abbreviation index, kind, width, length word.
    pub block_starts: u64,
    /// Ends of blocks: abbreviation indices.
    pub block_ends: u64,
    /// Bits without use in starts and ends of blocks, up to the next word.
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
    /// The bits of all blocks.
    pub fn blocks(&self) -> u64 {
        self.block_starts + self.block_ends + self.alignment + self.definitions + self.records
    }

    /// All bits of the file.
    pub fn total(&self) -> u64 {
        self.header + self.blocks() + self.trailing + self.unread
    }
}

/// The blocks of one kind.
#[derive(Clone, Debug)]
pub struct BlockStatistics {
    /// The kind; none for the kinds that have no row of their own.
    pub kind: Option<u32>,
    /// Name of the kind of block.
    name: String,
    /// Number of blocks.
    pub count: u64,
    /// Their bits with the blocks inside them. A block inside another of its
    /// kind is not counted twice.
    pub bits_with_nested: u64,
    /// See [`Parts::block_starts`].
    pub start_bits: u64,
    /// See [`Parts::block_ends`].
    pub end_bits: u64,
    /// See [`Parts::alignment`].
    pub alignment_bits: u64,
    /// Abbreviations defined in these blocks.
    pub definition_count: u64,
    /// The bits of those definitions.
    pub definition_bits: u64,
    /// Number of records in them.
    pub record_count: u64,
    /// The bits of those records, abbreviation indices included.
    pub record_bits: u64,
    /// The bits of the abbreviation indices of those records.
    pub index_bits: u64,
    /// Their records by code, the code with the most bits first.
    pub records: Vec<RecordStatistics>,
    /// The abbreviations that they may use, the one with the most bits first.
    pub abbreviations: Vec<AbbreviationStatistics>,
}

impl BlockStatistics {
    /// The bits of the blocks without those of the blocks inside them.
    pub fn own_bits(&self) -> u64 {
        self.start_bits
            + self.end_bits
            + self.alignment_bits
            + self.definition_bits
            + self.record_bits
    }

    /// Name of the kind of block.
    pub fn name(&self) -> String {
        self.name.clone()
    }
}

/// A number of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of records.
    pub count: u64,
    /// Their bits.
    pub bits: u64,
}

/// The records of one code in a kind of block.
#[derive(Clone, Debug)]
pub struct RecordStatistics {
    /// The code; none for the codes that have no row of their own.
    pub code: Option<u64>,
    /// The manual's name; none if the code has no meaning there.
    known_name: Option<&'static str>,
    /// All of them.
    pub total: Tally,
    /// Those written without an abbreviation.
    pub unabbreviated: Tally,
    /// Those written with each abbreviation, the one with the most bits first.
    pub abbreviated: Vec<Use>,
    /// Bits of abbreviation indices.
    pub index_bits: u64,
    /// Bits of record codes.
    pub code_bits: u64,
    /// Bits of the lengths of records and arrays, and of the padding of blobs.
    pub length_bits: u64,
    /// Bits of numbers beyond the minimum for their encoding.
    pub overlong_bits: u64,
    /// Minimum and maximum number of operands of one record.
    pub operand_counts: (u64, u64),
    /// Operands by place.
    pub operands: Vec<OperandStatistics>,
}

impl RecordStatistics {
    /// Name of the records.
    pub fn name(&self) -> String {
        match (self.known_name, self.code) {
            (Some(name), _) => name.into(),
            (None, Some(code)) => format!("record {code}"),
            (None, None) => "other records".into(),
        }
    }

    /// Number of records written with an abbreviation.
    pub fn abbreviated_count(&self) -> u64 {
        self.total.count - self.unabbreviated.count
    }

    /// The bits of all operands, overlong ones as if they were not.
    pub fn operand_bits(&self) -> u64 {
        self.operands.iter().map(|operand| operand.bits).sum()
    }
}

/// Records of one code that were written with one abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Index into [`BlockStatistics::abbreviations`].
    pub abbreviation: usize,
    /// The records.
    pub tally: Tally,
    /// The bits that they would take without an abbreviation.
    pub unabbreviated_bits: u64,
}

/// The place where an abbreviation is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// In the abbreviations block (BLOCKINFO), for all blocks of a kind.
    BlockInfo,
    /// In a block, for the rest of it.
    Block,
}

/// An abbreviation for a block ID. Identical definitions with the same index in many blocks are
/// counted as one abbreviation.
#[derive(Clone, Debug)]
pub struct AbbreviationStatistics {
    /// The place of its definition.
    pub origin: Origin,
    /// Its number among those of the same origin: the N of `@aN` or `%aN`. `None` for the
    /// abbreviations that have no row of their own.
    pub number: Option<u32>,
    /// The abbreviation index that records are written with, from 4 on.
    pub index: Option<u32>,
    /// The packing that it stands for.
    pub definition: Option<Arc<Abbreviation>>,
    /// Number of its definitions, and their bits.
    pub definitions: Tally,
    /// The records written with it.
    pub uses: Tally,
    /// The bits that those records would take without an abbreviation.
    pub unabbreviated_bits: u64,
}

impl AbbreviationStatistics {
    /// The identifier that PNaClAsm has for it.
    pub fn name(&self) -> String {
        match (self.number, self.origin) {
            (Some(number), Origin::BlockInfo) => format!("@a{number}"),
            (Some(number), Origin::Block) => format!("%a{number}"),
            (None, _) => "others".into(),
        }
    }

    /// The definition as PNaClAsm writes it, as `<20, vbr(6), array(char6)>`.
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

    /// The bits saved in records; negative if they are larger than without.
    pub fn saved(&self) -> i64 {
        self.unabbreviated_bits as i64 - self.uses.bits as i64
    }

    /// The bits saved in records, less those of the definitions.
    pub fn net_gain(&self) -> i64 {
        self.saved() - self.definitions.bits as i64
    }
}

/// An encoding as PNaClAsm writes it.
pub fn scalar_text(scalar: Scalar) -> String {
    match scalar {
        Scalar::Literal(value) => value.to_string(),
        Scalar::Fixed(width) => format!("fixed({width})"),
        Scalar::Vbr(width) => format!("vbr({width})"),
        Scalar::Char6 => "char6".into(),
    }
}

/// The numbers at one place, or at several alike, of the records of a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandStatistics {
    /// Their name.
    pub name: &'static str,
    /// Their first position, from 0.
    pub from: u32,
    /// Distance to the place of the next one; 0 if there is only one place.
    pub step: u32,
    /// Number of numbers.
    pub count: u64,
    /// The bits that they take.
    pub bits: u64,
    /// The smallest number.
    pub smallest: u64,
    /// The largest number.
    pub largest: u64,
    /// Number of different numbers.
    pub distinct: Distinct,
    /// Number of numbers of each width in bits: 0 need none, 1 needs one, 2 and 3 need two, and so
    /// on to the largest.
    pub widths: Box<[u64]>,
    /// The encoding that would take the fewest bits for all of them.
    pub cheapest: Scalar,
    /// The bits that they would take with it.
    pub cheapest_bits: u64,
}

/// Number of different numbers, counted up to a bound.
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

/// The function bodies of a file.
#[derive(Clone, Debug, Default)]
pub struct FunctionsStatistics {
    /// Number of function bodies.
    pub count: u64,
    /// Their bits, nested blocks included.
    pub bits: u64,
    /// Up to [`MAX_FUNCTIONS`] of them, the largest first.
    pub largest: Vec<FunctionStatistics>,
}

/// A function body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionStatistics {
    /// Its place among the bodies of the file.
    pub body: u64,
    /// The index of its function address, the N of `@fN`, if there is one.
    pub function: Option<u32>,
    /// The name that the symbol table gives it.
    pub name: Option<Box<[u8]>>,
    /// Its start, in bits.
    pub position: u64,
    /// Its bits, nested blocks included.
    pub bits: u64,
    /// Its records, nested blocks included.
    pub records: u64,
}
