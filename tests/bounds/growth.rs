//! Programs of many [shapes](crate::shapes) at three sizes, from text to a run: the memory that
//! each stage takes, and the size of its result, are in proportion to the program.

use crate::peak_memory;
use crate::shapes::{SHAPES, Shape};
use anyhow::{Result, anyhow, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse;
use pinnacle_runtime::compiled::{Code, CodeOptions};
use pinnacle_testing_engines::run::Run;
use pinnacle_tests::trial;
use std::time::Duration;

const SIZES: [usize; 3] = [400, 800, 1_600];

/// Maximum factor for a program of twice the size. Lists that double when they are full are up to
/// four times as large, but they are only a part of the memory.
const GROWTH: f64 = 2.9;

/// Number of bytes that are ignored: bytes that a stage takes for any program, and lists that are
/// short.
const SLACK: usize = 768 << 10;

/// Number of bytes that compiling may always take for each thing of a program: functions in which
/// more values live at a time, or with more joins, than the translator has budgets for are compiled
/// another way, and below the budgets the compiler's tables are as wide as they are long. A shape
/// that needs this is far beyond the budgets at the sizes of [`BEYOND`], and keeps to its
/// proportion there. Nothing but compiling has such an allowance.
const EACH: usize = 16 << 10;

/// See [`EACH`].
const BEYOND: [usize; 2] = [3_200, 6_400];

/// The interpreter's fuel; the same for all sizes.
const FUEL: u64 = 20_000;

/// The time of machine code, which loops in some shapes.
const TIME: Duration = Duration::from_millis(5);

pub(crate) fn trials() -> Vec<Trial> {
    let shapes = SHAPES.iter();
    shapes
        .map(|&(name, shape)| trial(format!("growth::{name}"), move || in_proportion(shape)))
        .collect()
}

/// The measurements of a program: names and bytes.
type Figures = [(&'static str, usize); 6];

fn in_proportion(shape: Shape) -> Result<()> {
    let [first, second, third] = SIZES.map(|size| figures(&shape(size)));
    let figures = [first?, second?, third?];
    let mut comes_to_budget = false;
    for (pair, size) in figures.windows(2).zip(&SIZES[1..]) {
        for ((what, small), (_, large)) in pair[0].into_iter().zip(pair[1]) {
            if large > allowed(small) {
                let borne = what == "compiling" && large <= EACH * size;
                ensure!(borne, "{what}: {small} bytes, then {large}");
                comes_to_budget = true;
            }
        }
    }
    if comes_to_budget {
        let [small, large] = BEYOND.map(|size| {
            let bytes = parse::assemble(shape(size).as_bytes())?.bytes;
            anyhow::Ok(compiling(&decoded(&bytes)?)?.1)
        });
        let (small, large) = (small?, large?);
        ensure!(
            large <= allowed(small),
            "far beyond: {small} bytes, then {large}"
        );
    }
    Ok(())
}

/// The maximum for a program of twice the size, given the memory for once the size.
fn allowed(small: usize) -> usize {
    (small as f64 * GROWTH) as usize + SLACK
}

fn decoded(bytes: &[u8]) -> Result<Program> {
    decode(bytes, &Options { jobs: 1 }).map_err(|errors| anyhow!("{errors}"))
}

/// The code of a program, and the memory that making it takes.
fn compiling(program: &Program) -> Result<(Code, usize)> {
    let options = CodeOptions {
        jobs: 1,
        interruptible: true,
        ..CodeOptions::default()
    };
    let (code, peak) = peak_memory(|| Code::compile(program, &options));
    Ok((code?, peak))
}

fn figures(text: &str) -> Result<Figures> {
    let (bytes, assembling) = peak_memory(|| parse::assemble(text.as_bytes()));
    let bytes = bytes?.bytes;
    let (program, decoding) = peak_memory(|| decoded(&bytes));
    let program = program?;
    let run = Run {
        memory_limit: 32 << 20,
        stack_size: 1 << 20,
        ..Run::default()
    };
    let interpreted = Run {
        fuel: Some(FUEL),
        ..run.clone()
    };
    let (end, interpreting) = peak_memory(|| interpreted.run(&program));
    end?;
    let (code, compiling) = compiling(&program)?;
    let code = code.to_bytes()?.len();
    // A run that its time ends may look for the places of the host's own calls, which takes
    // what the host is large, so its memory is not compared.
    run.compiled(&program, Some(TIME))?;
    Ok([
        ("the file", bytes.len()),
        ("assembling", assembling),
        ("decoding", decoding),
        ("interpreting", interpreting),
        ("compiling", compiling),
        ("code", code),
    ])
}
