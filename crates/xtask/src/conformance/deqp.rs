//! Khronos dEQP-GLES2: the cases of its list `gles2-main`. They are all in one program. A process
//! runs many cases and prints the result of each.
//!
//! The suite `deqp` runs the program without a screen. The suite `deqp-page` runs it in Chromium.

mod page;

use super::bounded::{self, Bounds, Ended};
use super::options::Options;
use super::toolchain::{Toolchain, short};
use super::{Judgement, Run, Suite, package, read};
use crate::process::{Result, program, root};
use page::Page;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) const SOURCE: &str =
    "dEQP-GLES2 of Khronos' VK-GL-CTS, the cases of `gles2-main-2020-03-01.txt`";

pub(super) const PAGE_SOURCE: &str = "dEQP-GLES2 of Khronos' VK-GL-CTS, the cases of \
     `gles2-main-2020-03-01.txt`, in Chromium with the script of Pinnacle";

/// The list of cases, relative to the folder of the sources.
const LIST: &str = "android/cts/main/gles2-main-2020-03-01.txt";

/// Maximum number of cases per process.
const MAX_CASES: usize = 200;

/// The time limit of a process, as a multiple of the limit for a single case (`--timeout`).
const CASES_IN_TIME: u32 = 10;

/// The results of dEQP that count as passed. The warnings are for results that the OpenGL
/// specification permits.
const PASSED: [&str; 4] = ["Pass", "QualityWarning", "CompatibilityWarning", "Waiver"];

struct Deqp {
    /// The folder of the sources.
    folder: PathBuf,
    cases: Vec<String>,
    parts: Vec<Part>,
    /// The program built for Pepper.
    program: OnceLock<Result<PathBuf>>,
    /// The program built for the native driver that Pepper uses.
    peer: OnceLock<Result<PathBuf>>,
    /// The page of the suite that runs in a browser.
    page: Option<Page>,
}

/// Cases that run in the same process, and their judgements once they have run.
struct Part {
    cases: Vec<String>,
    judgements: OnceLock<Result<BTreeMap<String, Judgement>>>,
}

/// The result of each case, such as `Pass (Pass)`.
type Results = BTreeMap<String, String>;

/// Prepares the suite that runs the program without a screen.
pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = given(options, "deqp")?;
    Ok(Box::new(Deqp::new(options, folder, None)?))
}

/// Prepares the suite that runs the program in Chromium.
pub(super) fn prepare_page(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = given(options, "deqp-page")?;
    let page = Page::start(options, folder.join("data"))?;
    Ok(Box::new(Deqp::new(options, folder, Some(page))?))
}

fn given(options: &Options, suite: &str) -> Result<PathBuf> {
    options.given(suite, "of the sources of VK-GL-CTS")
}

impl Suite for Deqp {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let has = |part: &&Part| part.cases.iter().any(|other| other == case);
        let part = self.parts.iter().find(has);
        let part = part.ok_or_else(|| format!("{case} is not a case of this run"))?;
        let judge = || self.judge_part(&part.cases, toolchain, scratch);
        let judgements = part.judgements.get_or_init(judge);
        let judgements = judgements.as_ref().map_err(Clone::clone)?;
        let judgement = judgements.get(case).cloned();
        judgement.ok_or_else(|| format!("{case} has no result"))
    }
}

impl Deqp {
    fn new(options: &Options, folder: PathBuf, page: Option<Page>) -> Result<Deqp> {
        let list = read(&folder.join(LIST))?;
        let cases = list.lines().map(str::trim).filter(|line| !line.is_empty());
        let cases: Vec<String> = cases.map(str::to_owned).collect();
        let chosen = options.chosen(&cases)?;
        let parts = chosen.chunks(MAX_CASES).map(|cases| Part {
            cases: cases.iter().map(|&case| case.to_owned()).collect(),
            judgements: OnceLock::new(),
        });
        let parts = parts.collect();
        Ok(Deqp {
            folder,
            cases,
            parts,
            program: OnceLock::new(),
            peer: OnceLock::new(),
            page,
        })
    }

