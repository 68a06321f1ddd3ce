//! Compiles a program after the end of its run, for the next run.
//!
//! A program that ends before its code is compiled ends at once. A detached copy of the same
//! command compiles the program and puts the code into the cache, where an entry appears whole or
//! not at all. It does not run the program, uses one thread, compiles one program at a time per
//! cache, and gives up after [`MAX_TIME`].

use super::{Arguments, compiled, deadline, pepper};
use crate::output::{Failure, Output};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// Environment variable; set when the command is started only to compile.
const VARIABLE: &str = "PINNACLE_COMPILE_ONLY";

/// Maximum time of a compilation in the background.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Starts the same command again, only to compile. The new process is detached: it has none of this
/// process's streams and a separate process group, and nothing waits for it.
pub(super) fn begin() {
    let Ok(this) = std::env::current_exe() else {
        return;
    };
    // If it cannot be started, the next run compiles the program.
    let _ = Command::new(this)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
}

/// Returns true if the command was started by [`begin`].
pub(super) fn is_asked_for() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Compiles the program and keeps its code.
pub(super) fn keep(arguments: Arguments, output: &Output) -> Result<ExitCode, Failure> {
    deadline::end_process_after(MAX_TIME, *output);
    let mut arguments = pepper::resolve(arguments)?;
    arguments.jobs.threads = 1;
    compiled::keep(arguments, output)?;
    Ok(ExitCode::SUCCESS)
}
