//! Threads that take turns: programs whose host has a clock of its own, which shall run
//! the same way each time.
//!
//! Each guest thread is a thread of the host still, but only the one whose turn it is
//! runs code; the others sleep. A turn ends where a thread waits, yields or ends, and
//! after so much code as [`TURN_LENGTH`] says, which the code itself
//! counts. All of this happens at the same places in every run, and
//! [`Turns`] says whose turn comes next. Time passes when nobody can go on, and with
//! turns while somebody waits for it.

use super::shared_state::{CodeEngine, End, Parking, Shared, State};
use super::stop::Ended;
use crate::host::{AtRest, Host};
use crate::trap::TrapKind;
use crate::turns::{Going, On, Turns};
use pinnacle_wasm::TURN_LENGTH;
use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

/// Who runs, and who waits for it.
#[derive(Debug)]
pub(super) struct Taking {
    turns: Turns,
    /// Whose turn it is.
    now: Option<(u32, Going)>,
    /// Where those sleep that wait for their turn or for more.
    parkings: BTreeMap<u32, Arc<Parking>>,
}

impl Taking {
    /// It is the main thread's turn.
    pub(super) fn new(seed: u64) -> Taking {
        Taking {
            turns: Turns::new(seed),
            now: Some((0, Going::On)),
            parkings: BTreeMap::new(),
        }
    }

    /// A new thread waits for its first turn.
    pub(super) fn start(&mut self, thread: u32) {
        self.turns.queue(thread);
    }

    /// Wakes at most so many threads that wait on an address; says how many.
    pub(super) fn wake_futex(&mut self, address: u32, count: u32) -> u32 {
        self.turns.wake_futex(address, count)
    }

    /// Wakes a thread if it waits for the host; says whether it did.
    pub(super) fn wake_for_host(&mut self, thread: u32) -> bool {
        self.turns.wake_for_host(thread)
    }

    /// Has all threads look whether the program has ended.
    pub(super) fn disturb(&self) {
        for parking in self.parkings.values() {
            parking.disturb();
        }
    }

    /// Finds the thread that goes on. If none can, the error has the first deadline and the
    /// present time, or nothing if no thread waits for a time.
    fn next(
        &mut self,
        real_time: impl FnOnce() -> Duration,
    ) -> Result<(), Option<(Duration, Duration)>> {
        let now = self.turns.expire_due(real_time);
        self.now = self.turns.next();
        match self.now {
            None => Err(self.turns.next_deadline().zip(now)),
            Some((thread, _)) => {
                // The others look before they sleep.
                if let Some(parking) = self.parkings.get(&thread) {
                    parking.disturb();
                }
                Ok(())
            }
        }
    }
}

impl<H: Host, E: CodeEngine> Shared<H, E> {
    /// Gives the turn to the thread that comes next. Lets time pass while there is none.
    pub(super) fn hand_over(&self, state: &mut State<H>) {
        let mut before = None;
        while state.end.is_none() {
            let State { taking, host, .. } = state;
            let Some(taking) = taking else { return };
            match taking.next(|| host.real_time()) {
                Ok(()) => return,
                Err(Some((deadline, now))) => {
                    if before.replace(now).is_some_and(|before| now <= before) {
                        // The clock stands still: what it was to show is taken as shown.
                        taking.turns.expire(deadline);
                        continue;
                    }
                    host.pass_time(deadline.saturating_sub(now));
                    // Time may have passed for real, for the network say, and who ends the
                    // program waits for the lock meanwhile.
                    if self.is_overdue(state) {
                        self.stop_all(state, TrapKind::Timeout);
                        return;
                    }
                }
                Err(None) => match host.at_rest() {
                    AtRest::Exit(status) => self.end(state, End::Status(status)),
                    AtRest::Wake(thread) if taking.wake_for_host(thread) => {}
                    AtRest::Deadlock | AtRest::Wake(_) => {
                        self.stop_all(state, TrapKind::Deadlock);
                    }
                },
            }
        }
    }

    /// Sleeps until it is a thread's turn; says how it goes on.
    pub(super) fn await_turn(
        &self,
        mut state: MutexGuard<'_, State<H>>,
        thread: u32,
        parking: &Arc<Parking>,
    ) -> Result<Going, Ended> {
        loop {
            if state.end.is_some() {
                return Err(Ended);
            }
            let Some(taking) = &mut state.taking else {
                return Ok(Going::On);
            };
            match taking.now {
                Some((next, going)) if next == thread => {
                    taking.parkings.remove(&thread);
                    return Ok(going);
                }
                _ => {}
            }
            let place = || parking.clone();
            taking.parkings.entry(thread).or_insert_with(place);
            let woken = parking.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends a thread's turn until it is woken or its time has come; gives the result.
    pub(super) fn wait_in_turn(
        &self,
        mut state: MutexGuard<'_, State<H>>,
        thread: u32,
        parking: &Arc<Parking>,
        on: On,
        deadline: Option<Duration>,
    ) -> Result<u64, Ended> {
        if let Some(taking) = &mut state.taking {
            taking.turns.wait(thread, on, deadline);
        }
        self.hand_over(&mut state);
        match self.await_turn(state, thread, parking)? {
            Going::Result(value) => Ok(value),
            Going::On | Going::Ask => Ok(0),
        }
    }

    /// Lets others run after a whole turn.
    pub(super) fn end_turn(&self, thread: u32, parking: &Arc<Parking>) -> Result<(), Ended> {
        self.give_way(thread, parking, |turns, host| {
            turns.pass_time(host, TURN_LENGTH.into());
        })
    }

    /// Lets others run after some time. Where threads do not take turns this does nothing.
    pub(super) fn give_way(
        &self,
        thread: u32,
        parking: &Arc<Parking>,
        pass_time: impl FnOnce(&Turns, &mut H),
    ) -> Result<(), Ended> {
        if self.has_ended() {
            return Err(Ended);
        }
        if !self.takes_turns() {
            return Ok(());
        }
        let mut state = self.lock();
        let State { taking, host, .. } = &mut *state;
        let Some(taking) = taking else {
            return Ok(());
        };
        pass_time(&taking.turns, host);
        taking.turns.queue(thread);
        self.hand_over(&mut state);
        self.await_turn(state, thread, parking)?;
        Ok(())
    }
}
