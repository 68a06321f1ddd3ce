//! Defines reports about files, which are written as text or as JSON.

use pinnacle_pexe::text::print::{self, Colours};
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, Write};

/// A report about one file.
pub trait Report {
    /// Returns true if the file has no errors.
    fn is_good(&self) -> bool;

    /// Writes the report as text.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()>;

    /// Returns the report as a JSON document.
    fn document(&self) -> Value;
}

/// The role of a piece of text, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The word before an error.
    Error,
    /// The word before a hint.
    Hint,
    /// The word for a file without errors.
    Good,
    /// A name or a title.
    Title,
    /// Less important text.
    Faint,
}

impl Tone {
    /// Returns the terminal escape sequences that begin this tone.
    fn start(self) -> &'static str {
        match self {
            Tone::Error => "\u{1b}[1m\u{1b}[31m",
            Tone::Hint => "\u{1b}[1m\u{1b}[36m",
            Tone::Good => "\u{1b}[1m\u{1b}[32m",
            Tone::Title => "\u{1b}[1m",
            Tone::Faint => "\u{1b}[2m",
        }
    }
}

/// The colours of text, or no colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// No colours.
    Plain,
    /// Colours with terminal escape sequences.
    Coloured,
}

impl Palette {
    /// Returns a text in the colour of a tone.
    pub fn paint(self, tone: Tone, text: impl Display) -> String {
        match self {
            Palette::Plain => text.to_string(),
            Palette::Coloured => format!("{}{text}\u{1b}[0m", tone.start()),
        }
    }
}

/// The colours of a program that is printed on a terminal.
pub const LISTING: Colours = Colours {
    start: listing_start,
    end: "\u{1b}[0m",
};

/// Returns the terminal escape sequences that begin a tone of a listing.
fn listing_start(tone: print::Tone) -> &'static str {
    match tone {
        print::Tone::Position | print::Tone::Record | print::Tone::Comment => "\u{1b}[2m",
        print::Tone::Keyword => "\u{1b}[1m",
        print::Tone::Type => "\u{1b}[36m",
        print::Tone::Address => "\u{1b}[33m",
        print::Tone::Label => "\u{1b}[35m",
        print::Tone::Abbreviation => "\u{1b}[2m",
        print::Tone::Text => "\u{1b}[32m",
        print::Tone::Error => "\u{1b}[1;31m",
        _ => "",
    }
}

/// Escapes characters that have a meaning in XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_optional() {
        assert_eq!(Palette::Plain.paint(Tone::Error, "x"), "x");
        assert_eq!(
            Palette::Coloured.paint(Tone::Title, "x"),
            "\u{1b}[1mx\u{1b}[0m"
        );
    }
}
