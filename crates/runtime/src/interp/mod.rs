//! The interpreter: the engine whose results define those of the others.
//!
//! [`crate::program::Instance::interpret`] is the usual way in. An engine or a
//! test that lays memory out itself makes an [`Interpreter`] and calls
//! [`Interpreter::run`] or, for one function, [`Interpreter::call`].
//!
//! Code is prepared when it is first reached (`prepare`): its instructions
//! become operations on the registers of a frame (`op`), which the main loop
//! runs (`exec`). A function is prepared block by block at first, and as a
//! whole when it is used much (`tier_up`). `machine` runs threads and talks to
//! the host. Under a debugger, `history` lets a run go back.
//!
//! # Fuel
//!
//! A unit of fuel is roughly one instruction. Fuel is charged in bulk. A backward jump costs the
//! number of instructions from its target to itself, in the order in which blocks are laid out. A
//! call costs the number of the callee's operations, at most 100. Straight-line code in between
//! costs nothing. While a function runs block by block, each block entered costs its number of
//! instructions instead. Moving bytes, by `llvm.memcpy`, `llvm.memmove` and `llvm.memset` or in the
//! host, costs a unit for every 16 bytes. The count is exact in the sense that the same program and
//! input always use the same amount.

mod arith;
mod debugger;
mod exec;
mod history;
mod host_calls;
mod intrinsics;
mod leave;
mod machine;
#[cfg(all(feature = "wasmtime", unix))]
pub(crate) mod nested;
mod op;
mod prepare;
mod prepared;
mod program;
mod report;
pub(crate) mod setjmp;
mod slow_path;
#[cfg(test)]
mod tests;
mod thread;
pub(crate) mod tier_up;
mod trace;
mod value;
mod vector;

pub use debugger::{CallPlace, Debugger, MAX_CALLS_WITH_VALUES, Point, StopAction, Stopped};
pub use trace::{CallEvent, CallValues, TraceEvent, TraceLevel, TracePoint, TraceSink};

use crate::host::{Action, Host, HostContext, HostFunction};
use crate::memory::Memory;
use crate::trap::Trap;
use history::{History, LoggedHost, SharedLog};
use machine::Machine;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::module::Module;
use prepared::{Counting, Mode};
use program::Program;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use trace::Tracer;

/// Options for running a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Fuel for the program; see the module's description.
    pub fuel: Option<u64>,
    /// Time limit of the program.
    pub timeout: Option<Duration>,
    /// Seed for the order in which threads run; 0 makes them take turns in order.
    pub seed: u64,
    /// The length of a thread's turn in rounds ([`pinnacle_pexe::rounds`]). With it, threads switch
    /// where machine code of the same turn length switches, and fuel is counted in rounds. Without
    /// it, turns are counted in instructions.
    pub turn_length: Option<u32>,
    /// Lets indirect calls with another signature through: missing arguments
    /// are zero, further ones are dropped.
    pub lenient_calls: bool,
    /// The level of tracing.
    pub trace: TraceLevel,
}

/// The state in which a program starts.
#[derive(Clone, Debug)]
pub struct StartState {
    /// The function that runs first.
    pub entry: FuncId,
    /// The argument: the address of the start-up block.
    pub argument: u32,
    /// The main thread's stack, which grows down from the end.
    pub stack: Range<u32>,
}

/// A program ready to run.
#[derive(Debug)]
pub struct Interpreter<'m> {
    program: Program<'m>,
    options: Options,
    interrupt: Option<Arc<AtomicBool>>,
}

/// The result of calling a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// It returned these words.
    Returned([u64; 2]),
    /// The function ended the program, with this status.
    Exited(u8),
}

