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
    /// Called before each instruction. Returns true if the run is to stop there.
    fn stops_at(&mut self, point: Point, memory: &mut Memory) -> bool;

    /// The run has stopped, at an instruction or at a trap. Returns how it continues.
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Course;

    /// Returns true if the debugger may let the run go back. Only then are the answers of the host
    /// kept, and changes of memory recorded ([`Memory::take_changes`]).
    fn goes_back(&self) -> bool {
        false
    }

    /// The run is at a moment for which it has a snapshot, [`Debugger::stops_at`] is called for it
    /// next. `is_first` is true at the first moment that can be reached.
    fn has_gone_back(&mut self, moment: u64, is_first: bool, memory: &mut Memory) {
        let _ = (moment, is_first, memory);
    }

    /// The answers of the host take much memory. A snapshot of the next moment lets the history
    /// forget the first of them.
    fn needs_snapshot(&mut self) {}

    /// The program has ended. Returns the moment to which the run goes back, if it does.
    fn ends(&mut self) -> Option<u64> {
        None
    }
}

/// The course of a run after a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// The run continues.
    Continue,
    /// It ends.
    End,
    /// A snapshot is taken of this moment, the present one, and the run continues with a call of
    /// [`Debugger::stops_at`] for it. Only for stops at instructions of runs that go back.
    Keep(u64),
    /// It goes back to the last snapshot at or before a moment, or to the first one. Without
    /// snapshots it ends.
    Back(u64),
}

/// An instruction that runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The thread.
    pub thread: u32,
    /// The function.
    pub function: FuncId,
    /// The instruction in it.
    pub inst: InstId,
    /// The calls of the thread that have not returned, this one included.
    pub depth: usize,
}

/// A program that has stopped.
pub struct Stopped<'s> {
    /// The thread that has come to the place.
    pub thread: u32,
    /// The trap, if that is why.
    pub trap: Option<&'s TrapKind>,
    /// The memory of the program.
    pub memory: &'s mut Memory,
    /// All threads with their calls, innermost first.
    pub threads: Vec<(u32, Vec<CallPlace>)>,
}

/// A call of a function that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallPlace {
    /// The function.
    pub function: FuncId,
    /// The current instruction. In the innermost call it is the one that runs next or that has
    /// trapped.
    pub inst: InstId,
    /// The value of the stack pointer when the function was called. Its stack memory lies below it.
    pub stack_pointer: u32,
}

impl fmt::Debug for Stopped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopped")
            .field("thread", &self.thread)
            .field("trap", &self.trap)
            .finish_non_exhaustive()
    }
}
