//! A program in memory, ready to run.

use super::code::{Code, describe};
use super::crossing;
use super::interpreter_bridge;
use super::shared_state::{End, Shared};
use super::stack;
use super::stop::{Cause, Stop};
use super::thread::{self, EndOnPanic, conclude};
use super::values;
use super::wasm_state::{Guest, Outside, Wasm};
use crate::host::Host;
use crate::irt::Irt;
use crate::loader::{self, LoadError, LoadOptions};
use crate::machine;
use crate::memory::{Memory, Protection};
use crate::native::Mapped;
use crate::program::{RunOptions, StartError};
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use pinnacle_wasm::abi;
use std::fmt;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;
use wasmtime::{Linker, Store, Val};

/// A compiled program in memory, with its host.
///
/// Everything that it has taken from the system it gives back when it is
/// dropped; its threads are gone when a run returns.
pub struct Instance<H: Host + Send + 'static = Irt> {
    pub(super) code: Code,
    pub(super) shared: Arc<Shared<H>>,
    pub(super) store: Store<Guest<H>>,
    pub(super) instance: wasmtime::Instance,
    start_block: u32,
    pub(super) exit_status: Option<u8>,
}

impl<H: Host + Send> fmt::Debug for Instance<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("code", &self.code)
            .field("start_block", &self.start_block)
            .finish_non_exhaustive()
    }
}

impl Instance {
    /// Prepares a program, whose operating system is the IRT.
    ///
    /// # Errors
    ///
    /// What prevents its start.
    pub fn new(code: &Code, options: RunOptions) -> Result<Instance, StartError> {
        let files = machine::file_system(options.stdio, &options.folders)?;
        let load = LoadOptions {
            arguments: options.arguments,
            environment: options.environment,
            memory_limit: options.memory_limit,
            stack_size: code.about.stack_size,
            host_functions: code.about.host.len() as u32,
        };
        let seed = options.seed;
        let host = |arena| machine::irt(files, seed, arena);
        let mut instance = Instance::with_host(code, &load, host)?;
        instance.set_seed(seed.unwrap_or(0));
        Ok(instance)
    }
}

impl<H: Host + Send> Instance<H> {
    /// Prepares a program with a host, which a function makes that is told
    /// where memory can be mapped. The host must offer the functions that the
    /// code was compiled for; of the options, the stack's size and the number
    /// of the host's functions are those of the code.
    ///
    /// # Errors
    ///
    /// What prevents its start.
    pub fn with_host(
        code: &Code,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        Instance::create(code, options, host, Outside::default())
    }

    /// Prepares a program of which the interpreter will run some functions,
    /// see [`Instance::with_interpreter`].
    ///
    /// # Errors
    ///
    /// What prevents its start.
    pub fn mixed(
        code: &Code,
        program: &Program,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let count = program.module().functions.len() as u32;
        let signature = |index| program.module().signature(FuncId(index)).clone();
        let outside = Outside {
            signatures: (0..count).map(signature).collect(),
        };
        Instance::create(code, options, host, outside)
    }

    fn create(
        code: &Code,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
        outside: Outside,
    ) -> Result<Instance<H>, StartError> {
        let layout = &code.about.layout;
        let limit = Memory::usable_limit(options.memory_limit);
        let arena = loader::arena(layout.stack.end, layout.end, options)?;
        let arena_start = arena.start;
        let no_memory = |_| LoadError::NoMemory { limit };
        let refused = |error: wasmtime::Error| StartError::Engine(describe(&error));
        let engine = code.module.engine();
        let host = host(arena);
        let functions = host.functions().to_vec();
        let nothing = Memory::new(0).ok_or(LoadError::NoMemory { limit })?;
        let shared = Arc::new(Shared::new(Wasm::new(code.clone(), outside), host, nothing));
        let mut store = thread::store(engine, shared.clone(), 0);
        let (mapped, memory) = if code.about.shared {
            Mapped::shared(engine, limit).map_err(no_memory)?
        } else {
            Mapped::new(wasmtime::AsContextMut::as_context_mut(&mut store), limit)
                .map_err(no_memory)?
        };
        shared.lock().memory = Memory::from_region(Box::new(mapped));

        let mut linker = Linker::new(engine);
        linker
            .define(&store, abi::MEMORY_MODULE, abi::MEMORY, memory)
            .map_err(refused)?;
        crossing::link(&mut linker, engine, &functions, layout.first_host_function)
            .map_err(refused)?;
        let signatures = &shared.engine.outside.signatures;
        let outside = code.about.outside.iter().filter_map(|&function| {
            let signature = signatures.get(function.index())?;
            Some((function, signature.clone()))
        });
        let outside: Vec<_> = outside.collect();
        interpreter_bridge::link(&mut linker, engine, &outside, layout.first_host_function)
            .map_err(refused)?;
        let linked = linker.instantiate_pre(&code.module).map_err(refused)?;
        let instance = linked.instantiate(&mut store).map_err(refused)?;
        store.data_mut().exports = Some(thread::exports(&mut store, instance).map_err(refused)?);
        let _ = shared.engine.linked.set(linked);

        let mut this = Instance {
            code: code.clone(),
            shared,
            store,
            instance,
            start_block: layout.end,
            exit_status: None,
        };
        let block = loader::start_block_bytes(options, layout.end, layout.first_host_function);
        this.fill(arena_start, &block)?;
        Ok(this)
    }

