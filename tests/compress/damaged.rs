//! Damaged programs: what can be read is compressed like any other file.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::Seeded;
use pinnacle_testing::samples::mandelbrot;
use pinnacle_testing::squeeze::compress_and_check;
use pinnacle_tests::trial;

/// Number of damaged copies.
const COPIES: u64 = 600;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("damaged::copies", copies),
        trial("damaged::trailing", trailing),
    ]
}

fn copies() -> Result<()> {
    let original = Original::new(mandelbrot().to_pexe_with(Abbreviations::Standard));
    let mut readable = 0;
    for seed in 0..COPIES {
        let mut choices = Seeded::new(seed);
        let mutation = Mutation::ALL[seed as usize % Mutation::ALL.len()];
        let bytes = original.mutate(mutation, &mut choices);
        readable += u64::from(compress_and_check(&bytes, (seed % 4) as u8).is_some());
    }
    ensure!(readable > COPIES / 4, "only {readable} copies can be read");
    Ok(())
}

/// Bytes after the module are kept, also those that look like blocks.
fn trailing() -> Result<()> {
    let program = mandelbrot().to_pexe_with(Abbreviations::Standard);
    let module = program[16..].to_vec();
    for trailing in [&b"PK\x03\x04"[..], &[0; 7], &module, &module[..64]] {
        let bytes = [&program, trailing].concat();
        let small = compress_and_check(&bytes, 1);
        ensure!(small.is_some_and(|small| small.ends_with(trailing)));
    }
    Ok(())
}
