//! What the threads of a running program have in common.

use super::stop::{Cause, Ended, Stop};
use super::taking_turns::Taking;
use crate::host::{AtRest, Host};
use crate::memory::Memory;
use crate::trap::TrapKind;
use crate::turns::On;
use pinnacle_system::Errno;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the code of a program runs by: Wasmtime, or the processor alone.
pub(super) trait CodeEngine: fmt::Debug + 'static {
    /// Has threads that run code look whether the program has ended.
    fn interrupt(&self);
}

/// Where a thread sleeps.
#[derive(Debug, Default)]
pub(super) struct Parking {
    pub(super) wake: Condvar,
    /// Set by the thread that wakes it. Only read and written under the lock.
    woken: AtomicBool,
}

impl Parking {
    /// Has the thread look whether what it waits for has come.
    pub(super) fn disturb(&self) {
        self.wake.notify_all();
    }
}

/// The common state of all threads.
pub(super) struct Shared<H: Host + 'static, E: CodeEngine> {
    pub(super) engine: E,
    state: Mutex<State<H>>,
    /// Whether the program has ended, for those who do not hold the lock.
    ended: AtomicBool,
    /// Set by who ends the program from outside, before the lock is theirs.
    interrupted: AtomicBool,
    /// Whether threads take turns, for those who do not hold the lock.
    takes_turns: AtomicBool,
    /// Told when the program has ended.
    end: Condvar,
}

/// What is under the lock.
pub(super) struct State<H> {
    pub(super) host: H,
    pub(super) memory: Memory,
    /// The threads that have not ended.
    pub(super) live: BTreeSet<u32>,
    pub(super) next_thread: u32,
    /// Who waits on an address, in the order in which they came.
    queues: BTreeMap<u32, VecDeque<Waiter>>,
    /// Every thread that sleeps.
    asleep: BTreeMap<u32, Sleeper>,
    /// How many threads wait without a deadline and have not been woken.
    forever: usize,
    pub(super) end: Option<End>,
    /// Who runs, if threads take turns.
    pub(super) taking: Option<Taking>,
    /// What varies the order of threads that take turns.
    pub(super) seed: u64,
    /// When the time of the run is up.
    time_limit: Option<Instant>,
    /// The host's threads, but for the main one, until they are joined.
    pub(super) handles: BTreeMap<u32, JoinHandle<()>>,
    /// Those that have nothing more to do.
    pub(super) finished: Vec<u32>,
}

struct Sleeper {
    parking: Arc<Parking>,
    on: On,
    forever: bool,
}

struct Waiter {
    thread: u32,
    parking: Arc<Parking>,
    forever: bool,
}

/// How the program ended.
pub(super) enum End {
    Status(u8),
    Stop(Stop),
}

impl<H: Host, E: CodeEngine> Shared<H, E> {
    pub(super) fn new(engine: E, host: H, memory: Memory) -> Shared<H, E> {
        Shared {
            engine,
            state: Mutex::new(State {
                host,
                memory,
                live: BTreeSet::new(),
                next_thread: 1,
                queues: BTreeMap::new(),
                asleep: BTreeMap::new(),
                forever: 0,
                end: None,
                taking: None,
                seed: 0,
                time_limit: None,
                handles: BTreeMap::new(),
                finished: Vec::new(),
            }),
            ended: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
            takes_turns: AtomicBool::new(false),
            end: Condvar::new(),
        }
    }

    /// The lock. A panic of the host under it ends the program, and what is
    /// behind the lock is no worse than a trap there would leave it.
    pub(super) fn lock(&self) -> MutexGuard<'_, State<H>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the program has ended.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Whether threads take turns.
    pub(super) fn takes_turns(&self) -> bool {
        self.takes_turns.load(Ordering::Relaxed)
    }

    /// Makes ready for a run or a call, with the main thread alone.
    pub(super) fn begin(&self) {
        let mut state = self.lock();
        state.live = BTreeSet::from([0]);
        state.next_thread = 1;
        state.queues.clear();
        state.asleep.clear();
        state.forever = 0;
        state.end = None;
        let seed = state.seed;
        state.taking = state.host.has_own_clock().then(|| Taking::new(seed));
        let takes_turns = state.taking.is_some();
        self.takes_turns.store(takes_turns, Ordering::Relaxed);
        self.ended.store(false, Ordering::Relaxed);
        self.interrupted.store(false, Ordering::Relaxed);
    }

    /// Sets how long the run may take that begins now.
    pub(super) fn limit_time(&self, timeout: Option<Duration>) {
        self.lock().time_limit = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    }

