//! Compiles and runs the programs of suites: with `pinnacle` at each optimisation level and on each
//! engine, and with clang natively as a reference.

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

/// Options for native programs that are compared with ours: 32-bit pointers, the alignments of
/// PNaCl, and IEEE precision without excess.
const NATIVE: [&str; 4] = ["-m32", "-malign-double", "-msse2", "-mfpmath=sse"];

/// Address space of a compiler in KiB.
const COMPILER_MEMORY: u64 = 8 << 20;

/// Address space of a native program in KiB.
const NATIVE_MEMORY: u64 = 1 << 20;

/// The sources of a program and the options to compile them.
pub(super) struct Program<'p> {
    /// `cc` or `c++`.
    pub(super) driver: &'p str,
    pub(super) options: &'p [String],
    pub(super) sources: &'p [PathBuf],
    pub(super) scratch: &'p Path,
}

/// The options, arguments and input for running a program.
#[derive(Default)]
pub(super) struct Launch<'l> {
    /// Options of `pinnacle run`.
    pub(super) options: &'l [String],
    /// Arguments of the program.
    pub(super) arguments: &'l [String],
    /// The file that it reads as standard input. If `None`, the input is empty.
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
    /// Builds the command, unless one is named, and its sysroot.
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
        // Suites for passes and readers compile no programs, so they need no sysroot.
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

    /// Returns true if a file is newer than its source, the command and the sysroot, so that it
    /// need not be made again.
    pub(super) fn is_made(&self, file: &Path, source: &Path) -> bool {
        let stamp = self.sysroot.join("stamp");
        let inputs = [self.pinnacle.as_path(), &stamp, source];
        let newest = inputs.into_iter().map(changed).max().flatten();
        changed(file) > newest
    }

    /// Returns the processor time limit for a compiler or a program.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the name and version of clang.
    pub(super) fn compiler(&self) -> &str {
        &self.compiler
    }

    /// Compiles a program at each level and runs it on each engine. `fault` returns the failure of
    /// a run, if any.
    pub(super) fn runs(
        &self,
        program: &Program,
        fault: impl Fn(&Ended) -> Option<String>,
    ) -> Result<Vec<Run>> {
        self.runs_as(program, &Launch::default(), fault)
    }

    /// As [`Toolchain::runs`], with arguments, standard input and options for `pinnacle run`.
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

    /// Runs `pinnacle` with the resource limits of a compiler.
    pub(super) fn pinnacle<A: AsRef<OsStr>>(&self, words: &[A], scratch: &Path) -> Result<Ended> {
        self.command_line(&self.pinnacle, words, scratch)
    }

    /// Runs a program that calls `pinnacle`, such as `make`, with the resource limits of a
    /// compiler.
    pub(super) fn command_line<A: AsRef<OsStr>>(
        &self,
        program: &Path,
        words: &[A],
        scratch: &Path,
    ) -> Result<Ended> {
        let variables = [("PINNACLE_SYSROOT", self.sysroot.as_os_str())];
        // Engines reserve more address space than they use, so the limit would stop them.
        let runs_program = words.first().is_some_and(|word| word.as_ref() == "run");
        let bounds = Bounds {
            time: self.timeout,
            memory: (!runs_program).then_some(COMPILER_MEMORY),
        };
        bounded::run(program, words, &variables, scratch, &bounds)
    }

    /// Runs a program compiled by [`Toolchain::compile`]. The engine bounds its memory, and it can
    /// only access the scratch folder.
    fn execute(
        &self,
        program: &Program,
        launch: &Launch,
        level: &str,
        engine: &str,
    ) -> Result<Ended> {
        let file = file_name(level);
        // `tmpnam` makes file names in this folder.
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

    /// Runs `pinnacle run`. The engine bounds the program's memory.
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

    /// Compiles a program natively and runs it. The inner error is the message of the compiler.
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

/// Returns the modification time of a file. `None`, which sorts before any time, if it is missing.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// The file name of a program compiled at a level.
fn file_name(level: &str) -> String {
    format!("program{level}.pexe")
}

/// Describes the failure of a compiler.
pub(super) fn not_compiled(compiled: &Ended) -> String {
    if compiled.took_too_long() {
        return String::from("not compiled in time");
    }
    format!("not compiled: {}", short(compiled.message()))
}

/// Returns the failure of a run that must return 0, if any.
pub(super) fn not_zero(ended: &Ended) -> Option<String> {
    not_status(ended, 0)
}

/// Returns the failure of a run that must end with a given status, if any.
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

/// Shortens a message for a table, and removes the position at its beginning and the folders of
/// absolute paths, which are those of one machine.
pub(super) fn short(message: &str) -> String {
    let message = message
        .find("error: ")
        .map_or(message, |at| &message[at + 7..]);
    let words = message.split(' ').map(without_folders);
    truncated(&words.collect::<Vec<_>>().join(" "))
}

/// Returns a word without the folders of the absolute path in it, if there is one.
fn without_folders(word: &str) -> String {
    let quoted = word.trim_start_matches(['"', '\'', '(']);
    let quotes = &word[..word.len() - quoted.len()];
    match quoted.rfind('/') {
        Some(slash) if quoted.starts_with('/') && quoted.matches('/').count() > 1 => {
            format!("{quotes}{}", &quoted[slash + 1..])
        }
        _ => word.to_owned(),
    }
}

/// Shortens a message for a table.
pub(super) fn truncated(message: &str) -> String {
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
        assert_eq!(
            short("failed: file \"/home/a/b/c.c\", line 2, 1/2 or /dev"),
            "failed: file \"c.c\", line 2, 1/2 or /dev"
        );
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
