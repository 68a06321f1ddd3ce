//! Compares every state of a few threads with a simple model.
//!
//! The model searches lists. The test visits every state that three threads, two futexes and a
//! clock with three times can reach, with every possible event, and compares all queries. The two
//! addresses share a bucket, so every order of two queues in one list occurs too.

use super::futexes::bucket;
use super::*;
use std::collections::HashSet;

/// Total number of threads that are started: one more than can exist at a time, so that a slot is
/// reused.
const STARTED: u32 = 4;
const LIVE: usize = 3;
const LATEST: u64 = 2;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Model {
    started: u32,
    now: u64,
    running: Vec<(u32, Resume)>,
    /// The ready threads, in the order in which they became ready.
    ready: Vec<(u32, Resume)>,
    /// Waits as thread, event and deadline, in order of arrival.
    waiting: Vec<(u32, On, Option<u64>)>,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Spawn,
    End(u32),
    Requeue(u32),
    Wait(u32, On, Option<u64>),
    WakeFutex(u32, u32),
    WakeForHost(u32),
    /// The clock advances by one step, and deadlines are checked.
    Tick,
    /// The next thread runs.
    Next,
}

impl Model {
    fn live(&self) -> usize {
        self.running.len() + self.ready.len() + self.waiting.len()
    }

    fn is_deadlocked(&self) -> bool {
        let waits_for_ever = |&(_, _, deadline): &(u32, On, Option<u64>)| deadline.is_none();
        self.live() > 0
            && self.running.is_empty()
            && self.ready.is_empty()
            && self.waiting.iter().all(waits_for_ever)
    }

    fn stop(&mut self, thread: u32) {
        self.running.retain(|&(other, _)| other != thread);
    }

    /// Ends a wait by its index.
    fn end_wait(&mut self, index: usize, is_woken: bool) {
        let (thread, on, _) = self.waiting.remove(index);
        let resume = match on {
            On::Host => Resume::AskHost,
            On::Futex(_) if !is_woken => Resume::Return(110),
            On::Futex(_) | On::Time => Resume::Return(0),
        };
        self.ready.push((thread, resume));
    }

    /// Ends matching waits, in order. Returns their number.
    fn wake(&mut self, count: u32, is_meant: impl Fn(u32, On) -> bool) -> u32 {
        for woken in 0..count {
            let mut waiting = self.waiting.iter();
            match waiting.position(|&(thread, on, _)| is_meant(thread, on)) {
                Some(index) => self.end_wait(index, true),
                None => return woken,
            }
        }
        count
    }

    /// Ends the wait with the earliest expired deadline, the first of equal ones. Returns false if
    /// there is none.
    fn expire_one(&mut self) -> bool {
        let deadlines = self.waiting.iter().map(|&(_, _, deadline)| deadline);
        let due = deadlines
            .enumerate()
            .filter_map(|(index, deadline)| Some((deadline?, index)));
        match due.min() {
            Some((deadline, index)) if deadline <= self.now => {
                self.end_wait(index, false);
                true
            }
            _ => false,
        }
    }
}

