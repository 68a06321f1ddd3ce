//! Completion callbacks, which deliver the results of operations to a program.
//!
//! A method whose last parameter is a `PP_CompletionCallback` calls [`Call::complete`], which
//! handles the three kinds of callbacks. The rules are the same for all interfaces:
//!
//! | | required | optional | blocking (no function) |
//! |---|---|---|---|
//! | the result is known immediately | -1, and the callback gets it later | the result, and no callback | the result |
//! | it is not | -1, callback later | -1, callback later | the thread waits |
//! | wrong resource or instance | -1, and the callback gets the error | the error | the error |
//!
//! A pending operation is a [`Pending`] with an ID. The code that finishes it calls
//! [`Kernel::finish`] with its [`Ending`]. The ending is sent to the thread that started the
//! operation: through its message loop, or by waking it. Only then is the output of the operation
//! written to the program's memory ([`Output`](crate::kernel::interface::Output)). When the program
//! releases the resource that owns the operation, the operation is aborted, even if its end is
//! already queued.
//!
//! Source: Chromium's `ppapi/shared_impl/tracked_callback.cc` and
//! `ppapi/thunk/enter.cc`.

use crate::device::page::LogLevel;
use crate::kernel::call::{Call, code};
use crate::kernel::callback::Callback;
use crate::kernel::errors::{COMPLETION_PENDING, PpError};
use crate::kernel::interface::{
    Activity, After, ArrayOutput, Begun, Delivery, Ending, ProgramCall, QUEUED_SIZE, Work,
};
use crate::kernel::pending::{Pending, PendingId, Waiter};
use crate::kernel::state::Kernel;
use crate::table::typed::CallbackArg;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use pinnacle_system::trap::TrapKind;
use std::time::Duration;

/// Bytes charged for a pending operation: its entry among the owners, its ending, and the work that
/// reports the end. So ending an operation never needs more memory.
pub(crate) const OPERATION_SIZE: u64 = 256 + QUEUED_SIZE;

impl Kernel {
    /// Schedules the end of an operation, with a result, unless it ends earlier. Ends it
    /// immediately with `PP_ERROR_NOMEMORY` if there is no memory for a timer.
    pub(crate) fn finish_at(&mut self, due: Duration, id: PendingId, result: i32) {
        if self.timers.push(due, id, result).is_err() {
            self.finish(id, PpError::NoMemory);
        }
    }

    /// Ends the operations that are due.
    pub(crate) fn finish_due(&mut self, now: Duration) {
        while let Some((id, result)) = self.timers.take(now) {
            self.finish(id, result);
        }
    }

    /// Ends an operation, and notifies the thread that started it. Does nothing if the operation
    /// was aborted or dropped, or has already ended.
    pub(crate) fn finish(&mut self, id: PendingId, ending: impl Into<Ending>) {
        let Some(pending) = self.completions.pending.get_mut(id.0) else {
            return;
        };
        if pending.ending.is_some() {
            return;
        }
        pending.ending = Some(ending.into());
        match pending.waiter {
            Waiter::Thread(thread) => self.wake.push(thread),
            Waiter::Loop { number, .. } => {
                if self.post(number, Work::Complete(id)).is_err() {
                    self.completions.forget(id);
                }
            }
        }
    }

    /// Returns true if the operation in a slot of a resource is pending.
    pub(crate) fn is_busy(&self, slot: Option<PendingId>) -> bool {
        slot.is_some_and(|id| self.completions.is_pending(id))
    }

    /// Aborts an operation: its thread gets `PP_ERROR_ABORTED`, whatever the real result was.
    pub(crate) fn abort(&mut self, id: PendingId) {
        let Some(pending) = self.completions.pending.get_mut(id.0) else {
            return;
        };
        pending.is_aborted = true;
        match &mut pending.ending {
            Some(ending) => *ending = PpError::Aborted.into(),
            None => self.finish(id, PpError::Aborted),
        }
    }

    /// Aborts all operations of a resource.
    pub(crate) fn abort_all(&mut self, owner: u32) {
        let range = (owner, PendingId(0))..=(owner, PendingId(u32::MAX));
        let ids: Vec<PendingId> = self
            .completions
            .owned
            .range(range)
            .map(|one| one.1)
            .collect();
        for id in ids {
            self.abort(id);
        }
    }
}

const BLOCKED_MAIN: &str = "Blocking callbacks are not allowed on the main thread.";
const NO_LOOP: &str = "a thread without a message loop started an operation whose callback must \
run";

