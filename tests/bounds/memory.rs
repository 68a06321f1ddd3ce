//! The memory that decoding real programs takes.

use crate::peak_memory;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_pexe::text::{parse, print};
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
    trials.push(trial("memory::far_declarations", far_declarations));
    Ok(trials)
}

/// Each value is declared far ahead of the one before, in a function that has
/// none of them.
fn far_declarations() -> Result<()> {
    let declarations: String = (1..=1000)
        .map(|number| format!("declare i32 %v{};\n", number * 1_000_000))
        .collect();
    let text = format!(
        "module {{ version 1; types {{ count 3; @t0 = i32; @t1 = void; @t2 = void (); }}
        define external void @f0();
        function void @f0() {{ blocks 1;\n{declarations} ret void; }} }}"
    );
    let bytes = parse::assemble(text.as_bytes())?.bytes;
    let options = print::Options {
        jobs: 1,
        ..print::Options::default()
    };
    let (printed, peak) = peak_memory(|| print::print(&bytes, &[], &options, &mut std::io::sink()));
    printed?;
    ensure!(peak < 1 << 20, "the peak is {peak}");
    Ok(())
}
