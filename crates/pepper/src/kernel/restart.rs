//! The threads of a saved state that are restarted.
//!
//! A state contains no stack frames. Two kinds of threads do not need them:
//!
//! * Threads that fill buffers of sound. Their start function calls the function that the host has
//!   given it, and nothing else.
//! * Threads that run a message loop. Their frames are those of a function that calls
//!   `PPB_MessageLoop.Run`. They are never used again: the thread cannot leave its loop.
//!
//! A thread is started again, with its stack and its thread pointer, and runs up to the function of
//! the host in which it waited. When all threads have arrived, the state replaces everything once
//! more, so that nothing remains of what the threads did on their way. On the way they may only
//! call functions that have no effect outside of the program ([`may_repeat`]).

use pinnacle_system::host::ThreadStart;
use pinnacle_system::state::Reader;
use std::collections::BTreeMap;
use std::time::Duration;

/// Returns true if a thread may call this function of the host before it reaches the function in
/// which it waited.
pub(crate) fn may_repeat(function: &str) -> bool {
    const PREFIXES: [&str; 10] = [
        "PPB_Audio.thread",
        "PPB_Core;",
        "PPB_GetInterface",
        "PPB_MessageLoop;",
        "nacl-irt-basic-",
        "nacl-irt-futex-",
        "nacl-irt-memory-",
        "nacl-irt-thread-",
        "nacl-irt-tls-",
        "nacl_irt_query",
    ];
    PREFIXES.iter().any(|prefix| function.starts_with(prefix))
}

/// A thread that waits in a function of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resting {
    pub(crate) thread: u32,
    pub(crate) thread_pointer: u32,
    /// The resource to which the thread holds a host reference.
    pub(crate) resource: u32,
}

/// A thread that waits in the message loop that it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopThread {
    /// The number of the loop.
    pub(crate) number: u32,
    pub(crate) thread_pointer: u32,
    /// The resource of the loop.
    pub(crate) resource: u32,
}

/// The progress of restarting the threads of a saved state.
pub(crate) struct Restarting {
    /// The state.
    pub(crate) from: Reader,
    /// The threads that have not been started yet, in reverse order.
    pub(crate) left: Vec<ThreadStart>,
    /// Number of all threads.
    pub(crate) count: usize,
    /// The time by which all threads must have arrived.
    pub(crate) until: Duration,
    /// The threads that wait in a function of the host again, by thread pointer.
    pub(crate) arrived: BTreeMap<u32, u32>,
}

impl Restarting {
    /// Starts to restart these threads, which must arrive by a given time.
    pub(crate) fn new(from: Reader, mut threads: Vec<ThreadStart>, until: Duration) -> Restarting {
        threads.reverse();
        Restarting {
            from,
            count: threads.len(),
            left: threads,
            until,
            arrived: BTreeMap::new(),
        }
    }

    /// Returns true if a thread waits again. It must not run before the state is complete: it would
    /// run in memory that is about to be replaced.
    pub(crate) fn has_arrived(&self, thread: u32) -> bool {
        self.arrived.values().any(|&one| one == thread)
    }

    /// Returns true if all threads wait again.
    pub(crate) fn is_complete(&self) -> bool {
        self.left.is_empty() && self.arrived.len() == self.count
    }
}
