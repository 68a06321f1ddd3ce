//! What the embedder offers, and modules brought together with it.

use super::error::Error;
use super::import::PREFIX;
use super::instance::Instance;
use super::value::Value;
use super::{Config, Engine, Module};
use crate::host::HostFunction;
use crate::irt::{self, QUERY};
use crate::memory::{Fault, Memory};
use crate::program::RunOptions;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::types::Type;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// What a function of the embedder does.
type Run<T> =
    dyn Fn(&mut Caller<'_, T>, &[Value]) -> Result<Option<Value>, Halt> + Send + Sync + 'static;

/// A function of the embedder.
pub(super) struct Own<T> {
    pub(super) declaration: HostFunction,
    pub(super) run: Arc<Run<T>>,
}

impl<T> Own<T> {
    pub(super) fn interface(&self) -> &str {
        let name = self.declaration.name.rsplit_once('.');
        name.map_or("", |(interface, _)| interface)
    }
}

impl<T> Clone for Own<T> {
    fn clone(&self) -> Own<T> {
        Own {
            declaration: self.declaration.clone(),
            run: self.run.clone(),
        }
    }
}

/// What a function of the embedder works with.
#[derive(Debug)]
pub struct Caller<'a, T> {
    /// The state of the embedder that the instance was made with.
    pub data: &'a mut T,
    /// The program's memory. Every access is checked.
    pub memory: &'a mut Memory,
    /// The calling thread of the program, 0 for the main one.
    pub thread: u32,
}

/// Why a function of the embedder does not return.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// The program ends with an exit status.
    Exit(u8),
    /// It is stopped by a trap, for this reason.
    Trap(String),
    /// It is stopped by a trap, for it passed a bad address.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// The functions that programs are offered.
///
/// `T` is the state of the embedder that they work on, of which each instance
/// has its own.
pub struct Linker<T> {
    own: Vec<Own<T>>,
    irt: bool,
}

impl<T> fmt::Debug for Linker<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.own.iter().map(|own| &own.declaration.name);
        f.debug_list().entries(names).finish()
    }
}

impl<T> Default for Linker<T> {
    fn default() -> Linker<T> {
        Linker::new()
    }
}

impl<T> Linker<T> {
    /// Nothing is offered.
    pub fn new() -> Linker<T> {
        Linker {
            own: Vec::new(),
            irt: false,
        }
    }

    /// Offers the IRT too: what a program needs whose C library is that of the
    /// SDK.
    pub fn irt(&mut self) -> &mut Linker<T> {
        self.irt = true;
        self
    }

    /// Offers a function, called `interface.function`. Its parameters and its
    /// result are `i32`, `i64`, `float` or `double`, the result perhaps `void`.
    /// What it returns must be of the type that is said here.
    pub fn function(
        &mut self,
        name: &str,
        params: &[Type],
        result: Type,
        run: impl Fn(&mut Caller<'_, T>, &[Value]) -> Result<Option<Value>, Halt>
        + Send
        + Sync
        + 'static,
    ) -> &mut Linker<T> {
        self.own.push(Own {
            declaration: HostFunction {
                name: Cow::Owned(name.to_owned()),
                params: Cow::Owned(params.to_vec()),
                result,
            },
            run: Arc::new(run),
        });
        self
    }

    fn check(&self) -> Result<(), Error> {
        let mut names: HashSet<&str> = HashSet::new();
        for own in &self.own {
            let declaration = &own.declaration;
            let scalar =
                |ty: &Type| matches!(ty, Type::I32 | Type::I64 | Type::Float | Type::Double);
            let reason = match declaration.name.rsplit_once('.') {
                None | Some(("", _) | (_, "")) => "has a name without an interface and a dot",
                Some((interface, _))
                    if self.irt && irt::interface_names().any(|name| name == interface) =>
                {
                    "is of an interface of the IRT"
                }
                _ if !names.insert(&declaration.name) => "is defined twice",
                _ if !declaration.params.iter().all(scalar)
                    || !(declaration.result == Type::Void || scalar(&declaration.result)) =>
                {
                    "has a parameter or result of another type than i32, i64, float and double"
                }
                _ => continue,
            };
            return Err(Error::HostFunction {
                name: declaration.name.clone().into_owned(),
                reason,
            });
        }
        Ok(())
    }

    /// All functions in the order of their addresses.
    fn declarations(&self) -> Vec<HostFunction> {
        let mut declarations: Vec<HostFunction> = if self.irt {
            irt::declarations().collect()
        } else {
            vec![QUERY]
        };
        declarations.extend(self.own.iter().map(|own| own.declaration.clone()));
        declarations
    }
}

impl<T: Send + 'static> Linker<T> {
    /// Makes a module ready to be run by an engine. Compiling happens here.
    ///
    /// # Errors
    ///
    /// If a function that is offered cannot be, one that the module imports is
    /// not offered, or the engine cannot do what is asked.
    pub fn prepare(&self, engine: &Engine, module: &Module) -> Result<Prepared<T>, Error> {
        self.check()?;
        let config = engine.config.clone();
        let functions = self.declarations();
        let imports = self.imports(module, functions.len() - self.own.len())?;
        let layout = Layout::new(
            module.program().module(),
            functions.len() as u32,
            config.stack_size,
            Memory::MAX_LIMIT,
        )
        .map_err(|error| Error::Start(crate::loader::LoadError::from(error).into()))?;
        Ok(Prepared {
            code: Compiled::new(engine, module, &functions)?,
            module: module.clone(),
            functions: functions.into(),
            own: self.own.clone().into(),
            irt: self.irt,
            imports: imports
                .into_iter()
                .map(|(global, index)| {
                    let address = layout.first_host_function + index as u32;
                    (layout.globals[global], address)
                })
                .collect(),
            globals: layout.globals,
            config,
        })
    }

