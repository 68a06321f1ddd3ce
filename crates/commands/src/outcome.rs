//! The result of a command.

use pinnacle_inspect::Input;
use pinnacle_inspect::bytecode::Wrong;
use pinnacle_inspect::syntax;
use pinnacle_pexe::Error;
use pinnacle_pexe::text::SyntaxErrors;
use serde_json::Value;
use std::fmt::Display;

/// The exit status of a file that is right.
pub const GOOD: u8 = 0;

/// Exit status for a file with errors.
pub const BAD_FILE: u8 = 1;

/// Exit status for wrong usage, such as a text where a program is expected.
pub const BAD_USE: u8 = 2;

/// The kind of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// The command failed.
    Error,
    /// A hint for the user.
    Hint,
    /// A report of work that was done.
    Note,
}

impl MessageKind {
    /// The name by which JavaScript knows the kind.
    pub fn name(self) -> &'static str {
        match self {
            MessageKind::Error => "error",
            MessageKind::Hint => "hint",
            MessageKind::Note => "note",
        }
    }
}

/// The result of a command for one file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The exit status: [`GOOD`], [`BAD_FILE`] or [`BAD_USE`].
    pub status: u8,
    /// The text or the file that was made. If there is none, nothing is written.
    pub result: Option<Vec<u8>>,
    /// The findings, as a document.
    pub document: Option<Value>,
    /// A second file that was requested: the source map of a translation.
    pub side: Option<Vec<u8>>,
    /// Messages for standard error, in their order.
    pub messages: Vec<(MessageKind, String)>,
}

impl Outcome {
    /// A result, and nothing else to say.
    pub fn made(result: Vec<u8>) -> Outcome {
        Outcome {
            result: Some(result),
            ..Outcome::default()
        }
    }

    /// A failure with this status and one error for each message.
    pub fn failed(status: u8, messages: impl IntoIterator<Item = String>) -> Outcome {
        let messages = messages.into_iter();
        Outcome {
            status,
            messages: messages.map(|text| (MessageKind::Error, text)).collect(),
            ..Outcome::default()
        }
    }

    /// Wrong usage.
    pub fn refused(message: impl Into<String>) -> Outcome {
        Outcome::failed(BAD_USE, [message.into()])
    }

    /// The failure for a file with one error.
    pub fn bad(input: &Input, error: impl Display) -> Outcome {
        Outcome::failed(BAD_FILE, [format!("{}: {error}", input.name)])
    }

    /// A text with errors, each with its line.
    pub fn bad_text(name: &str, errors: &SyntaxErrors) -> Outcome {
        Outcome::failed(BAD_FILE, syntax::messages(name, errors))
    }

    /// The failure for an invalid file of LLVM 1.x.
    pub fn bad_bytecode(input: &Input, wrong: &Wrong) -> Outcome {
        match wrong {
            Wrong::File(error) => Outcome::bad(input, error),
            Wrong::Text(_) => Outcome::failed(BAD_FILE, wrong.messages(&input.name)),
        }
    }

    /// A faulty program, with all of its errors and with advice.
    pub fn bad_program<'e>(
        input: &Input,
        errors: impl IntoIterator<Item = &'e Error>,
        hint: Option<String>,
    ) -> Outcome {
        let errors = errors.into_iter();
        let outcome = Outcome::failed(BAD_FILE, errors.map(|error| input.describe(error)));
        outcome.hint(hint)
    }

    /// A file of an unexpected kind.
    pub fn unexpected(input: &Input, expected: &str) -> Outcome {
        let what = input.kind.description();
        Outcome::refused(format!("{} is {what}, expected {expected}", input.name))
    }

    /// Adds advice, if there is any.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Outcome {
        let hint = hint.into().map(|hint| (MessageKind::Hint, hint));
        self.messages.extend(hint);
        self
    }

    /// Adds a line about the work that was done.
    #[must_use]
    pub fn note(mut self, note: String) -> Outcome {
        self.messages.push((MessageKind::Note, note));
        self
    }

    /// Adds a document.
    #[must_use]
    pub fn with_document(mut self, document: Value) -> Outcome {
        self.document = Some(document);
        self
    }
}
