//! Compiled programs.

use super::stack::CODE_STACK;
use crate::host::HostFunction;
use crate::irt;
use crate::native::{self, Reservations, Trusted};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::layout::Layout;
use pinnacle_wasm::TURN_LENGTH;
use pinnacle_wasm::{LoopEntry, SourceMap};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use wasmtime::{Config, Engine, Module, WasmBacktrace};

/// Maximum number of frames in the report of a trap.
const MAX_BACKTRACE_FRAMES: usize = 1 << 19;

/// Loop depth above which code counts rounds instead of checking Wasmtime's epochs. With epochs,
/// each loop would carry the deadline for every loop nested in it.
const MAX_LOOPS_WITH_EPOCHS: usize = 64;

/// Budget of an interpreted thread in instructions, if code does not count rounds.
const SLICE: i64 = 2_000_000;

/// A program's ability to start threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// If the program's data contains the name of the interface for threads.
    #[default]
    Auto,
    /// Yes; its memory is shared.
    On,
    /// Never: starting a thread gives `EAGAIN`.
    Off,
}

/// Options for compiling a program.
#[derive(Clone, Debug)]
pub struct CodeOptions {
    /// The size of the main thread's stack in bytes. Code is compiled for it, so the size in
    /// [`RunOptions`](crate::program::RunOptions) is ignored.
    pub stack_size: u32,
    /// Allows indirect calls with the wrong signature: missing arguments are zero, extra ones are
    /// dropped.
    pub lenient_calls: bool,
    /// True if a run can have a time limit, which costs a little in every loop and call. Code of
    /// programs with threads always allows one.
    pub interruptible: bool,
    /// The program's ability to start threads.
    pub threads: Threads,
    /// The functions that can be called from outside.
    pub exports: Exports,
    /// Functions that are not compiled; see
    /// [`Instance::mixed`](super::Instance::mixed).
    pub outside: Vec<FuncId>,
    /// Gives every computed NaN the same bits, at some cost. For comparisons with other engines.
    pub canonical_nans: bool,
    /// Number of threads that compile: 1 for one, otherwise one per core.
    pub jobs: usize,
    /// The functions of the host that the program will run with.
    pub host: Vec<HostFunction>,
}

impl Default for CodeOptions {
    /// Default options: the usual stack, strict calls, no interruption, threads as needed, the
    /// entry function, all cores, the IRT.
    fn default() -> CodeOptions {
        CodeOptions {
            stack_size: pinnacle_pexe::layout::DEFAULT_STACK_SIZE,
            lenient_calls: false,
            interruptible: false,
            threads: Threads::Auto,
            exports: Exports::Entry,
            outside: Vec::new(),
            canonical_nans: false,
            jobs: 0,
            host: irt::declarations().collect(),
        }
    }
}

impl CodeOptions {
    /// Returns the facts that these options determine about a program's code, without the addresses
    /// of its parts.
    pub(super) fn about_program(&self, program: &Program) -> About {
        let module = program.module();
        let threads = match self.threads {
            Threads::Auto => irt::uses_threads(module),
            Threads::On => true,
            Threads::Off => false,
        };
        let about = self.about(threads);
        About {
            loads_modules: irt::loads_modules(module),
            nests_loops: about.interruptible
                && pinnacle_wasm::has_deeper_loops(program, MAX_LOOPS_WITH_EPOCHS),
            ..about
        }
    }

    /// Returns the facts that these options determine about code, without the addresses of its
    /// parts.
    pub(super) fn about(&self, shared: bool) -> About {
        About {
            stack_size: self.stack_size,
            lenient_calls: self.lenient_calls,
            interruptible: self.interruptible || shared,
            shared,
            exports_all: self.exports == Exports::All,
            canonical_nans: self.canonical_nans,
            loads_modules: false,
            nests_loops: false,
            outside: self.outside.clone(),
            host: self.host.clone(),
            layout: Places::default(),
        }
    }
}