/// Returns a time in seconds since 1970.
fn time(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Returns two addresses in the same bucket.
fn addresses() -> [u32; 2] {
    let other = (2..).find(|&word| bucket(4 * word) == bucket(4));
    [4, 4 * other.expect("there are fewer buckets than words")]
}

/// Returns every possible event.
fn events(model: &Model, threads: &Threads) -> Vec<Event> {
    let [a, b] = addresses();
    let mut events = Vec::new();
    if model.started < STARTED && model.live() < LIVE {
        events.push(Event::Spawn);
    }
    for &(thread, _) in &model.running {
        events.extend([Event::End(thread), Event::Requeue(thread)]);
        let deadlines = (model.now + 1..=LATEST).map(Some);
        for deadline in deadlines.clone().chain([None]) {
            for on in [On::Futex(a), On::Futex(b), On::Host] {
                events.push(Event::Wait(thread, on, deadline));
            }
        }
        events.extend(deadlines.map(|deadline| Event::Wait(thread, On::Time, deadline)));
    }
    for address in [a, b] {
        events.extend([1, 2].map(|count| Event::WakeFutex(address, count)));
    }
    events.extend((0..model.started).map(Event::WakeForHost));
    if model.now < LATEST {
        events.push(Event::Tick);
    }
    if !model.ready.is_empty() && model.running.len() < threads.limit {
        events.push(Event::Next);
    }
    events
}

/// Applies an event to the model and to the threads, and compares the results.
fn step(model: &mut Model, threads: &mut Threads, event: Event) {
    match event {
        Event::Spawn => {
            model.ready.push((model.started, Resume::Code));
            assert_eq!(threads.spawn(), model.started);
            model.started += 1;
        }
        Event::End(thread) => {
            model.stop(thread);
            threads.end(thread);
        }
        Event::Requeue(thread) => {
            model.stop(thread);
            model.ready.push((thread, Resume::Code));
            threads.requeue(thread, Resume::Code);
        }
        Event::Wait(thread, on, deadline) => {
            model.stop(thread);
            model.waiting.push((thread, on, deadline));
            threads.wait(thread, on, deadline.map(time));
        }
        Event::WakeFutex(address, count) => {
            let woken = model.wake(count, |_, on| on == On::Futex(address));
            assert_eq!(threads.wake_futex(address, count), woken);
        }
        Event::WakeForHost(thread) => {
            let woken = model.wake(1, |other, on| other == thread && on == On::Host);
            assert_eq!(threads.wake_for_host(thread), woken == 1);
        }
        Event::Tick => {
            model.now += 1;
            while model.expire_one() {}
            threads.expire(time(model.now));
        }
        Event::Next => {
            let next = model.ready.remove(0);
            model.running.push(next);
            assert_eq!(threads.run_next(), Some(next.0));
        }
    }
}

/// Compares the answers to every query.
fn compare(model: &Model, threads: &Threads) {
    assert_eq!(threads.len(), model.live());
    assert_eq!(threads.is_deadlocked(), model.is_deadlocked());
    let deadlines = model
        .waiting
        .iter()
        .filter_map(|&(_, _, deadline)| deadline);
    assert_eq!(threads.next_deadline(), deadlines.min().map(time));
    for thread in 0..model.started {
        let running = model.running.iter().find(|&&(other, _)| other == thread);
        assert_eq!(threads.running(thread), running.map(|&(_, resume)| resume));
        let waiting = model.waiting.iter().find(|&&(other, ..)| other == thread);
        let deadline = waiting.and_then(|&(_, _, deadline)| deadline);
        assert_eq!(threads.deadline(thread), deadline.map(time));
    }
    let ready = threads
        .ready
        .iter()
        .map(|&slot| threads.slots[slot as usize]);
    let ready = ready.map(|Slot { number, state }| match state {
        State::Ready(resume) => (number, resume),
        state => panic!("{number} is ready, and {state:?}"),
    });
    assert!(ready.eq(model.ready.iter().copied()));
    // All free slots are reused, and no others.
    assert_eq!(threads.slots.len(), threads.live.len() + threads.free.len());
}

/// Visits every reachable state. Returns their number.
fn visit(order: Order) -> usize {
    let mut visited = HashSet::new();
    let mut open = vec![(Model::default(), Threads::new(order))];
    visited.insert(Model::default());
    while let Some((model, threads)) = open.pop() {
        for event in events(&model, &threads) {
            let (mut model, mut threads) = (model.clone(), threads.clone());
            step(&mut model, &mut threads, event);
            compare(&model, &threads);
            if visited.insert(model.clone()) {
                open.push((model, threads));
            }
        }
    }
    visited.len()
}

#[test]
fn every_state_of_three_threads_that_take_turns_is_as_in_the_model() {
    let states = visit(Order::Turns { seed: 0 });
    assert!(states > 10_000, "{states}");
}

#[test]
fn every_state_of_three_threads_at_the_same_time_is_as_in_the_model() {
    let states = visit(Order::Parallel);
    assert!(states > 10_000, "{states}");
}

/// Follows every sequence of events of this length, even through known states, because a known
/// state may have different links and slots.
fn follow(model: &Model, threads: &Threads, depth: u32) {
    if depth == 0 {
        return;
    }
    for event in events(model, threads) {
        let (mut model, mut threads) = (model.clone(), threads.clone());
        step(&mut model, &mut threads, event);
        compare(&model, &threads);
        follow(&model, &threads, depth - 1);
    }
}

#[test]
fn every_sequence_of_four_events_of_three_running_threads_is_as_in_the_model() {
    let mut model = Model::default();
    let mut threads = Threads::new(Order::Parallel);
    for _ in 0..LIVE {
        step(&mut model, &mut threads, Event::Spawn);
        step(&mut model, &mut threads, Event::Next);
    }
    follow(&model, &threads, 4);
}
