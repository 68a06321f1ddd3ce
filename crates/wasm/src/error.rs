//! Errors of the translation.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::layout::TooLarge;
use std::fmt;

/// The reason why a program cannot be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program's data does not fit into memory.
    Layout(TooLarge),
    /// A function's code is larger than engines accept.
    FunctionTooLarge {
        /// The function.
        function: FuncId,
        /// The size of the function's code in bytes.
        size: usize,
    },
    /// The program calls a function that is declared but not defined, and that is not an intrinsic.
    Undefined(FuncId),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Layout(error) => error.fmt(f),
            Error::FunctionTooLarge { function, size } => write!(
                f,
                "{function} takes {size} bytes of code, more than the {} that engines allow",
                crate::limits::FUNCTION_BYTES
            ),
            Error::Undefined(function) => write!(
                f,
                "{function} is declared but has no body, and is not an intrinsic"
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Error {
        Error::Layout(error)
    }
}
