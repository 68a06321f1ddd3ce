//! Finds a function that compiled code and the interpreter run differently.
//!
//! Compiles the first N functions of the program and interprets the others. A run with N = 0
//! behaves like the interpreter; a run with all functions compiled does not. Somewhere in between
//! is a function whose compilation changes the behaviour, and bisection finds one.

use crate::compiled::{Code, CodeError, CodeOptions, Exports, Instance, Threads};
use crate::files::{Capture, Stdio, Stream};
use crate::interp;
use crate::irt;
use crate::loader::LoadOptions;
use crate::machine::{self, MountSpec};
use crate::program::{self, RunOptions, StartError};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use std::fmt;
use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

/// Settings for running the program. They are the same for each run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The arguments, beginning with the program's own name.
    pub arguments: Vec<Vec<u8>>,
    /// The contents of standard input.
    pub input: Vec<u8>,
    /// The folders that the program may use.
    pub folders: Vec<MountSpec>,
    /// Size of its address space in bytes.
    pub memory_limit: u32,
    /// The size of its stack in bytes.
    pub stack_size: u32,
    /// Makes time and random numbers the same in every run.
    pub seed: u64,
    /// Time limit of a run.
    pub timeout: Duration,
}

/// The observable behaviour of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// The exit status, or why the program was stopped.
    pub end: Result<u8, TrapKind>,
    /// The bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Behaviour {
    /// Returns how this behaviour differs from another: in the kind of end, or in a stream.
    pub fn difference(&self, other: &Behaviour) -> Option<&'static str> {
        let same_end = match (&self.end, &other.end) {
            (Ok(a), Ok(b)) => a == b,
            // Engines may differ in the address and in the wording.
            (Err(a), Err(b)) => discriminant(a) == discriminant(b),
            _ => false,
        };
        if !same_end {
            Some("its end")
        } else if self.stdout != other.stdout {
            Some("standard output")
        } else if self.stderr != other.stderr {
            Some("standard error")
        } else {
            None
        }
    }
}

/// The result of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Both engines behave identically.
    Agreement(Behaviour),
    /// One of the engines behaves differently in two runs: the program depends on something that
    /// the seed does not control.
    Unrepeatable,
    /// The two engines cannot be combined for this program: it already behaves differently if it
    /// starts from compiled code with every function interpreted.
    Unmixable,
    /// The engines agree if this function and all later ones are interpreted, and differ if it is
    /// compiled too.
    Function {
        /// The function.
        function: FuncId,
        /// The interpreter's behaviour.
        interpreted: Behaviour,
        /// The behaviour of compiled code.
        compiled: Behaviour,
        /// Number of runs made.
        runs: u32,
    },
}

/// Reasons why bisection gave no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program starts threads. In compiled code, no seed controls their order.
    Threads,
    /// It cannot be started.
    Start(StartError),
    /// It cannot be compiled.
    Code(CodeError),
    /// The interpreter needs longer than a run may take.
    TooSlow,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Threads => f.write_str("a program with threads does not run the same way twice"),
            Error::Start(error) => error.fmt(f),
            Error::Code(error) => error.fmt(f),
            Error::TooSlow => f.write_str("the interpreter takes longer than the time limit"),
        }
    }
}

impl std::error::Error for Error {}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        Error::Start(error)
    }
}

impl From<CodeError> for Error {
    fn from(error: CodeError) -> Error {
        Error::Code(error)
    }
}

