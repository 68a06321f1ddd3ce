//! `PPB_Core`: the time, references to resources, and callbacks on the main thread.

use crate::families::audio::playback::join_players;
use crate::families::system::message_loop::post_after;
use crate::kernel::call::Call;
use crate::kernel::callback::Callback;
use crate::kernel::errors::PpError;
use crate::kernel::interface::Work;
use crate::kernel::loops::MAIN_LOOP;
use crate::table::typed::CallbackArg;
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::time::Duration;

pub(crate) const CORE_1_0: Interface = interface! { "PPB_Core" "1.0" Stable:
    AddRefResource(resource: PP_Resource) => add_ref_resource;
    ReleaseResource(resource: PP_Resource) => release_resource;
    GetTime() -> PP_Time => get_time;
    GetTimeTicks() -> PP_TimeTicks => get_time_ticks;
    CallOnMainThread(
        delay_in_milliseconds: int32_t,
        callback: PP_CompletionCallback,
        result: int32_t,
    ) => call_on_main_thread;
    IsMainThread() -> PP_Bool => is_main_thread;
};

fn add_ref_resource(call: &mut Call<'_, '_>, resource: u32) {
    call.kernel.resources.add_ref(resource);
}

fn release_resource(call: &mut Call<'_, '_>, resource: u32) -> Result<Action, Fault> {
    call.kernel.release_resource(resource);
    // A sound ends together with its thread.
    join_players(call, 0)
}

/// Returns the seconds since 1970.
fn get_time(call: &mut Call<'_, '_>) -> f64 {
    call.now().as_secs_f64()
}

/// Returns the seconds since the program's start.
fn get_time_ticks(call: &mut Call<'_, '_>) -> f64 {
    call.irt.monotonic().as_secs_f64()
}

/// Posts a callback to the main thread, from any thread. A negative delay becomes 0; a null
/// function is ignored.
fn call_on_main_thread(
    call: &mut Call<'_, '_>,
    delay: i32,
    callback: CallbackArg,
    result: i32,
) -> Result<(), Fault> {
    let delay = Duration::from_millis(u64::try_from(delay).unwrap_or(0));
    let Some(callback) = Callback::read(call.context.memory, callback.address)? else {
        return Ok(());
    };
    let work = Work::Call { callback, result };
    if post_after(call, MAIN_LOOP, delay, work) == Err(PpError::NoMemory) {
        // The program is not notified that its callback was lost.
        call.kernel.is_exhausted = true;
    }
    Ok(())
}

fn is_main_thread(call: &mut Call<'_, '_>) -> bool {
    call.is_main_thread()
}
