//! Breaks a [`MarkedLine`] into rows that fit a column.
//!
//! Units are placed one after the other. A unit that does not fit begins a new row. If it does not
//! fit there either and is a list, its elements are placed in the same way. If a space would be
//! after the last column, it is dropped and a new row begins. The original disassembler fills its
//! column in the same way, including trailing spaces.

use super::Colours;
use super::marked_line::{Mark, MarkKind, MarkedLine};
use std::ops::Range;

/// The width of a column, and the indentation of its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Maximum number of characters in a row.
    pub(super) width: usize,
    /// Number of spaces before the first row.
    pub(super) indent: usize,
    /// Additional indentation of continued rows, unless the line specifies another indentation.
    pub(super) continuation: usize,
    /// Maximum indentation that a line can specify.
    pub(super) deepest: usize,
    /// True if spaces at the ends of rows are removed.
    pub(super) trimmed: bool,
}

/// Rows of text.
#[derive(Debug, Default)]
pub(super) struct Rows {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Rows {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        Some(&self.bytes[start..end])
    }

    /// Returns the buffer for the next row, which [`Rows::end_row`] ends.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub(super) fn end_row(&mut self) {
        self.ends.push(self.bytes.len());
    }

    /// Appends the rows of a line.
    pub(super) fn lay_out(&mut self, line: &MarkedLine, shape: Shape, colours: Option<&Colours>) {
        let mut layout = Layout {
            line,
            shape,
            colours,
            column: 0,
            row_begun: false,
            first: true,
            pushed: Vec::new(),
            tone: None,
            rows: self,
        };
        layout.list(0..line.text.len(), 0..line.marks.len(), 0);
        layout.end_row();
    }
}

struct Layout<'a> {
    line: &'a MarkedLine,
    shape: Shape,
    colours: Option<&'a Colours>,
    /// Number of characters in the row so far; undefined before the row has begun.
    column: usize,
    row_begun: bool,
    /// True if this is the first row.
    first: bool,
    /// The indentations that the line has specified.
    pushed: Vec<usize>,
    /// The escape sequence of the current colour.
    tone: Option<&'static str>,
    rows: &'a mut Rows,
}

