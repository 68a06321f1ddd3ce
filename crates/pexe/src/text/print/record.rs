//! Prints the column of records.

use super::digits;
use super::layout::Rows;
use pinnacle_bitstream::{Encoding, predefined};

/// The width of the column in characters.
pub(super) const WIDTH: usize = 29;

/// Maximum indentation of continued rows, which leaves enough room for the longest number.
const DEEPEST: usize = 8;

/// Codes for items that are not records in the file.
mod code {
    pub(super) const HEADER: u64 = 65532;
    pub(super) const DEFINE_ABBREVIATION: u64 = 65533;
    pub(super) const EXIT_BLOCK: u64 = 65534;
    pub(super) const ENTER_BLOCK: u64 = 65535;
}

/// An entry of the column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub(super) position: u64,
    /// Number of blocks that contain the item.
    pub(super) depth: usize,
    /// The abbreviation index; `None` for the header.
    pub(super) abbreviation: Option<u64>,
    pub(super) code: u64,
    pub(super) operands: &'a [u64],
}

impl<'a> Entry<'a> {
    /// Returns the entry of the header with these bytes.
    pub(super) fn header(bytes: &'a [u64]) -> Entry<'a> {
        Entry {
            position: 0,
            depth: 0,
            abbreviation: None,
            code: code::HEADER,
            operands: bytes,
        }
    }

    /// Returns the entry of the start of a block. The operands are its ID and the width of
    /// abbreviation indices.
    pub(super) fn enter_block(position: u64, depth: usize, operands: &'a [u64; 2]) -> Entry<'a> {
        Entry {
            position,
            depth,
            abbreviation: Some(predefined::ENTER_BLOCK),
            code: code::ENTER_BLOCK,
            operands,
        }
    }

    /// Returns the entry of the end of a block. `depth` is that of its start.
    pub(super) fn exit_block(position: u64, depth: usize) -> Entry<'static> {
        Entry {
            position,
            depth,
            abbreviation: Some(predefined::END_BLOCK),
            code: code::EXIT_BLOCK,
            operands: &[],
        }
    }

    /// Returns the entry of an abbreviation; see [`definition`] for the operands.
    pub(super) fn abbreviation(position: u64, depth: usize, operands: &'a [u64]) -> Entry<'a> {
        Entry {
            position,
            depth,
            abbreviation: Some(predefined::DEFINE_ABBREVIATION),
            code: code::DEFINE_ABBREVIATION,
            operands,
        }
    }
}

/// Returns the numbers in the definition of an abbreviation.
pub(super) fn definition(encodings: impl Iterator<Item = Encoding> + Clone) -> Vec<u64> {
    let mut numbers = vec![encodings.clone().count() as u64];
    for encoding in encodings {
        match encoding {
            Encoding::Literal(value) => numbers.extend([1, value]),
            Encoding::Fixed(width) => numbers.extend([0, 1, width]),
            Encoding::Vbr(width) => numbers.extend([0, 2, width]),
            Encoding::Array => numbers.extend([0, 3]),
            Encoding::Char6 => numbers.extend([0, 4]),
        }
    }
    numbers
}

/// Appends an entry in one row.
#[inline]
pub(super) fn write(out: &mut Vec<u8>, entry: &Entry<'_>) {
    begin(out, entry);
    digits::decimal(out, entry.code);
    for &operand in entry.operands {
        out.extend_from_slice(b", ");
        digits::decimal(out, operand);
    }
    out.push(b'>');
}

/// Appends the text before the numbers.
#[inline]
fn begin(out: &mut Vec<u8>, entry: &Entry<'_>) {
    let len = out.len() + entry.depth * 2;
    out.resize(len, b' ');
    if let Some(index) = entry.abbreviation {
        digits::decimal(out, index);
        out.extend_from_slice(b": ");
    }
    out.push(b'<');
}

/// Appends an entry in several rows. A number that does not fit in a row with its comma begins a
/// new row, and so do a space and the closing bracket.
pub(super) fn lay_out(rows: &mut Rows, entry: &Entry<'_>) {
    let mut number = Vec::with_capacity(24);
    let mut start = rows.bytes().len();
    begin(rows.bytes(), entry);
    let indent = (rows.bytes().len() - start).min(DEEPEST);
    let begin_row = |rows: &mut Rows| {
        rows.end_row();
        let start = rows.bytes().len();
        rows.bytes().resize(start + indent, b' ');
        start
    };
    let count = entry.operands.len();
    let numbers = std::iter::once(entry.code).chain(entry.operands.iter().copied());
    for (index, value) in numbers.enumerate() {
        if index > 0 {
            if rows.bytes().len() - start < WIDTH {
                rows.bytes().push(b' ');
            } else {
                start = begin_row(rows);
            }
        }
        number.clear();
        digits::decimal(&mut number, value);
        if index < count {
            number.push(b',');
        }
        let column = rows.bytes().len() - start;
        if column > indent && column + number.len() > WIDTH {
            start = begin_row(rows);
        }
        rows.bytes().extend_from_slice(&number);
    }
    if rows.bytes().len() - start >= WIDTH {
        begin_row(rows);
    }
    rows.bytes().push(b'>');
    rows.end_row();
}
