//! Files with one fault each, against what the four original tools said.
//!
//! The rule: a file that any of the tools refused is refused here, a file that all of them accepted
//! is accepted; and where the disassembler names the faulty record, an error is reported there.
//! [`DEVIATIONS`] and [`OTHER_PLACES`] list every exception and its reason; a line there that is no
//! longer an exception fails.

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::verify::{Options, verify};
use pinnacle_pexe::{BitPosition, Error};
use pinnacle_testing::corpus::{self, Verdicts};
use pinnacle_tests::trial;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Start of the first block in files with the usual header, in bits.
const FIRST_BLOCK: u64 = 16 * 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Here {
    Accepted,
    Refused,
}
use Here::{Accepted, Refused};

/// An exception from the rule.
#[derive(Clone, Copy, Debug)]
struct Deviation {
    here: Here,
    reason: &'static str,
}

/// Exceptions from the rule: the file, its treatment here, and the reason.
const DEVIATIONS: &[(&str, Here, &str)] = &[
    (
        "blockinfo-twice",
        Refused,
        "the manual allows a single abbreviations block",
    ),
    (
        "hdr-numfields-0-numbytes-8",
        Refused,
        "the header has a field that it does not count, so the version is missing",
    ),
    (
        "hdr-version-1000002",
        Refused,
        "the version is 16777218; the tools looked at half of its bits",
    ),
    (
        "hdr-version-len-8",
        Refused,
        "the manual's header gives the version four bytes",
    ),
    (
        "len-globals-huge",
        Refused,
        "a length word is wrong; the tools ignored it",
    ),
    (
        "module-abbrev-width-32",
        Refused,
        "the manual limits abbreviation indices to 16 bits",
    ),
    (
        "rec-code-33bit",
        Refused,
        "no record code is that large; the tools cut it to 32 bits",
    ),
    (
        "constants.integer-minus-zero",
        Refused,
        "the number stands for -2**63, which is no i32; the tools cut it to the type",
    ),
    (
        "constants.undef-function-type",
        Refused,
        "no value has a function type",
    ),
    (
        "constants.undef-void",
        Refused,
        "no value has the type void",
    ),
    (
        "func.declareblocks-too-many",
        Refused,
        "the count record announces a block that does not come",
    ),
    (
        "func.phi-missing-pred",
        Refused,
        "the phi's operand is for an edge that does not exist",
    ),
    ("func.phi-not-first", Refused, "phis begin their block"),
    (
        "func.phi-type-mismatch",
        Refused,
        "an operand of the phi has another type than the phi",
    ),
    (
        "func.ret-void-in-i32",
        Refused,
        "the function has to return an i32",
    ),
    (
        "func.switch-extra",
        Refused,
        "the record goes on after its last case",
    ),
    ("globals.isconst-2", Refused, "the flag is neither 0 nor 1"),
    (
        "globals.zerofill-4G",
        Refused,
        "the global is larger than the address space",
    ),
    (
        "module.body-before-symtab",
        Refused,
        "what a body calls is not known before the names of intrinsics",
    ),
    (
        "module.globals-after-bodies",
        Refused,
        "absolute indices inside a body need the number of globals",
    ),
    (
        "module.record-between-bodies",
        Refused,
        "the version record comes first in the module",
    ),
    (
        "module.version-twice",
        Refused,
        "the module has one version",
    ),
];

