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
    /// The arguments, from the program's own name on.
    pub arguments: Vec<String>,
    /// The bytes that it reads from standard input.
    pub input: Vec<u8>,
    /// Bytes of address space.
    pub memory_limit: u32,
    /// Bytes of the main thread's stack.
    pub stack_size: u32,
    /// Its fuel; unlimited if none.
    pub fuel: Option<u64>,
    /// True if its output is kept, false if it is thrown away.
    pub keep_output: bool,
    /// Makes the run the same every time, and varies the order of threads.
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

/// The end of a program, and its output.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit status, or why it was stopped.
    pub end: Result<u8, Trap>,
    /// The bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Outcome {
    /// A description of an unexpected end, for a test's message.
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

    /// Runs a program in the interpreter to its end.
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

    /// Compiles a program and runs it to its end. There is no fuel; a time limit may be given
    /// instead.
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

    /// The options of a run, and the receiver of its output.
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

/// A program that is loaded, and where its output goes.
pub(crate) struct Prepared {
    pub(crate) instance: Instance,
    pub(crate) stdout: Capture,
    pub(crate) stderr: Capture,
}
