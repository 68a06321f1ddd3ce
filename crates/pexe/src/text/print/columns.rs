//! Arranges the columns of the output, which are positions, records and assembly, and writes them.
//!
//! A construct is written into [`Columns::line`] and then placed beside its record. If both fit in
//! their columns, which is usual, they are copied; otherwise they are broken into rows. Text is
//! passed to the writer in pieces, so memory does not depend on the size of the output.

use super::layout::{Rows, Shape};
use super::marked_line::MarkedLine;
use super::prescan::Prescan;
use super::record::{self, Entry};
use super::{Colours, Form, Tone, digits};
use crate::error::Error;
use pinnacle_bitstream::{BitPosition, BlockHeader};
use std::io::{self, Write};
use std::ops::Range;

/// Width in characters of the column of positions.
const POSITION_WIDTH: usize = 10;

/// Width in characters of the assembly column in a listing.
const LISTING_WIDTH: usize = 39;

/// Width in characters of a row if there is only assembly.
const ASSEMBLY_WIDTH: usize = 100;

/// Additional indentation of continued rows.
const CONTINUATION: usize = 4;

/// Minimum number of characters of text in a row, regardless of the indentation.
const LEAST_TEXT: usize = 20;

/// Size in bytes at which buffered text is written.
const PIECE: usize = 1 << 16;

/// The spaces before positions and records.
const SPACES: &[u8; 128] = &[b' '; 128];

/// The destination of the text.
pub(super) enum Sink<'a> {
    /// A writer, which gets the text in pieces.
    Writer(&'a mut dyn Write),
    /// A buffer in memory.
    Memory,
    /// Only the assembly of some records is kept.
    Excerpts(Excerpts<'a>),
}

/// The records whose assembly was requested.
pub(super) struct Excerpts<'a> {
    /// The positions of records that have not been reached, in ascending order.
    wanted: &'a [u64],
    /// The assembly of the other records, with their positions.
    found: Vec<(u64, String)>,
}

