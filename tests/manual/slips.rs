//! Errors in the manual itself.

use anyhow::{Result, ensure};
use pinnacle_testing::corpus::stem;
use std::path::PathBuf;

/// An example with something wrong: its file, what is wrong, what is right, and
/// why.
struct Slip {
    file: &'static str,
    wrong: &'static str,
    right: &'static str,
    reason: &'static str,
}

/// All of them.
const SLIPS: &[Slip] = &[
    section("    1: <1, 14>", "    3: <1, 14>"),
    section("    1: <1, 11>", "    3: <1, 11>"),
    section("    1: <1, 12>", "    3: <1, 12>"),
    section("    1: <1, 19>", "    3: <1, 19>"),
    Slip {
        file: "08-void-type",
        wrong: "62:0|  0: <65534>",
        right: "57:2|  0: <65534>",
        reason: "the function type of the example before it was removed, and the position of \
                 what follows stayed",
    },
];

/// The records that begin a section of the abbreviations block.
const fn section(wrong: &'static str, right: &'static str) -> Slip {
    Slip {
        file: "05-abbreviation-record",
        wrong,
        right,
        reason: "index 1 would start a block; records without an abbreviation have index 3, as \
                 in every real file",
    }
}

/// The text of an example without its slips.
pub(crate) fn corrected(name: &str, text: &str) -> Result<String> {
    let mut text = text.to_owned();
    for slip in SLIPS.iter().filter(|slip| slip.file == name) {
        ensure!(
            !slip.reason.is_empty() && text.contains(slip.wrong),
            "{}: no such slip",
            slip.wrong
        );
        text = text.replace(slip.wrong, slip.right);
    }
    Ok(text)
}

/// The files of slips that are not among the examples.
pub(crate) fn unknown_files(paths: &[PathBuf]) -> Vec<&'static str> {
    let files = SLIPS.iter().map(|slip| slip.file);
    files
        .filter(|file| !paths.iter().any(|path| stem(path) == *file))
        .collect()
}
