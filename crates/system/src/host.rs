//! What an engine and the functions that it offers to the guest agree on.
//!
//! A [`Host`] is a set of functions, grouped into the interfaces that the guest can ask for by
//! name. The IRT is one; a host for Pepper or for a browser can stand next to it. Hosts know
//! nothing of engines: a function that must block, to start a thread or to end the program says so
//! in the [`Action`] that it returns, and the engine does it in its own way.
//!
//! # Function addresses
//!
//! The same in every engine, because a program stores them in its memory: 0 is not a function; the
//! module's functions follow (`@f0` is 1), then the host's functions in the order of
//! [`Host::functions`].

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

/// Maximum nesting depth, in one thread, of calls that the host asks for ([`Action::Call`]); the
/// next is a trap, [`TrapKind::StackOverflow`].
pub const MAX_NESTED_CALLS: usize = 64;

/// The context that an engine lends to a host function for the time of a call.
#[derive(Debug)]
pub struct HostContext<'a> {
    /// The guest's memory.
    pub memory: &'a mut Memory,
    /// The calling thread, 0 for the main one.
    pub thread: u32,
    /// The result of `llvm.nacl.read.tp` in the calling thread.
    pub thread_pointer: u32,
    /// The guest address of the host's first function; that of function N is N more.
    pub first_host_function: u32,
    /// Number of bytes that the function has moved or made. It adds its work for the guest here,
    /// and the engine takes fuel for it.
    pub bytes: u64,
    /// The function adds the threads here that wait ([`Action::Wait`]) and may
    /// have something to do now.
    pub wake: Vec<u32>,
}

/// A call of a function of the program that a host asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuestCall {
    /// The address of the function.
    pub address: u32,
    /// The types of its parameters, at most [`GuestCall::ARGUMENTS`].
    pub params: &'static [Type],
    /// The type of its result.
    pub result: Type,
    /// A word for each parameter, in the form of [`Host::call`]; the rest is 0.
    pub args: [u64; GuestCall::ARGUMENTS],
}

impl GuestCall {
    /// A function that is called so has no more parameters.
    pub const ARGUMENTS: usize = 4;

    /// The type of the function.
    pub fn signature(&self) -> Signature {
        Signature {
            result: self.result,
            params: self.params.into(),
        }
    }

    /// A word for each parameter.
    pub fn words(&self) -> &[u64] {
        &self.args[..self.params.len()]
    }
}

/// The engine's next action after a host function.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Go on in the caller; the number is the result, ignored for `void`.
    Return(u64),
    /// End the program with an exit status.
    Exit(u8),
    /// Set the calling thread's pointer, then continue with result 0.
    SetThreadPointer(u32),
    /// Let other threads run, then continue with result 0.
    Yield,
    /// Let this much time pass, then continue with result 0.
    Sleep(Duration),
    /// If the word at the address has the value, wait until woken or until
    /// the time; else go on at once. The result is 0 when woken, `EAGAIN`
    /// (11) when the word differs, `ETIMEDOUT` (110) when the time has come.
    /// The host has checked that the address can be read.
    FutexWait {
        /// The address waited on.
        address: u32,
        /// The value that the word must have.
        value: u32,
        /// When to give up: time since 1970, as the host's real-time clock
        /// counts it.
        deadline: Option<Duration>,
    },
    /// Wake at most a number of threads that wait on the address, in the order in which they came;
    /// write their number to `woken` and continue with result 0. The host has checked that `woken`
    /// can be written.
    FutexWake {
        /// The address waited on.
        address: u32,
        /// Maximum number to wake.
        count: u32,
        /// Address for the number of woken threads.
        woken: u32,
    },
    /// Start a thread, then continue with result 0, or with `EAGAIN` (11) if there are too many.
    StartThread {
        /// Address of a function `void ()`.
        start: u32,
        /// The top of its stack; the engine aligns it down.
        stack: u32,
        /// Its thread pointer.
        thread_pointer: u32,
    },
    /// End the calling thread; if `flag` is not 0 write the word 0 there as
    /// its last act.
    ExitThread {
        /// Address of the word, or 0. The host has checked that it can be
        /// written.
        flag: u32,
    },
    /// Call a function of the program in the calling thread, then ask
    /// [`Host::resume`] what comes next, with its result.
    Call(GuestCall),
    /// Wait until another function names the calling thread in
    /// [`HostContext::wake`], or until the deadline, then ask [`Host::resume`] what
    /// comes next, with result 0.
    Wait {
        /// Deadline of the wait: time since 1970 by the host's real-time clock.
        deadline: Option<Duration>,
    },
    /// Make the functions of a module callable by their addresses, then continue with result 0, or
    /// with another errno if that cannot be.
    Load(Arc<LoadedModule>),
    /// Stop the program with a trap.
    Trap(TrapKind),
}

/// A module that was loaded next to the program, whose data is in its place already.
#[derive(PartialEq, Debug)]
pub struct LoadedModule {
    /// The module.
    pub program: Program,
    /// Addresses of its data and of its first function.
    pub layout: Layout,
}

/// The outcome when every thread of a program waits and nothing is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtRest {
    /// The program stops with [`TrapKind::Deadlock`].
    Deadlock,
    /// The program ends with an exit status.
    Exit(u8),
    /// The thread, which waits by [`Action::Wait`], continues.
    Wake(u32),
}

/// A set of functions offered to the guest.
pub trait Host {
    /// Every function, in the order that gives them their addresses. Must
    /// not change while a program runs. The first is the query function whose
    /// address the program finds in its start-up block.
    fn functions(&self) -> &[HostFunction];

    /// Calls a function by its index. `args` has a word for each parameter,
    /// integers zero-extended, floating point as bits.
    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action;

    /// The next action of a thread, after the previous one is done: a call of the program has given
    /// a result (0 for `void`), or a wait is over. Only called after [`Action::Call`] and
    /// [`Action::Wait`].
    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        let _ = (result, context);
        let reason = "a host that asks for nothing was resumed";
        Action::Trap(TrapKind::Host(reason.into()))
    }

    /// Decides the outcome when every thread waits and nothing is due.
    fn at_rest(&mut self) -> AtRest {
        AtRest::Deadlock
    }

    /// The present time since 1970, which deadlines are compared with.
    fn real_time(&self) -> Duration;

    /// Returns true if the host alone controls time, as in repeatable runs.
    fn has_own_clock(&self) -> bool {
        false
    }

    /// Lets time pass while no thread can run. A host with a clock of its own
    /// moves it forward instead of waiting.
    fn pass_time(&mut self, duration: Duration);
}
