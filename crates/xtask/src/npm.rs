//! The npm package `@pinnacle/cli`: the crate `commands` as WebAssembly, and the JavaScript of
//! `packages/npm-cli`.

use crate::dist::files::{self, said, text};
use crate::page;
use crate::process::{self, Result, cargo, program, root, target};
use crate::step::{Outcome, done};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the package, below the target folder.
const FOLDER: &str = "npm-cli";

/// Files that are copied into the package unchanged.
#[cfg(feature = "page")]
const SOURCES: [&str; 4] = ["package.json", "README.md", "bin", "lib"];

/// Runs this command again, in a build that can build JavaScript.
#[cfg(not(feature = "page"))]
pub(crate) fn run() -> Result<()> {
    page::again("npm-cli")
}

/// Builds the package and packs it.
#[cfg(feature = "page")]
pub(crate) fn run() -> Result<()> {
    let folder = target().join(FOLDER);
    files::empty(&folder)?;
    let folder = fs::canonicalize(&folder).map_err(said(&folder))?;
    let package = folder.join("package");
    let sources = root().join("packages/npm-cli");
    fs::create_dir(&package).map_err(said(&package))?;
    for name in SOURCES {
        let (from, to) = (sources.join(name), package.join(name));
        if from.is_dir() {
            files::copy_folder(&from, &to)?;
        } else {
            files::copy(&from, &to)?;
        }
    }
    files::copy(&root().join("LICENSE"), &package.join("LICENSE"))?;
    page::generate("commands", page::For::Node, &package.join("lib/wasm"))?;
    let destination = ["pack", "--silent", "--pack-destination", text(&folder)?];
    program("npm", &destination).within(&package).run()?;
    let packed = packed();
    let size = fs::metadata(&packed).map_err(said(&packed))?.len();
    println!("{} has {}", packed.display(), files::megabytes(size));
    Ok(())
}

/// The path of the packed file.
fn packed() -> PathBuf {
    let name = format!("pinnacle-cli-{}.tgz", env!("CARGO_PKG_VERSION"));
    target().join(FOLDER).join(name)
}

/// Installs the package in an empty folder, and compares each of its commands with the native
/// command. That is the one named by the variable `PINNACLE`, or else that of the test build.
pub(crate) fn check() -> Result<Outcome> {
    if let Some(reason) = page::no_target().or_else(page::no_node) {
        return Ok(Outcome::Skipped(reason));
    }
    run()?;
    let native = match std::env::var_os("PINNACLE") {
        Some(command) => PathBuf::from(command),
        None => {
            cargo(&["build", "--locked", "--package", "pinnacle-cli"]).run()?;
            process::pinnacle(&target())
        }
    };
    let native = fs::canonicalize(&native).map_err(said(&native))?;
    let packed = packed();
    let packed = fs::canonicalize(&packed).map_err(said(&packed))?;
    let installed = target().join("installed/npm-cli");
    files::empty(&installed)?;
    let installed = fs::canonicalize(&installed).map_err(said(&installed))?;
    let manifest = installed.join("package.json");
    fs::write(&manifest, "{ \"private\": true }\n").map_err(said(&manifest))?;
    let install = ["install", "--offline", "--no-audit", "--no-fund"];
    program("npm", &install)
        .arguments(&[text(&packed)?])
        .within(&installed)
        .run()?;
    check_sources(&installed)?;
    let test = root().join("packages/npm-cli/test/command.test.js");
    done(
        program("node", &["--test", text(&test)?])
            .variable("PINNACLE", text(&native)?)
            .variable("PINNACLE_NPM", text(&installed)?)
            .run(),
    )
}

/// Checks the sources of the package, and its type declarations by compiling a program that uses
/// it.
fn check_sources(installed: &Path) -> Result<()> {
    page::packages()?;
    let web = root().join("web/node_modules");
    let web = fs::canonicalize(&web).map_err(said(&web))?;
    let sources = root().join("packages/npm-cli");
    let linter = web.join("@biomejs/biome/bin/biome");
    program("node", &[text(&linter)?, "check", "."])
        .within(&sources)
        .run()?;
    let package = target().join(FOLDER).join("package");
    for (from, to) in [
        ("tsconfig.json", package.join("tsconfig.json")),
        ("test/tsconfig.json", installed.join("tsconfig.json")),
        ("test/types.ts", installed.join("types.ts")),
    ] {
        files::copy(&sources.join(from), &to)?;
    }
    let compiler = web.join("typescript/bin/tsc");
    for folder in [package.as_path(), installed] {
        let folder = fs::canonicalize(folder).map_err(said(folder))?;
        program("node", &[text(&compiler)?, "--project", text(&folder)?])
            .arguments(&["--typeRoots", text(&web.join("@types"))?])
            .run()?;
    }
    Ok(())
}
