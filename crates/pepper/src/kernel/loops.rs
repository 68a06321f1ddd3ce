//! Message loops: the work of threads, with its order and its times.
//!
//! Each loop has a queue of work that can run now, and one of work that waits for a time. Work with
//! the same time runs in the order in which it was posted. A loop knows its thread, if a thread is
//! attached.
//!
//! Source: Chromium's `ppapi/proxy/ppb_message_loop_proxy.cc`.

mod saved;

use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::time::Duration;

/// Returns the number of bytes charged for each piece of queued work. It allows for the buffers of
/// queues, which double as they grow.
pub(crate) const fn queued_size<W>() -> u64 {
    2 * size_of::<Delayed<W>>() as u64
}

/// Returns the number of bytes charged for a loop.
const fn loop_size<W>() -> u64 {
    2 * size_of::<MessageLoop<W>>() as u64
}

/// Work that knows how much memory it takes while it waits.
pub(crate) trait Weigh {
    /// Returns the bytes of host memory that it takes, including its entry in the queue.
    fn size(&self) -> u64;
}

/// Queued work, with its charge.
#[derive(Debug)]
pub(crate) struct Queued<W> {
    pub(crate) work: W,
    /// Released only when the work is done, because a message takes memory until its var exists.
    pub(crate) charge: Charge,
}

/// The reason why a loop does not accept work.
#[derive(Debug)]
pub(crate) enum Refusal<W> {
    /// The loop does not exist or was destroyed.
    Destroyed(W),
    /// The memory budget is exhausted.
    NoMemory,
}

/// Work that waits for a time.
#[derive(Debug)]
struct Delayed<W> {
    due: Duration,
    order: u64,
    queued: Queued<W>,
}

impl<W> PartialEq for Delayed<W> {
    fn eq(&self, other: &Delayed<W>) -> bool {
        self.order == other.order
    }
}

impl<W> Eq for Delayed<W> {}

