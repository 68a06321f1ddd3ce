//! The steps of a thread between two calls of the program. The thread runs message loops, and
//! continues when a call has returned or a wait is over.
//!
//! A function that must call the program returns an [`Action`], and leaves an [`Activity`] with its
//! thread. The engine calls [`Call::resume`] with the result. Activities are a stack, because they
//! nest like the calls.

use crate::kernel::call::{Call, NOTHING};
use crate::kernel::callback::{Callback, procedure};
use crate::kernel::interface::{Activity, After, ProgramCall, Work};
use crate::kernel::loops::{MAIN_LOOP, Next, Queued};
use crate::kernel::program::Offered;
use crate::kernel::resource::Resource;
use crate::kernel::startup::fail;
use crate::kernel::state::Kernel;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Refusal, Writer};
use std::time::Duration;

/// Bytes charged for an activity. The stack of activities doubles as it grows.
const ACTIVITY_SIZE: u64 = 2 * size_of::<Activity>() as u64;

impl Callback {
    /// Returns the call of the callback with a result.
    pub(crate) fn call(self, result: i32) -> ProgramCall {
        let words = [self.user_data, result as u32];
        (procedure(self.function, &words), After::Nothing)
    }
}

impl Call<'_, '_> {
    /// Records the current activity of the calling thread.
    pub(crate) fn begin(&mut self, activity: Activity) {
        let thread = self.context.thread;
        let known = self.kernel.thread(thread);
        known.activities.push(activity);
        // Programs that leave calls with `longjmp` accumulate unfinished activities.
        if known.charge.grow(ACTIVITY_SIZE).is_err() {
            self.kernel.is_exhausted = true;
        }
    }

    /// Continues after a function of the program has returned, or a wait has ended.
    pub(crate) fn resume(&mut self, result: u64) -> Result<Action, Fault> {
        let thread = self.context.thread;
        let restarting = self.kernel.restarting.as_ref();
        if restarting.is_some_and(|restarting| restarting.has_arrived(thread)) {
            // Work that the thread has posted on its way has woken it, but the state is not
            // complete yet.
            return Ok(Action::Wait { deadline: None });
        }
        let known = self.kernel.thread(thread);
        let activity = known.activities.pop();
        known.rests = None;
        let charged = known.activities.len() as u64 * ACTIVITY_SIZE;
        known
            .charge
            .shrink(known.charge.bytes().saturating_sub(charged));
        match activity {
            Some(Activity::Start(step)) => self.go_on(step, result as u32),
            Some(Activity::Loop { number, after }) => {
                if let Some(next) = self.after(after, result as u32)? {
                    return Ok(self.enter(number, next));
                }
                self.turn(number)
            }
            Some(Activity::Blocked(id)) => self.wait_for(id),
            Some(Activity::Fill(array)) => self.filled(array, result as u32),
            Some(Activity::Restart) => self.go_on_restarting(result as u32),
            Some(Activity::Family(continuation)) => (continuation.resume)(self, result as u32),
            None => Ok(fail("a thread was resumed that waits for nothing")),
        }
    }

    /// Handles all pending external events.
    pub(crate) fn poll_events(&mut self) {
        let now = self.now();
        self.kernel.finish_due(now);
        while let Some(event) = self.kernel.devices.events.next_event(now) {
            (self.kernel.hooks.happened)(self.kernel, event);
        }
    }

    /// Returns the time at which to check for external events again.
    pub(crate) fn next_event_time(&self) -> Option<Duration> {
        let event = self.kernel.devices.events.next_event_time(self.now());
        event.into_iter().chain(self.kernel.timers.next()).min()
    }

    /// Records that a loop calls the program, and returns the call.
    fn enter(&mut self, number: u32, (call, after): ProgramCall) -> Action {
        self.begin(Activity::Loop { number, after });
        Action::Call(call)
    }

