//! The threads of a program in one worker, on a page that is not isolated.
//!
//! [`Threads`] decides which thread waits, and which thread continues with which result. The engine
//! is `web/src/worker/turns.ts`: it suspends a thread that waits, sets a timer for its deadline,
//! and resumes the thread when [`Turns::take_unparked`] returns it.
//!
//! Every ready thread continues immediately ([`Order::Parallel`]). The worker's event loop runs one
//! of them at a time and gives each a turn, between the page's events. With [`Order::Turns`] the
//! main thread would wait for the turns of all computing threads before it sees an event.
//!
//! While a run is recorded, one thread runs at a time, until it waits ([`Order::Waits`]), because
//! every engine can repeat that. The engine then calls [`Turns::go_on`] when an event has arrived
//! or a timer has expired.

use pinnacle_system::Host;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Memory;
use pinnacle_system::threads::{Next, Order, Outcome, Resume, Threads};

/// Maximum number of threads at the same time. Each has its own instance of the program's module.
const MAX_THREADS: usize = 256;

/// The number of the main thread.
const MAIN: u32 = 0;

/// The threads of a program, all in one worker.
#[derive(Debug)]
pub struct Turns {
    threads: Threads,
    /// The number and result of each thread that continues.
    unparked: Vec<(u32, u32)>,
    /// The reason why no thread runs, in a recording; `None` if one does.
    idle: Option<Idle>,
}

/// The reason why no thread of a recorded program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Idle {
    /// All threads wait, and the first deadline has not passed.
    Deadline,
    /// All threads wait, and none has a deadline.
    Rest,
}

impl Default for Turns {
    fn default() -> Turns {
        Turns::new()
    }
}

impl Turns {
    /// Creates an instance with a running main thread.
    pub fn new() -> Turns {
        Turns::in_order(Order::Parallel)
    }

    /// Creates an instance for a run that is recorded.
    pub fn recorded() -> Turns {
        Turns::in_order(Order::Waits)
    }

    fn in_order(order: Order) -> Turns {
        let mut threads = Threads::new(order);
        threads.spawn_running();
        Turns {
            threads,
            unparked: Vec::new(),
            idle: None,
        }
    }

    /// Adds a thread. It runs, or in a recording gets its turn later. Returns its number, or `None`
    /// if there are too many.
    pub fn spawn(&mut self) -> Option<u32> {
        (self.threads.len() < MAX_THREADS).then(|| match self.threads.takes_turns() {
            true => self.threads.spawn(),
            false => self.threads.spawn_running(),
        })
    }

    /// Wakes the threads that the host names, then performs its answer to a running thread. Returns
    /// the action that the engine must perform:
    ///
    /// * [`Action::Sleep`], [`Action::FutexWait`] and [`Action::Wait`]: the thread waits. The
    ///   engine parks it, and calls [`Turns::expire`] at its deadline.
    /// * [`Action::Yield`]: the thread runs. The engine lets its event loop run others first. In a
    ///   recording the thread waits for its next turn.
    /// * [`Action::ExitThread`]: the thread has ended, and its flag is cleared.
    /// * Any other: the thread runs, and the engine performs the action.
    pub fn perform<H: Host + ?Sized>(
        &mut self,
        thread: u32,
        action: Action,
        woken: &[u32],
        host: &mut H,
        memory: &mut Memory,
    ) -> Action {
        for &thread in woken {
            self.threads.wake_for_host(thread);
        }
        let left = match action {
            Action::Return(_) => action,
            Action::Yield if !self.threads.takes_turns() => action,
            action => self.carry_out(thread, action, host, memory),
        };
        match self.threads.takes_turns() {
            true => self.run_next(host),
            false => self.unpark(),
        }
        left
    }

    /// Continues a recorded program of which no thread runs, because an event has arrived or a
    /// timer has expired.
    pub fn go_on<H: Host + ?Sized>(&mut self, host: &mut H) {
        match self.idle {
            None => return,
            Some(Idle::Deadline) => {}
            Some(Idle::Rest) => match host.woken() {
                Some(thread) => drop(self.threads.wake_for_host(thread)),
                None => return,
            },
        }
        self.run_next(host);
    }

