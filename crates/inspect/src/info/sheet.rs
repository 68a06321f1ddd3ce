//! Defines the output of `info` for a file: lines of text, and a JSON document.

use crate::numbers::grouped;
use crate::report::{Palette, Report, Tone};
use serde_json::Value;
use std::io::{self, Write};

/// Width in characters of the column of labels.
const TITLES: usize = 14;

/// Maximum number of listed names.
const MAX_NAMES: usize = 20;

/// The summary of one file.
#[derive(Debug)]
pub struct Sheet {
    /// The name of the file.
    pub name: String,
    /// A label and a value. The label is empty on continuation lines.
    pub lines: Vec<(&'static str, String)>,
    /// The errors of the file, in file order.
    pub errors: Vec<String>,
    /// Advice about the errors, or on using the file.
    pub hint: Option<String>,
    /// The same facts as JSON.
    pub document: Value,
}

impl Sheet {
    /// Creates a sheet with a document but without lines.
    pub(crate) fn new(name: &str, document: Value) -> Sheet {
        Sheet {
            name: name.to_owned(),
            lines: Vec::new(),
            errors: Vec::new(),
            hint: None,
            document,
        }
    }

    /// Adds a line with a label and a value.
    pub(crate) fn line(&mut self, title: &'static str, text: impl Into<String>) {
        self.lines.push((title, text.into()));
    }

    /// Adds a list with one item on each line, or nothing if it is empty.
    pub(crate) fn list(&mut self, title: &'static str, items: impl IntoIterator<Item = String>) {
        for (index, item) in items.into_iter().enumerate() {
            self.line(if index == 0 { title } else { "" }, item);
        }
    }

    /// Adds a list of names on continued lines. Only the first names are shown.
    pub(crate) fn names(
        &mut self,
        title: &'static str,
        names: impl ExactSizeIterator<Item = String>,
    ) {
        let more = names.len().saturating_sub(MAX_NAMES) as u64;
        self.list(title, names.take(MAX_NAMES));
        if more > 0 {
            self.line("", format!("and {} more; --json lists all", grouped(more)));
        }
    }
}

impl Report for Sheet {
    fn is_good(&self) -> bool {
        self.errors.is_empty()
    }

    fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()> {
        writeln!(out, "{}", palette.paint(Tone::Title, &self.name))?;
        for (title, text) in &self.lines {
            writeln!(out, "  {title:TITLES$}{text}")?;
        }
        for error in &self.errors {
            writeln!(out, "  {} {error}", palette.paint(Tone::Error, "error:"))?;
        }
        if let Some(hint) = &self.hint {
            writeln!(out, "  {} {hint}", palette.paint(Tone::Hint, "hint:"))?;
        }
        Ok(())
    }

    fn document(&self) -> Value {
        self.document.clone()
    }
}
