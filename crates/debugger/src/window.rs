//! The moments before the one where a run is stopped, as far as debuggers need them to step back:
//! the calls of the threads, without memory.

use crate::request::Threads;
use std::collections::VecDeque;

/// The moments that are kept. A line of the source takes fewer instructions.
pub(crate) const MAX_MOMENTS: usize = 512;

/// Maximum number of calls of a moment that is kept.
const MAX_CALLS: usize = 1024;

/// A moment that was passed.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The instructions that ran before it.
    pub(crate) moment: u64,
    /// The thread whose instruction runs next, and the address of the instruction.
    pub(crate) thread: u32,
    pub(crate) address: Option<u32>,
    /// All threads with their calls.
    pub(crate) threads: Threads,
}

/// Consecutive moments. The last one is directly before the one where the run is stopped.
#[derive(Debug, Default)]
pub(crate) struct Window {
    seen: VecDeque<Seen>,
    /// The moment that the debugger views, if it is not the one where the run is stopped.
    viewed: Option<usize>,
}

impl Window {
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.viewed = None;
    }

    /// Keeps a moment. If it has very many calls, it and all moments before it are dropped.
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

    /// The moment that the debugger views, if it is one of these.
    pub(crate) fn viewed(&self) -> Option<&Seen> {
        self.seen.get(self.viewed?)
    }

    /// Returns the earliest of these moments.
    #[cfg(test)]
    pub(crate) fn first_moment(&self) -> Option<u64> {
        self.seen.front().map(|seen| seen.moment)
    }

    /// Returns the moment before the one that the debugger views.
    pub(crate) fn previous(&self) -> Option<&Seen> {
        let at = self.viewed.unwrap_or(self.seen.len());
        self.seen.get(at.checked_sub(1)?)
    }

    /// Looks at the moment before.
    pub(crate) fn step_back(&mut self) {
        let at = self.viewed.unwrap_or(self.seen.len());
        self.viewed = at.checked_sub(1);
    }
}
