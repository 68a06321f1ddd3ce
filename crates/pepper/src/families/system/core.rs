//! `PPB_Core`: time, references to resources, work for the main thread.

use crate::kernel::call::{Call, NOTHING, boolean, double};
use crate::kernel::errors::PpError;
use crate::kernel::task_queue::{Callback, MAIN_LOOP, Work};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::time::Duration;

pub(crate) const CORE_1_0: Interface = interface! { "PPB_Core" "1.0" Stable:
    AddRefResource(resource: PP_Resource) = add_ref_resource;
    ReleaseResource(resource: PP_Resource) = release_resource;
    GetTime() -> PP_Time = get_time;
    GetTimeTicks() -> PP_TimeTicks = get_time_ticks;
    CallOnMainThread(
        delay_in_milliseconds: int32_t,
        callback: PP_CompletionCallback,
        result: int32_t,
    ) = call_on_main_thread;
    IsMainThread() -> PP_Bool = is_main_thread;
};

fn add_ref_resource(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.kernel.resources.add_ref(call.arg(0));
    NOTHING
}

fn release_resource(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.kernel.release_resource(call.arg(0));
    // A sound ends with its thread.
    call.join_players(0)
}

/// Seconds since 1970.
fn get_time(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    double(call.now().as_secs_f64())
}

/// Seconds since the program's start.
fn get_time_ticks(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    double(call.irt.monotonic().as_secs_f64())
}

/// From any thread; a delay below 0 is none, and a null function nothing to do.
fn call_on_main_thread(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let delay = u64::try_from(call.arg(0) as i32).unwrap_or(0);
    let Some(callback) = Callback::read(call.context.memory, call.arg(1))? else {
        return NOTHING;
    };
    let work = Work::Call {
        callback,
        result: call.arg(2) as i32,
    };
    if call.post_after(MAIN_LOOP, Duration::from_millis(delay), work) == Err(PpError::NoMemory) {
        // Nothing tells the program that its callback is lost.
        call.kernel.is_exhausted = true;
    }
    NOTHING
}

fn is_main_thread(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.is_main_thread())
}
