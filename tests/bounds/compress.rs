//! The memory that compressing takes.

use crate::peak_memory;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::compress::{Options, compress};
use pinnacle_testing::corpus;
use pinnacle_testing::records::{Block, FUNCTION_BLOCK, File, Item, MODULE_BLOCK, Record};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// Compressing takes at most this many times the size of the file...
const FACTOR: usize = 60;
/// ... and this number of bytes more, whatever its size.
const CONSTANT: usize = 8 << 20;
/// Smaller files are not looked at: they take less than the constant.
const SMALLEST: u64 = 300_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        if fs::metadata(&path)?.len() < SMALLEST {
            continue;
        }
        let name = format!("compress::{}", corpus::stem(&path));
        trials.push(trial(name, move || check(&fs::read(&path)?, FACTOR)));
    }
    trials.push(trial("compress::distinct_records", || {
        check(&distinct_records().write()?, 2 * FACTOR)
    }));
    Ok(trials)
}

fn check(bytes: &[u8], factor: usize) -> Result<()> {
    let options = Options {
        effort: 0,
        ..Options::default()
    };
    let (compressed, peak) = peak_memory(|| compress(bytes, &options).map(drop));
    compressed?;
    let bound = factor * bytes.len() + CONSTANT;
    ensure!(
        peak <= bound,
        "the peak is {peak}, {:.1} times the file",
        peak as f64 / bytes.len() as f64
    );
    Ok(())
}

/// Short records of many codes, no two alike, which need tables of their own.
fn distinct_records() -> File {
    let records = (0..60_000u64).map(|number| {
        let operands = (0..6).map(|place| (number >> place) * 0x9e37 % 1021);
        Item::Record(Record::new(number % 900, operands))
    });
    let function = Item::Block(Block::new(FUNCTION_BLOCK, 2, records.collect()));
    File::new(vec![Item::Block(Block::new(
        MODULE_BLOCK,
        2,
        vec![function],
    ))])
}
