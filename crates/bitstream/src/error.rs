//! The error of this crate: a kind, a position, and the numbers involved.

use pinnacle_base::error::{self, Place};
use pinnacle_base::{error_type, kinds};
use std::fmt;

/// A position in a file, in bits; displayed as `byte:bit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitPosition(pub u64);

impl fmt::Display for BitPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.0 / 8, self.0 % 8))
    }
}

impl Place for BitPosition {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        write!(f, "{code} at {self}: {message}")
    }
}

kinds! {
    /// The kind of a bitstream error. Each kind has a stable code; the wording of messages may
    /// change.
    ErrorKind;

    /// The stream ends in the middle of a block, a record or a number.
    EndOfStream = "B0001",
    /// A variable-bit-rate number has more than 64 bits.
    VbrOverflow = "B0002",
    /// A record or block begins with an abbreviation index that its block does not define.
    UndefinedAbbreviation = "B0003",
    /// The definition of an abbreviation is malformed.
    BadAbbreviation = "B0004",
    /// An abbreviated record has no code.
    NoRecordCode = "B0005",
    /// A record claims more operands than the stream has bits for.
    TooManyOperands = "B0006",
    /// A block's abbreviation indices have a width that is not allowed.
    BadAbbreviationWidth = "B0007",
    /// A block's kind does not fit in 32 bits.
    BadBlockId = "B0008",
    /// A block does not end where its length word says.
    WrongBlockLength = "B0009",
    /// Blocks are nested too deeply.
    NestingTooDeep = "B0010",
    /// The abbreviations block contains something other than abbreviations.
    BadBlockInfo = "B0011",
    /// The stream contains something outside of all blocks.
    NotABlock = "B0012",
    /// The writer was given a record that does not fit its abbreviation.
    AbbreviationMismatch = "B0013",
    /// The writer closed a block that was not open, or left one open.
    UnbalancedBlocks = "B0014",
}

error_type! {
    /// An error in a bitstream: its kind and its position.
    Error(ErrorKind, BitPosition)
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, position: u64, message: impl Into<String>) -> Error {
        Error(error::Error::new(kind, message, BitPosition(position)))
    }

    /// Moves the error to another position.
    #[cold]
    pub(crate) fn at(mut self, position: u64) -> Error {
        *self.0.place_mut() = BitPosition(position);
        self
    }

    #[cold]
    pub(crate) fn end_of_stream(position: u64) -> Error {
        Error::new(
            ErrorKind::EndOfStream,
            position,
            "the stream ends here, expected more bits",
        )
    }

    /// Returns the position of the error, in bits from the start of the file.
    pub fn position(&self) -> u64 {
        self.0.place().0
    }
}
