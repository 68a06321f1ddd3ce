//! The memory that decoding real programs takes.

use crate::peak_memory;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// Decoding takes at most so many times the size of the file.
const FACTOR: usize = 12;
/// Smaller files are not looked at: fixed costs would count too much.
const SMALLEST: u64 = 100_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        if fs::metadata(&path)?.len() < SMALLEST {
            continue;
        }
        let name = format!("memory::{}", corpus::stem(&path));
        trials.push(trial(name, move || {
            let bytes = fs::read(&path)?;
            let (program, peak) = peak_memory(|| decode(&bytes, &Options::default()));
            program?;
            let factor = peak as f64 / bytes.len() as f64;
            ensure!(
                peak <= FACTOR * bytes.len(),
                "the peak is {factor:.2} times the file"
            );
            Ok(())
        }));
    }
    Ok(trials)
}
