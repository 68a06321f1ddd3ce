//! Calls of the host, and the actions that every engine for code carries out alike.

use super::shared_state::{CodeEngine, End, Parking, Shared, State};
use super::stop::Ended;
use crate::host::{Action, Host, HostContext};
use pinnacle_system::threads::{Outcome, Resume};
use std::sync::Arc;

/// The thread that calls the host.
pub(super) struct Calling<'a> {
    pub(super) thread: u32,
    pub(super) thread_pointer: u32,
    pub(super) parking: &'a Arc<Parking>,
    pub(super) first_host_function: u32,
}

/// The result of performing an action of the host.
pub(super) enum Performed {
    /// The call has this result.
    Result(u64),
    /// A wait has ended: ask the host for the next action.
    AskHost,
    /// An action that each engine performs itself: calls, starting threads, modules, traps, the
    /// thread pointer.
    Rest(Action),
}

impl<H: Host, E: CodeEngine> Shared<H, E> {
    /// Calls the host, wakes the threads that it names, and carries out the action unless the
    /// engine must do it. This holds one lock throughout, so nothing happens between the check of a
    /// futex and the sleep.
    pub(super) fn ask(
        &self,
        calling: &Calling<'_>,
        question: impl FnOnce(&mut H, &mut HostContext<'_>) -> Action,
    ) -> Result<Performed, Ended> {
        let mut lock = self.lock();
        let state = &mut *lock;
        let mut context = HostContext {
            memory: &mut state.memory,
            thread: calling.thread,
            thread_pointer: calling.thread_pointer,
            first_host_function: calling.first_host_function,
            bytes: 0,
            wake: Vec::new(),
        };
        let action = question(&mut state.host, &mut context);
        let woken = context.wake;
        if let Action::Return(value) = action
            && woken.is_empty()
            && !self.has_ended()
        {
            return Ok(Performed::Result(value));
        }
        for thread in woken {
            state.threads.wake_for_host(thread);
        }
        if self.has_ended() {
            return Err(Ended);
        }
        let is_yield = matches!(action, Action::Yield);
        let State {
            threads,
            host,
            memory,
            ..
        } = state;
        let outcome = threads.perform(calling.thread, action, host, memory);
        if let Outcome::Exit(status) = outcome {
            self.end(state, End::Status(status));
            return Err(Ended);
        }
        self.unpark(state);
        match outcome {
            Outcome::Return(value) => {
                if is_yield {
                    drop(lock);
                    std::thread::yield_now();
                }
                Ok(Performed::Result(value))
            }
            Outcome::Stopped => {
                let resume = self.await_turn(lock, calling.thread, calling.parking)?;
                Ok(match resume {
                    Resume::Code => Performed::Result(0),
                    Resume::Return(value) => Performed::Result(value),
                    Resume::AskHost => Performed::AskHost,
                })
            }
            Outcome::Ended | Outcome::Exit(_) => Err(Ended),
            Outcome::Rest(action) => Ok(Performed::Rest(action)),
        }
    }
}
