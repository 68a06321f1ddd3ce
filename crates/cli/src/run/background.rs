//! Compiles a program in the background, for the next run.
//!
//! A program that ends before its code is compiled ends at once, and a program that runs long gets
//! code by clang. In both cases a detached copy of the same command compiles the program and puts
//! the code into the cache, where an entry appears whole or not at all. It does not run the
//! program, uses one thread, compiles one program at a time per cache, and gives up after
//! [`Compiler::max_time`].

use super::{Arguments, deadline, pepper};
use crate::output::{Failure, Output};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Environment variable; set when the command is started only to compile. Its value names the
/// compiler.
const VARIABLE: &str = "PINNACLE_COMPILE_ONLY";

/// The compiler of a compilation in the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compiler {
    Wasmtime,
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Clang,
}

impl Compiler {
    /// Every compiler.
    const ALL: &[Compiler] = &[
        Compiler::Wasmtime,
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Compiler::Clang,
    ];

    /// The name in the environment variable.
    fn name(self) -> &'static str {
        match self {
            Compiler::Wasmtime => "wasmtime",
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            Compiler::Clang => "clang",
        }
    }

    /// Maximum time of a compilation. Processes that compile with clang also have limits of their
    /// own.
    fn max_time(self) -> Duration {
        Duration::from_secs(match self {
            Compiler::Wasmtime => 120,
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            Compiler::Clang => 1800,
        })
    }
}

/// Starts the same command again, only to compile. The new process is detached: it has none of this
/// process's streams and a separate process group. Nothing has to wait for it. If it cannot be
/// started, a later run compiles the program.
pub(super) fn begin(compiler: Compiler) -> Option<Child> {
    let this = std::env::current_exe().ok()?;
    let spawned = Command::new(this)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, compiler.name())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    spawned.ok()
}

/// Returns the compiler to use if the command was started by [`begin`].
pub(super) fn asked_for() -> Option<Compiler> {
    let name = std::env::var_os(VARIABLE)?;
    let mut all = Compiler::ALL.iter().copied();
    all.find(|compiler| name == compiler.name())
}

/// Prepares a process that only compiles: limits its time, and finds the program.
pub(super) fn prepare(
    compiler: Compiler,
    arguments: Arguments,
    output: &Output,
) -> Result<Arguments, Failure> {
    deadline::end_process_after(compiler.max_time(), *output);
    let mut arguments = pepper::resolve(arguments)?;
    arguments.jobs.threads = 1;
    Ok(arguments)
}
