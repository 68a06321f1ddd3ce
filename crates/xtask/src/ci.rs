//! The checks that a change must pass, as a list of steps.

use crate::c_interface;
use crate::conformance;
use crate::container;
use crate::foreign;
use crate::hosted;
use crate::installed;
use crate::npm;
use crate::page::{self, TARGET};
use crate::process::{Result, cargo, program, target};
use crate::readme;
use crate::report::{self, Report};
use crate::scale;
use crate::site;
use crate::step::{Outcome, Step, done};
use crate::wheel;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// The step whose longest part runs in the background of the steps before it.
const PAGES_STEP: &str = "what pages load";

pub(crate) const STEPS: &[Step] = &[
    ("format", || done(cargo(&["fmt", "--all", "--check"]).run())),
    ("clippy", || clippy(&["--workspace", "--all-targets"])),
    ("the interpreter alone", interpreter_alone),
    ("the codec alone", || {
        clippy(&["--package", "pinnacle-pexe", "--no-default-features"])
    }),
    ("licences", licences),
    ("workflows", hosted::workflows),
    // Before the tests, so that the command that they build contains the page.
    (PAGES_STEP, what_pages_load),
    ("tests", || done(readme::tests())),
    ("the page", the_page),
    ("real code", real_code),
    ("documentation", || done(crate::docs(&[]))),
    ("the README's program", || done(readme::first_program())),
];

/// Steps that take long or install something. They only run when they are named.
pub(crate) const EXTENDED: &[Step] = &[
    // The page's modules contain most of these crates, so they are built anyway.
    ("webassembly", webassembly),
    ("packages", hosted::packages),
    ("the archive", installed::archive),
    ("the Debian package", installed::debian_package),
    ("a fresh Debian", installed::fresh_debian),
    ("the RPM", installed::rpm),
    ("the container image", container::step),
    ("the C interface", c_interface::step),
    ("the npm command", npm::check),
    ("the wheel", wheel::check),
    ("scale", scale::check),
    ("arm64 under QEMU", foreign::arm64),
    ("Windows under Wine", foreign::windows),
    ("the site", site::check),
    ("the oldest Rust", hosted::oldest_rust),
    ("fuzz smoke", || done(hosted::fuzz_smoke())),
    ("the page in Firefox", the_page_in_firefox),
    ("conformance", conformance::step),
];

/// The crates that build for targets without an operating system.
const PORTABLE: [&str; 15] = [
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
    "page",
    "inspect",
    "web",
    "playground",
    "commands",
];

/// Returns all steps: the usual ones, then the extended ones.
pub(crate) fn all_steps() -> impl Iterator<Item = &'static Step> {
    STEPS.iter().chain(EXTENDED)
}

