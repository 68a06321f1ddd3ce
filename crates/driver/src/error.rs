//! Why something could not be done.

use std::fmt;

/// One or several things that are wrong, and what may help.
#[derive(Clone, Debug)]
pub struct Error(Box<Told>);

#[derive(Clone, Debug, Default)]
struct Told {
    messages: Vec<String>,
    hint: Option<String>,
}

impl Error {
    /// One thing that is wrong.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self::all(vec![message.into()])
    }

    /// Several things that are wrong. If there are none, someone else has told
    /// the user already: a command that failed with a message of its own.
    #[cold]
    #[must_use]
    pub fn all(messages: Vec<String>) -> Self {
        Self(Box::new(Told {
            messages,
            hint: None,
        }))
    }

    /// A failure of which the user was told already.
    #[cold]
    #[must_use]
    pub fn already_told() -> Self {
        Self::all(Vec::new())
    }

    /// Adds what may help.
    #[cold]
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// The errors, a sentence each; none if they were already reported to the user.
    #[must_use]
    pub fn messages(&self) -> &[String] {
        &self.0.messages
    }

    /// Advice that may help.
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
