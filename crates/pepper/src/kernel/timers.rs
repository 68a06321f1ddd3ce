//! Operations that complete at a given time, whichever thread waits for them.
//!
//! They do not need the main loop: a main thread that waits for another thread does not run its
//! loop, and in Chrome operations completed nevertheless.

mod saved;

use crate::kernel::pending::PendingId;
use pinnacle_system::memory_budget::{Charge, MemoryBudget, OutOfBudget};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// Bytes charged for each timer. The buffer of the heap doubles as it grows.
const TIMER_SIZE: u64 = 2 * size_of::<Timer>() as u64;

/// A timer. Timers with the same time expire in the order in which they were started.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Timer {
    due: Duration,
    order: u64,
    id: PendingId,
    result: i32,
}

/// All timers of a program.
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

    /// Returns the earliest time at which an operation ends.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.queue.peek().map(|Reverse(first)| first.due)
    }

    /// Adds a timer, which ends an operation at a time with a result.
    ///
    /// # Errors
    ///
    /// Fails if the memory budget is exhausted.
    pub(super) fn push(
        &mut self,
        due: Duration,
        id: PendingId,
        result: i32,
    ) -> Result<(), OutOfBudget> {
        self.charge.grow(TIMER_SIZE)?;
        let order = self.next_order;
        self.next_order += 1;
        let timer = Timer {
            due,
            order,
            id,
            result,
        };
        self.queue.push(Reverse(timer));
        Ok(())
    }

    /// Removes and returns a due operation, with its result.
    pub(super) fn take(&mut self, now: Duration) -> Option<(PendingId, i32)> {
        if self.next()? > now {
            return None;
        }
        let Reverse(first) = self.queue.pop()?;
        self.charge.shrink(TIMER_SIZE);
        if self.queue.capacity() > 64 && self.queue.len() < self.queue.capacity() / 4 {
            self.queue.shrink_to(self.queue.len() * 2);
        }
        Some((first.id, first.result))
    }
}
