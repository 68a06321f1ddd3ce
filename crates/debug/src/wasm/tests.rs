//! Writes the DWARF of modules and reads it again.

use super::{WasmFrame, WasmFunction};
use crate::CODE_BASE;
use crate::read::{Symbols, demangle};
use crate::tests::{FINGERPRINT, outline_of, outline_with_variables, with_variables};
use crate::write::write;
use addr2line::Context;
use gimli::{
    AttributeValue, DW_AT_frame_base, DW_TAG_subprogram, Dwarf, EndianSlice, LittleEndian,
    Operation,
};

type Sections = Vec<(&'static str, Vec<u8>)>;

/// Returns the functions of a module: `work`, with its instructions in another order, and `malloc`,
/// which has no lines.
fn functions() -> Vec<WasmFunction> {
    vec![
        WasmFunction {
            address: CODE_BASE,
            start: 100,
            end: 160,
            frame: WasmFrame::Local(3),
            pieces: vec![(110, 1), (120, 4), (130, 2), (140, 3), (150, 5)],
        },
        WasmFunction {
            address: CODE_BASE + 6,
            start: 162,
            end: 170,
            frame: WasmFrame::Global(0),
            pieces: vec![(163, 0)],
        },
    ]
}

fn sections() -> Sections {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    let symbols = Symbols::read(&file).unwrap();
    symbols.wasm_sections(functions()).unwrap()
}

fn load(sections: &Sections) -> Dwarf<EndianSlice<'_, LittleEndian>> {
    let load = |id: gimli::SectionId| {
        let found = sections.iter().find(|(name, _)| *name == id.name());
        let data = found.map_or(&[][..], |(_, data)| data);
        Ok::<_, gimli::Error>(EndianSlice::new(data, LittleEndian))
    };
    Dwarf::load(load).unwrap()
}

#[test]
fn every_offset_of_the_code_has_its_line() {
    let sections = sections();
    let lines = Context::from_dwarf(load(&sections)).unwrap();
    let frames = |offset| {
        let mut frames = lines.find_frames(offset).skip_all_loads().unwrap();
        let mut found = Vec::new();
        while let Some(frame) = frames.next().unwrap() {
            let name = frame.function.unwrap();
            let name = demangle(&name.raw_name().unwrap());
            found.push((name, frame.location.and_then(|it| it.line).unwrap_or(0)));
        }
        found
    };
    let work = |line| ("ns::work(int)".to_owned(), line);
    let fetch = ("fetch".to_owned(), 4);
    // Code before the first instruction has the location of the function's declaration.
    assert_eq!(frames(100), [work(10)]);
    assert_eq!(frames(110), [work(11)]);
    assert_eq!(frames(129), [fetch.clone(), work(12)]);
    assert_eq!(frames(130), [work(11)]);
    assert_eq!(frames(140), [fetch, work(12)]);
    assert_eq!(frames(159), [work(11)]);
    assert_eq!(frames(163)[0].0, "malloc");
    assert!(frames(160).is_empty() && frames(99).is_empty());
}

#[test]
fn a_module_has_the_entries_of_the_debug_file() {
    assert_eq!(outline_of(&load(&sections())), outline_with_variables());
}

#[test]
fn frames_are_found_by_a_local_or_a_global() {
    let sections = sections();
    let dwarf = load(&sections);
    let unit = dwarf.units().next().unwrap().unwrap();
    let unit = dwarf.unit(unit).unwrap();
    let mut entries = unit.entries();
    let mut bases = Vec::new();
    while let Some(entry) = entries.next_dfs().unwrap() {
        if let Some(AttributeValue::Exprloc(base)) = entry.attr_value(DW_AT_frame_base) {
            assert_eq!(entry.tag(), DW_TAG_subprogram);
            bases.push(base.operations(unit.encoding()).next().unwrap().unwrap());
        }
    }
    let expected = [
        Operation::WasmLocal { index: 3 },
        Operation::WasmGlobal { index: 0 },
    ];
    assert_eq!(bases, expected);
}

#[test]
fn code_that_a_module_lacks_is_left_out() {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    let symbols = Symbols::read(&file).unwrap();
    let mut functions = functions();
    // The inlined call no longer has code, and the second function is missing.
    functions.truncate(1);
    functions[0].pieces = vec![(110, 1), (130, 2), (150, 5)];
    let sections = symbols.wasm_sections(functions).unwrap();
    let outline = outline_of(&load(&sections)).join("\n");
    assert!(outline.contains("subprogram work"), "{outline}");
    assert!(!outline.contains("inlined_subroutine"), "{outline}");
    assert!(!outline.contains("malloc"), "{outline}");
}

/// A damaged file yields less information or an error.
#[test]
fn no_damage_breaks_the_conversion() {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    let convert = |bytes: &[u8]| {
        if let Ok(symbols) = Symbols::read(bytes) {
            let _ = symbols.wasm_sections(functions());
        }
    };
    let mut damaged = file.clone();
    for at in 0..file.len() {
        for change in [0xFF, 0x01, 0x80] {
            damaged[at] = file[at] ^ change;
            convert(&damaged);
        }
        damaged[at] = file[at];
    }
}
