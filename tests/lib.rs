//! Integration tests live in the test targets of this package: `files`, one
//! test for each file of the corpus, `roundtrip`, what survives writing and reading,
//! and `bounds`, which measures memory.

#![forbid(unsafe_code)]

pub mod tree;

use libtest_mimic::{Failed, Trial};
use pinnacle_testing::corpus;
use std::path::PathBuf;

/// Runs the trials that need the folder `shared`, or says that it is absent.
pub fn run(collect: impl FnOnce(PathBuf) -> anyhow::Result<Vec<Trial>>, one_by_one: bool) {
    run_with(Vec::new(), collect, one_by_one);
}

/// The same with other trials, which need nothing.
pub fn run_with(
    mut trials: Vec<Trial>,
    collect: impl FnOnce(PathBuf) -> anyhow::Result<Vec<Trial>>,
    one_by_one: bool,
) {
    let mut arguments = libtest_mimic::Arguments::from_args();
    if one_by_one {
        arguments.test_threads = Some(1);
    }
    let more = if let Some(shared) = corpus::shared() {
        collect(shared)
    } else {
        Ok(Vec::new())
    };
    match more {
        Ok(more) => {
            trials.extend(more);
            libtest_mimic::run(&arguments, trials).exit()
        }
        Err(error) => {
            eprintln!("cannot collect the tests: {error:#}");
            std::process::exit(1);
        }
    }
}

/// A test from a function that reports failure as an error.
pub fn trial(
    name: impl Into<String>,
    test: impl FnOnce() -> anyhow::Result<()> + Send + 'static,
) -> Trial {
    Trial::test(name, move || {
        test().map_err(|error| Failed::from(format!("{error:#}")))
    })
}

/// The examples of READMEs are compiled with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../crates/pexe/README.md")]
#[doc = include_str!("../crates/wasm/README.md")]
struct Readme;