    /// Returns true if no thread of a recorded program runs.
    pub fn is_idle(&self) -> bool {
        self.idle.is_some()
    }

    /// Returns true if no thread of a recorded program runs, and none has a deadline.
    pub fn is_at_rest(&self) -> bool {
        matches!(self.idle, Some(Idle::Rest))
    }

    /// Wakes a thread of a recorded program that waits for the host.
    pub fn wake<H: Host + ?Sized>(&mut self, thread: u32, host: &mut H) {
        self.threads.wake_for_host(thread);
        self.run_next(host);
    }

    /// Lets the next thread of a recorded program run, if none runs and one can.
    fn run_next<H: Host + ?Sized>(&mut self, host: &mut H) {
        self.idle = match self.threads.next(host, |_, _| Err(())) {
            Ok(Next::Run(thread)) => {
                self.unpark_running(thread);
                None
            }
            Ok(Next::Deadlock) => Some(Idle::Rest),
            Err(()) => Some(Idle::Deadline),
            // A thread runs, or the last thread's action ends the program.
            Ok(Next::Enough | Next::Exit(_)) => None,
        };
    }

    fn carry_out<H: Host + ?Sized>(
        &mut self,
        thread: u32,
        action: Action,
        host: &mut H,
        memory: &mut Memory,
    ) -> Action {
        match self.threads.perform(thread, action.clone(), host, memory) {
            Outcome::Return(value) => Action::Return(value),
            Outcome::Stopped => action,
            Outcome::Ended if self.threads.is_empty() => Action::Exit(0),
            Outcome::Ended => Action::ExitThread { flag: 0 },
            Outcome::Exit(status) => Action::Exit(status),
            Outcome::Rest(action) => action,
        }
    }

    /// Wakes the main thread if it waits for the host, because an event has arrived from outside.
    pub fn wake_main(&mut self) {
        self.threads.wake_for_host(MAIN);
        self.unpark();
    }

    /// Ends the wait of a thread whose timer has expired, and waits with earlier deadlines. The
    /// clock is not read, because timers of browsers fire up to a millisecond early.
    pub fn expire(&mut self, thread: u32) {
        if let Some(deadline) = self.threads.deadline(thread) {
            self.threads.expire(deadline);
            self.unpark();
        }
    }

    /// Returns the number of threads that [`Turns::take_unparked`] would return.
    pub fn unparked(&self) -> usize {
        self.unparked.len()
    }

