//! The cost of each stage for a program that grows, counted in instructions of the processor by
//! valgrind: time in proportion to the program, whatever the machine does beside.

mod pages;
#[path = "../bounds/shapes.rs"]
mod shapes;

use anyhow::{Context, Result, anyhow, ensure};
use pages::PAGES;
use pinnacle_page::html;
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_pexe::text::parse::assemble;
use pinnacle_pexe::text::print::{self, print};
use pinnacle_pexe::{compress, verify};
use pinnacle_runtime::interp;
use pinnacle_runtime::program::{Instance, RunOptions};
use pinnacle_testing::skip::skip;
use shapes::SHAPES;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

/// The size of the programs that [`every_stage_of_every_shape`] makes.
const SIZE: &str = "PINNACLE_INSTRUCTIONS_SIZE";

/// The shapes that it makes, with commas between them.
const WANTED: &str = "PINNACLE_INSTRUCTIONS_SHAPES";

/// Four times the things.
const SIZES: [usize; 2] = [400, 1_600];

/// Maximum factor for a program of four times the size: a part of a twelfth that takes a step for
/// each pair of things makes it five times as much.
const GROWTH: f64 = 5.5;

/// Number of instructions that are ignored: searches and tables that are set up for any program.
const SLACK: u64 = 1_000_000;

/// The interpreter's fuel.
const FUEL: u64 = 2_000;

const STAGES: [&str; 7] = [
    "assembling",
    "decoding",
    "verifying",
    "printing",
    "compressing",
    "translating",
    "interpreting",
];

#[test]
fn instructions_are_in_proportion() -> Result<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        skip("valgrind is not installed");
        return Ok(());
    }
    let shapes: Vec<&str> = SHAPES.iter().map(|(name, _)| *name).collect();
    let [small, large] = SIZES.map(|size| count(size, &shapes));
    let (small, large) = (small?, large?);
    let suspects: Vec<&str> = shapes
        .iter()
        .enumerate()
        .filter(|&(shape, name)| !report(name, &small[shape], &large[shape]))
        .map(|(_, name)| *name)
        .collect();
    if suspects.is_empty() {
        return Ok(());
    }
    // Between the two sizes lie the budgets from which on the translator keeps values in memory.
    println!("four times the size again:");
    let beyond = count(SIZES[1] * 4, &suspects)?;
    let all = suspects.iter().zip(&beyond).all(|(name, beyond)| {
        let shape = shapes.iter().position(|shape| shape == name);
        report(name, &large[shape.expect("it is one of them")], beyond)
    });
    ensure!(all, "out of proportion, see above");
    Ok(())
}

#[test]
fn pages_are_read_in_proportion() -> Result<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        skip("valgrind is not installed");
        return Ok(());
    }
    let count = |size: usize| counts("every_page", &[(SIZE, size.to_string())], PAGES.len());
    let [small, large] = SIZES.map(|size| count(size * 4));
    let mut all = true;
    for ((name, _), (small, large)) in PAGES.iter().zip(small?.into_iter().zip(large?)) {
        let right = large as f64 <= small as f64 * GROWTH;
        println!("{name}: {small}, then {large}");
        all &= right;
    }
    ensure!(all, "out of proportion, see above");
    Ok(())
}

/// A part of [`pages_are_read_in_proportion`], which runs it under valgrind.
#[test]
#[ignore = "is run by another test"]
fn every_page() -> Result<()> {
    let size = std::env::var(SIZE).with_context(|| format!("{SIZE} says no size"))?;
    let size = size.parse()?;
    for (_, page) in PAGES {
        let page = page(size);
        counted(|| black_box(html::programs(&page)));
    }
    Ok(())
}

/// Says what the stages took of a shape; whether all of them are in proportion.
fn report(shape: &str, small: &Stages, large: &Stages) -> bool {
    let mut all = true;
    for ((stage, &small), &large) in STAGES.iter().zip(small).zip(large) {
        let right = large as f64 <= small as f64 * GROWTH + SLACK as f64;
        let verdict = if right { "" } else { ": out of proportion" };
        println!("{shape}, {stage}: {small}, then {large}{verdict}");
        all &= right;
    }
    all
}

