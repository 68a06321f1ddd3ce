//! Generated programs as machine code beside the interpreter: they have to
//! print the same and end the same way.
//!
//! `LIFT_SEEDS=100..200` checks these programs instead of the first few. Those
//! that do what traps are translated with volatile accesses, so that every
//! access that cannot be made is found.

use crate::tools::{self, Executable};
use anyhow::{Context, Result, bail, ensure};
use pinnacle_lift::Options;
use pinnacle_pexe::decode::{self, Program};
use pinnacle_runtime::files::{Capture, Stdio};
use pinnacle_runtime::interp;
use pinnacle_runtime::program::{Instance, RunOptions};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::{Choices as _, Seeded};
use std::ops::Range;

/// How many programs are checked if nobody says which.
const PROGRAMS: u64 = 16;

/// What a run of any engine comes to.
#[derive(PartialEq, Eq)]
struct Outcome {
    status: u8,
    stdout: Vec<u8>,
}

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
        status,
        stdout: stdout.take(),
    })
}

/// Compares the engines on a program; the interpreter's status.
fn check(clang: &str, seed: u64) -> Result<u8> {
    let mut choices = Seeded::new(seed);
    let size = Size {
        wild: choices.one_in(4),
        ..Size::default()
    };
    let bytes = generate(&mut choices, size).to_pexe();
    let program = decode::decode(&bytes, &decode::Options::default())
        .map_err(|errors| anyhow::anyhow!("{errors}"))?;
    let expected = interpret(&program)?;
    let options = Options {
        host: tools::host_functions(),
        volatile: size.wild,
        ..Options::default()
    };
    let ir = tools::text_of(&program, &options)?;
    let host = tools::repository("examples/native-host/host.c");
    let output = Executable::build(clang, "-O2", &ir, &host)?
        .command()
        .output()?;
    let found = Outcome {
        status: output.status.code().map_or(0, |code| code as u8),
        stdout: output.stdout,
    };
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        found.status == expected.status,
        "ends with {}, interpreted with {}: {said}",
        found.status,
        expected.status
    );
    if found.stdout != expected.stdout {
        let pairs = found.stdout.iter().zip(&expected.stdout);
        let at = pairs.take_while(|(found, expected)| found == expected);
        bail!("byte {} of what it prints differs", at.count());
    }
    Ok(expected.status)
}

#[test]
fn generated_programs_do_the_same_as_interpreted() -> Result<()> {
    let Some(clang) = tools::clang() else {
        return Ok(());
    };
    let (mut programs, mut traps, mut failures) = (0, 0, 0);
    for seed in seeds()? {
        programs += 1;
        match check(&clang, seed) {
            Ok(status) => traps += u64::from(status >= 128),
            Err(error) => {
                failures += 1;
                println!("program {seed}: {error:#}");
            }
        }
    }
    println!("{programs} generated programs, {traps} of them end in a trap");
    ensure!(failures == 0, "{failures} programs differ");
    Ok(())
}
