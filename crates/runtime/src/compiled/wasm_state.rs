//! The per-thread state of programs run by Wasmtime, in addition to the state that all engines
//! share.

use super::code::About;
use super::interpreter_state::{Interpreted, Interpreter};
use super::limits::Limits;
use super::loaded_code::Modules;
use super::shared_state::{self, CodeEngine, Parking};
use crate::host::Host;
use crate::native::ProgramMemory;
use crate::thread_budget;
use std::fmt;
use std::sync::{Arc, OnceLock};
use wasmtime::{Engine, Func, Global, Instance, InstancePre, Table};

/// The shared state of the threads of a program that Wasmtime runs.
pub(super) type Shared<H> = shared_state::Shared<H, Wasm<H>>;

/// The state of one thread: the data of its store.
pub(super) struct Guest<H: Host + 'static> {
    pub(super) shared: Arc<Shared<H>>,
    /// The limits of its store.
    pub(super) limits: Limits,
    pub(super) thread: u32,
    /// A copy of the module's global.
    pub(super) thread_pointer: u32,
    pub(super) parking: Arc<Parking>,
    /// Nesting depth of calls that the host requested.
    pub(super) host_calls: usize,
    /// The exports of the thread's instance that the host uses, once the instance exists.
    pub(super) exports: Option<GuestExports>,
    /// The thread's instance of the hot functions, until the whole program is compiled.
    pub(super) hot: HotInstance,
    /// Number of loaded modules of which the thread has instances.
    pub(super) modules: usize,
    /// The interpreted part of the thread.
    pub(super) interpreted: Interpreted,
}

/// The exports of a thread's instance that the host uses.
#[derive(Clone, Copy)]
pub(super) struct GuestExports {
    pub(super) instance: Instance,
    pub(super) table: Table,
    pub(super) stack_pointer: Global,
    pub(super) stack_limit: Global,
    pub(super) thread_pointer: Global,
    pub(super) turn_left: Option<Global>,
}

/// A thread's instance of the hot functions.
#[derive(Default)]
pub(super) struct HotInstance {
    pub(super) exports: Option<GuestExports>,
    /// The functions that were called, by number.
    pub(super) targets: Vec<Option<Func>>,
}

#[cfg(test)]
impl HotInstance {
    /// Returns true if the thread has called a hot function.
    pub(super) fn is_in_use(&self) -> bool {
        self.exports.is_some()
    }
}

/// The part of the shared state that only Wasmtime needs.
pub(super) struct Wasm<H: Host + 'static> {
    pub(super) about: Arc<About>,
    pub(super) engine: Engine,
    /// The memory for instances of the code.
    pub(super) memory: OnceLock<ProgramMemory>,
    /// The code linked with its imports, once it exists.
    pub(super) linked: OnceLock<InstancePre<Guest<H>>>,
    /// The hot functions linked with their imports, once they exist.
    pub(super) linked_hot: OnceLock<InstancePre<Guest<H>>>,
    /// The modules that the program has loaded.
    pub(super) modules: Modules,
    /// The interpreter, if any functions are interpreted.
    pub(super) interpreter: Option<Interpreter>,
}

impl<H: Host> Wasm<H> {
    pub(super) fn new(
        about: Arc<About>,
        engine: Engine,
        interpreter: Option<Interpreter>,
    ) -> Wasm<H> {
        Wasm {
            about,
            engine,
            memory: OnceLock::new(),
            linked: OnceLock::new(),
            linked_hot: OnceLock::new(),
            modules: Modules::default(),
            interpreter,
        }
    }

    /// Returns the maximum number of threads of a program with this memory limit. The host's data
    /// for all threads, which grows with the program, takes no more space than the limit.
    pub(super) fn max_threads(&self, memory_limit: u32) -> usize {
        self.max_threads_with(memory_limit, 0)
    }

    /// Like `max_threads`, with this number of additional functions.
    pub(super) fn max_threads_with(&self, memory_limit: u32, more: usize) -> usize {
        let functions = self.about.functions() + self.modules.functions() + more;
        thread_budget::max_threads(memory_limit, functions)
    }
}

impl<H: Host> CodeEngine for Wasm<H> {
    fn interrupt(&self) {
        if self.about.has_epochs() {
            self.engine.increment_epoch();
        }
    }
}

impl<H: Host> fmt::Debug for Wasm<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wasm")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}
