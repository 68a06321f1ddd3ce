//! Programs whose machine code runs on the processor alone, without an engine around it.
//!
//! The code's loader implements [`MachineCode`] for it. [`Instance`] runs the program in it, with
//! the same memory, files, IRT and threads as an [`Instance`](super::Instance) of Wasmtime's code.
//!
//! Code does not check for the end of the program while it runs. So threads that are still
//! computing continue after the end, until the process exits, which should follow soon.

mod code;
mod host;
mod threads;

pub use crate::native::{Mapping, REACH};
pub use code::{Entry, Exit, Fault, HostCalls, Layout, MachineCode, Places, Reason, Reply};

use super::code::CodeError;
use super::shared_state::{CodeEngine, End, Shared};
use super::stack;
use super::stop::Stop;
use crate::files::Stdio;
use crate::irt::{self, Irt};
use crate::loader::{self, LoadError, LoadOptions};
use crate::machine;
use crate::memory::{Memory, Protection};
use crate::native::Mapped;
use crate::program::{RunOptions, StartError};
use crate::trap::Trap;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{FuncId, InstId};
use std::fmt;
use std::sync::Arc;

/// Number of reported calls reserved for the outermost ones of a long stack.
const OUTERMOST: usize = 8;

/// Stack sizes of a thread: for the code, and for the host.
const STACK: [usize; 2] = [stack::CODE_STACK, stack::HOST_STACK];

/// The part of the shared state that only machine code needs.
#[derive(Debug)]
struct Direct<C> {
    code: C,
    layout: Layout,
    /// The number of arguments of each function of the host.
    argument_counts: Vec<usize>,
}

impl<C: MachineCode> CodeEngine for Direct<C> {
    fn interrupt(&self) {}
}

/// A program in memory, ready to run once.
pub struct Instance<C: MachineCode> {
    shared: Arc<Shared<Irt, Direct<C>>>,
    /// The address of the start-up block.
    start_block: u32,
}

impl<C: MachineCode> fmt::Debug for Instance<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("shared", &self.shared)
            .finish_non_exhaustive()
    }
}

impl<C: MachineCode> Instance<C> {
    /// Prepares a program. `load` makes its code for memory that is reserved as far as [`REACH`]
    /// says, or returns the reason why it cannot.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn new(
        options: RunOptions,
        load: impl FnOnce(&Arc<Mapping>) -> Result<(C, Layout), String>,
    ) -> Result<Instance<C>, StartError> {
        let limit = Memory::usable_limit(options.memory_limit);
        let (mapped, mapping) = Mapped::apart(limit).map_err(StartError::AddressSpace)?;
        let (code, layout) = load(&mapping)
            .map_err(|reason| StartError::Engine(CodeError::Incompatible(reason).to_string()))?;
        let host: Vec<_> = irt::declarations().collect();
        let start = options.working_folder.as_deref();
        let files =
            machine::file_system(options.stdio, &options.folders, start, options.descriptors)?;
        let load = LoadOptions {
            arguments: options.arguments,
            environment: options.environment,
            memory_limit: options.memory_limit,
            stack_size: layout.stack.len() as u32,
            host_functions: host.len() as u32,
        };
        let arena = loader::arena(layout.stack.end, layout.end, &load)?;
        let arena_start = arena.start;
        let seed = options.seed;
        let irt = machine::irt(files, seed, arena);
        let (end, first) = (layout.end, layout.first_host_function);
        let direct = Direct {
            code,
            layout,
            argument_counts: host.iter().map(|function| function.params.len()).collect(),
        };
        let memory = Memory::from_region(Box::new(mapped));
        let shared = Arc::new(Shared::new(direct, irt, memory));
        shared.lock().seed = seed.unwrap_or(0);
        let block = loader::start_block_bytes(&load, end, first);
        fill(&shared, arena_start, &block)?;
        Ok(Instance {
            shared,
            start_block: end,
        })
    }

    /// Runs the program to its end. Returns its exit status or the reason why it stopped, and the
    /// result of a function of its host at the end. The process itself must enforce time limits.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn run<T>(
        self,
        at_end: impl FnOnce(&mut Irt) -> T,
    ) -> Result<(Result<u8, Stop>, T), StartError> {
        let silent = machine::file_system(Stdio::default(), &[], None, Vec::new())?;
        let shared = self.shared;
        shared.begin();
        threads::run_main(&shared, self.start_block)?;
        shared.wait_for_end(None);
        threads::place_end(&shared);
        let mut state = shared.lock();
        let end = match state.end.take() {
            Some(End::Status(status)) => Ok(status),
            Some(End::Stop(stop)) => Err(stop),
            None => Ok(0),
        };
        let said = at_end(&mut state.host);
        // Closing the streams flushes their buffers. Threads that continue get silent ones.
        let silent = machine::irt(silent, None, 0..0);
        drop(std::mem::replace(&mut state.host, silent));
        Ok((end, said))
    }
}

/// Writes the initial contents of memory, and protects its pages.
fn fill<C: MachineCode>(
    shared: &Shared<Irt, Direct<C>>,
    arena_start: u32,
    start_block: &[u8],
) -> Result<(), StartError> {
    let Direct { code, layout, .. } = &shared.engine;
    let memory = &mut shared.lock().memory;
    let limit = memory.limit();
    let no_memory = |_| LoadError::NoMemory { limit };
    memory
        .protect(layout.constants.clone(), Protection::ReadWrite)
        .and_then(|()| memory.protect(layout.stack.start..arena_start, Protection::ReadWrite))
        .map_err(no_memory)?;
    memory.initialize(layout.end, start_block);
    code.initialize();
    memory
        .protect(layout.constants.clone(), Protection::Read)
        .map_err(no_memory)?;
    Ok(())
}

impl Stop {
    /// Returns the trap of a machine-code program. `find` returns the instructions at offsets in
    /// the code. One offset may stand for several calls if functions were inlined.
    pub fn trap_of_machine_code(
        &self,
        program: &Program,
        find: impl FnOnce(&[u32]) -> Vec<(FuncId, InstId)>,
    ) -> Trap {
        let mut places = find(&self.offsets());
        let (known, calls) = (places.len(), places.len() + self.omitted);
        // The omitted calls are in the middle.
        let mut indices = (0..known).map(|index| match known - index {
            ..=OUTERMOST => index + self.omitted,
            _ => index,
        });
        places.retain(|_| Trap::lists(indices.next().unwrap_or(calls), calls));
        let mut trap = self.trap_at(program, &places);
        trap.omitted = calls - places.len();
        trap
    }
}
