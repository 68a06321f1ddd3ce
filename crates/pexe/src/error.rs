//! Errors of reading and checking: a stable code, a sentence, a position.

use crate::ids::{BlockId, FuncId};
use crate::limits::MAX_ERRORS;
use pinnacle_base::kinds;
pub use pinnacle_bitstream::BitPosition;
use std::fmt;

kinds! {
    /// What is wrong with a file. Each kind has a stable code; the wording of
    /// messages may change.
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
    /// Bytes behind the module.
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
    /// An `llvm.` name that is no intrinsic of PNaCl.
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
    /// An operand that is no value defined or declared so far.
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
    /// The index of a vector element is no constant within the vector.
    VectorIndex = "P0811",
    /// A switch with a selector or case that it may not have.
    BadSwitch = "P0812",
    /// An operation or predicate that does not exist for its operands.
    BadOperation = "P0813",
    /// A return that does not fit the function's type.
    BadReturn = "P0814",
}

/// Something wrong with a file, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    position: u64,
    message: String,
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

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, position: u64, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            position,
            message: message.into(),
            function: None,
            place: None,
            text: None,
        }))
    }

    #[cold]
    pub(crate) fn in_function(mut self, function: FuncId, place: Option<Place>) -> Error {
        self.0.function = Some(function);
        self.0.place = place;
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// Where the faulty record starts, in bits from the start of the file.
    pub fn position(&self) -> BitPosition {
        BitPosition(self.0.position)
    }

    /// A sentence for people, without code and position.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The function in whose body the error is.
    pub fn function(&self) -> Option<FuncId> {
        self.0.function
    }

    /// The block and instruction that the error is about.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// The record at the position as text, where
    /// [`verify`](crate::verify::verify) found it: the instruction or
    /// declaration that the error is about.
    pub fn text(&self) -> Option<&str> {
        self.0.text.as_deref()
    }

    #[cold]
    pub(crate) fn set_text(&mut self, text: String) {
        self.0.text = Some(text.into());
    }

    /// Whether more bytes at the end of the file might have prevented it.
    pub(crate) fn wants_more(&self) -> bool {
        use pinnacle_bitstream::ErrorKind as Container;
        matches!(
            self.0.kind,
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.code(), self.position())?;
        if let Some(function) = self.function() {
            write!(f, " ({function}")?;
            if let Some(place) = self.place() {
                write!(f, " {}, instruction {}", place.block, place.inst)?;
            }
            f.write_str(")")?;
        }
        write!(f, ": {}", self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// All that is wrong with a file, in file order; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errors {
    errors: Vec<Error>,
    more: bool,
}

impl Errors {
    pub(crate) fn new(mut errors: Vec<Error>) -> Errors {
        assert!(!errors.is_empty());
        errors.sort_by_key(Error::position);
        let more = errors.len() > MAX_ERRORS;
        errors.truncate(MAX_ERRORS);
        Errors { errors, more }
    }

    /// Whether there are more errors than [`MAX_ERRORS`], of which only the
    /// first are kept.
    pub fn more(&self) -> bool {
        self.more
    }

    /// The errors, and whether there are more.
    pub(crate) fn into_parts(self) -> (Vec<Error>, bool) {
        (self.errors, self.more)
    }

    /// The error that comes first in the file.
    pub fn first(&self) -> &Error {
        &self.errors[0]
    }

    /// The errors in file order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Error> {
        self.errors.iter()
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Errors {
        Errors::new(vec![error])
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self.errors.len() - 1 {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl std::error::Error for Errors {}

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
