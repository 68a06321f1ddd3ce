//! What all engines do alike when a thread calls the host.

use super::shared_state::{CodeEngine, End, Parking, Shared};
use super::stop::Ended;
use crate::host::{Action, Host, HostContext};
use crate::trap::TrapKind;
use crate::turns::{On, Turns};
use pinnacle_system::Errno;
use std::sync::Arc;
use std::time::Duration;

/// The thread that calls the host.
pub(super) struct Calling<'a> {
    pub(super) thread: u32,
    pub(super) thread_pointer: u32,
    pub(super) parking: &'a Arc<Parking>,
    pub(super) first_host_function: u32,
}

/// What became of an action.
pub(super) enum Performed {
    /// The call has this result.
    Result(u64),
    /// This is for the engine to do: calls, threads that start, traps, the
    /// thread pointer.
    Rest(Action),
}

impl<H: Host, E: CodeEngine> Shared<H, E> {
    /// Asks the host, and wakes the threads that it names. If it wants the thread to
    /// wait that is done at once, so that nothing comes between.
    pub(super) fn ask(
        &self,
        calling: &Calling<'_>,
        question: impl FnOnce(&mut H, &mut HostContext<'_>) -> Action,
    ) -> Result<Action, Ended> {
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
        for thread in context.wake {
            self.wake_for_host(state, thread);
        }
        if self.has_ended() {
            return Err(Ended);
        }
        if let Action::Wait { deadline } = action {
            self.wait(lock, calling.thread, calling.parking, On::Host, deadline)?;
        }
        Ok(action)
    }

    /// Does what the host asks for, unless that is for the engine to do.
    pub(super) fn perform(
        &self,
        thread: u32,
        parking: &Arc<Parking>,
        action: Action,
    ) -> Result<Performed, Ended> {
        let result = match action {
            Action::Return(value) => value,
            Action::Exit(status) => {
                self.end(&mut self.lock(), End::Status(status));
                return Err(Ended);
            }
            Action::Yield => {
                std::thread::yield_now();
                self.give_way(thread, parking, Turns::pass_yield)?;
                0
            }
            Action::Sleep(duration) => {
                let state = self.lock();
                let deadline = state.host.real_time().checked_add(duration);
                let deadline = Some(deadline.unwrap_or(Duration::MAX));
                self.wait(state, thread, parking, On::Time, deadline)?;
                0
            }
            Action::FutexWait {
                address,
                value,
                deadline,
            } => self.futex_wait(thread, parking, (address, value), deadline)?,
            Action::FutexWake {
                address,
                count,
                woken,
            } => {
                let mut state = self.lock();
                let number = self.wake(&mut state, address, count);
                let stored = state.memory.store_u32(woken, number);
                stored.map_or(Errno::EFAULT.word(), |()| 0)
            }
            Action::ExitThread { flag } => {
                let mut state = self.lock();
                if flag != 0
                    && let Err(fault) = state.memory.store_u32(flag, 0)
                {
                    return Ok(Performed::Rest(Action::Trap(TrapKind::Memory(fault))));
                }
                self.leave(&mut state, thread);
                return Err(Ended);
            }
            action => return Ok(Performed::Rest(action)),
        };
        Ok(Performed::Result(result))
    }

    /// Waits for a change of a word from a value.
    fn futex_wait(
        &self,
        thread: u32,
        parking: &Arc<Parking>,
        (address, value): (u32, u32),
        deadline: Option<Duration>,
    ) -> Result<u64, Ended> {
        let state = self.lock();
        match state.memory.load_u32(address) {
            Err(_) => Ok(Errno::EFAULT.word()),
            Ok(found) if found != value => Ok(Errno::EAGAIN.word()),
            Ok(_) if deadline.is_some_and(|time| time <= state.host.real_time()) => {
                Ok(Errno::ETIMEDOUT.word())
            }
            Ok(_) => self.wait(state, thread, parking, On::Futex(address), deadline),
        }
    }
}
