//! Errors of `.ll` files: kinds with stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(super) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// The error in a text of LLVM IR. Each kind has a stable code; the wording of
    /// messages may change.
    SyntaxErrorKind;

    /// The text has something other than the symbol, word, name, type or value expected here.
    Unexpected = "Y0101",
    /// A bracket is never closed, or was never opened.
    Unbalanced = "Y0102",
    /// A number is too large for its use.
    NumberRange = "Y0103",
    /// A string or quoted name is not closed.
    BadString = "Y0104",
    /// The text is larger than 4 GiB.
    TooLong = "Y0105",
    /// Types, constants or metadata are nested too deeply.
    TooDeep = "Y0106",
    /// The language does not have this character.
    BadCharacter = "Y0107",
    /// Constants would take far more memory than the text.
    TooLarge = "Y0108",

    /// A value or global is used but not defined.
    UndefinedValue = "Y0201",
    /// A type is used but not defined.
    UndefinedType = "Y0202",
    /// The function does not have this block.
    UndefinedBlock = "Y0203",
    /// A name is defined twice.
    Redefinition = "Y0204",
    /// An attribute group, a comdat or a metadata node is used but not defined.
    UndefinedEntry = "Y0205",
    /// The number of a value or block does not follow the previous one.
    WrongNumber = "Y0206",

    /// A type has a component that it cannot have, or contains itself.
    IllegalType = "Y0301",
    /// A value has the wrong type.
    WrongType = "Y0302",
    /// A constant is not valid for its type.
    BadConstant = "Y0303",
    /// An attribute is not allowed here, or lacks its argument.
    BadAttribute = "Y0304",
    /// An index does not lead to a part of the type.
    BadIndex = "Y0305",

    /// The instruction does not exist.
    UnknownInstruction = "Y0401",
    /// A block does not end with a terminator, or a body has no blocks.
    UnterminatedBlock = "Y0402",
    /// A name is given to an instruction without a result.
    NameOfNothing = "Y0403",

    /// This feature of LLVM is not supported.
    Unsupported = "Y0501",
}

/// An error in a text, and its place.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// All errors in a text, in its order. There is at least one.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error while the text is being read.
pub(super) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of reading a part of the text.
pub(super) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
