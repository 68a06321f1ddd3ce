//! Finds the instructions of a program for offsets in its code. Browsers include such offsets in
//! the stack trace of an error.

use crate::load::{CodeKind, translation_options};
use pinnacle_pexe::decode::{Options as DecodeOptions, decode};
use pinnacle_system::trap::Location;
use wasm_bindgen::prelude::*;

/// Maximum number of calls that are named.
const MAX_PLACES: usize = 32;

/// Returns the names of the instructions at these offsets in the code of a program, one per line,
/// innermost first. Offsets in helper functions of the translation are omitted.
///
/// This translates the program again, so the file and the kind of code must be those of the run.
#[wasm_bindgen(js_name = namePlaces)]
pub fn name_places(file: &[u8], kind: &CodeKind, offsets: &[u32]) -> String {
    let Ok(program) = decode(file, &DecodeOptions { jobs: 1 }) else {
        return String::new();
    };
    let options = pinnacle_wasm::Options {
        source_map: true,
        ..translation_options(*kind)
    };
    let Ok(translation) = pinnacle_wasm::translate(&program, &options) else {
        return String::new();
    };
    let map = translation.source_map.unwrap_or_default();
    let places = offsets.iter().filter_map(|&offset| {
        let (function, inst) = map.lookup(offset)?;
        let body = program.module().functions.get(function.index())?.body?;
        let body = program.functions().get(body as usize)?;
        Some(Location::new(program.module(), function, body, inst))
    });
    let lines = places.take(MAX_PLACES).enumerate().map(|(index, place)| {
        let preposition = if index == 0 { "in" } else { "by" };
        format!("  {preposition} {place}")
    });
    lines.collect::<Vec<_>>().join("\n")
}
