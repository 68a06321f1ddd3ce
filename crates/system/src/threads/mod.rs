//! The threads of a program: running, ready and waiting ones, and the choice of the next one.
//!
//! [`Threads`] is a state machine. It runs nothing, never blocks and does not use the operating
//! system. An engine reports events to it, and parks and unparks its threads accordingly. The rules
//! of futexes, deadlines, turns and deadlock are implemented only here.
//!
//! # States
//!
//! ```text
//!            spawn                 next                      end
//!   (none) ────────► ready ──────────────────► running ────────────► (none)
//!                    ▲ ▲ ▲                     │ │
//!                    │ │ └───── requeue ───────┘ │ wait on a futex, on the
//!                    │ │                         │ host, or for time alone,
//!       wake_futex,  │ │ expire                  ▼ each with or without
//!       wake_for_host└─┴────────────────────── waiting  a deadline
//! ```
//!
//! A ready thread has a [`Resume`] that says how it continues. The result of a wait is determined
//! when the wait ends, not when the thread runs again. So a woken thread can no longer time out.
//!
//! # Rules
//!
//! * **Number of running threads.** With [`Order::Turns`] one thread runs at a time, and time
//!   passes only when none can. With [`Order::Parallel`] every ready thread runs, and each waiting
//!   thread watches its own deadline on a real clock; it calls [`Threads::expire`] at its deadline.
//! * **Next thread.** The thread that became ready first; with a seed, a random one.
//! * **Length of a turn.** With [`Order::Turns`] a turn ends after a while. With [`Order::Waits`]
//!   it does not, and before the next thread is chosen, the host is asked whether an event from
//!   outside has ended a wait ([`Host::woken`]). Only waits for the host end in this way.
//! * **Futexes.** The following is checked in this order: the result is `EFAULT` if the word cannot
//!   be read, `EAGAIN` if it differs, `ETIMEDOUT` if the deadline has passed. Otherwise the thread
//!   waits. Threads that wait on an address are woken in order of arrival, each once. Their result
//!   is 0, or `ETIMEDOUT` if the deadline came first.
//! * **Deadlines** end waits in order. Of equal deadlines, that of the earlier wait comes first.
//! * **Virtual time.** A host's virtual clock advances with every reading. So it is read once when
//!   the next thread is chosen, if a thread has a deadline, and at no other time; otherwise engines
//!   would see different times. While no thread can run, the clock advances to the first deadline.
//!   If a thread has a deadline, each complete turn advances the clock by a nanosecond per
//!   instruction.
//! * **Deadlock.** Every thread waits without a deadline. The host decides the outcome
//!   ([`Host::at_rest`]).
//! * **The end.** The program ends with status 0 when its last thread has ended.
//!
//! Engines define a turn differently: the interpreter counts instructions, compiled code counts
//! loop iterations and calls. So if a thread computes for longer than a turn while others wait,
//! virtual time differs between engines.
//!
//! Memory: each thread takes one slot, which is reused. The number of slots is bounded by what an
//! engine allows (at most [`MAX_THREADS`](crate::host::MAX_THREADS)), and each thread reserves 64
//! KiB of the program's budget, so the slots are not charged separately.
//!
//! # Pages
//!
//! If all threads of a program are in one worker, pages use this state machine with
//! [`Order::Parallel`]. The browser suspends the threads that wait, and its event loop runs one of
//! the others at a time; `web/src/worker/turns.ts` parks and unparks them. No deadlock is reported
//! in this case, since the page may send events.
//!
//! On an isolated page each thread has its own worker. This state machine is not used there,
//! because every wait and wake would need a round trip to the worker that holds it. The browser's
//! `Atomics.wait` and `Atomics.notify` provide the queues. They follow the same rules, except for
//! the main thread: it serves the others while it waits, and is woken after them.

mod actions;
mod futexes;
mod lots;
#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

pub use actions::{Next, Outcome};

use crate::Errno;
use crate::host::Host;
use futexes::Futexes;
use lots::Lots;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// Number of instructions by which [`Threads::pass_time`] advances the time for a turn that ends
/// because the thread yields. It is the same in each engine, whatever the engine counts.
const YIELD: u64 = 100_000;

/// The order in which ready threads run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All ready threads run at the same time.
    Parallel,
    /// One at a time: with seed 0 in the order in which they became ready, otherwise in random
    /// order.
    Turns {
        /// The seed of the order.
        seed: u64,
    },
    /// One at a time, in the order in which they became ready. A thread runs until it waits, yields
    /// or ends.
    Waits,
}

impl Order {
    /// Returns the order for threads that take turns with this host.
    pub fn of_turns<H: Host + ?Sized>(host: &H, seed: u64) -> Order {
        match host.switches_at_waits() {
            true => Order::Waits,
            false => Order::Turns { seed },
        }
    }
}

/// The event that ends a wait, besides its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum On {
    /// Only the deadline ends the wait.
    Time,
    /// A wake of the futex at an address.
    Futex(u32),
    /// A wake by the host.
    Host,
}

