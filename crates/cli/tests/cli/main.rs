//! Runs the built command as a user does, and checks its output.

mod assemble;
mod bad_use;
mod binfmt;
mod bisect;
mod bytecode;
mod cache;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod clang_tier;
mod compress;
mod container;
mod dap;
mod debugging;
mod diff;
mod dis;
mod docs;
mod dwarf;
#[cfg(unix)]
mod ends;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod engine_clang;
mod examples;
mod explain;
mod explore;
mod finalize;
mod graph;
mod help;
mod info;
mod json_schema;
mod native;
mod native_with_clang;
mod nm;
mod optimised_variables;
mod page;
#[cfg(unix)]
mod passes;
mod pepper;
mod programs;
mod recordings;
mod run;
mod saved_states;
mod scan;
mod schemas;
mod shrink;
mod smith;
mod stats;
mod strings;
mod translate;
mod trials;
mod verify;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The cache of the tests, which is kept between runs.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The result of a command.
struct Seen {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Seen {
    fn new(output: Output) -> Seen {
        Seen {
            status: output.status.code().expect("no signal ends the command"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Asserts that the command refused, and that the reason has these words.
    #[track_caller]
    fn refuses(&self, status: i32, words: &[&str]) {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {}", self.stderr);
        }
    }
}

/// The command in an environment that does not depend on the user who runs the tests.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinnacle"));
    command.stdin(Stdio::null());
    for name in ["NO_COLOR", "COLUMNS", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    // The size of the cache must not depend on the user's setting.
    command.env_remove("PINNACLE_CACHE_SIZE");
    command.env("PINNACLE_CACHE_DIR", CACHE);
    // Compilations in the background would take time from other tests.
    command.env("PINNACLE_CLANG_AFTER", "never");
    // Whether something counts as slow depends on the load of the machine.
    command.env("PINNACLE_PROGRESS", "never");
    command
}

/// Runs the command with these arguments.
fn pinnacle<A: AsRef<OsStr>>(arguments: &[A]) -> Seen {
    Seen::new(
        command()
            .args(arguments)
            .output()
            .expect("the command runs"),
    )
}

/// Runs the command with these bytes on its standard input.
fn pinnacle_reading(arguments: &[&str], input: &[u8]) -> Seen {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The command may have exited before reading its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    Seen::new(child.wait_with_output().expect("the command ends"))
}

/// A folder with files for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a folder for a test"))
    }

    /// The path of a file in the folder.
    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.into_os_string().into_string().expect("text")
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("a file for a test");
        path
    }
}
