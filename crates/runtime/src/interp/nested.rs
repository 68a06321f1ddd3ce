//! Calls that another engine makes, of functions that may call back into it.
//!
//! A call runs until it returns, traps, or needs something from outside of the interpreter: a
//! function of the host, or one that the other engine runs. The other engine handles that, passes
//! the result in, and resumes the call. Meanwhile it may make further calls, which end first.
//!
//! Between two steps the other engine may take over the innermost function at the start of a block.
//! [`Calls::osr_point`] returns its location, [`Calls::values`] returns the values computed so far, and
//! [`Calls::finish`] passes in the function's result.

use super::exec::execute;
use super::prepared::{Counting, Mode};
use super::program::Program;
use super::report;
use super::setjmp::{self, JumpBuffer};
use super::slow_path::land;
use super::thread::{Exit, Thread};
use super::tier_up::{Elsewhere, Tiers};
use super::trace::{TraceLevel, Tracer};
use crate::host::HostFunction;
use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::{BlockId, FuncId, InstId};
use pinnacle_pexe::types::Type;
use std::ops::Range;
use std::sync::Arc;

/// The bodies of a program, prepared on demand. All threads share them.
pub(crate) struct Bodies<'m>(Program<'m>);

impl<'m> Bodies<'m> {
    /// The bodies of a program with the addresses of its globals, for the functions of a host. With
    /// `counts_rounds` the budget is counted in rounds, as in machine code.
    pub(crate) fn new(
        program: &'m pinnacle_pexe::decode::Program,
        globals: &[u32],
        host: &[HostFunction],
        lenient_calls: bool,
        counts_rounds: bool,
    ) -> Bodies<'m> {
        let counting = match counts_rounds {
            true => Counting::Rounds,
            false => Counting::Instructions,
        };
        let (module, bodies) = (program.module(), program.functions());
        let program = Program::new(module, bodies, globals, Mode::Fast, counting, lenient_calls);
        program.set_host(host);
        Bodies(program)
    }

    /// Returns the function of the program with an address and a type.
    pub(crate) fn function_at(
        &self,
        address: u32,
        params: &[Type],
        result: Type,
    ) -> Result<FuncId, TrapKind> {
        self.0.function_at(address, params, result)
    }

    /// Returns the values that are available at a function's current location, as local indices in
    /// order.
    pub(crate) fn values_at_hand(&self, point: OsrPoint) -> Vec<u32> {
        let at_hand = self
            .0
            .values_at_hand(point.function, point.block.0, point.by_blocks);
        at_hand.into_iter().map(|(local, _)| local).collect()
    }
}

/// Maximum number of frames that are considered when looking for hot functions.
const MAX_HOT_FRAMES: usize = 16;

/// The calls of a thread that have not returned.
pub(crate) struct Calls<'p> {
    program: &'p Program<'p>,
    tiers: Tiers<'p>,
    calls: Vec<Call<'p>>,
    /// The number of the last call that has an activation number.
    activations: u64,
    /// The remaining budget.
    budget: i64,
}

struct Call<'p> {
    thread: Thread<'p>,
    /// The register for the result that the call waits for.
    result: u16,
    is_wide: bool,
    /// True if another engine runs the first function.
    is_empty: bool,
}

/// The reason why the innermost call stopped.
#[derive(Debug)]
pub(crate) enum Step {
    /// The budget is used up.
    Paused,
    /// It has returned and been removed.
    Returned([u64; 2]),
    /// It has trapped. The frames are kept, so that the location can be queried.
    Trapped(TrapKind),
    /// It needs the result of the host function with this index. The stack is in use down to this
    /// address.
    Host {
        function: usize,
        args: Vec<u64>,
        stack_pointer: u32,
    },
    /// It needs the result of a function that runs on another engine, with the stack from this
    /// address down.
    Away {
        function: FuncId,
        args: Vec<u64>,
        stack_pointer: u32,
    },
}

