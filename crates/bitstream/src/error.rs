//! The error of this crate: a kind, a position, and the numbers involved.

use pinnacle_base::kinds;
use std::fmt;

/// A position in a file, in bits; displayed as `byte:bit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitPosition(pub u64);

impl fmt::Display for BitPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.0 / 8, self.0 % 8))
    }
}

kinds! {
    /// What is wrong with a bitstream. Each kind has a stable code; the wording
    /// of messages may change.
    ErrorKind;

    /// The stream ends in the middle of something.
    EndOfStream = "B0001",
    /// A variable bit rate number has more than 64 bits.
    VbrOverflow = "B0002",
    /// A record or block begins with an abbreviation index that is not
    /// defined in its block.
    UndefinedAbbreviation = "B0003",
    /// The definition of an abbreviation breaks a rule of its shape.
    BadAbbreviation = "B0004",
    /// A record packed by an abbreviation has no code.
    NoRecordCode = "B0005",
    /// A record claims more operands than the stream has bits for.
    TooManyOperands = "B0006",
    /// A block's abbreviation index has a width that is not allowed.
    BadAbbreviationWidth = "B0007",
    /// A block's kind does not fit in 32 bits.
    BadBlockId = "B0008",
    /// A block does not end where its length word says.
    WrongBlockLength = "B0009",
    /// Blocks nest too deep.
    NestingTooDeep = "B0010",
    /// The block of abbreviations holds something else.
    BadBlockInfo = "B0011",
    /// Something other than a block stands outside all blocks.
    NotABlock = "B0012",
    /// A record shall be written by an abbreviation that cannot carry it.
    AbbreviationMismatch = "B0013",
    /// A block is ended that is not open, or is never ended.
    UnbalancedBlocks = "B0014",
}

/// Why a bitstream could not be read, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    position: u64,
    message: String,
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, position: u64, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            position,
            message: message.into(),
        }))
    }

    /// The same error at another position.
    #[cold]
    pub(crate) fn at(mut self, position: u64) -> Error {
        self.0.position = position;
        self
    }

    #[cold]
    pub(crate) fn end_of_stream(position: u64) -> Error {
        Error::new(
            ErrorKind::EndOfStream,
            position,
            "the stream ends here, more bits are expected",
        )
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where, in bits from the start of the file.
    pub fn position(&self) -> u64 {
        self.0.position
    }

    /// A sentence for people, without the position.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at {}: {}",
            self.kind().code(),
            BitPosition(self.position()),
            self.message()
        )
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }

    #[test]
    fn codes_are_unique_and_sorted() {
        let codes: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