impl<W> PartialOrd for Delayed<W> {
    fn partial_cmp(&self, other: &Delayed<W>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<W> Ord for Delayed<W> {
    fn cmp(&self, other: &Delayed<W>) -> std::cmp::Ordering {
        (self.due, self.order).cmp(&(other.due, other.order))
    }
}

/// A message loop.
#[derive(Debug)]
pub(crate) struct MessageLoop<W> {
    /// The thread that has attached it.
    pub(crate) thread: Option<u32>,
    /// Number of calls of `Run` that have not returned.
    pub(crate) runs: u32,
    /// True if the loop accepts no more work.
    pub(crate) is_destroyed: bool,
    ready: VecDeque<Queued<W>>,
    delayed: BinaryHeap<Reverse<Delayed<W>>>,
    _charge: Charge,
}

/// The next action of a loop.
#[derive(Debug)]
pub(crate) enum Next<W> {
    /// Do this work.
    Do(Queued<W>),
    /// Wait until this time, or indefinitely if there is none, unless more work is posted.
    Wait(Option<Duration>),
}

impl<W> Default for MessageLoop<W> {
    fn default() -> MessageLoop<W> {
        MessageLoop {
            thread: None,
            runs: 0,
            is_destroyed: false,
            ready: VecDeque::new(),
            delayed: BinaryHeap::new(),
            _charge: Charge::default(),
        }
    }
}

impl<W> MessageLoop<W> {
    /// Returns the next action at a time.
    fn next(&mut self, now: Duration) -> Next<W> {
        while let Some(Reverse(first)) = self.delayed.peek()
            && first.due <= now
            && let Some(Reverse(first)) = self.delayed.pop()
        {
            self.ready.push_back(first.queued);
        }
        let next = self.ready.pop_front();
        // Queues that were long release their buffers, which are not charged.
        if self.ready.capacity() > 64 && self.ready.len() < self.ready.capacity() / 4 {
            self.ready.shrink_to(self.ready.len() * 2);
        }
        if self.delayed.capacity() > 64 && self.delayed.len() < self.delayed.capacity() / 4 {
            self.delayed.shrink_to(self.delayed.len() * 2);
        }
        match next {
            Some(queued) => Next::Do(queued),
            None => Next::Wait(self.delayed.peek().map(|Reverse(first)| first.due)),
        }
    }

    /// Returns all queued work, in arbitrary order.
    fn waiting(self) -> impl Iterator<Item = W> {
        let delayed = self.delayed.into_iter();
        let delayed = delayed.map(|Reverse(one)| one.queued);
        self.ready
            .into_iter()
            .chain(delayed)
            .map(|queued| queued.work)
    }
}

/// The number of the loop of the main thread, which always exists.
pub(crate) const MAIN_LOOP: u32 = 0;

/// All loops of a program.
#[derive(Debug)]
pub(crate) struct Loops<W> {
    loops: BTreeMap<u32, MessageLoop<W>>,
    next_loop: u32,
    next_order: u64,
    budget: MemoryBudget,
}

impl<W> Default for Loops<W> {
    fn default() -> Loops<W> {
        Loops {
            loops: BTreeMap::from([(MAIN_LOOP, MessageLoop::default())]),
            next_loop: MAIN_LOOP + 1,
            next_order: 0,
            budget: MemoryBudget::default(),
        }
    }
}

impl<W: Weigh> Loops<W> {
    /// Creates the main loop. Queued work is charged to the budget.
    pub(crate) fn new(budget: &MemoryBudget) -> Loops<W> {
        Loops {
            budget: budget.clone(),
            ..Loops::default()
        }
    }

    /// Creates a loop and returns its number, or `None` if there is no memory for it.
    pub(crate) fn create(&mut self) -> Option<u32> {
        let message_loop = MessageLoop {
            _charge: self.budget.charge(loop_size::<W>()).ok()?,
            ..MessageLoop::default()
        };
        let number = self.next_loop;
        self.next_loop += 1;
        self.loops.insert(number, message_loop);
        Some(number)
    }

    /// Returns the loop with a number.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut MessageLoop<W>> {
        self.loops.get_mut(&number)
    }

    /// Returns true if a loop with this number exists and accepts work.
    pub(crate) fn takes_work(&self, number: u32) -> bool {
        self.loops.get(&number).is_some_and(|one| !one.is_destroyed)
    }

    /// Removes a loop after its last reference is gone. Returns its pending work.
    pub(crate) fn remove(&mut self, number: u32) -> Vec<W> {
        let removed = match number {
            MAIN_LOOP => None,
            number => self.loops.remove(&number),
        };
        removed.into_iter().flat_map(MessageLoop::waiting).collect()
    }

    /// Returns the next action of a loop at a time, or `None` if the loop does not exist.
    pub(crate) fn next(&mut self, number: u32, now: Duration) -> Option<Next<W>> {
        Some(self.loops.get_mut(&number)?.next(now))
    }

    /// Posts work to a loop, now or at a time. Returns the thread that may have to be woken.
    ///
    /// # Errors
    ///
    /// Fails if the loop no longer accepts work, or the memory budget is exhausted.
    pub(crate) fn post(
        &mut self,
        number: u32,
        due: Option<Duration>,
        work: W,
    ) -> Result<Option<u32>, Refusal<W>> {
        let order = self.next_order;
        let Some(target) = self.loops.get_mut(&number).filter(|one| !one.is_destroyed) else {
            return Err(Refusal::Destroyed(work));
        };
        let Ok(charge) = self.budget.charge(work.size()) else {
            return Err(Refusal::NoMemory);
        };
        let queued = Queued { work, charge };
        match due {
            None => target.ready.push_back(queued),
            Some(due) => target.delayed.push(Reverse(Delayed { due, order, queued })),
        }
        self.next_order += 1;
        Ok(target.thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quit(due: Option<u64>, destroy: bool, loops: &mut Loops<Mark>) {
        let due = due.map(Duration::from_millis);
        loops.post(MAIN_LOOP, due, Mark::Quit(destroy)).unwrap();
    }

    /// Work that the tests can identify.
    #[derive(Debug)]
    enum Mark {
        Quit(bool),
        /// Work that needs more memory than the budget has.
        Large,
    }

    impl Weigh for Mark {
        fn size(&self) -> u64 {
            match self {
                Mark::Quit(_) => queued_size::<Mark>(),
                Mark::Large => 10_000,
            }
        }
    }

    fn order(loops: &mut Loops<Mark>, now: u64) -> Vec<bool> {
        let main = loops.get(MAIN_LOOP).unwrap();
        let mut order = Vec::new();
        while let Next::Do(Queued {
            work: Mark::Quit(destroy),
            ..
        }) = main.next(Duration::from_millis(now))
        {
            order.push(destroy);
        }
        order
    }

    #[test]
    fn work_of_the_same_time_runs_in_the_order_in_which_it_came() {
        let mut loops = Loops::<Mark>::default();
        for (due, mark) in [(Some(5), true), (Some(5), false), (Some(3), false)] {
            quit(due, mark, &mut loops);
        }
        assert_eq!(order(&mut loops, 5), [false, true, false]);
    }

    #[test]
    fn early_callbacks_wait_and_report_their_time() {
        let mut loops = Loops::<Mark>::default();
        quit(Some(7), false, &mut loops);
        let main = loops.get(MAIN_LOOP).unwrap();
        let wait = main.next(Duration::from_millis(6));
        assert!(
            matches!(wait, Next::Wait(Some(due)) if due.as_millis() == 7),
            "{wait:?}"
        );
        assert!(matches!(main.next(Duration::from_millis(7)), Next::Do(_)));
        assert!(matches!(
            main.next(Duration::from_millis(7)),
            Next::Wait(None)
        ));
    }

    #[test]
    fn work_without_room_in_the_budget_is_refused() {
        let budget = MemoryBudget::new(3 * queued_size::<Mark>());
        let mut loops = Loops::new(&budget);
        quit(Some(7), true, &mut loops);
        quit(None, false, &mut loops);
        let large = Mark::Large;
        let refused = loops.post(MAIN_LOOP, None, large);
        assert!(matches!(refused, Err(Refusal::NoMemory)), "{refused:?}");
        quit(None, false, &mut loops);
        let refused = loops.post(MAIN_LOOP, None, Mark::Quit(false));
        assert!(matches!(refused, Err(Refusal::NoMemory)), "{refused:?}");
        assert_eq!(order(&mut loops, 7), [false, false, true]);
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn a_destroyed_loop_takes_nothing() {
        let mut loops = Loops::<Mark>::default();
        let number = loops.create().unwrap();
        loops.get(number).unwrap().is_destroyed = true;
        assert!(loops.post(number, None, Mark::Quit(false)).is_err());
    }
}
