//! The output of commands: colours, JSON and failures.
//!
//! Results go to standard output, everything else to standard error. A reader of standard output
//! that closes it is not an error: the command ends silently.

use clap::ColorChoice;
use pinnacle_inspect::report::{Palette, Tone};
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Exit status if a file has errors.
pub(crate) const BAD_FILE: u8 = 1;

/// Exit status for wrong usage and unreadable files, as in clap.
pub(crate) const BAD_USE: u8 = 2;

/// The reason why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The output is no longer read.
    BrokenPipe,
    /// A reason that is reported to the user.
    Told(Box<Told>),
}

/// A message to the user.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) message: String,
    /// Further messages of the same kind.
    pub(crate) more: Vec<String>,
    pub(crate) hint: Option<String>,
    pub(crate) status: u8,
}

impl Failure {
    /// A failure of the command line or the environment.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure::Told(Box::new(Told {
            message: message.into(),
            more: Vec::new(),
            hint: None,
            status: BAD_USE,
        }))
    }

    /// Returns a failure with several messages, which are reported in order.
    pub(crate) fn with_status(messages: Vec<String>, status: u8) -> Failure {
        let mut messages = messages.into_iter();
        Failure::Told(Box::new(Told {
            message: messages.next().unwrap_or_default(),
            more: messages.collect(),
            hint: None,
            status,
        }))
    }

    /// Returns the failure for an error of the toolchain, with this exit status.
    pub(crate) fn of_toolchain(error: &pinnacle_driver::Error, status: u8) -> Failure {
        let failure = Failure::with_status(error.messages().to_vec(), status);
        match error.help() {
            Some(help) => failure.hint(help),
            None => failure,
        }
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failure {
        if let Failure::Told(told) = &mut self {
            told.hint = Some(hint.into());
        }
        self
    }
}

/// An error while writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::new(format!("cannot write the output: {error}")),
        }
    }
}

/// The colours for both outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    stdout: Palette,
    stderr: Palette,
}

impl Output {
    /// Chooses colours by the user's option, or by the terminal and `NO_COLOR`.
    pub(crate) fn new(choice: ColorChoice) -> Output {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let decide = |terminal: bool| match choice {
            ColorChoice::Always => Palette::Coloured,
            ColorChoice::Auto if wanted && terminal => Palette::Coloured,
            ColorChoice::Auto | ColorChoice::Never => Palette::Plain,
        };
        Output {
            stdout: decide(io::stdout().is_terminal()),
            stderr: decide(io::stderr().is_terminal()),
        }
    }

    /// Standard output, buffered.
    pub(crate) fn stdout(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Writes to standard output.
    pub(crate) fn show(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut out = self.stdout();
        contents(&mut out)?;
        out.flush()
    }

    /// Writes a JSON document to standard output.
    pub(crate) fn json(&self, value: &Value) -> io::Result<()> {
        self.show(|out| {
            serde_json::to_writer_pretty(&mut *out, value)?;
            out.write_all(b"\n")
        })
    }

    /// Writes a note to standard error.
    pub(crate) fn note(&self, message: impl Display) {
        // Standard error may be closed as well; then the error cannot be reported.
        let _ = writeln!(io::stderr(), "{message}");
    }

    /// The colours of standard output.
    pub(crate) fn palette(&self) -> Palette {
        self.stdout
    }

    /// Writes an `error:` line to standard error.
    pub(crate) fn error(&self, message: impl Display) {
        self.line(Tone::Error, "error:", message);
    }

    /// Writes a `hint:` line to standard error.
    pub(crate) fn hint(&self, message: impl Display) {
        self.line(Tone::Hint, "hint:", message);
    }

    /// Writes the reason why a command ends.
    pub(crate) fn tell(&self, told: &Told) {
        self.error(&told.message);
        for message in &told.more {
            self.error(message);
        }
        if let Some(hint) = &told.hint {
            self.hint(hint);
        }
    }

    fn line(&self, tone: Tone, word: &str, message: impl Display) {
        self.note(format_args!("{} {message}", self.stderr.paint(tone, word)));
    }
}
