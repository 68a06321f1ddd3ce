//! Errors in bitcode: a kind with a stable code, and a place.

use std::fmt;

use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
use pinnacle_bitstream::BitPosition;

kinds! {
    /// The kind of an error in bitcode. Each kind has a stable code; the wording of messages may
    /// change.
    ErrorKind;

    /// The file does not begin with the signature of bitcode.
    NotBitcode = "V0001",
    /// The wrapper around the bitcode points outside of the file.
    BadWrapper = "V0002",
    /// The container is broken: its bits, its abbreviations or the ends of its blocks.
    Container = "V0003",
    /// The file has no module.
    NoModule = "V0004",
    /// The file has several modules, or a module repeats a block that it may have only once.
    Several = "V0005",
    /// No LLVM release before 20 writes this module version or epoch.
    UnknownVersion = "V0006",
    /// A record has an unknown code, and skipping it would change the meaning of the module.
    UnknownRecord = "V0101",
    /// A record has too few operands.
    ShortRecord = "V0102",
    /// A record has too many operands.
    LongRecord = "V0103",
    /// A number is out of range.
    BadNumber = "V0104",
    /// A record is not allowed at this place.
    Misplaced = "V0105",
    /// A type has a component that it cannot have.
    BadType = "V0201",
    /// The bitcode refers to a type that does not exist.
    UnknownType = "V0202",
    /// A struct contains itself.
    RecursiveType = "V0203",
    /// A value has the wrong type.
    WrongType = "V0204",
    /// A record without a type uses a pointer whose pointee type is not known.
    NoPointee = "V0205",
    /// An attribute has the wrong kind of argument, or none.
    BadAttribute = "V0301",
    /// A constant does not fit its type.
    BadConstant = "V0401",
    /// A constant contains itself.
    RecursiveConstant = "V0402",
    /// A value must be a constant but is not.
    NotConstant = "V0403",
    /// A variable, function, alias or comdat is malformed.
    BadGlobal = "V0501",
    /// The number of bodies differs from the number of defined functions.
    BodyCount = "V0502",
    /// The bitcode refers to a value that does not exist.
    UnknownValue = "V0601",
    /// The bitcode refers to a block that does not exist.
    UnknownBlock = "V0602",
    /// A function has the wrong number of blocks, or a block does not end with its only terminator.
    BadBlocks = "V0603",
    /// An instruction has operands, types or flags that it cannot have.
    BadInstruction = "V0604",
    /// Metadata is malformed.
    BadMetadata = "V0701",
    /// This feature of LLVM is not supported.
    Unsupported = "V0801",
    /// The module would take far more memory than its file.
    TooLarge = "V0802",
}

error_type! {
    /// An error in bitcode, and its place.
    Error(ErrorKind, FilePlace)
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq)]
struct FilePlace {
    position: u64,
    place: Option<Place>,
}

impl error::Place for FilePlace {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        let position = BitPosition(self.position);
        write!(f, "{code} at {position}: {message}")?;
        match &self.place {
            Some(place) => write!(
                f,
                " (in @{}, block {}, instruction {})",
                place.function, place.block, place.instruction
            ),
            None => Ok(()),
        }
    }
}

/// The position of an error in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the function, or its number among the globals.
    pub function: String,
    /// The number of the block.
    pub block: usize,
    /// The number of the instruction in the function.
    pub instruction: usize,
}

impl Error {
    #[cold]
    pub(super) fn new(kind: ErrorKind, position: u64, message: impl Into<String>) -> Error {
        let place = None;
        Error(error::Error::new(
            kind,
            message,
            FilePlace { position, place },
        ))
    }

    /// Adds a place in a function to an error that does not have one.
    #[cold]
    pub(super) fn within(mut self, place: Place) -> Error {
        self.0.place_mut().place.get_or_insert(place);
        self
    }

    /// Adds a position to an error that does not have one.
    #[cold]
    pub(super) fn at(mut self, position: u64) -> Error {
        let place = self.0.place_mut();
        if place.position == 0 {
            place.position = position;
        }
        self
    }

    /// Moves an error's position forwards by a number of bits.
    #[cold]
    pub(super) fn behind(mut self, bits: u64) -> Error {
        self.0.place_mut().position += bits;
        self
    }

    /// The position in bits from the start of the file.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.0.place().position
    }

    /// Returns the place in a function, if the error is in one.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.0.place().place.as_ref()
    }
}

impl From<pinnacle_bitstream::Error> for Error {
    #[cold]
    fn from(error: pinnacle_bitstream::Error) -> Error {
        let message = format!("{} ({})", error.message(), error.kind().code());
        Error::new(ErrorKind::Container, error.position(), message)
    }
}
