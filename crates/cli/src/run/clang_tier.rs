//! Clang's code as the last tier of the engine `tiered`.
//!
//! A program that uses much processor time is compiled by clang in the background, while it runs:
//! a detached copy of the same command ([`background`]) compiles the program and puts the code into
//! the cache. The next run takes the code from there before it starts. A run never changes to
//! clang's code in its middle.
//!
//! The tier is not used where results could differ from those of the other engines
//! ([`is_possible`], [`is_suitable`]).

use super::clang::Ready;
use super::clang_code::{Places, Standing, compile, is_suitable, locate};
use super::engine::Engine;
use super::{Arguments, background};
use crate::cache;
use crate::input::Refusing;
use crate::load::decode_input;
use crate::output::{Failure, Output};
use crate::values;
use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Environment variable with the value of `--clang-after` where the option is not given.
const VARIABLE: &str = "PINNACLE_CLANG_AFTER";

/// The word that turns the tier off.
const NEVER: &str = "never";

/// Default processor time after which a program is compiled.
const DEFAULT: Duration = Duration::from_secs(5);

/// Minimum interval at which the processor time is read.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// Limits of each process that compiles in the background: processor time in seconds, and address
/// space in bytes.
const MAX_SECONDS: u64 = 600;
const MAX_BYTES: u64 = 4 << 30;

/// The niceness of these processes, added to that of the program. They use time that nobody else
/// needs.
const NICENESS: i32 = 15;

/// The value of `--clang-after`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    Never,
    ProcessorTime(Duration),
}

impl After {
    /// Parses a duration or `never`.
    pub(super) fn parse(text: &str) -> Result<After, String> {
        match text {
            NEVER => Ok(After::Never),
            _ => values::duration(text)
                .map(After::ProcessorTime)
                .map_err(|error| format!("{error}, or {NEVER}")),
        }
    }

    /// Returns the value of the option, or else of the environment variable, or else the default.
    fn of(option: Option<After>) -> Result<After, Failure> {
        match (option, std::env::var_os(VARIABLE)) {
            (Some(after), _) => Ok(after),
            (None, Some(text)) if !text.is_empty() => After::parse(&text.to_string_lossy())
                .map_err(|error| Failure::new(format!("{VARIABLE}: {error}"))),
            (None, _) => Ok(After::ProcessorTime(DEFAULT)),
        }
    }
}

/// The start of a run of the engine `tiered`.
pub(super) enum Start {
    /// Clang's code of the program, from the cache.
    Code(Box<Ready>),
    /// Other engines run the program, while the guard may start a compilation.
    Others(Option<Guard>),
}

/// Looks for clang's code of the program. The input that it reads stays in `arguments`.
pub(super) fn begin(arguments: &mut Arguments) -> Result<Start, Failure> {
    let After::ProcessorTime(limit) = After::of(arguments.clang_after)? else {
        return Ok(Start::Others(None));
    };
    if !is_possible(arguments) {
        return Ok(Start::Others(None));
    }
    let Some(places) = places(arguments)? else {
        return Ok(Start::Others(None));
    };
    let standing = places.standing();
    if standing == Standing::Ready
        && let Some(code) = places.code()
        // The system may have stopped to allow it. Then Wasmtime's code runs.
        && code.load().is_ok()
    {
        let input = arguments.read()?;
        return Ok(Start::Code(Box::new(Ready::cached(code, input))));
    }
    let watches = standing.allows_compiling() && !arguments.came_from_stdin;
    Ok(Start::Others(watches.then(|| Guard::new(limit)).flatten()))
}

/// Returns true if the options give the same results in clang's code as in the other engines. Calls
/// cannot be observed in it, and a time limit could not report where the program was.
fn is_possible(arguments: &Arguments) -> bool {
    arguments.engine == Engine::Tiered
        && !arguments.no_cache
        && arguments.timeout.is_none()
        && !arguments.calls.lenient
        && !arguments.nacl_syscalls
        && arguments.record.is_none()
        && arguments.replay.is_none()
        && arguments.tape.is_none()
        && !arguments.pepper.has_states()
}

/// Reads the program and returns the places of its entries; `None` without a cache or a clang.
fn places(arguments: &mut Arguments) -> Result<Option<Places>, Failure> {
    let (Some(cache), Ok(compiler)) = (cache::open(arguments.cache_size)?, locate()) else {
        return Ok(None);
    };
    let input = arguments.read()?;
    let sum = arguments.input_sum(&input);
    let places = Places::new(cache, &compiler, arguments.stack.size.0, &sum);
    arguments.input = Some(input);
    Ok(Some(places))
}

/// Starts a compilation once the program has used its time. Nothing is started after the guard is
/// dropped; a compilation that has begun continues.
pub(super) struct Guard {
    _running: Sender<()>,
}

impl Guard {
    /// Returns `None` if the system starts no thread.
    fn new(limit: Duration) -> Option<Guard> {
        let (running, ended) = mpsc::channel();
        let watch = move || loop {
            let left = limit.saturating_sub(processor_time());
            if left.is_zero() {
                if let Some(mut child) = background::begin(background::Compiler::Clang) {
                    // A child that nobody waits for would stay in the system's table.
                    let _ = child.wait();
                }
                return;
            }
            match ended.recv_timeout(left.max(MIN_INTERVAL)) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => return,
            }
        };
        let spawned = thread::Builder::new().name("clang".into()).spawn(watch);
        spawned.ok().map(|_| Guard { _running: running })
    }
}

/// Processor time of this process.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

/// Compiles the program and stores its code, unless that was done, is being done by another
/// process, or was tried too often.
pub(super) fn keep(mut arguments: Arguments, output: &Output) -> Result<(), Failure> {
    limit_resources();
    let Some(places) = places(&mut arguments)? else {
        return Ok(());
    };
    let Some(_lock) = places.try_lock() else {
        return Ok(());
    };
    let standing = places.standing();
    let is_there = standing == Standing::Ready && places.code().is_some();
    if is_there || !standing.allows_compiling() {
        return Ok(());
    }
    let input = arguments.read()?.assembled()?;
    let Some(program) = decode_input(&input, arguments.jobs.threads, output) else {
        return Ok(());
    };
    if !is_suitable(&program) {
        places.set_standing(Standing::Unsuitable);
        return Ok(());
    }
    let times = match standing {
        Standing::Tried(times) => times,
        _ => 0,
    };
    // Before the compilation, which may be interrupted.
    places.set_standing(Standing::Tried(times + 1));
    let compiler = locate().map_err(|error| Failure::of_toolchain(&error, 1))?;
    let code = match places.code() {
        Some(code) => code,
        None => compile(&program, &arguments, &compiler, &input.name)?,
    };
    if code.load().is_ok() {
        places.keep(&code, &program);
    }
    Ok(())
}

/// Limits what this process and those that it starts may use.
fn limit_resources() {
    // If the system refuses, compilation competes with the program; nothing else changes.
    let _ = nice(NICENESS);
    for (resource, limit) in [(Resource::Cpu, MAX_SECONDS), (Resource::As, MAX_BYTES)] {
        let most = getrlimit(resource).maximum.unwrap_or(limit);
        let limit = Some(limit.min(most));
        let _ = setrlimit(
            resource,
            Rlimit {
                current: limit,
                maximum: limit,
            },
        );
    }
}
