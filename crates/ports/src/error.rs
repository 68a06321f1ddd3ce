//! The error type.

use std::fmt;
use std::path::Path;

/// An error with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    hint: Option<String>,
}

impl Error {
    /// An error without advice.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
        }
    }

    /// Adds advice.
    #[cold]
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the advice, if there is any.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The error of a file or folder that cannot be written.
    #[cold]
    pub(crate) fn not_written(path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("cannot write {}: {error}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
