//! Writes a program built in code to the given path. It draws the Mandelbrot set in characters, and
//! can be run with `pinnacle run`.

use anyhow::{Context, Result};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::samples;

fn main() -> Result<()> {
    let path = std::env::args_os().nth(1).context("where to?")?;
    let pexe = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    std::fs::write(&path, pexe).with_context(|| format!("cannot write {}", path.display()))
}
