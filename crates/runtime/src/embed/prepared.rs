//! Modules combined with the embedder's functions.

use super::error::Error;
use super::host::Own;
use super::{Config, Engine, Module};
use crate::host::HostFunction;
use std::fmt;
use std::sync::Arc;

/// The compiled code of a module, if the engine compiles.
#[derive(Clone)]
pub(super) enum Compiled {
    No,
    #[cfg(all(feature = "wasmtime", unix))]
    Yes(crate::compiled::Code),
}

impl Compiled {
    #[cfg(all(feature = "wasmtime", unix))]
    pub(super) fn new(
        engine: &Engine,
        module: &Module,
        host: &[HostFunction],
    ) -> Result<Compiled, Error> {
        use crate::compiled::{Code, CodeOptions, Exports};
        let config = &engine.config;
        if !engine.compiles() {
            return Ok(Compiled::No);
        }
        if config.fuel.is_some() {
            return Err(Error::Unsupported(
                "compiled code cannot count fuel; use the interpreter",
            ));
        }
        let options = CodeOptions {
            stack_size: config.stack_size,
            interruptible: config.interruptible || config.timeout.is_some(),
            exports: Exports::All,
            jobs: config.jobs,
            host: host.to_vec(),
            ..CodeOptions::default()
        };
        Code::compile(module.program(), &options)
            .map(Compiled::Yes)
            .map_err(|error| Error::Compile(error.to_string()))
    }

    #[cfg(not(all(feature = "wasmtime", unix)))]
    pub(super) fn new(engine: &Engine, _: &Module, _: &[HostFunction]) -> Result<Compiled, Error> {
        if engine.compiles() {
            return Err(Error::Unsupported("this build has no compiler"));
        }
        Ok(Compiled::No)
    }
}

/// A module that is ready to be instantiated, any number of times.
pub struct Prepared<T> {
    pub(super) module: Module,
    pub(super) code: Compiled,
    pub(super) functions: Arc<[HostFunction]>,
    pub(super) own: Arc<[Own<T>]>,
    pub(super) irt: bool,
    /// The address of each variable for an import, and the function address to write there.
    pub(super) imports: Vec<(u32, u32)>,
    /// The address of each global.
    pub(super) globals: Box<[u32]>,
    pub(super) config: Config,
}

impl<T> fmt::Debug for Prepared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("functions", &self.functions)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}
