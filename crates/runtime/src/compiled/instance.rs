//! A program in memory, ready to run.

use super::code::{About, Code, CodeOptions, describe};
use super::crossing;
use super::guest_instance::instance_exports;
use super::interpreted;
use super::interpreter_state::{Interpreter, Stack};
use super::shared_state::End;
use super::stack::{self, NoStack};
use super::stop::{Cause, Stop};
use super::thread::{self, EndOnPanic, conclude};
use super::tiers::{Compilation, Tiering, Tiers};
use super::values;
use super::wasm_state::{Guest, Shared, Wasm};
use crate::host::Host;
use crate::interp::tier_up::Elsewhere;
use crate::irt::Irt;
use crate::loader::{self, LoadError, LoadOptions};
use crate::machine;
use crate::memory::{Memory, Protection};
use crate::native::{Mapped, Reservations};
use crate::program::{RunOptions, StartError};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::{FuncId, Module};
use pinnacle_wasm::abi;
use std::fmt;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;
use wasmtime::{AsContextMut, Engine, Func, InstancePre, Linker, Store, StoreContextMut, Val};

/// A compiled program in memory, with its host.
///
/// Dropping it releases everything that it has allocated from the system; its threads have ended
/// when a run returns.
pub struct Instance<H: Host + Send + 'static = Irt> {
    pub(super) shared: Arc<Shared<H>>,
    pub(super) store: Store<Guest<H>>,
    start_block: u32,
    pub(super) exit_status: Option<u8>,
    /// The thread pointer for the main thread's next call.
    pub(super) thread_pointer: u32,
}

impl<H: Host + Send> fmt::Debug for Instance<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("about", &self.shared.engine.about)
            .field("start_block", &self.start_block)
            .finish_non_exhaustive()
    }
}

impl Instance {
    /// Prepares a program that runs on the IRT.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn new(code: &Code, options: RunOptions) -> Result<Instance, StartError> {
        let start = options.working_folder.as_deref();
        let files =
            machine::file_system(options.stdio, &options.folders, start, options.descriptors)?;
        let load = LoadOptions {
            arguments: options.arguments,
            environment: options.environment,
            memory_limit: options.memory_limit,
            stack_size: code.about.stack_size,
            host_functions: code.about.host.len() as u32,
        };
        let (seed, finalizer) = (options.seed, options.finalizer);
        let host = |arena| machine::irt(files, seed, arena).with_modules(finalizer);
        let mut instance = Instance::with_host(code, &load, host)?;
        instance.set_seed(seed.unwrap_or(0));
        Ok(instance)
    }
}