impl<'m> Interpreter<'m> {
    /// Creates an interpreter for a module. `bodies` are in file order; `globals` are the addresses
    /// of the globals.
    pub fn new(
        module: &'m Module,
        bodies: &'m [Function],
        globals: &[u32],
        options: Options,
    ) -> Interpreter<'m> {
        let mode = match options.trace {
            TraceLevel::Off | TraceLevel::Host => Mode::Fast,
            TraceLevel::Calls => Mode::TraceCalls,
            TraceLevel::Insts => Mode::TraceInsts,
            TraceLevel::Steps => Mode::Steps,
        };
        let counting = match options.turn_length {
            Some(_) => Counting::Rounds,
            None => Counting::Instructions,
        };
        let program = Program::new(
            module,
            bodies,
            globals,
            mode,
            counting,
            options.lenient_calls,
        );
        Interpreter {
            program,
            options,
            interrupt: None,
        }
    }

    /// Stops the run with [`crate::TrapKind::Timeout`] soon after this flag is set.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Interpreter<'m> {
        self.interrupt = Some(flag);
        self
    }

    /// Runs the program to its end and returns its exit status. The lines of the trace, if there is
    /// one, go to `sink`; `&mut ()` drops them.
    pub fn run(
        &self,
        memory: &mut Memory,
        start: &StartState,
        host: &mut dyn Host,
        sink: &mut dyn TraceSink,
    ) -> Result<u8, Trap> {
        let level = self.options.trace;
        let goes_back = |it: &mut dyn Debugger| it.goes_back();
        if level != TraceLevel::Steps || !sink.debugger().is_some_and(goes_back) {
            let tracer = Tracer::new(level, sink);
            return Machine::new(&self.program, &self.options, memory, host, tracer)
                .interrupted_by(self.interrupt.clone())
                .run(start);
        }
        let log = SharedLog::default();
        let mut host = LoggedHost::new(host, SharedLog::clone(&log));
        let history = History::new(log, memory.limit() as usize);
        let tracer = Tracer::new(level, sink);
        memory.begin_changes();
        let end = Machine::new(&self.program, &self.options, memory, &mut host, tracer)
            .interrupted_by(self.interrupt.clone())
            .with_history(history)
            .run(start);
        memory.end_changes();
        end
    }

    /// Runs one function with these arguments and without a host. Arguments and results have the
    /// form of registers: integers zero-extended, floating point numbers as bits, vectors of 128
    /// bits as two words, vectors of `i1` as a mask. A result of one word is in the first.
    pub fn call(
        &self,
        memory: &mut Memory,
        function: FuncId,
        args: &[u64],
        stack: Range<u32>,
    ) -> Result<[u64; 2], Trap> {
        match self.call_with_host(memory, function, args, stack, &mut 0, &mut NoHost)? {
            Called::Returned(words) => Ok(words),
            Called::Exited(_) => Ok([0; 2]),
        }
    }

    /// Runs one function as [`Interpreter::call`] does, with a host. The main thread starts with
    /// this thread pointer. If the function returns, `thread_pointer` is updated to its final
    /// value.
    pub fn call_with_host(
        &self,
        memory: &mut Memory,
        function: FuncId,
        args: &[u64],
        stack: Range<u32>,
        thread_pointer: &mut u32,
        host: &mut dyn Host,
    ) -> Result<Called, Trap> {
        let mut sink = ();
        let tracer = Tracer::new(TraceLevel::Off, &mut sink);
        let mut machine = Machine::new(&self.program, &self.options, memory, host, tracer)
            .interrupted_by(self.interrupt.clone());
        machine.thread_pointer = *thread_pointer;
        let called = machine.call(function, args, stack)?;
        *thread_pointer = machine.thread_pointer;
        Ok(called)
    }
}

/// A host without functions.
struct NoHost;

impl Host for NoHost {
    fn functions(&self) -> &[HostFunction] {
        &[]
    }

    fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
        Action::Return(0)
    }

    fn real_time(&self) -> Duration {
        Duration::ZERO
    }

    fn pass_time(&mut self, _: Duration) {}
}
