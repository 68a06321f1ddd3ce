//! Errors of pages.

use pinnacle_page::locate::LocateError;
use pinnacle_pexe::Errors;
use pinnacle_runtime::Trap;
use pinnacle_runtime::program::StartError;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// The reason why a page cannot be opened, or its program cannot continue.
///
/// Its `Debug` form is the text of `Display`, which a `main` that returns it prints.
#[non_exhaustive]
pub enum PageError {
    /// The page or manifest does not lead to a program.
    Locate(LocateError),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// The file of the program is not valid.
    Invalid(Errors),
    /// The program does not use Pepper. [`Linker::irt`](crate::Linker::irt) is for programs that
    /// are commands.
    NotPepper(PathBuf),
    /// The program cannot be started.
    Start(StartError),
    /// The program cannot be compiled. The message is the compiler's.
    Compile(String),
    /// A message is not JSON, or a line of a script is not valid. The message says why.
    Input(String),
    /// A device of the page failed. The message names the device and the reason.
    Device(String),
    /// The program was stopped.
    Trap(Trap),
    /// The program has ended with this status and receives no more messages.
    Ended(u8),
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Locate(error) => error.fmt(f),
            PageError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            PageError::Invalid(errors) => errors.fmt(f),
            PageError::NotPepper(path) => {
                write!(f, "{} is not a browser program", path.display())
            }
            PageError::Start(error) => error.fmt(f),
            PageError::Compile(message)
            | PageError::Input(message)
            | PageError::Device(message) => f.write_str(message),
            PageError::Trap(trap) => trap.fmt(f),
            PageError::Ended(status) => write!(f, "the program has ended with status {status}"),
        }
    }
}

impl fmt::Debug for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for PageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        // The message is already the inner error's, so the chain continues after that one.
        match self {
            PageError::Start(error) => error.source(),
            _ => None,
        }
    }
}

impl From<LocateError> for PageError {
    fn from(error: LocateError) -> PageError {
        PageError::Locate(error)
    }
}

impl From<StartError> for PageError {
    fn from(error: StartError) -> PageError {
        PageError::Start(error)
    }
}

impl From<Trap> for PageError {
    fn from(trap: Trap) -> PageError {
        PageError::Trap(trap)
    }
}
