//! Tests of the rules of threads, one for each rule.

use super::*;
use crate::host::{Action, AtRest, HostContext, HostFunction};
use crate::memory::{Memory, PAGE_SIZE, Protection};
use crate::trap::TrapKind;

const MS: Duration = Duration::from_millis(1);
const WORD: u32 = PAGE_SIZE;
const TURNS: Order = Order::Turns { seed: 0 };

/// A host whose clock advances only on request. It counts the readings of the clock.
#[derive(Default)]
struct Clock {
    now: Duration,
    /// True if the clock does not advance even on request.
    stands_still: bool,
    looks: std::cell::Cell<u32>,
    rest: Vec<AtRest>,
    /// The answers of [`Host::woken`], the last one first.
    woken: Vec<Option<u32>>,
}

impl Host for Clock {
    fn functions(&self) -> &[HostFunction] {
        &[]
    }

    fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
        Action::Return(0)
    }

    fn real_time(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        self.now
    }

    fn has_own_clock(&self) -> bool {
        true
    }

    fn pass_time(&mut self, duration: Duration) {
        if !self.stands_still {
            self.now += duration;
        }
    }

    fn woken(&mut self) -> Option<u32> {
        self.woken.pop().flatten()
    }

    fn at_rest(&mut self) -> AtRest {
        self.rest.pop().unwrap_or(AtRest::Deadlock)
    }
}

/// The threads of a program, which run until they stop.
struct Run {
    threads: Threads,
    clock: Clock,
    memory: Memory,
}

impl Run {
    /// Adds `count` ready threads.
    fn new(order: Order, count: u32) -> Run {
        let mut memory = Memory::new(4 * PAGE_SIZE).expect("memory");
        let pages = PAGE_SIZE..3 * PAGE_SIZE;
        memory.protect(pages, Protection::ReadWrite).expect("pages");
        let mut threads = Threads::new(order);
        for number in 0..count {
            assert_eq!(threads.spawn(), number);
        }
        Run {
            threads,
            clock: Clock::default(),
            memory,
        }
    }

    fn next(&mut self) -> Next {
        let pass = |clock: &mut Clock, pause| {
            clock.pass_time(pause);
            Ok::<(), ()>(())
        };
        self.threads
            .next(&mut self.clock, pass)
            .expect("no refusal")
    }

    /// Returns the next thread, and how it continues.
    fn turn(&mut self) -> (u32, Resume) {
        let Next::Run(thread) = self.next() else {
            panic!("no thread can run");
        };
        (thread, self.threads.running(thread).expect("it runs"))
    }

    fn act(&mut self, thread: u32, action: Action) -> Outcome {
        let Run {
            threads,
            clock,
            memory,
        } = self;
        threads.perform(thread, action, clock, memory)
    }

    fn wait(&mut self, thread: u32, address: u32, deadline: Option<Duration>) -> Outcome {
        let value = 0;
        let action = Action::FutexWait {
            address,
            value,
            deadline,
        };
        self.act(thread, action)
    }

    /// Wakes threads. Returns their number.
    fn wake(&mut self, address: u32, count: u32) -> u32 {
        let woken = WORD + 64;
        let action = Action::FutexWake {
            address,
            count,
            woken,
        };
        assert_eq!(self.act(0, action), Outcome::Return(0));
        self.memory.load_u32(woken).expect("a word")
    }
}

const TIMED_OUT: Resume = Resume::Return(Errno::ETIMEDOUT.word());
const WOKEN: Resume = Resume::Return(0);

#[test]
fn events_from_outside_end_waits_for_the_host_where_turns_end_at_waits() {
    let mut run = Run::new(Order::Waits, 2);
    assert!(!run.threads.preempts());
    run.clock.woken = vec![Some(0), None];
    assert_eq!(run.turn(), (0, Resume::Code));
    // No thread waits for the host, so the host was not asked.
    assert_eq!(run.clock.woken.len(), 2);
    let forever = Action::Wait { deadline: None };
    assert_eq!(run.act(0, forever.clone()), Outcome::Stopped);
    assert_eq!(run.turn(), (1, Resume::Code));
    assert_eq!(run.clock.woken.len(), 1);
    assert_eq!(run.act(1, Action::Yield), Outcome::Stopped);
    assert_eq!(run.turn(), (1, Resume::Return(0)));
    assert_eq!(run.act(1, forever), Outcome::Stopped);
    assert_eq!(run.turn(), (0, Resume::AskHost));
    // With other orders the host is not asked.
    let mut run = Run::new(TURNS, 1);
    run.clock.woken = vec![Some(0)];
    assert_eq!(run.turn(), (0, Resume::Code));
    run.act(0, Action::Wait { deadline: None });
    assert_eq!(run.next(), Next::Deadlock);
}

