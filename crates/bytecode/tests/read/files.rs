//! Files that the original tools wrote or rejected.

use crate::{bytecode_files, stem, trial};
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::model::{Body, FunctionId};
use pinnacle_bytecode::{Format, ReadOptions, Reader, read};
use std::fs;
use std::ops::Range;
use std::path::Path;

const FOLDERS: [(&str, Format); 5] = [
    ("v0-llvm1.0", Format::Llvm10),
    ("v0-llvm1.1", Format::Llvm11),
    ("v1-llvm1.2", Format::Llvm12),
    ("v2-llvm1.3pre", Format::Llvm13Pre),
    ("v3-llvm1.3", Format::Llvm13),
];

/// The code of an error, and the range of bytes that must contain its place.
type Expected = (&'static str, Range<u64>);

/// The damaged files: the code of the error, and the range that must contain its place. The range
/// covers the bytes that differ from the valid file, or the block with missing parts.
const BAD: [(&str, &str, Range<u64>); 31] = [
    ("add_1op", "L0702", 116..120),
    ("alloca_nonptr", "L0704", 116..120),
    ("br_2op", "L0702", 120..124),
    ("br_far", "L0705", 120..124),
    ("eleven", "L0102", 4..11),
    ("empty", "L0101", 0..1),
    ("fn_linkage5", "L0401", 104..105),
    ("fn_missing", "L0403", 196..308),
    ("gep_int", "L0704", 116..120),
    ("gv_linkage5", "L0401", 52..54),
    ("invoke_2", "L0702", 120..124),
    ("load_nonptr", "L0704", 116..120),
    ("module_id", "L0102", 4..8),
    ("module_size_minus", "L0102", 8..12),
    ("no_terminator", "L0602", 148..152),
    ("opcode_0", "L0701", 116..120),
    ("opcode_61", "L0701", 116..120),
    ("phi_odd", "L0702", 116..120),
    ("ret_void", "L0704", 120..124),
    ("slot_big", "L0703", 116..120),
    ("switch_odd", "L0702", 120..124),
    ("sym_slot", "L0801", 312..320),
    ("trunc_half", "L0201", 100..174),
    ("two_info_blocks", "L0204", 64..84),
    ("type_big", "L0302", 116..120),
    ("type_count", "L0201", 20..46),
    ("type_ref_big", "L0302", 21..23),
    ("unwind_op", "L0702", 120..124),
    ("version15", "L0103", 12..14),
    ("version1_of_3", "L0203", 16..24),
    ("version4", "L0201", 13..14),
];

/// Unusual files. Invalid ones have the code and place of their error; the original reader accepted
/// some of these.
const ODD: [(&str, Option<Expected>); 13] = [
    ("bool2", Some(("L0501", 42..44))),
    ("dup_const", None),
    ("dupnames", None),
    ("esc", None),
    ("float_past", Some(("L0201", 42..45))),
    ("intmin", None),
    ("overlong", None),
    ("prim_entry", None),
    ("range", Some(("L0501", 42..45))),
    ("selfstruct", None),
    ("undef_const", Some(("L0503", 46..48))),
    ("undef_init", Some(("L0503", 30..31))),
    ("voidtype", None),
];

pub(crate) fn trials(shared: &Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (folder, format) in FOLDERS {
        for path in bytecode_files(&shared.join(folder)) {
            let name = format!("original::{folder}::{}", stem(&path));
            trials.push(trial(name, move || is_read(&fs::read(&path)?, format)));
        }
    }
    for path in bytecode_files(&shared.join("bad")) {
        let name = stem(&path);
        let expected = BAD.iter().find(|(bad, ..)| *bad == name);
        let expected = expected.map(|(_, code, range)| (*code, range.clone()));
        trials.push(trial(format!("bad::{name}"), move || {
            is_refused(&fs::read(&path)?, expected.as_ref())
        }));
    }
    for path in bytecode_files(&shared.join("odd")) {
        let name = stem(&path);
        let expected = ODD.iter().find(|(odd, _)| *odd == name);
        trials.push(trial(format!("odd::{name}"), move || {
            let bytes = fs::read(&path)?;
            match expected {
                Some((_, None)) => is_read(&bytes, Format::Llvm13),
                Some((_, Some(error))) => is_refused(&bytes, Some(error)),
                None => Err("the table of odd files does not have it".into()),
            }
        }));
    }
    trials
}

/// Checks that a file is read, whole and function by function, with the same
/// result whatever the number of threads.
fn is_read(bytes: &[u8], format: Format) -> Result<(), Failed> {
    let module = read(
        bytes,
        &ReadOptions {
            jobs: 1,
            ..ReadOptions::default()
        },
    )?;
    let layout = module.layout.as_ref().ok_or("no layout")?;
    let has_bodies = module.functions.iter().any(|f| f.body.is_some());
    // Without bodies, the two formats of version 0 cannot be told apart.
    let format = match format {
        Format::Llvm10 if !has_bodies => Format::Llvm11,
        format => format,
    };
    check(layout.format == format, "the format")?;
    check(
        layout.functions.len() == module.functions.len(),
        "the layout of functions",
    )?;
    check(
        module
            == read(
                bytes,
                &ReadOptions {
                    jobs: 3,
                    ..ReadOptions::default()
                },
            )?,
        "reading with several threads",
    )?;
    let reader = Reader::new(bytes)?;
    let mut bodies = reader.bodies();
    for id in (0..module.functions.len() as u32).rev().map(FunctionId) {
        let expected = module.functions[id.index()].body.as_ref();
        let body = bodies.read(id)?;
        check(
            body.as_ref().map(Body::inst_count) == expected.map(|body| body.inst_count()),
            "reading bodies one by one",
        )?;
        check(reader.has_body(id) == expected.is_some(), "has_body")?;
    }
    Ok(())
}

fn is_refused(bytes: &[u8], expected: Option<&(&str, Range<u64>)>) -> Result<(), Failed> {
    let Err(error) = read(bytes, &ReadOptions::default()) else {
        return Err("it was read".into());
    };
    let offset = error.offset().ok_or("the error has no place")?;
    let Some((code, range)) = expected else {
        return Err(format!("the table of bad files does not have it: {error}").into());
    };
    check(error.code() == *code, &error.to_string())?;
    check(range.contains(&offset), &error.to_string())
}

fn check(holds: bool, what: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.into()) }
}
