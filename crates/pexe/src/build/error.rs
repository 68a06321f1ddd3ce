//! What is wrong with a program that is being built.

use crate::error::{Error as Found, ErrorKind, Place};
use crate::ids::FuncId;
use std::fmt;

/// A mistake in the use of a builder, and where: in which function, block and
/// instruction, as far as it is about one. Places are counted as in the
/// finished program.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Found);

impl Error {
    #[cold]
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Found::new(kind, 0, message))
    }

    #[cold]
    pub(super) fn in_function(
        kind: ErrorKind,
        message: impl Into<String>,
        function: FuncId,
        place: Option<Place>,
    ) -> Error {
        Error(Found::new(kind, 0, message).in_function(function, place))
    }

    /// What is wrong. The kinds are those of files: the same rules are broken.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind()
    }

    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.0.code()
    }

    /// A sentence for people, without code and place.
    pub fn message(&self) -> &str {
        self.0.message()
    }

    /// The function in whose body the mistake is.
    pub fn function(&self) -> Option<FuncId> {
        self.0.function()
    }

    /// The block and the instruction that the mistake is about.
    pub fn place(&self) -> Option<&Place> {
        self.0.place()
    }
}

impl From<Found> for Error {
    #[cold]
    fn from(found: Found) -> Error {
        Error(found)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        if let Some(function) = self.function() {
            write!(f, " in {function}")?;
        }
        if let Some(place) = self.place() {
            write!(f, " {}, instruction {}", place.block, place.inst)?;
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
