//! The errors of the driver, with hints.

use std::fmt;

/// One or several errors of the driver, with a hint.
#[derive(Clone, Debug)]
pub struct Error(Box<Told>);

#[derive(Clone, Debug, Default)]
struct Told {
    messages: Vec<String>,
    hint: Option<String>,
    status: Option<u8>,
}

impl Error {
    /// Creates an error with one message.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self::all(vec![message.into()])
    }

    /// Creates an error with several messages. If there are none, the error has already been
    /// reported, for example by a command that printed its own message.
    #[cold]
    #[must_use]
    pub fn all(messages: Vec<String>) -> Self {
        Self(Box::new(Told {
            messages,
            hint: None,
            status: None,
        }))
    }

    /// Creates an error that has already been reported to the user.
    #[cold]
    #[must_use]
    pub fn already_told() -> Self {
        Self::all(Vec::new())
    }

    /// Adds a hint on how to fix the error.
    #[cold]
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Sets the exit status with which a command ends because of this error.
    #[cold]
    #[must_use]
    pub fn with_status(mut self, status: u8) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Returns the exit status with which a command ends because of this error, if it is not the
    /// default one.
    #[must_use]
    pub fn status(&self) -> Option<u8> {
        self.0.status
    }

    /// Returns the messages, each a sentence. There are none if the error has already been
    /// reported.
    #[must_use]
    pub fn messages(&self) -> &[String] {
        &self.0.messages
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, message) in self.0.messages.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(out, "{separator}{message}")?;
        }
        if let Some(hint) = &self.0.hint {
            write!(out, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