/// The way in which a thread continues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resume {
    /// It continues its own code.
    Code,
    /// It continues with this result of the host function.
    Return(u64),
    /// The host decides how it continues.
    AskHost,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    on: On,
    deadline: Option<Duration>,
    /// Sequence number of the wait, which decides between equal deadlines.
    order: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// The slot belongs to no thread.
    Free,
    Ready(Resume),
    Running(Resume),
    Waiting(Wait),
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    number: u32,
    state: State,
}

/// The threads of a program.
///
/// Thread numbers count up from 0 and are never reused.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The number and slot of each live thread, by ascending number.
    live: Vec<(u32, u32)>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    next_number: u32,
    /// Number of running threads.
    running: usize,
    /// Maximum number of running threads.
    limit: usize,
    /// True if a thread is preempted when its turn takes too long.
    preempts: bool,
    ready: VecDeque<u32>,
    futexes: Futexes,
    /// Waits with a deadline: the deadline, the wait's sequence number, the slot.
    due: BTreeSet<(Duration, u64, u32)>,
    next_order: u64,
    /// Number of threads that wait without a deadline.
    forever: usize,
    lots: Lots,
}

impl Threads {
    /// Creates an instance without threads.
    pub fn new(order: Order) -> Threads {
        let (limit, seed) = match order {
            Order::Parallel => (usize::MAX, 0),
            Order::Turns { seed } => (1, seed),
            Order::Waits => (1, 0),
        };
        Threads {
            live: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            next_number: 0,
            running: 0,
            limit,
            preempts: order != Order::Waits,
            ready: VecDeque::new(),
            futexes: Futexes::default(),
            due: BTreeSet::new(),
            next_order: 0,
            forever: 0,
            lots: Lots::new(seed),
        }
    }

    /// Returns true if one thread runs at a time.
    pub fn takes_turns(&self) -> bool {
        self.limit == 1
    }

    /// Returns true if a thread is preempted when its turn takes too long.
    pub fn preempts(&self) -> bool {
        self.preempts
    }

    /// Returns true if a thread waits for the host.
    fn waits_for_host(&self) -> bool {
        let waits = |slot: &Slot| matches!(slot.state, State::Waiting(Wait { on: On::Host, .. }));
        self.slots.iter().any(waits)
    }

    /// Returns true if the next thread is chosen at random.
    pub fn is_random(&self) -> bool {
        self.lots.is_random()
    }

    /// Returns the length of the next time slice. `usual` is the average.
    pub fn slice(&mut self, usual: u32) -> u32 {
        self.lots.slice(usual)
    }

    /// Returns the number of threads that have not ended.
    pub fn len(&self) -> usize {
        self.live.len()
    }

    /// Returns true if every thread has ended.
    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    /// Returns the lowest number among the live threads.
    pub fn first(&self) -> Option<u32> {
        self.live.first().map(|&(number, _)| number)
    }

    /// Returns the number that the next thread will have.
    pub fn next_number(&self) -> u32 {
        self.next_number
    }

    /// Adds a ready thread. Returns its number.
    pub fn spawn(&mut self) -> u32 {
        let slot = self.add();
        self.make_ready(slot, Resume::Code);
        self.slots[slot as usize].number
    }

    /// Adds a running thread. Returns its number.
    pub fn spawn_running(&mut self) -> u32 {
        let slot = self.add();
        self.run(slot, Resume::Code);
        self.slots[slot as usize].number
    }

