//! Builds a program in code and runs it: the Mandelbrot set in characters.
//!
//! With a path as its argument it writes the program there instead, to be run
//! with `pinnacle run`.

use anyhow::{Context, Result};
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::run::Run;
use pinnacle_testing::samples;
use std::io::Write;

fn main() -> Result<()> {
    let pexe = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    if let Some(path) = std::env::args_os().nth(1) {
        let path = std::path::PathBuf::from(path);
        std::fs::write(&path, pexe).with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(());
    }
    let program = decode(&pexe, &Options::default())?;
    let outcome = Run::with_arguments(["mandelbrot.pexe"]).run(&program)?;
    std::io::stdout().write_all(&outcome.stdout)?;
    outcome.end?;
    Ok(())
}