impl Call<'_, '_> {
    /// Starts an operation that ends with a callback. `owner` is its resource, or 0 if it has none;
    /// an error makes the operation fail immediately. `begin` starts the work.
    pub(crate) fn complete(
        &mut self,
        callback: CallbackArg,
        owner: Result<u32, PpError>,
        begin: impl FnOnce(&mut Self, PendingId) -> Result<Begun, Fault>,
    ) -> Result<Action, Fault> {
        let callback = Callback::read(self.context.memory, callback.address)?;
        let waiter = match self.waiter(callback) {
            Ok(waiter) => waiter,
            // An error of the resource takes precedence over an error of the thread.
            Err(_) if owner.is_err() && callback.is_none_or(|one| one.is_optional) => {
                return code(owner.err().unwrap_or(PpError::BadResource).code());
            }
            Err(Some(error)) => return code(error.code()),
            Err(None) => return Ok(Action::Trap(TrapKind::Host(NO_LOOP.into()))),
        };
        let Ok(charge) = self.kernel.budget.charge(OPERATION_SIZE) else {
            return code(PpError::NoMemory.code());
        };
        let pending = Pending {
            waiter,
            owner: owner.unwrap_or(0),
            ending: None,
            is_aborted: false,
            charge,
        };
        let Ok(id) = self.kernel.completions.pending.insert(pending) else {
            return code(PpError::NoMemory.code());
        };
        let id = PendingId(id);
        let begun = match owner {
            Ok(owner) => {
                if owner != 0 {
                    self.kernel.completions.owned.insert((owner, id));
                }
                begin(self, id)?
            }
            Err(error) => error.into(),
        };
        let is_required = callback.is_some_and(|one| !one.is_optional);
        match (begun, waiter) {
            (Begun::Done(ending), _) if !is_required => {
                self.kernel.completions.forget(id);
                self.end(ending)
            }
            (Begun::Done(ending), _) => {
                self.kernel.finish(id, ending);
                code(COMPLETION_PENDING)
            }
            (Begun::Later, Waiter::Loop { .. }) => code(COMPLETION_PENDING),
            (Begun::Later, Waiter::Thread(_)) => self.wait_for(id),
        }
    }

    /// Makes an operation fail later, as if a remote machine had refused it.
    pub(crate) fn fail_later(&mut self, id: PendingId, error: PpError) -> Begun {
        self.kernel.finish(id, error);
        Begun::Later
    }

    /// Returns the receiver of an operation's result in this thread. Fails with an error if the
    /// thread must not wait, and with `None` if the program must end because it tried to.
    fn waiter(&mut self, callback: Option<Callback>) -> Result<Waiter, Option<PpError>> {
        let thread = self.context.thread;
        let is_main = self.is_main_thread();
        let known = self.kernel.thread(thread);
        match callback {
            None if is_main => {
                self.kernel.devices.page.log(LogLevel::Error, BLOCKED_MAIN);
                Err(Some(PpError::BlocksMainThread))
            }
            None if known.blocking_messages > 0 => Err(Some(PpError::WouldBlockThread)),
            None => Ok(Waiter::Thread(thread)),
            Some(callback) => match known.message_loop {
                Some(number) => Ok(Waiter::Loop { number, callback }),
                None if callback.is_optional => Err(Some(PpError::NoMessageLoop)),
                None => Err(None),
            },
        }
    }

    /// Ends an operation in the call that began it.
    fn end(&mut self, ending: Ending) -> Result<Action, Fault> {
        let delivery = match ending.output {
            Some(output) => output(self)?,
            None => Delivery::Result(ending.result),
        };
        match delivery {
            Delivery::Result(result) => code(result),
            Delivery::Array(array) => self.fill(array),
        }
    }

    /// Asks the program for the memory of an array. When the program has answered, the array is
    /// filled, and the method that returns it completes.
    pub(crate) fn fill(&mut self, array: ArrayOutput) -> Result<Action, Fault> {
        let call = array.question();
        self.begin(Activity::Fill(array));
        Ok(Action::Call(call))
    }

    /// Makes the calling thread wait for the end of an operation.
    pub(crate) fn wait_for(&mut self, id: PendingId) -> Result<Action, Fault> {
        self.poll_events();
        let is_over = match self.kernel.completions.pending.get(id.0) {
            Some(pending) => pending.ending.is_some(),
            None => true,
        };
        if !is_over {
            let deadline = self.next_event_time();
            self.begin(Activity::Blocked(id));
            return Ok(Action::Wait { deadline });
        }
        match self.kernel.completions.take(id).and_then(|one| one.ending) {
            Some(ending) => self.end(ending),
            None => code(PpError::Aborted.code()),
        }
    }

    /// Continues when the program has provided the memory for an array: the call that started the
    /// operation returns.
    pub(crate) fn filled(&mut self, array: ArrayOutput, address: u32) -> Result<Action, Fault> {
        let result = (array.fill)(self, address)?;
        code(result)
    }