impl<H: Host + Send> Instance<H> {
    /// Prepares a program with a host. A function makes the host, given the range where memory can
    /// be mapped. The host must offer the functions that the code was compiled for; of the options,
    /// the stack's size and the number of the host's functions are those of the code.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn with_host(
        code: &Code,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let parts = Parts {
            about: code.about.clone(),
            engine: code.module.engine().clone(),
            interpreter: None,
        };
        Instance::create(parts, Some(code), options, host)
    }

    /// Prepares a program with some functions left out of the code ([`CodeOptions::outside`]); they
    /// are interpreted. The program must be the one that was compiled, with all functions exported
    /// ([`Exports::All`](super::Exports::All)).
    ///
    /// A program with threads cannot be run so: its interpreted functions trap.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn mixed(
        code: &Code,
        program: &Arc<Program>,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let about = code.about.clone();
        let layout = layout(program.module(), &about)?;
        let mut here = vec![false; program.module().functions.len()];
        for function in &about.outside {
            if let Some(entry) = here.get_mut(function.index()) {
                *entry = true;
            }
        }
        let interpreter = Interpreter {
            bodies: Interpreter::bodies(program.clone(), &about, &layout.globals),
            elsewhere: Elsewhere::AllBut(here.into()),
            tiers: None,
        };
        let parts = Parts {
            about,
            engine: code.module.engine().clone(),
            interpreter: Some(interpreter),
        };
        Instance::create(parts, Some(code), options, host)
    }

    /// Prepares a program that starts immediately in the interpreter, and switches to machine code
    /// while it runs: see [`Tiering`]. A program that cannot be compiled is interpreted to its end.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn tiered(
        program: &Arc<Program>,
        code_options: &CodeOptions,
        tiering: Tiering,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let mut about = code_options.about_program(program);
        // The interpreter may call any function.
        about.exports_all = true;
        let layout = layout(program.module(), &about)?;
        let globals = layout.globals.clone();
        about.layout = layout.into();
        let about = Arc::new(about);
        let engine = about
            .engine(code_options.jobs)
            .map_err(|error| StartError::Engine(describe(&error)))?;
        let bodies = Interpreter::bodies(program.clone(), &about, &globals);
        let interpreter = Interpreter {
            bodies: bodies.clone(),
            elsewhere: Elsewhere::Nothing,
            tiers: Some(Arc::new(Tiers::new(
                program.clone(),
                bodies,
                (about.clone(), engine.clone()),
                code_options.jobs,
                tiering,
            ))),
        };
        let parts = Parts {
            about,
            engine,
            interpreter: Some(interpreter),
        };
        Instance::create(parts, None, options, host)
    }

    fn create(
        parts: Parts,
        code: Option<&Code>,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let layout = parts.about.layout.clone();
        let limit = Memory::usable_limit(options.memory_limit);
        let arena = loader::arena(layout.stack.end, layout.end, options)?;
        let arena_start = arena.start;
        let refused = |error: wasmtime::Error| StartError::Engine(describe(&error));
        let engine = parts.engine.clone();
        let nothing = Memory::new(0).ok_or(LoadError::NoMemory { limit })?;
        let shared = Arc::new(Shared::new(
            Wasm::new(parts.about, parts.engine, parts.interpreter),
            host(arena),
            nothing,
        ));
        let mut store = thread::store(&engine, shared.clone(), 0);
        let interpreted = &mut store.data_mut().interpreted;
        interpreted.stack_limit = layout.stack.start;
        interpreted.stack_pointer = layout.stack.end;
        let (mapped, memory) = Mapped::new(limit).map_err(StartError::AddressSpace)?;
        shared.lock().memory = Memory::from_region(Box::new(mapped));
        let _ = shared.engine.memory.set(memory);
        if let Some(code) = code {
            let linked = shared.engine.link(&code.module, &code.about.outside);
            let _ = shared.engine.linked.set(linked.map_err(refused)?);
            instance_exports(&mut store.as_context_mut()).map_err(refused)?;
        }
        let mut this = Instance {
            shared,
            store,
            start_block: layout.end,
            exit_status: None,
            thread_pointer: 0,
        };
        let block = loader::start_block_bytes(options, layout.end, layout.first_host_function);
        this.fill(arena_start, &block)?;
        Ok(this)
    }

    /// Fills memory with its contents, and protects its pages.
    fn fill(&mut self, arena_start: u32, start_block: &[u8]) -> Result<(), StartError> {
        let shared = self.shared.clone();
        let layout = &shared.engine.about.layout;
        let no_memory = |limit| LoadError::NoMemory { limit };
        {
            let memory = &mut shared.lock().memory;
            let limit = memory.limit();
            memory
                .protect(layout.constants.clone(), Protection::ReadWrite)
                .and_then(|()| {
                    memory.protect(layout.stack.start..arena_start, Protection::ReadWrite)
                })
                .map_err(|_| no_memory(limit))?;
            memory.initialize(self.start_block, start_block);
        }
        if let Some(exports) = self.store.data().exports {
            let initialize = exports
                .instance
                .get_func(&mut self.store, abi::INITIALIZE_MEMORY);
            if let Some(initialize) = initialize {
                let store = &mut self.store;
                stack::with_stack(|| initialize.call(store, &[], &mut []))?
                    .map_err(|error| StartError::Engine(describe(&error)))?;
            }
        } else if let Some(interpreter) = &shared.engine.interpreter {
            let module = interpreter.program().module();
            let memory = &mut shared.lock().memory;
            self::layout(module, &shared.engine.about)?
                .for_each_initialized(module, |address, bytes| memory.initialize(address, bytes));
        }
        let memory = &mut shared.lock().memory;
        let limit = memory.limit();
        memory
            .protect(layout.constants.clone(), Protection::Read)
            .map_err(|_| no_memory(limit))?;
        Ok(())
    }

    /// Returns true if the program starts in the interpreter and switches to code.
    pub(super) fn is_tiered(&self) -> bool {
        let interpreter = self.shared.engine.interpreter.as_ref();
        interpreter.is_some_and(|interpreter| interpreter.tiers.is_some())
    }

    /// Returns the compilation of a program that was started without code, if it has begun.
    pub fn compilation(&self) -> Option<Compilation> {
        let interpreter = self.shared.engine.interpreter.as_ref()?;
        let tiers = interpreter.tiers.as_ref()?;
        tiers.has_begun().then(|| Compilation(tiers.clone()))
    }

    /// Converts a stop of this instance into a trap. `program` must be the one that runs.
    pub fn trap(&self, stop: &Stop, program: &Program) -> Trap {
        stop.trap_in(&self.shared.engine.about, program)
    }

    /// Passes the program's memory to a function. In the meantime, only compiled code of the
    /// program uses it.
    pub fn with_memory<T>(&self, function: impl FnOnce(&mut Memory) -> T) -> T {
        function(&mut self.shared.lock().memory)
    }

    /// Calls a function with the program's host.
    pub fn with_host_state<T>(&self, function: impl FnOnce(&mut H) -> T) -> T {
        function(&mut self.shared.lock().host)
    }

    /// Sets the seed for the order in which threads take turns. It has an effect only if the host
    /// has its own clock. With 0, threads run in the order in which they became ready.
    pub fn set_seed(&mut self, seed: u64) {
        self.shared.lock().seed = seed;
    }

    /// Returns a handle that can stop the program from any thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.shared.clone())
    }

    /// Returns the address of the start-up block.
    pub fn start_block(&self) -> u32 {
        self.start_block
    }

    /// The main thread's stack.
    pub fn stack(&self) -> Range<u32> {
        self.shared.engine.about.layout.stack.clone()
    }

    /// Runs the program to its end and returns its exit status. A program runs once, and its memory
    /// keeps its final contents. A timeout stops it, which needs interruptible code.
    ///
    /// # Errors
    ///
    /// Fails with the reason why the program was stopped.
    ///
    /// # Panics
    ///
    /// Panics if a function of the host does.
    pub fn run(&mut self, timeout: Option<Duration>) -> Result<u8, Stop> {
        let known = |kind| Stop::unplaced(Cause::Known(kind), 0);
        let Some(entry) = self.entry() else {
            return Err(known(TrapKind::BadFunctionAddress(Some(0))));
        };
        if timeout.is_some() && !self.shared.engine.about.interruptible {
            let reason = "its code is not compiled to be interrupted".into();
            return Err(known(TrapKind::Unsupported(reason)));
        }
        let start_block = self.start_block;
        let stack = self.stack();
        self.guarded(timeout, |store| {
            let result = match entry {
                Entry::Code(entry) => run_code(store, entry, start_block),
                Entry::Interpreted(entry, params) => {
                    let arguments = [u64::from(start_block)];
                    let stack = Stack {
                        limit: stack.start,
                        pointer: stack.end & !15,
                    };
                    let mut context = store.as_context_mut();
                    interpreted::run(&mut context, entry, &arguments[..params], stack)
                        .map(|words| words[0] as u8)
                }
            };
            conclude(store, result.map(Some));
        })
        .map_err(|error| known(TrapKind::Unsupported(error.to_string())))?;
        let end = self.shared.lock().end.take();
        match end {
            Some(End::Status(status)) => Ok(status),
            Some(End::Stop(stop)) => Err(stop),
            None => Ok(0),
        }
    }

    /// Returns the program's entry point; in its code, if code is available.
    fn entry(&mut self) -> Option<Entry> {
        if let Some(exports) = self.store.data().exports {
            let entry = exports.instance.get_func(&mut self.store, abi::START);
            return entry.map(Entry::Code);
        }
        let module = self.shared.engine.interpreter.as_ref()?.program().module();
        let entry = module.entry()?;
        let params = module.signature(entry).params.len().min(1);
        Some(Entry::Interpreted(entry, params))
    }

    /// Runs the main thread with a function, and returns when all threads have ended. Fails before
    /// anything has run if the system cannot start a thread.
    pub(super) fn guarded(
        &mut self,
        timeout: Option<Duration>,
        main: impl FnOnce(&mut Store<Guest<H>>) + Send,
    ) -> Result<(), NoStack> {
        let shared = self.shared.clone();
        shared.begin();
        shared.limit_time(timeout);
        let store = &mut self.store;
        store.data_mut().thread_pointer = self.thread_pointer;
        let main = || {
            let _guard = EndOnPanic(&*shared);
            main(store);
        };
        // The lock is always released by the end of the function: the panics that are caught here
        // are resumed below.
        let result = if timeout.is_none() && stack::is_large() {
            main();
            shared.wait_for_end(None);
            Ok(())
        } else {
            std::thread::scope(|scope| {
                let thread = stack::spawn(scope, main)?;
                if !shared.wait_for_end(timeout) {
                    shared.stop_all(&mut shared.lock(), TrapKind::Timeout);
                }
                Ok(thread.join())
            })?
        };
        let others = shared.join_all();
        if let Err(panic) = result.and(others) {
            resume_unwind(panic);
        }
        Ok(())
    }
}