#[test]
fn one_thread_runs_at_a_time_in_the_order_in_which_they_became_ready() {
    let mut run = Run::new(TURNS, 3);
    assert_eq!(run.turn(), (0, Resume::Code));
    assert_eq!(run.next(), Next::Enough);
    run.threads.requeue(0, Resume::Code);
    assert_eq!(run.turn(), (1, Resume::Code));
    run.threads.requeue_first(1);
    assert_eq!(run.turn(), (1, Resume::Code));
    assert_eq!(run.act(1, Action::Yield), Outcome::Stopped);
    assert_eq!(run.turn(), (2, Resume::Code));
    assert_eq!(run.act(2, Action::ExitThread { flag: 0 }), Outcome::Ended);
    assert_eq!(
        [run.turn(), {
            run.threads.end(0);
            run.turn()
        }],
        [(0, Resume::Code), (1, WOKEN)]
    );
}

#[test]
fn in_parallel_every_ready_thread_runs() {
    let mut run = Run::new(Order::Parallel, 2);
    assert_eq!([run.next(), run.next()], [Next::Run(0), Next::Run(1)]);
    assert_eq!(run.next(), Next::Enough);
    assert_eq!(run.act(0, Action::Yield), Outcome::Return(0));
    assert_eq!(run.wait(1, WORD, Some(MS)), Outcome::Stopped);
    let before = run.clock.looks.get();
    assert_eq!(run.next(), Next::Enough);
    assert_eq!(
        run.clock.looks.get(),
        before,
        "threads watch their deadlines"
    );
    assert_eq!(run.threads.deadline(1), Some(MS));
    run.threads.expire(MS);
    assert_eq!(run.turn(), (1, TIMED_OUT));
}

#[test]
fn the_same_seed_draws_the_same_threads() {
    let order = |seed| {
        let mut run = Run::new(Order::Turns { seed }, 50);
        let mut drawn = Vec::new();
        while let Next::Run(thread) = run.next() {
            run.threads.end(thread);
            drawn.push(thread);
        }
        drawn
    };
    assert_eq!(order(7), order(7));
    assert_ne!(order(7), order(8));
    assert_eq!(order(0), (0..50).collect::<Vec<_>>());
}

#[test]
fn a_futex_wakes_those_at_its_address_in_their_order() {
    let mut run = Run::new(Order::Parallel, 5);
    while run.next() != Next::Enough {}
    for (thread, address) in [(4, 8), (1, 8), (2, 4), (3, 8)] {
        assert_eq!(run.wait(thread, WORD + address, None), Outcome::Stopped);
    }
    assert_eq!(run.wake(WORD + 8, 2), 2);
    assert_eq!(run.wake(WORD + 8, 9), 1);
    assert_eq!(run.wake(WORD + 8, 9), 0);
    assert_eq!(
        [run.turn(), run.turn(), run.turn()],
        [(4, WOKEN), (1, WOKEN), (3, WOKEN)]
    );
    assert_eq!(run.next(), Next::Enough);
}

#[test]
fn a_wait_that_does_not_take_place_says_why() {
    let mut run = Run::new(TURNS, 1);
    run.turn();
    let result = |errno: Errno| Outcome::Return(errno.word());
    run.clock.now = 5 * MS;
    assert_eq!(run.wait(0, 0, Some(MS)), result(Errno::EFAULT));
    run.memory.store_u32(WORD, 1).expect("a word");
    assert_eq!(run.wait(0, WORD, Some(MS)), result(Errno::EAGAIN));
    run.memory.store_u32(WORD, 0).expect("a word");
    assert_eq!(run.wait(0, WORD, Some(5 * MS)), result(Errno::ETIMEDOUT));
    assert_eq!(run.wait(0, WORD, Some(6 * MS)), Outcome::Stopped);
}

