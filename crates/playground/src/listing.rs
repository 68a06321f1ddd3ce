//! A text of any length. A page requests only the lines that it shows.

use crate::outline::{self, Entry};
use std::io::{self, Write};

/// Maximum size of a text in bytes; the rest is left out.
const MAX_TEXT: usize = 256 << 20;

/// Maximum number of bytes that are shown of a line.
const MAX_LINE: usize = 4096;

/// A text, its lines and its functions.
#[derive(Debug, Default)]
pub struct Listing {
    text: Vec<u8>,
    /// Start of each line.
    starts: Vec<u32>,
    outline: Vec<Entry>,
    is_cut: bool,
}

impl Listing {
    /// The text that something writes, up to a bound.
    ///
    /// # Errors
    ///
    /// Fails with the errors of the writer, except for the bound.
    pub fn of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Listing> {
        let mut bounded = Bounded::default();
        match write(&mut bounded) {
            Err(error) if !bounded.is_full => Err(error),
            _ => Ok(Listing::new(bounded.text, bounded.is_full)),
        }
    }

    fn new(text: Vec<u8>, is_cut: bool) -> Listing {
        let ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        let starts = ends.map(|(at, _)| at as u32 + 1);
        let mut starts: Vec<u32> = [0].into_iter().chain(starts).collect();
        if starts.last() == Some(&(text.len() as u32)) {
            starts.pop();
        }
        let mut listing = Listing {
            text,
            starts,
            outline: Vec::new(),
            is_cut,
        };
        listing.outline = outline::of((0..listing.len()).map(|line| listing.line(line)));
        listing
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns true if the end was left out.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The functions, in the order of the text.
    pub fn outline(&self) -> &[Entry] {
        &self.outline
    }

    /// All of it.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// Some lines, each as far as it can be shown.
    pub fn lines(&self, first: usize, count: usize) -> String {
        let end = first.saturating_add(count).min(self.len());
        let mut shown = String::new();
        for line in first..end {
            let line = self.line(line);
            let part = &line[..line.len().min(MAX_LINE)];
            shown += &String::from_utf8_lossy(part);
            if part.len() < line.len() {
                shown.push('…');
            }
            shown.push('\n');
        }
        shown
    }

    /// Returns the next or previous line that contains some words, ignoring case. The search wraps
    /// around once.
    pub fn find(&self, words: &str, from: usize, backwards: bool) -> Option<usize> {
        let (words, count) = (words.as_bytes(), self.len());
        if words.is_empty() || count == 0 {
            return None;
        }
        let matches = |line: &usize| contains(self.line(*line), words);
        let from = from % count;
        let mut order: Box<dyn Iterator<Item = usize>> = match backwards {
            false => Box::new((from..count).chain(0..from)),
            true => Box::new((0..=from).rev().chain((from + 1..count).rev())),
        };
        order.find(matches)
    }

    fn line(&self, line: usize) -> &[u8] {
        let start = self.starts[line] as usize;
        let end = (self.starts.get(line + 1)).map_or(self.text.len(), |&next| next as usize);
        let line = &self.text[start..end];
        line.strip_suffix(b"\n").unwrap_or(line)
    }
}

fn contains(line: &[u8], words: &[u8]) -> bool {
    let first = words[0].to_ascii_lowercase();
    line.windows(words.len())
        .any(|window| window[0].to_ascii_lowercase() == first && window.eq_ignore_ascii_case(words))
}

/// A writer that accepts text until it is full.
#[derive(Debug, Default)]
struct Bounded {
    text: Vec<u8>,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(MAX_TEXT - self.text.len());
        self.text.extend_from_slice(&bytes[..taken]);
        if taken < bytes.len() {
            self.is_full = true;
            return Err(io::ErrorKind::WriteZero.into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(text: &str) -> Listing {
        Listing::of(|out| out.write_all(text.as_bytes())).unwrap()
    }

    #[test]
    fn lines_are_shown_from_anywhere() {
        let listing = listing("one\ntwo\nthree");
        assert_eq!(listing.len(), 3);
        assert_eq!(listing.lines(1, 1), "two\n");
        assert_eq!(listing.lines(2, 10), "three\n");
        assert_eq!(listing.lines(3, usize::MAX), "");
    }

    #[test]
    fn a_newline_at_the_end_begins_no_line() {
        assert_eq!(listing("one\n").len(), 1);
        assert_eq!(listing("").len(), 0);
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let listing = listing(&"x".repeat(MAX_LINE + 1));
        assert_eq!(listing.lines(0, 1).chars().count(), MAX_LINE + 2);
    }

    #[test]
    fn words_are_found_onwards_and_backwards_and_around() {
        let listing = listing("Load\nstore\nload\nadd");
        assert_eq!(listing.find("load", 1, false), Some(2));
        assert_eq!(listing.find("LOAD", 3, false), Some(0));
        assert_eq!(listing.find("load", 1, true), Some(0));
        assert_eq!(listing.find("add", 1, true), Some(3));
        assert_eq!(listing.find("phi", 0, false), None);
        assert_eq!(listing.find("", 0, false), None);
    }

    #[test]
    fn write_errors_are_reported() {
        let error = Listing::of(|_| Err(io::ErrorKind::Other.into()));
        assert!(error.is_err());
    }
}
