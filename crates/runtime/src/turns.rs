//! Whose turn it is among the threads of a program of which one runs at a time.
//!
//! Threads that can go on stand in a queue, and take turns in its order or, with a
//! seed, are drawn by lot. Those that wait are found by what they wait for: the
//! address of a futex, a time, a word of the host. Nothing here knows how a thread
//! runs, so the same rules hold in every engine; and nothing depends on anything but
//! what was asked, so a run can be repeated.

use crate::host::Host;
use pinnacle_base::random::SplitMix64;
use pinnacle_system::Errno;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// The length of the turn that a thread gives up when it yields, in instructions.
const YIELD: u64 = 100_000;

/// What a thread waits for, beside its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum On {
    /// Nothing else.
    Time,
    /// The futex at an address.
    Futex(u32),
    /// What the host will say.
    Host,
}

/// How a thread goes on when its turn comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Going {
    /// Where it was.
    On,
    /// The function of the host that it stands in has this result.
    Result(u64),
    /// The host is asked what comes next.
    Ask,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    on: On,
    deadline: Option<Duration>,
    /// Waits are numbered, so that the first to come is the first woken.
    order: u64,
}

/// The threads that wait for their turn, and those that wait for something else.
#[derive(Debug)]
pub(crate) struct Turns {
    ready: VecDeque<(u32, Going)>,
    waits: BTreeMap<u32, Wait>,
    /// Who waits on an address, in the order in which they came.
    on_futex: BTreeMap<(u32, u64), u32>,
    /// Who waits for a time.
    due: BTreeSet<(Duration, u64, u32)>,
    next_order: u64,
    random: Option<SplitMix64>,
    /// How long slices are without a seed.
    lengths: SplitMix64,
}

impl Turns {
    /// Threads that take turns or, with a seed other than 0, are drawn by lot.
    pub(crate) fn new(seed: u64) -> Turns {
        Turns {
            random: (seed != 0).then(|| SplitMix64::new(seed)),
            lengths: SplitMix64::new(0),
            ready: VecDeque::new(),
            waits: BTreeMap::new(),
            on_futex: BTreeMap::new(),
            due: BTreeSet::new(),
            next_order: 0,
        }
    }

    /// A number drawn by lot, below a bound; none without a seed.
    fn draw(&mut self, bound: u64) -> Option<u64> {
        let random = self.random.as_mut()?;
        Some(random.next_word() % bound.max(1))
    }

    /// The length of a time slice that is as long as is usual on the average.
    ///
    /// Without a seed it is from a half to three halves of that: a fixed sequence, so that runs
    /// can be repeated, but not always the same, or a loop that takes a lock could lose its turn
    /// in the same place for ever, with the lock, while others wait for that.
    pub(crate) fn slice(&mut self, usual: u32) -> u32 {
        let usual = usual.max(2);
        match self.draw(2 * u64::from(usual)) {
            Some(number) => 1 + number as u32,
            None => usual / 2 + (self.lengths.next_word() % u64::from(usual)) as u32,
        }
    }

    /// Whether threads are drawn by lot.
    pub(crate) fn is_random(&self) -> bool {
        self.random.is_some()
    }

    /// A thread waits for its turn, behind all others.
    pub(crate) fn queue(&mut self, thread: u32) {
        self.ready.push_back((thread, Going::On));
    }

    /// A thread waits for its turn, before all others.
    pub(crate) fn queue_first(&mut self, thread: u32) {
        self.ready.push_front((thread, Going::On));
    }

    /// A thread waits for something, or for a time.
    pub(crate) fn wait(&mut self, thread: u32, on: On, deadline: Option<Duration>) {
        let order = self.next_order;
        self.next_order += 1;
        if let On::Futex(address) = on {
            self.on_futex.insert((address, order), thread);
        }
        if let Some(deadline) = deadline {
            self.due.insert((deadline, order, thread));
        }
        let wait = Wait {
            on,
            deadline,
            order,
        };
        self.waits.insert(thread, wait);
    }

    /// The wait of a thread is over.
    fn end_wait(&mut self, thread: u32, has_come: bool) {
        let Some(wait) = self.waits.remove(&thread) else {
            return;
        };
        if let Some(deadline) = wait.deadline {
            self.due.remove(&(deadline, wait.order, thread));
        }
        let going = match wait.on {
            On::Time => Going::Result(0),
            On::Futex(address) => {
                self.on_futex.remove(&(address, wait.order));
                Going::Result(if has_come { 0 } else { Errno::ETIMEDOUT.word() })
            }
            On::Host => Going::Ask,
        };
        self.ready.push_back((thread, going));
    }

    /// Wakes at most so many threads that wait on an address, the first that came
    /// first; says how many.
    pub(crate) fn wake_futex(&mut self, address: u32, count: u32) -> u32 {
        let mut woken = 0;
        while woken < count {
            let mut waiting = self.on_futex.range((address, 0)..=(address, u64::MAX));
            let Some((_, &thread)) = waiting.next() else {
                break;
            };
            self.end_wait(thread, true);
            woken += 1;
        }
        woken
    }

    /// Wakes a thread if it waits for the host; says whether it did.
    pub(crate) fn wake_for_host(&mut self, thread: u32) -> bool {
        let waits = self.waits.get(&thread);
        let is_waiting = waits.is_some_and(|wait| wait.on == On::Host);
        if is_waiting {
            self.end_wait(thread, true);
        }
        is_waiting
    }

