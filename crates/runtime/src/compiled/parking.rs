//! Host threads that run when [`Threads`](pinnacle_system::threads::Threads) allows it, and sleep
//! otherwise.
//!
//! Each guest thread is a host thread. If the host has a real clock, all ready threads run at the
//! same time. If the host has its own clock, every run must be the same. Then only the thread whose
//! turn it is runs code, until it waits, yields or ends, or has made [`TURN_LENGTH`] rounds, which
//! the code itself counts.

use super::guest_threads::{GuestThread, Start};
use super::shared_state::{CodeEngine, End, Parking, Shared, State};
use super::stop::Ended;
use crate::host::Host;
use crate::trap::TrapKind;
use pinnacle_system::threads::{Next, Resume};
use pinnacle_wasm::TURN_LENGTH;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread::JoinHandle;

impl<H: Host, E: CodeEngine> Shared<H, E> {
    /// Adds a guest thread, in an idle host thread or else in one that `spawn` starts. It begins
    /// with [`Shared::await_turn`]. Returns false if the system cannot start a thread.
    pub(super) fn start_thread<F>(
        &self,
        state: &mut State<H>,
        start: Start,
        spawn: impl FnOnce(GuestThread) -> Result<JoinHandle<()>, F>,
    ) -> bool {
        state.note_thread();
        let number = state.threads.next_number();
        let guest = GuestThread { number, start };
        let handle = match state.idle.run(guest) {
            Some(handle) => handle,
            None => match spawn(guest) {
                Ok(handle) => handle,
                Err(_) => return false,
            },
        };
        state.threads.spawn();
        state.handles.insert(number, handle);
        self.unpark(state);
        true
    }

    /// Waits in the host thread of an ended guest thread for another one. Returns nothing if the
    /// host thread shall end.
    pub(super) fn await_thread(&self, ended: u32) -> Option<GuestThread> {
        let mut state = self.lock();
        let is_kept = !self.has_ended() && !state.idle.are_enough();
        let handle = match is_kept {
            true => state.handles.remove(&ended),
            false => None,
        };
        let Some(handle) = handle else {
            state.finished.push(ended);
            return None;
        };
        let next = state.idle.keep(ended, handle);
        drop(state);
        next.recv().ok()
    }

    /// Unparks every thread that may run now. Ends the program if none ever will.
    pub(super) fn unpark(&self, state: &mut State<H>) {
        while state.end.is_none() {
            let State {
                threads,
                host,
                time_limit,
                parked,
                ..
            } = state;
            let next = threads.next(host, |host, pause| {
                host.pass_time(pause);
                // Real time may have passed, for example while waiting for the network, and a
                // thread that ends the program may be waiting for the lock.
                match self.is_overdue(*time_limit) {
                    true => Err(TrapKind::Timeout),
                    false => Ok(()),
                }
            });
            match next {
                Ok(Next::Run(thread)) => {
                    // A thread that is not asleep checks its state before it sleeps.
                    if let Some(parking) = parked.get(&thread) {
                        parking.unpark();
                    }
                }
                Ok(Next::Enough) => return,
                Ok(Next::Exit(status)) => self.end(state, End::Status(status)),
                Ok(Next::Deadlock) => self.stop_all(state, TrapKind::Deadlock),
                Err(kind) => self.stop_all(state, kind),
            }
        }
    }

    /// Sleeps until a thread may run. Returns how it continues.
    pub(super) fn await_turn(
        &self,
        mut state: MutexGuard<'_, State<H>>,
        thread: u32,
        parking: &Arc<Parking>,
    ) -> Result<Resume, Ended> {
        let mut is_parked = false;
        let result = loop {
            if state.end.is_some() {
                break Err(Ended);
            }
            if let Some(resume) = state.threads.running(thread) {
                break Ok(resume);
            }
            let deadline = state.threads.deadline(thread);
            // If threads take turns, time passes only while none can run.
            let pause = match deadline.filter(|_| !self.takes_turns()) {
                None => None,
                Some(deadline) => {
                    let now = state.host.real_time();
                    if deadline <= now {
                        state.threads.expire(now);
                        self.unpark(&mut state);
                        continue;
                    }
                    Some(deadline - now)
                }
            };
            if !is_parked {
                state.parked.insert(thread, parking.clone());
                is_parked = true;
            }
            state = match pause {
                None => {
                    let woken = parking.wake.wait(state);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
                Some(pause) => {
                    let woken = parking.wake.wait_timeout(state, pause);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        };
        if is_parked {
            state.parked.remove(&thread);
        }
        result
    }

    /// Lets others run after a whole turn. Does nothing if threads do not take turns.
    pub(super) fn end_turn(&self, thread: u32, parking: &Arc<Parking>) -> Result<(), Ended> {
        if self.has_ended() {
            return Err(Ended);
        }
        if !self.takes_turns() {
            return Ok(());
        }
        let mut lock = self.lock();
        let state = &mut *lock;
        if !state.threads.preempts() {
            return Ok(());
        }
        state.threads.pass_time(&mut state.host, TURN_LENGTH.into());
        state.threads.requeue(thread, Resume::Code);
        self.unpark(state);
        self.await_turn(lock, thread, parking)?;
        Ok(())
    }
}