impl<'a> Excerpts<'a> {
    /// Requests the records at these positions, which must be in ascending order.
    pub(super) fn new(wanted: &'a [u64]) -> Excerpts<'a> {
        Excerpts {
            wanted,
            found: Vec::new(),
        }
    }

    /// Returns true if the record at a position was requested and has not been returned yet.
    /// Requests before this position are dropped.
    fn take(&mut self, position: u64) -> bool {
        let until = |end| self.wanted.partition_point(|&wanted| wanted < end);
        let (from, to) = (until(position), until(position.saturating_add(1)));
        self.wanted = &self.wanted[to..];
        from < to
    }
}

pub(super) struct Columns<'a> {
    /// The line that is being written.
    pub(super) line: MarkedLine,
    pub(super) prescan: &'a Prescan,
    form: Form,
    colours: Option<&'a Colours>,
    sink: Sink<'a>,
    out: Vec<u8>,
    failure: Option<io::Error>,
    /// The rows of assembly of the current construct.
    rows: Rows,
    record_rows: Rows,
    /// The errors that have not been shown, by position.
    errors: &'a [Error],
    /// All errors.
    all_errors: &'a [Error],
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        form: Form,
        colours: Option<&'a Colours>,
        prescan: &'a Prescan,
        errors: &'a [Error],
        sink: Sink<'a>,
    ) -> Columns<'a> {
        Columns {
            line: MarkedLine::new(colours.is_some()),
            prescan,
            form,
            colours,
            sink,
            out: Vec::new(),
            failure: None,
            rows: Rows::default(),
            record_rows: Rows::default(),
            errors,
            all_errors: errors,
        }
    }

    /// Returns true if only assembly is printed, which must then represent the whole file.
    #[inline]
    pub(super) fn is_assembly(&self) -> bool {
        self.form == Form::Assembly
    }

    /// Returns true if no more text is needed or writing has failed.
    pub(super) fn is_done(&self) -> bool {
        let nothing_wanted = match &self.sink {
            Sink::Excerpts(excerpts) => excerpts.wanted.is_empty(),
            Sink::Writer(_) | Sink::Memory => false,
        };
        nothing_wanted || self.failure.is_some()
    }

    pub(super) fn colours(&self) -> Option<&'a Colours> {
        self.colours
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    pub(super) fn is_excerpt(&self) -> bool {
        matches!(self.sink, Sink::Excerpts(_))
    }

    /// Returns true if a part of a block is requested.
    pub(super) fn wants(&self, header: &BlockHeader) -> bool {
        match &self.sink {
            Sink::Excerpts(Excerpts { wanted, .. }) => {
                let next = wanted.partition_point(|&wanted| wanted < header.position);
                wanted.get(next).is_some_and(|&next| next < header.end())
            }
            Sink::Writer(_) | Sink::Memory => true,
        }
    }

    /// Returns the assembly of the requested records, with their positions.
    pub(super) fn into_excerpts(self) -> Vec<(u64, String)> {
        match self.sink {
            Sink::Excerpts(excerpts) => excerpts.found,
            Sink::Writer(_) | Sink::Memory => Vec::new(),
        }
    }

    /// Returns the errors that have not been shown.
    pub(super) fn errors(&self) -> &'a [Error] {
        self.errors
    }

    /// Replaces all errors.
    pub(super) fn set_errors(&mut self, errors: &'a [Error]) {
        self.errors = errors;
        self.all_errors = errors;
    }

    /// Skips errors before a position, because they were shown by other columns.
    pub(super) fn skip_errors(&mut self, before: u64) {
        let shown = self
            .errors
            .partition_point(|error| error.position().0 < before);
        self.errors = self.errors.get(shown..).unwrap_or_default();
    }

    /// Returns the text in the buffer and empties it.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Appends text that other columns have produced.
    pub(super) fn append(&mut self, text: &[u8]) {
        if let (Sink::Writer(_), true) = (&self.sink, text.len() >= PIECE) {
            self.flush();
            self.write_out(text);
        } else {
            self.out.extend_from_slice(text);
            self.flush_if_full();
        }
    }

    /// Writes all buffered text.
    ///
    /// # Errors
    ///
    /// Fails with the first error of the writer.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.flush();
        self.failure.take().map_or(Ok(()), Err)
    }

    #[inline]
    fn flush_if_full(&mut self) {
        if self.out.len() >= PIECE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Sink::Writer(_) = self.sink {
            let out = std::mem::take(&mut self.out);
            self.write_out(&out);
            self.out = out;
            self.out.clear();
        }
    }

    fn write_out(&mut self, text: &[u8]) {
        if let (Sink::Writer(writer), None) = (&mut self.sink, &self.failure) {
            self.failure = writer.write_all(text).err();
        }
    }

    fn shape(&self, indent: usize) -> Shape {
        let width = match (self.form, &self.sink) {
            (_, Sink::Excerpts(_)) => usize::MAX,
            (Form::Assembly, _) => ASSEMBLY_WIDTH,
            (Form::Listing | Form::Records, _) => LISTING_WIDTH,
        };
        Shape {
            width,
            indent,
            continuation: CONTINUATION,
            deepest: match self.form {
                Form::Assembly => width / 2,
                Form::Listing | Form::Records => LISTING_WIDTH - LEAST_TEXT,
            },
            trimmed: self.form == Form::Assembly,
        }
    }

    /// Ends a line of a construct that has further lines.
    pub(super) fn end_line(&mut self, indent: usize) {
        self.rows
            .lay_out(&self.line, self.shape(indent), self.colours);
        self.line.clear();
    }

    /// Does the same with another width.
    pub(super) fn end_line_within(&mut self, indent: usize, width: usize) {
        let shape = Shape {
            width,
            ..self.shape(indent)
        };
        self.rows.lay_out(&self.line, shape, self.colours);
        self.line.clear();
    }

    /// Discards the rows of the current construct.
    pub(super) fn discard(&mut self) {
        self.line.clear();
        self.rows.clear();
    }

    /// Prints the construct that was written, beside its record.
    #[inline]
    pub(super) fn put(&mut self, entry: &Entry<'_>, indent: usize) {
        let width = indent + self.line.text.len();
        let is_plain = self.colours.is_none() && self.rows.is_empty() && !self.is_excerpt();
        match self.form {
            Form::Listing if is_plain && width <= LISTING_WIDTH => self.put_short(entry, indent),
            Form::Assembly if is_plain && width <= ASSEMBLY_WIDTH => self.put_row(indent),
            _ => self.put_long(entry, indent),
        }
        self.discard();
        self.flush_if_full();
    }

    /// Prints a construct in the common case: its assembly is one row without colours.
    #[inline]
    fn put_short(&mut self, entry: &Entry<'_>, indent: usize) {
        let start = self.out.len();
        position(&mut self.out, entry.position);
        self.out.push(b'|');
        let record_start = self.out.len();
        record::write(&mut self.out, entry);
        let width = self.out.len() - record_start;
        if width > record::WIDTH {
            self.out.truncate(start);
            return self.put_long(entry, indent);
        }
        self.out.extend_from_slice(&SPACES[..record::WIDTH - width]);
        self.out.push(b'|');
        self.out.extend_from_slice(&SPACES[..indent]);
        self.out.extend_from_slice(&self.line.text);
        self.out.push(b'\n');
    }

    /// Prints a row with only assembly.
    #[inline]
    fn put_row(&mut self, indent: usize) {
        let text = self.line.text.trim_ascii_end();
        if !text.is_empty() {
            self.out.extend_from_slice(&SPACES[..indent]);
            self.out.extend_from_slice(text);
            self.out.push(b'\n');
        }
    }

    #[inline(never)]
    fn put_long(&mut self, entry: &Entry<'_>, indent: usize) {
        if !self.line.text.is_empty() {
            self.end_line(indent);
        }
        if let Sink::Excerpts(excerpts) = &mut self.sink {
            if excerpts.take(entry.position) {
                let text = one_line(&self.rows);
                if !text.is_empty() {
                    excerpts.found.push((entry.position, text));
                }
            }
            return;
        }
        if self.form == Form::Assembly {
            return self.put_rows();
        }
        self.record_rows.clear();
        record::lay_out(&mut self.record_rows, entry);
        let count = match self.form {
            Form::Records => self.record_rows.len(),
            Form::Assembly | Form::Listing => self.record_rows.len().max(self.rows.len()),
        };
        for row in 0..count {
            self.begin_row(row, (row == 0).then_some(entry.position));
        }
    }

    /// Prints assembly that belongs to no record.
    pub(super) fn put_label(&mut self, indent: usize) {
        if !self.line.text.is_empty() {
            self.end_line(indent);
        }
        match (self.form, &self.sink) {
            (_, Sink::Excerpts(_)) | (Form::Records, _) => {}
            (Form::Assembly, _) => self.put_rows(),
            (Form::Listing, _) => {
                self.record_rows.clear();
                for row in 0..self.rows.len() {
                    self.begin_row(row, None);
                }
            }
        }
        self.discard();
        self.flush_if_full();
    }

    /// Prints an empty line between parts if there is only assembly.
    pub(super) fn put_gap(&mut self) {
        if self.is_assembly() && !self.is_excerpt() {
            self.out.push(b'\n');
        }
    }

    fn put_rows(&mut self) {
        for index in 0..self.rows.len() {
            self.out
                .extend_from_slice(self.rows.get(index).unwrap_or_default());
            self.out.push(b'\n');
        }
    }

    /// Writes the position and record columns of a row.
    fn begin_row(&mut self, row: usize, at: Option<u64>) {
        let colours = self.colours;
        let Columns {
            out,
            rows,
            record_rows,
            form,
            ..
        } = self;
        let toned = |out: &mut Vec<u8>, tone, write: &mut dyn FnMut(&mut Vec<u8>)| {
            let Some(colours) = colours else {
                return write(out);
            };
            out.extend_from_slice((colours.start)(tone).as_bytes());
            write(out);
            out.extend_from_slice(colours.end.as_bytes());
        };
        toned(out, Tone::Position, &mut |out| match at {
            Some(at) => position(out, at),
            None => out.extend_from_slice(&SPACES[..POSITION_WIDTH]),
        });
        out.push(b'|');
        let record = record_rows.get(row).unwrap_or_default();
        toned(out, Tone::Record, &mut |out| out.extend_from_slice(record));
        if *form == Form::Listing {
            let missing = record::WIDTH.saturating_sub(record.len());
            out.extend_from_slice(&SPACES[..missing]);
            out.push(b'|');
            out.extend_from_slice(rows.get(row).unwrap_or_default());
        }
        out.push(b'\n');
    }

    /// Prints a comment on a row of its own.
    pub(super) fn put_comment(&mut self, indent: usize, tone: Tone, text: &str) {
        if self.is_excerpt() {
            return;
        }
        self.line.clear();
        self.line.tone(tone);
        self.line.text(b"// ");
        // A message may contain bytes of the file, but a comment ends at the end of its line.
        self.line.text.extend(
            text.bytes()
                .map(|byte| if byte < b' ' { b' ' } else { byte }),
        );
        self.line.plain();
        if self.form == Form::Records {
            self.end_line(indent);
            self.put_rows();
            self.discard();
        } else {
            self.put_label(indent);
        }
    }

    /// Returns true if there are errors that have not been shown.
    #[inline]
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Shows the errors before a position.
    pub(super) fn show_errors(&mut self, before: u64, indent: usize) {
        while let Some((error, rest)) = self.errors.split_first() {
            let BitPosition(at) = error.position();
            if at >= before {
                break;
            }
            self.errors = rest;
            self.put_comment(indent, Tone::Error, &format!("error: {error}"));
        }
    }
}

