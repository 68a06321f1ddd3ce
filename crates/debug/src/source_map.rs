//! Writes source maps for browsers (version 3, ECMA-426) for WebAssembly modules. A whole module is
//! one line, and its columns are byte offsets.

use crate::read::Frame;
use serde_json::json;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes the source map of a module. `places` has byte offsets in ascending order, each with the
/// source location of the code from there on, if it is known.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write_source_map(
    module: &str,
    places: impl IntoIterator<Item = (u32, Option<Frame>)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut map = Map::default();
    for (offset, place) in places {
        map.add(
            offset,
            place.filter(|it| it.line > 0 && !it.file.is_empty()),
        );
    }
    let document = json!({
        "version": 3,
        "file": module,
        "sources": map.sources.list,
        "names": map.names.list,
        "mappings": map.mappings,
    });
    serde_json::to_writer(&mut *out, &document)?;
    out.write_all(b"\n")
}

/// Strings with their indices.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> i64 {
        if let Some(&known) = self.numbers.get(text) {
            return known as i64;
        }
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.list.len() - 1);
        self.list.len() as i64 - 1
    }
}

/// A source map that is being built.
#[derive(Default)]
struct Map {
    sources: Texts,
    names: Texts,
    mappings: String,
    /// The last value of each field: byte, source, line, column, name. Segments contain differences
    /// from these.
    last: [i64; 5],
    place: Option<Frame>,
}

impl Map {
    fn add(&mut self, offset: u32, place: Option<Frame>) {
        if !self.mappings.is_empty() && place == self.place {
            return;
        }
        if !self.mappings.is_empty() {
            self.mappings.push(',');
        }
        let mut fields = vec![i64::from(offset)];
        if let Some(place) = &place {
            fields.extend([
                self.sources.number(&place.file),
                i64::from(place.line) - 1,
                i64::from(place.column.saturating_sub(1)),
                self.names.number(&place.function),
            ]);
        }
        for (field, last) in fields.into_iter().zip(&mut self.last) {
            push_number(&mut self.mappings, field - *last);
            *last = field;
        }
        self.place = place;
    }
}

/// Appends a number as Base64 VLQ: its sign is the lowest bit, and each digit has the next five
/// bits.
fn push_number(text: &mut String, number: i64) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let more = rest > 31;
        let digit = (rest & 31) as usize | usize::from(more) << 5;
        text.push(char::from(DIGITS[digit]));
        if !more {
            return;
        }
        rest >>= 5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_hold_differences() {
        let frame = |line, column| {
            Some(Frame {
                function: "f".into(),
                file: "a.c".into(),
                line,
                column,
            })
        };
        let places = [
            (10, frame(1, 1)),
            (12, frame(1, 1)),
            (30, frame(18, 1)),
            (40, None),
            (41, frame(2, 5)),
        ];
        let mut text = Vec::new();
        write_source_map("a.wasm", places, &mut text).unwrap();
        let map: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(map["mappings"], "UAAAA,oBAiBAA,U,CAhBIA");
        assert_eq!(map["sources"], json!(["a.c"]));
    }
}
