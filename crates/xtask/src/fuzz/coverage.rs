//! Code coverage of a fuzz target: executed lines as a share of all lines.
//!
//! Only the workspace's crates are instrumented: this program runs in place of the compiler. The
//! tools that read the profiles come with the rustup component `llvm-tools`.

use super::LONG_RUN;
use crate::process::{Process, Result, cargo, program, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Set when this program runs in place of rustc.
const COMPILER: &str = "PINNACLE_XTASK_COUNTS";

/// Returns true if this program runs in place of the compiler.
pub(crate) fn is_compiler() -> bool {
    std::env::var_os(COMPILER).is_some()
}

/// Runs the compiler, whose path is the first argument, with coverage instrumentation.
pub(crate) fn compile(arguments: &[String]) -> ExitCode {
    let Some((compiler, arguments)) = arguments.split_first() else {
        eprintln!("{COMPILER} is for cargo, which names a compiler");
        return ExitCode::FAILURE;
    };
    let mut command = Command::new(compiler);
    command.args(arguments).arg("-Cinstrument-coverage");
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run {compiler}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs each target for its share of the time, and prints a table row for each.
pub(crate) fn run(time: Duration, seed: u64, files: &[&str]) -> Result<()> {
    let folder = target().join("coverage");
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let tools = Tools::find(&build(&folder)?)?;
    let list = tools.counting(&["list"], &folder.join("list.profraw"));
    let list = list.output()?;
    let targets: Vec<&str> = list.lines().collect();
    let seconds = (time.as_secs() / targets.len().max(1) as u64).max(1);
    println!("| target | executions | lines | of | coverage |\n|---|---|---|---|---|");
    let mut found = Ok(());
    for line in targets {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let code: Vec<&str> = words.collect();
        let raw = folder.join(format!("{name}.profraw"));
        let said = tools
            .counting(&[name, &seconds.to_string(), &seed.to_string()], &raw)
            .arguments(files)
            .output();
        let runs = match &said {
            Ok(said) => executions(said, name).to_string(),
            Err(_) => "-".to_owned(),
        };
        found = found.and(said.map(drop));
        let lines = tools.lines(&raw, &code)?;
        println!(
            "| `{name}` | {runs} | {} | {} | {:.1} % |",
            lines.ran,
            lines.all,
            100.0 * lines.ran as f64 / lines.all.max(1) as f64
        );
    }
    found
}

/// Builds `long_run` with instrumentation, once for all targets. Returns a copy, which is not
/// rebuilt while targets run.
fn build(folder: &Path) -> Result<PathBuf> {
    let this = std::env::current_exe().map_err(|error| format!("who is this: {error}"))?;
    cargo(&["build"])
        .arguments(&LONG_RUN)
        .variable("RUSTC_WORKSPACE_WRAPPER", &this.to_string_lossy())
        .variable(COMPILER, "1")
        .run()?;
    let (from, to) = (
        target().join("fuzz/examples/long_run"),
        folder.join("long_run"),
    );
    fs::copy(&from, &to).map_err(|error| format!("cannot copy {}: {error}", from.display()))?;
    Ok(to)
}

/// The number of runs that a target reported, over all of its turns.
fn executions(said: &str, name: &str) -> u64 {
    said.lines()
        .filter_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(": ")?
                .split_once(" runs")
        })
        .filter_map(|(runs, _)| runs.parse::<u64>().ok())
        .sum()
}

/// Numbers of executed lines and of all lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lines {
    ran: u64,
    all: u64,
}

/// The instrumented program, and the tools that read its profiles.
struct Tools {
    folder: PathBuf,
    long_run: String,
}

impl Tools {
    fn find(long_run: &Path) -> Result<Tools> {
        let root = program("rustc", &["--print", "sysroot"]).output()?;
        let libraries = Path::new(root.trim()).join("lib/rustlib");
        let hosts = fs::read_dir(&libraries)
            .map_err(|error| format!("cannot read {}: {error}", libraries.display()))?;
        hosts
            .flatten()
            .map(|host| host.path().join("bin"))
            .find(|folder| folder.join("llvm-cov").exists())
            .map(|folder| Tools {
                folder,
                long_run: long_run.to_string_lossy().into_owned(),
            })
            .ok_or_else(|| "there is no llvm-cov; `rustup component add llvm-tools`".to_owned())
    }

    /// The instrumented program with these arguments. It writes its profile to `raw`.
    fn counting(&self, arguments: &[&str], raw: &Path) -> Process {
        program(&self.long_run, arguments).variable("LLVM_PROFILE_FILE", &raw.to_string_lossy())
    }

    fn tool(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    /// Counts the executed lines in some folders and files.
    fn lines(&self, raw: &Path, code: &[&str]) -> Result<Lines> {
        let merged = raw.with_extension("profdata");
        let (from, to) = (raw.to_string_lossy(), merged.to_string_lossy());
        program(
            &self.tool("llvm-profdata"),
            &["merge", "-sparse", &from, "-o", &to],
        )
        .run()?;
        let profile = format!("-instr-profile={to}");
        let options = [
            "export",
            "-format=lcov",
            "-summary-only",
            &profile,
            &self.long_run,
        ];
        let report = program(&self.tool("llvm-cov"), &options).output()?;
        Ok(lines_of(&report, code))
    }
}

/// Counts lines in an lcov report, for some folders and files.
fn lines_of(report: &str, code: &[&str]) -> Lines {
    let mut lines = Lines::default();
    let mut counts = false;
    for line in report.lines() {
        let Some((kind, value)) = line.split_once(':') else {
            continue;
        };
        let number = || value.parse().unwrap_or(0);
        match kind {
            "SF" => counts = code.iter().any(|code| value.contains(code)),
            "LF" if counts => lines.all += number(),
            "LH" if counts => lines.ran += number(),
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_some_files_are_added_up() {
        let report = "SF:/x/crates/a/src/one.rs\nLF:10\nLH:7\nend_of_record\n\
                      SF:/x/crates/b/src/two.rs\nLF:100\nLH:1\nend_of_record\n\
                      SF:/x/crates/a/src/three.rs\nLF:5\nLH:0\nend_of_record\n";
        assert_eq!(lines_of(report, &["crates/a/"]), Lines { ran: 7, all: 15 });
        assert_eq!(lines_of(report, &["crates/c/"]), Lines::default());
    }

    #[test]
    fn runs_are_added_up() {
        let said =
            "print: 12 runs, 0 panics, 0 slow\nseed 3: kept\nprint: 30 runs, 0 panics, 0 slow\n";
        assert_eq!(executions(said, "print"), 42);
        assert_eq!(executions(said, "prin"), 0);
    }
}
