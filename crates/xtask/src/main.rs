//! `cargo xtask COMMAND`: tasks for this repository.

#![forbid(unsafe_code)]

mod c_interface;
mod ci;
mod conformance;
mod container;
mod dist;
mod foreign;
mod fuzz;
mod hosted;
mod installed;
mod notes;
mod npm;
mod page;
mod process;
mod python;
mod readme;
mod report;
mod scale;
mod site;
mod step;
mod wheel;

use process::{Result, cargo};
use std::process::ExitCode;

const HELP: &str = "\
What is done to this repository.

    cargo xtask ci [--step NAME]... [--strict] [--list]
                              everything that must hold before a change is accepted;
                              with --strict a step that cannot run is an error
    cargo xtask bless [PACKAGE]...
                              accept what the tests find where they compare it with files
    cargo xtask generate [--check]
                              the TypeScript that is made of tables in Rust, in
                              web/src/generated; or whether it is up to date
    cargo xtask c-header      crates/capi/include/pinnacle.h, which cbindgen makes
    cargo xtask docs [--open] the documentation of all crates, without warnings
    cargo xtask channels FOLDER URL
                              what a release has beside the packages in FOLDER: checksums, a
                              script that installs, manifests of Homebrew and winget, a container;
                              URL is where the release will be
    cargo xtask conformance [SUITE]... [--from FOLDER] [--command FILE] [--count N] [--jobs 2]
                [--timeout 60s] [--memory 256m] [--dry-run]
                              suites that others wrote, compiled and run on every engine:
                              torture, csmith, newlib, bitcode, libcxx. Fetches them from Debian,
                              or takes one from FOLDER; writes docs/conformance.md, unless dry
    cargo xtask dist [--target PLATFORM] [--zig] [--command FILE]
                              the command as it is released, in an archive, a Debian package
                              and an RPM; with --command of one that is built already; with
                              --zig for glibc 2.17 and later, or for macOS without a Mac
    cargo xtask extension     the browser extension, in a file for each browser
    cargo xtask fuzz [--time 10m] [--seed NUMBER] [--coverage]
                              the fuzz targets in turns, without cargo fuzz; or each once,
                              with the share of its code that it came to
    cargo xtask notes TAG     print the part of CHANGELOG.md for a release; fail if TAG does not
                              match the version
    cargo xtask npm-cli       the npm package of the command, in target/npm-cli
    cargo xtask page          what pages load, in web/dist
    cargo xtask site          the site, in target/site/dist
";

/// The tests that can update their accepted files, by package.
const BLESSING: [(&str, &[&str]); 9] = [
    ("pinnacle-bytecode", &[]),
    ("pinnacle-cli", &["--test", "cli", "--test", "filetests"]),
    ("pinnacle-driver", &["--test", "driver"]),
    (
        "pinnacle-legalize",
        &["--test", "document", "--test", "steps"],
    ),
    ("pinnacle-llvm", &["--test", "error_table"]),
    ("pinnacle-pepper", &["--test", "document"]),
    (
        "pinnacle-pexe",
        &["--test", "error_table", "--test", "faults"],
    ),
    ("pinnacle-sysroot", &["--test", "files"]),
    ("pinnacle-tests", &["--test", "pepper"]),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if fuzz::coverage::is_compiler() {
        return fuzz::coverage::compile(&arguments);
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["ci", ref options @ ..] => ci::run(options),
        ["bless", ref packages @ ..] => bless(packages),
        ["generate"] => generate().variable("BLESS", "1").run(),
        ["generate", "--check"] => check_generated(),
        ["conformance", ref options @ ..] => conformance::run(options),
        ["c-header"] => c_interface::header(),
        ["docs"] => docs(&[]),
        ["docs", "--open"] => docs(&["--open"]),
        ["dist", ref options @ ..] => dist::run(options),
        ["extension"] => dist::extension(),
        ["channels", folder, url] => dist::channels::run(folder, url),
        ["fuzz", ref options @ ..] => fuzz::run(options),
        ["notes", tag] => notes::run(tag),
        ["npm-cli"] => npm::run(),
        ["page"] => page::run(),
        ["site"] => site::run(),
        [] | ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("there is no `{}`\n\n{HELP}", words.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn bless(packages: &[&str]) -> Result<()> {
    if let Some(unknown) = packages
        .iter()
        .find(|wanted| BLESSING.iter().all(|(name, _)| name != *wanted))
    {
        let known = BLESSING.map(|(name, _)| name).join(", ");
        return Err(format!(
            "{unknown} has nothing to bless; these have: {known}"
        ));
    }
    for (package, tests) in BLESSING {
        if packages.is_empty() || packages.contains(&package) {
            cargo(&["test", "--package", package])
                .arguments(tests)
                .variable("BLESS", "1")
                .run()?;
        }
    }
    println!("\nRead what changed before you commit it: git diff");
    Ok(())
}

/// The tests that compare generated files with their tables, or rewrite the files.
fn generate() -> process::Process {
    cargo(&["test", "--locked", "--package", "pinnacle-web"]).arguments(&["--test", "generated"])
}

fn check_generated() -> Result<()> {
    generate().run().map_err(|error| {
        format!("{error}\n\n`cargo xtask generate` writes the generated files again")
    })
}

fn docs(options: &[&str]) -> Result<()> {
    cargo(&["doc", "--workspace", "--no-deps", "--locked"])
        .arguments(options)
        .variable("RUSTDOCFLAGS", "-Dwarnings")
        .run()
}