    /// A turn ends after so many instructions. On a clock of the host's own they take
    /// a nanosecond each while other threads wait for a time: else a thread that
    /// computes for ever would let them wait for ever.
    pub(crate) fn pass_time<H: Host + ?Sized>(&self, host: &mut H, instructions: u64) {
        if host.has_own_clock() && self.next_deadline().is_some() {
            host.pass_time(Duration::from_nanos(instructions));
        }
    }

    /// A thread gives up the rest of its turn: the same time passes in every engine, however
    /// that counts the instructions of a turn.
    pub(crate) fn pass_yield<H: Host + ?Sized>(&self, host: &mut H) {
        self.pass_time(host, YIELD);
    }

    /// The first time that a thread waits for.
    pub(crate) fn next_deadline(&self) -> Option<Duration> {
        self.due.first().map(|&(deadline, ..)| deadline)
    }

    /// Looks at the clock if a thread waits for a time, and queues the threads whose time has
    /// come. Returns the time that the clock showed.
    ///
    /// A virtual clock goes on with each look at it. So engines look once whenever they
    /// choose the next thread and nowhere else, or programs would see other times in each.
    pub(crate) fn expire_due(&mut self, real_time: impl FnOnce() -> Duration) -> Option<Duration> {
        self.next_deadline()?;
        let now = real_time();
        self.expire(now);
        Some(now)
    }

    /// The threads whose time has come wait for their turn.
    pub(crate) fn expire(&mut self, now: Duration) {
        while let Some(&(deadline, _, thread)) = self.due.first()
            && deadline <= now
        {
            self.end_wait(thread, false);
        }
    }

    /// Takes the thread whose turn it is.
    pub(crate) fn next(&mut self) -> Option<(u32, Going)> {
        let index = self.draw(self.ready.len() as u64).unwrap_or(0);
        self.ready.remove(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn all(turns: &mut Turns) -> Vec<(u32, Going)> {
        std::iter::from_fn(|| turns.next()).collect()
    }

    #[test]
    fn slices_without_a_seed_repeat_and_differ() {
        let slices = || {
            let mut turns = Turns::new(0);
            (0..1000).map(|_| turns.slice(100)).collect::<Vec<_>>()
        };
        let found = slices();
        assert_eq!(found, slices());
        assert!(found.iter().all(|length| (50..150).contains(length)));
        assert!(found.iter().collect::<BTreeSet<_>>().len() > 90);
        let sum: u32 = found.iter().sum();
        assert!((97_000..103_000).contains(&sum), "{sum}");
    }

    #[test]
    fn threads_take_turns_in_the_order_in_which_they_came() {
        let mut turns = Turns::new(0);
        for thread in [3, 1, 2] {
            turns.queue(thread);
        }
        turns.queue_first(9);
        let order: Vec<u32> = all(&mut turns).into_iter().map(|(id, _)| id).collect();
        assert_eq!(order, [9, 3, 1, 2]);
        assert_eq!(turns.next(), None);
    }

    #[test]
    fn the_same_seed_draws_the_same_threads() {
        let order = |seed| {
            let mut turns = Turns::new(seed);
            (0..50).for_each(|thread| turns.queue(thread));
            all(&mut turns)
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }

    #[test]
    fn a_futex_wakes_those_at_its_address_in_their_order() {
        let mut turns = Turns::new(0);
        for (thread, address) in [(5, 8), (1, 8), (2, 4), (3, 8)] {
            turns.wait(thread, On::Futex(address), None);
        }
        assert_eq!(turns.wake_futex(8, 2), 2);
        assert_eq!(turns.wake_futex(8, 9), 1);
        assert_eq!(turns.wake_futex(8, 9), 0);
        let woken: Vec<u32> = all(&mut turns).into_iter().map(|(id, _)| id).collect();
        assert_eq!(woken, [5, 1, 3]);
    }

    #[test]
    fn time_ends_waits_in_the_order_of_their_deadlines() {
        let mut turns = Turns::new(0);
        turns.wait(1, On::Time, Some(5 * MS));
        turns.wait(2, On::Futex(4), Some(3 * MS));
        turns.wait(3, On::Host, Some(4 * MS));
        turns.wait(4, On::Host, Some(6 * MS));
        assert_eq!(turns.next_deadline(), Some(3 * MS));
        turns.expire(5 * MS);
        let timed_out = Going::Result(Errno::ETIMEDOUT.word());
        assert_eq!(
            all(&mut turns),
            [(2, timed_out), (3, Going::Ask), (1, Going::Result(0))]
        );
        assert_eq!(turns.wake_futex(4, 1), 0, "it waits no more");
        assert_eq!(turns.next_deadline(), Some(6 * MS));
    }

    #[test]
    fn the_host_wakes_those_alone_that_wait_for_it() {
        let mut turns = Turns::new(0);
        turns.wait(1, On::Futex(4), None);
        turns.wait(2, On::Host, Some(MS));
        assert!(!turns.wake_for_host(1) && !turns.wake_for_host(7));
        assert!(turns.wake_for_host(2) && !turns.wake_for_host(2));
        assert_eq!(all(&mut turns), [(2, Going::Ask)]);
        assert_eq!(turns.next_deadline(), None);
    }
}
