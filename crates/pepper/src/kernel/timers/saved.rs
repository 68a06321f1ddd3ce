//! Timers in a saved state.

use super::{TIMER_SIZE, Timer, Timers};
use crate::kernel::pending::PendingId;
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::cmp::Reverse;

/// Maximum number of timers.
const MAX_TIMERS: usize = 1 << 24;

impl Timers {
    /// Returns true if a timer ends this operation.
    pub(crate) fn ends(&self, id: PendingId) -> bool {
        self.queue.iter().any(|Reverse(timer)| timer.id == id)
    }

    /// Writes all timers.
    pub(crate) fn save(&self, to: &mut Writer) {
        to.number(self.next_order);
        let mut timers: Vec<&Timer> = self.queue.iter().map(|Reverse(timer)| timer).collect();
        timers.sort();
        to.count(timers.len());
        for timer in timers {
            to.time(timer.due);
            to.number(timer.order);
            to.words(&[timer.id.number(), timer.result as u32]);
        }
    }

    /// Replaces all timers by saved ones.
    pub(crate) fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        self.next_order = from.number()?;
        if self.next_order > u64::MAX / 2 {
            return Err(Unusable::damaged("its timers are inconsistent"));
        }
        self.queue.clear();
        self.charge.shrink(self.charge.bytes());
        for _ in 0..from.count(MAX_TIMERS)? {
            let (due, order) = (from.time()?, from.number()?);
            let [id, result] = from.words()?;
            self.charge.grow(TIMER_SIZE).map_err(|_| {
                Unusable::because("the memory limit is too small for the saved state")
            })?;
            self.queue.push(Reverse(Timer {
                due,
                order,
                id: PendingId::of(id),
                result: result as i32,
            }));
        }
        Ok(())
    }
}
