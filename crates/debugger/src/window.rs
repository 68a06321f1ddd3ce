//! Records the moments before the one at which a run is stopped, so that debuggers can step back to
//! them. Only the calls of threads are recorded, not memory.

use crate::request::Threads;
use std::collections::VecDeque;

/// Maximum number of recorded moments. Most source lines take fewer instructions.
pub(crate) const MAX_MOMENTS: usize = 512;

/// Maximum number of calls of a recorded moment.
const MAX_CALLS: usize = 1024;

/// A recorded moment.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Number of instructions that ran before it.
    pub(crate) moment: u64,
    /// The thread whose instruction runs next, and the address of the instruction.
    pub(crate) thread: u32,
    pub(crate) address: Option<u32>,
    /// All threads with their calls.
    pub(crate) threads: Threads,
}

/// Consecutive moments. The last one directly precedes the moment at which the run is stopped.
#[derive(Debug, Default)]
pub(crate) struct Window {
    seen: VecDeque<Seen>,
    /// The index of the moment that the debugger views, if it is not the one at which the run is
    /// stopped.
    viewed: Option<usize>,
}

impl Window {
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.viewed = None;
    }

    /// Adds a moment. If it has too many calls, it and all previous moments are dropped.
    pub(crate) fn keep(&mut self, seen: Seen) {
        let calls: usize = seen.threads.iter().map(|(_, calls)| calls.len()).sum();
        if calls > MAX_CALLS {
            return self.clear();
        }
        if self.seen.len() == MAX_MOMENTS {
            self.seen.pop_front();
        }
        self.seen.push_back(seen);
    }

    /// Returns the moment that the debugger views, if it is recorded here.
    pub(crate) fn viewed(&self) -> Option<&Seen> {
        self.seen.get(self.viewed?)
    }

    /// Returns the earliest recorded moment.
    #[cfg(test)]
    pub(crate) fn first_moment(&self) -> Option<u64> {
        self.seen.front().map(|seen| seen.moment)
    }

    /// Returns the moment before the one that the debugger views.
    pub(crate) fn previous(&self) -> Option<&Seen> {
        let at = self.viewed.unwrap_or(self.seen.len());
        self.seen.get(at.checked_sub(1)?)
    }

    /// Views the preceding moment.
    pub(crate) fn step_back(&mut self) {
        let at = self.viewed.unwrap_or(self.seen.len());
        self.viewed = at.checked_sub(1);
    }
}
