//! What can go wrong, before calls and in them.

use crate::program::StartError;
use crate::trap::Trap;
use pinnacle_pexe::Errors;
use pinnacle_pexe::types::Signature;
use std::fmt;

/// Why a program cannot be made ready.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file is no valid program.
    Invalid(Errors),
    /// A function of the embedder cannot be offered.
    HostFunction {
        /// Its name.
        name: String,
        /// Why not.
        reason: &'static str,
    },
    /// The program wants a function that the embedder does not offer, or has no
    /// room for its address.
    Import {
        /// The name of the function.
        name: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The engine cannot do what is asked for.
    Unsupported(&'static str),
    /// The engine cannot compile the program. The message is its own.
    Compile(String),
    /// The program cannot be started.
    Start(StartError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(errors) => errors.fmt(f),
            Error::HostFunction { name, reason } => {
                write!(f, "the host function {name:?} {reason}")
            }
            Error::Import { name, reason } => {
                write!(f, "the program's import of {name:?} {reason}")
            }
            Error::Unsupported(reason) => f.write_str(reason),
            Error::Compile(message) => f.write_str(message),
            Error::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message is the inner error's own, so the chain goes on after it.
        match self {
            Error::Start(error) => error.source(),
            _ => None,
        }
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        Error::Start(error)
    }
}

/// Why a call gave no result.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The program defines no such function.
    NoFunction(String),
    /// The arguments are not those that the function takes.
    Arguments {
        /// What it takes.
        expected: Signature,
        /// What it was given.
        found: Vec<pinnacle_pexe::Type>,
    },
    /// The program ended with this exit status.
    Exited(u8),
    /// The program was stopped.
    Trap(Trap),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::NoFunction(name) => write!(f, "the program has no function {name}"),
            CallError::Arguments { expected, found } => {
                f.write_str("the function is called with (")?;
                for (index, ty) in found.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{ty}")?;
                }
                write!(f, "), its type is {expected}")
            }
            CallError::Exited(status) => write!(f, "the program ended with status {status}"),
            CallError::Trap(trap) => trap.fmt(f),
        }
    }
}

impl std::error::Error for CallError {}

impl From<Trap> for CallError {
    fn from(trap: Trap) -> CallError {
        CallError::Trap(trap)
    }
}