impl Columns<'_> {
    /// Shows the errors before the end of a range of bits, and the reason why this range cannot be
    /// read. Usually one of the errors has the same reason.
    pub(super) fn give_up(
        &mut self,
        error: &pinnacle_bitstream::Error,
        range: Range<u64>,
        indent: usize,
    ) {
        let end = range.end;
        let known = errors_in(self.all_errors, range).iter().any(|known| {
            known.code() == error.kind().code() || known.position().0 == error.position()
        });
        self.show_errors(end, indent);
        if !known {
            self.put_comment(indent, Tone::Error, &format!("error: {error}"));
        }
    }
}

/// Joins the rows of a construct to one line.
fn one_line(rows: &Rows) -> String {
    let mut text = Vec::new();
    for index in 0..rows.len() {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(rows.get(index).unwrap_or_default().trim_ascii());
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the errors in a range of positions.
pub(super) fn errors_in(errors: &[Error], range: Range<u64>) -> &[Error] {
    let before = |end: u64| errors.partition_point(|error| error.position().0 < end);
    let (from, to) = (before(range.start), before(range.end));
    errors.get(from..to).unwrap_or_default()
}

/// Appends a position as bytes and bits, right-aligned.
#[inline]
fn position(out: &mut Vec<u8>, bits: u64) {
    let start = out.len();
    out.extend_from_slice(&SPACES[..POSITION_WIDTH]);
    let digits_start = out.len();
    digits::decimal(out, bits / 8);
    out.push(b':');
    out.push(b'0' + (bits % 8) as u8);
    let width = out.len() - digits_start;
    // Moves the text to the left, over as many spaces as it has characters.
    let spaces = width.min(POSITION_WIDTH);
    out.copy_within(digits_start.., start + POSITION_WIDTH - spaces);
    let len = start + POSITION_WIDTH - spaces + width;
    out.truncate(len);
}