/// The instructions of each stage, in the order of [`STAGES`].
type Stages = [u64; STAGES.len()];

/// The instructions of some shapes, in the order of [`SHAPES`].
fn count(size: usize, shapes: &[&str]) -> Result<Vec<Stages>> {
    let wanted = [(SIZE, size.to_string()), (WANTED, shapes.join(","))];
    let counted = shapes.len() * STAGES.len();
    let counts = counts("every_stage_of_every_shape", &wanted, counted)?;
    let stages = counts.chunks_exact(STAGES.len());
    Ok(stages.filter_map(|stages| stages.try_into().ok()).collect())
}

/// Runs a test of this file under valgrind, and returns the instructions of each thing that it
/// counts.
fn counts(test: &str, variables: &[(&str, String)], counted: usize) -> Result<Vec<u64>> {
    let folder = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args([
            "--toggle-collect=instructions::counted_stage",
            "--dump-after=instructions::counted_stage",
        ])
        .arg(format!(
            "--callgrind-out-file={}",
            folder.path().join("out").display()
        ))
        .arg(std::env::current_exe()?)
        .args(["--exact", test, "--ignored", "--test-threads=1"])
        .envs(variables.iter().cloned())
        .output()?;
    ensure!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let dump = |number| total(&folder.path().join(format!("out.{number}")));
    (1..=counted).map(dump).collect()
}

/// The instructions that a dump of callgrind counts.
fn total(dump: &Path) -> Result<u64> {
    let text = fs::read_to_string(dump).with_context(|| dump.display().to_string())?;
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: "));
    Ok(totals.context("a dump has no total")?.trim().parse()?)
}

/// A part of [`instructions_are_in_proportion`], which runs it under valgrind.
#[test]
#[ignore = "is run by another test"]
fn every_stage_of_every_shape() -> Result<()> {
    let size = std::env::var(SIZE).with_context(|| format!("{SIZE} says no size"))?;
    let size = size.parse()?;
    let wanted = std::env::var(WANTED).with_context(|| format!("{WANTED} names no shapes"))?;
    let wanted: Vec<&str> = wanted.split(',').collect();
    for (name, shape) in SHAPES.iter().filter(|(name, _)| wanted.contains(name)) {
        stages(&shape(size)).with_context(|| (*name).to_owned())?;
    }
    Ok(())
}

/// The stages in the order of [`STAGES`].
fn stages(text: &str) -> Result<()> {
    let bytes = counted(|| assemble(text.as_bytes()))?.bytes;
    let options = decode::Options { jobs: 1 };
    let program = counted(|| decode(&bytes, &options)).map_err(|errors| anyhow!("{errors}"))?;
    let options = verify::Options {
        jobs: 1,
        ..verify::Options::default()
    };
    ensure!(
        counted(|| verify::verify(&bytes, &options)).is_valid(),
        "it is not valid"
    );
    let options = print::Options {
        jobs: 1,
        ..print::Options::default()
    };
    counted(|| print(&bytes, &[], &options, &mut std::io::sink()))?;
    counted(|| compress::compress(&bytes, &compress::Options::default()).map(drop))?;
    let options = pinnacle_wasm::Options {
        host: pinnacle_runtime::irt::declarations().collect(),
        jobs: 1,
        ..pinnacle_wasm::Options::default()
    };
    counted(|| pinnacle_wasm::translate(&program, &options))?;
    counted(|| interpret(&program))
}

/// However it ends.
fn interpret(program: &Program) -> Result<()> {
    let options = interp::Options {
        fuel: Some(FUEL),
        ..interp::Options::default()
    };
    let mut instance = Instance::new(program.module(), RunOptions::default())?;
    let _ = instance.interpret(program, options, &mut ());
    Ok(())
}

/// Calls a function such that valgrind counts it.
fn counted<R>(function: impl FnOnce() -> R) -> R {
    let mut function = Some(function);
    let mut result = None;
    counted_stage(&mut || result = function.take().map(|function| function()));
    result.expect("it was called")
}

/// The function that valgrind knows by its name, and that it sees end: the call is not the last
/// thing in it, or it would be a jump.
#[inline(never)]
fn counted_stage(function: &mut dyn FnMut()) {
    function();
    black_box(());
}