    /// Runs the next step of a loop: it calls the program, waits, or ends.
    pub(crate) fn turn(&mut self, number: u32) -> Result<Action, Fault> {
        loop {
            self.poll_events();
            if self.kernel.is_unwanted {
                return Ok(Action::Exit(0));
            }
            let now = self.now();
            let Some(next) = self.kernel.loops.next(number, now) else {
                return NOTHING;
            };
            match next {
                Next::Do(Queued {
                    work: Work::Quit { destroy },
                    ..
                }) => return self.quit(number, destroy),
                Next::Do(Queued { work, charge }) => {
                    if let Some(next) = self.perform(work)? {
                        return Ok(self.enter(number, next));
                    }
                    drop(charge);
                    self.settle();
                    if self.kernel.is_exhausted {
                        return NOTHING;
                    }
                }
                Next::Wait(_) if self.kernel.should_save && self.is_idle(number) => self.save(),
                Next::Wait(due) => {
                    let deadline = [due, self.next_event_time()].into_iter().flatten().min();
                    let after = After::Nothing;
                    if number != MAIN_LOOP {
                        let (thread, pointer) = (self.context.thread, self.context.thread_pointer);
                        self.kernel.thread(thread).rests = Some(pointer);
                        let main = self.kernel.main_thread;
                        let main = main.filter(|_| self.kernel.should_save);
                        self.context.wake.extend(main);
                    }
                    self.begin(Activity::Loop { number, after });
                    return Ok(Action::Wait { deadline });
                }
            }
        }
    }

    /// Makes `Run` of a loop return.
    fn quit(&mut self, number: u32, destroy: bool) -> Result<Action, Fault> {
        let thread = self.context.thread;
        let known = self.kernel.thread(thread);
        if known.is_restarted && known.activities.is_empty() {
            return Ok(fail(
                "a thread leaves a message loop that was restored from a saved state, which has \
                 no stack frames to return to; do not quit the loop, or save the state before the \
                 thread is started",
            ));
        }
        if let Some(message_loop) = self.kernel.loops.get(number) {
            message_loop.runs = message_loop.runs.saturating_sub(1);
            message_loop.is_destroyed |= destroy;
        }
        NOTHING
    }

    /// Does a piece of work. Returns the call of the program that it needs, if any.
    fn perform(&mut self, work: Work) -> Result<Option<ProgramCall>, Fault> {
        if let Some(offered) = work.needs() {
            match self.kernel.life.offered(offered) {
                None => return self.ask(offered, work),
                Some(0) => {
                    if let Work::Task(task) = work {
                        task.cancel(self.kernel);
                    }
                    return Ok(None);
                }
                Some(_) => {}
            }
        }
        Ok(match work {
            Work::Call { callback, result } => Some(callback.call(result)),
            Work::Complete(id) => self.completed(id)?,
            Work::Task(task) => task.perform(self)?,
            Work::Quit { .. } => None,
        })
    }

    /// Asks the program for an interface that a piece of work needs.
    fn ask(&mut self, offered: Offered, work: Work) -> Result<Option<ProgramCall>, Fault> {
        let Some(name) = self.c_string(offered.0)? else {
            return Ok(None);
        };
        let call = self.kernel.life.get_interface(name.address());
        let after = After::Asked {
            offered,
            name,
            work,
        };
        Ok(Some((call, after)))
    }

    /// Continues after a function of the program has returned.
    pub(crate) fn after(
        &mut self,
        after: After,
        result: u32,
    ) -> Result<Option<ProgramCall>, Fault> {
        match after {
            After::Nothing => {}
            After::ReturnResource(id) => self.kernel.unhold_resource(id),
            After::Then(then) => then(self, result)?,
            After::Free(block) => self.free(block),
            After::ReturnVar { var, block } => {
                self.kernel.vars.release(var);
                self.free(block);
            }
            After::Asked {
                offered,
                name,
                work,
            } => {
                self.free(name);
                self.kernel.life.set_offered(offered, result);
                return self.perform(work);
            }
            After::Filled { array, callback } => {
                let result = (array.fill)(self, result)?;
                return Ok(Some(callback.call(result)));
            }
        }
        Ok(None)
    }
}

/// The number of a message loop, as a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopNumber(pub(crate) u32);

impl Resource for LoopNumber {
    fn name(&self) -> &'static str {
        "MessageLoop"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        to.word(self.0);
        Ok(())
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        let known = kernel.loops.get(self.0);
        if known.is_none_or(|one| one.thread.is_none()) {
            kernel.remove_loop(self.0);
        }
    }
}
