//! Statistics of real and of damaged files: every bit is counted once.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_pexe::stats::Statistics;
use pinnacle_testing::{corpus, sums};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    let mut paths = corpus::programs(shared)?;
    paths.extend(corpus::malformed(shared)?);
    for path in paths {
        let name = format!("statistics::{}", corpus::stem(&path));
        trials.push(trial(name, move || {
            let bytes = fs::read(&path)?;
            let statistics = Statistics::of(&bytes);
            sums::check(&bytes, &statistics);
            compare_with_program(&bytes, &statistics)
        }));
    }
    Ok(trials)
}

/// Checks that a program of the decoder has as many functions here, and ends at the same place.
fn compare_with_program(bytes: &[u8], statistics: &Statistics) -> Result<()> {
    let Ok(program) = decode(bytes, &Options::default()) else {
        return Ok(());
    };
    ensure!(statistics.errors.is_empty(), "{:?}", statistics.errors);
    ensure!(statistics.functions.count == program.functions().len() as u64);
    ensure!(statistics.parts.trailing == program.layout().trailing_bytes() * 8);
    let overlong = statistics.blocks.iter().flat_map(|block| &block.records);
    let overlong: u64 = overlong.map(|record| record.overlong_bits).sum();
    ensure!(program.layout().overlong_numbers > 0 || overlong == 0);
    for function in &statistics.functions.largest {
        let number = function
            .function
            .map_or(usize::MAX, |number| number as usize);
        let name = program
            .module()
            .functions
            .get(number)
            .map(|function| &function.name);
        ensure!(
            name == Some(&function.name),
            "{function:?} is named {name:?}"
        );
    }
    Ok(())
}
