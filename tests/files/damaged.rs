//! The damaged programs of the corpus, and the error in each.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// The file, the code and position of its first error, and the reason.
const EXPECTED: &[(&str, &str, &str, &str)] = &[
    (
        "regression-1",
        "P0206",
        "156:0",
        "the flag that says whether a function is declared is 16",
    ),
    (
        "regression-2",
        "B0006",
        "168:0",
        "the globals' count record claims more operands than its block has bits",
    ),
    (
        "regression-3",
        "P0801",
        "198:2",
        "the function has no block, so there is nothing to run",
    ),
    (
        "regression-4",
        "B0009",
        "188:0",
        "the return has become an addition, and the function runs over its end",
    ),
    (
        "regression-5",
        "P0402",
        "26:4",
        "the abbreviations block has become a function block, of no function",
    ),
    (
        "regression-6",
        "B0007",
        "132:0",
        "a block's abbreviation indices have one bit, which is not enough",
    ),
];

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let files = corpus::files(&shared.join("corpus/bad"), "pexe")?;
    ensure!(
        files.len() == EXPECTED.len(),
        "{} damaged files",
        files.len()
    );
    files
        .into_iter()
        .map(|path| {
            let name = corpus::stem(&path);
            let &(_, code, position, reason) = EXPECTED
                .iter()
                .find(|(file, ..)| *file == name)
                .with_context(|| format!("nothing is said of {name}"))?;
            Ok(trial(format!("damaged::{name}"), move || {
                let errors = decode(&fs::read(&path)?, &Options::default()).err();
                let errors = errors.with_context(|| format!("accepted, but {reason}"))?;
                let first = errors.first();
                let found = (first.code(), first.position().to_string());
                ensure!(
                    found == (code, position.to_owned()),
                    "{reason}; found {first}"
                );
                Ok(())
            }))
        })
        .collect()
}
