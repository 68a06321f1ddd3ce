//! The columns of an example.

use anyhow::{Context, Result};

/// A construct of an example: its record and its assembly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row {
    /// Position of the record, in bits.
    pub(crate) position: u64,
    /// The abbreviation index, the code and the operands; none for items that are not records, and
    /// for the header.
    pub(crate) numbers: Vec<u64>,
    /// The bytes of the header, if that is what it shows.
    pub(crate) header: Vec<u8>,
    /// Number of blocks around it.
    pub(crate) depth: usize,
    /// Its assembly, on as many lines as it has there.
    pub(crate) assembly: String,
}

/// The constructs of an example, cut where the manual leaves something out.
pub(crate) fn segments(text: &str) -> Result<Vec<Vec<Row>>> {
    let mut segments = vec![Vec::new()];
    let mut record = String::new();
    for line in text.lines() {
        if line.trim() == "..." {
            finish(&mut segments, &mut record)?;
            segments.push(Vec::new());
            continue;
        }
        let mut columns = line.splitn(3, '|');
        let mut column = || {
            columns
                .next()
                .with_context(|| format!("columns are missing: {line}"))
        };
        let (address, numbers, assembly) = (column()?.trim(), column()?, column()?);
        if !address.is_empty() {
            finish(&mut segments, &mut record)?;
            let (bytes, bits) = address.split_once(':').context("no address")?;
            let indent = numbers.len() - numbers.trim_start().len();
            last(&mut segments).push(Row {
                position: bytes.parse::<u64>()? * 8 + bits.parse::<u64>()?,
                depth: indent / 2,
                ..Row::default()
            });
        }
        record.push_str(numbers);
        // The text of the header is not assembly.
        if !record.trim_start().starts_with('<') {
            let rows = last(&mut segments);
            if let Some(row) = rows.last_mut() {
                row.assembly.push_str(assembly);
                row.assembly.push('\n');
            }
        }
    }
    finish(&mut segments, &mut record)?;
    Ok(segments)
}

fn last(segments: &mut [Vec<Row>]) -> &mut Vec<Row> {
    segments.last_mut().expect("there is a segment")
}

/// Gives the last row its record: `3: <7, 32>`.
fn finish(segments: &mut [Vec<Row>], record: &mut String) -> Result<()> {
    let text = std::mem::take(record);
    let text = text.trim();
    let Some(row) = last(segments).last_mut() else {
        return Ok(());
    };
    let numbers = text
        .split([':', '<', '>', ',', ' '])
        .filter(|word| !word.is_empty());
    let numbers: Result<Vec<u64>, _> = numbers.map(str::parse).collect();
    let numbers = numbers.with_context(|| format!("no record: {text}"))?;
    if text.starts_with('<') {
        let bytes = numbers.iter().skip(1).map(|&byte| u8::try_from(byte));
        row.header = bytes.collect::<Result<_, _>>()?;
    } else {
        row.numbers = numbers;
    }
    Ok(())
}
