//! Compiles and runs the programs of suites: with `pinnacle` at each level and on each engine, and
//! with clang for this machine as a reference.

use super::bounded::{self, Bounds, Ended};
use super::options::Options;
use super::{Run, package};
use crate::process::{Result, cargo, program, target};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

pub(super) const LEVELS: [&str; 2] = ["-O0", "-O2"];
pub(super) const ENGINES: [&str; 2] = ["interp", "wasmtime"];

/// Options for programs of this machine that are compared with ours: pointers of 32 bits, the
/// alignments of PNaCl, and no more precision than IEEE's.
const NATIVE: [&str; 4] = ["-m32", "-malign-double", "-msse2", "-mfpmath=sse"];

/// The address space of a compiler in KiB.
const COMPILER_MEMORY: u64 = 8 << 20;

/// The address space of a program of this machine in KiB.
const NATIVE_MEMORY: u64 = 1 << 20;

/// The sources of a program and how they are compiled.
pub(super) struct Program<'p> {
    /// `cc` or `c++`.
    pub(super) driver: &'p str,
    pub(super) options: &'p [String],
    pub(super) sources: &'p [PathBuf],
    pub(super) scratch: &'p Path,
}

/// A run of a program: its options, arguments and input.
#[derive(Default)]
pub(super) struct Launch<'l> {
    /// Options of `pinnacle run`.
    pub(super) options: &'l [String],
    /// Arguments of the program.
    pub(super) arguments: &'l [String],
    /// The file that it reads as standard input; without one it is empty.
    pub(super) input: Option<&'l Path>,
}

pub(super) struct Toolchain {
    pinnacle: PathBuf,
    clang: PathBuf,
    sysroot: PathBuf,
    compiler: String,
    timeout: Duration,
    memory: String,
}

impl Toolchain {
    /// Builds the command if none is named, and its sysroot.
    pub(super) fn prepare(options: &Options) -> Result<Toolchain> {
        if let Some(reason) = package::no_tools() {
            return Err(reason);
        }
        let command = match &options.command {
            Some(command) => command.clone(),
            None => {
                let build = ["build", "--locked", "--release", "--package=pinnacle-cli"];
                cargo(&build).run()?;
                target().join("release/pinnacle")
            }
        };
        let pinnacle = fs::canonicalize(&command);
        let pinnacle = pinnacle.map_err(|error| format!("{}: {error}", command.display()))?;
        let sysroot = package::base()?.join("sysroot");
        // Tests of passes and of reading compile nothing.
        let compiles =
            |suite: &String| !matches!(suite.as_str(), "bitcode" | "filecheck" | "pnacl-llvm");
        if options.suites.iter().any(compiles) {
            program(&pinnacle.to_string_lossy(), &["sysroot", "build"])
                .variable("PINNACLE_SYSROOT", &sysroot.to_string_lossy())
                .run()?;
        }
        let clang = PathBuf::from("clang-19");
        let version = program("clang-19", &["--version"]).output()?;
        Ok(Toolchain {
            pinnacle,
            clang,
            sysroot,
            compiler: version.lines().next().unwrap_or_default().to_owned(),
            timeout: options.timeout,
            memory: options.memory.clone(),
        })
    }

    /// Returns the path of `pinnacle`.
    pub(super) fn command(&self) -> &Path {
        &self.pinnacle
    }

    /// Returns the folder of the sysroot.
    pub(super) fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// Returns true if an earlier run made a file from a source with this command and sysroot, so
    /// that it need not be made again.
    pub(super) fn is_made(&self, file: &Path, source: &Path) -> bool {
        let stamp = self.sysroot.join("stamp");
        let inputs = [self.pinnacle.as_path(), &stamp, source];
        let newest = inputs.into_iter().map(changed).max().flatten();
        changed(file) > newest
    }

    /// Returns the processor time of a compiler or a program.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the name and version of clang.
    pub(super) fn compiler(&self) -> &str {
        &self.compiler
    }

    /// Compiles a program at each level and runs it on each engine. `fault` returns the fault of a
    /// run, if any.
    pub(super) fn runs(
        &self,
        program: &Program,
        fault: impl Fn(&Ended) -> Option<String>,
    ) -> Result<Vec<Run>> {
        self.runs_as(program, &Launch::default(), fault)
    }

    /// Does the same with arguments, standard input and options of `pinnacle run`.
    pub(super) fn runs_as(
        &self,
        program: &Program,
        launch: &Launch,
        fault: impl Fn(&Ended) -> Option<String>,
    ) -> Result<Vec<Run>> {
        let mut runs = Vec::new();
        for level in LEVELS {
            let compiled = self.compile(program, level)?;
            for engine in ENGINES {
                let failure = if compiled.is_good() {
                    fault(&self.execute(program, launch, level, engine)?)
                } else {
                    Some(not_compiled(&compiled))
                };
                let configuration = format!("{level} {engine}");
                runs.push(Run {
                    configuration,
                    failure,
                });
            }
        }
        Ok(runs)
    }

    fn compile(&self, program: &Program, level: &str) -> Result<Ended> {
        let mut arguments = vec![program.driver.to_owned(), level.to_owned()];
        arguments.extend_from_slice(program.options);
        arguments.extend(["-o".to_owned(), file_name(level)]);
        arguments.extend(
            program
                .sources
                .iter()
                .map(|path| path.display().to_string()),
        );
        self.pinnacle(&arguments, program.scratch)
    }

    /// Runs `pinnacle` with the bounds of a compiler.
    pub(super) fn pinnacle<A: AsRef<OsStr>>(&self, words: &[A], scratch: &Path) -> Result<Ended> {
        self.command_line(&self.pinnacle, words, scratch)
    }