    fn add(&mut self) -> u32 {
        let number = self.next_number;
        self.next_number += 1;
        let state = State::Free;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { number, state });
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize].number = number;
        self.live.push((number, slot));
        slot
    }

    /// Returns the position of a thread in the list of live threads.
    fn position(&self, thread: u32) -> Option<usize> {
        let found = self
            .live
            .binary_search_by_key(&thread, |&(number, _)| number);
        found.ok()
    }

    fn slot(&self, thread: u32) -> Option<u32> {
        // Until a thread has ended, its number is its position. Usually that remains true for the
        // first threads.
        match self.live.get(thread as usize) {
            Some(&(number, slot)) if number == thread => Some(slot),
            _ => self.position(thread).map(|index| self.live[index].1),
        }
    }

    /// Returns how a thread continues its run, or `None` if it is not running.
    pub fn running(&self, thread: u32) -> Option<Resume> {
        match self.slots[self.slot(thread)? as usize].state {
            State::Running(resume) => Some(resume),
            _ => None,
        }
    }

    /// Returns the deadline of a waiting thread, if it has one.
    pub fn deadline(&self, thread: u32) -> Option<Duration> {
        match self.slots[self.slot(thread)? as usize].state {
            State::Waiting(wait) => wait.deadline,
            _ => None,
        }
    }

    /// Returns the earliest deadline.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.due.first().map(|&(deadline, ..)| deadline)
    }

    /// Returns true if every thread waits without a deadline.
    pub fn is_deadlocked(&self) -> bool {
        !self.live.is_empty() && self.forever == self.live.len()
    }

    /// Removes a thread.
    pub fn end(&mut self, thread: u32) {
        let Some(index) = self.position(thread) else {
            return;
        };
        let (_, slot) = self.live[index];
        // Only a running thread can end: any other is in a queue.
        if self.stop(slot) {
            self.live.remove(index);
            self.free.push(slot);
        }
    }

    /// Moves a running thread to the end of the ready queue.
    pub fn requeue(&mut self, thread: u32, resume: Resume) {
        if let Some(slot) = self.slot(thread).filter(|&slot| self.stop(slot)) {
            self.make_ready(slot, resume);
        }
    }

    /// Moves a running thread to the front of the ready queue.
    pub fn requeue_first(&mut self, thread: u32) {
        if let Some(slot) = self.slot(thread).filter(|&slot| self.stop(slot)) {
            self.slots[slot as usize].state = State::Ready(Resume::Code);
            self.ready.push_front(slot);
        }
    }

    /// Makes a running thread wait.
    pub fn wait(&mut self, thread: u32, on: On, deadline: Option<Duration>) {
        let Some(slot) = self.slot(thread).filter(|&slot| self.stop(slot)) else {
            return;
        };
        let order = self.next_order;
        self.next_order += 1;
        if let On::Futex(address) = on {
            self.futexes.push(address, slot);
        }
        match deadline {
            Some(deadline) => {
                self.due.insert((deadline, order, slot));
            }
            None => self.forever += 1,
        }
        self.slots[slot as usize].state = State::Waiting(Wait {
            on,
            deadline,
            order,
        });
    }

    /// Wakes at most `count` threads that wait on an address, in order of arrival. Returns the
    /// number of woken threads.
    pub fn wake_futex(&mut self, address: u32, count: u32) -> u32 {
        let mut woken = 0;
        let mut next = self.futexes.first(address);
        while woken < count
            && let Some(slot) = next
        {
            next = self.futexes.after(slot);
            self.end_wait(slot, true);
            woken += 1;
        }
        woken
    }

    /// Wakes a thread if it waits for the host. Returns true if it did.
    pub fn wake_for_host(&mut self, thread: u32) -> bool {
        let Some(slot) = self.slot(thread) else {
            return false;
        };
        let State::Waiting(Wait { on: On::Host, .. }) = self.slots[slot as usize].state else {
            return false;
        };
        self.end_wait(slot, true);
        true
    }

    /// Ends every wait whose deadline has passed.
    pub fn expire(&mut self, now: Duration) {
        while let Some(&(deadline, _, slot)) = self.due.first()
            && deadline <= now
        {
            self.end_wait(slot, false);
        }
    }

    /// Lets time pass for a turn of this many instructions. If a thread has a deadline, a virtual
    /// clock advances by a nanosecond per instruction. Otherwise a thread that computes forever
    /// would make all others wait forever.
    pub fn pass_time<H: Host + ?Sized>(&self, host: &mut H, instructions: u64) {
        if host.has_own_clock() && self.next_deadline().is_some() {
            host.pass_time(Duration::from_nanos(instructions));
        }
    }

    /// Removes a thread from the running ones. Returns false if it was not running.
    fn stop(&mut self, slot: u32) -> bool {
        let state = &mut self.slots[slot as usize].state;
        if !matches!(state, State::Running(_)) {
            return false;
        }
        *state = State::Free;
        self.running -= 1;
        true
    }

    fn run(&mut self, slot: u32, resume: Resume) {
        self.slots[slot as usize].state = State::Running(resume);
        self.running += 1;
    }

    fn make_ready(&mut self, slot: u32, resume: Resume) {
        self.slots[slot as usize].state = State::Ready(resume);
        self.ready.push_back(slot);
    }

    /// Runs the next ready thread, if there is one and the limit allows it. Returns its number.
    ///
    /// This is for engines that receive events from outside, so that their programs are never at
    /// rest. Others use [`Threads::next`].
    pub fn run_next(&mut self) -> Option<u32> {
        if self.running >= self.limit {
            return None;
        }
        // A number is drawn even if no thread is ready, so that a seed gives the same run as in
        // earlier releases.
        let index = self.lots.draw(self.ready.len() as u64).unwrap_or(0);
        let slot = self.ready.remove(index as usize)?;
        if let State::Ready(resume) = self.slots[slot as usize].state {
            self.run(slot, resume);
        }
        Some(self.slots[slot as usize].number)
    }

    fn end_wait(&mut self, slot: u32, is_woken: bool) {
        let State::Waiting(wait) = self.slots[slot as usize].state else {
            return;
        };
        match wait.deadline {
            Some(deadline) => {
                self.due.remove(&(deadline, wait.order, slot));
            }
            None => self.forever -= 1,
        }
        let resume = match wait.on {
            On::Time => Resume::Return(0),
            On::Futex(_) => {
                self.futexes.remove(slot);
                Resume::Return(if is_woken { 0 } else { Errno::ETIMEDOUT.word() })
            }
            On::Host => Resume::AskHost,
        };
        self.make_ready(slot, resume);
    }
}
