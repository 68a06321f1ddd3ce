//! Errors in text that is assembled, whose kinds have stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(crate) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// The kind of an error in PNaClAsm. Each kind has a stable code; the wording of messages may
    /// change.
    SyntaxErrorKind;

    /// The text has something other than the symbol, word or name expected here.
    Unexpected = "T0101",
    /// The text ends too early.
    UnexpectedEnd = "T0102",
    /// A number is out of range.
    NumberRange = "T0103",
    /// A string is not closed, or contains an unknown escape.
    BadString = "T0104",
    /// A comment with information about the file is malformed or misplaced.
    BadFact = "T0105",
    /// A line of a listing does not have its three columns.
    BadListing = "T0106",
    /// The text is larger than 4 GiB.
    TooLong = "T0107",

    /// A name does not fit the place where it is defined.
    WrongName = "T0201",
    /// A name is used but not defined.
    UnknownName = "T0202",
    /// The block does not have this abbreviation.
    UnknownAbbreviation = "T0203",
    /// The types block does not define this type.
    UndefinedType = "T0204",
    /// There are more function blocks than defined functions.
    NoSuchFunction = "T0205",

    /// A type differs from that of the value or function that it is given for.
    WrongType = "T0301",
    /// The operation does not exist for the type.
    WrongOperation = "T0302",
    /// A name is given to an instruction without a result, or is missing for a result.
    WrongResult = "T0303",
    /// A constant does not fit its type.
    ConstantRange = "T0304",

    /// A record, block or definition cannot be encoded as the text asks.
    CannotEncode = "T0401",
}

/// An error in a text, with its place.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// The errors in a text, in order; never empty.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error during parsing.
pub(crate) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of parsing.
pub(crate) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