impl Layout<'_> {
    /// Places units that are separated by marks of this depth.
    fn list(&mut self, text: Range<usize>, marks: Range<usize>, depth: u8) {
        let (mut text_start, mut mark_start) = (text.start, marks.start);
        for index in marks.clone() {
            let Mark {
                at,
                depth: found,
                kind,
            } = self.line.marks[index];
            if found != depth || !matches!(kind, MarkKind::Space | MarkKind::Cut) {
                continue;
            }
            let at = at as usize;
            self.unit(text_start..at, mark_start..index, depth);
            text_start = at;
            mark_start = index + 1;
            if kind == MarkKind::Space {
                self.space();
                text_start += 1;
            }
        }
        self.unit(text_start..text.end, mark_start..marks.end, depth);
    }

    fn unit(&mut self, text: Range<usize>, marks: Range<usize>, depth: u8) {
        if !self.fits(text.len()) {
            if self.row_begun {
                self.end_row();
            }
            let is_list = self.line.marks[marks.clone()]
                .iter()
                .any(|mark| matches!(mark.kind, MarkKind::Space | MarkKind::Cut));
            if is_list && !self.fits(text.len()) {
                return self.list(text, marks, depth + 1);
            }
        }
        self.write(text, marks);
    }

    fn fits(&self, len: usize) -> bool {
        let column = if self.row_begun {
            self.column
        } else {
            self.indent()
        };
        column + len <= self.shape.width
    }

    fn space(&mut self) {
        if self.fits(1) {
            self.begin_row();
            self.rows.bytes.push(b' ');
            self.column += 1;
        } else {
            self.end_row();
        }
    }

    /// Writes a unit and applies its marks.
    fn write(&mut self, text: Range<usize>, marks: Range<usize>) {
        if !text.is_empty() {
            self.begin_row();
        }
        let (line, start) = (self.line, self.column);
        let mut written = text.start;
        for mark in &line.marks[marks] {
            let at = mark.at as usize;
            match mark.kind {
                MarkKind::Push => {
                    let column = start + at - text.start;
                    self.pushed.push(column.min(self.shape.deepest));
                }
                MarkKind::Pop => {
                    self.pushed.pop();
                }
                MarkKind::Tone(tone) => {
                    self.rows.bytes.extend_from_slice(&line.text[written..at]);
                    written = at;
                    self.change_tone(
                        tone.zip(self.colours)
                            .map(|(tone, colours)| (colours.start)(tone)),
                    );
                }
                MarkKind::Space | MarkKind::Cut => {}
            }
        }
        self.rows
            .bytes
            .extend_from_slice(&line.text[written..text.end]);
        self.column = start + text.len();
    }

    fn change_tone(&mut self, tone: Option<&'static str>) {
        let end = self.colours.map_or("", |colours| colours.end);
        let escape = tone.or(self.tone.map(|_| end)).unwrap_or_default();
        self.tone = tone;
        if self.row_begun {
            self.rows.bytes.extend_from_slice(escape.as_bytes());
        }
    }

    /// Returns the indentation of the next row.
    fn indent(&self) -> usize {
        match self.pushed.last() {
            _ if self.first => self.shape.indent,
            Some(&column) => column,
            None => self.shape.indent + self.shape.continuation,
        }
    }

    fn begin_row(&mut self) {
        if self.row_begun {
            return;
        }
        self.column = self.indent();
        let len = self.rows.bytes.len() + self.column;
        self.rows.bytes.resize(len, b' ');
        self.rows
            .bytes
            .extend_from_slice(self.tone.unwrap_or_default().as_bytes());
        self.row_begun = true;
        self.first = false;
    }

    fn end_row(&mut self) {
        if !self.row_begun {
            return;
        }
        if self.shape.trimmed {
            while self.rows.bytes.ends_with(b" ") {
                self.rows.bytes.pop();
            }
        }
        if let (Some(_), Some(colours)) = (self.tone, self.colours) {
            self.rows.bytes.extend_from_slice(colours.end.as_bytes());
        }
        self.rows.end_row();
        self.row_begun = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(line: &MarkedLine, width: usize) -> Vec<String> {
        let shape = Shape {
            width,
            indent: 2,
            continuation: 4,
            deepest: width - 20,
            trimmed: false,
        };
        let mut rows = Rows::default();
        rows.lay_out(line, shape, None);
        (0..rows.len())
            .map(|index| String::from_utf8(rows.get(index).unwrap().to_vec()).unwrap())
            .collect()
    }

    /// Returns the line `call i32 @f7(i32 %v1, i32 %v2, ...);`.
    fn call(arguments: usize) -> MarkedLine {
        let mut line = MarkedLine::new(false);
        line.text(b"call");
        line.space();
        line.text(b"i32");
        line.space();
        line.open();
        line.text(b"@f7(");
        line.push();
        for index in 0..arguments {
            if index > 0 {
                line.byte(b',');
                line.space();
            }
            line.open();
            line.text(b"i32");
            line.space();
            line.text(b"%v");
            line.number(index as u64);
            line.close();
        }
        line.byte(b')');
        line.pop();
        line.close();
        line.cut();
        line.byte(b';');
        line
    }

    #[test]
    fn a_short_line_is_one_row() {
        assert_eq!(rows(&call(1), 39), ["  call i32 @f7(i32 %v0);"]);
    }

    #[test]
    fn a_list_that_does_not_fit_begins_a_row() {
        assert_eq!(
            rows(&call(3), 39),
            ["  call i32 ", "      @f7(i32 %v0, i32 %v1, i32 %v2);"]
        );
    }

    #[test]
    fn a_list_longer_than_a_row_is_broken_and_indented() {
        assert_eq!(
            rows(&call(5), 39),
            [
                "  call i32 ",
                "      @f7(i32 %v0, i32 %v1, i32 %v2, ",
                "          i32 %v3, i32 %v4);"
            ]
        );
    }

    #[test]
    fn a_space_after_the_last_column_is_dropped() {
        let mut line = MarkedLine::new(false);
        line.text(b"12345678");
        line.space();
        line.text(b"x");
        assert_eq!(rows(&line, 31), ["  12345678 x"]);
        let mut line = MarkedLine::new(false);
        line.text(&[b'y'; 29]);
        line.space();
        line.text(b"x");
        assert_eq!(rows(&line, 31)[1], "      x");
    }
}
