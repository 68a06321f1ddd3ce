//! Damaged programs: every one is decoded, and run for a while if it can be.
//! Nothing may panic or hang, and no memory be used out of proportion.

use crate::peak_memory;
use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::corpus;
use pinnacle_testing::fuzz;
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_testing_engines::fuzz::{RUN_MEMORY, run_bounded};
use pinnacle_tests::trial;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Decoding a damaged file takes at most this many times its size...
const FACTOR: usize = 40;
/// ... and this number of bytes more, whatever its size.
const CONSTANT: usize = 256 << 10;
/// Running it takes at most its address space, a multiple of its size, and this number of bytes for
/// the calls of its threads.
const RUN_CONSTANT: usize = 16 << 20;
/// Bytes that may be damaged for each file, which sets the number of copies: small files are quick,
/// and more copies of them are tried.
const BUDGET: usize = 15_000_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        let name = format!("damage::{}", corpus::stem(&path));
        trials.push(trial(name, move || damage(&path, BUDGET)));
    }
    let malformed = corpus::malformed(shared)?;
    trials.push(trial("damage::malformed", move || {
        malformed
            .iter()
            .try_for_each(|path| damage(path, BUDGET / 1000))
    }));
    Ok(trials)
}

fn damage(path: &PathBuf, budget: usize) -> Result<()> {
    let original = Original::new(fs::read(path)?);
    let copies = (budget / original.bytes().len().max(1)).clamp(4, 250);
    for seed in 0..copies as u64 {
        let mut choices = Seeded::new(seed);
        let mutation = Mutation::ALL[seed as usize % Mutation::ALL.len()];
        let bytes = original.mutate(mutation, &mut choices);
        try_copy(&bytes, choices.next())
            .with_context(|| format!("{}, seed {seed}, {mutation:?}", path.display()))?;
    }
    Ok(())
}

/// Decodes and runs a damaged copy.
fn try_copy(bytes: &[u8], seed: u64) -> Result<()> {
    let (outcome, peak) =
        peak_memory(|| catch_unwind(AssertUnwindSafe(|| fuzz::decode_bounded(bytes))));
    let Ok(program) = outcome else {
        anyhow::bail!("decoding panicked; the copy is at {}", keep(bytes)?);
    };
    let bound = FACTOR * bytes.len() + CONSTANT;
    ensure!(
        peak <= bound,
        "decoding took {peak} bytes, more than {bound}; the copy is at {}",
        keep(bytes)?
    );
    let Some(program) = program else {
        return Ok(());
    };
    let (outcome, peak) =
        peak_memory(|| catch_unwind(AssertUnwindSafe(|| run_bounded(&program, seed))));
    ensure!(
        outcome.is_ok(),
        "running panicked; the copy is at {}",
        keep(bytes)?
    );
    let bound = RUN_MEMORY as usize + FACTOR * bytes.len() + RUN_CONSTANT;
    ensure!(
        peak <= bound,
        "running took {peak} bytes, more than {bound}; the copy is at {}",
        keep(bytes)?
    );
    Ok(())
}

/// Writes a copy that failed to a file.
fn keep(bytes: &[u8]) -> Result<String> {
    let path = pinnacle_testing::kept::keep("damaged-", bytes)?;
    Ok(path.display().to_string())
}
