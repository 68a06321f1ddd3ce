//! `pinnacle cc`: a compiler driver.
//!
//! 1. [`response`] replaces response files with their contents.
//! 2. [`options`] parses the command line.
//! 3. [`plan`](plan()) makes the list of commands; `-###` stops here.
//! 4. `run_plan` compiles, two sources at a time, links and finalizes.
//!
//! Temporary files are in a separate folder, which is removed at the end in any case. The program
//! is written completely or not at all.

mod assembly;
mod linker;
mod old_sources;
pub mod options;
mod padding;
pub(crate) mod plan;
mod ports;
mod query;
pub mod response;
mod run_plan;
mod sanitizers;

pub use plan::{Compilation, Linking, Plan, plan};

use crate::environment::Environment;
use crate::error::Error;
use crate::tools::Tools;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// The environment variable with the path of the file that records the printed warnings.
pub(crate) const TOLD: &str = "PINNACLE_TOLD";

/// The exit status of a run that failed.
const FAILURE: u8 = 1;

/// Executes a command line, given without its first word. Returns the exit status: 0 for success,
/// otherwise 1. Reports every error on standard error.
#[must_use]
pub fn main(arguments: Vec<OsString>, environment: &Environment) -> u8 {
    match run(arguments, environment) {
        Ok(()) => 0,
        Err(error) => {
            let program = &environment.program;
            for message in error.messages() {
                eprintln!("{program}: error: {message}");
            }
            if let Some(hint) = error.help() {
                eprintln!("{program}: hint: {hint}");
            }
            FAILURE
        }
    }
}

/// Does the same as [`main`], for callers that report errors themselves.
///
/// # Errors
///
/// Fails with every error, except those that clang has already reported.
pub fn run(arguments: Vec<OsString>, environment: &Environment) -> Result<(), Error> {
    let mut options = options::parse(&response::expand(arguments)?)?;
    if let Some(query) = &options.query {
        return query::print_answer(query, &options, environment);
    }
    let tools = Tools::find(options.clang.as_deref(), environment)?;
    if options.verbose {
        eprint!("{}", query::version(&tools)?);
        if options.items.is_empty() {
            return Ok(());
        }
    }
    if !options.items.is_empty() {
        let builds = !options.dry_run;
        ports::add(&mut options, environment, builds)?;
    }
    if options.dry_run {
        let folder = environment.temporary().join("pinnacle-cc");
        let plan = plan::plan(&options, &tools, environment, &folder)?;
        warn(&plan, environment);
        eprint!("{}", plan.show(&tools, environment, &folder)?);
        return Ok(());
    }
    let folder = tempfile::Builder::new()
        .prefix("pinnacle-cc-")
        .tempdir_in(environment.temporary())
        .map_err(|error| {
            Error::new(format!("cannot make a folder for temporary files: {error}"))
        })?;
    let plan = plan::plan(&options, &tools, environment, folder.path())?;
    warn(&plan, environment);
    let result = run_plan::run(&plan, &options, &tools, environment, folder.path());
    // If files cannot be removed, they are left for the system to clean up.
    let _ = folder.close();
    result
}

/// Returns the commands that a command line would run, one per line. `folder` is the folder for
/// temporary files, which need not exist.
///
/// # Errors
///
/// Fails if the command line cannot be parsed or planned.
pub fn show(
    arguments: Vec<OsString>,
    environment: &Environment,
    folder: &Path,
) -> Result<String, Error> {
    let mut options = options::parse(&response::expand(arguments)?)?;
    let tools = Tools::find(options.clang.as_deref(), environment)?;
    ports::add(&mut options, environment, false)?;
    let plan = plan::plan(&options, &tools, environment, folder)?;
    plan.show(&tools, environment, folder)
}

/// Returns the toolchain file with which CMake builds programs.
pub(crate) fn cmake_toolchain(launchers: bool, environment: &Environment) -> Result<String, Error> {
    let tools = Tools::find(None, environment)?;
    let sysroot = environment.sysroot();
    query::cmake_toolchain(&tools, sysroot.as_deref(), launchers, environment)
}

/// Prints each warning once, in this run and in all runs that share the file of printed warnings.
fn warn(plan: &Plan, environment: &Environment) {
    let file = environment.variable(TOLD);
    let before = file.and_then(|file| std::fs::read_to_string(file).ok());
    let mut told: BTreeSet<&str> = before.iter().flat_map(|text| text.lines()).collect();
    let mut new = String::new();
    for warning in &plan.warnings {
        if told.insert(warning) {
            eprintln!("{}: warning: {warning}", environment.program);
            new += &format!("{warning}\n");
        }
    }
    if let Some(file) = file.filter(|_| !new.is_empty()) {
        // If the warning cannot be recorded, it is printed again.
        let kept = std::fs::OpenOptions::new().append(true).open(file);
        let _ = kept.and_then(|mut kept| kept.write_all(new.as_bytes()));
    }
}
