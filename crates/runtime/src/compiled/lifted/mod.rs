//! Programs that were lifted to LLVM IR and compiled by clang.
//!
//! [`Lifted`] is the library that clang has made, loaded; [`Lifted::run`] runs the
//! program in it, with the same memory, files, IRT and threads as an
//! [`Instance`](super::Instance) of Wasmtime's code.
//!
//! Its code looks for nothing while it runs. So when a program ends, threads of it
//! that compute stay; they end with the process, which has to follow soon.

mod host;
mod places;
mod threads;

use super::code::{CodeError, Places};
use super::shared_state::{CodeEngine, End, Shared};
use super::stack;
use super::stop::Stop;
use crate::files::Stdio;
use crate::irt::{self, Irt};
use crate::loader::{self, LoadError, LoadOptions};
use crate::machine;
use crate::memory::{Memory, Protection};
use crate::native::{Library, Mapped, Trusted};
use crate::program::{RunOptions, StartError};
use crate::trap::Trap;
use pinnacle_pexe::decode::Program;
use std::sync::Arc;

/// The version of what `docs/llvm-ir.md` says of module and host.
const ABI_VERSION: u32 = 2;

/// How many of the places that are kept of a stop are those of its outermost calls,
/// at least.
const OUTERMOST: usize = 8;

/// A program as a library, in a process that has nothing else of it.
#[derive(Debug)]
pub struct Lifted {
    bytes: Vec<u8>,
}

/// What the threads of such a program have beside that which is common to all
/// engines.
#[derive(Debug)]
pub(super) struct Direct {
    library: Library,
    places: Places,
    /// How many arguments each function of the host has.
    argument_counts: Vec<usize>,
}

impl CodeEngine for Direct {
    fn interrupt(&self) {}
}

/// Whether bytes are such a library rather than other code.
#[must_use]
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

impl Lifted {
    /// Takes what clang has made: what `pinnacle translate --to native --with clang` made
    /// of a program. Its code will run in this process, with all its rights.
    #[must_use]
    pub fn new(code: Trusted<'_>) -> Lifted {
        Lifted {
            bytes: code.bytes().to_vec(),
        }
    }

    /// Runs the program to its end and gives its exit status or what stopped it, and
    /// what a function says of its host at the end. A limit of time is up to the
    /// process.
    ///
    /// # Errors
    ///
    /// What prevents its start.
    pub fn run<T>(
        &self,
        options: RunOptions,
        at_end: impl FnOnce(&mut Irt) -> T,
    ) -> Result<(Result<u8, Stop>, T), StartError> {
        let silent = machine::file_system(Stdio::default(), &[], None)?;
        let (shared, start_block) = self.load(options)?;
        shared.begin();
        threads::run_main(&shared, start_block)?;
        shared.wait_for_end(None);
        threads::place_end(&shared);
        let mut state = shared.lock();
        let end = match state.end.take() {
            Some(End::Status(status)) => Ok(status),
            Some(End::Stop(stop)) => Err(stop),
            None => Ok(0),
        };
        let said = at_end(&mut state.host);
        // The streams are closed, which sees to what still waits to be written. Threads
        // that go on have others.
        let silent = machine::irt(silent, None, 0..0);
        drop(std::mem::replace(&mut state.host, silent));
        Ok((end, said))
    }

    /// What a stop says, with its places in the program, which must be the one that
    /// the library was made of.
    pub fn trap(&self, stop: &Stop, program: &Program) -> Trap {
        let mut places = places::of(&self.bytes, &stop.offsets(), program);
        let (known, calls) = (places.len(), places.len() + stop.omitted);
        // What was left out lies in the middle.
        let mut indices = (0..known).map(|index| match known - index {
            ..=OUTERMOST => index + stop.omitted,
            _ => index,
        });
        places.retain(|_| Trap::lists(indices.next().unwrap_or(calls), calls));
        let mut trap = stop.trap_at(program, &places);
        trap.omitted = calls - places.len();
        trap
    }

    /// Loads the library and makes everything ready; gives also the address of the
    /// start-up block.
    fn load(&self, options: RunOptions) -> Result<(Arc<Shared<Irt, Direct>>, u32), StartError> {
        let refused = |reason: String| {
            let error = CodeError::Incompatible(reason);
            StartError::Engine(error.to_string())
        };
        let limit = Memory::usable_limit(options.memory_limit);
        let (mapped, mapping) = Mapped::apart(limit).map_err(StartError::AddressSpace)?;
        let library = Library::load(&self.bytes, &mapping).map_err(refused)?;
        let host: Vec<_> = irt::declarations().collect();
        let names = library.host_names();
        if library.layout()[0] != ABI_VERSION
            || !names.iter().eq(host.iter().map(|function| &function.name))
        {
            let reason = "it was made for functions of the host that this one does not have";
            return Err(refused(reason.into()));
        }
        let [
            _,
            constants,
            constants_end,
            stack,
            stack_end,
            end,
            first,
            ..,
        ] = *library.layout();
        let places = Places {
            first_host_function: first,
            constants: constants..constants_end,
            stack: stack..stack_end,
            end,
        };
        let start = options.working_folder.as_deref();
        let files = machine::file_system(options.stdio, &options.folders, start)?;
        let load = LoadOptions {
            arguments: options.arguments,
            environment: options.environment,
            memory_limit: options.memory_limit,
            stack_size: stack_end - stack,
            host_functions: host.len() as u32,
        };
        let arena = loader::arena(stack_end, end, &load)?;
        let arena_start = arena.start;
        let seed = options.seed;
        let irt = machine::irt(files, seed, arena);
        let direct = Direct {
            library,
            places,
            argument_counts: host.iter().map(|function| function.params.len()).collect(),
        };
        let memory = Memory::from_region(Box::new(mapped));
        let shared = Arc::new(Shared::new(direct, irt, memory));
        shared.lock().seed = seed.unwrap_or(0);
        let block = loader::start_block_bytes(&load, end, first);
        fill(&shared, arena_start, &block)?;
        Ok((shared, end))
    }
}

/// Gives memory its contents, and its pages their protection.
fn fill(
    shared: &Shared<Irt, Direct>,
    arena_start: u32,
    start_block: &[u8],
) -> Result<(), StartError> {
    let Direct {
        library, places, ..
    } = &shared.engine;
    let memory = &mut shared.lock().memory;
    let limit = memory.limit();
    let no_memory = |_| LoadError::NoMemory { limit };
    memory
        .protect(places.constants.clone(), Protection::ReadWrite)
        .and_then(|()| memory.protect(places.stack.start..arena_start, Protection::ReadWrite))
        .map_err(no_memory)?;
    memory.initialize(places.end, start_block);
    library.initialize();
    memory
        .protect(places.constants.clone(), Protection::Read)
        .map_err(no_memory)?;
    Ok(())
}

/// The stack of a thread: the code's part and the host's.
const STACK: [usize; 2] = [stack::CODE_STACK, stack::HOST_STACK];
