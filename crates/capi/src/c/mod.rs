//! The functions and types of `pinnacle.h`.
//!
//! # Rules that every function relies on
//!
//! They are in the head of `pinnacle.h`, and its callers keep them:
//!
//! * a pointer to a handle is one that a function here gave, of that type, not freed, and not
//!   used by another thread at the same time;
//! * a pointer to bytes points to as many as the length beside it says, or is null if that is 0;
//!   a text ends with a NUL byte; neither changes during the call;
//! * a pointer to a result points to room for it, which need not be initialised.
//!
//! So each function turns its pointers into references first, in one block, by the functions of
//! `pointer`, which check for null. No panic leaves a function: `guard` makes an error of it.

#![allow(
    clippy::missing_safety_doc,
    reason = "the rules of all functions are stated once, above"
)]
#![allow(
    non_camel_case_types,
    reason = "types have the names that C programs use"
)]

pub mod bytes;
pub mod error;
pub mod instance;
pub mod linker;
pub mod page;
mod pointer;
pub mod program;
pub mod run;
pub mod value;

use crate::error::Error;
use pinnacle_embed::{Config, EngineKind};
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::time::Duration;

/// Compiled code if the library has it, otherwise the interpreter.
pub const PINNACLE_ENGINE_AUTO: u32 = 0;
/// The interpreter, which starts immediately and can count fuel.
pub const PINNACLE_ENGINE_INTERPRETER: u32 = 1;
/// Compiled code, which is many times faster. The library must be built with the feature
/// `wasmtime`.
pub const PINNACLE_ENGINE_COMPILED: u32 = 2;

/// Options of a run. All zero is the default, and so is a null pointer.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct pinnacle_config_t {
    /// One of `PINNACLE_ENGINE_*`.
    pub engine: u32,
    /// The size of the program's address space in bytes; 0 for 1 GiB.
    pub memory_limit: u32,
    /// The time that each call may take in milliseconds; 0 for no limit.
    pub timeout_ms: u32,
    /// The fuel of each call; 0 for no limit. Only the interpreter counts it.
    pub fuel: u64,
}

impl pinnacle_config_t {
    fn engine(&self) -> Result<EngineKind, Error> {
        match self.engine {
            PINNACLE_ENGINE_AUTO => Ok(EngineKind::Auto),
            PINNACLE_ENGINE_INTERPRETER => Ok(EngineKind::Interpreter),
            PINNACLE_ENGINE_COMPILED => Ok(EngineKind::Compiled),
            _ => Err(Error::argument("config", "does not name an engine")),
        }
    }

    fn timeout(&self) -> Option<Duration> {
        (self.timeout_ms > 0).then(|| Duration::from_millis(self.timeout_ms.into()))
    }

    fn embed(&self) -> Result<Config, Error> {
        Ok(Config {
            kind: self.engine()?,
            fuel: (self.fuel > 0).then_some(self.fuel),
            timeout: self.timeout(),
            ..Config::default()
        })
    }

    fn run_options(&self) -> pinnacle_embed::RunOptions {
        let mut options = pinnacle_embed::RunOptions::default();
        if self.memory_limit > 0 {
            options.memory_limit = self.memory_limit;
        }
        options
    }
}

/// Returns the version of this library as text, such as "0.1.0". It must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn pinnacle_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Does the work of a function; returns its error, or null. A panic becomes an error.
fn guard(work: impl FnOnce() -> Result<(), Error>) -> *mut error::pinnacle_error_t {
    // The state after a panic is not inspected: the caller may only free it.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => ptr::null_mut(),
        Ok(Err(error)) => pointer::give(error::pinnacle_error_t(error)),
        Err(panic) => pointer::give(error::pinnacle_error_t(Error::panic(&*panic))),
    }
}

/// Does work that cannot fail. A panic is dropped.
fn guard_quietly(work: impl FnOnce()) {
    // There is nobody to report a panic to.
    let _ = catch_unwind(AssertUnwindSafe(work));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn a_panic_becomes_an_error() {
        let error = guard(|| panic!("on purpose, {}", 1));
        // SAFETY: `guard` gave it just now.
        let error = unsafe { Box::from_raw(error) };
        assert_eq!(error.0.code(), Code::Panic);
        let message = error.0.message().to_string_lossy().into_owned();
        assert_eq!(message, "Pinnacle panicked: on purpose, 1");
        guard_quietly(|| panic!("on purpose"));
        assert!(guard(|| Ok(())).is_null());
    }
}
