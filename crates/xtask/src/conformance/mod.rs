//! `cargo xtask conformance`: runs test suites of other projects and reports how much of each
//! passes.
//!
//! A suite is a list of cases. Each case is compiled at every optimisation level, run on every
//! engine, and judged. Failures are compared with the list in `expected/SUITE.txt`, and the suite's
//! section of `docs/conformance.md` is written.

mod bitcode;
mod bounded;
mod browser;
mod csmith;
mod deqp;
mod document;
mod earlier;
mod expected;
mod filecheck;
mod http;
mod libcxx;
mod nacl_io;
mod native_client;
mod newlib;
mod options;
mod package;
mod ppapi;
mod sdk;
mod singlesource;
mod toolchain;
mod torture;

use crate::process::{Result, target};
use crate::step::{Outcome, done};
use document::Section;
use expected::Expected;
use options::Options;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use toolchain::Toolchain;

/// One run of a case: its configuration, such as `-O2 interp`, and the failure, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    configuration: String,
    failure: Option<String>,
}

/// The outcome of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Judgement {
    /// The case needs something that this toolchain cannot support, for the given reason.
    NotApplicable(String),
    /// The case ran, once in each configuration.
    Judged(Vec<Run>),
}

/// A suite whose cases are available.
trait Suite: Sync {
    /// Returns the names of all cases, in order.
    fn cases(&self) -> &[String];

    /// Compiles, runs and judges one case. Files may be written to the folder `scratch`.
    ///
    /// An error means that the case could not be judged, and ends the run.
    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement>;
}

/// A suite in the list of suites.
struct Entry {
    name: &'static str,
    title: &'static str,
    /// The origin and version of the cases.
    source: &'static str,
    /// The known failures and excluded cases, from `expected/SUITE.txt`.
    expected: &'static str,
    /// Prepares the cases, from the folder of `--from` or from packages that it fetches.
    prepare: fn(&Options) -> Result<Box<dyn Suite>>,
}

/// Every suite, in the order of the document.
const SUITES: &[Entry] = &[
    Entry {
        name: "torture",
        title: "gcc's torture tests",
        source: torture::SOURCE,
        expected: include_str!("expected/torture.txt"),
        prepare: torture::prepare,
    },
    Entry {
        name: "csmith",
        title: "csmith",
        source: csmith::SOURCE,
        expected: include_str!("expected/csmith.txt"),
        prepare: csmith::prepare,
    },
    Entry {
        name: "newlib",
        title: "newlib's own tests",
        source: newlib::SOURCE,
        expected: include_str!("expected/newlib.txt"),
        prepare: newlib::prepare,
    },
    Entry {
        name: "bitcode",
        title: "Bitcode of LLVM's old releases",
        source: bitcode::SOURCE,
        expected: include_str!("expected/bitcode.txt"),
        prepare: bitcode::prepare,
    },
    Entry {
        name: "filecheck",
        title: "Tests of passes by FileCheck",
        source: filecheck::SOURCE,
        expected: include_str!("expected/filecheck.txt"),
        prepare: filecheck::prepare,
    },
    Entry {
        name: "deqp",
        title: "Khronos dEQP-GLES2",
        source: deqp::SOURCE,
        expected: include_str!("expected/deqp.txt"),
        prepare: deqp::prepare,
    },
    Entry {
        name: "deqp-page",
        title: "Khronos dEQP-GLES2 in a page",
        source: deqp::PAGE_SOURCE,
        expected: include_str!("expected/deqp-page.txt"),
        prepare: deqp::prepare_page,
    },
    Entry {
        name: "pnacl-llvm",
        title: "Tests of PNaCl's LLVM",
        source: filecheck::PNACL_SOURCE,
        expected: include_str!("expected/pnacl-llvm.txt"),
        prepare: filecheck::prepare_pnacl,
    },
    Entry {
        name: "singlesource",
        title: "llvm-test-suite's SingleSource",
        source: singlesource::SOURCE,
        expected: include_str!("expected/singlesource.txt"),
        prepare: singlesource::prepare,
    },
    Entry {
        name: "native-client",
        title: "Native Client's tests of programs",
        source: native_client::SOURCE,
        expected: include_str!("expected/native-client.txt"),
        prepare: native_client::prepare,
    },
    Entry {
        name: "libcxx",
        title: "libc++'s tests",
        source: libcxx::SOURCE,
        expected: include_str!("expected/libcxx.txt"),
        prepare: libcxx::prepare,
    },
    Entry {
        name: "nacl-io",
        title: "Tests of nacl_io and sdk_util",
        source: nacl_io::SOURCE,
        expected: include_str!("expected/nacl-io.txt"),
        prepare: nacl_io::prepare,
    },
    Entry {
        name: "sdk",
        title: "Examples of the SDK",
        source: sdk::SOURCE,
        expected: include_str!("expected/sdk.txt"),
        prepare: sdk::prepare,
    },
    Entry {
        name: "ppapi",
        title: "Chromium's tests of Pepper",
        source: ppapi::SOURCE,
        expected: include_str!("expected/ppapi.txt"),
        prepare: ppapi::prepare,
    },
    Entry {
        name: "ppapi-page",
        title: "Chromium's tests of Pepper in a page",
        source: ppapi::PAGE_SOURCE,
        expected: include_str!("expected/ppapi-page.txt"),
        prepare: ppapi::prepare_page,
    },
];