    /// Runs cases. Those that fail without a screen are run again on the native driver alone.
    fn judge_part(
        &self,
        cases: &[String],
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<BTreeMap<String, Judgement>> {
        let built = self
            .program
            .get_or_init(|| self.build("deqp", Some(toolchain)));
        let program = built.as_ref().map_err(Clone::clone)?;
        let run = |cases: &Cases| match &self.page {
            Some(page) => page.run(program, arguments(cases, "/data", "/dev/null")),
            None => {
                let words = self.words(cases, program);
                run_bounded(toolchain, toolchain.command(), words, scratch)
            }
        };
        let configuration = self.page.as_ref().map_or("wasmtime", |_| "page");
        let results = run_all(cases, run)?;
        let judgements = results
            .iter()
            .map(|(case, result)| (case.clone(), judgement(result, configuration)));
        let mut judgements: BTreeMap<String, Judgement> = judgements.collect();

        let failed = judgements
            .iter()
            .filter(|(_, judgement)| is_failure(judgement));
        let failed: Vec<String> = failed.map(|(case, _)| case.clone()).collect();
        if failed.is_empty() {
            return Ok(judgements);
        }
        // In a page, the driver is a part of the browser, and cannot run the cases by itself. The
        // log of dEQP shows the calls of a case, some of which WebGL refuses.
        if let Some(page) = &self.page {
            let failed = failed.iter().map(String::as_str).collect();
            let ended = page.run(program, arguments(&failed, "/data", "/dev/tty"))?;
            for (case, reason) in page::refused(&ended.stdout) {
                judgements.insert(case, Judgement::NotApplicable(reason.to_owned()));
            }
            return Ok(judgements);
        }
        let built = self.peer.get_or_init(|| self.build("deqp-driver", None));
        let peer = built.as_ref().map_err(Clone::clone)?;
        let run = |cases: &Cases| {
            let data = self.folder.join("data").display().to_string();
            run_bounded(
                toolchain,
                peer,
                arguments(cases, &data, "/dev/null"),
                scratch,
            )
        };
        for (case, result) in run_all(&failed, run)? {
            if is_failure(&judgement(&result, configuration)) {
                let reason = String::from("the driver fails it by itself");
                judgements.insert(case, Judgement::NotApplicable(reason));
            }
        }
        Ok(judgements)
    }

    /// Builds a program with CMake, or the parts of it that have changed. With a toolchain, the
    /// program is for Pepper; without, for the native driver.
    fn build(&self, name: &str, toolchain: Option<&Toolchain>) -> Result<PathBuf> {
        let build = package::base()?.join(name);
        let sources = root().join("crates/xtask/src/conformance/deqp");
        let (folder, sources) = (build.to_string_lossy(), sources.to_string_lossy());
        let deqp = format!("-DDEQP={}", self.folder.display());
        let mut configure = program(
            "cmake",
            &["-G", "Ninja", "-B", &folder, "-S", &sources, &deqp],
        );
        let mut make = program("cmake", &["--build", &folder]);
        if let Some(toolchain) = toolchain {
            let pinnacle = toolchain.command().to_string_lossy();
            let file = program(&pinnacle, &["sdk", "cmake"]).output()?;
            configure = configure.arguments(&[&format!("-DCMAKE_TOOLCHAIN_FILE={}", file.trim())]);
            let sysroot = toolchain.sysroot().to_string_lossy();
            configure = configure.variable("PINNACLE_SYSROOT", &sysroot);
            make = make.variable("PINNACLE_SYSROOT", &sysroot);
        }
        configure.run()?;
        make.run()?;
        let extension = toolchain.map_or("", |_| ".pexe");
        Ok(build.join(format!("deqp-gles2{extension}")))
    }

    /// Returns the arguments for `pinnacle`. The folder for the program's URLs is that of dEQP's
    /// data.
    fn words(&self, cases: &Cases, program: &Path) -> Vec<String> {
        let data = self.folder.join("data").display().to_string();
        let words = ["run", "--quiet", "--engine", "wasmtime", "--urls", &data];
        // Some cases measure time in loops, which would not end with a virtual clock. The log of
        // `ppapi_simple` is turned off because it would precede the output of a program that ends.
        let more = ["--clock", "real", "--attr", "ps_verbosity=0"];
        let words = words.into_iter().chain(more).map(str::to_owned);
        let attributes = (1..).zip(arguments(cases, "/data", "/dev/null"));
        let attributes = attributes
            .flat_map(|(at, argument)| ["--attr".to_owned(), format!("arg{at}={argument}")]);
        let program = program.display().to_string();
        words.chain(attributes).chain([program]).collect()
    }
}

/// Cases that still have to run.
type Cases<'c> = BTreeSet<&'c str>;

/// Returns the command-line arguments of dEQP: the cases, the folder of its files, its log.
fn arguments(cases: &Cases, data: &str, log: &str) -> Vec<String> {
    let cases: Vec<&str> = cases.iter().copied().collect();
    vec![
        format!("--deqp-case={}", cases.join(",")),
        format!("--deqp-archive-dir={data}"),
        format!("--deqp-log-filename={log}"),
        "--deqp-log-images=disable".into(),
        "--deqp-log-shader-sources=disable".into(),
        "--deqp-surface-width=256".into(),
        "--deqp-surface-height=256".into(),
    ]
}

fn run_bounded(
    toolchain: &Toolchain,
    program: &Path,
    words: Vec<String>,
    scratch: &Path,
) -> Result<Ended> {
    let bounds = Bounds {
        time: toolchain.timeout() * CASES_IN_TIME,
        memory: None,
    };
    bounded::run(program, words, &[], scratch, &bounds)
}

/// Runs cases. A case that ends the process has failed, and the remaining ones run in a new
/// process.
fn run_all(cases: &[String], run: impl Fn(&Cases) -> Result<Ended>) -> Result<Results> {
    let mut left: Cases = cases.iter().map(String::as_str).collect();
    let mut results = Results::new();
    while !left.is_empty() {
        let ended = run(&left)?;
        let message = match ended.took_too_long() {
            true => "took too long".to_owned(),
            false => short(ended.message()),
        };
        let before = left.len();
        for (case, result) in results_of(&ended.stdout, &message) {
            if left.remove(case.as_str()) {
                results.insert(case, result);
            }
        }
        if left.len() == before {
            let nothing = format!("not run: {message}");
            results.extend(left.iter().map(|&case| (case.to_owned(), nothing.clone())));
            break;
        }
    }
    Ok(results)
}

fn is_failure(judgement: &Judgement) -> bool {
    match judgement {
        Judgement::Judged(runs) => runs.iter().any(|run| run.failure.is_some()),
        Judgement::NotApplicable(_) => false,
    }
}

/// Returns the result of each case in the output of dEQP. If the last case ended the program, its
/// result is `end`.
fn results_of(output: &str, end: &str) -> Vec<(String, String)> {
    let mut results: Vec<(String, String)> = Vec::new();
    let mut running = None;
    for line in output.lines() {
        let name = line.strip_prefix("Test case '");
        if let Some(name) = name.and_then(|name| name.strip_suffix("'..")) {
            running = Some(name.to_owned());
        } else if let Some(result) = result_in(line)
            && let Some(case) = running.take()
        {
            results.push((case, result.to_owned()));
        }
    }
    results.extend(running.map(|case| (case, format!("ended the program: {end}"))));
    results
}

/// Returns the result in a line such as `  Fail (Image comparison failed)`.
fn result_in(line: &str) -> Option<&str> {
    let result = line.strip_prefix("  ")?;
    let (name, _) = result.split_once(" (")?;
    let is_name = name.chars().all(char::is_alphabetic) && name.starts_with(char::is_uppercase);
    is_name.then_some(result)
}

/// Judges a result as dEQP does.
fn judgement(result: &str, configuration: &str) -> Judgement {
    let (name, details) = result.split_once(" (").unwrap_or((result, ""));
    let details = details.strip_suffix(')').unwrap_or(details);
    if name == "NotSupported" {
        return Judgement::NotApplicable(format!("is not supported: {}", short(details)));
    }
    let failure = (!PASSED.contains(&name)).then(|| short(result));
    Judgement::Judged(vec![Run {
        configuration: configuration.to_owned(),
        failure,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_has_a_result_for_each_case() {
        let output = "Writing test log\n\nTest case 'dEQP-GLES2.info.vendor'..\n  Pass (Mesa)\n\n\
             Test case 'dEQP-GLES2.functional.a'..\nnoise\n  Fail (differs)\nTest case 'b'..\n";
        let results = results_of(output, "unreachable code");
        let results: Vec<(&str, &str)> = results
            .iter()
            .map(|(case, result)| (case.as_str(), result.as_str()))
            .collect();
        let expected = [
            ("dEQP-GLES2.info.vendor", "Pass (Mesa)"),
            ("dEQP-GLES2.functional.a", "Fail (differs)"),
            ("b", "ended the program: unreachable code"),
        ];
        assert_eq!(results, expected);
    }

    #[test]
    fn a_case_that_ends_the_program_fails_alone() {
        let run = |cases: &Cases| {
            let first = cases.iter().next().expect("a case");
            let ending = if *first == "a" { "" } else { "\n  Pass (Pass)" };
            Ok(Ended {
                status: 1,
                stdout: format!("Test case '{first}'..{ending}"),
                stderr: "error: trap".into(),
            })
        };
        let results = run_all(&["a", "b"].map(str::to_owned), run).expect("two runs");
        assert_eq!(results["a"], "ended the program: trap");
        assert_eq!(results["b"], "Pass (Pass)");
    }

    #[test]
    fn warnings_pass_and_what_a_driver_lacks_is_not_applicable() {
        let failure = |result| match judgement(result, "page") {
            Judgement::Judged(runs) => Ok(runs[0].failure.clone()),
            Judgement::NotApplicable(reason) => Err(reason),
        };
        assert_eq!(failure("Pass (Pass)"), Ok(None));
        assert_eq!(failure("QualityWarning (inexact)"), Ok(None));
        assert_eq!(failure("Fail (x)"), Ok(Some("Fail (x)".into())));
        assert_eq!(failure("no result"), Ok(Some("no result".into())));
        let reason = failure("NotSupported (no MSAA)");
        assert_eq!(reason, Err("is not supported: no MSAA".into()));
    }
}
