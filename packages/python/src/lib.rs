//! The part of the Python package `pinnacle` that is in Rust. `python/pinnacle/__init__.py` wraps
//! it and documents it.
//!
//! * `program`: a file in memory: what it is, its text, its translation;
//! * `run`: a program of a console that runs from its start to its end;
//! * `page`: a program of the browser that runs beside Python;
//! * `messages`: what such a program sends, until Python takes it.

mod messages;
mod page;
mod program;
mod run;

use pinnacle_commands::Outcome;
use pinnacle_commands::outcome::MessageKind;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    _pinnacle,
    Error,
    PyException,
    "A file has errors or is not of the expected kind. The arguments are its errors and a hint."
);
create_exception!(
    _pinnacle,
    Trap,
    Error,
    "A program was stopped, for example because it accessed memory that it does not have."
);

/// The errors of an outcome, and its hint.
fn failure(outcome: &Outcome) -> PyErr {
    let of_kind = |wanted: MessageKind| {
        let messages = outcome.messages.iter();
        let found = messages.filter(move |(kind, _)| *kind == wanted);
        found.map(|(_, text)| text.clone())
    };
    let errors: Vec<String> = of_kind(MessageKind::Error).collect();
    Error::new_err((errors, of_kind(MessageKind::Hint).next()))
}

/// An error with one sentence.
fn refused(message: impl Into<String>) -> PyErr {
    Error::new_err((vec![message.into()], None::<String>))
}

/// The part of the Python package `pinnacle` that is in Rust.
#[pymodule]
mod _pinnacle {
    #[pymodule_export]
    use super::Error;
    #[pymodule_export]
    use super::Trap;
    #[pymodule_export]
    use super::page::Page;
    #[pymodule_export]
    use super::program::Program;
}
