//! Errors of making a bundle.

use std::fmt;
use std::path::Path;

/// The reason why a bundle cannot be made, with a hint if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    message: String,
    hint: Option<String>,
}

impl Error {
    /// Makes the error for a file.
    pub(crate) fn new(file: &Path, message: &str) -> Error {
        Error {
            message: format!("{}: {message}", file.display()),
            hint: None,
        }
    }

    /// Makes the error for a file that cannot be read.
    pub(crate) fn read(file: &Path, error: impl fmt::Display) -> Error {
        Error::new(file, &format!("cannot be read: {error}"))
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Error {
        Error {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Advice about what to do next.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
