//! Operations that end at a time, whichever thread waits for them.
//!
//! They do not go through the main loop: a main thread that waits for another one runs
//! none, and in Chrome operations ended all the same.

use crate::completion::PendingId;
use crate::core::Core;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// What is kept for each, in bytes.
const TIMER_SIZE: u64 = size_of::<Timer>() as u64;

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
}

impl Timers {
    /// When the next operation ends.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.queue.peek().map(|Reverse(first)| first.due)
    }

    /// Bytes of the host that they take.
    pub(crate) fn bytes(&self) -> u64 {
        self.queue.len() as u64 * TIMER_SIZE
    }

    /// Takes one whose time has come.
    fn take(&mut self, now: Duration) -> Option<Timer> {
        if self.next()? > now {
            return None;
        }
        self.queue.pop().map(|Reverse(first)| first)
    }
}

impl Core {
    /// An operation ends at a time with a result, unless it ends before.
    pub(crate) fn finish_at(&mut self, due: Duration, id: PendingId, result: i32) {
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
