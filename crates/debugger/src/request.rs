//! Messages between a front end and a session.

use crate::back::BackStep;
use crate::step::Step;
use pinnacle_runtime::interp::CallPlace;
use std::collections::HashSet;
use std::sync::mpsc::Sender;

/// The calls of each thread, innermost first.
pub(crate) type Threads = Vec<(u32, Vec<CallPlace>)>;

/// A request of a front end. The sender is for the result.
#[derive(Debug)]
pub(crate) enum Request {
    /// Returns the threads with their calls.
    Threads(Sender<Threads>),
    /// Reads bytes of memory, up to the first one that is not readable.
    Read(u32, usize, Sender<Vec<u8>>),
    /// Writes memory. Returns false if that is not possible.
    Write(u32, Vec<u8>, Sender<bool>),
    /// Returns the message of the trap at which the program is stopped.
    Trap(Sender<Option<String>>),
    /// Sets a breakpoint. Returns false if no instruction has this address.
    AddBreakpoint(u32, Sender<bool>),
    /// Removes a breakpoint. Returns false if there was none.
    RemoveBreakpoint(u32, Sender<bool>),
    /// Replaces all breakpoints.
    Breakpoints(HashSet<u32>),
    /// Watches memory for changes. Returns false if that is not possible.
    Watch(u32, u32, Sender<bool>),
    /// Stops watching memory. Returns false if it was not watched.
    Unwatch(u32, u32, Sender<bool>),
    /// Continues the program, or performs a step.
    Resume(Option<Step>),
    /// Goes back by a step, or to the previous stop.
    Back(Option<BackStep>),
    /// Stops the program at its next instruction.
    Interrupt,
    /// Ends the program.
    Kill,
    /// Lets the program continue without the debugger.
    Detach,
}

/// The reason why the program has stopped, or the way in which it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A thread has completed a step.
    Step(u32),
    /// A thread has reached a breakpoint.
    Breakpoint(u32),
    /// A thread has changed watched memory at an address.
    Watch(u32, u32),
    /// The user has interrupted a thread.
    Interrupt(u32),
    /// A thread has trapped. The number is that of the corresponding signal.
    Trap(u32, u8),
    /// The program is stopped before its first instruction, in this thread. It cannot go back any
    /// further.
    Begin(u32),
    /// The program is stopped at its last instruction, in this thread. If it continues, it ends.
    End(u32),
    /// The program has ended with this status.
    Exited(u8),
    /// The program was ended. The number is that of the corresponding signal.
    Terminated(u8),
}
