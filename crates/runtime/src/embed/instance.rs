//! Instances: programs in memory that the embedder calls.

use super::error::{CallError, Error, HostError};
use super::host::EmbedHost;
use super::prepared::{Compiled, Prepared};
use super::typed::{Params, Results, TypedFunction};
use super::value::Value;
#[cfg(all(feature = "wasmtime", unix))]
use super::watchdog;
use super::{Config, Module};
#[cfg(all(feature = "wasmtime", unix))]
use crate::compiled;
use crate::files::{Stdio, Stream};
use crate::interp::{self, Called, Interpreter};
use crate::loader::{self, Image, LoadOptions};
use crate::machine::{self, SystemClock};
use crate::memory::{Fault, Memory};
use crate::program::{RunOptions, StartError};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_pexe::{FuncId, GlobalId};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A function, by number or name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function<'a> {
    /// Its number in the module.
    Id(FuncId),
    /// Its name in the module.
    Name(&'a str),
}

impl From<FuncId> for Function<'_> {
    fn from(id: FuncId) -> Self {
        Function::Id(id)
    }
}

impl<'a> From<&'a str> for Function<'a> {
    fn from(name: &'a str) -> Self {
        Function::Name(name)
    }
}

impl fmt::Display for Function<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Id(id) => id.fmt(f),
            Function::Name(name) => write!(f, "{name:?}"),
        }
    }
}

/// A program in memory with the embedder's state. It can be called any number of times. Memory and
/// the thread pointer persist between calls. Each call begins with an empty stack, and threads that
/// it starts end with it.
///
/// Dropping it releases everything.
pub struct Instance<T: Send + 'static> {
    module: Module,
    globals: Box<[u32]>,
    config: Config,
    inner: Inner<T>,
}

enum Inner<T: Send + 'static> {
    Interpreted {
        image: Image,
        host: Box<EmbedHost<T>>,
        interrupt: Arc<AtomicBool>,
        thread_pointer: u32,
    },
    #[cfg(all(feature = "wasmtime", unix))]
    Compiled {
        code: compiled::Code,
        instance: Box<compiled::Instance<EmbedHost<T>>>,
    },
}

impl<T: Send> fmt::Debug for Instance<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl<T: Send + 'static> Prepared<T> {
    /// Makes an instance without arguments, environment or files, and with the default amount of
    /// memory. If the [IRT](crate::embed::Linker::irt) is offered, the program writes to standard
    /// output and standard error of this process, and its standard input is empty.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    pub fn instantiate(&self, data: T) -> Result<Instance<T>, Error> {
        let stdio = Stdio {
            input: Stream::default(),
            ..machine::stdio()
        };
        self.instantiate_with(
            data,
            RunOptions {
                stdio,
                ..RunOptions::default()
            },
        )
    }

    /// Makes an instance with this state and these options. All options except the memory limit,
    /// the arguments and the environment apply only to the IRT. The stack size comes from the
    /// engine's configuration.
    ///
    /// Nothing is inherited here: without [`RunOptions::stdio`] the program's output is
    /// discarded. A [`Capture`](crate::files::Capture) keeps it:
    ///
    /// ```
    /// # use pinnacle_pexe::build::ModuleBuilder;
    /// # use pinnacle_runtime::embed::{Engine, Linker, Module};
    /// use pinnacle_runtime::files::{Capture, Stdio};
    /// use pinnacle_runtime::program::RunOptions;
    /// # let mut builder = ModuleBuilder::new();
    /// # let start = builder.start();
    /// # let mut f = builder.body(start);
    /// # f.ret_void();
    /// # builder.define(start, f);
    /// # let module = Module::built(builder.finish()?);
    /// let mut linker = Linker::new();
    /// linker.irt();
    /// let prepared = linker.prepare(&Engine::default(), &module)?;
    /// let output = Capture::new();
    /// let stdio = Stdio { output: output.stream(), ..Stdio::default() };
    /// let options = RunOptions { stdio, ..RunOptions::default() };
    /// let status = prepared.instantiate_with((), options)?.run()?;
    /// println!("status {status}, {} bytes of output", output.take().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory, or a folder cannot be opened.
    pub fn instantiate_with(&self, data: T, options: RunOptions) -> Result<Instance<T>, Error> {
        Instance::new(self, data, options)
    }
}

