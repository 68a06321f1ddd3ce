//! Commands: runs them, and formats them for a shell.

use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::process::{self, Stdio};

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Command {
    /// Creates a command without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
        }
    }

    /// Adds an argument.
    pub fn argument(&mut self, argument: impl Into<OsString>) -> &mut Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    pub fn arguments<T: Into<OsString>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Returns the command for the standard library. It inherits all streams.
    #[must_use]
    pub fn process(&self) -> process::Command {
        let mut process = process::Command::new(&self.program);
        process.args(&self.arguments);
        process
    }

    /// Runs the command without input and waits for it. Returns its output.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub fn output(&self) -> Result<process::Output, Error> {
        let mut process = self.process();
        process.stdin(Stdio::null());
        process.output().map_err(|error| self.not_started(&error))
    }

    /// Returns the error for a command that cannot be started.
    #[cold]
    pub(crate) fn not_started(&self, error: &std::io::Error) -> Error {
        Error::new(format!("cannot run {}: {error}", self.program.display()))
    }

    /// Returns the error for a command that failed and has printed the reason itself.
    #[cold]
    pub(crate) fn failed(&self, status: process::ExitStatus) -> Error {
        match status.code() {
            Some(_) => Error::already_told(),
            None => Error::new(format!("{} was stopped: {status}", self.program.display())),
        }
    }
}

/// Formats the command as one line for a shell.
impl fmt::Display for Command {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&quoted(self.program.as_os_str()))?;
        for argument in &self.arguments {
            write!(out, " {}", quoted(argument))?;
        }
        Ok(())
    }
}

/// Returns a word in shell syntax, quoted if necessary.
#[must_use]
pub fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+=:,./@%^".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        for (word, shown) in [
            ("-O2", "-O2"),
            ("-DNAME=1", "-DNAME=1"),
            ("", "''"),
            ("two words", "'two words'"),
            ("-DTEXT=\"a\"", "'-DTEXT=\"a\"'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("lib.a(x.o)", "'lib.a(x.o)'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), shown);
        }
    }

    #[test]
    fn commands_are_lines() {
        let mut command = Command::new("clang-19");
        command.argument("-c").arguments(["a b.c"]);
        assert_eq!(command.to_string(), "clang-19 -c 'a b.c'");
    }
}
