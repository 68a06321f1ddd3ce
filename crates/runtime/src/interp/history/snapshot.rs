//! The state of a run at one moment, without its host.

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
    /// Number of answers that the run has received from the host.
    pub(in crate::interp) answers: u64,
    /// The running thread.
    pub(in crate::interp) running: u32,
    pub(in crate::interp) turn: Turn,
    /// The state of each thread, by its number.
    pub(in crate::interp) saved: BTreeMap<u32, SavedThread<'p>>,
    pub(in crate::interp) threads: Threads,
    pub(in crate::interp) fuel: Option<u64>,
    pub(in crate::interp) memory: MemorySnapshot,
}

impl Snapshot<'_> {
    /// Number of bytes allocated for this snapshot.
    pub(super) fn allocated(&self) -> usize {
        self.size_of_threads() + self.memory.allocated()
    }

    /// Number of bytes that are freed with this snapshot, because no other shares them.
    pub(super) fn unshared(&self) -> usize {
        self.size_of_threads() + self.memory.unshared()
    }

    fn size_of_threads(&self) -> usize {
        let sizes = self.saved.values().map(SavedThread::size);
        // The queues and lists contain a few words per thread.
        sizes.sum::<usize>() + self.saved.len() * size_of::<Frame<'_>>()
    }
}
