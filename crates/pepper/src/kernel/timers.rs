//! Operations that end at a time, whichever thread waits for them.
//!
//! They do not go through the main loop: a main thread that waits for another one runs
//! none, and in Chrome operations ended all the same.

use crate::kernel::completion::PendingId;
use crate::kernel::errors::PpError;
use crate::kernel::state::Kernel;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// Bytes charged for each: the buffer of a heap doubles as it grows.
const TIMER_SIZE: u64 = 2 * size_of::<Timer>() as u64;

/// Those of the same time end in the order in which they began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Timer {
    due: Duration,
    order: u64,
    id: PendingId,
    result: i32,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    queue: BinaryHeap<Reverse<Timer>>,
    next_order: u64,
    charge: Charge,
}

impl Timers {
    pub(crate) fn new(budget: &MemoryBudget) -> Timers {
        Timers {
            charge: budget.empty_charge(),
            ..Timers::default()
        }
    }

    /// When the next operation ends.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.queue.peek().map(|Reverse(first)| first.due)
    }

    /// Takes one whose time has come.
    fn take(&mut self, now: Duration) -> Option<Timer> {
        if self.next()? > now {
            return None;
        }
        let Reverse(first) = self.queue.pop()?;
        self.charge.shrink(TIMER_SIZE);
        if self.queue.capacity() > 64 && self.queue.len() < self.queue.capacity() / 4 {
            self.queue.shrink_to(self.queue.len() * 2);
        }
        Some(first)
    }
}

impl Kernel {
    /// An operation ends at a time with a result, unless it ends before; at once with
    /// `PP_ERROR_NOMEMORY` if there is no room for a timer.
    pub(crate) fn finish_at(&mut self, due: Duration, id: PendingId, result: i32) {
        if self.timers.charge.grow(TIMER_SIZE).is_err() {
            return self.finish(id, PpError::NoMemory);
        }
        let order = self.timers.next_order;
        self.timers.next_order += 1;
        let timer = Timer {
            due,
            order,
            id,
            result,
        };
        self.timers.queue.push(Reverse(timer));
    }

    /// Ends the operations whose time has come.
    pub(crate) fn finish_due(&mut self, now: Duration) {
        while let Some(timer) = self.timers.take(now) {
            self.finish(timer.id, timer.result);
        }
    }
}
