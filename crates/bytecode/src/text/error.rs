//! Errors of assembly: kinds with stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(crate) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// What is wrong with assembly. Each kind has a stable code; the wording of
    /// messages may change.
    SyntaxErrorKind;

    /// Something else stands where the language expects a certain symbol, word,
    /// name, type or value.
    Unexpected = "A0101",
    /// The text ends in the middle of something.
    UnexpectedEnd = "A0102",
    /// A number that is too large for what it says.
    NumberRange = "A0103",
    /// A string or quoted name that does not end.
    BadString = "A0104",
    /// The text is larger than 4 GiB.
    TooLong = "A0105",
    /// An instruction that does not exist.
    UnknownInstruction = "A0106",
    /// A type, global or target behind the first function.
    Misplaced = "A0107",
    /// A block without a terminator at its end.
    UnterminatedBlock = "A0108",

    /// A value, global or function that nothing defines.
    UndefinedValue = "A0201",
    /// A type that nothing defines.
    UndefinedType = "A0202",
    /// A block that the function does not have.
    UndefinedBlock = "A0203",
    /// A second definition of the same name and type.
    Redefinition = "A0204",

    /// A type that stands for itself, or is made of what it cannot be made of.
    IllegalType = "A0301",
    /// A reference such as `\3` to an enclosing type, where fewer types enclose
    /// it.
    BadUpReference = "A0302",
    /// Too many different recursive types without names: comparing them all
    /// would take too long. With names they need not be compared.
    TooManyRecursiveTypes = "A0303",

    /// A value of another type than that which must stand there.
    WrongType = "A0401",
    /// A type for which there is no such operation.
    WrongOperation = "A0402",
    /// A constant that its type cannot hold.
    ConstantRange = "A0403",
    /// More or fewer elements, fields or arguments than the type has.
    WrongCount = "A0404",
    /// An index of `getelementptr` that leads nowhere.
    BadIndex = "A0405",
    /// A name for an instruction without a result, or for void.
    NameOfNothing = "A0406",
}

/// Something wrong with a text, and where.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// All that is wrong with a text, in its order; never empty.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error while the text is being read.
pub(crate) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of reading.
pub(crate) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