/// Reasons why a program could not be compiled or loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum CodeError {
    /// The program cannot be translated.
    Translate(pinnacle_wasm::Error),
    /// Wasmtime cannot compile the translation. The message is Wasmtime's.
    Compile(String),
    /// The bytes are not the result of [`Code::to_bytes`].
    Damaged,
    /// The bytes were made by another version of this program, or for another processor. The
    /// message describes the difference.
    Incompatible(String),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::Translate(error) => error.fmt(f),
            CodeError::Compile(message) => write!(f, "cannot compile the program: {message}"),
            CodeError::Damaged => f.write_str("the compiled program is damaged"),
            CodeError::Incompatible(message) => {
                write!(f, "the compiled program cannot be used here: {message}")
            }
        }
    }
}

impl std::error::Error for CodeError {}

impl CodeError {
    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub(super) fn compile(error: wasmtime::Error) -> CodeError {
        CodeError::Compile(describe(&error))
    }
}

impl From<pinnacle_wasm::Error> for CodeError {
    fn from(error: pinnacle_wasm::Error) -> CodeError {
        CodeError::Translate(error)
    }
}

/// Facts about compiled code that are stored with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct About {
    pub(super) stack_size: u32,
    pub(super) lenient_calls: bool,
    pub(super) interruptible: bool,
    pub(super) shared: bool,
    pub(super) exports_all: bool,
    pub(super) canonical_nans: bool,
    /// True if the program may load modules.
    pub(super) loads_modules: bool,
    /// True if the code can be interrupted and has loops nested so deep that epochs would take too
    /// long to compile.
    pub(super) nests_loops: bool,
    pub(super) outside: Vec<FuncId>,
    pub(super) host: Vec<HostFunction>,
    pub(super) layout: Places,
}

/// Addresses of the program's parts, see [`pinnacle_pexe::layout::Layout`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Places {
    pub(super) first_host_function: u32,
    pub(super) constants: Range<u32>,
    pub(super) stack: Range<u32>,
    pub(super) end: u32,
}

impl From<Layout> for Places {
    fn from(layout: Layout) -> Places {
        Places {
            first_host_function: layout.first_host_function,
            constants: layout.constants,
            stack: layout.stack,
            end: layout.end,
        }
    }
}

/// A compiled program. Clones share the code.
#[derive(Clone)]
pub struct Code {
    pub(super) module: Module,
    pub(super) about: Arc<About>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl Code {
    /// Translates and compiles a program.
    ///
    /// # Errors
    ///
    /// See [`CodeError::Translate`] and [`CodeError::Compile`].
    pub fn compile(program: &Program, options: &CodeOptions) -> Result<Code, CodeError> {
        let mut about = options.about_program(program);
        let engine = about.engine(options.jobs).map_err(CodeError::compile)?;
        let translation = pinnacle_wasm::translate(program, &about.translation(options.jobs))?;
        about.layout = translation.layout.into();
        let module = Module::from_binary(&engine, &translation.bytes);
        Ok(Code {
            module: module.map_err(CodeError::compile)?,
            about: Arc::new(about),
        })
    }

    /// Compiles a program; everything except the code is given.
    pub(super) fn compile_with(
        program: &Program,
        about: &Arc<About>,
        engine: &Engine,
        jobs: usize,
    ) -> Result<Code, CodeError> {
        let translation = pinnacle_wasm::translate(program, &about.translation(jobs))?;
        let module = Module::from_binary(engine, &translation.bytes);
        Ok(Code {
            module: module.map_err(CodeError::compile)?,
            about: about.clone(),
        })
    }

    /// Code that [`Code::to_bytes`] has taken apart.
    pub(super) fn from_parts(about: About, machine_code: Trusted<'_>) -> Result<Code, CodeError> {
        let incompatible = |error: wasmtime::Error| CodeError::Incompatible(describe(&error));
        let engine = about.engine(1).map_err(incompatible)?;
        let module = native::load_code(&engine, machine_code).map_err(incompatible)?;
        Ok(Code {
            module,
            about: Arc::new(about),
        })
    }

    /// Returns true if a run can have a time limit.
    pub fn is_interruptible(&self) -> bool {
        self.about.interruptible
    }

    /// Returns true if the program can start threads.
    pub fn has_threads(&self) -> bool {
        self.about.shared
    }

    /// Returns the number of host functions that the code was compiled for.
    pub fn host_functions(&self) -> u32 {
        self.about.host.len() as u32
    }
}

impl About {
    /// Number of functions of the program and its host.
    pub(super) fn functions(&self) -> usize {
        self.layout.first_host_function as usize + self.host.len()
    }

