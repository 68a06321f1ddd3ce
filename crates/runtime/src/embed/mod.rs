//! The embedding API, for Rust programs that run PNaCl modules.
//!
//! A [`Module`] is a verified program, from a file or built in memory. A [`Linker`] has the
//! embedder's host functions and, on request, the IRT. [`Linker::prepare`] combines both for an
//! [`Engine`], and may compile the module. The result makes any number of [`Instance`]s, each with
//! its own memory and embedder's state.
//!
//! ```
//! use pinnacle_pexe::build::ModuleBuilder;
//! use pinnacle_pexe::types::Type;
//! use pinnacle_runtime::embed::{Config, Engine, EngineKind, Import, Linker, Module, Value};
//!
//! // i32 twice_counted(i32 n) { count(n); return n + n; }
//! let mut builder = ModuleBuilder::new();
//! let count = Import::declare(&mut builder, "example.count", Type::Void);
//! let twice = builder.function(Type::I32, &[Type::I32]);
//! builder.name(twice.address(), "twice_counted");
//! let mut f = builder.body(twice);
//! let n = f.param(0);
//! count.call(&mut f, &[n]);
//! let sum = f.add(n, n);
//! f.ret(sum);
//! builder.define(twice, f);
//! let module = Module::built(builder.finish()?);
//!
//! let mut linker = Linker::new();
//! linker.func("example.count", |caller, n: i32| {
//!     *caller.data += n;
//!     Ok(())
//! });
//! let engine = Engine::new(Config { kind: EngineKind::Interpreter, ..Config::default() });
//! let prepared = linker.prepare(&engine, &module)?;
//! let mut instance = prepared.instantiate(0)?;
//! let twice_counted = instance.typed::<i32, i32>("twice_counted")?;
//! assert_eq!(twice_counted.call(&mut instance, 21)?, 42);
//! assert_eq!(instance.with_data(|total| *total), 21);
//!
//! // Without Rust types:
//! let result = instance.call("twice_counted", &[Value::I32(4)])?;
//! assert_eq!(result, Some(Value::I32(8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How a program calls the embedder
//!
//! A host function has a name, `interface.function`. A program calls it through its address, which
//! it gets in one of two ways:
//!
//! * like the functions of the IRT: it asks the query function, whose address is in its start-up
//!   block, for `interface`, and gets a table of the interface's functions in the order of
//!   definition;
//! * in a variable: before the program runs, the address is written to each variable of four bytes
//!   named `host:interface.function`. [`Import`] makes these variables. They are ordinary variables
//!   of the format: a file with them is valid and shows its imports.
//!
//! # Limits
//!
//! [`RunOptions`](crate::program::RunOptions) and [`Config`] limit memory and stack. [`Config`]
//! limits time and fuel, for each call separately. Any thread can stop a call with an
//! [`Interrupter`]. A host function is not interrupted, and cannot call the instance that calls it.
//!
//! # Asynchronous embedders
//!
//! There are no `async` calls, because a call occupies its thread until the program returns. An
//! embedder with an executor makes calls on a blocking thread, and cancels them with an
//! [`Interrupter`].

mod error;
mod host;
mod import;
mod instance;
mod linker;
mod prepared;
#[cfg(test)]
mod tests;
mod typed;
mod value;
#[cfg(all(feature = "wasmtime", unix))]
mod watchdog;

pub use error::{CallError, Error, HostError};
pub use host::{Caller, Halt};
pub use import::Import;
pub use instance::{Function, Instance, Interrupter};
pub use linker::Linker;
pub use prepared::Prepared;
pub use typed::{Params, Results, Scalar, TypedFunction};
pub use value::Value;

use pinnacle_pexe::decode::{self, Program};
use pinnacle_pexe::layout::DEFAULT_STACK_SIZE;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, GlobalId};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The engines that run programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineKind {
    /// Compiled code if the build and the configuration allow it, otherwise the interpreter.
    #[default]
    Auto,
    /// The interpreter, which starts at once.
    Interpreter,
    /// Compiled code, which runs many times faster.
    Compiled,
}

/// Settings for running programs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The engine that runs them.
    pub kind: EngineKind,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// Fuel for each call. Only the interpreter supports it; see [`crate::interp`].
    pub fuel: Option<u64>,
    /// Time limit of each call.
    pub timeout: Option<Duration>,
    /// True if a call can be stopped while it runs code. A timeout needs this and switches it on.
    /// It makes loops and calls of compiled code slightly slower; without it a call stops when it
    /// next calls the host.
    pub interruptible: bool,
    /// Number of threads that compile: 1 for one, 0 for one per core.
    pub jobs: usize,
}

impl Default for Config {
    /// Default settings: any engine, the usual stack, no limits, interruptible, all cores.
    fn default() -> Config {
        Config {
            kind: EngineKind::Auto,
            stack_size: DEFAULT_STACK_SIZE,
            fuel: None,
            timeout: None,
            interruptible: true,
            jobs: 0,
        }
    }
}

/// An engine. [`Linker::prepare`] prepares modules for it.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    config: Config,
}

impl Engine {
    /// Makes an engine with these settings.
    pub fn new(config: Config) -> Engine {
        Engine { config }
    }

    /// Returns true if compiled code is built in, for this platform.
    pub const fn has_compiler() -> bool {
        cfg!(all(feature = "wasmtime", unix))
    }

    /// Returns true if programs are compiled.
    pub fn compiles(&self) -> bool {
        match self.config.kind {
            EngineKind::Auto => Engine::has_compiler() && self.config.fuel.is_none(),
            EngineKind::Interpreter => false,
            EngineKind::Compiled => true,
        }
    }
}

/// A verified program. Clones share it.
#[derive(Clone, Debug)]
pub struct Module(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    program: Program,
    functions: HashMap<Box<[u8]>, FuncId>,
    globals: HashMap<Box<[u8]>, GlobalId>,
}

impl Module {
    /// Decodes and verifies a file.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Invalid`], which has every error in the file.
    pub fn new(bytes: &[u8]) -> Result<Module, Error> {
        let program = decode::decode(bytes, &decode::Options::default());
        Ok(Module::built(program.map_err(Error::Invalid)?))
    }

    /// Wraps a program that was built in memory or decoded earlier. It is not checked again.
    pub fn built(program: Program) -> Module {
        let mut functions = HashMap::new();
        for (id, function) in (0..).map(FuncId).zip(&program.module().functions) {
            if let (Some(name), Some(_)) = (&function.name, function.body) {
                functions.entry(name.clone()).or_insert(id);
            }
        }
        let mut globals = HashMap::new();
        for (id, global) in (0..).map(GlobalId).zip(&program.module().globals) {
            if let Some(name) = &global.name {
                globals.entry(name.clone()).or_insert(id);
            }
        }
        Module(Arc::new(Inner {
            program,
            functions,
            globals,
        }))
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.0.program
    }

    /// Returns the function with this name, the first if there are several.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.0.functions.get(name.as_bytes()).copied()
    }

    /// Returns the global with this name, the first if there are several.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        self.0.globals.get(name.as_bytes()).copied()
    }

    /// Returns the type of a function that the program defines.
    pub fn signature(&self, function: FuncId) -> Option<&Signature> {
        let module = self.0.program.module();
        module.functions.get(function.index())?.body?;
        Some(module.signature(function))
    }
}
