//! The state of a run at a moment, without its host.

use crate::interp::thread::{Frame, SavedThread};
use crate::memory::MemorySnapshot;
use pinnacle_system::threads::Threads;
use std::collections::BTreeMap;

/// The turn of a running thread.
#[derive(Clone, Copy, Debug)]
pub(in crate::interp) struct Turn {
    /// The budget at the start of the turn, and the remaining part.
    pub(in crate::interp) slice: i64,
    pub(in crate::interp) left: i64,
    /// True if every call of the host may end the turn.
    pub(in crate::interp) is_drawn: bool,
}

/// The state of a run, between two instructions of a thread.
pub(in crate::interp) struct Snapshot<'p> {
    /// The debugger's number of the moment.
    pub(in crate::interp) moment: u64,
    /// The number of answers that the run has had from the host.
    pub(in crate::interp) answers: u64,
    /// The thread that runs.
    pub(in crate::interp) running: u32,
    pub(in crate::interp) turn: Turn,
    /// All threads.
    pub(in crate::interp) saved: BTreeMap<u32, SavedThread<'p>>,
    pub(in crate::interp) threads: Threads,
    pub(in crate::interp) fuel: Option<u64>,
    pub(in crate::interp) memory: MemorySnapshot,
}

impl Snapshot<'_> {
    /// The number of bytes that making it has allocated.
    pub(super) fn allocated(&self) -> usize {
        self.size_of_threads() + self.memory.allocated()
    }

    /// The number of bytes that are freed with it.
    pub(super) fn unshared(&self) -> usize {
        self.size_of_threads() + self.memory.unshared()
    }

    fn size_of_threads(&self) -> usize {
        let sizes = self.saved.values().map(SavedThread::size);
        // Queues and lists have a few words for each thread.
        sizes.sum::<usize>() + self.saved.len() * size_of::<Frame<'_>>()
    }
}
