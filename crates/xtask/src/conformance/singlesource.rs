//! The programs of the folder `SingleSource` of llvm-test-suite. Each is one file, and its output
//! and exit status must match the file `.reference_output` next to it.

use super::bounded::Ended;
use super::options::Options;
use super::toolchain::{Launch, Program, Toolchain, not_zero};
use super::torture::excuse;
use super::{Judgement, Run, Suite, files_below, read};
use crate::process::{Result, program};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const SOURCE: &str =
    "`SingleSource` of llvm-test-suite, without gcc's tests and those of single processors";

/// Excluded folders: gcc's tests, which are a suite of their own, tests for one processor or
/// system, tests of llvm-gcc's attribute `bitwidth`, which the suite itself no longer builds, and
/// files that are not programs.
const LEFT_OUT: [&str; 18] = [
    "Benchmarks/Polybench/utilities/",
    "Regression/C/SSE/",
    "Regression/C/gcc-c-torture/",
    "UnitTests/AArch64/",
    "UnitTests/Integer/",
    "UnitTests/Matrix/AMX",
    "UnitTests/Mips/",
    "UnitTests/ObjC++/",
    "UnitTests/ObjC/",
    "UnitTests/Vector/AVX",
    "UnitTests/Vector/Altivec/",
    "UnitTests/Vector/HVX/",
    "UnitTests/Vector/LASX/",
    "UnitTests/Vector/LSX/",
    "UnitTests/Vector/NEON/",
    "UnitTests/Vector/SSE/",
    "UnitTests/X86/",
    "Benchmarks/Misc/aarch64-",
];

/// Options for every program.
const OPTIONS: [&str; 8] = [
    "-w",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-int-conversion",
    "-ffp-contract=off",
    "-DFMA_DISABLED=1",
    "-lm",
];

/// Further options, by prefixes of case names. Later entries take precedence.
const FURTHER: [(&str, &[&str]); 6] = [
    (
        "Benchmarks/Polybench/",
        &["-DPOLYBENCH_DUMP_ARRAYS", "-DSMALL_DATASET"],
    ),
    ("Benchmarks/SmallPT/", &["-std=gnu++98"]),
    ("UnitTests/C++11/", &["-std=c++11", "-pthread"]),
    ("UnitTests/Threads/", &["-pthread"]),
    ("UnitTests/Vectorizer/", &["-std=gnu++17"]),
    ("UnitTests/matrix-types-spec", &["-fenable-matrix"]),
];

/// The argument of the programs of a folder, from the test suite.
const ARGUMENT: (&str, &str) = ("UnitTests/SignlessTypes/", "31415926");

/// The relative or absolute tolerances for numbers in the output, from the test suite.
const TOLERANCES: [(&str, f64); 8] = [
    ("Benchmarks/Adobe-C++/", 0.01),
    ("Benchmarks/Linpack/", 0.0001),
    ("Benchmarks/McGill/", 0.001),
    ("Benchmarks/Misc-C++/", 0.01),
    ("Benchmarks/Misc/", 0.001),
    ("Benchmarks/Shootout-C++/", 0.000_000_01),
    ("Benchmarks/SmallPT/", 0.001),
    ("Benchmarks/Stanford/", 0.001),
];

/// Failures that are not counted, because the run did not finish.
const TOO_LONG: [&str; 2] = ["took too long", "not compiled in time"];

struct SingleSource {
    folder: PathBuf,
    cases: Vec<String>,
    seconds: u64,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = options.given("singlesource", "`SingleSource` of llvm-test-suite")?;
    let is_case = |name: &str| {
        let is_source = [".c", ".cpp", ".cc"].iter().any(|end| name.ends_with(end));
        is_source && !LEFT_OUT.iter().any(|left_out| name.starts_with(left_out))
    };
    Ok(Box::new(SingleSource {
        cases: files_below(&folder, is_case)?,
        folder,
        seconds: options.timeout.as_secs(),
    }))
}

impl Suite for SingleSource {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let source = self.folder.join(case);
        let is_c = case.ends_with(".c");
        let mut options: Vec<String> = OPTIONS.map(str::to_owned).into();
        match is_c {
            true => options.push("-std=gnu17".to_owned()),
            false => options.extend(["-std=gnu++14", "--exceptions=sjlj"].map(str::to_owned)),
        }
        let utilities = self.folder.join("Benchmarks/Polybench/utilities");
        options.push(format!("-I{}", utilities.display()));
        for (beginning, further) in FURTHER {
            if case.starts_with(beginning) {
                options.extend(further.iter().map(|&option| option.to_owned()));
            }
        }
        let program = Program {
            driver: if is_c { "cc" } else { "c++" },
            options: &options,
            sources: std::slice::from_ref(&source),
            scratch,
        };
        let reference = Reference::of(&source, case, scratch)?;
        let fault = |ended: &Ended| reference.fault(ended);
        let (folder, argument) = ARGUMENT;
        let arguments = [argument.to_owned()];
        let launch = Launch {
            arguments: if case.starts_with(folder) {
                &arguments
            } else {
                &[]
            },
            ..Launch::default()
        };
        let mut runs = toolchain.runs_as(&program, &launch, fault)?;
        let is_counted = |run: &Run| {
            let failure = run.failure.as_deref().unwrap_or_default();
            !TOO_LONG.contains(&failure)
        };
        runs.retain(is_counted);
        if runs.is_empty() {
            let seconds = self.seconds;
            let reason = format!("takes more than {seconds} s of processor time everywhere");
            return Ok(Judgement::NotApplicable(reason));
        }
        let is_good = |ended: &Ended| reference.fault(ended).is_none();
        let reason = match is_c {
            true => excuse(&mut runs, toolchain, &program, is_good)?,
            false => None,
        };
        Ok(reason.map_or(Judgement::Judged(runs), Judgement::NotApplicable))
    }
}