/// The parts of an instance.
struct Parts {
    about: Arc<About>,
    engine: Engine,
    interpreter: Option<Interpreter>,
}

/// The entry point of a program.
enum Entry {
    Code(Func),
    /// An interpreted function with this number of parameters.
    Interpreted(FuncId, usize),
}

/// Runs the entry function's code. Returns the status.
fn run_code<H: Host>(
    store: &mut Store<Guest<H>>,
    entry: Func,
    start_block: u32,
) -> wasmtime::Result<u8> {
    let ty = entry.ty(&*store);
    let arguments = [Val::I32(start_block as i32)];
    let mut results = [Val::I32(0)];
    let count = ty.results().len().min(1);
    let params = ty.params().len().min(1);
    entry.call(&mut *store, &arguments[..params], &mut results[..count])?;
    Ok(values::to_word(&results[0]) as u8)
}

/// Addresses of a program's parts.
fn layout(module: &Module, about: &About) -> Result<Layout, LoadError> {
    let host_functions = about.host.len() as u32;
    let limit = Memory::usable_limit(u32::MAX);
    Ok(Layout::new(
        module,
        host_functions,
        about.stack_size,
        limit,
    )?)
}

impl<H: Host + Send> Wasm<H> {
    /// Makes an instance of the code on the program's memory, if there is code by now.
    pub(super) fn instantiate(
        &self,
        context: &mut StoreContextMut<'_, Guest<H>>,
    ) -> wasmtime::Result<Option<wasmtime::Instance>> {
        let (Some(linked), Some(memory)) = (self.linked()?, self.memory.get()) else {
            return Ok(None);
        };
        context.data().shared.lock().note_code();
        Reservations::give(context, memory, |context| linked.instantiate(context)).map(Some)
    }

