//! Runs under a debugger. The debugger is called before each instruction and can inspect the
//! program while it is stopped.

use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::fmt;

/// Decides where a run stops; see [`TraceSink::debugger`](super::TraceSink::debugger).
///
/// A debugger that goes back counts moments: the moment of an instruction is the number of
/// instructions for which [`Debugger::stops_at`] was called before.
pub trait Debugger {
    /// Called before each instruction. Returns true if the run should stop there.
    fn stops_at(&mut self, point: Point, memory: &mut Memory) -> bool;

    /// Called when the run has stopped, at an instruction or at a trap. Returns how it continues.
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> StopAction;

    /// Returns true if the debugger may go back. Only then are the host's answers kept, and changes
    /// of memory recorded ([`Memory::take_changes`]).
    fn goes_back(&self) -> bool {
        false
    }

    /// Called when the run is back at a moment for which it has a snapshot. [`Debugger::stops_at`]
    /// is called for that moment next. `is_first` is true at the earliest moment that can be
    /// reached.
    fn has_gone_back(&mut self, moment: u64, is_first: bool, memory: &mut Memory) {
        let _ = (moment, is_first, memory);
    }

    /// Called when the host's answers take much memory. With a snapshot of the next moment, the
    /// history can drop the oldest answers.
    fn needs_snapshot(&mut self) {}

    /// Called when the program has ended. Returns the moment to which the run goes back, if it
    /// does.
    fn ends(&mut self) -> Option<u64> {
        None
    }
}

/// The way in which a run continues after a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopAction {
    /// The run continues.
    Continue,
    /// The run ends.
    End,
    /// Take a snapshot of the current moment and continue by calling [`Debugger::stops_at`] for it.
    /// Only for stops at instructions, in runs that can go back.
    Snapshot(u64),
    /// Go back to the last snapshot at or before a moment, or to the first one. The run ends if
    /// there are no snapshots.
    GoBack(u64),
}

/// An instruction that runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The thread that executes it.
    pub thread: u32,
    /// The function that contains it.
    pub function: FuncId,
    /// The instruction in it.
    pub inst: InstId,
    /// Number of calls of the thread that have not returned, including this one.
    pub depth: usize,
}

/// A program that has stopped.
pub struct Stopped<'s> {
    /// The thread that reached this point.
    pub thread: u32,
    /// The trap, if the program stopped because of one.
    pub trap: Option<&'s TrapKind>,
    /// The memory of the program.
    pub memory: &'s mut Memory,
    /// All threads with their calls, innermost first.
    pub threads: Vec<(u32, Vec<CallPlace>)>,
}

/// A call of a function that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPlace {
    /// The function that was called.
    pub function: FuncId,
    /// The current instruction: in the innermost call, the one that runs next or has trapped.
    pub inst: InstId,
    /// The stack pointer when the function was called. The function's stack memory is below it.
    pub stack_pointer: u32,
    /// The values of the function by local index: parameters, constants and results. Values that
    /// have not been computed and vectors are 0. Empty except for the innermost
    /// [`MAX_CALLS_WITH_VALUES`] calls of each thread under a debugger.
    pub values: Vec<u64>,
}

/// Maximum number of calls per thread for which a debugger gets values.
pub const MAX_CALLS_WITH_VALUES: usize = 64;

impl fmt::Debug for Stopped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopped")
            .field("thread", &self.thread)
            .field("trap", &self.trap)
            .finish_non_exhaustive()
    }
}
