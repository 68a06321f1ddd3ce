//! Random valid programs.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::Seeded;
use pinnacle_testing::squeeze::compress_and_check;
use pinnacle_tests::trial;

/// Number of programs.
const PROGRAMS: u64 = 120;

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("generated", || (0..PROGRAMS).try_for_each(check))]
}

/// However a program was packed, the smallest packing of its records is the
/// same, so that its size does not depend on the one before.
fn check(seed: u64) -> Result<()> {
    let module = generate(&mut Seeded::new(seed), Size::default());
    let effort = (seed % 5) as u8;
    let [plain, packed] = [Abbreviations::None, Abbreviations::Standard].map(|kind| {
        let bytes = module.to_pexe_with(kind);
        let small = compress_and_check(&bytes, effort)?;
        decode(&small, &Options::default()).ok()?;
        Some((bytes.len(), small))
    });
    let context = || format!("seed {seed}");
    let (size, plain) = plain.with_context(context)?;
    let (_, packed) = packed.with_context(context)?;
    ensure!(plain == packed, "seed {seed}: the results differ");
    ensure!(plain.len() < size, "seed {seed}: nothing was saved");
    Ok(())
}
