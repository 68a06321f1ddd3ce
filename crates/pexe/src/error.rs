//! Errors of decoding and checking: a stable code, a message, and a position.

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

    /// The file does not begin with `PEXE`, the signature of a PNaCl program.
    BadMagic = "P0101",
    /// The header ends too early or is inconsistent.
    BadHeader = "P0102",
    /// A header field is repeated, unknown or of the wrong type.
    BadHeaderField = "P0103",
    /// The header's format version is not 2.
    UnsupportedVersion = "P0104",
    /// The file is LLVM bitcode that was never frozen.
    LlvmBitcode = "P0105",
    /// The file is LLVM 1.x bytecode.
    LlvmBytecode = "P0106",

    /// A block is not allowed at this place.
    UnexpectedBlock = "P0201",
    /// A block, record or declaration appears twice where only one is allowed.
    Duplicate = "P0202",
    /// A block or record comes later than its place in the module's order.
    WrongOrder = "P0203",
    /// A record has a code that is not defined for its block.
    UnknownRecord = "P0204",
    /// A record has too few or too many operands.
    RecordSize = "P0205",
    /// An operand is out of range.
    OperandRange = "P0206",
    /// A part that every module must have is missing.
    Missing = "P0207",
    /// The version record's version is not 1.
    ModuleVersion = "P0208",
    /// The file has bytes after the module.
    TrailingData = "P0209",

    /// PNaCl does not have this type.
    BadType = "P0301",
    /// The number of types differs from the count record.
    TypeCount = "P0302",
    /// A type is defined twice.
    DuplicateType = "P0303",
    /// A type is used that is not defined, or not defined yet.
    UndefinedType = "P0304",

    /// The type of a function address is not a function type.
    NotAFunctionType = "P0401",
    /// The number of function blocks differs from the number of defined functions.
    BodyCount = "P0402",
    /// A function or call has a calling convention other than C.
    CallingConvention = "P0403",
    /// A signature contains a type that ordinary functions may not use.
    BadSignature = "P0404",
    /// A name begins with `llvm.` but is not one of PNaCl's intrinsics.
    UnknownIntrinsic = "P0405",
    /// An intrinsic is declared with the wrong type.
    IntrinsicType = "P0406",
    /// A function is declared but not defined, and is not an intrinsic.
    UndefinedFunction = "P0407",
    /// An external function is neither `_start` nor an intrinsic.
    ExternalSymbol = "P0408",
    /// The program has no entry point, or more than one.
    EntryPoint = "P0409",

    /// The number of globals differs from the count record.
    GlobalCount = "P0501",
    /// A global has more or fewer initialisers than it announces.
    InitializerCount = "P0502",
    /// A relocation refers to an address that does not exist.
    UndefinedAddress = "P0503",

    /// A name is given to something that cannot have one.
    BadSymbol = "P0601",

    /// A constant is not valid for its type.
    BadConstant = "P0701",

    /// The basic blocks of a function do not match its count record.
    BlockCount = "P0801",
    /// An operand refers to a value that is neither defined nor declared so far.
    UndefinedValue = "P0802",
    /// An operand has a type that the instruction does not accept.
    TypeMismatch = "P0803",
    /// A branch targets the entry block, or a block that does not exist.
    BadBranch = "P0804",
    /// A phi does not match the edges into its block, or is not at the start of its block.
    BadPhi = "P0805",
    /// A value is used where its definition may not have run.
    Dominance = "P0806",
    /// A forward type declaration is wrong, or its value is never defined.
    ForwardDeclaration = "P0807",
    /// An alignment is not allowed here.
    BadAlignment = "P0808",
    /// A call does not match its callee, or an intrinsic is used other than in a call.
    BadCall = "P0809",
    /// An intrinsic's argument is not one of the constants that it accepts.
    IntrinsicArgument = "P0810",
    /// The index of a vector element is not a constant, or is out of range.
    VectorIndex = "P0811",
    /// A switch has a selector or a case that is not allowed.
    BadSwitch = "P0812",
    /// An operation or predicate does not exist for the types of its operands.
    BadOperation = "P0813",
    /// A return does not match the function's type.
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

    /// Returns the function whose body contains the error.
    pub fn function(&self) -> Option<FuncId> {
        self.0.place().function
    }

    /// Returns the block and instruction of the error.
    pub fn place(&self) -> Option<&Place> {
        self.0.place().place.as_ref()
    }

    /// Returns the text of the instruction or declaration at the position, if
    /// [`verify`](crate::verify::verify) has found it.
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

/// Sorts errors in file order.
#[cold]
pub(crate) fn in_file_order(mut errors: Vec<Error>) -> Errors {
    errors.sort_by_key(Error::position);
    Errors::new(errors, MAX_ERRORS)
}