/// Runs the usual steps, or the named ones.
pub(crate) fn run(options: &[&str]) -> Result<()> {
    let mut wanted = Vec::new();
    let mut is_strict = false;
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        match (*option, rest.as_slice().first()) {
            ("--list", _) => {
                STEPS.iter().for_each(|(name, _)| println!("{name}"));
                println!("\nonly when named:");
                EXTENDED.iter().for_each(|(name, _)| println!("{name}"));
                return Ok(());
            }
            ("--strict", _) => is_strict = true,
            ("--step", Some(name)) if all_steps().any(|(known, _)| known == name) => {
                wanted.push(*name);
                rest.next();
            }
            ("--step", _) => return Err("there is no such step; see --list".into()),
            (other, _) => return Err(format!("unknown option {other}")),
        }
    }
    let steps: Vec<&Step> = if wanted.is_empty() {
        STEPS.iter().collect()
    } else {
        all_steps()
            .filter(|(name, _)| wanted.contains(name))
            .collect()
    };
    let skipped = report::file();
    let prepared = fs::create_dir_all(crate::process::target());
    prepared
        .and_then(|()| fs::write(&skipped, ""))
        .map_err(|error| format!("{}: {error}", skipped.display()))?;
    let mut report = Report::default();
    let mut result = Ok(());
    let builds_pages = steps.iter().any(|(name, _)| *name == PAGES_STEP);
    let mut pages = builds_pages.then(page::begin).flatten();
    for (name, step) in steps {
        println!("\n== {name}");
        let start = Instant::now();
        if *name == PAGES_STEP
            && let Some(mut build) = pages.take()
        {
            build.wait();
        }
        let outcome = match step() {
            Ok(Outcome::Skipped(reason)) if is_strict => Err(format!("cannot run: {reason}")),
            outcome => outcome,
        };
        report.steps.push((name, start.elapsed(), outcome.is_ok()));
        match outcome {
            Ok(Outcome::Done) => {}
            Ok(Outcome::Skipped(reason)) => {
                println!("skipped: {reason}");
                report.skipped.push((String::from(*name), reason));
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

fn clippy(options: &[&str]) -> Result<Outcome> {
    let clippy = cargo(&["clippy", "--locked"]).arguments(options);
    done(clippy.arguments(&["--", "-D", "warnings"]).run())
}

/// Checks the command without machine code, which must not depend on Wasmtime.
fn interpreter_alone() -> Result<Outcome> {
    const ALONE: [&str; 3] = ["--package", "pinnacle-cli", "--no-default-features"];
    let tree = cargo(&["tree", "--locked", "--edges", "normal", "--prefix", "none"]);
    let tree = tree.arguments(&ALONE).output()?;
    match tree.lines().find(|line| line.starts_with("wasmtime")) {
        Some(line) => Err(format!("the interpreter alone depends on {line}")),
        None => clippy(&ALONE),
    }
}

fn webassembly() -> Result<Outcome> {
    if let Some(reason) = page::no_target() {
        return Ok(Outcome::Skipped(reason));
    }
    let names = PORTABLE.map(|name| format!("--package=pinnacle-{name}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let check = cargo(&["check", "--locked", "--target", TARGET]);
    done(check.arguments(&names).run())
}

/// Set once this run has built the files that pages load. Building them again takes more than a
/// minute, and the command, which embeds them, would be linked again too.
static PAGES: OnceLock<()> = OnceLock::new();

/// Builds the files that pages load, once per run.
fn build_pages() -> Result<()> {
    if PAGES.get().is_none() {
        page::run()?;
    }
    PAGES.get_or_init(|| ());
    Ok(())
}

/// Builds the files that pages load.
fn what_pages_load() -> Result<Outcome> {
    if let Some(reason) = page::no_target().or_else(page::no_node) {
        return Ok(Outcome::Skipped(reason));
    }
    if let Some(skipped) = fetch_packages()? {
        return Ok(skipped);
    }
    done(build_pages())
}

/// Fetches the npm packages of `web`. Returns an outcome if the step must be skipped because they
/// are not available.
fn fetch_packages() -> Result<Option<Outcome>> {
    // This check that the two files agree needs no network.
    let versions = ["--prefix", "web", "ls", "--package-lock-only"];
    program("npm", &versions).run()?;
    let Err(message) = page::packages() else {
        return Ok(None);
    };
    println!("{message}");
    let reason = "the packages of web/package-lock.json cannot be fetched";
    Ok(Some(Outcome::Skipped(reason.into())))
}

/// Builds the files that pages load, and tests the page in Chromium.
fn the_page() -> Result<Outcome> {
    let reason = page::no_target()
        .or_else(page::no_node)
        .or_else(page::no_browser);
    reason.map_or_else(
        || test_the_page("test"),
        |reason| Ok(Outcome::Skipped(reason)),
    )
}

/// Builds the files that pages load, and tests the page in Firefox.
fn the_page_in_firefox() -> Result<Outcome> {
    let reason = page::no_target().or_else(page::no_node).or_else(no_firefox);
    reason.map_or_else(
        || test_the_page("test:firefox"),
        |reason| Ok(Outcome::Skipped(reason)),
    )
}

/// Builds the files that pages load, and runs a test script of `web/package.json`.
fn test_the_page(script: &str) -> Result<Outcome> {
    if let Some(skipped) = fetch_packages()? {
        return Ok(skipped);
    }
    build_pages()?;
    program("npm", &["--prefix", "web", "run", "check"]).run()?;

    // Build the command with the features that the tests use, so that it is not built again.
    let build = [
        "test",
        "--workspace",
        "--locked",
        "--no-run",
        "--test",
        "cli",
    ];
    cargo(&build).run()?;
    let target = target();
    let target =
        fs::canonicalize(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let command = crate::process::pinnacle(&target);
    let (command, sysroot) = (command.to_string_lossy(), target.join("tmp/sysroot"));
    let sysroot = sysroot.to_string_lossy();
    let mut tests = program("npm", &["--prefix", "web", "run", script]);
    tests = tests.variable("PINNACLE", &command);
    // Without clang, the tests that compile programs report that they could not run.
    let build = program(&command, &["sysroot", "build"]).variable("PINNACLE_SYSROOT", &sysroot);
    if build.succeeds() {
        let compiler = format!("{command} cc");
        tests = tests.variable("PINNACLE_CC", &compiler);
        tests = tests.variable("PINNACLE_SYSROOT", &sysroot);
    }
    done(tests.run())
}

/// Returns the reason why Firefox cannot be started, if any.
fn no_firefox() -> Option<String> {
    let named = std::env::var_os("FIREFOX").unwrap_or_else(|| "/usr/bin/firefox-esr".into());
    (!Path::new(&named).exists()).then(|| "Firefox is not installed".into())
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
    // The same features as in the step `tests`, so that nothing is compiled again.
    let tests = ["test", "--workspace", "--locked", "--test", "real"];
    cargo(&tests).arguments(&["--", "--ignored"]).run()?;
    // Only SDL2 itself is compiled here. The other programs that use it are tested on request.
    let sdl2 = ["test", "--workspace", "--locked", "--test", "sdl2"];
    done(cargo(&sdl2).arguments(&["--", "--ignored", "square"]).run())
}
