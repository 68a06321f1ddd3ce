//! Messages between the thread of the protocol and the interpreter.

use std::sync::mpsc::Sender;

/// A request of the debugger, with a way for the answer.
#[derive(Debug)]
pub(crate) enum Request {
    /// The instruction and the top of the stack of a thread; none if it does not exist.
    Registers(u32, Sender<Option<Registers>>),
    /// Bytes of memory, as many as can be read of those asked for.
    Read(u32, usize, Sender<Vec<u8>>),
    /// Changes memory. Answers whether that was possible.
    Write(u32, Vec<u8>, Sender<bool>),
    /// The threads.
    Threads(Sender<Vec<u32>>),
    /// Sets a breakpoint. Answers whether there is an instruction.
    AddBreakpoint(u32, Sender<bool>),
    /// Removes a breakpoint. Answers whether there was one.
    RemoveBreakpoint(u32, Sender<bool>),
    /// Watches memory for changes. Answers whether that is possible.
    Watch(u32, u32, Sender<bool>),
    /// Watches memory no longer. Answers whether it was watched.
    Unwatch(u32, u32, Sender<bool>),
    /// Lets the program go on, this thread for one instruction if it is given.
    Resume { step: Option<u32> },
    /// Ends the program.
    Kill,
    /// Lets the program go on alone.
    Detach,
}

/// The registers that have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    /// The address of the instruction that runs next.
    pub(crate) pc: u32,
    /// The top of the stack of calls.
    pub(crate) sp: u32,
}

/// Why the program stands, or that it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
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
    /// The program has ended with this status.
    Exited(u8),
    /// The program was ended as if by this signal.
    Terminated(u8),
}
