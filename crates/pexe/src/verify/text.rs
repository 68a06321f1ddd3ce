//! Adds the text of records to errors.

use crate::construct::block_id;
use crate::error::Error;
use crate::header::Header;
use crate::limits::PROFILE;
use crate::text::print::record_texts;
use pinnacle_bitstream::{Event, Reader, Record};
use std::fmt::Write as _;

/// Maximum number of operands of a record that are shown.
const SHOWN: usize = 16;

/// Adds to each error the record at its position, as assembly if possible. The errors must be in
/// file order. Function blocks without errors are skipped.
pub(super) fn describe(bytes: &[u8], errors: &mut [Error]) {
    add_records(bytes, errors);
    let described = |error: &&mut Error| error.text().is_some();
    let positions: Vec<u64> = (errors.iter_mut().filter(described))
        .map(|error| error.position().0)
        .collect();
    let mut texts = record_texts(bytes, &positions).into_iter().peekable();
    for error in errors.iter_mut().filter(described) {
        while texts.next_if(|(at, _)| *at < error.position().0).is_some() {}
        if let Some((_, text)) = texts.peek().filter(|(at, _)| *at == error.position().0) {
            error.set_text(text.clone());
        }
    }
}

/// Adds the records as numbers.
fn add_records(bytes: &[u8], errors: &mut [Error]) {
    let Some(header) = (!errors.is_empty())
        .then(|| Header::read(bytes).ok())
        .flatten()
    else {
        return;
    };
    let offset = header.size;
    let mut reader = Reader::new(&bytes[offset as usize..], offset.into(), PROFILE);
    let mut rest = errors;
    // Unreadable parts have no text.
    while let Ok(event) = reader.next() {
        let position = reader.position();
        let passed = rest
            .iter()
            .take_while(|error| error.position().0 < position)
            .count();
        rest = rest.split_at_mut(passed).1;
        let Some(next) = rest.first().map(|error| error.position().0) else {
            return;
        };
        let text = match event {
            Event::End => return,
            Event::Record if next == position => show(&reader.record()),
            Event::EnterBlock(header) => {
                if header.id == block_id::FUNCTION && next >= header.end() {
                    if reader.skip_block().is_err() {
                        return;
                    }
                    continue;
                }
                format!("<65535, {}, {}>", header.id, header.abbreviation_width)
            }
            Event::ExitBlock => "<65534>".to_owned(),
            _ => continue,
        };
        for error in rest
            .iter_mut()
            .take_while(|error| error.position().0 == position)
        {
            error.set_text(text.clone());
        }
    }
}

/// Returns a record in the notation of the manual.
fn show(record: &Record<'_>) -> String {
    let mut text = format!("<{}", record.code);
    for operand in record.operands.iter().take(SHOWN) {
        let _ = write!(text, ", {operand}");
    }
    text += if record.operands.len() > SHOWN {
        ", ...>"
    } else {
        ">"
    };
    text
}
