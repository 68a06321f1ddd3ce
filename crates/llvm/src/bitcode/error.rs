//! Why bitcode could not be read: a kind with a stable code, and where.

use std::fmt;

use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
use pinnacle_bitstream::BitPosition;

kinds! {
    /// The kind of an error in bitcode. Each kind has a stable code; the wording of messages may
    /// change.
    ErrorKind;

    /// The file does not begin as bitcode does.
    NotBitcode = "V0001",
    /// The wrapper around the bitcode points outside of the file.
    BadWrapper = "V0002",
    /// The container is broken: bits, abbreviations or the ends of blocks.
    Container = "V0003",
    /// The file has no module.
    NoModule = "V0004",
    /// The file has several modules, or a module has several blocks of a kind
    /// that it may have only once.
    Several = "V0005",
    /// The module is of a version or epoch that no LLVM before 20 writes.
    UnknownVersion = "V0006",
    /// A record has a code that nothing is known about, where skipping it would
    /// change what the module means.
    UnknownRecord = "V0101",
    /// A record has too few operands.
    ShortRecord = "V0102",
    /// A record has more operands than it may have.
    LongRecord = "V0103",
    /// A number is out of its range.
    BadNumber = "V0104",
    /// A record stands where it must not.
    Misplaced = "V0105",
    /// A type is made of something that it cannot be made of.
    BadType = "V0201",
    /// A type that does not exist is referred to.
    UnknownType = "V0202",
    /// A struct contains itself.
    RecursiveType = "V0203",
    /// A value has another type than it must have.
    WrongType = "V0204",
    /// A record that gives no type uses a pointer, and the type that it points
    /// to is not known.
    NoPointee = "V0205",
    /// An attribute is not what its kind demands.
    BadAttribute = "V0301",
    /// A constant does not fit its type.
    BadConstant = "V0401",
    /// A constant contains itself.
    RecursiveConstant = "V0402",
    /// A value is not a constant where one is needed.
    NotConstant = "V0403",
    /// A variable, function, alias or comdat is wrong.
    BadGlobal = "V0501",
    /// There are more or fewer bodies than functions that have one.
    BodyCount = "V0502",
    /// A value that does not exist is referred to.
    UnknownValue = "V0601",
    /// A block that does not exist is referred to.
    UnknownBlock = "V0602",
    /// The blocks of a function are not as many as it says, or one does not end
    /// with its only terminator.
    BadBlocks = "V0603",
    /// An instruction has operands, types or flags that it cannot have.
    BadInstruction = "V0604",
    /// Metadata is wrong.
    BadMetadata = "V0701",
    /// Something that LLVM has and that this reader does not support.
    Unsupported = "V0801",
    /// The module would take far more memory than its file.
    TooLarge = "V0802",
}

error_type! {
    /// Why bitcode could not be read, and where.
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

/// A place in a function.
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

    /// The same error in a function, if nothing more exact is known.
    #[cold]
    pub(super) fn within(mut self, place: Place) -> Error {
        self.0.place_mut().place.get_or_insert(place);
        self
    }

    /// The same error at a position, if it has none.
    #[cold]
    pub(super) fn at(mut self, position: u64) -> Error {
        let place = self.0.place_mut();
        if place.position == 0 {
            place.position = position;
        }
        self
    }

    /// The same error so many bits further on.
    #[cold]
    pub(super) fn behind(mut self, bits: u64) -> Error {
        self.0.place_mut().position += bits;
        self
    }

    /// Where, in bits from the start of the file.
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
