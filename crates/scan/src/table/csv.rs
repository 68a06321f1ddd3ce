//! Writes lines as the rows of one CSV table, for spreadsheets.

use super::{Column, ColumnType, column, text};
use csv_core::WriteResult;
use serde_json::Value;
use std::fmt;
use std::io::{self, Write};

/// The columns, in order. Lists of objects have no column; they are only in the lines.
pub const COLUMNS: &[Column] = &[
    column("place", "/place", ColumnType::Text),
    column("kind", "/kind", ColumnType::Text),
    column("format", "/format", ColumnType::Text),
    column("size", "/size", ColumnType::Integer),
    column("sha256", "/sha256", ColumnType::Text),
    column("valid", "/valid", ColumnType::Boolean),
    column("error_code", "/error/code", ColumnType::Text),
    column("error", "/error/message", ColumnType::Text),
    column("version", "/version", ColumnType::Text),
    column("release", "/release", ColumnType::Text),
    column("processor", "/processor", ColumnType::Text),
    column("libc", "/libc", ColumnType::Text),
    column("functions", "/functions", ColumnType::Integer),
    column("instructions", "/instructions", ColumnType::Integer),
    column("appended", "/appended", ColumnType::Integer),
    column("pepper", "/pepper", ColumnType::Boolean),
    column("threads", "/threads", ColumnType::Boolean),
    column("gl", "/gl", ColumnType::Boolean),
    column("interfaces", "/interfaces", ColumnType::Text),
    column("irt_interfaces", "/irt_interfaces", ColumnType::Text),
    column("intrinsics", "/intrinsics", ColumnType::Text),
    column("producers", "/producers", ColumnType::Text),
    column("languages", "/languages", ColumnType::Text),
    column("signature", "/signature", ColumnType::Text),
    column("title", "/title", ColumnType::Text),
    column("captured", "/captured", ColumnType::Text),
    column("manifests", "/manifests", ColumnType::Text),
    column("pages", "/pages", ColumnType::Text),
    column("duplicate_of", "/duplicate_of", ColumnType::Text),
    column("similar_to", "/similar/0/place", ColumnType::Text),
];

/// A writer of CSV (RFC 4180) with the names of the columns in the first row.
pub struct Csv<W> {
    out: W,
    writer: csv_core::Writer,
    buffer: Vec<u8>,
}

impl<W> fmt::Debug for Csv<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Csv")
    }
}

impl<W: Write> Csv<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn new(out: W) -> io::Result<Csv<W>> {
        let terminator = csv_core::Terminator::CRLF;
        let writer = csv_core::WriterBuilder::new()
            .terminator(terminator)
            .build();
        let mut csv = Csv {
            out,
            writer,
            buffer: vec![0; 4096],
        };
        csv.row(COLUMNS.iter().map(|column| column.name.to_owned()))?;
        Ok(csv)
    }

    /// Writes a line as a row. A text that a spreadsheet would take for a formula gets a prefix
    /// that marks it as text.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn add(&mut self, line: &Value) -> io::Result<()> {
        let cells = COLUMNS.iter().map(|column| {
            let cell = text(line, column);
            match cell.starts_with(['=', '+', '-', '@']) && column.column_type == ColumnType::Text {
                true => format!("'{cell}"),
                false => cell,
            }
        });
        self.row(cells)
    }

    fn row(&mut self, cells: impl Iterator<Item = String>) -> io::Result<()> {
        for (index, cell) in cells.enumerate() {
            if index > 0 {
                self.write(|writer, buffer| {
                    let (result, written) = writer.delimiter(buffer);
                    (result, written)
                })?;
            }
            let mut left = cell.as_bytes();
            self.write(|writer, buffer| {
                let (result, read, written) = writer.field(left, buffer);
                left = &left[read..];
                (result, written)
            })?;
        }
        self.write(|writer, buffer| {
            let (result, written) = writer.terminator(buffer);
            (result, written)
        })
    }

    /// Calls `part` until it has consumed all of its input, because the output may be larger than
    /// the buffer.
    fn write(
        &mut self,
        mut part: impl FnMut(&mut csv_core::Writer, &mut [u8]) -> (WriteResult, usize),
    ) -> io::Result<()> {
        loop {
            let (result, written) = part(&mut self.writer, &mut self.buffer);
            self.out.write_all(&self.buffer[..written])?;
            if result == WriteResult::InputEmpty {
                return Ok(());
            }
        }
    }
}
