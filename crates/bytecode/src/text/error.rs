//! Errors of assembly: kinds with stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(crate) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// The kind of an error in assembly. Each kind has a stable code; the wording of messages may
    /// change.
    SyntaxErrorKind;

    /// The text has something other than the symbol, word, name, type or value expected here.
    Unexpected = "A0101",
    /// The text ends too early.
    UnexpectedEnd = "A0102",
    /// A number is too large for its use.
    NumberRange = "A0103",
    /// A string or quoted name is not closed.
    BadString = "A0104",
    /// The text is larger than 4 GiB.
    TooLong = "A0105",
    /// The instruction does not exist.
    UnknownInstruction = "A0106",
    /// A type, global, target or library comes after the first function.
    Misplaced = "A0107",
    /// A block does not end with a terminator.
    UnterminatedBlock = "A0108",

    /// A value, global or function is used but not defined.
    UndefinedValue = "A0201",
    /// A type is used but not defined.
    UndefinedType = "A0202",
    /// The function does not have this block.
    UndefinedBlock = "A0203",
    /// A name is defined twice with the same type.
    Redefinition = "A0204",

    /// A type is defined as itself, or has a component that it cannot have.
    IllegalType = "A0301",
    /// A reference such as `\3` counts more enclosing types than there are.
    BadUpReference = "A0302",
    /// The text has too many recursive types without names to compare in reasonable time. Give them
    /// names.
    TooManyRecursiveTypes = "A0303",

    /// A value has the wrong type.
    WrongType = "A0401",
    /// The operation does not exist for the type.
    WrongOperation = "A0402",
    /// A constant does not fit its type.
    ConstantRange = "A0403",
    /// The number of elements, fields or arguments differs from the type.
    WrongCount = "A0404",
    /// An index of `getelementptr` does not lead to a part of the type.
    BadIndex = "A0405",
    /// A name is given to an instruction without a result, or to void.
    NameOfNothing = "A0406",
}

/// An error in a text, with its place.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// All errors in a text, in its order. There is at least one.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error while the text is being read.
pub(crate) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of reading.
pub(crate) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