    /// Ends the program from outside, even if the lock is rarely free.
    pub(super) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
        self.stop_all(&mut self.lock(), TrapKind::Timeout);
    }

    /// Returns true if the time of the run is up, or somebody has interrupted it.
    pub(super) fn is_overdue(&self, state: &State<H>) -> bool {
        let is_late = |limit: Instant| Instant::now() >= limit;
        self.interrupted.load(Ordering::Relaxed) || state.time_limit.is_some_and(is_late)
    }

    /// Ends the program, unless it has ended: all threads leave it as soon as
    /// they notice.
    pub(super) fn end(&self, state: &mut State<H>, end: End) {
        if state.end.is_some() {
            return;
        }
        state.end = Some(end);
        self.ended.store(true, Ordering::SeqCst);
        self.engine.interrupt();
        for sleeper in state.asleep.values() {
            sleeper.parking.disturb();
        }
        if let Some(taking) = &state.taking {
            taking.disturb();
        }
        self.end.notify_all();
    }

    /// Ends the program for a reason that no single thread gave. The lowest
    /// of those alive will say where it was.
    pub(super) fn stop_all(&self, state: &mut State<H>, kind: TrapKind) {
        let thread = state.live.first().copied().unwrap_or(0);
        self.end(state, End::Stop(Stop::unplaced(Cause::Known(kind), thread)));
    }

    /// Waits until the program has ended, or for so long. Says whether it has.
    pub(super) fn wait_for_end(&self, timeout: Option<Duration>) -> bool {
        let state = self.lock();
        let running = |state: &mut State<H>| state.end.is_none();
        match timeout {
            None => {
                drop(self.end.wait_while(state, running));
                true
            }
            Some(timeout) => match self.end.wait_timeout_while(state, timeout, running) {
                Ok((state, _)) => state.end.is_some(),
                Err(_) => true,
            },
        }
    }

    /// Puts a thread to sleep until it is woken, which gives 0, or until the
    /// deadline, which gives `ETIMEDOUT`. Who waits for time alone is only woken by
    /// the deadline.
    pub(super) fn wait(
        &self,
        mut state: MutexGuard<'_, State<H>>,
        thread: u32,
        parking: &Arc<Parking>,
        on: On,
        deadline: Option<Duration>,
    ) -> Result<u64, Ended> {
        if state.taking.is_some() {
            return self.wait_in_turn(state, thread, parking, on, deadline);
        }
        let forever = deadline.is_none();
        parking.woken.store(false, Ordering::Relaxed);
        let sleeper = Sleeper {
            parking: parking.clone(),
            on,
            forever,
        };
        state.asleep.insert(thread, sleeper);
        if let On::Futex(address) = on {
            state.queues.entry(address).or_default().push_back(Waiter {
                thread,
                parking: parking.clone(),
                forever,
            });
        }
        if forever {
            state.forever += 1;
            self.check_deadlock(&mut state);
        }
        let result = loop {
            if parking.woken.load(Ordering::Relaxed) {
                break Ok(0);
            }
            if state.end.is_some() {
                break Err(Ended);
            }
            let pause = match deadline {
                None => None,
                Some(deadline) => match deadline.checked_sub(state.host.real_time()) {
                    Some(pause) if !pause.is_zero() => Some(pause),
                    _ => break Ok(Errno::ETIMEDOUT.word()),
                },
            };
            state = match pause {
                None => parking
                    .wake
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(pause) => {
                    let woken = parking.wake.wait_timeout(state, pause);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        };
        state.asleep.remove(&thread);
        if result != Ok(0)
            && let On::Futex(address) = on
        {
            state.leave_queue(address, thread);
        }
        result
    }

    /// Wakes at most so many threads that wait on an address; says how many.
    pub(super) fn wake(&self, state: &mut State<H>, address: u32, count: u32) -> u32 {
        if let Some(taking) = &mut state.taking {
            return taking.wake_futex(address, count);
        }
        let Some(queue) = state.queues.get_mut(&address) else {
            return 0;
        };
        let count = queue.len().min(count as usize);
        for waiter in queue.drain(..count) {
            if waiter.forever {
                state.forever -= 1;
            }
            waiter.parking.woken.store(true, Ordering::Relaxed);
            waiter.parking.wake.notify_all();
        }
        if queue.is_empty() {
            state.queues.remove(&address);
        }
        count as u32
    }

    /// Wakes a thread if it waits for the host; says whether it did.
    pub(super) fn wake_for_host(&self, state: &mut State<H>, thread: u32) -> bool {
        if let Some(taking) = &mut state.taking {
            return taking.wake_for_host(thread);
        }
        let Some(sleeper) = state.asleep.get_mut(&thread) else {
            return false;
        };
        if sleeper.on != On::Host || sleeper.parking.woken.swap(true, Ordering::Relaxed) {
            return false;
        }
        if std::mem::take(&mut sleeper.forever) {
            state.forever -= 1;
        }
        sleeper.parking.disturb();
        true
    }

    /// Takes a thread from those alive. The last one ends the program.
    pub(super) fn leave(&self, state: &mut State<H>, thread: u32) {
        state.live.remove(&thread);
        if state.live.is_empty() {
            self.end(state, End::Status(0));
        } else if state.taking.is_some() {
            self.hand_over(state);
        } else {
            self.check_deadlock(state);
        }
    }

    fn check_deadlock(&self, state: &mut State<H>) {
        if state.forever < state.live.len() || state.end.is_some() {
            return;
        }
        match state.host.at_rest() {
            AtRest::Exit(status) => self.end(state, End::Status(status)),
            AtRest::Wake(thread) if self.wake_for_host(state, thread) => {}
            AtRest::Deadlock | AtRest::Wake(_) => self.stop_all(state, TrapKind::Deadlock),
        }
    }

    /// Joins all threads but the main one, after the end. Gives the first
    /// panic among them.
    pub(super) fn join_all(&self) -> std::thread::Result<()> {
        let mut result = Ok(());
        loop {
            let next = self.lock().handles.pop_first();
            match next {
                None => break,
                Some((_, handle)) => result = result.and(handle.join()),
            }
        }
        result
    }
}

impl<H> State<H> {
    /// Joins the host's threads that have nothing more to do, which they have
    /// said with the last thing they did under the lock.
    pub(super) fn reap(&mut self) {
        for thread in std::mem::take(&mut self.finished) {
            if let Some(handle) = self.handles.remove(&thread) {
                // A thread that panicked has ended the program.
                let _ = handle.join();
            }
        }
    }

    fn leave_queue(&mut self, address: u32, thread: u32) {
        if let Some(queue) = self.queues.get_mut(&address) {
            queue.retain(|waiter| waiter.thread != thread);
            if queue.is_empty() {
                self.queues.remove(&address);
            }
        }
    }
}

impl<H: Host, E: CodeEngine> fmt::Debug for Shared<H, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("engine", &self.engine)
            .finish_non_exhaustive()
    }
}
