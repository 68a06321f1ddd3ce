//! The interface between an engine and the functions that it offers to the guest.
//!
//! A [`Host`] is a set of functions, grouped into the interfaces that the guest can request by
//! name. The IRT is one; a host for Pepper or for a browser can be added to it. Hosts do not depend
//! on engines: a function that must block, start a thread or end the program returns an [`Action`],
//! which the engine performs.
//!
//! # Function addresses
//!
//! Function addresses are the same in every engine, because programs store them in memory. 0 is
//! never a function. The module's functions come first (`@f0` is 1), then the host's functions in
//! the order of [`Host::functions`].

use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::types::{Signature, Type};
use std::sync::Arc;
use std::time::Duration;

pub use pinnacle_pexe::host::HostFunction;

/// Maximum number of threads of a program at the same time.
pub const MAX_THREADS: usize = 4096;

/// Maximum nesting depth of [`Action::Call`] in one thread. Exceeding it is a trap,
/// [`TrapKind::StackOverflow`].
pub const MAX_NESTED_CALLS: usize = 64;

/// The context of a call, lent to a host function by the engine.
#[derive(Debug)]
pub struct HostContext<'a> {
    /// The guest's memory.
    pub memory: &'a mut Memory,
    /// The calling thread, 0 for the main one.
    pub thread: u32,
    /// The result of `llvm.nacl.read.tp` in the calling thread.
    pub thread_pointer: u32,
    /// The guest address of the host's first function. The address of function N is N higher.
    pub first_host_function: u32,
    /// The number of bytes that the function has moved or produced. Functions add their work here,
    /// and the engine charges fuel for it.
    pub bytes: u64,
    /// Threads to resume that wait with [`Action::Wait`]. Functions add them here.
    pub wake: Vec<u32>,
}

/// A call of a guest function, requested by a host.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuestCall {
    /// The address of the function.
    pub address: u32,
    /// The types of its parameters, at most [`GuestCall::ARGUMENTS`].
    pub params: &'static [Type],
    /// The type of its result.
    pub result: Type,
    /// One word for each parameter, in the form used by [`Host::call`]; the rest are 0.
    pub args: [u64; GuestCall::ARGUMENTS],
}

impl GuestCall {
    /// Maximum number of parameters of a function that a host calls.
    pub const ARGUMENTS: usize = 4;

    /// Returns the type of the function.
    pub fn signature(&self) -> Signature {
        Signature {
            result: self.result,
            params: self.params.into(),
        }
    }

    /// Returns one word for each parameter.
    pub fn words(&self) -> &[u64] {
        &self.args[..self.params.len()]
    }
}

/// The start of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadStart {
    /// Address of the thread's start function, `void ()`.
    pub start: u32,
    /// The top of its stack. The engine aligns it down.
    pub stack: u32,
    /// Its thread pointer.
    pub thread_pointer: u32,
}

/// The action that the engine must perform after a call of a host function.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Continue in the caller with this result, which is ignored for `void`.
    Return(u64),
    /// End the program with an exit status.
    Exit(u8),
    /// Set the calling thread's pointer, then continue with result 0.
    SetThreadPointer(u32),
    /// Let other threads run, then continue with result 0.
    Yield,
    /// Let this much time pass, then continue with result 0.
    Sleep(Duration),
    /// If the word at the address has the value, wait until woken or until the deadline; otherwise
    /// continue immediately. The result is 0 after a wake, `EAGAIN` (11) if the word differs,
    /// `ETIMEDOUT` (110) after the deadline. The host has checked that the address is readable.
    FutexWait {
        /// The address waited on.
        address: u32,
        /// The value that the word must have.
        value: u32,
        /// The deadline: time since 1970 by the host's real-time clock.
        deadline: Option<Duration>,
    },
    /// Wake at most `count` threads that wait on the address, in order of arrival. Store the number
    /// of woken threads at `woken`, and continue with result 0. The host has checked that `woken`
    /// is writable.
    FutexWake {
        /// The address waited on.
        address: u32,
        /// Maximum number of threads to wake.
        count: u32,
        /// The address at which to write the number of woken threads.
        woken: u32,
    },
    /// Start a thread, then continue with result 0, or with `EAGAIN` (11) if there are too many.
    StartThread {
        /// Address of the thread's start function, `void ()`.
        start: u32,
        /// The top of its stack. The engine aligns it down.
        stack: u32,
        /// Its thread pointer.
        thread_pointer: u32,
    },
    /// Start a thread of a saved state, then call [`Host::resume`] with the result that
    /// [`Action::StartThread`] would have.
    RestartThread(ThreadStart),
    /// End the calling thread. If `flag` is not 0, write the word 0 there just before it ends.
    ExitThread {
        /// Address of the word, or 0. The host has checked that it is writable.
        flag: u32,
    },
    /// Call a guest function in the calling thread, then call [`Host::resume`] with its result.
    Call(GuestCall),
    /// Wait until another function adds the calling thread to [`HostContext::wake`], or until the
    /// deadline, then call [`Host::resume`] with result 0.
    Wait {
        /// Deadline of the wait: time since 1970 by the host's real-time clock.
        deadline: Option<Duration>,
    },
    /// Make the functions of a module callable by their addresses. Then continue with result 0, or
    /// with an error number if that fails.
    Load(Arc<LoadedModule>),
    /// Stop the program with a trap.
    Trap(TrapKind),
}

/// A module loaded next to the program. Its data is already in memory.
#[derive(PartialEq, Debug)]
pub struct LoadedModule {
    /// The module.
    pub program: Program,
    /// The addresses of its data and of its first function.
    pub layout: Layout,
}

/// The outcome if every thread waits and no deadline is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtRest {
    /// The program stops with [`TrapKind::Deadlock`].
    Deadlock,
    /// The program ends with an exit status.
    Exit(u8),
    /// This thread, which waits with [`Action::Wait`], continues.
    Wake(u32),
}

/// A set of functions offered to the guest.
pub trait Host {
    /// Returns all functions in the order of their addresses, which must not change while a program
    /// runs. The first is the query function, whose address the program finds in its start-up
    /// block.
    fn functions(&self) -> &[HostFunction];

    /// Calls a function by its index. `args` has one word for each parameter: integers
    /// zero-extended, floating-point numbers as bits.
    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action;

    /// Returns the next action of a thread after [`Action::Call`], [`Action::Wait`] or
    /// [`Action::RestartThread`]. `result` is the result of the guest function (0 for `void`) or of
    /// the start, and 0 after a wait. Not called after other actions.
    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        let _ = (result, context);
        let reason = "a host that asks for nothing was resumed";
        Action::Trap(TrapKind::Host(reason.into()))
    }

    /// Decides the outcome if every thread waits and no deadline is set.
    fn at_rest(&mut self) -> AtRest {
        AtRest::Deadlock
    }

    /// Returns the current time since 1970, for comparison with deadlines.
    fn real_time(&self) -> Duration;

    /// Returns true if the host alone controls time, as in repeatable runs.
    fn has_own_clock(&self) -> bool {
        false
    }

    /// Returns true if threads that take turns run until they wait, however long they compute.
    /// Engines then call [`Host::woken`]. A page that records a run schedules its threads in this
    /// way, because every engine can repeat it.
    fn switches_at_waits(&self) -> bool {
        false
    }

    /// Returns a thread that waited for the host and can continue after an event from outside, if
    /// there is one.
    fn woken(&mut self) -> Option<u32> {
        None
    }

    /// Lets time pass while no thread can run. A host with its own clock advances it instead of
    /// waiting.
    fn pass_time(&mut self, duration: Duration);
}
