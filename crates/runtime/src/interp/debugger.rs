//! Runs under a debugger. The debugger is called before each instruction and can inspect the
//! program while it is stopped.

use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::fmt;

/// Decides where a run stops; see [`TraceSink::debugger`](super::TraceSink::debugger).
pub trait Debugger {
    /// Called before each instruction. Returns true if the run is to stop there.
    fn stops_at(&mut self, point: Point, memory: &Memory) -> bool;

    /// The run stands, at an instruction or at a trap. Returns false if it is to end.
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> bool;
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

/// A program that stands.
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
