//! Errors of text that is assembled: kinds with stable codes.

use pinnacle_base::kinds;
use pinnacle_base::syntax;
pub use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place};
pub(crate) use pinnacle_base::syntax::{errors_of, fault};

kinds! {
    /// The kind of an error in PNaClAsm. Each kind has a stable code; the wording of messages may
    /// change.
    SyntaxErrorKind;

    /// Something else stands where the language expects a certain symbol,
    /// word or name.
    Unexpected = "T0101",
    /// The text ends in the middle of something.
    UnexpectedEnd = "T0102",
    /// A number outside the range that it may have.
    NumberRange = "T0103",
    /// A string that does not end, or an escape that does not exist.
    BadString = "T0104",
    /// A comment that carries a fact of the file and cannot be read.
    BadFact = "T0105",
    /// A line of a listing without its three columns.
    BadListing = "T0106",
    /// The text is larger than 4 GiB.
    TooLong = "T0107",

    /// A definition with another name than its place gives it.
    WrongName = "T0201",
    /// A name that nothing defines.
    UnknownName = "T0202",
    /// An abbreviation that the block does not have.
    UnknownAbbreviation = "T0203",
    /// A type that the types block does not define.
    UndefinedType = "T0204",
    /// A function block that belongs to no defined function address.
    NoSuchFunction = "T0205",

    /// A type that is not that of the value or function that it is given for.
    WrongType = "T0301",
    /// An operation that does not exist for the type that it is given for.
    WrongOperation = "T0302",
    /// A result where the instruction has none, or none where it has one.
    WrongResult = "T0303",
    /// A constant that its type cannot hold.
    ConstantRange = "T0304",

    /// A record, block or definition that cannot be written as the text says.
    CannotEncode = "T0401",
}

/// An error in a text, with its place.
pub type SyntaxError = syntax::SyntaxError<SyntaxErrorKind>;

/// The errors in a text, in order; never empty.
pub type SyntaxErrors = syntax::SyntaxErrors<SyntaxErrorKind>;

/// An error while the text is being read.
pub(crate) type Fault = syntax::Fault<SyntaxErrorKind>;

/// The result of parsing.
pub(crate) type Result<T> = syntax::Result<T, SyntaxErrorKind>;
