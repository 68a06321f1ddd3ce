//! Errors of reading and checking: a stable code, a message, a position.

use crate::ids::{BlockId, FuncId};
use crate::limits::MAX_ERRORS;
use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
pub use pinnacle_bitstream::BitPosition;
use std::fmt;

kinds! {
    /// The kind of an error in a file. Each kind has a stable code; the wording of messages may
    /// change.
    ErrorKind,
    /// The bits cannot be read as blocks and records.
    Container(pinnacle_bitstream::ErrorKind);

    /// The file does not begin as a PNaCl file does.
    BadMagic = "P0101",
    /// The header ends too early or contradicts itself.
    BadHeader = "P0102",
    /// A header field is given twice, unknown, or of the wrong type.
    BadHeaderField = "P0103",
    /// The header gives another version than 2.
    UnsupportedVersion = "P0104",
    /// The file is LLVM bitcode that was never frozen.
    LlvmBitcode = "P0105",
    /// The file is LLVM 1.x bytecode.
    LlvmBytecode = "P0106",

    /// A block of a kind that may not stand here.
    UnexpectedBlock = "P0201",
    /// A second block or record of a kind of which there may be one.
    Duplicate = "P0202",
    /// A block or record that must come earlier.
    WrongOrder = "P0203",
    /// A record with a code that means nothing in its block.
    UnknownRecord = "P0204",
    /// A record with too few or too many operands.
    RecordSize = "P0205",
    /// An operand outside the range of its meaning.
    OperandRange = "P0206",
    /// Something that every module must have is missing.
    Missing = "P0207",
    /// The version record gives another version than 1.
    ModuleVersion = "P0208",
    /// Bytes after the module.
    TrailingData = "P0209",

    /// A type that PNaCl does not have.
    BadType = "P0301",
    /// More or fewer types than the count record says.
    TypeCount = "P0302",
    /// A type that is defined twice.
    DuplicateType = "P0303",
    /// A type identifier that is not defined, or not yet.
    UndefinedType = "P0304",

    /// A function address whose type is not a function type.
    NotAFunctionType = "P0401",
    /// More or fewer function blocks than defined function addresses.
    BodyCount = "P0402",
    /// A calling convention other than C.
    CallingConvention = "P0403",
    /// A signature with a type that ordinary functions may not use.
    BadSignature = "P0404",
    /// An `llvm.` name that is not an intrinsic of PNaCl.
    UnknownIntrinsic = "P0405",
    /// An intrinsic declared with other types than its own.
    IntrinsicType = "P0406",
    /// A function that is declared, not defined, and no intrinsic.
    UndefinedFunction = "P0407",
    /// An external function that is neither `_start` nor an intrinsic.
    ExternalSymbol = "P0408",
    /// No entry point, or more than one.
    EntryPoint = "P0409",

    /// More or fewer globals than the count record says.
    GlobalCount = "P0501",
    /// More or fewer initialisers than a global announces.
    InitializerCount = "P0502",
    /// A relocation to an address that does not exist.
    UndefinedAddress = "P0503",

    /// A symbol of a value that cannot have one.
    BadSymbol = "P0601",

    /// A constant of a type that cannot have it.
    BadConstant = "P0701",

    /// A function's blocks differ from its count record.
    BlockCount = "P0801",
    /// An operand that is not a value defined or declared so far.
    UndefinedValue = "P0802",
    /// An operand whose type the instruction does not take.
    TypeMismatch = "P0803",
    /// A branch to a block that does not exist, or to the entry block.
    BadBranch = "P0804",
    /// A phi whose operands do not match the edges into its block, or that
    /// does not stand at the start of its block.
    BadPhi = "P0805",
    /// A value used where its definition may not have run.
    Dominance = "P0806",
    /// A forward type declaration that is wrong or never fulfilled.
    ForwardDeclaration = "P0807",
    /// An alignment that the access may not have.
    BadAlignment = "P0808",
    /// A call that does not fit what it calls.
    BadCall = "P0809",
    /// An argument of an intrinsic that must be one of a few constants.
    IntrinsicArgument = "P0810",
    /// The index of a vector element is not a constant within the vector.
    VectorIndex = "P0811",
    /// A switch with a selector or case that it may not have.
    BadSwitch = "P0812",
    /// An operation or predicate that does not exist for its operands.
    BadOperation = "P0813",
    /// A return that does not fit the function's type.
    BadReturn = "P0814",
}

error_type! {
    /// An error in a file, with its place.
    Error(ErrorKind, FilePlace)
}

/// The errors in a file, in file order; never empty. At most [`MAX_ERRORS`] are kept.
pub type Errors = error::Errors<Error>;

/// A place in a file.
#[derive(Clone, PartialEq, Eq)]
struct FilePlace {
    position: BitPosition,
    function: Option<FuncId>,
    place: Option<Place>,
    text: Option<Box<str>>,
}

/// A place in a function body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The block that was being read.
    pub block: BlockId,
    /// The number of the instruction in its function.
    pub inst: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, instruction {}", self.block, self.inst)
    }
}

impl error::Place for FilePlace {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        write!(f, "{code} at {}", self.position)?;
        match (self.function, &self.place) {
            (Some(function), Some(place)) => write!(f, " ({function} {place})")?,
            (Some(function), None) => write!(f, " ({function})")?,
            (None, _) => {}
        }
        write!(f, ": {message}")
    }
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, position: u64, message: impl Into<String>) -> Error {
        let place = FilePlace {
            position: BitPosition(position),
            function: None,
            place: None,
            text: None,
        };
        Error(error::Error::new(kind, message, place))
    }

    #[cold]
    pub(crate) fn in_function(mut self, function: FuncId, place: Option<Place>) -> Error {
        self.0.place_mut().function = Some(function);
        self.0.place_mut().place = place;
        self
    }

    /// Returns the start of the faulty record, in bits from the start of the file.
    pub fn position(&self) -> BitPosition {
        self.0.place().position
    }

    /// The function in whose body the error is.
    pub fn function(&self) -> Option<FuncId> {
        self.0.place().function
    }

    /// The block and instruction that the error is about.
    pub fn place(&self) -> Option<&Place> {
        self.0.place().place.as_ref()
    }

    /// The record at the position as text, where
    /// [`verify`](crate::verify::verify) found it: the instruction or
    /// declaration that the error is about.
    pub fn text(&self) -> Option<&str> {
        self.0.place().text.as_deref()
    }

    #[cold]
    #[cfg(feature = "tools")]
    pub(crate) fn set_text(&mut self, text: String) {
        self.0.place_mut().text = Some(text.into());
    }

    /// Returns true if more bytes at the end of the file might have prevented the error.
    pub(crate) fn wants_more(&self) -> bool {
        use pinnacle_bitstream::ErrorKind as Container;
        matches!(
            self.kind(),
            ErrorKind::Container(Container::EndOfStream | Container::TooManyOperands)
        )
    }
}

impl From<pinnacle_bitstream::Error> for Error {
    #[cold]
    fn from(error: pinnacle_bitstream::Error) -> Error {
        Error::new(
            ErrorKind::Container(error.kind()),
            error.position(),
            error.message(),
        )
    }
}

/// Errors in file order.
#[cold]
pub(crate) fn in_file_order(mut errors: Vec<Error>) -> Errors {
    errors.sort_by_key(Error::position);
    Errors::new(errors, MAX_ERRORS)
}
