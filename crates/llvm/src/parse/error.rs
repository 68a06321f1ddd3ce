//! Errors of `.ll` files: kinds with stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(super) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// The error in a text of LLVM IR. Each kind has a stable code; the wording of
    /// messages may change.
    SyntaxErrorKind;

    /// Something else stands where the language expects a certain symbol, word,
    /// name, type or value.
    Unexpected = "Y0101",
    /// A bracket that is never closed, or closed without being open.
    Unbalanced = "Y0102",
    /// A number that is too large for its use.
    NumberRange = "Y0103",
    /// A string or quoted name that does not end.
    BadString = "Y0104",
    /// The text is larger than 4 GiB.
    TooLong = "Y0105",
    /// Types, constants or metadata that are nested too deeply.
    TooDeep = "Y0106",
    /// A character that does not belong to the language.
    BadCharacter = "Y0107",
    /// Constants that would take far more memory than the text.
    TooLarge = "Y0108",

    /// A value or global that nothing defines.
    UndefinedValue = "Y0201",
    /// A type that nothing defines.
    UndefinedType = "Y0202",
    /// A block that the function does not have.
    UndefinedBlock = "Y0203",
    /// A second definition of the same name.
    Redefinition = "Y0204",
    /// A group of attributes, comdat or node of metadata that nothing defines.
    UndefinedEntry = "Y0205",
    /// A number of a value or block that does not follow the one before it.
    WrongNumber = "Y0206",

    /// A type that is made of something that it cannot be made of, or that contains
    /// itself.
    IllegalType = "Y0301",
    /// A value of another type than the one that must stand there.
    WrongType = "Y0302",
    /// A constant that its type cannot have.
    BadConstant = "Y0303",
    /// An attribute that cannot stand there or lacks its argument.
    BadAttribute = "Y0304",
    /// An index that does not lead to a part of a type.
    BadIndex = "Y0305",

    /// An instruction that does not exist.
    UnknownInstruction = "Y0401",
    /// A block without a terminator at its end, or a body without a block.
    UnterminatedBlock = "Y0402",
    /// A name for an instruction without a result.
    NameOfNothing = "Y0403",

    /// Something that LLVM has and this reader does not support.
    Unsupported = "Y0501",
}

/// An error in a text, and its place.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// All errors of a text, in its order; never empty.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error while the text is being read.
pub(super) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of reading a part of the text.
pub(super) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
