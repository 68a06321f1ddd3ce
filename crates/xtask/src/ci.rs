//! Everything that must hold before a change is accepted, step by step.

use crate::process::{Result, cargo, program};
use crate::readme;
use crate::report::{self, Report};
use std::fs;
use std::time::Instant;

/// What came of a step that did not fail.
enum Outcome {
    Done,
    /// It could not run, for this reason.
    Skipped(String),
}

/// A step: its name, and what it does.
type Step = (&'static str, fn() -> Result<Outcome>);

const STEPS: &[Step] = &[
    ("format", || done(cargo(&["fmt", "--all", "--check"]).run())),
    ("clippy", || clippy(&["--workspace", "--all-targets"])),
    ("the interpreter alone", || {
        clippy(&["--package", "pinnacle-cli", "--no-default-features"])
    }),
    ("the codec alone", || {
        clippy(&["--package", "pinnacle-pexe", "--no-default-features"])
    }),
    ("webassembly", webassembly),
    ("licences", licences),
    ("tests", || done(readme::tests())),
    ("real code", real_code),
    ("documentation", || done(crate::docs(&[]))),
    ("the README's program", || done(readme::first_program())),
];

/// The crates that build where there is no operating system.
const PORTABLE: [&str; 10] = [
    "base",
    "bitstream",
    "pexe",
    "wasm",
    "lift",
    "llvm",
    "legalize",
    "bytecode",
    "system",
    "pepper",
];

/// Where there is none.
const NO_SYSTEM: &str = "wasm32-unknown-unknown";

/// Runs the steps, or those that are named.
pub(crate) fn run(options: &[&str]) -> Result<()> {
    let mut wanted = Vec::new();
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        match (*option, rest.as_slice().first()) {
            ("--list", _) => {
                STEPS.iter().for_each(|(name, _)| println!("{name}"));
                return Ok(());
            }
            ("--step", Some(name)) if STEPS.iter().any(|(known, _)| known == name) => {
                wanted.push(*name);
                rest.next();
            }
            ("--step", _) => return Err("there is no such step; see --list".into()),
            (other, _) => return Err(format!("unknown option {other}")),
        }
    }
    let mut steps = STEPS.to_vec();
    steps.retain(|(name, _)| wanted.is_empty() || wanted.contains(name));
    let skipped = report::file();
    let prepared = fs::create_dir_all(crate::process::target());
    prepared
        .and_then(|()| fs::write(&skipped, ""))
        .map_err(|error| format!("{}: {error}", skipped.display()))?;
    let mut report = Report::default();
    let mut result = Ok(());
    for (name, step) in steps {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = step();
        report.steps.push((name, start.elapsed(), outcome.is_ok()));
        match outcome {
            Ok(Outcome::Done) => {}
            Ok(Outcome::Skipped(reason)) => {
                println!("skipped: {reason}");
                report.skipped.push((name.to_owned(), reason));
            }
            Err(message) => {
                result = Err(format!("\n{name}: {message}"));
                break;
            }
        }
    }
    print!(
        "{}",
        report.text(&fs::read_to_string(skipped).unwrap_or_default())
    );
    if result.is_ok() {
        println!("\nall good");
    }
    result
}

fn done(result: Result<()>) -> Result<Outcome> {
    result.map(|()| Outcome::Done)
}

fn clippy(options: &[&str]) -> Result<Outcome> {
    let clippy = cargo(&["clippy", "--locked"]).arguments(options);
    done(clippy.arguments(&["--", "-D", "warnings"]).run())
}

fn webassembly() -> Result<Outcome> {
    // What the compiler finds for itself need not be installed by rustup.
    if program("rustup", &["--version"]).succeeds()
        && !program("rustup", &["target", "add", NO_SYSTEM]).succeeds()
    {
        let reason = format!("the target {NO_SYSTEM} cannot be installed");
        return Ok(Outcome::Skipped(reason));
    }
    let libraries = ["--print", "target-libdir", "--target", NO_SYSTEM];
    let found = program("rustc", &libraries).output()?;
    if !std::path::Path::new(found.trim()).is_dir() {
        let reason = format!("the target {NO_SYSTEM} is not installed");
        return Ok(Outcome::Skipped(reason));
    }
    let names = PORTABLE.map(|name| format!("--package=pinnacle-{name}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let build = cargo(&["build", "--locked", "--target", NO_SYSTEM]);
    done(build.arguments(&names).run())
}

fn licences() -> Result<Outcome> {
    if !cargo(&["deny", "--version"]).succeeds() {
        return Ok(Outcome::Skipped("cargo-deny is not installed".into()));
    }
    done(cargo(&["deny", "check", "bans", "licenses", "sources"]).run())
}

fn real_code() -> Result<Outcome> {
    let sources = [
        "fetch",
        "--locked",
        "--manifest-path",
        "tests/real/Cargo.toml",
    ];
    if !cargo(&sources).succeeds() {
        let reason = "the sources of Lua, SQLite, zlib, bzip2 and zstd cannot be fetched";
        return Ok(Outcome::Skipped(reason.into()));
    }
    let tests = [
        "test",
        "--package",
        "pinnacle-cli",
        "--locked",
        "--test",
        "real",
    ];
    done(cargo(&tests).arguments(&["--", "--ignored"]).run())
}
