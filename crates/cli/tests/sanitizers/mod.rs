//! Programs with errors that a sanitizer reports: `tests/sanitizers/NAME.c` and `NAME.cpp`.
//! Comments in a program give the compiler options, and the expected report for each argument:
//!  ```text
//! // options: -fsanitize=address
//! // run: past_end => 1
//! // says: heap-buffer-overflow; READ of size 4; in main NAME.c:12
//! ```
//!  The texts between semicolons must occur in standard error in this order. A run without `says`
//!  must report nothing.

use crate::ENGINES;
use crate::toolchain::{Toolchain, folder_of_tests, run};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// A run of a program: its argument, its exit status, and its expected report.
struct Case {
    argument: String,
    status: i32,
    says: Vec<String>,
}

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    let sources = fs::read_dir(folder_of_tests("sanitizers")).expect("a folder of the repository");
    let mut sources: Vec<PathBuf> = sources.flatten().map(|entry| entry.path()).collect();
    sources.sort();
    let mut trials = Vec::new();
    for source in sources {
        for level in LEVELS {
            let name = source.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("sanitizers/{name}{level}");
            let source = source.clone();
            trials.push(Trial::test(name, move || check(toolchain, &source, level)));
        }
    }
    trials
}

/// Returns the options of a program, and its cases.
fn read(source: &Path) -> Result<(Vec<String>, Vec<Case>), Failed> {
    let text = fs::read_to_string(source)?;
    let mut options = Vec::new();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("// options: ") {
            options.extend(words.split_whitespace().map(str::to_owned));
        } else if let Some(run) = line.strip_prefix("// run: ") {
            let (argument, status) = run.split_once(" => ").ok_or("a run has no status")?;
            cases.push(Case {
                argument: argument.to_owned(),
                status: status.parse()?,
                says: Vec::new(),
            });
        } else if let Some(texts) = line.strip_prefix("// says: ") {
            let case = cases.last_mut().ok_or("`says` comes before `run`")?;
            case.says.extend(texts.split("; ").map(str::to_owned));
        }
    }
    Ok((options, cases))
}

fn check(toolchain: &Toolchain, source: &Path, level: &str) -> Result<(), Failed> {
    let (options, cases) = read(source)?;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program.pexe");
    let language = match source.extension().is_some_and(|it| it == "cpp") {
        true => "c++",
        false => "cc",
    };
    let mut compiler = toolchain.compiler(language);
    compiler.args([level, "-w", "-o"]).arg(&program);
    // Messages contain the file name that the compiler was given.
    compiler.current_dir(folder_of_tests("sanitizers"));
    run(compiler.args(options).args(source.file_name()))?;
    for engine in ENGINES {
        for case in &cases {
            let mut command = toolchain.pinnacle();
            command.args(["run", "--engine", engine, "--timeout", "120s"]);
            let output = command.arg(&program).arg(&case.argument).output()?;
            let message = String::from_utf8_lossy(&output.stderr);
            let place = format!("{} with {engine}: {message}", case.argument);
            if output.status.code() != Some(case.status) {
                let status = output.status;
                return Err(format!("{status}, not {}: {place}", case.status).into());
            }
            if case.says.is_empty() && !message.is_empty() {
                return Err(format!("a report that is not expected: {place}").into());
            }
            let mut rest = &*message;
            for text in &case.says {
                let at = rest
                    .find(&**text)
                    .ok_or(format!("lacks `{text}`: {place}"))?;
                rest = &rest[at + text.len()..];
            }
        }
    }
    Ok(())
}