    /// Runs a program that calls `pinnacle`, such as `make`, with the bounds of a compiler.
    pub(super) fn command_line<A: AsRef<OsStr>>(
        &self,
        program: &Path,
        words: &[A],
        scratch: &Path,
    ) -> Result<Ended> {
        let variables = [("PINNACLE_SYSROOT", self.sysroot.as_os_str())];
        // An engine reserves more addresses than it uses.
        let runs_program = words.first().is_some_and(|word| word.as_ref() == "run");
        let bounds = Bounds {
            time: self.timeout,
            memory: (!runs_program).then_some(COMPILER_MEMORY),
        };
        bounded::run(program, words, &variables, scratch, &bounds)
    }

    /// Runs a program of [`Toolchain::compile`]. Its memory is bounded by the engine, and
    /// its only folder is the scratch folder.
    fn execute(
        &self,
        program: &Program,
        launch: &Launch,
        level: &str,
        engine: &str,
    ) -> Result<Ended> {
        let file = file_name(level);
        // `tmpnam` names files in it.
        let temporary = program.scratch.join("tmp");
        let made = fs::create_dir_all(&temporary);
        made.map_err(|error| format!("{}: {error}", temporary.display()))?;
        let words = ["run", "--no-cache", "--engine", engine];
        let words = words
            .into_iter()
            .chain(["--memory", &self.memory, "--dir", ".::/"])
            .chain(launch.options.iter().map(String::as_str))
            .chain([file.as_str()])
            .chain(launch.arguments.iter().map(String::as_str));
        let Some(input) = launch.input else {
            return self.engine(words, program.scratch);
        };
        let bounds = Bounds {
            time: self.timeout,
            memory: None,
        };
        let pinnacle = self.pinnacle.to_string_lossy();
        let redirected = ["-c", "exec \"$0\" \"$@\" <\"$INPUT\"", &pinnacle];
        let words = redirected.into_iter().chain(words);
        let variables = [("INPUT", input.as_os_str())];
        bounded::run(Path::new("sh"), words, &variables, program.scratch, &bounds)
    }

    /// Runs `pinnacle run`, whose engine bounds the program's memory.
    pub(super) fn engine<A: AsRef<OsStr>>(
        &self,
        words: impl IntoIterator<Item = A>,
        scratch: &Path,
    ) -> Result<Ended> {
        let bounds = Bounds {
            time: self.timeout,
            memory: None,
        };
        bounded::run(&self.pinnacle, words, &[], scratch, &bounds)
    }

    /// Compiles a program for this machine and runs it. The error of the inner result is a
    /// message of the compiler.
    pub(super) fn natively(
        &self,
        program: &Program,
        level: &str,
        time: Duration,
    ) -> Result<std::result::Result<Ended, String>> {
        let compiler_bounds = Bounds {
            time: self.timeout,
            memory: Some(COMPILER_MEMORY),
        };
        let words = NATIVE.into_iter().map(str::to_owned);
        let mut words: Vec<String> = words.chain([level.to_owned()]).collect();
        words.extend_from_slice(program.options);
        words.extend(["-o".to_owned(), "native".to_owned()]);
        words.extend(
            program
                .sources
                .iter()
                .map(|path| path.display().to_string()),
        );
        words.push("-lm".to_owned());
        let scratch = program.scratch;
        let compiled = bounded::run(&self.clang, words, &[], scratch, &compiler_bounds)?;
        if !compiled.is_good() {
            return Ok(Err(compiled.message().to_owned()));
        }
        let bounds = Bounds {
            time,
            memory: Some(NATIVE_MEMORY),
        };
        let none: [&str; 0] = [];
        bounded::run(&scratch.join("native"), none, &[], scratch, &bounds).map(Ok)
    }
}

/// Returns when a file was last changed; `None`, which is earlier than any time, if it is missing.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// The file of a program that was compiled at a level.
fn file_name(level: &str) -> String {
    format!("program{level}.pexe")
}

/// Returns the fault of a compiler that failed.
pub(super) fn not_compiled(compiled: &Ended) -> String {
    if compiled.took_too_long() {
        return String::from("not compiled in time");
    }
    format!("not compiled: {}", short(compiled.message()))
}

/// Returns the fault of a run that must return 0.
pub(super) fn not_zero(ended: &Ended) -> Option<String> {
    not_status(ended, 0)
}

/// Returns the fault of a run that must end with a status.
pub(super) fn not_status(ended: &Ended, expected: i32) -> Option<String> {
    if ended.status == expected {
        return None;
    }
    if ended.took_too_long() {
        return Some(String::from("took too long"));
    }
    let message = short(ended.message());
    let separator = if message.is_empty() { "" } else { ": " };
    Some(format!("exit status {}{separator}{message}", ended.status))
}

/// A message without the path that it begins with, and not too long for a table.
pub(super) fn short(message: &str) -> String {
    let message = message
        .find("error: ")
        .map_or(message, |at| &message[at + 7..]);
    let mut short: String = message.chars().take(120).collect();
    if short.len() < message.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_short() {
        assert_eq!(short("/tmp/a.c:1:2: error: no type"), "no type");
        assert_eq!(short("error: unreachable code"), "unreachable code");
        assert_eq!(short(&"x".repeat(200)).chars().count(), 121);
    }

    #[test]
    fn a_failed_run_has_its_status_and_message() {
        let ended = |status, stderr: &str| Ended {
            status,
            stdout: String::new(),
            stderr: stderr.to_owned(),
        };
        assert_eq!(not_zero(&ended(0, "")), None);
        assert_eq!(not_zero(&ended(3, "")), Some("exit status 3".into()));
        let trapped = not_zero(&ended(132, "error: unreachable code\n  in main\n"));
        assert_eq!(trapped, Some("exit status 132: unreachable code".into()));
    }
}