#[test]
fn time_ends_waits_in_the_order_of_their_deadlines() {
    let mut run = Run::new(TURNS, 4);
    for (thread, deadline, on) in [
        (0, 5, On::Time),
        (1, 3, On::Futex(WORD)),
        (2, 5, On::Host),
        (3, 6, On::Host),
    ] {
        run.turn();
        run.threads.wait(thread, on, Some(deadline * MS));
    }
    assert_eq!(run.threads.next_deadline(), Some(3 * MS));
    run.threads.expire(5 * MS);
    let mut ended = || {
        let turn = run.turn();
        run.threads.end(turn.0);
        turn
    };
    let found = [ended(), ended(), ended()];
    assert_eq!(found, [(1, TIMED_OUT), (0, WOKEN), (2, Resume::AskHost)]);
    assert_eq!(run.threads.next_deadline(), Some(6 * MS));
}

#[test]
fn the_host_wakes_those_alone_that_wait_for_it() {
    let mut run = Run::new(TURNS, 2);
    run.turn();
    assert_eq!(run.wait(0, WORD, None), Outcome::Stopped);
    run.turn();
    let deadline = Some(MS);
    assert_eq!(run.act(1, Action::Wait { deadline }), Outcome::Stopped);
    assert!(!run.threads.wake_for_host(0) && !run.threads.wake_for_host(7));
    assert!(run.threads.wake_for_host(1) && !run.threads.wake_for_host(1));
    assert_eq!(run.turn(), (1, Resume::AskHost));
    assert_eq!(run.threads.next_deadline(), None);
}

#[test]
fn a_virtual_clock_is_looked_at_once_for_a_turn_and_only_if_it_matters() {
    let mut run = Run::new(TURNS, 2);
    run.turn();
    run.threads.requeue(0, Resume::Code);
    assert_eq!((run.turn().0, run.clock.looks.get()), (1, 0));
    run.threads.wait(1, On::Time, Some(9 * MS));
    assert_eq!((run.turn().0, run.clock.looks.get()), (0, 1));
    run.threads.pass_time(&mut run.clock, 1_000_000);
    assert_eq!(run.clock.now, MS);
    run.threads.wait(0, On::Time, Some(4 * MS));
    assert_eq!((run.turn().0, run.clock.now), (0, 4 * MS));
}

#[test]
fn a_stopped_clock_lets_no_thread_wait_forever() {
    let mut run = Run::new(TURNS, 1);
    run.clock.stands_still = true;
    run.turn();
    run.threads.wait(0, On::Time, Some(MS));
    assert_eq!(run.turn(), (0, WOKEN));
}

#[test]
fn a_deadlock_is_left_to_the_host() {
    for order in [TURNS, Order::Parallel] {
        let rest = |rest: &[AtRest]| {
            let mut run = Run::new(order, 1);
            run.clock.rest = rest.to_vec();
            run.turn();
            let deadline = None;
            run.act(0, Action::Wait { deadline });
            assert!(run.threads.is_deadlocked());
            run.next()
        };
        assert_eq!(rest(&[]), Next::Deadlock);
        assert_eq!(rest(&[AtRest::Wake(7)]), Next::Deadlock);
        assert_eq!(rest(&[AtRest::Exit(3)]), Next::Exit(3));
        assert_eq!(rest(&[AtRest::Wake(0)]), Next::Run(0));
    }
}

#[test]
fn the_program_ends_with_its_last_thread() {
    let mut run = Run::new(TURNS, 2);
    run.turn();
    run.memory.store_u32(WORD, 1).expect("a word");
    let action = Action::ExitThread { flag: WORD };
    assert_eq!(run.act(0, action), Outcome::Ended);
    assert_eq!(run.memory.load_u32(WORD), Ok(0));
    assert_eq!((run.turn().0, run.threads.first()), (1, Some(1)));
    let action = Action::ExitThread { flag: 4 };
    let outcome = run.act(1, action);
    let is_trap = matches!(outcome, Outcome::Rest(Action::Trap(TrapKind::Memory(_))));
    assert!(is_trap, "{outcome:?}");
    run.threads.end(1);
    assert_eq!(run.next(), Next::Exit(0));
}

#[test]
fn a_pause_can_be_refused() {
    let mut run = Run::new(TURNS, 1);
    run.turn();
    run.threads.wait(0, On::Time, Some(MS));
    let next = run.threads.next(&mut run.clock, |_, pause| Err(pause));
    assert_eq!(next, Err(MS));
}