/// The suites that run in CI, because they take only minutes.
const SMALL: [&str; 2] = ["newlib", "csmith"];

/// The suites that are not available as packages.
const NEEDS_FOLDER: [&str; 1] = ["ppapi"];

/// Runs `cargo xtask conformance [SUITE]... [OPTION]...`.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
    let options = Options::parse(words, &known)?;
    let toolchain = Toolchain::prepare(&options)?;
    let mut surprises = Vec::new();
    for entry in SUITES {
        if options.suites.len() == known.len() && NEEDS_FOLDER.contains(&entry.name) {
            println!(
                "{}: left out, since only --from can name its folder",
                entry.name
            );
            continue;
        }
        if options.suites.iter().any(|name| name == entry.name) {
            surprises.extend(run_suite(entry, &options, &toolchain)?);
        }
    }
    if surprises.is_empty() {
        return Ok(());
    }
    Err(format!(
        "not as crates/xtask/src/conformance/expected says:\n{}",
        surprises.join("\n")
    ))
}

/// The CI step: runs the small suites, without writing the document.
pub(crate) fn step() -> Result<Outcome> {
    if let Some(reason) = package::no_tools() {
        return Ok(Outcome::Skipped(reason));
    }
    let mut words = SMALL.to_vec();
    words.extend(["--count", "50", "--dry-run"]);
    done(run(&words))
}

/// Runs a suite and writes its section. Returns the differences from the expectations.
fn run_suite(entry: &Entry, options: &Options, toolchain: &Toolchain) -> Result<Vec<String>> {
    let name = entry.name;
    let expected = Expected::parse(entry.expected)
        .map_err(|error| format!("crates/xtask/src/conformance/expected/{name}.txt: {error}"))?;
    let suite = (entry.prepare)(options)?;
    let all = suite.cases();
    let cases = options.chosen(all)?;
    println!("{name}: {} of {} cases", cases.len(), all.len());

    let scratch = target().join("conformance/scratch").join(name);
    let judge = |case: &str| {
        if let Some(reason) = expected.left_out(case) {
            return Ok(Judgement::NotApplicable(reason.to_owned()));
        }
        let scratch = scratch.join(case.replace('/', "_"));
        let made = std::fs::create_dir_all(&scratch);
        made.map_err(|error| format!("{}: {error}", scratch.display()))?;
        let judgement = suite.judge(case, toolchain, &scratch);
        // Keep the files of failed cases for investigation.
        let passed = |runs: &[Run]| runs.iter().all(|run| run.failure.is_none());
        if !matches!(&judgement, Ok(Judgement::Judged(runs)) if !passed(runs)) {
            let _ = std::fs::remove_dir_all(&scratch);
        }
        judgement
    };
    let judgements = in_parallel(name, &cases, options.jobs, judge)?;
    let section = Section::new(all.len(), &cases, &judgements, &expected);
    if options.writes && !options.cases.is_empty() {
        document::correct(name, &cases, &judgements, &expected)?;
    } else if options.writes {
        let about = document::About {
            name,
            title: entry.title,
            source: &options.source(entry.source),
            compiler: toolchain.compiler(),
        };
        document::write(&about, &section)?;
    }
    println!("{name}: {}", section.summary());
    Ok(expected.surprises(&cases, &judgements))
}

