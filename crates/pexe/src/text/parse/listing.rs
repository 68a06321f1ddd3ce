//! Extracts PNaClAsm from listings, where it is the third of three columns.
//!
//! ```text
//!  162:0|    3: <21, 0, 2, 0, 1>      |    @t3 = void (i32, float);
//! ```
//!
//! The assembly column is extracted and parsed as if there were no other columns. The record column
//! is used if the assembly has less information than the record: floating-point numbers are printed
//! with six digits, and the width of abbreviation indices is not printed.

use crate::text::error::{Result, SyntaxErrorKind, fault};

/// A row of a listing.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The start of its text in [`Listing::assembly`].
    assembly: u32,
    /// The position of its assembly column in the listing.
    source: u32,
    /// The start of its record column in the listing.
    record: u32,
    /// True if the row has an address, so that it is the first row of a record.
    addressed: bool,
}

/// A parsed listing.
#[derive(Debug)]
pub(super) struct Listing<'a> {
    source: &'a [u8],
    /// The assembly column.
    pub(super) assembly: Vec<u8>,
    /// The bytes before the first block, if the listing contains them.
    pub(super) header: Option<Vec<u8>>,
    rows: Vec<Row>,
}

/// Returns true if a text looks like a listing: its first line, after empty lines and comments,
/// begins with an address and a column separator.
pub fn is_listing(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"//"));
    let line = line.unwrap_or_default();
    let Some(column) = line.iter().take(40).position(|&byte| byte == b'|') else {
        return false;
    };
    is_address(&line[..column]) && line[column + 1..].contains(&b'|')
}

/// Returns true if a column contains an address, `BYTE:BIT`.
fn is_address(column: &[u8]) -> bool {
    let mut parts = column.trim_ascii().split(|&byte| byte == b':');
    let digits = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    digits(parts.next()) && digits(parts.next()) && parts.next().is_none()
}

impl<'a> Listing<'a> {
    /// Separates the columns of a listing.
    pub(super) fn read(source: &'a [u8]) -> Result<Listing<'a>> {
        let mut listing = Listing {
            source,
            assembly: Vec::with_capacity(source.len() / 2),
            header: None,
            rows: Vec::with_capacity(source.len() / 48),
        };
        let mut start = 0;
        let mut in_header = false;
        while start < source.len() {
            let rest = &source[start..];
            let len = rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len());
            listing.row(&rest[..len], start, &mut in_header)?;
            start += len + 1;
        }
        Ok(listing)
    }

    fn row(&mut self, line: &[u8], start: usize, in_header: &mut bool) -> Result<()> {
        let comment = line.iter().position(|&byte| byte != b' ');
        if let Some(comment) = comment.filter(|&at| line[at..].starts_with(b"//")) {
            self.rows.push(Row {
                assembly: self.assembly.len() as u32,
                source: start as u32,
                // A slash ends any record.
                record: (start + comment) as u32,
                addressed: false,
            });
            self.assembly.extend_from_slice(line);
            self.assembly.push(b'\n');
            return Ok(());
        }
        let Some(first) = line.iter().position(|&byte| byte == b'|') else {
            return not_a_row(line, start);
        };
        let address = line[..first].trim_ascii();
        let Some(second) = line[first + 1..].iter().position(|&byte| byte == b'|') else {
            return not_a_row(line, start);
        };
        let addressed = !address.is_empty();
        if addressed && !is_address(address) {
            return not_a_row(line, start);
        }
        let record = &line[first + 1..first + 1 + second];
        let assembly = first + second + 2;
        self.rows.push(Row {
            assembly: self.assembly.len() as u32,
            source: (start + assembly) as u32,
            record: (start + first + 1) as u32,
            addressed,
        });
        if addressed {
            *in_header = record.trim_ascii().starts_with(b"<65532");
            if *in_header {
                self.header = Some(Vec::new());
            }
        }
        if *in_header {
            let after_code = record.iter().position(|&byte| byte == b',');
            let from = if addressed {
                after_code.map_or(0, |at| at + 1)
            } else {
                0
            };
            let header = self.header.get_or_insert_default();
            for word in record[from..].split(|byte| !byte.is_ascii_digit()) {
                let byte = std::str::from_utf8(word)
                    .ok()
                    .and_then(|word| word.parse().ok());
                header.extend::<Option<u8>>(byte);
            }
        } else {
            self.assembly.extend_from_slice(&line[assembly..]);
        }
        self.assembly.push(b'\n');
        Ok(())
    }

    /// Returns the position in the listing of a byte of the assembly column.
    pub(super) fn source(&self, assembly: u32) -> u32 {
        let index = self.row_of(assembly);
        match self.rows.get(index) {
            Some(row) => row.source + (assembly - row.assembly),
            None => assembly,
        }
    }

    fn row_of(&self, assembly: u32) -> usize {
        self.rows
            .partition_point(|row| row.assembly <= assembly)
            .saturating_sub(1)
    }

    /// Reads the code and the operands in the record column of a byte of the assembly column.
    /// `hint` is the row of an earlier byte, and is set to the row of this one.
    pub(super) fn record(&self, assembly: u32, hint: &mut usize, numbers: &mut Vec<u64>) {
        numbers.clear();
        while self
            .rows
            .get(*hint + 1)
            .is_some_and(|row| row.assembly <= assembly)
        {
            *hint += 1;
        }
        let mut rows = self.rows[*hint..].iter();
        let Some(first) = rows.next().filter(|row| row.addressed) else {
            return;
        };
        let mut at = first.record as usize;
        // Skips the index of the abbreviation.
        while !matches!(self.source.get(at), Some(b'<' | b'|') | None) {
            at += 1;
        }
        loop {
            match self.source.get(at) {
                Some(b'0'..=b'9') => {
                    let mut number = 0u64;
                    while let Some(digit @ b'0'..=b'9') = self.source.get(at) {
                        number = number
                            .wrapping_mul(10)
                            .wrapping_add(u64::from(digit - b'0'));
                        at += 1;
                    }
                    numbers.push(number);
                }
                Some(b'<' | b',' | b' ') => at += 1,
                Some(b'|') => match rows.next() {
                    Some(row) if !row.addressed => at = row.record as usize,
                    _ => return,
                },
                _ => return,
            }
        }
    }
}

/// Checks a line without columns. It must be empty, or an error message of the original
/// disassembler.
#[cold]
fn not_a_row(line: &[u8], start: usize) -> Result<()> {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"Error") || line.starts_with(b"Warning") {
        return Ok(());
    }
    fault(
        SyntaxErrorKind::BadListing,
        start as u32,
        "expected a line of a listing: an address or nothing, `|`, a record, `|`, assembly",
    )
}
