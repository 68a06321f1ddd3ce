//! Ten thousand modules from random choices.

use crate::properties::{self, Sizes};
use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::Seeded;
use pinnacle_tests::trial;

/// Number of modules.
const MODULES: u64 = 10_000;
/// Number of modules in a test, so that tests run on several threads.
const AT_ONCE: u64 = 500;

/// Small, since there are many; a few are large.
const SMALL: Size = Size {
    functions: 2,
    blocks: 7,
    instructions: 7,
    steps: 10,
    wild: false,
};

pub(crate) fn trials() -> Vec<Trial> {
    let starts = (0..MODULES).step_by(AT_ONCE as usize);
    let trials = starts.map(|start| {
        let name = format!("generated::from_{start}");
        trial(name, move || {
            let mut all = Sizes::default();
            for seed in start..start + AT_ONCE {
                let sizes = check(seed).context(format!("seed {seed}"))?;
                all.none += sizes.none;
                all.standard += sizes.standard;
            }
            // A small module does not pay for the definitions, many do.
            ensure!(
                all.standard < all.none,
                "abbreviations do not help: {all:?}"
            );
            Ok(())
        })
    });
    trials.collect()
}

/// Checks the module of a seed.
fn check(seed: u64) -> Result<Sizes> {
    let size = if seed.is_multiple_of(100) {
        Size::default()
    } else {
        SMALL
    };
    let module = generate(&mut Seeded::new(seed), size);
    let kind = if seed.is_multiple_of(2) {
        Abbreviations::None
    } else {
        Abbreviations::Standard
    };
    let file = module.to_pexe_with(kind);
    properties::rewriting_changes_nothing(&file)?;
    properties::ordering_constants_keeps_the_program(&file)?;
    properties::text_says_all(&file)?;
    properties::encoding_gives_the_program(&file)
}
