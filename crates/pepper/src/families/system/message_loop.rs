//! `PPB_MessageLoop`: queues of work for threads of the program.

use crate::kernel::call::{Call, code};
use crate::kernel::callback::Callback;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Activity, After, Work};
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::loops::Refusal;
use crate::kernel::scheduler::LoopNumber;
use crate::table::typed::{CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::time::Duration;

pub(crate) const MESSAGE_LOOP_1_0: Interface = interface! { "PPB_MessageLoop" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    GetForMainThread() -> PP_Resource => get_for_main_thread;
    GetCurrent() -> PP_Resource => get_current;
    AttachToCurrentThread(message_loop: PP_Resource) -> int32_t => attach_to_current_thread;
    Run(message_loop: PP_Resource) -> int32_t => run;
    PostWork(message_loop: PP_Resource, callback: PP_CompletionCallback, delay_ms: int64_t) -> int32_t => post_work;
    PostQuit(message_loop: PP_Resource, should_destroy: PP_Bool) -> int32_t => post_quit;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    match call.kernel.loops.create() {
        Some(number) => call.create(LoopNumber(number)),
        None => 0,
    }
}

/// Returns the loop of the main thread: the same resource each time, with a new reference for the
/// caller.
fn get_for_main_thread(call: &mut Call<'_, '_>) -> u32 {
    resource_of(call, MAIN_LOOP)
}

fn get_current(call: &mut Call<'_, '_>) -> u32 {
    let thread = call.context.thread;
    let number = call.kernel.thread(thread).message_loop;
    number.map_or(0, |number| resource_of(call, number))
}

/// Returns the number of the loop that an argument refers to.
fn named(call: &mut Call<'_, '_>, message_loop: Res<LoopNumber>) -> Result<u32, PpError> {
    let number = call.get(message_loop).map(|number| number.0);
    number.ok_or(PpError::BadResource)
}

/// Returns the error code of a result.
fn number(result: Result<(), PpError>) -> i32 {
    result.map_or_else(PpError::code, |()| OK)
}

fn attach_to_current_thread(call: &mut Call<'_, '_>, message_loop: Res<LoopNumber>) -> i32 {
    number(attach(call, message_loop))
}

fn attach(call: &mut Call<'_, '_>, named_loop: Res<LoopNumber>) -> Result<(), PpError> {
    let number = named(call, named_loop)?;
    let thread = call.context.thread;
    if number == MAIN_LOOP || call.kernel.thread(thread).message_loop.is_some() {
        return Err(PpError::InProgress);
    }
    let message_loop = call.kernel.loops.get(number).ok_or(PpError::Failed)?;
    if message_loop.thread.is_some() {
        return Err(PpError::InProgress);
    }
    message_loop.thread = Some(thread);
    call.kernel.thread(thread).message_loop = Some(number);
    // The thread holds a reference to its loop as long as it lives.
    call.kernel.resources.hold(named_loop.id);
    call.kernel.thread(thread).loop_resource = Some(named_loop.id);
    Ok(())
}

fn run(call: &mut Call<'_, '_>, message_loop: Res<LoopNumber>) -> Result<Action, Fault> {
    match may_run(call, message_loop) {
        Ok(number) if call.kernel.restarting.is_some() => {
            let after = After::Nothing;
            call.begin(Activity::Loop { number, after });
            call.arrive()
        }
        Ok(number) => call.turn(number),
        Err(error) => code(error.code()),
    }
}

/// Counts a run of a loop if the calling thread may run it. Returns the number of the loop.
fn may_run(call: &mut Call<'_, '_>, message_loop: Res<LoopNumber>) -> Result<u32, PpError> {
    let number = named(call, message_loop)?;
    let thread = call.context.thread;
    if number == MAIN_LOOP {
        return Err(PpError::InProgress);
    }
    if call.kernel.thread(thread).message_loop != Some(number) {
        return Err(PpError::WrongThread);
    }
    let known = call.kernel.loops.get(number);
    let known = known.filter(|one| !one.is_destroyed);
    known.ok_or(PpError::Failed)?.runs += 1;
    Ok(number)
}

/// Posts work, from any thread. The callback always receives `PP_OK`.
fn post_work(
    call: &mut Call<'_, '_>,
    message_loop: Res<LoopNumber>,
    callback: CallbackArg,
    delay: i64,
) -> Result<i32, Fault> {
    let target = match named(call, message_loop) {
        Ok(target) => target,
        Err(error) => return Ok(error.code()),
    };
    let delay = u64::try_from(delay).unwrap_or(0);
    let Some(callback) = Callback::read(call.context.memory, callback.address)? else {
        return Ok(PpError::BadArgument.code());
    };
    let work = Work::Call {
        callback,
        result: OK,
    };
    let posted = post_after(call, target, Duration::from_millis(delay), work);
    Ok(number(posted))
}

/// Posts a request to quit, from any thread. Work that is already queued runs first.
fn post_quit(call: &mut Call<'_, '_>, message_loop: Res<LoopNumber>, destroy: bool) -> i32 {
    let posted = match named(call, message_loop) {
        Ok(MAIN_LOOP) => Err(PpError::WrongThread),
        Ok(number) => {
            let posted = call.kernel.post(number, Work::Quit { destroy });
            posted.map_err(|_| PpError::Failed)
        }
        Err(error) => Err(error),
    };
    number(posted)
}

/// Returns the resource of a thread's loop, with a reference for the caller.
fn resource_of(call: &mut Call<'_, '_>, number: u32) -> u32 {
    let thread = call.kernel.loops.get(number).and_then(|one| one.thread);
    let Some(thread) = thread else {
        return 0;
    };
    if let Some(id) = call.kernel.thread(thread).loop_resource {
        call.kernel.resources.add_ref(id);
        return id;
    }
    let id = call.create(LoopNumber(number));
    call.kernel.resources.hold(id);
    call.kernel.thread(thread).loop_resource = Some(id);
    id
}

/// Posts work to a loop after a delay.
///
/// # Errors
///
/// Fails with `PP_ERROR_FAILED` if the loop is destroyed, and with `PP_ERROR_NOMEMORY` if there is
/// no room.
pub(super) fn post_after(
    call: &mut Call<'_, '_>,
    number: u32,
    delay: Duration,
    work: Work,
) -> Result<(), PpError> {
    let due = (!delay.is_zero()).then(|| call.now().saturating_add(delay));
    match call.kernel.loops.post(number, due, work) {
        Ok(thread) => {
            call.kernel.wake.extend(thread);
            Ok(())
        }
        Err(Refusal::Destroyed(_)) => Err(PpError::Failed),
        Err(Refusal::NoMemory) => Err(PpError::NoMemory),
    }
}