    /// Returns the code linked with its imports, once there is code.
    fn linked(&self) -> wasmtime::Result<Option<&InstancePre<Guest<H>>>> {
        if let Some(linked) = self.linked.get() {
            return Ok(Some(linked));
        }
        let interpreter = self.interpreter.as_ref();
        let tiers = interpreter.and_then(|interpreter| interpreter.tiers.as_ref());
        let Some(code) = tiers.and_then(|tiers| tiers.code()) else {
            return Ok(None);
        };
        let linked = self.link(&code.module, &self.about.outside)?;
        Ok(Some(self.linked.get_or_init(|| linked)))
    }

    /// Makes an instance of the hot functions on the program's memory, if there are some.
    pub(super) fn instantiate_hot(
        &self,
        context: &mut StoreContextMut<'_, Guest<H>>,
    ) -> wasmtime::Result<Option<wasmtime::Instance>> {
        let interpreter = self.interpreter.as_ref();
        let tiers = interpreter.and_then(|interpreter| interpreter.tiers.as_ref());
        let hot = tiers.and_then(|tiers| tiers.hot());
        let (Some(hot), Some(memory)) = (hot, self.memory.get()) else {
            return Ok(None);
        };
        let linked = match self.linked_hot.get() {
            Some(linked) => linked,
            None => {
                let linked = self.link(&hot.code.module, &hot.code.about.outside)?;
                self.linked_hot.get_or_init(|| linked)
            }
        };
        context.data().shared.lock().note_code();
        Reservations::give(context, memory, |context| linked.instantiate(context)).map(Some)
    }

    /// Links a module with its imports. Functions in `outside` are not part of it.
    fn link(
        &self,
        module: &wasmtime::Module,
        outside: &[FuncId],
    ) -> wasmtime::Result<InstancePre<Guest<H>>> {
        let engine = &self.engine;
        let mut linker = Linker::new(engine);
        let about = &self.about;
        crossing::link(
            &mut linker,
            engine,
            &about.host,
            about.layout.first_host_function,
        )?;
        if let Some(interpreter) = &self.interpreter {
            let program = interpreter.program().module();
            let outside = outside.iter().map(|&function| {
                let signature = program.signature(function);
                (function, signature.clone())
            });
            let outside: Vec<_> = outside.collect();
            super::outside::link(&mut linker, engine, &outside)?;
        }
        linker.instantiate_pre(module)
    }
}

/// An interface to stop a running program.
trait Interruptible: Send + Sync {
    fn interrupt(&self);
}

impl<H: Host + Send> Interruptible for Shared<H> {
    fn interrupt(&self) {
        Shared::interrupt(self);
    }
}

/// Stops a program from any thread, see [`Instance::interrupter`].
#[derive(Clone)]
pub struct Interrupter(Arc<dyn Interruptible>);

impl Interrupter {
    /// Stops the program with [`TrapKind::Timeout`]. Code that is not interruptible stops at its
    /// next call of the host. Does nothing before the start of a run.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }
}

impl fmt::Debug for Interrupter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupter").finish_non_exhaustive()
    }
}
