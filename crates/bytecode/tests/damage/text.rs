//! Damages texts: bytes, words and lines.

use pinnacle_testing::random::{Choices, Seeded};
use std::ops::Range;

/// Keywords, and numbers at the limits of ranges.
const WORDS: [&str; 40] = [
    "0",
    "1",
    "-1",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "0x7FF8000000000000",
    "1e999",
    "void",
    "bool",
    "ubyte",
    "sbyte",
    "uint",
    "int",
    "long",
    "float",
    "double",
    "label",
    "opaque",
    "null",
    "true",
    "zeroinitializer",
    "*",
    "...",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ",",
    "\\1",
    "\"",
    "\"\\00\"",
    "%a",
    "%0",
    "type",
    "to",
    "getelementptr",
    ";",
];

/// A damaged copy of a text.
pub(crate) fn damage(text: &[u8], random: &mut Seeded) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + random.index(3) {
        if text.is_empty() {
            break;
        }
        let at = random.index(text.len());
        match random.index(8) {
            0 => text[at] = random.next() as u8,
            1 => drop(text.drain(piece(&text, at, b'\n'))),
            2 => {
                let line = text[piece(&text, at, b'\n')].to_vec();
                let to = piece(&text, random.index(text.len()), b'\n').start;
                text.splice(to..to, line);
            }
            3 => drop(text.drain(piece(&text, at, b' '))),
            4 => {
                let word = text[piece(&text, at, b' ')].to_vec();
                let to = piece(&text, random.index(text.len()), b' ');
                text.splice(to, word);
            }
            5 => text.truncate(at),
            _ => {
                let word = random.pick(&WORDS).bytes().chain(*b" ");
                let to = piece(&text, at, b' ');
                let end = if random.index(2) == 0 {
                    to.start
                } else {
                    to.end
                };
                text.splice(to.start..end, word);
            }
        }
    }
    text
}

/// The line or word at a position, including the separator after it.
fn piece(text: &[u8], at: usize, separator: u8) -> Range<usize> {
    let ends = |byte: &u8| *byte == separator || *byte == b'\n';
    let start = text[..at].iter().rposition(ends).map_or(0, |end| end + 1);
    let end = text[at..].iter().position(ends);
    start..end.map_or(text.len(), |length| at + length + 1)
}
