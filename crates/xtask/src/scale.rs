//! Checks the examples of `examples/scale`: scans with Ray Data and with Spark, on a small cluster
//! on this machine.

use crate::dist::files::{self, said, text};
use crate::process::{self, Result, program, root, target};
use crate::python::{self, environment};
use crate::step::{Outcome, done};
use std::fs;

/// The engines as pip requirements, at the versions with which the examples were tested.
const ENGINES: [&str; 2] = ["ray[data]==2.60.0", "pyspark==4.3.0"];

/// Installs both engines and scans a collection with each while workers are killed. The output must
/// be the same as that of a single process.
pub(crate) fn check() -> Result<Outcome> {
    if let Some(reason) = python::missing() {
        return Ok(Outcome::Skipped(reason));
    }
    if !program("java", &["-version"]).succeeds() {
        return Ok(Outcome::Skipped(
            "Java, which Spark needs, is not installed".into(),
        ));
    }
    let folder = target().join("scale");
    files::empty(&folder)?;
    let folder = fs::canonicalize(&folder).map_err(said(&folder))?;
    let python = environment(&folder.join("environment"))?;
    let python = text(&python)?;
    let install = ["-m", "pip", "install", "--quiet"];
    if !program(python, &install).arguments(&ENGINES).succeeds() {
        return Ok(Outcome::Skipped("Ray and Spark cannot be fetched".into()));
    }
    let pinnacle = process::built_pinnacle()?;
    let pexe = folder.join("hello.pexe");
    let hello = root().join("examples/hello.pnasm");
    program(text(&pinnacle)?, &["as", text(&hello)?, "-o", text(&pexe)?]).run()?;
    let check = root().join("examples/scale/check.py");
    done(
        program(python, &[text(&check)?, text(&pexe)?])
            .variable("PINNACLE", text(&pinnacle)?)
            .run(),
    )
}
