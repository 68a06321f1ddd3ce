//! The choice of the engine that runs a program.
//!
//! Options that machine code does not support select the interpreter, or are refused if the user
//! asked for machine code.

use super::Arguments;
#[cfg(all(feature = "wasmtime", unix))]
use super::Trace;
use crate::output::Failure;
use clap::ValueEnum;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(super) enum Engine {
    /// Machine code from the cache, or else the interpreter until the machine code is compiled. The
    /// interpreter alone for options that machine code does not support. Programs that run long get
    /// code by clang for their next runs, see --clang-after.
    #[cfg(all(feature = "wasmtime", unix))]
    #[value(alias = "auto")]
    #[default]
    Tiered,
    /// The interpreter.
    #[cfg_attr(not(all(feature = "wasmtime", unix)), value(alias = "auto"), default)]
    Interp,
    /// Machine code by Wasmtime, compiled before the program starts.
    #[cfg(all(feature = "wasmtime", unix))]
    Wasmtime,
    /// Machine code by clang, compiled before the program starts. Not for Pepper programs.
    #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
    Clang,
}

/// True if programs can run as machine code here.
const HAS_CODE: bool = cfg!(all(feature = "wasmtime", unix));

/// The option that names the engine.
const ENGINE_OPTION: &[u8] = b"--engine";

/// The engine that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Interpreter,
    #[cfg(all(feature = "wasmtime", unix))]
    Code,
    #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
    ClangCode,
}

/// The engine that ran a program, for the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ran {
    Interpreter,
    /// The interpreter began. Compilation was started while it ran.
    #[cfg(all(feature = "wasmtime", unix))]
    Tiers,
    #[cfg(all(feature = "wasmtime", unix))]
    Wasmtime,
    #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
    Clang,
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ran::Interpreter => "interpreter",
            #[cfg(all(feature = "wasmtime", unix))]
            Ran::Tiers => "interpreter, then machine code by Wasmtime as it became ready",
            #[cfg(all(feature = "wasmtime", unix))]
            Ran::Wasmtime => "machine code by Wasmtime",
            #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
            Ran::Clang => "machine code by clang",
        })
    }
}

#[cfg(not(all(feature = "wasmtime", unix)))]
pub(super) fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    match arguments.engine {
        Engine::Interp => Ok(Choice::Interpreter),
    }
}

/// Chooses by the options alone, before it is known whether the program can be compiled and whether
/// it has threads.
#[cfg(all(feature = "wasmtime", unix))]
pub(super) fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    let impossible = if arguments.fuel.is_some() {
        Some(("--fuel", "count instructions"))
    } else if matches!(arguments.trace, Some(trace) if trace != Trace::Pepper) {
        Some(("--trace", "trace a program"))
    } else {
        let option = arguments.measure.first_given();
        option.map(|option| (option, "show what a program does step by step"))
    };
    match (arguments.engine, impossible) {
        (Engine::Interp, _) | (Engine::Tiered, Some(_)) => Ok(Choice::Interpreter),
        (Engine::Tiered | Engine::Wasmtime, None) => Ok(Choice::Code),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        (Engine::Clang, None) => Ok(Choice::ClangCode),
        (engine, Some((option, what))) => Err(refuse(
            option,
            engine,
            &format!("machine code cannot {what}"),
        )),
    }
}

/// Returns true if machine code ran a program that was recorded with these options, given as
/// arguments and as words. A recording of the interpreter on a system without machine code names
/// its engine.
pub(super) fn recorded_code(recorded: &Arguments, words: &[Vec<u8>]) -> Result<bool, Failure> {
    let names_engine = words.iter().any(|word| word.starts_with(ENGINE_OPTION));
    match HAS_CODE || names_engine {
        true => Ok(choose(recorded)? != Choice::Interpreter),
        false => Ok(true),
    }
}

/// Makes sure that the words of a recorded run name the interpreter if it is the engine by default.
pub(super) fn name_default(words: &mut Vec<Vec<u8>>) {
    if !HAS_CODE && !words.iter().any(|word| word.starts_with(ENGINE_OPTION)) {
        words.push([ENGINE_OPTION, b"=interp"].concat());
    }
}

/// Returns the engine for a replay of a run that the interpreter recorded: machine code would switch
/// threads at other points, so it only replays when it is named.
pub(super) fn for_interpreted(engine: Engine) -> Engine {
    match engine {
        #[cfg(all(feature = "wasmtime", unix))]
        Engine::Tiered => Engine::Interp,
        other => other,
    }
}

/// Returns the failure for an option that an engine does not support.
#[cfg(all(feature = "wasmtime", unix))]
pub(super) fn refuse(option: &str, engine: Engine, why: &str) -> Failure {
    let engine = engine.to_possible_value();
    let name = engine.as_ref().map_or("", |value| value.get_name());
    Failure::new(format!(
        "{option} and --engine {name} cannot be combined: {why}"
    ))
    .hint(format!(
        "use {option} with --engine interp or --engine tiered"
    ))
}
