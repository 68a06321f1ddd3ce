//! Runs generated programs as machine code and in the interpreter: they must print the same and end
//! the same way.
//!
//! `LIFT_SEEDS=100..200` checks these programs instead of the first few. Those that may trap are
//! translated with volatile accesses, so that every invalid access traps.

use crate::batch::{self, Outcome};
use crate::tools;
use anyhow::{Context, Result, bail, ensure};
use pinnacle_lift::Options;
use pinnacle_pexe::decode::{self, Program};
use pinnacle_runtime::files::{Capture, Stdio};
use pinnacle_runtime::interp;
use pinnacle_runtime::program::{Instance, RunOptions};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::{Choices as _, Seeded};
use std::ops::Range;

/// Default number of programs to check.
const PROGRAMS: u64 = 16;

/// Number of programs compiled together.
const BATCH: u64 = 200;

fn seeds() -> Result<Range<u64>> {
    let Ok(range) = std::env::var("LIFT_SEEDS") else {
        return Ok(0..PROGRAMS);
    };
    let (first, end) = range.split_once("..").context("LIFT_SEEDS is a range")?;
    Ok(first.parse()?..end.parse()?)
}

fn interpret(program: &Program) -> Result<Outcome> {
    let stdout = Capture::default();
    let options = RunOptions {
        stdio: Stdio {
            output: stdout.stream(),
            ..Stdio::default()
        },
        ..RunOptions::default()
    };
    let mut instance = Instance::new(program.module(), options)?;
    let end = instance.interpret(program, interp::Options::default(), &mut ());
    let status = end.unwrap_or_else(|trap| 128 + trap.kind.signal());
    Ok(Outcome {
        status: status.into(),
        stdout: stdout.take(),
    })
}

/// Returns the program of a seed, and the options of its translation. Three of four programs are
/// small.
fn program(seed: u64) -> Result<(Program, Options)> {
    let mut choices = Seeded::new(seed);
    let wild = choices.one_in(4);
    let size = if seed.is_multiple_of(4) {
        Size::default()
    } else {
        Size {
            functions: 2,
            blocks: 4,
            instructions: 10,
            ..Size::default()
        }
    };
    let bytes = generate(&mut choices, Size { wild, ..size }).to_pexe();
    let program = decode::decode(&bytes, &decode::Options::default())
        .map_err(|errors| anyhow::anyhow!("{errors}"))?;
    let options = Options {
        host: tools::host_functions(),
        volatile: wild,
        ..Options::default()
    };
    Ok((program, options))
}

fn compare(found: &Outcome, expected: &Outcome) -> Result<()> {
    ensure!(
        found.status == expected.status,
        "ends with {}, interpreted with {}",
        found.status,
        expected.status
    );
    if found.stdout != expected.stdout {
        let pairs = found.stdout.iter().zip(&expected.stdout);
        let at = pairs.take_while(|(found, expected)| found == expected);
        bail!("byte {} of what it prints differs", at.count());
    }
    Ok(())
}

#[test]
fn generated_programs_do_the_same_as_interpreted() -> Result<()> {
    let Some(clang) = tools::clang() else {
        return Ok(());
    };
    let (mut programs, mut traps, mut failures) = (0, 0, 0);
    let seeds = seeds()?;
    for first in seeds.clone().step_by(BATCH as usize) {
        let batch = first..seeds.end.min(first + BATCH);
        let made = batch.clone().map(program).collect::<Result<Vec<_>>>()?;
        let found = batch::run(&clang, &made)?;
        ensure!(found.len() == made.len(), "{} answers", found.len());
        for ((seed, (program, _)), found) in batch.zip(&made).zip(&found) {
            let expected = interpret(program)?;
            programs += 1;
            traps += u64::from(expected.status >= 128);
            if let Err(error) = compare(found, &expected) {
                failures += 1;
                println!("program {seed}: {error:#}");
            }
        }
    }
    println!("{programs} generated programs, {traps} of them end in a trap");
    ensure!(failures == 0, "{failures} programs differ");
    Ok(())
}