    /// Returns true if code counts its work, and calls the host after a certain amount.
    pub(super) fn counts(&self) -> bool {
        self.shared || self.nests_loops
    }

    /// Returns the budget for an interpreted thread's turn: in rounds if code counts them,
    /// otherwise in instructions.
    pub(super) fn budget(&self) -> i64 {
        match self.counts() {
            true => TURN_LENGTH.into(),
            false => SLICE,
        }
    }

    /// Returns true if the code polls for interruptions.
    pub(super) fn has_epochs(&self) -> bool {
        self.interruptible && !self.counts()
    }

    /// Returns the map from code to the program's instructions. `program` must be the one that was
    /// compiled.
    pub(super) fn source_map(&self, program: &Program) -> Option<SourceMap> {
        let options = self.mapped_translation();
        pinnacle_wasm::translate(program, &options).ok()?.source_map
    }

    /// Returns the source map of a loop entry.
    pub(super) fn entry_source_map(
        &self,
        program: &Program,
        entry: &LoopEntry,
    ) -> Option<SourceMap> {
        let options = self.mapped_translation();
        let translation = pinnacle_wasm::translate_loop_entry(program, &options, entry);
        translation.ok()??.source_map
    }

    fn mapped_translation(&self) -> pinnacle_wasm::Options {
        pinnacle_wasm::Options {
            source_map: true,
            ..self.translation(0)
        }
    }

    /// Options for translating the program.
    pub(super) fn translation(&self, jobs: usize) -> pinnacle_wasm::Options {
        pinnacle_wasm::Options {
            host: self.host.clone(),
            stack_size: self.stack_size,
            shared_memory: self.shared,
            defines_memory: true,
            names: false,
            exports: if self.exports_all {
                Exports::All
            } else {
                Exports::Entry
            },
            guards_pages: true,
            lenient_calls: self.lenient_calls,
            outside: self.outside.clone(),
            turn_length: self.counts().then_some(TURN_LENGTH),
            loads_modules: self.loads_modules,
            source_map: false,
            jobs,
        }
    }

    /// Creates an engine for the code. Its settings affect how code is compiled, so they must not
    /// depend on anything else.
    pub(super) fn engine(&self, jobs: usize) -> wasmtime::Result<Engine> {
        let mut config = Config::new();
        config
            .wasm_exceptions(true)
            // Programs without threads may use atomic accesses too.
            .wasm_threads(true)
            .epoch_interruption(self.has_epochs())
            .cranelift_nan_canonicalization(self.canonical_nans)
            .parallel_compilation(jobs != 1)
            // No access needs a bounds check: any address plus offset is in the reservation or in
            // the guard after it.
            .memory_reservation(native::RESERVATION)
            .memory_guard_size(native::GUARD)
            .memory_init_cow(false)
            .with_host_memory(Arc::new(Reservations))
            // Calls through the table need not check whether an entry was initialised.
            .table_lazy_init(false)
            .max_wasm_stack(CODE_STACK)
            // Only asynchronous calls use this setting, but it may not be smaller than the stack.
            .async_stack_size(CODE_STACK)
            .wasm_backtrace_max_frames(NonZeroUsize::new(MAX_BACKTRACE_FRAMES))
            .native_unwind_info(false);
        Engine::new(&config)
    }
}

/// Formats an error of Wasmtime with its causes, but without the stack trace.
pub(super) fn describe(error: &wasmtime::Error) -> String {
    let stack = error.downcast_ref::<WasmBacktrace>();
    let causes = error.chain().skip(usize::from(stack.is_some()));
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
