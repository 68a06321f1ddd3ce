//! The Python package: built as a wheel, installed in an environment of its own, and tested there.

use crate::dist::files::{self, said, text};
use crate::process::{Result, program, root, target};
use crate::python::{self, environment};
use crate::step::{Outcome, done};
use std::fs;

/// The tools that build and test the package, as pip requirements.
const TOOLS: [&str; 3] = ["maturin>=1.8,<2", "pytest", "mypy"];

/// Builds the wheel, installs it and runs its tests. If the variable `PINNACLE` names the native
/// command, the tests also compile an example with it and check its picture.
pub(crate) fn check() -> Result<Outcome> {
    if let Some(reason) = python::missing() {
        return Ok(Outcome::Skipped(reason));
    }
    let folder = target().join("installed/wheel");
    files::empty(&folder)?;
    let folder = fs::canonicalize(&folder).map_err(said(&folder))?;
    let tools = environment(&folder.join("tools"))?;
    let python = text(&tools)?;
    let install = ["-m", "pip", "install", "--quiet"];
    if !program(python, &install).arguments(&TOOLS).succeeds() {
        let reason = "maturin, pytest and mypy cannot be fetched";
        return Ok(Outcome::Skipped(reason.into()));
    }
    let sources = root().join("packages/python");
    let sources = fs::canonicalize(&sources).map_err(said(&sources))?;
    let target = target().join("python");
    fs::create_dir_all(&target).map_err(said(&target))?;
    let target = fs::canonicalize(&target).map_err(said(&target))?;
    let wheels = folder.join("wheels");
    program(python, &["-m", "maturin", "build", "--locked"])
        .arguments(&["--profile", "dev", "--out", text(&wheels)?])
        .variable("CARGO_TARGET_DIR", text(&target)?)
        .within(&sources)
        .run()?;

    // Install only the package and the tests' dependencies, in a place where the sources cannot be
    // imported instead.
    let clean = environment(&folder.join("clean"))?;
    let python = text(&clean)?;
    program(
        python,
        &["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"],
    )
    .arguments(&["--find-links", text(&wheels)?, "pinnacle"])
    .run()?;
    program(python, &["-m", "pip", "install", "--quiet", "pytest"]).run()?;
    let tests = sources.join("tests");
    let types = ["-m", "mypy", "--strict", "--python-executable", python];
    program(text(&tools)?, &types)
        .arguments(&["--package", "pinnacle"])
        .within(&folder)
        .run()?;
    program(text(&tools)?, &types)
        .arguments(&[text(&tests)?])
        .within(&folder)
        .run()?;
    done(
        program(
            python,
            &[
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                text(&tests)?,
            ],
        )
        .variable("PYTHONDONTWRITEBYTECODE", "1")
        .within(&folder)
        .run(),
    )
}
