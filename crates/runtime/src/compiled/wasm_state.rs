//! What the threads of a program that Wasmtime runs have beside that which is common
//! to all engines.

use super::code::Code;
use super::interpreter_link::Link;
use super::shared_state::{CodeEngine, Parking, Shared};
use crate::host::Host;
use pinnacle_pexe::types::Signature;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use wasmtime::{Global, Instance, InstancePre, Store, Table};

/// How many instances of threads that have ended are kept at most.
const MAX_IDLE: usize = 16;

/// What belongs to one thread: the data of its store.
pub(super) struct Guest<H: Host + 'static> {
    pub(super) shared: Arc<Shared<H>>,
    pub(super) thread: u32,
    /// What the module's global holds too.
    pub(super) thread_pointer: u32,
    pub(super) parking: Arc<Parking>,
    /// How many calls that the host asked for are within one another.
    pub(super) host_calls: usize,
    pub(super) exports: Option<GuestExports>,
}

/// What the host uses of a thread's instance.
#[derive(Clone, Copy)]
pub(super) struct GuestExports {
    pub(super) instance: Instance,
    pub(super) table: Table,
    pub(super) stack_pointer: Global,
    pub(super) stack_limit: Global,
    pub(super) thread_pointer: Global,
}

/// The part of the common state that is for Wasmtime.
pub(super) struct Wasm<H: Host + 'static> {
    pub(super) code: Code,
    /// The module with everything that it imports.
    pub(super) linked: OnceLock<InstancePre<Guest<H>>>,
    /// What is not compiled.
    pub(super) outside: Outside,
    /// The way to the interpreter, while it runs functions of the program.
    link: Mutex<Option<Link>>,
    /// Instances of threads that have ended, for those that start: making one takes
    /// longer than many a thread lives. They hold the whole, so
    /// [`drop_idle`](Wasm::drop_idle) has to be called at the end.
    idle: Mutex<Vec<Store<Guest<H>>>>,
}

/// What is known of functions that the interpreter runs.
#[derive(Default)]
pub(super) struct Outside {
    /// The type of every function of the program, if any is not compiled.
    pub(super) signatures: Box<[Signature]>,
}

impl<H: Host> Wasm<H> {
    pub(super) fn new(code: Code, outside: Outside) -> Wasm<H> {
        Wasm {
            code,
            linked: OnceLock::new(),
            outside,
            link: Mutex::new(None),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// The way to the interpreter.
    pub(super) fn link(&self) -> MutexGuard<'_, Option<Link>> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An instance of a thread that has ended.
    pub(super) fn take_idle(&self) -> Option<Store<Guest<H>>> {
        self.idle().pop()
    }

    /// Keeps the instance of a thread that has ended, unless there are enough.
    pub(super) fn keep_idle(&self, store: Store<Guest<H>>) {
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push(store);
        }
    }

    /// Drops the instances that were kept, after the end.
    pub(super) fn drop_idle(&self) {
        let idle = std::mem::take(&mut *self.idle());
        drop(idle);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Store<Guest<H>>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<H: Host> CodeEngine for Wasm<H> {
    fn interrupt(&self) {
        if self.code.about.has_epochs() {
            self.code.module.engine().increment_epoch();
        }
    }
}

impl<H: Host> fmt::Debug for Wasm<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wasm")
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}
