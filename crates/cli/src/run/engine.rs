//! Which engine runs a program.
//!
//! What machine code cannot do is left to the interpreter, or refused if somebody insists
//! on machine code.

use super::Arguments;
#[cfg(all(feature = "wasmtime", unix))]
use super::Trace;
use crate::output::Failure;
use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(super) enum Engine {
    /// Machine code if it is in the cache; else the interpreter at once, and machine code
    /// as soon as it is there. The interpreter for what machine code cannot do.
    #[cfg(all(feature = "wasmtime", unix))]
    #[value(alias = "auto")]
    #[default]
    Tiered,
    /// The interpreter.
    #[cfg_attr(not(all(feature = "wasmtime", unix)), value(alias = "auto"), default)]
    Interp,
    /// Machine code, by way of WebAssembly, compiled before the program starts.
    #[cfg(all(feature = "wasmtime", unix))]
    Wasmtime,
}

/// The engine that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Interpreter,
    #[cfg(all(feature = "wasmtime", unix))]
    Code,
}

#[cfg(not(all(feature = "wasmtime", unix)))]
pub(super) fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    match arguments.engine {
        Engine::Interp => Ok(Choice::Interpreter),
    }
}

/// Chooses by the options alone. Whether a program can be compiled, and
/// whether it has threads, shows later.
#[cfg(all(feature = "wasmtime", unix))]
pub(super) fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    let impossible = if arguments.fuel.is_some() {
        Some(("--fuel", "count instructions"))
    } else if matches!(arguments.trace, Some(trace) if trace != Trace::Pepper) {
        Some(("--trace", "write down what a program does"))
    } else {
        let option = arguments.measure.first_given();
        option.map(|option| (option, "show what a program does step by step"))
    };
    match (arguments.engine, impossible) {
        (Engine::Interp, _) | (Engine::Tiered, Some(_)) => Ok(Choice::Interpreter),
        (Engine::Tiered | Engine::Wasmtime, None) => Ok(Choice::Code),
        (Engine::Wasmtime, Some((option, what))) => Err(refuse(option, what)),
    }
}

/// Says that machine code cannot do what an option asks for.
#[cfg(all(feature = "wasmtime", unix))]
pub(super) fn refuse(option: &str, what: &str) -> Failure {
    Failure::new(format!(
        "{option} and --engine wasmtime do not go together: machine code cannot {what}"
    ))
    .hint(format!(
        "use {option} with --engine interp or --engine tiered"
    ))
}
