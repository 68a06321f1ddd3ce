//! A program of a console that runs from its start to its end.

use crate::{Trap, failure, refused};
use pinnacle_commands::Outcome;
use pinnacle_inspect::Input;
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_runtime::Trap as RuntimeTrap;
use pinnacle_runtime::files::{Capture, Stdio, Stream};
use pinnacle_runtime::interp::Options;
use pinnacle_runtime::program::{Instance, RunOptions};
use pyo3::prelude::*;
use std::time::Duration;

/// Input of a run.
pub(crate) struct Wishes {
    pub(crate) arguments: Vec<Vec<u8>>,
    pub(crate) environment: Vec<Vec<u8>>,
    pub(crate) input: Vec<u8>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: Option<u32>,
    pub(crate) seed: Option<u64>,
}

/// Result of a run.
pub(crate) struct Ended {
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) status: u8,
}

/// Runs a program while other threads of Python go on.
pub(crate) fn run(py: Python<'_>, name: String, bytes: &[u8], wishes: Wishes) -> PyResult<Ended> {
    let program = decoded(name.clone(), bytes)?;
    if pinnacle_pepper::is_wanted(program.module()) {
        return Err(refused(format!(
            "{name} is a browser program; run it with open_page"
        )));
    }
    let (output, errors) = (Capture::new(), Capture::new());
    let mut options = RunOptions {
        arguments: wishes.arguments,
        environment: wishes.environment,
        stdio: Stdio {
            input: Stream::bytes(wishes.input),
            output: output.stream(),
            error: errors.stream(),
        },
        seed: wishes.seed,
        ..RunOptions::default()
    };
    if let Some(memory) = wishes.memory {
        options.memory_limit = memory;
    }
    let engine = Options {
        timeout: wishes.timeout,
        ..Options::default()
    };
    let ended = py.detach(|| {
        let mut instance = Instance::new(program.module(), options).map_err(Refusal::Start)?;
        let ended = instance.interpret(&program, engine, &mut ());
        ended.map_err(Refusal::Trap)
    });
    match ended {
        Ok(status) => Ok(Ended {
            output: output.take(),
            errors: errors.take(),
            status,
        }),
        Err(Refusal::Start(error)) => Err(refused(error.to_string())),
        Err(Refusal::Trap(trap)) => Err(trapped(&trap)),
    }
}

/// Why a run has no status.
enum Refusal {
    Start(pinnacle_runtime::program::StartError),
    Trap(RuntimeTrap),
}

/// A trap as an exception.
pub(crate) fn trapped(trap: &RuntimeTrap) -> PyErr {
    Trap::new_err((vec![trap.to_string()], None::<String>))
}

/// A program, or all its errors.
pub(crate) fn decoded(name: String, bytes: &[u8]) -> PyResult<Program> {
    decode(bytes, &decode::Options::default()).map_err(|errors| {
        let input = Input::new(name, bytes.to_vec());
        let hint = input.hint_for(errors.first());
        failure(&Outcome::bad_program(&input, errors.iter(), hint))
    })
}

/// A time in seconds.
pub(crate) fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = seconds.map(Duration::try_from_secs_f64).transpose();
    duration.map_err(|_| refused("a time must be a number of seconds of at least 0"))
}
