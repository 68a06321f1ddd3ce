//! Files with one fault each, against what the four original tools said.
//!
//! The rule: a file that any of the tools refused is refused here, a file that
//! all of them accepted is accepted. [`DEVIATIONS`] lists every exception and
//! its reason; a line there that is no exception any more fails.

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus::{self, Verdicts};
use pinnacle_tests::trial;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

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

/// Where the rule does not hold: the file, what happens to it here, and why.
const DEVIATIONS: &[(&str, Here, &str)] = &[
    (
        "blockinfo-twice",
        Refused,
        "the manual allows a single abbreviations block",
    ),
    (
        "file-plus-2-bytes",
        Accepted,
        "bytes after the module are harmless: shipped programs carry archives there",
    ),
    (
        "file-plus-junk-word",
        Accepted,
        "bytes after the module are harmless: shipped programs carry archives there",
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
        "func.binop-flags",
        Accepted,
        "old writers put flags behind the operation; they mean nothing and are read over",
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

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut deviations: HashMap<&str, Deviation> = DEVIATIONS
        .iter()
        .map(|&(name, here, reason)| (name, Deviation { here, reason }))
        .collect();
    let mut trials = Vec::new();
    for folder in ["bits", "records"] {
        let folder_path = shared.join("malformed").join(folder);
        for verdicts in corpus::verdicts(&folder_path)? {
            let deviation = deviations.remove(verdicts.name.as_str());
            let path = folder_path.join(format!("{}.pexe", verdicts.name));
            let name = format!("malformed::{folder}::{}", verdicts.name);
            trials.push(trial(name, move || {
                verdict_is_as_expected(&path, &verdicts, deviation)
            }));
        }
    }
    ensure!(
        deviations.is_empty(),
        "there are no files for these deviations: {deviations:?}"
    );
    Ok(trials)
}

fn verdict_is_as_expected(
    path: &Path,
    verdicts: &Verdicts,
    deviation: Option<Deviation>,
) -> Result<()> {
    let bytes = fs::read(path).context("the file of the verdict")?;
    let result = decode(&bytes, &Options::default());
    let here = if result.is_ok() { Accepted } else { Refused };
    if let Err(errors) = &result {
        let first = errors.first();
        let end = bytes.len() as u64 * 8;
        ensure!(
            first.position().0 <= end,
            "the error is behind the end: {first}"
        );
        ensure!(!first.message().is_empty(), "the error says nothing");
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
            "is {here:?}; refused by the original tools {:?}{}",
            verdicts.refused_by,
            result
                .err()
                .map(|errors| format!("; {errors}"))
                .unwrap_or_default(),
        ),
    }
    Ok(())
}