/// Files where an error is reported elsewhere than by the disassembler.
const OTHER_PLACES: &[(&str, &str)] = &[
    (
        "blockinfo-setbid-self",
        "the record that names the kind is wrong, not the block that it is in",
    ),
    (
        "blockinfo-setbid-unknown",
        "the record that names the kind is wrong, not the block that it is in",
    ),
    (
        "blockinfo-setbid-232p17",
        "the record that names the kind is wrong, not the block that it is in",
    ),
    (
        "blockinfo-blockname",
        "the record is wrong, not the one before it",
    ),
    (
        "hdr-align-flag",
        "the field of the header is wrong, not the block behind it",
    ),
    (
        "trunc-020",
        "the end of the file is where something is missing",
    ),
    (
        "trunc-068",
        "the end of the file is where something is missing",
    ),
    (
        "trunc-084",
        "the end of the file is where something is missing",
    ),
    (
        "trunc-100",
        "the end of the file is where something is missing",
    ),
    (
        "trunc-036",
        "the block is named that the file does not hold to its end",
    ),
    (
        "trunc-060",
        "the block is named that the file does not hold to its end",
    ),
    (
        "trunc-076",
        "the block is named that the file does not hold to its end",
    ),
    (
        "trunc-092",
        "the block is named that the file does not hold to its end",
    ),
    (
        "nest-types-20000",
        "the inner block is wrong, not the outer",
    ),
    (
        "module.empty-block",
        "the types are missing; the functions that name them follow from it",
    ),
    (
        "module.two-modules",
        "the second module is wrong, not the end of the file",
    ),
    (
        "module.two-type-blocks",
        "the second block is wrong as a whole",
    ),
    (
        "types.no-count",
        "the first record is where the count should be",
    ),
];

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut deviations: HashMap<&str, Deviation> = DEVIATIONS
        .iter()
        .map(|&(name, here, reason)| (name, Deviation { here, reason }))
        .collect();
    let mut other_places: HashMap<&str, &str> = OTHER_PLACES.iter().copied().collect();
    let mut trials = Vec::new();
    for folder in ["bits", "records"] {
        let folder_path = shared.join("malformed").join(folder);
        for verdicts in corpus::verdicts(&folder_path)? {
            let deviation = deviations.remove(verdicts.name.as_str());
            let other_place = other_places.remove(verdicts.name.as_str());
            let path = folder_path.join(format!("{}.pexe", verdicts.name));
            let name = format!("malformed::{folder}::{}", verdicts.name);
            trials.push(trial(name, move || {
                let errors = verdict_is_as_expected(&path, &verdicts, deviation)?;
                place_is_as_expected(&errors, verdicts.position, other_place)
            }));
        }
    }
    ensure!(
        deviations.is_empty(),
        "there are no files for these deviations: {deviations:?}"
    );
    ensure!(
        other_places.is_empty(),
        "there are no files for these places: {other_places:?}"
    );
    Ok(trials)
}

fn verdict_is_as_expected(
    path: &Path,
    verdicts: &Verdicts,
    deviation: Option<Deviation>,
) -> Result<Vec<Error>> {
    let bytes = fs::read(path).context("the file of the verdict")?;
    let errors = verify(&bytes, &Options::default()).errors;
    let here = if errors.is_empty() { Accepted } else { Refused };
    for error in &errors {
        let end = bytes.len() as u64 * 8;
        ensure!(error.position().0 <= end, "it is past the end: {error}");
        ensure!(!error.message().is_empty(), "the error says nothing");
    }
    let rule = if verdicts.refused_by.is_empty() {
        Accepted
    } else {
        Refused
    };
    match deviation {
        Some(deviation) if deviation.here == rule => {
            bail!("listed as a deviation, but it is what the rule says");
        }
        Some(deviation) => ensure!(
            here == deviation.here,
            "is {here:?}, but should not be: {}",
            deviation.reason
        ),
        None => ensure!(
            here == rule,
            "is {here:?}; refused by the original tools {:?}; {errors:?}",
            verdicts.refused_by,
        ),
    }
    Ok(errors)
}

fn place_is_as_expected(
    errors: &[Error],
    position: Option<u64>,
    other_place: Option<&str>,
) -> Result<()> {
    // Before the first block it means the file as a whole.
    let Some(position) = position.filter(|&position| position > FIRST_BLOCK) else {
        ensure!(other_place.is_none(), "the disassembler names no place");
        return Ok(());
    };
    let there = errors.iter().any(|error| error.position().0 == position);
    match other_place {
        None => ensure!(
            there,
            "the disassembler says {}, here {errors:?}",
            BitPosition(position)
        ),
        Some(reason) => ensure!(
            !there,
            "listed as another place, but it is the same: {reason}"
        ),
    }
    Ok(())
}
