//! Khronos dEQP-GLES2: the cases of its list `gles2-main`, all in one program. A process runs many
//! cases, and prints the result of each.

use super::bounded::{self, Bounds};
use super::options::Options;
use super::toolchain::{Toolchain, short};
use super::{Judgement, Run, Suite, package, read};
use crate::process::{Result, program, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) const SOURCE: &str =
    "dEQP-GLES2 of Khronos' VK-GL-CTS, the cases of `gles2-main-2020-03-01.txt`";

/// The list of cases, in the folder of the sources.
const LIST: &str = "android/cts/main/gles2-main-2020-03-01.txt";

/// Maximum number of cases of a process.
const MAX_CASES: usize = 200;

/// The time of a process in times of `--timeout`, which is for a case.
const CASES_IN_TIME: u32 = 10;

/// The results of dEQP that count as passed. The warnings are for results that OpenGL permits.
const PASSED: [&str; 4] = ["Pass", "QualityWarning", "CompatibilityWarning", "Waiver"];

struct Deqp {
    folder: PathBuf,
    cases: Vec<String>,
    parts: Vec<Part>,
    program: OnceLock<Result<PathBuf>>,
}

/// Cases that run in one process, and their results once they have run.
struct Part {
    cases: Vec<String>,
    results: OnceLock<Result<Results>>,
}

/// The result of each case, such as `Pass (Pass)`.
type Results = BTreeMap<String, String>;

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let Some(from) = &options.from else {
        return Err(String::from(
            "deqp needs --from FOLDER, the sources of VK-GL-CTS; Debian has no package of them",
        ));
    };
    let folder = std::fs::canonicalize(from);
    let folder = folder.map_err(|error| format!("{}: {error}", from.display()))?;
    let list = read(&folder.join(LIST))?;
    let cases = list.lines().map(str::trim).filter(|line| !line.is_empty());
    let cases: Vec<String> = cases.map(str::to_owned).collect();
    let chosen = options.chosen(&cases)?;
    let parts = chosen.chunks(MAX_CASES).map(|cases| Part {
        cases: cases.iter().map(|&case| case.to_owned()).collect(),
        results: OnceLock::new(),
    });
    let parts = parts.collect();
    Ok(Box::new(Deqp {
        folder,
        cases,
        parts,
        program: OnceLock::new(),
    }))
}

impl Suite for Deqp {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let built = self.program.get_or_init(|| self.build(toolchain));
        let program = built.as_ref().map_err(Clone::clone)?;
        let has = |part: &&Part| part.cases.iter().any(|other| other == case);
        let part = self.parts.iter().find(has);
        let part = part.ok_or_else(|| format!("{case} is not a case of this run"))?;
        let run = || self.run(&part.cases, program, toolchain, scratch);
        let results = part.results.get_or_init(run);
        let results = results.as_ref().map_err(Clone::clone)?;
        let result = results.get(case).map_or("no result", String::as_str);
        Ok(judgement(result))
    }
}

impl Deqp {
    /// Builds the program with CMake, or the parts of it that have changed.
    fn build(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        let build = package::base()?.join("deqp");
        let pinnacle = toolchain.command().to_string_lossy();
        let file = program(&pinnacle, &["sdk", "cmake"]).output()?;
        let sources = root().join("crates/xtask/src/conformance/deqp");
        let (build_name, sources) = (build.to_string_lossy(), sources.to_string_lossy());
        let deqp = format!("-DDEQP={}", self.folder.display());
        let file = format!("-DCMAKE_TOOLCHAIN_FILE={}", file.trim());
        let sysroot = toolchain.sysroot().to_string_lossy();
        let words = ["-G", "Ninja", "-B", &build_name, "-S", &sources];
        let configure = program("cmake", &words).arguments(&[&deqp, &file]);
        configure.variable("PINNACLE_SYSROOT", &sysroot).run()?;
        let make = program("cmake", &["--build", &build_name]);
        make.variable("PINNACLE_SYSROOT", &sysroot).run()?;
        Ok(build.join("deqp-gles2.pexe"))
    }

    /// Runs cases. A case that ends the program fails, and the others run in the next process.
    fn run(
        &self,
        cases: &[String],
        program: &Path,
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<Results> {
        let mut left: BTreeSet<&str> = cases.iter().map(String::as_str).collect();
        let mut results = Results::new();
        let bounds = Bounds {
            time: toolchain.timeout() * CASES_IN_TIME,
            memory: None,
        };
        while !left.is_empty() {
            let words = self.words(&left, program);
            let ended = bounded::run(toolchain.command(), words, &[], scratch, &bounds)?;
            let message = if ended.took_too_long() {
                "took too long"
            } else {
                ended.message()
            };
            let printed = results_of(&ended.stdout, &short(message));
            let before = left.len();
            for (case, result) in printed {
                if left.remove(case.as_str()) {
                    results.insert(case, result);
                }
            }
            if left.len() == before {
                let nothing = format!("not run: {}", short(message));
                results.extend(left.iter().map(|&case| (case.to_owned(), nothing.clone())));
                break;
            }
        }
        Ok(results)
    }

    /// Returns the words after `pinnacle`.
    fn words(&self, cases: &BTreeSet<&str>, program: &Path) -> Vec<String> {
        let mut list = String::from("--deqp-case=");
        list.push_str(&cases.iter().copied().collect::<Vec<_>>().join(","));
        let arguments = [
            list.as_str(),
            "--deqp-archive-dir=/data",
            "--deqp-log-filename=/dev/null",
            "--deqp-log-images=disable",
            "--deqp-log-shader-sources=disable",
            "--deqp-surface-width=256",
            "--deqp-surface-height=256",
        ];
        let data = self.folder.join("data").display().to_string();
        let program = program.display().to_string();
        let words = ["run", "--quiet", "--engine", "wasmtime", "--urls", &data];
        let words = words.into_iter().map(str::to_owned);
        let attributes = arguments.iter().enumerate();
        let attributes = attributes.flat_map(|(at, argument)| {
            ["--attr".to_owned(), format!("arg{}={argument}", at + 1)]
        });
        words.chain(attributes).chain([program]).collect()
    }
}

/// Returns the result of each case in the output of dEQP. The last one has none if it ended the
/// program; then its result is `end`.
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
fn judgement(result: &str) -> Judgement {
    let (name, details) = result.split_once(" (").unwrap_or((result, ""));
    let details = details.strip_suffix(')').unwrap_or(details);
    if name == "NotSupported" {
        return Judgement::NotApplicable(format!("is not supported: {}", short(details)));
    }
    let failure = (!PASSED.contains(&name)).then(|| short(result));
    Judgement::Judged(vec![Run {
        configuration: String::from("wasmtime"),
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
    fn warnings_pass_and_what_a_driver_lacks_is_not_applicable() {
        let failure = |result| match judgement(result) {
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
