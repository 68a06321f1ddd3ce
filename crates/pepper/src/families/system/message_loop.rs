//! `PPB_MessageLoop`: work for threads of the program.

use crate::kernel::call::{Call, code, word};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::task_queue::{Callback, LoopNumber, MAIN_LOOP, Refusal, Work};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::time::Duration;

pub(crate) const MESSAGE_LOOP_1_0: Interface = interface! { "PPB_MessageLoop" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    GetForMainThread() -> PP_Resource = get_for_main_thread;
    GetCurrent() -> PP_Resource = get_current;
    AttachToCurrentThread(message_loop: PP_Resource) -> int32_t = attach_to_current_thread;
    Run(message_loop: PP_Resource) -> int32_t = run;
    PostWork(message_loop: PP_Resource, callback: PP_CompletionCallback, delay_ms: int64_t) -> int32_t = post_work;
    PostQuit(message_loop: PP_Resource, should_destroy: PP_Bool) -> int32_t = post_quit;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let Some(number) = call.kernel.loops.create() else {
        return word(0);
    };
    let id = call.create(LoopNumber(number));
    word(id)
}

/// The same resource each time, with a new reference for the caller.
fn get_for_main_thread(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let id = call.resource_of(MAIN_LOOP);
    word(id)
}

fn get_current(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let thread = call.context.thread;
    let number = call.kernel.thread(thread).message_loop;
    let id = number.map_or(0, |number| call.resource_of(number));
    word(id)
}

fn attach_to_current_thread(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(&mut LoopNumber(number)) = call.resource(0) else {
        return code(PpError::BadResource.code());
    };
    let thread = call.context.thread;
    if number == MAIN_LOOP || call.kernel.thread(thread).message_loop.is_some() {
        return code(PpError::InProgress.code());
    }
    let Some(message_loop) = call.kernel.loops.get(number) else {
        return code(PpError::Failed.code());
    };
    if message_loop.thread.is_some() {
        return code(PpError::InProgress.code());
    }
    message_loop.thread = Some(thread);
    call.kernel.thread(thread).message_loop = Some(number);
    // The thread holds its loop as long as it lives.
    let id = call.arg(0);
    call.kernel.resources.hold(id);
    call.kernel.thread(thread).loop_resource = Some(id);
    code(OK)
}

fn run(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(&mut LoopNumber(number)) = call.resource(0) else {
        return code(PpError::BadResource.code());
    };
    let thread = call.context.thread;
    if number == MAIN_LOOP {
        return code(PpError::InProgress.code());
    }
    if call.kernel.thread(thread).message_loop != Some(number) {
        return code(PpError::WrongThread.code());
    }
    let Some(message_loop) = call
        .kernel
        .loops
        .get(number)
        .filter(|one| !one.is_destroyed)
    else {
        return code(PpError::Failed.code());
    };
    message_loop.runs += 1;
    call.turn(number)
}

/// From any thread. The callback always gets the result `PP_OK`.
fn post_work(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(&mut LoopNumber(number)) = call.resource(0) else {
        return code(PpError::BadResource.code());
    };
    let delay = u64::try_from(call.long_arg(2)).unwrap_or(0);
    let Some(callback) = Callback::read(call.context.memory, call.arg(1))? else {
        return code(PpError::BadArgument.code());
    };
    let work = Work::Call {
        callback,
        result: OK,
    };
    let posted = call.post_after(number, Duration::from_millis(delay), work);
    code(posted.map_or_else(PpError::code, |()| OK))
}

/// From any thread. What is queued already runs before.
fn post_quit(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let destroy = call.arg(1) != 0;
    code(match call.resource(0) {
        None => PpError::BadResource.code(),
        Some(&mut LoopNumber(MAIN_LOOP)) => PpError::WrongThread.code(),
        Some(&mut LoopNumber(number)) => match call.kernel.post(number, Work::Quit { destroy }) {
            Ok(()) => OK,
            Err(_) => PpError::Failed.code(),
        },
    })
}

impl Call<'_, '_> {
    /// The resource of a loop that has a thread, with a reference for the caller.
    fn resource_of(&mut self, number: u32) -> u32 {
        let thread = self.kernel.loops.get(number).and_then(|one| one.thread);
        let Some(thread) = thread else {
            return 0;
        };
        if let Some(id) = self.kernel.thread(thread).loop_resource {
            self.kernel.resources.add_ref(id);
            return id;
        }
        let id = self.create(LoopNumber(number));
        self.kernel.resources.hold(id);
        self.kernel.thread(thread).loop_resource = Some(id);
        id
    }

    /// Gives a loop something to do after a delay.
    ///
    /// # Errors
    ///
    /// `PP_ERROR_FAILED` if the loop is destroyed, `PP_ERROR_NOMEMORY` if there is no room.
    pub(crate) fn post_after(
        &mut self,
        number: u32,
        delay: Duration,
        work: Work,
    ) -> Result<(), PpError> {
        let due = (!delay.is_zero()).then(|| self.now().saturating_add(delay));
        match self.kernel.loops.post(number, due, work) {
            Ok(thread) => {
                self.kernel.wake.extend(thread);
                Ok(())
            }
            Err(Refusal::Destroyed(_)) => Err(PpError::Failed),
            Err(Refusal::NoMemory) => Err(PpError::NoMemory),
        }
    }
}
