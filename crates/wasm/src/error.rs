//! Why a program cannot be translated.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::layout::TooLarge;
use std::fmt;

/// Why a program cannot be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Its data do not fit into memory.
    Layout(TooLarge),
    /// A function's code is larger than engines take.
    FunctionTooLarge {
        /// The function.
        function: FuncId,
        /// The bytes of its code.
        size: usize,
    },
    /// It calls a function that it declares and does not define, and which is not an intrinsic.
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