    /// The variables that get addresses, each with the index of a function.
    fn imports(&self, module: &Module, first: usize) -> Result<Vec<(usize, usize)>, Error> {
        let mut imports = Vec::new();
        for (index, global) in module.program().module().globals.iter().enumerate() {
            let name = global.name.as_deref().and_then(|name| {
                let name = std::str::from_utf8(name).ok()?;
                name.strip_prefix(PREFIX)
            });
            let Some(name) = name else {
                continue;
            };
            let fail = |reason| {
                Err(Error::Import {
                    name: name.to_owned(),
                    reason,
                })
            };
            if global.constant || global.size != 4 {
                return fail("is no variable of four bytes");
            }
            let own = self.own.iter();
            match own
                .map(|own| &own.declaration.name)
                .position(|own| own == name)
            {
                Some(function) => imports.push((index, first + function)),
                None => return fail("finds no function of that name"),
            }
        }
        Ok(imports)
    }
}

/// The code of a module, if the engine compiles.
#[derive(Clone)]
pub(super) enum Compiled {
    No,
    #[cfg(all(feature = "wasmtime", unix))]
    Yes(crate::compiled::Code),
}

impl Compiled {
    #[cfg(all(feature = "wasmtime", unix))]
    fn new(engine: &Engine, module: &Module, host: &[HostFunction]) -> Result<Compiled, Error> {
        use crate::compiled::{Code, CodeOptions, Exports};
        let config = &engine.config;
        if !engine.compiles() {
            return Ok(Compiled::No);
        }
        if config.fuel.is_some() {
            return Err(Error::Unsupported(
                "compiled code counts no fuel; the interpreter does",
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
    fn new(engine: &Engine, _: &Module, _: &[HostFunction]) -> Result<Compiled, Error> {
        if engine.compiles() {
            return Err(Error::Unsupported("compiling is not built in"));
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
    /// Addresses of variables, and what is written there.
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

impl<T: Send + 'static> Prepared<T> {
    /// An instance with no arguments, no environment, no files and as much memory
    /// as programs usually have.
    ///
    /// # Errors
    ///
    /// If there is no room for it.
    pub fn instantiate(&self, data: T) -> Result<Instance<T>, Error> {
        self.instantiate_with(data, RunOptions::default())
    }

    /// An instance with this state of the embedder. Of the options all are for
    /// the IRT but the limit of memory, the arguments and the environment; the
    /// size of the stack is that of the engine's configuration.
    ///
    /// # Errors
    ///
    /// If there is no room for it, or a folder cannot be opened.
    pub fn instantiate_with(&self, data: T, options: RunOptions) -> Result<Instance<T>, Error> {
        Instance::new(self, data, options)
    }
}
