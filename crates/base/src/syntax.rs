//! Syntax errors: a stable code, a message, a line and a column.
//!
//! A parser collects [`Fault`]s, which are cheap, and turns them into [`SyntaxErrors`] at the end.

use crate::error::{self, Error, Errors, Kind};
use std::fmt;

/// Maximum number of errors kept for one text. Parsing may end there.
pub const MAX_SYNTAX_ERRORS: usize = 100;

/// Maximum length of the part of a line that is shown around an error, in characters.
const SHOWN: usize = 100;

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The line itself, or the part of a long line around the column. Control characters other than
    /// tabs are replaced.
    pub source: String,
    /// Number of characters of `source` before the column.
    pub caret: usize,
}

impl Place {
    /// Returns the place of a byte of a text. An offset after the end means the end.
    pub fn of(text: &[u8], offset: usize) -> Place {
        let offset = offset.min(text.len());
        Place::on_line(text, offset, line_breaks(&text[..offset]))
    }

    /// Returns the place of a byte after this number of line breaks.
    fn on_line(text: &[u8], offset: usize, line: usize) -> Place {
        let (before, behind) = text.split_at(offset);
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let start = start.map_or(0, |at| at + 1);
        // In a very long line, only the text near the error is scanned.
        let near = offset.saturating_sub(16 * SHOWN).max(start);
        let behind = &behind[..behind.len().min(16 * SHOWN)];
        let end = behind.iter().position(|&byte| byte == b'\n');
        let end = offset + end.unwrap_or(behind.len());
        let column = characters(&text[near..offset]);
        let from = if column > SHOWN * 3 / 4 {
            column - SHOWN / 2
        } else {
            0
        };
        let shown = String::from_utf8_lossy(&text[near..end]);
        // Input that is not text may contain escape sequences for the terminal.
        let source = shown.trim_end_matches('\r').chars();
        let source = source.skip(from).take(SHOWN).map(|c| match c {
            '\t' => c,
            _ if c.is_control() => char::REPLACEMENT_CHARACTER,
            _ => c,
        });
        let column_number = characters(&text[start..near]) + column + 1;
        Place {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column_number).unwrap_or(u32::MAX),
            source: source.collect(),
            caret: column - from,
        }
    }

    /// Returns the source line and a line with a caret under the column, each with a line break.
    /// Tabs of the source stay tabs.
    pub fn picture(&self) -> String {
        let lead = self.source.chars().take(self.caret);
        let lead: String = lead.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let pad = " ".repeat(self.caret.saturating_sub(lead.chars().count()));
        format!("  {}\n  {lead}{pad}^\n", self.source)
    }
}

fn line_breaks(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Counts the characters in bytes that may not be UTF-8, at most one per byte.
fn characters(bytes: &[u8]) -> usize {
    // Bytes that continue a character begin with the bits 10.
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

impl error::Place for Place {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        write!(f, "{code} at {}:{}: {message}", self.line, self.column)
    }
}

/// A syntax error with its place.
pub type SyntaxError<K> = Error<K, Place>;

/// The syntax errors of a text in order; never empty.
pub type SyntaxErrors<K> = Errors<SyntaxError<K>>;

/// Converts the first [`MAX_SYNTAX_ERRORS`] faults to errors, finding their lines in one pass over
/// the text.
///
/// # Panics
///
/// Panics if `faults` is empty.
#[cold]
pub fn errors_of<K: Kind>(text: &[u8], mut faults: Vec<Fault<K>>) -> SyntaxErrors<K> {
    faults.sort_by_key(|fault| fault.at);
    faults.truncate(MAX_SYNTAX_ERRORS);
    let (mut line, mut seen) = (0, 0);
    let errors = faults.into_iter().map(|fault| {
        let offset = (fault.at as usize).min(text.len());
        line += line_breaks(&text[seen..offset]);
        seen = offset;
        let place = Place::on_line(text, offset, line);
        Error::new(fault.kind, fault.message, place)
    });
    Errors::new(errors.collect(), MAX_SYNTAX_ERRORS)
}

/// An error found while parsing, whose place is a byte offset.
#[derive(Debug)]
pub struct Fault<K> {
    /// The kind of the error.
    pub kind: K,
    /// Offset in bytes from the start of the text.
    pub at: u32,
    /// The message for people.
    pub message: String,
}

/// The result of parsing. An error is one word in size.
pub type Result<T, K> = std::result::Result<T, Box<Fault<K>>>;

/// Makes an error at a byte of the text.
#[cold]
pub fn fault<T, K>(kind: K, at: u32, message: impl Into<String>) -> Result<T, K> {
    Err(Box::new(Fault {
        kind,
        at,
        message: message.into(),
    }))
}

#[cfg(test)]
mod tests {
    #![allow(
        unreachable_pub,
        reason = "kinds of errors are public wherever they are listed"
    )]

    use super::*;

    crate::kinds! {
        /// The kind of a test's error.
        TestKind;

        /// Anything.
        Anything = "X0001",
    }

    #[test]
    fn kinds_are_listed_with_code_and_meaning() {
        let [kind] = TestKind::ALL else {
            panic!("there is one kind");
        };
        assert_eq!((kind.code(), kind.description()), ("X0001", "Anything."));
    }

    #[test]
    fn a_result_is_two_words() {
        assert_eq!(size_of::<Result<u8, TestKind>>(), 2 * size_of::<usize>());
    }

    #[test]
    fn errors_are_in_the_order_of_the_text() {
        let text = b"one\ntwo\nthree";
        let faults = [8, 0, 4, 100].map(|at| Fault {
            kind: TestKind::Anything,
            at,
            message: format!("at {at}"),
        });
        let errors = errors_of(text, faults.into());
        let places: Vec<_> = errors
            .iter()
            .map(|error| (error.place().line, error.place().column))
            .collect();
        assert_eq!(places, [(1, 1), (2, 1), (3, 1), (3, 6)]);
        assert_eq!(errors.to_string(), "X0001 at 1:1: at 0 (and 3 more errors)");
    }

    #[test]
    fn columns_count_characters() {
        let text = "first\n  \u{e4}\u{f6} here\r\nlast".as_bytes();
        let place = Place::of(text, text.iter().position(|&b| b == b'h').unwrap());
        assert_eq!((place.line, place.column), (2, 6));
        assert_eq!(place.source, "  \u{e4}\u{f6} here");
        assert_eq!(place.picture(), "    \u{e4}\u{f6} here\n       ^\n");
        assert_eq!(Place::of(text, 1000).line, 3);
    }

    #[test]
    fn a_terminal_is_told_nothing_by_the_line() {
        let place = Place::of(b"\x1b[2Jab\x00\tc", 6);
        assert_eq!(place.source, "\u{fffd}[2Jab\u{fffd}\tc");
        assert_eq!(place.column, 7);
    }

    #[test]
    fn of_a_long_line_a_part_is_shown() {
        let text = "x".repeat(100_000);
        for offset in [0, 70, 80, 5000, 99_999, 100_000] {
            let place = Place::of(text.as_bytes(), offset);
            assert_eq!(place.column as usize, offset + 1);
            assert!(place.source.len() <= SHOWN);
            assert!(place.caret <= place.source.len());
        }
    }
}