/// Judges cases on several threads. The results are in the order of the cases.
fn in_parallel(
    name: &str,
    cases: &[&str],
    jobs: usize,
    judge: impl Fn(&str) -> Result<Judgement> + Sync,
) -> Result<Vec<Judgement>> {
    /// Number of cases between two lines of progress.
    const BETWEEN_LINES: usize = 25;

    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    let stops = AtomicBool::new(false);
    let results = Mutex::new(vec![None; cases.len()]);
    let work = || {
        while !stops.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { break };
            let result = judge(case);
            if let Ok(Judgement::Judged(runs)) = &result {
                let failures = runs.iter().filter_map(|run| {
                    let failure = run.failure.as_ref()?;
                    Some(format!("{name}: {case}: {}: {failure}", run.configuration))
                });
                let failures: Vec<String> = failures.collect();
                failed.fetch_add(usize::from(!failures.is_empty()), Ordering::Relaxed);
                failures.iter().for_each(|line| println!("{line}"));
            }
            stops.fetch_or(result.is_err(), Ordering::Relaxed);
            if let Ok(mut results) = results.lock() {
                results[at] = Some(result);
            }
            if (at + 1).is_multiple_of(BETWEEN_LINES) {
                let failed = failed.load(Ordering::Relaxed);
                println!("{name}: {} of {}, {failed} failed", at + 1, cases.len());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    let results = results.into_inner().unwrap_or_default();
    results.into_iter().flatten().collect()
}

/// Returns the sorted paths, relative to a folder, of the files below it that `is_wanted` accepts.
fn files_below(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut pending = vec![PathBuf::new()];
    while let Some(below) = pending.pop() {
        let here = folder.join(&below);
        let unreadable = |error| format!("cannot read {}: {error}", here.display());
        for entry in std::fs::read_dir(&here).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = below.join(entry.file_name());
            if entry.file_type().map_err(unreadable)?.is_dir() {
                pending.push(path);
            } else {
                found.extend(
                    path.to_str()
                        .filter(|name| is_wanted(name))
                        .map(str::to_owned),
                );
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file as text. Invalid UTF-8 is replaced.
fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the rest of the line after each occurrence of a directive.
fn directives<'t>(text: &'t str, name: &'static str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let rest = line.split_once(name)?.1;
        rest.starts_with(' ').then(|| rest.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_cases_for_any_number_of_threads() {
        let cases = ["c", "a", "b", "d", "e"];
        let judge = |case: &str| Ok(Judgement::NotApplicable(case.to_owned()));
        let alone = in_parallel("test", &cases, 1, judge);
        assert_eq!(in_parallel("test", &cases, 4, judge), alone);
        let expected = cases.map(|case| Judgement::NotApplicable(case.to_owned()));
        assert_eq!(alone, Ok(expected.to_vec()));
    }

    #[test]
    fn a_case_that_cannot_be_judged_ends_the_run() {
        let judge = |case: &str| match case {
            "b" => Err(String::from("no compiler")),
            _ => Ok(Judgement::Judged(Vec::new())),
        };
        let result = in_parallel("test", &["a", "b", "c"], 1, judge);
        assert_eq!(result, Err(String::from("no compiler")));
    }

    #[test]
    fn expectations_can_be_read() {
        for suite in SUITES {
            let parsed = Expected::parse(suite.expected);
            assert!(parsed.is_ok(), "{}: {parsed:?}", suite.name);
        }
        assert!(
            SMALL
                .iter()
                .all(|small| SUITES.iter().any(|suite| suite.name == *small))
        );
    }
}
