//! The damaged programs of the corpus, and what is wrong with each.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// The file, the code and position of its first error, and the reason.
const EXPECTED: &[(&str, &str, &str, &str)] = &[];

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let files = corpus::files(&shared.join("corpus/bad"), "pexe")?;
    if EXPECTED.is_empty() { return Ok(vec![]); }
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
                ensure!(found == (code, position.to_owned()), "{reason}; found {first}");
                Ok(())
            }))
        })
        .collect()
}