impl<T: Send + 'static> Instance<T> {
    fn new(prepared: &Prepared<T>, data: T, options: RunOptions) -> Result<Instance<T>, Error> {
        let files = if prepared.irt {
            let start = options.working_folder.as_deref();
            let files =
                machine::file_system(options.stdio, &options.folders, start, options.descriptors);
            Some(files.map_err(StartError::from)?)
        } else {
            None
        };
        let load = LoadOptions {
            arguments: options.arguments,
            environment: options.environment,
            memory_limit: options.memory_limit,
            stack_size: prepared.config.stack_size,
            host_functions: prepared.functions.len() as u32,
        };
        let seed = options.seed;
        let host = |arena: Range<u32>| EmbedHost {
            functions: prepared.functions.clone(),
            own: prepared.own.clone(),
            irt: files.map(|files| machine::irt(files, seed, arena)),
            clock: SystemClock::new(),
            failures: Vec::new(),
            data,
        };
        let inner = match &prepared.code {
            Compiled::No => {
                let image = loader::load(prepared.module.program().module(), &load)
                    .map_err(StartError::from)?;
                let host = Box::new(host(image.arena.clone()));
                Inner::Interpreted {
                    image,
                    host,
                    interrupt: Arc::default(),
                    thread_pointer: 0,
                }
            }
            #[cfg(all(feature = "wasmtime", unix))]
            Compiled::Yes(code) => {
                let instance = compiled::Instance::with_host(code, &load, host)?;
                Inner::Compiled {
                    code: code.clone(),
                    instance: Box::new(instance),
                }
            }
        };
        let mut instance = Instance {
            module: prepared.module.clone(),
            globals: prepared.globals.clone(),
            config: prepared.config.clone(),
            inner,
        };
        for &(variable, address) in &prepared.imports {
            instance
                .write(variable, &address.to_le_bytes())
                .map_err(|_| Error::Unsupported("a variable of the program cannot be written"))?;
        }
        Ok(instance)
    }

    /// Calls a function of the program by its number or name. Returns its result, or `None` for
    /// `void`.
    ///
    /// # Errors
    ///
    /// Fails if the function does not exist or takes other arguments, or if the program ends or is
    /// stopped during the call.
    ///
    /// # Panics
    ///
    /// Panics if a host function panics.
    pub fn call<'f>(
        &mut self,
        function: impl Into<Function<'f>>,
        args: &[Value],
    ) -> Result<Option<Value>, CallError> {
        let (function, signature) = self.module.find(function.into())?;
        if !args
            .iter()
            .map(|arg| arg.ty())
            .eq(signature.params.iter().copied())
        {
            return Err(CallError::Arguments {
                expected: signature,
                found: args.iter().map(|arg| arg.ty()).collect(),
            });
        }
        let mut words = Vec::with_capacity(args.len());
        for arg in args {
            arg.to_words(&mut words);
        }
        self.call_words(function, &signature, &words)
    }

    /// Finds a function by name or number and checks its type once for all calls. Calls
    /// [`Module::typed`] of the instance's module.
    ///
    /// ```
    /// # use pinnacle_pexe::build::ModuleBuilder;
    /// # use pinnacle_pexe::types::Type;
    /// # use pinnacle_runtime::embed::{Engine, Linker, Module};
    /// # let mut builder = ModuleBuilder::new();
    /// # let add = builder.function(Type::I32, &[Type::I32, Type::I32]);
    /// # builder.name(add.address(), "add");
    /// # let mut f = builder.body(add);
    /// # let sum = f.add(f.param(0), f.param(1));
    /// # f.ret(sum);
    /// # builder.define(add, f);
    /// # let module = Module::built(builder.finish()?);
    /// # let mut instance = Linker::new().prepare(&Engine::default(), &module)?.instantiate(())?;
    /// let add = instance.typed::<(i32, i32), i32>("add")?;
    /// assert_eq!(add.call(&mut instance, (20, 22))?, 42);
    /// let error = instance.typed::<(i64, i32), i32>("add").unwrap_err();
    /// assert_eq!(error.to_string(), "\"add\" is i32 (i32, i32), expected i32 (i64, i32)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the program defines no such function, or it has another type.
    pub fn typed<'f, P: Params, R: Results>(
        &self,
        function: impl Into<Function<'f>>,
    ) -> Result<TypedFunction<P, R>, CallError> {
        self.module.typed(function)
    }

    /// Runs the entry function of a library, which returns when its constructors have run. Its
    /// functions can be called from then on.
    ///
    /// `pinnacle cc --export NAME` makes a library from sources without a `main`.
    ///
    /// # Errors
    ///
    /// Fails with [`CallError::Exited`] if it is a program that has run to its end instead,
    /// otherwise as [`Instance::run`] does.
    ///
    /// # Panics
    ///
    /// Panics if a host function panics.
    pub fn initialize(&mut self) -> Result<(), CallError> {
        self.start().map(drop)
    }

    /// Runs the program from its entry function to its end. Returns the exit status, which is 0 if
    /// that function returns.
    ///
    /// # Errors
    ///
    /// Fails if there is no entry function or the program has stopped.
    ///
    /// # Panics
    ///
    /// Panics if a host function panics.
    pub fn run(&mut self) -> Result<u8, CallError> {
        match self.start() {
            Ok(Some(Value::I32(status))) => Ok(status as u8),
            Ok(_) => Ok(0),
            Err(CallError::Exited(status)) => Ok(status),
            Err(error) => Err(error),
        }
    }

    /// Calls the entry function.
    fn start(&mut self) -> Result<Option<Value>, CallError> {
        let Some(entry) = self.module.program().module().entry() else {
            return Err(CallError::NoFunction("_start".into()));
        };
        let start_block = Value::from(self.start_block());
        let takes_it = self
            .module
            .signature(entry)
            .is_some_and(|signature| *signature.params == [Type::I32]);
        let args = if takes_it { &[start_block][..] } else { &[] };
        self.call(entry, args)
    }

    /// Calls a function. The arguments are words, and must have the types of its parameters.
    pub(super) fn call_words(
        &mut self,
        function: FuncId,
        signature: &Signature,
        args: &[u64],
    ) -> Result<Option<Value>, CallError> {
        self.with_host(|host| host.failures.clear());
        match self.enter(function, signature, args) {
            Ok(Called::Returned(words)) => Ok(Value::of_words(signature.result, words)),
            Ok(Called::Exited(status)) => Err(CallError::Exited(status)),
            Err(trap) => Err(self.with_host(|host| match host.take_failure(trap.thread) {
                Some(error) if matches!(trap.kind, TrapKind::Host(_)) => {
                    CallError::Host(HostError::new(trap, error))
                }
                _ => CallError::Trap(trap),
            })),
        }
    }

    fn enter(
        &mut self,
        function: FuncId,
        signature: &Signature,
        args: &[u64],
    ) -> Result<Called, Trap> {
        let config = &self.config;
        match &mut self.inner {
            Inner::Interpreted {
                image,
                host,
                interrupt,
                thread_pointer,
            } => {
                interrupt.store(false, Ordering::Relaxed);
                let program = self.module.program();
                let options = interp::Options {
                    fuel: config.fuel,
                    timeout: config.timeout,
                    ..interp::Options::default()
                };
                let stack = image.stack.clone();
                let (module, bodies) = (program.module(), program.functions());
                let _ = signature;
                let interpreter = Interpreter::new(module, bodies, &image.globals, options)
                    .with_interrupt(interrupt.clone());
                let memory = &mut image.memory;
                let called = interpreter.call_with_host(
                    memory,
                    function,
                    args,
                    stack,
                    thread_pointer,
                    &mut **host,
                )?;
                if let Called::Exited(_) = called {
                    // After an exit, the program's thread-local data no longer exists.
                    *thread_pointer = 0;
                }
                Ok(called)
            }
            #[cfg(all(feature = "wasmtime", unix))]
            Inner::Compiled { code, instance } => {
                let interrupter = instance.interrupter();
                let called = watchdog::guard(
                    config.timeout,
                    || interrupter.interrupt(),
                    || instance.call(function, signature, args),
                );
                let words = called.map_err(|stop| stop.trap(code, self.module.program()))?;
                Ok(match instance.exit_status() {
                    Some(status) => Called::Exited(status),
                    None => Called::Returned(words),
                })
            }
        }
    }

    fn start_block(&self) -> u32 {
        match &self.inner {
            Inner::Interpreted { image, .. } => image.start_block,
            #[cfg(all(feature = "wasmtime", unix))]
            Inner::Compiled { instance, .. } => instance.start_block(),
        }
    }

    /// Calls a function with the program's memory.
    pub fn with_memory<R>(&mut self, function: impl FnOnce(&mut Memory) -> R) -> R {
        match &mut self.inner {
            Inner::Interpreted { image, .. } => function(&mut image.memory),
            #[cfg(all(feature = "wasmtime", unix))]
            Inner::Compiled { instance, .. } => instance.with_memory(function),
        }
    }

    /// Reads bytes of the program's memory.
    ///
    /// # Errors
    ///
    /// Fails if the program may not read there.
    pub fn read(&mut self, address: u32, len: u32) -> Result<Vec<u8>, Fault> {
        self.with_memory(|memory| memory.bytes(address, len))
    }

    /// Writes bytes to the program's memory.
    ///
    /// # Errors
    ///
    /// Fails if the program may not write there; then nothing is written.
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.with_memory(|memory| memory.write(address, bytes))
    }

    /// Returns the address of a global of the module.
    pub fn global(&self, global: GlobalId) -> Option<u32> {
        self.globals.get(global.index()).copied()
    }

    /// Calls a function with the embedder's state.
    pub fn with_data<R>(&mut self, function: impl FnOnce(&mut T) -> R) -> R {
        self.with_host(|host| function(&mut host.data))
    }

    fn with_host<R>(&mut self, function: impl FnOnce(&mut EmbedHost<T>) -> R) -> R {
        match &mut self.inner {
            Inner::Interpreted { host, .. } => function(host),
            #[cfg(all(feature = "wasmtime", unix))]
            Inner::Compiled { instance, .. } => instance.with_host_state(function),
        }
    }

    /// Returns the module of this instance.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns a handle that stops calls from any thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(match &self.inner {
            Inner::Interpreted { interrupt, .. } => Handle::Flag(interrupt.clone()),
            #[cfg(all(feature = "wasmtime", unix))]
            Inner::Compiled { instance, .. } => Handle::Compiled(instance.interrupter()),
        })
    }
}

/// Stops the current call of an instance with [`TrapKind::Timeout`](crate::TrapKind::Timeout). Does
/// nothing between calls.
#[derive(Clone, Debug)]
pub struct Interrupter(Handle);

#[derive(Clone, Debug)]
enum Handle {
    Flag(Arc<AtomicBool>),
    #[cfg(all(feature = "wasmtime", unix))]
    Compiled(compiled::Interrupter),
}

impl Interrupter {
    /// Stops the instance's current call, if there is one.
    pub fn interrupt(&self) {
        match &self.0 {
            Handle::Flag(flag) => flag.store(true, Ordering::Relaxed),
            #[cfg(all(feature = "wasmtime", unix))]
            Handle::Compiled(handle) => handle.interrupt(),
        }
    }
}
