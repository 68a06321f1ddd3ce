//! File tests: programs in PNaClAsm that say in comments what must be true of
//! them.
//!
//! A file test is a `.pnasm` file. What is always checked:
//!
//! * A file without `error:` comments assembles, has no error, and comes back
//!   as the same bytes after it was disassembled and assembled again.
//! * A file with `error:` comments has exactly these errors, each in the line
//!   whose comment names its code:
//!
//!   ```text
//!   ret i32 %v0; // error: P0601
//!   ret i32 %v0; // error: P0601 expected void
//!   ```
//!
//!   What follows the code must be part of the message. Several comments in
//!   one line are several errors.
//!
//! A test that is about one line need not repeat a whole program: with
//! `// inside: FILE` it is put into that file, see [`surroundings`]. Lines are then
//! counted in the whole, and there can be no `run:` and `RUN:`.
//!
//! What a file can ask for, each in a comment line of its own:
//!
//! * `// run: @f1(i32 3, i32 4) == i32 7` calls a function on every engine and
//!   compares the result; `== void` where there is none. Numbers are written
//!   as in the values of [`pinnacle_testing::filetests::value`], NaN matches every NaN.
//! * `// run: @f1(i32 0) traps: division by zero` expects a trap whose reason
//!   contains these words.
//! * `// skip ENGINE: reason` leaves an engine out: `interp`, `wasmtime`, or
//!   `oracle`.
//! * `// RUN: dis --listing %` runs the command `pinnacle` in the folder of the file, `%` being its
//!   name, and compares output with the file `NAME.stdout` next to it and standard error with
//!   `NAME.stderr`; where nothing is written there must be no such file. `// RUN[part]:` compares
//!   with `NAME.part.stdout`; `RUN(1)` expects exit status 1. Commands may be joined by `|`.
//!
//! With `BLESS=1` in the environment, the expectations of `run:` and `RUN:`
//! are rewritten; `error:` comments are always written by hand. A file beside
//! the tests that no test expects is an error, and is removed by `BLESS=1`.

mod calls;
mod commands;
mod errors;

use anyhow::{Context, Result, bail, ensure};
use pinnacle_testing::filetests::directive::Directives;
use pinnacle_testing::filetests::surroundings;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Settings for running file tests.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The folder of the tests.
    pub root: PathBuf,
    /// The path of the command `pinnacle`.
    pub command: PathBuf,
    /// True to update expectations instead of comparing them.
    pub bless: bool,
}

/// All files below a folder, sorted.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Harness {
    /// Lists the tests. The name of each is its path relative to the folder.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be listed.
    pub fn tests(&self) -> Result<Vec<(String, PathBuf)>> {
        let files = files_below(&self.root)?;
        Ok(files
            .into_iter()
            .filter(|path| is_test(path))
            .map(|path| {
                let name = path.strip_prefix(&self.root).unwrap_or(&path);
                (name.display().to_string(), path)
            })
            .collect())
    }

    /// Runs one test.
    ///
    /// # Errors
    ///
    /// Fails if an expectation in the file is not met.
    pub fn test(&self, path: &Path) -> Result<()> {
        let text = surroundings::read(path)?;
        let directives = Directives::parse(&text)?;
        if surroundings::outer(path, &text).is_some() {
            let (calls, commands) = (&directives.calls, &directives.commands);
            let only_errors = calls.is_empty() && commands.is_empty();
            ensure!(only_errors, "a part of a program cannot be run");
        }
        if directives.errors.is_empty() {
            let pexe = errors::check_valid(&text)?;
            let results = calls::check(&directives, &pexe)?;
            if !results.is_empty() && self.bless {
                calls::bless(path, &text, &results)?;
            } else if let Some(difference) = results.first() {
                bail!("{difference}");
            }
        } else {
            ensure!(
                directives.calls.is_empty(),
                "a program with errors cannot be run"
            );
            errors::check_invalid(&text, &directives.errors)?;
        }
        commands::check(self, path, &directives.commands)
    }

    /// Checks for files that no test expects. With `bless`, they are removed.
    ///
    /// # Errors
    ///
    /// Fails if there are any and `bless` is not set.
    pub fn check_stale(&self) -> Result<()> {
        let files = files_below(&self.root)?;
        let mut expected = BTreeSet::new();
        for path in files.iter().filter(|path| is_test(path)) {
            let text = std::fs::read_to_string(path).context("cannot be read as text")?;
            if let Some(outer) = surroundings::outer(path, &text) {
                expected.insert(outer);
                continue;
            }
            for command in &Directives::parse(&text)?.commands {
                expected.extend(commands::expectation_files(path, command));
            }
        }
        let stale: Vec<&PathBuf> = files
            .iter()
            .filter(|path| !is_test(path) && !expected.contains(*path))
            .collect();
        if self.bless {
            for path in stale {
                std::fs::remove_file(path)?;
            }
            return Ok(());
        }
        ensure!(
            stale.is_empty(),
            "no test expects these files; BLESS=1 removes them: {stale:?}"
        );
        Ok(())
    }
}

fn is_test(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "pnasm")
}
