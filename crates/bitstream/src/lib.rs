//! The bitstream container of LLVM and PNaCl.
//!
//! A bitstream is a sequence of nested *blocks* that hold *records*: a code and operands, each a
//! 64-bit number. An *abbreviation* defines how a record is packed into bits. Four abbreviations
//! exist in every file; others are defined in the file itself. This crate handles bits,
//! abbreviations, blocks and records. It does not interpret records.
//!
//! * [`Cursor`] reads numbers at bit positions;
//! * [`Abbreviation`] is a packing of records, [`BlockInfo`] the packings that
//!   a file defines for all blocks of a kind;
//! * [`Reader`] walks over a stream and yields [`Event`]s without allocating for each;
//! * [`Writer`] is its inverse, [`BitBuffer`] what it writes to.
//!
//! The hot paths are fast. Several numbers are read from one word with one check for the end of the
//! stream (`bit_window`). Abbreviations with few operands have a compact form in which literals
//! cost nothing (`packed_abbreviation`).
//!
//! A [`Profile`], given by the caller, says which optional features a format allows.
//!
//! Positions are absolute, in bits from the start of the file, everywhere.
//!
//! ```
//! use pinnacle_bitstream::{Event, Profile, Reader};
//!
//! // A block of kind 8 with one unabbreviated record <1, 1> in it.
//! let bytes = [0x21, 0x08, 0, 0, 1, 0, 0, 0, 0x07, 0x41, 0, 0];
//! let profile = Profile {
//!     format: "the example",
//!     max_abbreviation_width: 16,
//!     blobs: false,
//!     names_in_block_info: false,
//! };
//! let mut reader = Reader::new(&bytes, 0, profile);
//! assert!(matches!(reader.next()?, Event::EnterBlock(block) if block.id == 8));
//! assert!(matches!(reader.next()?, Event::Record));
//! assert_eq!((reader.record().code, reader.record().operands), (1, &[1][..]));
//! assert!(matches!(reader.next()?, Event::ExitBlock));
//! assert!(matches!(reader.next()?, Event::End));
//! # Ok::<(), pinnacle_bitstream::Error>(())
//! ```

#![forbid(unsafe_code)]

mod abbreviation;
mod bit_window;
mod bits;
mod cursor;
mod error;
mod packed_abbreviation;
mod reader;
mod writer;

pub use abbreviation::{Abbreviation, BlockInfo, Encoding, Scalar, char6_index, vbr_bits};
pub use bits::BitBuffer;
pub use cursor::Cursor;
pub use error::{BitPosition, Error, ErrorKind};
pub use reader::{BlockHeader, Event, Reader, Record, Short, Single, Step, Suspended, Triple};
pub use writer::Writer;

/// The block of abbreviations for other blocks, the only block that the container itself
/// interprets.
pub const BLOCKINFO: u32 = 0;

/// The features that a format allows in its streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Name of the format in messages.
    pub format: &'static str,
    /// Maximum width of a block's abbreviation indices, in bits: at most
    /// [`limits::MAX_ABBREVIATION_WIDTH`].
    pub max_abbreviation_width: u32,
    /// True if abbreviations may have blobs. A blob is a list of bytes, each an operand of the
    /// record.
    pub blobs: bool,
    /// True if the block of abbreviations may also hold the names of blocks and records, which
    /// readers ignore.
    pub names_in_block_info: bool,
}

/// The names of a kind of block and its records in a format.
#[derive(Clone, Copy, Debug)]
pub struct BlockNames {
    /// The kind.
    pub id: u32,
    /// The name of the block.
    pub name: &'static str,
    /// Record codes with their names.
    pub records: &'static [(u64, &'static str)],
}

/// Numbers that are the same in every file.
pub mod predefined {
    /// Abbreviation index of the end of a block.
    pub const END_BLOCK: u64 = 0;
    /// Abbreviation index of the start of a block.
    pub const ENTER_BLOCK: u64 = 1;
    /// Abbreviation index of the definition of an abbreviation.
    pub const DEFINE_ABBREVIATION: u64 = 2;
    /// Abbreviation index of a record packed without one.
    pub const UNABBREVIATED: u64 = 3;
    /// Abbreviation index of the first that the file defines.
    pub const FIRST_DEFINED: u64 = 4;
    /// Record code in the BLOCKINFO block: the abbreviations that follow are
    /// for the block of this kind.
    pub const SET_BLOCK_ID: u64 = 1;
}

/// Limits on what a stream may hold.
pub mod limits {
    /// The narrowest abbreviation index: the four predefined ones must fit.
    pub const MIN_ABBREVIATION_WIDTH: u64 = 2;
    /// The widest abbreviation index that any profile allows.
    pub const MAX_ABBREVIATION_WIDTH: u32 = 32;
    /// The widest fixed or variable bit rate operand of an abbreviation.
    pub const MAX_OPERAND_WIDTH: u64 = 32;
    /// Maximum nesting depth of blocks. Files of LLVM need less than ten.
    pub const MAX_BLOCK_DEPTH: usize = 64;
}
