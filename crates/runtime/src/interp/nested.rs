//! Single calls that another engine makes, of functions that may call it back.
//!
//! A call runs until it returns, traps, or needs something that is not the
//! interpreter's: a function of the host, or one that the other engine runs.
//! The other engine sees to that, gives the result, and lets the call go on.
//! Meanwhile it may make further calls, which end before.

use super::exec::execute;
use super::prepared::Mode;
use super::program::Program;
use super::report;
use super::thread::{Exit, Thread};
use super::tier_up::Tiers;
use super::trace::{TraceLevel, Tracer};
use crate::host::HostFunction;
use crate::memory::Memory;
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::ids::FuncId;
use std::ops::Range;

/// The budget of a step.
const SLICE: i64 = 2_000_000;

/// A program of which some functions run here and the others elsewhere.
pub(crate) struct Shared<'m>(Program<'m>);

impl<'m> Shared<'m> {
    /// A program with the addresses of its globals, with the functions that
    /// run here, and the functions of the host.
    pub(crate) fn new(
        program: &'m pinnacle_pexe::decode::Program,
        globals: &[u32],
        here: &[FuncId],
        host: &[HostFunction],
        lenient_calls: bool,
    ) -> Shared<'m> {
        let (module, bodies) = (program.module(), program.functions());
        let mut shared = Program::new(module, bodies, globals, Mode::Fast, lenient_calls);
        let mut away = vec![true; module.functions.len()];
        for function in here {
            if let Some(entry) = away.get_mut(function.index()) {
                *entry = false;
            }
        }
        shared.away = Some(away.into());
        shared.set_host(host);
        Shared(shared)
    }
}

/// The calls that have not returned.
pub(crate) struct Calls<'p> {
    program: &'p Program<'p>,
    tiers: Tiers<'p>,
    calls: Vec<Call<'p>>,
}

struct Call<'p> {
    thread: Thread<'p>,
    /// The register for the result that it waits for.
    result: u16,
    is_wide: bool,
}

/// Why the innermost call stopped.
#[derive(Debug)]
pub(crate) enum Step {
    /// Its turn is over.
    Paused,
    /// It has returned, and is gone.
    Returned([u64; 2]),
    /// It has trapped, and is gone.
    Trapped(Trap),
    /// It wants the result of a function of the host, by index. The stack is in use
    /// down to this address.
    Host {
        function: usize,
        args: Vec<u64>,
        stack_pointer: u32,
    },
    /// It wants the result of a function that runs elsewhere, with the stack
    /// from this address down.
    Away {
        function: FuncId,
        args: Vec<u64>,
        stack_pointer: u32,
    },
}

impl<'p> Calls<'p> {
    pub(crate) fn new(program: &'p Shared<'p>) -> Calls<'p> {
        Calls {
            program: &program.0,
            tiers: Tiers::new(&program.0),
            calls: Vec::new(),
        }
    }

    /// Begins a call, whose steps come next. Arguments are words as for
    /// [`super::Interpreter::call`].
    pub(crate) fn begin(
        &mut self,
        function: FuncId,
        args: &[u64],
        stack: Range<u32>,
        thread_pointer: u32,
    ) -> Result<(), Trap> {
        let prepared = self.tiers.call(function).map_err(|reason| Trap {
            kind: TrapKind::Unsupported(reason),
            thread: 0,
            stack: Vec::new(),
            omitted: 0,
        })?;
        let mut thread = Thread::new(0, prepared, stack, thread_pointer);
        thread.registers[..args.len()].copy_from_slice(args);
        self.calls.push(Call {
            thread,
            result: 0,
            is_wide: false,
        });
        Ok(())
    }

    /// Gives the innermost call the result that it waits for.
    pub(crate) fn give(&mut self, words: [u64; 2], thread_pointer: u32) {
        if let Some(call) = self.calls.last_mut() {
            let register = call.thread.base + usize::from(call.result);
            call.thread.registers[register] = words[0];
            if call.is_wide {
                call.thread.registers[register + 1] = words[1];
            }
            call.thread.thread_pointer = thread_pointer;
        }
    }

    /// Forgets the innermost call, which will not get its result.
    pub(crate) fn abandon(&mut self) {
        self.calls.pop();
    }

    /// Runs the innermost call a while.
    pub(crate) fn step(&mut self, memory: &mut Memory) -> Step {
        let Some(call) = self.calls.last_mut() else {
            return Step::Returned([0; 2]);
        };
        let (mut sink, mut fuel) = ((), SLICE);
        let mut tracer = Tracer::new(TraceLevel::Off, &mut sink);
        let (program, tiers, thread) = (self.program, &mut self.tiers, &mut call.thread);
        match execute(program, tiers, memory, thread, &mut tracer, &mut fuel) {
            Exit::Budget => Step::Paused,
            Exit::Finished(words) => {
                self.calls.pop();
                Step::Returned(words)
            }
            Exit::Trap(kind) => {
                let trap = report::trap(program, thread, kind);
                self.calls.pop();
                Step::Trapped(trap)
            }
            Exit::Host {
                function,
                args,
                result,
            } => {
                (call.result, call.is_wide) = (result, false);
                Step::Host {
                    function,
                    args: thread.registers[args].to_vec(),
                    stack_pointer: thread.sp,
                }
            }
            Exit::Away {
                function,
                args,
                result,
            } => {
                let signature = program.info.module.signature(function);
                (call.result, call.is_wide) = (result, signature.result.bits() == 128);
                Step::Away {
                    function,
                    args,
                    stack_pointer: thread.sp,
                }
            }
        }
    }
}
