//! Messages between a front end and the interpreter.

use crate::back::BackStep;
use crate::step::Step;
use pinnacle_runtime::interp::CallPlace;
use std::collections::HashSet;
use std::sync::mpsc::Sender;

/// The calls of each thread, innermost first.
pub(crate) type Threads = Vec<(u32, Vec<CallPlace>)>;

/// A request of a front end, with the channel for the answer.
#[derive(Debug)]
pub(crate) enum Request {
    /// The threads with their calls.
    Threads(Sender<Threads>),
    /// Bytes of memory, up to the first that cannot be read.
    Read(u32, usize, Sender<Vec<u8>>),
    /// Changes memory. The answer is false if that was not possible.
    Write(u32, Vec<u8>, Sender<bool>),
    /// The reason for the trap that the program is stopped at.
    Trap(Sender<Option<String>>),
    /// Sets a breakpoint. Answers false if the address has none.
    AddBreakpoint(u32, Sender<bool>),
    /// Removes a breakpoint. Answers false if there was none.
    RemoveBreakpoint(u32, Sender<bool>),
    /// Replaces all breakpoints.
    Breakpoints(HashSet<u32>),
    /// Watches memory for changes. The answer is false if that is not possible.
    Watch(u32, u32, Sender<bool>),
    /// Stops watching memory. The answer is false if it was not watched.
    Unwatch(u32, u32, Sender<bool>),
    /// Continues the program, until the end of a step if one is given.
    Resume(Option<Step>),
    /// Goes back: by a step, or to the last stop.
    Back(Option<BackStep>),
    /// Stops the program at its next instruction.
    Interrupt,
    /// Ends the program.
    Kill,
    /// Lets the program go on alone.
    Detach,
}

/// The reason why the program has stopped, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A thread has made a step.
    Step(u32),
    /// A thread has reached a breakpoint.
    Breakpoint(u32),
    /// A thread has changed memory that is watched, at this address.
    Watch(u32, u32),
    /// The user has interrupted a thread.
    Interrupt(u32),
    /// A thread has trapped, as if by this signal.
    Trap(u32, u8),
    /// The program is stopped before its first instruction, in this thread, and cannot go further
    /// back.
    Begin(u32),
    /// The program is stopped at its last instruction, in this thread. When it continues, it ends.
    End(u32),
    /// The program has ended with this status.
    Exited(u8),
    /// The program was ended as if by this signal.
    Terminated(u8),
}
