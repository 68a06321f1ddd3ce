//! Finds strings in the data of a program.
//!
//! The bytes of a `.pexe` are not aligned and may be packed, so general tools find no strings in
//! the file. This module searches the data of each global as the program will see it.

use pinnacle_pexe::module::Initializer;
use pinnacle_pexe::{GlobalId, Module};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The first wide character that does not count as text. Characters from here on are excluded,
/// because tables of numbers contain them. Those below are the Latin, Greek and Cyrillic scripts.
const LAST_WIDE: char = '\u{530}';

/// A string that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The global that contains it.
    pub global: GlobalId,
    /// Its offset in the global, in bytes.
    pub offset: u64,
    /// Its encoding.
    pub encoding: Encoding,
    /// The string.
    pub text: String,
}

/// The encoding of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    Utf8,
    /// UTF-32, little-endian: `wchar_t` of programs.
    Utf32,
}

impl Encoding {
    /// Returns the name of the encoding in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf32 => "utf-32",
        }
    }
}

impl Found {
    /// Returns the string with control characters as escapes.
    pub fn shown(&self) -> String {
        let mut shown = String::with_capacity(self.text.len());
        for character in self.text.chars() {
            match character.is_control() {
                true => shown.extend(character.escape_default()),
                false => shown.push(character),
            }
        }
        shown
    }

    fn document(&self) -> Value {
        json!({
            "global": self.global.0,
            "offset": self.offset,
            "encoding": self.encoding.name(),
            "text": self.text,
        })
    }
}

/// Returns the strings of at least `at_least` characters, in the order of the globals. A string is
/// a run of printable characters, tabs and line ends. Time and space are proportional to the size
/// of the data.
pub fn find(module: &Module, at_least: usize) -> Vec<Found> {
    let mut found = Vec::new();
    for (number, global) in module.globals.iter().enumerate() {
        let global_id = GlobalId(number as u32);
        let range = global.initializers.start as usize..global.initializers.end as usize;
        let mut offset = 0;
        for initializer in module.initializers.get(range).unwrap_or_default() {
            if let Initializer::Data(start, length) = *initializer {
                let data = module.data.get(start as usize..).unwrap_or_default();
                let data = &data[..data.len().min(length as usize)];
                for (place, encoding, text) in in_bytes(data, at_least.max(1)) {
                    found.push(Found {
                        global: global_id,
                        offset: offset + place as u64,
                        encoding,
                        text,
                    });
                }
            }
            offset += u64::from(initializer.size());
        }
    }
    found
}

/// Returns the strings of a file as a JSON document.
pub fn document(file: &str, found: &[Found]) -> Value {
    json!({
        "schema": "strings/1",
        "file": file,
        "strings": found.iter().map(Found::document).collect::<Value>(),
    })
}

/// Writes each string on a line, after its place, such as `@g12+4`.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write(found: &[Found], out: &mut dyn Write) -> io::Result<()> {
    for one in found {
        let place = format!("{}+{}", one.global, one.offset);
        writeln!(out, "{place:<14} {}", one.shown())?;
    }
    Ok(())
}

/// Returns the strings in some bytes, with their offsets and encodings.
fn in_bytes(bytes: &[u8], at_least: usize) -> Vec<(usize, Encoding, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let wide = run(&bytes[at..], next_of_utf32);
        if wide.1.chars().count() >= at_least.max(2) {
            let length = wide.0;
            found.push((at, Encoding::Utf32, wide.1));
            at += length;
            continue;
        }
        let (length, text) = run(&bytes[at..], next_of_utf8);
        let is_long = text.chars().count() >= at_least;
        if is_long {
            found.push((at, Encoding::Utf8, text));
        }
        at += length.max(1);
    }
    found
}

/// Returns the longest run of text at the start: its length in bytes, and its characters.
fn run(bytes: &[u8], next: fn(&[u8]) -> Option<(char, usize)>) -> (usize, String) {
    let (mut length, mut text) = (0, String::new());
    while let Some((character, size)) = next(&bytes[length..]) {
        text.push(character);
        length += size;
    }
    (length, text)
}

fn is_of_text(character: char) -> bool {
    let is_space = matches!(character, '\t' | '\n' | '\r');
    is_space || !character.is_control() && character != char::REPLACEMENT_CHARACTER
}

fn next_of_utf8(bytes: &[u8]) -> Option<(char, usize)> {
    let first = bytes.get(..bytes.len().min(4))?;
    let valid = match std::str::from_utf8(first) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&first[..error.valid_up_to()]).ok()?,
    };
    let character = valid.chars().next()?;
    is_of_text(character).then(|| (character, character.len_utf8()))
}

fn next_of_utf32(bytes: &[u8]) -> Option<(char, usize)> {
    let word = u32::from_le_bytes(*bytes.first_chunk::<4>()?);
    let character = char::from_u32(word).filter(|one| *one < LAST_WIDE)?;
    is_of_text(character).then_some((character, 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8], at_least: usize) -> Vec<(usize, &'static str, String)> {
        let found = in_bytes(bytes, at_least).into_iter();
        let named = found.map(|(place, encoding, text)| (place, encoding.name(), text));
        named.collect()
    }

    #[test]
    fn runs_of_printable_characters_are_texts() {
        let bytes = b"\x01\x02hello\0no\0two\tlines\n\xff";
        assert_eq!(
            texts(bytes, 4),
            [
                (2, "utf-8", "hello".into()),
                (11, "utf-8", "two\tlines\n".into())
            ]
        );
        assert_eq!(texts(b"abc", 4), []);
        assert_eq!(texts(b"", 1), []);
    }

    #[test]
    fn characters_beyond_ascii_are_of_a_text() {
        let bytes = "\0Größe: 5 µm\0".as_bytes();
        assert_eq!(texts(bytes, 4), [(1, "utf-8", "Größe: 5 µm".into())]);
        // An incomplete character ends the string.
        assert_eq!(texts(b"abcd\xc3", 4), [(0, "utf-8", "abcd".into())]);
    }

    #[test]
    fn wide_characters_are_found() {
        let wide: Vec<u8> = "wide!"
            .chars()
            .flat_map(|c| (c as u32).to_le_bytes())
            .collect();
        let bytes = [&[7][..], &wide, &[0; 4], b"narrow\0"].concat();
        assert_eq!(
            texts(&bytes, 4),
            [
                (1, "utf-32", "wide!".into()),
                (25, "utf-8", "narrow".into())
            ]
        );
    }

    #[test]
    fn control_characters_are_shown_as_escapes() {
        let found = Found {
            global: GlobalId(3),
            offset: 4,
            encoding: Encoding::Utf8,
            text: "a\tb\n".into(),
        };
        assert_eq!(found.shown(), "a\\tb\\n");
    }
}
