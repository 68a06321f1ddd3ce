//! Random modules: parsing the printed text returns the same module.

use crate::same_again;
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::Format;
use pinnacle_testing::bytecode::{Options as Generate, generate};

/// Number of modules in each style.
const MODULES: u64 = 150;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |format| {
        Trial::test(format!("random modules in {format}"), move || {
            (0..MODULES).try_for_each(|seed| round_trip(seed, format))
        })
    };
    Format::ALL.map(trial).into()
}

fn round_trip(seed: u64, format: Format) -> Result<(), Failed> {
    let module = generate(&Generate {
        seed,
        format,
        plain_names: true,
    });
    same_again(&module, format)
        .map_err(|error| format!("seed {seed}: {}", error.message().unwrap_or("failed")).into())
}
