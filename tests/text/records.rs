//! Every file, good or bad, as records and back.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::text::records::{assemble, print};
use pinnacle_testing::corpus::{malformed, programs, stem};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// One test for each file.
pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut paths = programs(shared)?;
    paths.extend(malformed(shared)?);
    let trials = paths.into_iter().map(|path| {
        let folder = path.parent().map(stem).unwrap_or_default();
        let name = format!("records::{folder}::{}", stem(&path));
        trial(name, move || {
            let bytes = fs::read(&path)?;
            let mut text = Vec::new();
            print(&bytes, &mut text)?;
            ensure!(assemble(&text)? == bytes, "the bytes are others");
            Ok(())
        })
    });
    Ok(trials.collect())
}