/// The expected output.
struct Reference {
    /// The expected output. `None` if there is none; the program must then return 0.
    text: Option<String>,
    tolerance: f64,
    scratch: PathBuf,
}

impl Reference {
    fn of(source: &Path, case: &str, scratch: &Path) -> Result<Reference> {
        let small = source.with_extension("reference_output.small");
        let names = [
            case.contains("Polybench").then_some(small),
            Some(source.with_extension("reference_output.little-endian")),
            Some(source.with_extension("reference_output")),
        ];
        let file = names.into_iter().flatten().find(|path| path.is_file());
        let tolerance = TOLERANCES.iter().find(|(start, _)| case.starts_with(start));
        Ok(Reference {
            text: file.map(|path| read(&path)).transpose()?,
            tolerance: tolerance.map_or(0.0, |(_, tolerance)| *tolerance),
            scratch: scratch.to_owned(),
        })
    }

    /// Returns the failure of a run, if any.
    fn fault(&self, ended: &Ended) -> Option<String> {
        let took_too_long = ended.took_too_long().then(|| TOO_LONG[0].to_owned());
        let Some(reference) = &self.text else {
            return took_too_long.or_else(|| not_zero(ended));
        };
        let output = format!("{}{}", ended.stdout, ended.stderr);
        let [whole, joined] = with_status(&output, ended.status);
        if is_checksum(reference) {
            let sums = [&output, &whole, &joined].map(|text| checksum(text, &self.scratch));
            let is_good = sums.iter().flatten().any(|sum| sum == reference.trim());
            let other = || took_too_long.or_else(|| not_zero(ended));
            return (!is_good).then(|| other().unwrap_or("its output differs".to_owned()));
        }
        let is_same = |text| agrees(reference, text, self.tolerance);
        if is_same(&whole) || is_same(&joined) || is_same(&output) {
            return None;
        }
        let fault = took_too_long.or_else(|| difference(reference, &whole));
        Some(fault.unwrap_or("its output differs".to_owned()))
    }
}

/// Appends the exit status to an output: on a line of its own, and as the suite's own runner does,
/// which adds no line break to an output without one.
fn with_status(output: &str, status: i32) -> [String; 2] {
    let separator = match output.is_empty() || output.ends_with('\n') {
        true => "",
        false => "\n",
    };
    [separator, ""].map(|separator| format!("{output}{separator}exit {status}\n"))
}

/// Returns true if a reference is the MD5 checksum of the output.
fn is_checksum(text: &str) -> bool {
    let text = text.trim();
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Computes the checksum of an output with `md5sum`.
fn checksum(text: &str, scratch: &Path) -> Option<String> {
    let file = scratch.join("output.txt");
    fs::write(&file, text).ok()?;
    let said = program("md5sum", &[&file.to_string_lossy()])
        .output()
        .ok()?;
    said.split_whitespace().next().map(str::to_owned)
}

/// Returns true if two texts have the same words, and numbers that differ at most by the tolerance.
fn agrees(expected: &str, found: &str, tolerance: f64) -> bool {
    if tolerance == 0.0 {
        return expected.trim_end() == found.trim_end();
    }
    let (mut expected, mut found) = (words(expected), words(found));
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => {
                let (Ok(a), Ok(b)) = (a.parse::<f64>(), b.parse::<f64>()) else {
                    return false;
                };
                if (a - b).abs() > tolerance * a.abs().max(b.abs()).max(1.0) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// The words and numbers of an output.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '='));
    words.filter(|word| !word.is_empty())
}

/// Describes the first difference between two texts.
fn difference(expected: &str, found: &str) -> Option<String> {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    loop {
        match (expected.next(), found.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => return None,
            (a, b) => {
                let cut = |line: Option<&str>| match line {
                    Some(line) => line.chars().take(60).collect(),
                    None => String::from("the end"),
                };
                return Some(format!("printed `{}`, expected `{}`", cut(b), cut(a)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_differ_by_the_tolerance() {
        assert!(agrees(
            "x = 1.0000\nexit 0\n",
            "x = 1.0001\nexit 0\n",
            0.001
        ));
        assert!(!agrees("x = 1.0\nexit 0\n", "x = 1.1\nexit 0\n", 0.001));
        assert!(!agrees("x = 1.0\nexit 0\n", "x = 1.01\nexit 0\n", 0.0));
        assert!(!agrees("x = 1.0\n", "y = 1.0\n", 0.001));
    }

    #[test]
    fn a_difference_is_shown_with_both_lines() {
        let said = difference("1\n2\nexit 0\n", "1\n3\nexit 0\n");
        assert_eq!(said.as_deref(), Some("printed `3`, expected `2`"));
        let said = difference("1\nexit 0\n", "1\n");
        assert_eq!(
            said.as_deref(),
            Some("printed `the end`, expected `exit 0`")
        );
        assert_eq!(difference("1\n", "1\n"), None);
    }

    #[test]
    fn the_status_follows_a_line_without_an_end() {
        assert_eq!(with_status("0", 1), ["0\nexit 1\n", "0exit 1\n"]);
        assert_eq!(with_status("0\n", 0), ["0\nexit 0\n"; 2]);
    }

    #[test]
    fn a_checksum_is_32_digits() {
        assert!(is_checksum("e0861cd13cd3b5111ba89d1d245a1f32\n"));
        assert!(!is_checksum("exit 0\n"));
    }
}
