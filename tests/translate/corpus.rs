//! The real programs.

use super::{options, translate};
use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::decode;
use pinnacle_testing::corpus::{programs, stem};
use pinnacle_wasm::Options;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum ratio of the size of all modules to that of all programs.
const SIZE_LIMIT: f64 = 1.6;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let paths = programs(shared)?;
    let mut trials: Vec<Trial> = paths
        .iter()
        .map(|path| {
            let path = path.clone();
            let name = format!("corpus::{}", stem(&path));
            Trial::test(name, move || {
                Ok(check(&path).map_err(|error| format!("{error:#}"))?)
            })
        })
        .collect();
    trials.push(Trial::test("corpus::size", move || {
        Ok(check_size(&paths).map_err(|error| format!("{error:#}"))?)
    }));
    Ok(trials)
}

/// With and without shared memory, and with one thread as with two.
fn check(path: &Path) -> Result<()> {
    let bytes = fs::read(path)?;
    // What is not a valid program is the business of other tests.
    let Ok(program) = decode(&bytes, &Default::default()) else {
        return Ok(());
    };
    let alone = translate(
        &program,
        &Options {
            jobs: 1,
            ..options()
        },
    )?;
    let together = translate(
        &program,
        &Options {
            jobs: 2,
            ..options()
        },
    )?;
    ensure!(
        alone == together,
        "the number of threads changes the module"
    );
    let shared = Options {
        shared_memory: true,
        ..options()
    };
    translate(&program, &shared).context("with shared memory")?;
    let lenient = Options {
        lenient_calls: true,
        ..options()
    };
    translate(&program, &lenient).context("with lenient calls")?;
    Ok(())
}

fn check_size(paths: &[PathBuf]) -> Result<()> {
    let (mut before, mut after) = (0, 0);
    for path in paths {
        let bytes = fs::read(path)?;
        let Ok(program) = decode(&bytes, &Default::default()) else {
            continue;
        };
        let wasm = translate(&program, &options())?;
        println!(
            "{:8} {:8} {:.2} {}",
            bytes.len(),
            wasm.len(),
            wasm.len() as f64 / bytes.len() as f64,
            path.display()
        );
        before += bytes.len();
        after += wasm.len();
    }
    let ratio = after as f64 / before as f64;
    println!("{ratio:.3}");
    ensure!(
        ratio <= SIZE_LIMIT,
        "{after} bytes from {before}, {ratio:.2} times as many"
    );
    Ok(())
}
