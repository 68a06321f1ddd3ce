//! The interface between a program's machine code, which runs without an engine, and its host.

use std::ffi::c_int;
use std::fmt;
use std::ops::Range;

/// Loaded machine code of a program, with the program's memory.
pub trait MachineCode: fmt::Debug + Send + Sync + 'static {
    /// Writes the initial contents of memory. The affected pages are writable.
    fn initialize(&self);

    /// Runs a guest thread in the calling thread. The stack has two parts, one for the code and one
    /// for the host.
    fn run(&self, entry: Entry, calls: &dyn HostCalls, stack: [usize; 2]) -> Exit;

    /// Returns where this thread is in the code. The code has called the host.
    fn places(&self) -> Places;
}

/// The addresses of the parts of a program, and facts about its code.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Address of the host's first function.
    pub first_host_function: u32,
    /// The constants, which become read-only before the program runs.
    pub constants: Range<u32>,
    /// The stack of the main thread.
    pub stack: Range<u32>,
    /// The end of the program's own data, where the start-up block begins.
    pub end: u32,
    /// True if the program can start threads.
    pub may_have_threads: bool,
}

/// The start of a thread of the program.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// The program's entry function, with this argument.
    Main(u32),
    /// The function at an address, with this stack, limit and thread pointer.
    Thread {
        /// The address of the function.
        function: u32,
        /// The top of its stack.
        stack: u32,
        /// The stack pointer may not fall below this.
        limit: u32,
        /// Its thread pointer.
        thread_pointer: u32,
    },
}

/// The way in which a thread left the program.
#[derive(Debug)]
pub enum Exit {
    /// The program's first function returned this.
    Status(u8),
    /// The host made it leave.
    Left,
    /// A fault stopped it.
    Fault(Fault),
}

/// The host's functions, as a thread calls them.
pub trait HostCalls {
    /// Returns the number of arguments of a function, or 0 if the function does not exist.
    fn argument_count(&self, function: u32) -> usize;

    /// Calls a function.
    fn call(&self, function: u32, arguments: &[u64]) -> Reply;
}

/// The host's reply to a thread that has called it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The thread continues with this result.
    Value(u64),
    /// The thread continues with a new thread pointer.
    ThreadPointer(u32),
    /// The thread leaves the program.
    Leave,
}

/// A fault of the program's code.
#[derive(Debug)]
pub struct Fault {
    /// The reason for it.
    pub reason: Reason,
    /// The calls of the thread.
    pub places: Places,
}

/// The reason for a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The code trapped with this code of `pinnacle_lift::abi::Trap`.
    Trap(u32),
    /// An invalid access of the program's memory at this offset.
    Memory(u64),
    /// The thread's stack was used up.
    Stack,
    /// A signal that code is not expected to raise.
    Signal(c_int),
}

/// The calls of a thread, as offsets in the code, innermost first.
#[derive(Clone, Default, Debug)]
pub struct Places {
    /// The innermost, and then the outermost.
    pub kept: Vec<u32>,
    /// The number of those between them that were left out.
    pub omitted: usize,
}
