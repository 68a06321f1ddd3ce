//! Message loops in a saved state, with the work that waits for a time.

use super::{Delayed, Loops, MAIN_LOOP, MessageLoop, Queued, Weigh, loop_size};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::cmp::Reverse;

/// Maximum number of loops, and of pieces of work in a queue.
const MAX_ITEMS: usize = 1 << 24;

impl<W: Weigh> Loops<W> {
    /// Writes all loops. Threads wait in the loops `resting`. `write` writes a piece of work.
    pub(crate) fn save(
        &self,
        to: &mut Writer,
        resting: &[u32],
        write: impl Fn(&W, &mut Writer) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        to.word(self.next_loop);
        to.number(self.next_order);
        to.count(self.loops.len());
        for (number, one) in &self.loops {
            let rests = resting.contains(number);
            if one.runs > u32::from(rests) {
                return Err(Refusal::of("a message loop that runs in another one"));
            }
            if *number != MAIN_LOOP && !rests && one.thread.is_some() {
                return Err(Refusal::of("a second thread"));
            }
            to.word(*number);
            to.truth(one.is_destroyed);
            to.count(one.ready.len());
            for queued in &one.ready {
                write(&queued.work, to)?;
            }
            let mut delayed: Vec<_> = one.delayed.iter().map(|Reverse(one)| one).collect();
            delayed.sort();
            to.count(delayed.len());
            for Delayed { due, order, queued } in delayed {
                to.time(*due);
                to.number(*order);
                write(&queued.work, to)?;
            }
        }
        Ok(())
    }

    /// Replaces all loops by saved ones, which have no threads yet. `read` reads a piece of work.
    pub(crate) fn restore(
        &mut self,
        from: &mut Reader,
        read: impl Fn(&mut Reader) -> Result<W, Unusable>,
    ) -> Result<(), Unusable> {
        let damaged = || Unusable::damaged("its message loops are inconsistent");
        let short = |_| Unusable::because("the memory limit is too small for the saved state");
        self.next_loop = from.word()?;
        self.next_order = from.number()?;
        if self.next_loop > u32::MAX / 2 || self.next_order > u64::MAX / 2 {
            return Err(damaged());
        }
        self.loops.clear();
        for _ in 0..from.count(MAX_ITEMS)? {
            let number = from.word()?;
            let size = if number == MAIN_LOOP {
                0
            } else {
                loop_size::<W>()
            };
            let mut one = MessageLoop {
                is_destroyed: from.truth()?,
                _charge: self.budget.charge(size).map_err(short)?,
                ..MessageLoop::default()
            };
            let queued = |from: &mut Reader| -> Result<Queued<W>, Unusable> {
                let work = read(from)?;
                let charge = self.budget.charge(work.size()).map_err(short)?;
                Ok(Queued { work, charge })
            };
            for _ in 0..from.count(MAX_ITEMS)? {
                one.ready.push_back(queued(from)?);
            }
            for _ in 0..from.count(MAX_ITEMS)? {
                let (due, order) = (from.time()?, from.number()?);
                let queued = queued(from)?;
                one.delayed.push(Reverse(Delayed { due, order, queued }));
            }
            if number >= self.next_loop || self.loops.insert(number, one).is_some() {
                return Err(damaged());
            }
        }
        let main = self.loops.get(&MAIN_LOOP);
        match main.is_some_and(|main| !main.is_destroyed) {
            true => Ok(()),
            false => Err(damaged()),
        }
    }
}
