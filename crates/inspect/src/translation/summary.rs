//! Reports the properties of a module.

use crate::document::TRANSLATE;
use crate::input::Input;
use crate::uses::Uses;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_wasm::{Options, Translation};
use serde_json::{Value, json};

/// The IDs of the sections that are listed.
const IMPORTS: u8 = 2;
const FUNCTIONS: u8 = 3;
const CODE: u8 = 10;
const DATA: u8 = 11;
const CUSTOM: u8 = 0;

/// Returns the JSON document about a translation.
pub fn document(
    input: &Input,
    name: Option<&str>,
    program: &Program,
    translation: &Translation,
    options: &Options,
) -> Value {
    let sections: Vec<Section> = Sections(translation.bytes.get(8..).unwrap_or_default()).collect();
    let find = |id: u8| sections.iter().find(|section| section.id == id);
    let size = |id: u8| find(id).map_or(0, |section| section.contents.len());
    let items = |id: u8| find(id).map_or(0, Section::items);
    json!({
        "schema": TRANSLATE,
        "file": input.name,
        "size": input.bytes.len(),
        "to": "wasm",
        "output": name,
        "output_size": translation.bytes.len(),
        "code_size": size(CODE),
        "data_size": size(DATA),
        "name_size": size(CUSTOM),
        "functions": items(FUNCTIONS),
        "imports": items(IMPORTS),
        "memory": {
            "pages": translation.layout.end.div_ceil(PAGE_SIZE),
            "shared": options.shared_memory,
            "stack": translation.layout.stack.len(),
        },
        "features": features(program, options.shared_memory),
    })
}

/// Returns the WebAssembly features that the program needs and some engines lack.
pub fn features(program: &Program, shared_memory: bool) -> Vec<&'static str> {
    let uses = Uses::of(program.module(), program.functions());
    let all = [
        (uses.vectors, "simd"),
        (uses.atomics || shared_memory, "atomics"),
        (shared_memory, "shared-memory"),
        (uses.setjmp, "exceptions"),
    ];
    all.into_iter()
        .filter_map(|(used, word)| used.then_some(word))
        .collect()
}

/// A section of a module.
struct Section<'w> {
    id: u8,
    contents: &'w [u8],
}

impl Section<'_> {
    /// Returns the number of items, which is at the start of the contents.
    fn items(&self) -> u32 {
        number(self.contents).map_or(0, |(items, _)| items)
    }
}

/// Iterates over the sections of a module. The first byte must be the ID of a section.
struct Sections<'w>(&'w [u8]);

impl<'w> Iterator for Sections<'w> {
    type Item = Section<'w>;

    fn next(&mut self) -> Option<Section<'w>> {
        let (&id, rest) = self.0.split_first()?;
        let (len, rest) = number(rest)?;
        let (contents, rest) = rest.split_at_checked(len as usize)?;
        self.0 = rest;
        Some(Section { id, contents })
    }
}

/// Reads an unsigned LEB128 number. Returns it and the following bytes.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().enumerate().take(5) {
        value |= u32::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[index + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_by_their_lengths() {
        let mut bytes = vec![3, 2, 1, 0, 10, 0x82, 0x01, 0x80, 0x01];
        bytes.resize(9 + 128, 7);
        bytes.extend([0, 1, 9]);
        let sections: Vec<(u8, usize, u32)> = Sections(&bytes)
            .map(|section| (section.id, section.contents.len(), section.items()))
            .collect();
        assert_eq!(sections, [(3, 2, 1), (10, 130, 128), (0, 1, 9)]);
        assert_eq!(Sections(&bytes[..20]).count(), 1);
        assert!(number(&[0x80; 6]).is_none());
    }
}