/// Finds a function that the engines run differently. `compiled` is the program that is compiled:
/// the same as `program`, unless the caller wants to test that differences are found.
///
/// # Errors
///
/// See [`Error`].
pub fn bisect(
    program: &Arc<Program>,
    compiled: &Program,
    settings: &Settings,
) -> Result<Found, Error> {
    if irt::uses_threads(program.module()) {
        return Err(Error::Threads);
    }
    let functions: Vec<FuncId> = program
        .functions()
        .iter()
        .map(pinnacle_pexe::Function::id)
        .collect();
    let interpreted = interpret(program, settings)?;
    if interpreted.end == Err(TrapKind::Timeout) {
        return Err(Error::TooSlow);
    }
    let mut runs = 0;
    let mut mixed = |count: usize| {
        runs += 1;
        mix(program, compiled, &functions[count..], settings)
    };
    let all = mixed(functions.len())?;
    let parts = |behaviour: &Behaviour| behaviour.difference(&interpreted).is_some();
    if !parts(&all) {
        return Ok(Found::Agreement(interpreted));
    }
    if parts(&interpret(program, settings)?) || all.difference(&mixed(functions.len())?).is_some() {
        return Ok(Found::Unrepeatable);
    }
    if parts(&mixed(0)?) {
        return Ok(Found::Unmixable);
    }
    // With `same` functions compiled the engines agree, with `other` they differ.
    let (mut same, mut other) = (0, functions.len());
    let mut compiled = all;
    while other - same > 1 {
        let middle = same + (other - same) / 2;
        let behaviour = mixed(middle)?;
        if parts(&behaviour) {
            other = middle;
            compiled = behaviour;
        } else {
            same = middle;
        }
    }
    Ok(Found::Function {
        function: functions[same],
        interpreted,
        compiled,
        runs,
    })
}

/// Returns the options of a run, and the capture of its output.
fn run_options(settings: &Settings) -> (RunOptions, [Capture; 2]) {
    let streams = [Capture::new(), Capture::new()];
    let options = RunOptions {
        arguments: settings.arguments.clone(),
        environment: Vec::new(),
        memory_limit: settings.memory_limit,
        stack_size: settings.stack_size,
        folders: settings.folders.clone(),
        working_folder: None,
        stdio: Stdio {
            input: Stream::bytes(settings.input.clone()),
            output: streams[0].stream(),
            error: streams[1].stream(),
        },
        descriptors: Vec::new(),
        seed: Some(settings.seed),
        finalizer: None,
        system_calls: false,
        tape: None,
    };
    (options, streams)
}

fn behaviour(end: Result<u8, Trap>, [stdout, stderr]: [Capture; 2]) -> Behaviour {
    Behaviour {
        end: end.map_err(|trap| trap.kind),
        stdout: stdout.take(),
        stderr: stderr.take(),
    }
}

fn interpret(program: &Program, settings: &Settings) -> Result<Behaviour, Error> {
    let (options, streams) = run_options(settings);
    let mut instance = program::Instance::new(program.module(), options)?;
    let options = interp::Options {
        timeout: Some(settings.timeout),
        seed: settings.seed,
        ..interp::Options::default()
    };
    let end = instance.interpret(program, options, &mut ());
    Ok(behaviour(end, streams))
}

/// Runs the compiled program with some functions interpreted.
fn mix(
    program: &Arc<Program>,
    compiled: &Program,
    outside: &[FuncId],
    settings: &Settings,
) -> Result<Behaviour, Error> {
    let options = CodeOptions {
        stack_size: settings.stack_size,
        interruptible: true,
        threads: Threads::Off,
        exports: Exports::All,
        outside: outside.to_vec(),
        ..CodeOptions::default()
    };
    let code = Code::compile(compiled, &options)?;
    let (options, streams) = run_options(settings);
    let files = machine::file_system(options.stdio, &options.folders, None, options.descriptors)
        .map_err(StartError::from)?;
    let load = LoadOptions {
        arguments: options.arguments,
        environment: options.environment,
        memory_limit: options.memory_limit,
        stack_size: options.stack_size,
        host_functions: irt::function_count(),
    };
    let mut instance = Instance::mixed(&code, program, &load, |arena| {
        machine::irt(files, options.seed, arena)
    })?;
    let timeout = Some(settings.timeout);
    let end = instance.run(timeout);
    let end = end.map_err(|stop| stop.trap(&code, compiled));
    Ok(behaviour(end, streams))
}
