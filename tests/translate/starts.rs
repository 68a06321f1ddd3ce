//! The real programs begin to run, on compiled code as in the interpreter.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_runtime::irt::uses_threads;
use pinnacle_runtime::{Trap, TrapKind};
use pinnacle_testing::corpus::{programs, stem};
use pinnacle_testing_engines::run::{Outcome, Run};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Fuel of the interpreter.
const FUEL: u64 = 20_000_000;

/// Time limit of compiled code.
const TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let paths = programs(shared)?;
    let trials = paths.into_iter().map(|path| {
        let name = format!("starts::{}", stem(&path));
        trial(name, move || check(&path))
    });
    Ok(trials.collect())
}

/// Checks that the results of both agree: the end of the program, if it ended, and its output until
/// then.
fn check(path: &Path) -> Result<()> {
    let bytes = fs::read(path)?;
    // What is not a valid program is the business of other tests.
    let Ok(program) = decode(&bytes, &Options::default()) else {
        return Ok(());
    };
    let name = path.file_name().context("the file has a name")?;
    let run = Run::with_arguments([name.to_string_lossy()]);
    let limited = Run {
        fuel: Some(FUEL),
        ..run.clone()
    };
    let interpreted = limited.run(&program)?;
    let compiled = run.compiled(&program, Some(TIMEOUT))?;
    if let (Some(expected), Some(found)) = (end(&interpreted), end(&compiled)) {
        ensure!(
            expected == found,
            "interpreted: {}\ncompiled: {}",
            interpreted.describe(),
            compiled.describe()
        );
    }
    // Threads write in any order.
    ensure!(
        uses_threads(program.module()) || agree(&interpreted, &compiled),
        "the output differs"
    );
    Ok(())
}

/// The end of a program by itself: with a status, or a trap of this signal.
fn end(outcome: &Outcome) -> Option<Result<u8, u8>> {
    match &outcome.end {
        Ok(status) => Some(Ok(*status)),
        Err(Trap {
            kind: TrapKind::OutOfFuel | TrapKind::Timeout,
            ..
        }) => None,
        Err(trap) => Some(Err(trap.kind.signal())),
    }
}

/// Returns true if one has written what the other has, as far as it came.
fn agree(a: &Outcome, b: &Outcome) -> bool {
    let prefix = |a: &[u8], b: &[u8]| a.iter().zip(b).all(|(a, b)| a == b);
    let ended = end(a).is_some() && end(b).is_some();
    let same_length = a.stdout.len() == b.stdout.len() && a.stderr.len() == b.stderr.len();
    prefix(&a.stdout, &b.stdout) && prefix(&a.stderr, &b.stderr) && (same_length || !ended)
}
