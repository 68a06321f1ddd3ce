//! Formats tables of text with columns as narrow as possible.

use crate::report::{Palette, Tone};
use std::io::{self, Write};

/// Maximum number of characters in a line.
pub(crate) const WIDTH: usize = 100;

/// Number of spaces before a table and between its columns.
const INDENT: usize = 2;
const GAP: usize = 2;

/// Width in characters of a bar that shows a fraction.
const BAR: usize = 12;

/// The alignment of text in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
    /// Left-aligned, and shortened if the table would be too wide. At most one column can be so.
    Cut,
}

/// A table with a title and a row of column titles.
#[derive(Debug)]
pub(crate) struct Table {
    title: String,
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
    /// Number of rows that are not shown.
    left_out: usize,
    /// Number of rows of sums, which are the last ones.
    sums: usize,
    /// A sentence under the table.
    note: Option<String>,
}

impl Table {
    /// Creates a table with these columns.
    pub(crate) fn new(title: impl Into<String>, columns: &[(&str, Side)]) -> Table {
        Table {
            title: title.into(),
            sides: columns.iter().map(|&(_, side)| side).collect(),
            rows: vec![columns.iter().map(|&(title, _)| title.to_owned()).collect()],
            left_out: 0,
            sums: 0,
            note: None,
        }
    }

    /// Adds a row for each of the first items, and counts the others.
    pub(crate) fn rows<T>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        top: usize,
        mut row: impl FnMut(T) -> Vec<String>,
    ) {
        let items = items.into_iter();
        self.left_out += items.len().saturating_sub(top);
        for item in items.take(top) {
            self.rows.push(row(item));
        }
    }

    /// Adds several rows for each of the first items. A row with a single text is a heading and has
    /// the whole line.
    pub(crate) fn groups<T>(
        &mut self,
        items: Vec<T>,
        top: usize,
        rows: impl FnMut(T) -> Vec<Vec<String>>,
    ) {
        self.left_out += items.len().saturating_sub(top);
        self.rows.extend(items.into_iter().take(top).flat_map(rows));
    }

    /// Sets a sentence that follows the table.
    pub(crate) fn note(&mut self, note: String) {
        self.note = Some(note);
    }

    /// Adds a highlighted row of sums.
    pub(crate) fn sum(&mut self, row: Vec<String>) {
        self.rows.push(row);
        self.sums += 1;
    }

    /// Writes the table after an empty line, or nothing if it has no rows.
    pub(crate) fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()> {
        if self.rows.len() == 1 {
            return Ok(());
        }
        let widths = self.widths();
        writeln!(out)?;
        let first_sum = self.rows.len() - self.sums;
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = " ".repeat(INDENT);
            for (column, (text, &width)) in row.iter().zip(&widths).enumerate() {
                if column > 0 {
                    line.push_str(&" ".repeat(GAP));
                }
                match self.sides[column] {
                    Side::Right => line.push_str(&format!("{text:>width$}")),
                    Side::Left => line.push_str(&format!("{text:<width$}")),
                    Side::Cut => line.push_str(&format!("{:<width$}", cut(text, width))),
                }
            }
            let line = match &row[..] {
                [heading] => format!("{:INDENT$}{heading}", ""),
                _ => line.trim_end().to_owned(),
            };
            if index == 0 {
                writeln!(out, "{}", palette.paint(Tone::Title, &self.title))?;
                writeln!(out, "{}", palette.paint(Tone::Faint, line))?;
            } else if index >= first_sum {
                writeln!(out, "{}", palette.paint(Tone::Title, line))?;
            } else {
                writeln!(out, "{line}")?;
            }
        }
        if let Some(note) = &self.note {
            let note = format!("{:INDENT$}{note}", "");
            writeln!(out, "{}", palette.paint(Tone::Faint, note))?;
        }
        if self.left_out > 0 {
            let note = format!(
                "{:INDENT$}and {} more; --top sets how many",
                "", self.left_out
            );
            writeln!(out, "{}", palette.paint(Tone::Faint, note))?;
        }
        Ok(())
    }

    /// Returns the widths of the columns, in characters.
    fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.sides.len()];
        for row in self.rows.iter().filter(|row| row.len() > 1) {
            for (width, text) in widths.iter_mut().zip(row) {
                *width = (*width).max(text.chars().count());
            }
        }
        let gaps = INDENT + GAP * (widths.len() - 1);
        let excess = (gaps + widths.iter().sum::<usize>()).saturating_sub(WIDTH);
        if let Some(column) = self.sides.iter().position(|&side| side == Side::Cut) {
            widths[column] = widths[column].saturating_sub(excess).max(1);
        }
        widths
    }
}

/// Shortens a text to a width in characters.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start = text.chars().take(width.saturating_sub(1));
    start.chain(std::iter::once('…')).collect()
}

/// Returns a fraction in percent.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".into();
    }
    format!("{:.1}%", part as f64 * 100.0 / whole as f64)
}

/// Returns a bar that shows a fraction, in eighths of a character.
pub(crate) fn bar(part: u64, whole: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if whole == 0 {
        return String::new();
    }
    let eighths = (part as f64 / whole as f64 * (BAR * 8) as f64).round() as usize;
    let eighths = eighths.min(BAR * 8);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_characters() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("äöüß", 3), "äö…");
        assert_eq!(cut("abc", 1), "…");
    }

    #[test]
    fn a_table_is_not_too_wide() {
        let mut table = Table::new("t", &[("name", Side::Cut), ("number", Side::Right)]);
        table.rows(["x".repeat(200), "y".into()], 5, |name| {
            vec![name, "1".into()]
        });
        let widths = table.widths();
        assert_eq!(INDENT + GAP + widths.iter().sum::<usize>(), WIDTH);
    }

    #[test]
    fn bars_are_as_long_as_the_share() {
        assert_eq!(bar(1, 1), "████████████");
        assert_eq!(bar(1, 24), "▌");
        assert_eq!(bar(0, 1), "");
    }
}
