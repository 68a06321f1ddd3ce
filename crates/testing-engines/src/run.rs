//! Runs programs and captures their output.

use anyhow::{Result, ensure};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::Trap;
use pinnacle_runtime::compiled::{self, Code, CodeOptions};
use pinnacle_runtime::files::{Capture, Stdio, Stream};
use pinnacle_runtime::interp::Options;
use pinnacle_runtime::program::{Instance, RunOptions};
use std::time::Duration;

/// Settings for running a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The arguments, beginning with the program's own name.
    pub arguments: Vec<String>,
    /// The content of standard input.
    pub input: Vec<u8>,
    /// Size of the address space in bytes.
    pub memory_limit: u32,
    /// Size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// The fuel of the run; `None` for unlimited.
    pub fuel: Option<u64>,
    /// True to keep its output, false to discard it.
    pub keep_output: bool,
    /// Seed for everything random in the run, including the order of threads.
    pub seed: u64,
}

impl Default for Run {
    fn default() -> Run {
        let options = RunOptions::default();
        Run {
            arguments: Vec::new(),
            input: Vec::new(),
            memory_limit: options.memory_limit,
            stack_size: options.stack_size,
            fuel: None,
            keep_output: true,
            seed: 0,
        }
    }
}

/// The result of a run, and its output.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status, or the trap that stopped it.
    pub end: Result<u8, Trap>,
    /// The bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Outcome {
    /// Describes an unexpected result for a test's message.
    pub fn describe(&self) -> String {
        let end = match &self.end {
            Ok(status) => format!("exit status {status}"),
            Err(trap) => trap.to_string(),
        };
        let stderr = String::from_utf8_lossy(&self.stderr);
        if stderr.is_empty() {
            end
        } else {
            format!("{end}; standard error: {stderr}")
        }
    }
}

impl Run {
    /// A run with these arguments.
    pub fn with_arguments<S: Into<String>>(arguments: impl IntoIterator<Item = S>) -> Run {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Run {
            arguments,
            ..Run::default()
        }
    }

    /// Runs a program in the interpreter.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub fn run(self, program: &Program) -> Result<Outcome> {
        let options = Options {
            fuel: self.fuel,
            seed: self.seed,
            ..Options::default()
        };
        let Prepared {
            mut instance,
            stdout,
            stderr,
        } = self.prepare(program)?;
        let end = instance.interpret(program, options, &mut ());
        Ok(Outcome {
            end,
            stdout: stdout.take(),
            stderr: stderr.take(),
        })
    }

    /// Compiles a program and runs it. It has no fuel, but may have a time limit.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be compiled or started.
    pub fn compiled(self, program: &Program, timeout: Option<Duration>) -> Result<Outcome> {
        ensure!(self.fuel.is_none(), "compiled code uses no fuel");
        let options = CodeOptions {
            stack_size: self.stack_size,
            interruptible: timeout.is_some(),
            jobs: 1,
            ..CodeOptions::default()
        };
        let code = Code::compile(program, &options)?;
        let (options, stdout, stderr) = self.options();
        let mut instance = compiled::Instance::new(&code, options)?;
        let end = instance.run(timeout);
        Ok(Outcome {
            end: end.map_err(|stop| stop.trap(&code, program)),
            stdout: stdout.take(),
            stderr: stderr.take(),
        })
    }

    /// Loads a program for the interpreter or the oracle.
    pub(crate) fn prepare(self, program: &Program) -> Result<Prepared> {
        let (options, stdout, stderr) = self.options();
        let instance = Instance::new(program.module(), options)?;
        Ok(Prepared {
            instance,
            stdout,
            stderr,
        })
    }

    /// Splits a run into the options, and the buffers for standard output and standard error.
    fn options(self) -> (RunOptions, Capture, Capture) {
        let (stdout, stderr) = (Capture::new(), Capture::new());
        let stream = |capture: &Capture| {
            if self.keep_output {
                capture.stream()
            } else {
                Stream::null()
            }
        };
        let options = RunOptions {
            arguments: self.arguments.into_iter().map(String::into_bytes).collect(),
            memory_limit: self.memory_limit,
            stack_size: self.stack_size,
            stdio: Stdio {
                input: Stream::bytes(self.input),
                output: stream(&stdout),
                error: stream(&stderr),
            },
            seed: Some(self.seed),
            ..RunOptions::default()
        };
        (options, stdout, stderr)
    }
}

/// A loaded program, and the buffers for its output.
pub(crate) struct Prepared {
    pub(crate) instance: Instance,
    pub(crate) stdout: Capture,
    pub(crate) stderr: Capture,
}
