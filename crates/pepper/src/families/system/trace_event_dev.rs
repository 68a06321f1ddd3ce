//! `PPB_Trace_Event(Dev)`: events for a trace of the browser. No trace is recorded: all categories
//! are off.

use super::System;
use crate::families::media::absent::nothing;
use crate::kernel::call::Call;
use crate::kernel::heap::Block;
use crate::table::ctypes::char;
use crate::table::typed::At;
use crate::table::{Interface, Support, interface};
use pinnacle_system::memory::Fault;

pub(crate) const TRACE_EVENT_DEV_0_2: Interface = interface! { "PPB_Trace_Event(Dev)" "0.2" DevChannel:
    GetCategoryEnabled(category_name: *const char) -> *mut void => get_category_enabled;
    AddTraceEvent(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = nothing;
    AddTraceEventWithThreadIdAndTimestamp(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, thread_id: int32_t, timestamp: PP_TraceEventTime, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = nothing;
    Now() -> PP_TraceEventTime => now;
    SetThreadName(thread_name: *const char) = nothing;
}
.with_support(Support::Partly("no trace is made: all categories are off"));

pub(crate) const TRACE_EVENT_DEV_0_1: Interface = interface! { "PPB_Trace_Event(Dev)" "0.1" DevChannel:
    GetCategoryEnabled(category_name: *const char) -> *mut void => get_category_enabled;
    AddTraceEvent(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = nothing;
    SetThreadName(thread_name: *const char) = nothing;
}
.with_support(Support::Partly("no trace is made: all categories are off"));

/// Returns the address of a byte that is nonzero if a category is enabled. It is always 0 here, and
/// shared by all categories.
fn get_category_enabled(call: &mut Call<'_, '_>, _name: At<char>) -> Result<u32, Fault> {
    if call.kernel.states.get::<System>().trace_category.is_none() {
        let block = call.bytes(&[0])?;
        call.kernel.states.get::<System>().trace_category = block;
    }
    let category = call.kernel.states.get::<System>().trace_category.as_ref();
    Ok(category.map_or(0, Block::address))
}

/// Returns the microseconds since the program's start.
fn now(call: &mut Call<'_, '_>) -> i64 {
    call.irt.monotonic().as_micros() as i64
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const TRACE: &str = "PPB_Trace_Event(Dev);0.2";

    #[test]
    fn every_category_is_off() {
        let mut program = Program::started();
        let name = program.text("test").into();
        let category = program.call(TRACE, "GetCategoryEnabled", &[name]);
        assert_eq!(program.memory.load::<1>(category as u32), Ok([0]));
        let again = program.call(TRACE, "GetCategoryEnabled", &[name]);
        assert_eq!(again, category);
        program.call(TRACE, "SetThreadName", &[name]);
    }

    #[test]
    fn time_advances() {
        let mut program = Program::started();
        let start = program.call(TRACE, "Now", &[]);
        assert!(program.call(TRACE, "Now", &[]) > start);
    }
}