    /// Removes and returns the threads that continue: the number and the result of each. The result
    /// of a wait for the host is 0; the engine must resume the host with it.
    pub fn take_unparked(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.unparked)
    }

    /// Makes every ready thread run.
    fn unpark(&mut self) {
        while let Some(thread) = self.threads.run_next() {
            self.unpark_running(thread);
        }
    }

    fn unpark_running(&mut self, thread: u32) {
        let result = match self.threads.running(thread) {
            // The result is 0 or an error number.
            Some(Resume::Return(result)) => result as u32,
            _ => 0,
        };
        self.unparked.push((thread, result));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_system::Errno;
    use pinnacle_system::host::{HostContext, HostFunction};
    use pinnacle_system::memory::{PAGE_SIZE, Protection};
    use std::time::Duration;

    const WORD: u32 = PAGE_SIZE;
    const COUNT: u32 = PAGE_SIZE + 4;
    const NOW: Duration = Duration::from_secs(10);

    /// A host whose clock does not advance.
    struct Still;

    impl Host for Still {
        fn functions(&self) -> &[HostFunction] {
            &[]
        }

        fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
            Action::Return(0)
        }

        fn real_time(&self) -> Duration {
            NOW
        }

        fn pass_time(&mut self, _: Duration) {}
    }

    struct Page {
        turns: Turns,
        memory: Memory,
    }

    impl Page {
        /// Creates a main thread and some others, all running.
        fn new(others: u32) -> Page {
            let mut memory = Memory::new(2 * PAGE_SIZE).expect("memory");
            let pages = PAGE_SIZE..2 * PAGE_SIZE;
            memory.protect(pages, Protection::ReadWrite).expect("pages");
            let mut turns = Turns::new();
            for number in 1..=others {
                assert_eq!(turns.spawn(), Some(number));
            }
            Page { turns, memory }
        }

        fn perform(&mut self, thread: u32, action: Action) -> Action {
            self.answer(thread, action, &[])
        }

        fn answer(&mut self, thread: u32, action: Action, woken: &[u32]) -> Action {
            self.turns
                .perform(thread, action, woken, &mut Still, &mut self.memory)
        }

        /// Makes a thread wait on the word.
        fn wait(&mut self, thread: u32, after: Option<Duration>) {
            let action = wait(0, after);
            assert_eq!(self.perform(thread, action.clone()), action);
        }

        fn wake(&mut self, thread: u32, count: u32) -> u32 {
            let action = Action::FutexWake {
                address: WORD,
                count,
                woken: COUNT,
            };
            assert_eq!(self.perform(thread, action), Action::Return(0));
            self.memory.load_u32(COUNT).expect("a word")
        }
    }

    fn wait(value: u32, after: Option<Duration>) -> Action {
        Action::FutexWait {
            address: WORD,
            value,
            deadline: after.map(|after| NOW + after),
        }
    }

    #[test]
    fn a_futex_wakes_one_then_all_in_their_order() {
        let mut page = Page::new(3);
        for thread in [2, 1, 3] {
            page.wait(thread, None);
        }
        assert_eq!(page.wake(0, 1), 1);
        assert_eq!(page.turns.unparked(), 1);
        assert_eq!(page.turns.take_unparked(), [(2, 0)]);
        assert_eq!(page.wake(0, u32::MAX), 2);
        assert_eq!(page.turns.take_unparked(), [(1, 0), (3, 0)]);
        assert_eq!(page.wake(0, 1), 0);
        assert_eq!(page.turns.take_unparked(), []);
    }

    #[test]
    fn a_futex_refuses_a_wait_at_once() {
        let mut page = Page::new(0);
        let refused = |errno: Errno| Action::Return(errno.word());
        assert_eq!(page.perform(0, wait(1, None)), refused(Errno::EAGAIN));
        let passed = wait(0, Some(Duration::ZERO));
        assert_eq!(page.perform(0, passed), refused(Errno::ETIMEDOUT));
    }

    #[test]
    fn a_timer_ends_its_wait_and_earlier_ones() {
        let timed_out = Errno::ETIMEDOUT.word() as u32;
        let mut page = Page::new(3);
        page.wait(1, Some(Duration::from_millis(5)));
        page.wait(2, Some(Duration::from_millis(3)));
        page.wait(3, Some(Duration::from_millis(9)));
        page.turns.expire(1);
        let gone_on = page.turns.take_unparked();
        assert_eq!(gone_on, [(2, timed_out), (1, timed_out)]);
        // The timer of a thread that has continued in the meantime has no effect.
        page.turns.expire(2);
        assert_eq!(page.turns.take_unparked(), []);
        // A woken thread can no longer time out.
        assert_eq!(page.wake(0, 1), 1);
        page.turns.expire(3);
        assert_eq!(page.turns.take_unparked(), [(3, 0)]);
    }

    #[test]
    fn a_sleep_ends_only_by_its_timer() {
        let mut page = Page::new(1);
        let sleep = Action::Sleep(Duration::from_micros(10));
        assert_eq!(page.perform(1, sleep.clone()), sleep);
        assert_eq!(page.wake(0, 1), 0);
        page.turns.wake_main();
        assert_eq!(page.turns.take_unparked(), []);
        page.turns.expire(1);
        assert_eq!(page.turns.take_unparked(), [(1, 0)]);
    }

    #[test]
    fn the_host_wakes_those_that_wait_for_it() {
        let mut page = Page::new(2);
        let forever = Action::Wait { deadline: None };
        for thread in [0, 1] {
            assert_eq!(page.perform(thread, forever.clone()), forever);
        }
        assert_eq!(
            page.answer(2, Action::Return(7), &[1, 2]),
            Action::Return(7)
        );
        assert_eq!(page.turns.take_unparked(), [(1, 0)]);
        // A thread cannot wake itself, because it does not wait yet.
        assert_eq!(page.answer(1, forever.clone(), &[1]), forever);
        assert_eq!(page.turns.take_unparked(), []);
        page.turns.wake_main();
        page.turns.wake_main();
        assert_eq!(page.turns.take_unparked(), [(0, 0)]);
    }

    #[test]
    fn a_thread_that_ends_clears_its_flag_and_the_last_ends_the_program() {
        let mut page = Page::new(1);
        page.memory.store_u32(WORD, 1).expect("a word");
        let exit = Action::ExitThread { flag: WORD };
        let ended = Action::ExitThread { flag: 0 };
        assert_eq!(page.perform(0, exit), ended);
        assert_eq!(page.memory.load_u32(WORD), Ok(0));
        assert_eq!(page.perform(1, ended), Action::Exit(0));
    }

    #[test]
    fn threads_are_limited_and_their_numbers_are_never_used_again() {
        let mut page = Page::new(MAX_THREADS as u32 - 1);
        assert_eq!(page.turns.spawn(), None);
        let ended = Action::ExitThread { flag: 0 };
        assert_eq!(page.perform(5, ended.clone()), ended);
        assert_eq!(page.turns.spawn(), Some(MAX_THREADS as u32));
        assert_eq!(page.turns.spawn(), None);
    }

    /// A host that reports an event from outside.
    struct Woken(bool);

    impl Host for Woken {
        fn functions(&self) -> &[HostFunction] {
            &[]
        }

        fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
            Action::Return(0)
        }

        fn real_time(&self) -> Duration {
            NOW
        }

        fn woken(&mut self) -> Option<u32> {
            std::mem::take(&mut self.0).then_some(MAIN)
        }

        fn pass_time(&mut self, _: Duration) {}
    }

    #[test]
    fn a_recorded_thread_runs_until_it_waits_and_an_event_wakes_the_main_thread() {
        let mut page = Page::new(0);
        page.turns = Turns::recorded();
        assert_eq!(page.turns.spawn(), Some(1));
        assert_eq!(page.turns.take_unparked(), []);
        let forever = Action::Wait { deadline: None };
        page.perform(0, forever.clone());
        assert_eq!(page.turns.take_unparked(), [(1, 0)]);
        // The event is not handled until the running thread waits.
        page.turns.go_on(&mut Woken(true));
        assert_eq!(page.turns.take_unparked(), []);
        page.perform(1, Action::Yield);
        assert_eq!(page.turns.take_unparked(), [(1, 0)]);
        page.perform(1, forever);
        assert_eq!(page.turns.take_unparked(), []);
        page.turns.go_on(&mut Woken(false));
        assert_eq!(page.turns.take_unparked(), []);
        page.turns.go_on(&mut Woken(true));
        assert_eq!(page.turns.take_unparked(), [(0, 0)]);
    }

    #[test]
    fn a_deadline_of_a_recorded_thread_ends_when_the_clock_says_so() {
        let mut page = Page::new(0);
        page.turns = Turns::recorded();
        let later = Some(NOW + Duration::from_nanos(1));
        page.perform(0, Action::Wait { deadline: later });
        page.turns.go_on(&mut Still);
        assert_eq!(page.turns.take_unparked(), []);
        let mut page = Page::new(0);
        page.turns = Turns::recorded();
        let deadline = Some(NOW);
        page.perform(0, Action::Wait { deadline });
        assert_eq!(page.turns.take_unparked(), [(0, 0)]);
    }

    #[test]
    fn calls_of_a_single_thread_are_left_to_the_engine() {
        let mut page = Page::new(1);
        for action in [Action::Yield, Action::SetThreadPointer(8), Action::Exit(3)] {
            assert_eq!(page.perform(1, action.clone()), action);
        }
    }
}