    /// Handles the end of an operation in its loop. Returns the call of its callback, or a call
    /// that must come before it.
    pub(crate) fn completed(&mut self, id: PendingId) -> Result<Option<ProgramCall>, Fault> {
        let Some(pending) = self.kernel.completions.take(id) else {
            return Ok(None);
        };
        let (Waiter::Loop { callback, .. }, Some(ending)) = (pending.waiter, pending.ending) else {
            return Ok(None);
        };
        let delivery = match ending.output {
            Some(output) => output(self)?,
            None => Delivery::Result(ending.result),
        };
        Ok(Some(match delivery {
            Delivery::Result(result) => callback.call(result),
            Delivery::Array(array) => (array.question(), After::Filled { array, callback }),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::{Program, called};

    const LOOP: &str = "PPB_MessageLoop;1.0";

    /// Starts an operation of the instance that ends in this way, with this kind of callback.
    fn begin(program: &mut Program, callback: u64, begun: Begun) -> Action {
        program
            .pepper
            .call_for_test(&mut program.memory, program.thread, &[callback], |call| {
                call.complete(CallbackArg::new(callback), Ok(0), |_, _| Ok(begun))
            })
    }

    #[test]
    fn a_required_callback_gets_what_is_known_at_once_later() {
        let mut program = Program::started();
        let callback = program.callback(99, false);
        let action = begin(&mut program, callback, PpError::NoAccess.into());
        assert_eq!(action, Action::Return(u64::from(-1_i32 as u32)));
        assert_eq!(program.called_back(99), PpError::NoAccess.code());
    }

    #[test]
    fn an_optional_callback_does_not_run_when_the_result_is_known_at_once() {
        let mut program = Program::started();
        let callback = program.callback(99, true);
        assert_eq!(begin(&mut program, callback, 5.into()), Action::Return(5));
        assert!(matches!(program.turn(), Action::Wait { .. }));
    }

    #[test]
    fn the_main_thread_may_not_wait() {
        let mut program = Program::started();
        let callback = program.callback(0, false);
        let action = begin(&mut program, callback, 5.into());
        let error = PpError::BlocksMainThread.code() as u32;
        assert_eq!(action, Action::Return(error.into()));
        assert!(program.fake.world().logged[0].contains("Blocking callbacks"));
    }

    #[test]
    fn another_thread_waits_until_the_operation_ends() {
        let mut program = Program::started();
        program.thread = 1;
        let callback = program.callback(0, false);
        let action = begin(&mut program, callback, Begun::Later);
        assert_eq!(action, Action::Wait { deadline: None });
        program.pepper.core_for_test().finish(PendingId(1), 8);
        assert_eq!(program.resume(0), Action::Return(8));
    }

    #[test]
    fn a_thread_without_a_loop_has_nobody_to_call_back() {
        let mut program = Program::started();
        program.thread = 1;
        let optional = program.callback(99, true);
        let error = PpError::NoMessageLoop.code() as u32;
        let action = begin(&mut program, optional, 5.into());
        assert_eq!(action, Action::Return(error.into()));
        let required = program.callback(99, false);
        let action = begin(&mut program, required, 5.into());
        assert!(matches!(action, Action::Trap(_)), "{action:?}");
    }

    #[test]
    fn an_abort_wins_over_an_end_that_is_on_its_way() {
        let mut program = Program::started();
        let message_loop = program.call(LOOP, "Create", &[1]);
        let callback = program.callback(99, false);
        program
            .pepper
            .call_for_test(&mut program.memory, 0, &[callback], |call| {
                call.complete(
                    CallbackArg::new(callback),
                    Ok(message_loop as u32),
                    |_, _| Ok(Begun::Later),
                )
            });
        program.pepper.core_for_test().finish(PendingId(1), 8);
        program.call("PPB_Core;1.0", "ReleaseResource", &[message_loop]);
        assert_eq!(program.called_back(99), PpError::Aborted.code());
    }

    #[test]
    fn an_array_is_written_where_the_program_says_before_the_callback_runs() {
        let mut program = Program::started();
        let callback = program.callback(99, false);
        let target = program.words(&[0]);
        let ending = Ending::with_output(|_| {
            Ok(Delivery::Array(ArrayOutput {
                output: [50, 3],
                count: 1,
                element_size: 4,
                fill: Box::new(|call, address| {
                    call.context.memory.store_u32(address, 1234)?;
                    Ok(1)
                }),
            }))
        });
        begin(&mut program, callback, ending.into());
        let question = called(&program.turn());
        assert_eq!(
            (question.address, &question.args[..3]),
            (50, &[3, 1, 4][..])
        );
        let answer = called(&program.resume(target));
        assert_eq!((answer.address, answer.args[1]), (99, 1));
        assert_eq!(program.memory.load_u32(target), Ok(1234));
    }
}
