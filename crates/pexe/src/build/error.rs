//! Errors in programs that are built in memory.

use crate::error::{Error as Found, ErrorKind, Place};
use crate::ids::FuncId;
use pinnacle_base::error;
use pinnacle_base::error_type;
use std::fmt;

error_type! {
    /// An error in the use of a builder, with its function, block and instruction if it has these.
    /// They are numbered as in the finished program. The error kinds are those of files, because
    /// the same rules apply.
    Error(ErrorKind, ProgramPlace)
}

/// The place of an error in a program that comes from no file.
#[derive(Clone, PartialEq, Eq)]
struct ProgramPlace {
    function: Option<FuncId>,
    place: Option<Place>,
}

impl error::Place for ProgramPlace {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        f.write_str(code)?;
        if let Some(function) = self.function {
            write!(f, " in {function}")?;
        }
        if let Some(place) = &self.place {
            write!(f, " {place}")?;
        }
        write!(f, ": {message}")
    }
}

impl Error {
    #[cold]
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        let (function, place) = (None, None);
        Error(error::Error::new(
            kind,
            message,
            ProgramPlace { function, place },
        ))
    }

    #[cold]
    pub(super) fn in_function(
        kind: ErrorKind,
        message: impl Into<String>,
        function: FuncId,
        place: Option<Place>,
    ) -> Error {
        let function = Some(function);
        Error(error::Error::new(
            kind,
            message,
            ProgramPlace { function, place },
        ))
    }

    /// Returns the function whose body contains the error.
    pub fn function(&self) -> Option<FuncId> {
        self.0.place().function
    }

    /// Returns the block and the instruction of the error.
    pub fn place(&self) -> Option<&Place> {
        self.0.place().place.as_ref()
    }
}

impl From<Found> for Error {
    #[cold]
    fn from(found: Found) -> Error {
        let (function, place) = (found.function(), found.place().cloned());
        let place = ProgramPlace { function, place };
        Error(error::Error::new(found.kind(), found.message(), place))
    }
}
