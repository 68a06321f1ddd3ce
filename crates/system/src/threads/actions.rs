//! Performs the actions of the host that concern threads, and chooses the next thread.

use super::{On, Resume, Threads, YIELD};
use crate::Errno;
use crate::host::{Action, AtRest, Host};
use crate::memory::Memory;
use crate::trap::TrapKind;
use std::time::Duration;

/// The state of a thread after an action.
#[derive(PartialEq, Debug)]
pub enum Outcome {
    /// The thread continues with this result of the host function.
    Return(u64),
    /// The thread has stopped running: it waits or is ready.
    Stopped,
    /// It has ended.
    Ended,
    /// The program has ended with this status.
    Exit(u8),
    /// The thread is running, and the engine must perform this action: [`Action::Call`],
    /// [`Action::StartThread`], [`Action::RestartThread`], [`Action::SetThreadPointer`],
    /// [`Action::Load`] or [`Action::Trap`].
    Rest(Action),
}

/// The thread to run next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This thread starts to run. There may be more threads that can run.
    Run(u32),
    /// No other thread can start to run now.
    Enough,
    /// The program has ended with this status.
    Exit(u8),
    /// Every thread waits forever.
    Deadlock,
}

impl Threads {
    /// Performs the action that the host returned for a running thread.
    pub fn perform<H: Host + ?Sized>(
        &mut self,
        thread: u32,
        action: Action,
        host: &mut H,
        memory: &mut Memory,
    ) -> Outcome {
        match action {
            Action::Return(value) => return Outcome::Return(value),
            Action::Exit(status) => return Outcome::Exit(status),
            Action::Yield if !self.takes_turns() => return Outcome::Return(0),
            Action::Yield => {
                self.pass_time(host, YIELD);
                self.requeue(thread, Resume::Return(0));
            }
            Action::Sleep(duration) => {
                let deadline = host.real_time().checked_add(duration);
                self.wait(thread, On::Time, Some(deadline.unwrap_or(Duration::MAX)));
            }
            Action::FutexWait {
                address,
                value,
                deadline,
            } => {
                let now = || host.real_time();
                if let Err(errno) = may_wait(memory, (address, value), deadline, now) {
                    return Outcome::Return(errno.word());
                }
                self.wait(thread, On::Futex(address), deadline);
            }
            Action::FutexWake {
                address,
                count,
                woken,
            } => {
                let number = self.wake_futex(address, count);
                let stored = memory.store_u32(woken, number);
                return Outcome::Return(stored.map_or(Errno::EFAULT.word(), |()| 0));
            }
            Action::Wait { deadline } => self.wait(thread, On::Host, deadline),
            Action::ExitThread { flag } => {
                if flag != 0
                    && let Err(fault) = memory.store_u32(flag, 0)
                {
                    return Outcome::Rest(Action::Trap(TrapKind::Memory(fault)));
                }
                self.end(thread);
                return Outcome::Ended;
            }
            action => return Outcome::Rest(action),
        }
        Outcome::Stopped
    }

    /// Finds a thread to run. If threads take turns and none is ready, calls `pass_time` to let
    /// time pass until one is.
    ///
    /// # Errors
    ///
    /// Fails if `pass_time` does.
    pub fn next<H: Host + ?Sized, E>(
        &mut self,
        host: &mut H,
        mut pass_time: impl FnMut(&mut H, Duration) -> Result<(), E>,
    ) -> Result<Next, E> {
        let mut before = None;
        loop {
            if self.is_empty() {
                return Ok(Next::Exit(0));
            }
            if self.running >= self.limit {
                return Ok(Next::Enough);
            }
            if !self.preempts
                && self.waits_for_host()
                && let Some(thread) = host.woken()
            {
                self.wake_for_host(thread);
            }
            let now = self.expire_due(host);
            if let Some(thread) = self.run_next() {
                return Ok(Next::Run(thread));
            }
            if self.is_deadlocked() {
                match host.at_rest() {
                    AtRest::Exit(status) => return Ok(Next::Exit(status)),
                    AtRest::Wake(thread) if self.wake_for_host(thread) => continue,
                    AtRest::Deadlock | AtRest::Wake(_) => return Ok(Next::Deadlock),
                }
            }
            // Threads that run in parallel watch their deadlines themselves.
            let Some((deadline, now)) = self.next_deadline().zip(now) else {
                return Ok(Next::Enough);
            };
            let stands_still = before.replace(now).is_some_and(|before| now <= before);
            if stands_still && host.has_own_clock() && self.preempts {
                // If the clock does not advance, it is assumed to have reached the deadline.
                self.expire(deadline);
            } else {
                pass_time(host, deadline.saturating_sub(now))?;
            }
        }
    }

    /// Ends the waits whose deadlines have passed, if threads take turns. Returns the current time
    /// if the clock had to be read.
    fn expire_due<H: Host + ?Sized>(&mut self, host: &H) -> Option<Duration> {
        if !self.takes_turns() {
            return None;
        }
        self.next_deadline()?;
        let now = host.real_time();
        self.expire(now);
        Some(now)
    }
}

/// Checks whether a thread must wait for a word to change. The error is the result of the wait if
/// it need not.
///
/// # Errors
///
/// Fails with `EFAULT`, `EAGAIN` or `ETIMEDOUT`, in this order.
fn may_wait(
    memory: &Memory,
    (address, value): (u32, u32),
    deadline: Option<Duration>,
    now: impl FnOnce() -> Duration,
) -> Result<(), Errno> {
    let found = memory.load_u32(address).map_err(|_| Errno::EFAULT)?;
    if found != value {
        return Err(Errno::EAGAIN);
    }
    match deadline {
        Some(deadline) if deadline <= now() => Err(Errno::ETIMEDOUT),
        _ => Ok(()),
    }
}