/// The location of the innermost function: the start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OsrPoint {
    pub(crate) function: FuncId,
    pub(crate) block: BlockId,
    /// True if it runs block by block. The values that are available depend on it.
    pub(crate) by_blocks: bool,
}

/// The stack of a function that another engine takes over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackPlace {
    /// The stack pointer.
    pub(crate) pointer: u32,
    /// The stack pointer when the function was called.
    pub(crate) at_entry: u32,
}

impl<'p> Calls<'p> {
    /// Makes an empty stack of calls for a thread. There may be no functions that run elsewhere.
    pub(crate) fn new(bodies: &'p Bodies<'_>, thread: u32, elsewhere: Elsewhere) -> Calls<'p> {
        let program: &'p Program<'p> = &bodies.0;
        Calls {
            program,
            tiers: Tiers::new(program, elsewhere),
            calls: Vec::new(),
            activations: setjmp::before_first(thread),
            budget: 0,
        }
    }

    /// Removes the frame of the innermost function, which another engine has taken over.
    pub(crate) fn leave_innermost(&mut self) {
        if let Some(call) = self.calls.last_mut() {
            call.is_empty = !call.thread.return_with(&[]);
        }
    }

    /// Returns the functions that are likely to be hot: those in the innermost call, innermost
    /// first, and those that were prepared as a whole.
    pub(crate) fn hot_functions(&self) -> Vec<FuncId> {
        let thread = self.calls.last().map(|call| &call.thread);
        let active = thread.into_iter().flat_map(|thread| {
            let callers = thread.frames.iter().rev().take(MAX_HOT_FRAMES);
            let callers = callers.filter_map(|frame| frame.caller);
            std::iter::once(thread.function).chain(callers)
        });
        let active = active.map(|function| function.id);
        active.chain(self.tiers.prepared_whole()).collect()
    }

    /// From now on, calls go to the other engine, except for functions with a flag.
    pub(crate) fn leave_some_to_others(&mut self, here: Arc<[bool]>) {
        self.tiers.leave_some_to_others(here);
    }

    /// From now on, all calls go to the other engine.
    pub(crate) fn leave_to_others(&mut self) {
        self.tiers.leave_to_others();
    }

    /// Number of active calls.
    pub(crate) fn in_progress(&self) -> usize {
        self.calls.len()
    }

    /// The remaining budget, in instructions or in rounds.
    pub(crate) fn budget(&self) -> i64 {
        self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: i64) {
        self.budget = budget;
    }

    /// Starts a call, which is then run in steps. Arguments are words as for
    /// [`super::Interpreter::call`]. Fails if the function cannot be run.
    pub(crate) fn begin(
        &mut self,
        function: FuncId,
        args: &[u64],
        stack: Range<u32>,
        thread_pointer: u32,
    ) -> Result<(), TrapKind> {
        let prepared = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        let mut thread = Thread::new(0, prepared, stack, thread_pointer);
        self.budget -= prepared.weight;
        thread.registers[..args.len()].copy_from_slice(args);
        self.calls.push(Call {
            thread,
            result: 0,
            is_wide: false,
            is_empty: false,
        });
        Ok(())
    }

    /// Passes the innermost call the result that it waits for.
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

    /// Drops the innermost call, and returns the locations of its functions, innermost first.
    pub(crate) fn abandon(&mut self) -> Vec<(FuncId, InstId)> {
        let call = self.calls.pop().filter(|call| !call.is_empty);
        call.map_or_else(Vec::new, |call| {
            let places = report::places(&call.thread);
            places.map(|place| (place.function, place.inst)).collect()
        })
    }

    /// Continues after a setjmp in the innermost call. Returns true if the buffer belongs to such a
    /// setjmp.
    pub(crate) fn land(&mut self, buffer: &JumpBuffer, value: u32, thread_pointer: u32) -> bool {
        let call = self.calls.last_mut().filter(|call| !call.is_empty);
        let Some(call) = call else {
            return false;
        };
        let landed = land(&mut call.thread, buffer, value);
        if let Some(passed) = landed {
            call.thread.thread_pointer = thread_pointer;
            if self.program.info.counting == Counting::Rounds {
                self.budget -= passed;
            }
        }
        landed.is_some()
    }

    /// Runs the innermost call until its budget, or a part of it, is used up.
    pub(crate) fn step(&mut self, memory: &mut Memory, slice: Option<i64>) -> Step {
        let Some(call) = self.calls.last_mut() else {
            return Step::Returned([0; 2]);
        };
        let mut sink = ();
        let mut tracer = Tracer::new(TraceLevel::Off, &mut sink);
        let (program, tiers, thread) = (self.program, &mut self.tiers, &mut call.thread);
        thread.activations = self.activations;
        let budget = self.budget.max(0);
        let granted = slice.map_or(budget, |slice| slice.min(budget));
        let mut left = granted;
        let exit = execute(program, tiers, memory, thread, &mut tracer, &mut left);
        self.budget -= granted - left + std::mem::take(&mut thread.owed);
        self.activations = thread.activations;
        match exit {
            // No debugger is used here.
            Exit::Budget | Exit::Stopped => Step::Paused,
            Exit::Finished(words) => {
                self.calls.pop();
                Step::Returned(words)
            }
            Exit::Trap(kind) => Step::Trapped(kind),
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
                let signature = program.signature(function);
                (call.result, call.is_wide) = (result, signature.result.bits() == 128);
                Step::Away {
                    function,
                    args,
                    stack_pointer: thread.sp,
                }
            }
        }
    }

    /// Returns the place of the innermost function, if it is at the start of a block and does not
    /// call setjmp.
    pub(crate) fn osr_point(&self) -> Option<OsrPoint> {
        let thread = &self.calls.last()?.thread;
        let prepared = thread.function;
        let function = prepared.id;
        let block = match prepared.block {
            Some(block) if thread.pc == 0 => block,
            None if thread.pc > 0 => self.program.block_at(function, thread.pc)?,
            _ => return None,
        };
        (!prepared.calls_setjmp).then_some(OsrPoint {
            function,
            block: BlockId(block),
            by_blocks: prepared.block.is_some(),
        })
    }

    /// Returns the values of the innermost function, which must be at this place, as words; and its
    /// stack. The values must be available.
    pub(crate) fn values(
        &self,
        point: OsrPoint,
        locals: &[(u32, Type)],
    ) -> Option<(Vec<u64>, StackPlace)> {
        let thread = &self.calls.last()?.thread;
        let at_hand = self
            .program
            .values_at_hand(point.function, point.block.0, point.by_blocks);
        let mut words = Vec::with_capacity(locals.len());
        for &(local, ty) in locals {
            let place = at_hand
                .binary_search_by_key(&local, |&(local, _)| local)
                .ok()?;
            let register = thread.base + usize::from(at_hand[place].1);
            words.push(thread.registers[register]);
            if ty.bits() == 128 {
                words.push(thread.registers[register + 1]);
            }
        }
        let stack = StackPlace {
            pointer: thread.sp,
            at_entry: thread.frames.last()?.sp,
        };
        Some((words, stack))
    }

    /// Ends the innermost function, which has returned on the other engine with this result. If
    /// that ends the whole call, returns the result.
    pub(crate) fn finish(&mut self, words: [u64; 2], thread_pointer: u32) -> Option<[u64; 2]> {
        let Some(call) = self.calls.last_mut() else {
            return Some(words);
        };
        let thread = &mut call.thread;
        let signature = self.program.signature(thread.function.id);
        let count = match signature.result {
            Type::Void => 0,
            ty if ty.bits() == 128 => 2,
            _ => 1,
        };
        if !thread.return_with(&words[..count]) {
            self.calls.pop();
            return Some(words);
        }
        thread.thread_pointer = thread_pointer;
        None
    }
}
