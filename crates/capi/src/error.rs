//! The error object of the C interface.

use pinnacle_embed::{CallError, Error as EmbedError, PageError, TrapKind};
use std::any::Any;
use std::error::Error as StdError;
use std::ffi::{CStr, CString};
use std::fmt;

/// The kind of an error, a number that does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Code {
    /// An argument of a function of this interface is not allowed.
    Argument = 1,
    /// A file is not a valid program.
    InvalidProgram = 2,
    /// A file cannot be read.
    Io = 3,
    /// This build, or the engine that was asked for, cannot do that.
    Unsupported = 4,
    /// Functions of the host and of the program do not fit together.
    Link = 5,
    /// The program has no function of that name, or it has other types.
    Type = 6,
    /// The program cannot be started.
    Start = 7,
    /// The program was stopped by a trap.
    Trap = 8,
    /// The program used up the time or the fuel that it was given.
    Timeout = 9,
    /// The program ended with an exit status.
    Exited = 10,
    /// A function of the host failed.
    Host = 11,
    /// A device of a page failed.
    Device = 12,
    /// A fault in Pinnacle. Handles that the function was given can only be freed.
    Panic = 13,
}

/// An error that a function of the C interface returns.
#[derive(Debug)]
pub(crate) struct Error {
    code: Code,
    message: CString,
    number: i32,
}

impl Error {
    /// Makes an error. NUL bytes of the message are left out.
    pub(crate) fn new(code: Code, message: impl fmt::Display) -> Error {
        let mut bytes = message.to_string().into_bytes();
        bytes.retain(|byte| *byte != 0);
        Error {
            code,
            message: CString::new(bytes).unwrap_or_default(),
            number: 0,
        }
    }

    /// Makes an error for an argument of a function.
    pub(crate) fn argument(name: &str, reason: &str) -> Error {
        Error::new(Code::Argument, format_args!("the argument {name} {reason}"))
    }

    /// Makes the error of a function of the host.
    pub(crate) fn host(number: i32, message: &str) -> Error {
        Error {
            number,
            ..Error::new(Code::Host, message)
        }
    }

    /// Converts a panic's payload to an error.
    pub(crate) fn panic(panic: &(dyn Any + Send)) -> Error {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("without a message");
        Error::new(Code::Panic, format_args!("Pinnacle panicked: {text}"))
    }

    pub(crate) fn code(&self) -> Code {
        self.code
    }

    pub(crate) fn message(&self) -> &CStr {
        &self.message
    }

    pub(crate) fn number(&self) -> i32 {
        self.number
    }

    /// Returns the error as one of a function of the host, which keeps its number.
    pub(crate) fn into_host_failure(self) -> HostFailure {
        HostFailure {
            number: self.number,
            message: self.message.to_string_lossy().into_owned(),
        }
    }
}

/// The error of a function of the host, while it goes through the engine.
#[derive(Debug)]
pub(crate) struct HostFailure {
    number: i32,
    message: String,
}

impl fmt::Display for HostFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for HostFailure {}

fn code_of_trap(kind: &TrapKind) -> Code {
    match kind {
        TrapKind::Timeout | TrapKind::OutOfFuel => Code::Timeout,
        _ => Code::Trap,
    }
}

impl From<EmbedError> for Error {
    fn from(error: EmbedError) -> Error {
        let code = match &error {
            EmbedError::Invalid(_) => Code::InvalidProgram,
            EmbedError::HostFunction { .. } | EmbedError::Import { .. } => Code::Link,
            EmbedError::Unsupported(_) | EmbedError::Compile(_) => Code::Unsupported,
            _ => Code::Start,
        };
        Error::new(code, error)
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Error {
        let (code, number) = match &error {
            CallError::Exited(status) => (Code::Exited, i32::from(*status)),
            CallError::Trap(trap) => (code_of_trap(&trap.kind), 0),
            CallError::Host(host) => {
                let failure = StdError::source(&error);
                let failure = failure.and_then(|source| source.downcast_ref::<HostFailure>());
                let number = failure.map_or(0, |failure| failure.number);
                // The text has the error and the place of the call.
                return Error {
                    number,
                    ..Error::new(Code::Host, format_args!("{host:?}"))
                };
            }
            _ => (Code::Type, 0),
        };
        Error {
            number,
            ..Error::new(code, error)
        }
    }
}

impl From<PageError> for Error {
    fn from(error: PageError) -> Error {
        let (code, number) = match &error {
            PageError::Read(..) | PageError::Locate(_) => (Code::Io, 0),
            PageError::Invalid(_) | PageError::NotPepper(_) => (Code::InvalidProgram, 0),
            PageError::Compile(_) => (Code::Unsupported, 0),
            PageError::Start(_) => (Code::Start, 0),
            PageError::Input(_) => (Code::Argument, 0),
            PageError::Trap(trap) => (code_of_trap(&trap.kind), 0),
            PageError::Ended(status) => (Code::Exited, i32::from(*status)),
            _ => (Code::Device, 0),
        };
        Error {
            number,
            ..Error::new(code, error)
        }
    }
}
