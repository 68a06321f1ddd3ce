//! The threads of a saved state that are started anew.
//!
//! A state has no frames of functions. A thread that rests in a function of the host, which its
//! start function has called at once, needs none: it is started again, with its stack and its
//! thread pointer, and calls that function again. When all have arrived there, the state replaces
//! everything once more, so that nothing remains of what the threads did on their way.

use pinnacle_system::host::ThreadStart;
use pinnacle_system::state::Reader;
use std::collections::BTreeMap;

/// A thread that rests in a function of the host that its start function has called at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resting {
    pub(crate) thread_pointer: u32,
    /// The resource to which it holds a reference of the host.
    pub(crate) resource: u32,
}

/// The progress of restarting the threads of a saved state.
pub(crate) struct Restarting {
    /// The state.
    pub(crate) from: Reader,
    /// The threads that have not been started yet, the first one last.
    pub(crate) left: Vec<ThreadStart>,
    /// Number of all threads.
    pub(crate) count: usize,
    /// True once every thread waits, although not all rest again.
    pub(crate) is_stuck: bool,
    /// The threads that rest in a function of the host again, by thread pointer.
    pub(crate) arrived: BTreeMap<u32, u32>,
}

impl Restarting {
    /// Restarts these threads.
    pub(crate) fn new(from: Reader, mut threads: Vec<ThreadStart>) -> Restarting {
        threads.reverse();
        Restarting {
            from,
            count: threads.len(),
            left: threads,
            is_stuck: false,
            arrived: BTreeMap::new(),
        }
    }

    /// Returns true if all threads rest again.
    pub(crate) fn is_complete(&self) -> bool {
        self.left.is_empty() && self.arrived.len() == self.count
    }
}