    /// Gives memory its contents, and its pages their protection.
    fn fill(&mut self, arena_start: u32, start_block: &[u8]) -> Result<(), StartError> {
        let layout = &self.code.about.layout;
        let no_memory = |limit| LoadError::NoMemory { limit };
        {
            let memory = &mut self.shared.lock().memory;
            let limit = memory.limit();
            memory
                .protect(layout.constants.clone(), Protection::ReadWrite)
                .and_then(|()| {
                    memory.protect(layout.stack.start..arena_start, Protection::ReadWrite)
                })
                .map_err(|_| no_memory(limit))?;
            memory.initialize(self.start_block, start_block);
        }
        let initialize = self
            .instance
            .get_func(&mut self.store, abi::INITIALIZE_MEMORY);
        if let Some(initialize) = initialize {
            let store = &mut self.store;
            stack::with_stack(|| initialize.call(store, &[], &mut []))
                .map_err(|error| StartError::Engine(describe(&error)))?;
        }
        let memory = &mut self.shared.lock().memory;
        let limit = memory.limit();
        memory
            .protect(layout.constants.clone(), Protection::Read)
            .map_err(|_| no_memory(limit))?;
        Ok(())
    }

    /// Does something with the program's memory, which no thread of it uses
    /// meanwhile but by its code.
    pub fn with_memory<T>(&self, function: impl FnOnce(&mut Memory) -> T) -> T {
        function(&mut self.shared.lock().memory)
    }

    /// Does something with the program's host.
    pub fn with_host_state<T>(&self, function: impl FnOnce(&mut H) -> T) -> T {
        function(&mut self.shared.lock().host)
    }

    /// Varies the order in which threads run that take turns, which they do if the
    /// host has its own clock; 0 has them run in the order in which they became ready.
    pub fn set_seed(&mut self, seed: u64) {
        self.shared.lock().seed = seed;
    }

    /// A handle that can stop the program from any thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.shared.clone())
    }

    /// The program's address of the start-up block.
    pub fn start_block(&self) -> u32 {
        self.start_block
    }

    /// The main thread's stack.
    pub fn stack(&self) -> Range<u32> {
        self.code.about.layout.stack.clone()
    }

    /// Runs the program to its end and gives its exit status. A program runs
    /// once: its memory is afterwards as it left it. With a timeout it is
    /// stopped after that; the code must be interruptible.
    ///
    /// # Errors
    ///
    /// What stopped it.
    ///
    /// # Panics
    ///
    /// If a function of the host does, or if the system gives no thread.
    pub fn run(&mut self, timeout: Option<Duration>) -> Result<u8, Stop> {
        let known = |kind| Stop::unplaced(Cause::Known(kind), 0);
        let entry = self.instance.get_func(&mut self.store, abi::START);
        let Some(entry) = entry else {
            return Err(known(TrapKind::BadFunctionAddress(Some(0))));
        };
        if timeout.is_some() && !self.code.about.interruptible {
            let reason = "its code is not compiled to be interrupted".into();
            return Err(known(TrapKind::Unsupported(reason)));
        }
        let start_block = self.start_block;
        self.guarded(timeout, |store| {
            let ty = entry.ty(&*store);
            let arguments = [Val::I32(start_block as i32)];
            let mut results = [Val::I32(0)];
            let count = ty.results().len().min(1);
            let result = entry.call(
                &mut *store,
                &arguments[..ty.params().len().min(1)],
                &mut results[..count],
            );
            let status = values::to_word(&results[0]) as u8;
            conclude(store, result.map(|()| Some(status)));
        });
        let end = self.shared.lock().end.take();
        match end {
            Some(End::Status(status)) => Ok(status),
            Some(End::Stop(stop)) => Err(stop),
            None => Ok(0),
        }
    }

    /// Lets a function run the main thread, and returns when all threads are
    /// gone.
    pub(super) fn guarded(
        &mut self,
        timeout: Option<Duration>,
        main: impl FnOnce(&mut Store<Guest<H>>) + Send,
    ) {
        let shared = self.shared.clone();
        shared.begin();
        let store = &mut self.store;
        store.data_mut().thread_pointer = 0;
        let main = || {
            let _guard = EndOnPanic(&*shared);
            main(store);
        };
        // The lock is always free by the end of the function: the panics that
        // are caught here go on below.
        let result = if timeout.is_none() && stack::is_large() {
            main();
            shared.wait_for_end(None);
            Ok(())
        } else {
            std::thread::scope(|scope| {
                let thread = stack::spawn(scope, main).expect("the system gives a thread");
                if !shared.wait_for_end(timeout) {
                    shared.stop_all(&mut shared.lock(), TrapKind::Timeout);
                }
                thread.join()
            })
        };
        let others = shared.join_all();
        shared.engine.drop_idle();
        if let Err(panic) = result.and(others) {
            resume_unwind(panic);
        }
    }
}

/// Something that can be stopped.
trait Interruptible: Send + Sync {
    fn interrupt(&self);
}

impl<H: Host + Send> Interruptible for Shared<H> {
    fn interrupt(&self) {
        self.stop_all(&mut self.lock(), TrapKind::Timeout);
    }
}

/// Stops a program from any thread, see [`Instance::interrupter`].
#[derive(Clone)]
pub struct Interrupter(Arc<dyn Interruptible>);

impl Interrupter {
    /// Stops the program as if its time were up: [`TrapKind::Timeout`]. Code
    /// that is not interruptible stops at its next call of the host. Before
    /// the start of a run it does nothing.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }
}

impl fmt::Debug for Interrupter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupter").finish_non_exhaustive()
    }
}
