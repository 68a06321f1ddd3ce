//! State that the threads of a running program share, under one lock.

use super::guest_threads::IdleThreads;
use super::stop::{Cause, Stop};
use crate::host::Host;
use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_system::threads::{Order, Threads};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The engine that runs a program's code: Wasmtime, or the processor directly.
pub(super) trait CodeEngine: fmt::Debug + 'static {
    /// Makes threads that run code check whether the program has ended.
    fn interrupt(&self);
}

/// The place where a thread sleeps while it is not running.
#[derive(Debug, Default)]
pub(super) struct Parking {
    pub(super) wake: Condvar,
}

impl Parking {
    /// Makes the thread check whether it may run, or the program has ended.
    pub(super) fn unpark(&self) {
        self.wake.notify_all();
    }
}

/// The common state of all threads.
pub(super) struct Shared<H: Host + 'static, E: CodeEngine> {
    pub(super) engine: E,
    state: Mutex<State<H>>,
    /// True if the program has ended; for readers without the lock.
    ended: AtomicBool,
    /// Set by a caller that ends the program from outside, before it holds the lock.
    interrupted: AtomicBool,
    /// True if threads take turns; for readers without the lock.
    takes_turns: AtomicBool,
    /// Told when the program has ended.
    end: Condvar,
}

/// The state under the lock.
pub(super) struct State<H> {
    pub(super) host: H,
    pub(super) memory: Memory,
    /// The running and waiting threads. Chooses the next one.
    pub(super) threads: Threads,
    /// The threads that sleep or are about to, by number.
    pub(super) parked: BTreeMap<u32, Arc<Parking>>,
    pub(super) end: Option<End>,
    /// The seed that varies the order of threads that take turns.
    pub(super) seed: u64,
    /// Time at which the run must stop.
    pub(super) time_limit: Option<Instant>,
    /// The host's threads, except for the main one, until they are joined.
    pub(super) handles: BTreeMap<u32, JoinHandle<()>>,
    /// Threads that have finished their work.
    pub(super) finished: Vec<u32>,
    /// The host's threads that wait for another thread of the guest. There are none after the end.
    pub(super) idle: IdleThreads,
    /// True if the program has had more than one thread.
    has_had_threads: bool,
    /// True if there is code that accesses the memory without the lock.
    has_code: bool,
}

/// The end of the program.
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
                threads: Threads::new(Order::Parallel),
                parked: BTreeMap::new(),
                end: None,
                seed: 0,
                time_limit: None,
                handles: BTreeMap::new(),
                finished: Vec::new(),
                idle: IdleThreads::default(),
                has_had_threads: false,
                has_code: false,
            }),
            ended: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
            takes_turns: AtomicBool::new(false),
            end: Condvar::new(),
        }
    }

    /// Takes the lock. A panic of the host while it holds the lock ends the program, and leaves the
    /// state no worse than a trap would.
    pub(super) fn lock(&self) -> MutexGuard<'_, State<H>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the program has ended.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Returns true if threads take turns.
    pub(super) fn takes_turns(&self) -> bool {
        self.takes_turns.load(Ordering::Relaxed)
    }

    /// Prepares a run or a call, with only the main thread.
    pub(super) fn begin(&self) {
        let mut state = self.lock();
        let order = match state.host.has_own_clock() {
            true => Order::of_turns(&state.host, state.seed),
            false => Order::Parallel,
        };
        state.threads = Threads::new(order);
        state.threads.spawn_running();
        state.parked.clear();
        state.end = None;
        let takes_turns = state.threads.takes_turns();
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

    /// Returns true if the run has reached its time limit or was interrupted.
    pub(super) fn is_overdue(&self, time_limit: Option<Instant>) -> bool {
        let is_late = |limit: Instant| Instant::now() >= limit;
        self.interrupted.load(Ordering::Relaxed) || time_limit.is_some_and(is_late)
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
        for parking in state.parked.values() {
            parking.unpark();
        }
        state.handles.extend(state.idle.dismiss());
        self.end.notify_all();
    }

    /// Ends the program for a reason that no single thread caused. The live thread with the lowest
    /// number reports its place.
    pub(super) fn stop_all(&self, state: &mut State<H>, kind: TrapKind) {
        let thread = state.threads.first().unwrap_or(0);
        self.end(state, End::Stop(Stop::unplaced(Cause::Known(kind), thread)));
    }

    /// Waits until the program has ended, at most for this time. Returns true if it has.
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

    /// Joins all threads except the main one, after the end. Returns the first panic among them.
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
    /// Notes that a second thread is about to start.
    pub(super) fn note_thread(&mut self) {
        self.has_had_threads = true;
        self.limit_window();
    }

    /// Notes that a thread is about to run code.
    pub(super) fn note_code(&mut self) {
        self.has_code = true;
        self.limit_window();
    }

    /// Takes the memory's window from the interpreter once the code of one thread can run while
    /// another thread interprets. Threads that interpret have the lock, so without code they never
    /// access the memory at the same time.
    fn limit_window(&mut self) {
        if self.has_had_threads && self.has_code {
            self.memory.give_up_window();
        }
    }

    /// Joins the host threads that have finished. Finishing is the last thing that they record
    /// under the lock.
    pub(super) fn reap(&mut self) {
        for thread in std::mem::take(&mut self.finished) {
            if let Some(handle) = self.handles.remove(&thread) {
                // A thread that panicked has already ended the program.
                let _ = handle.join();
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
