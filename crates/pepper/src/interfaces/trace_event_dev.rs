//! `PPB_Trace_Event(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TRACE_EVENT_DEV_0_2: Interface = interface! { "PPB_Trace_Event(Dev)" "0.2" DevChannel:
    GetCategoryEnabled(category_name: *const char) -> *mut void = unfinished;
    AddTraceEvent(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = unfinished;
    AddTraceEventWithThreadIdAndTimestamp(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, thread_id: int32_t, timestamp: PP_TraceEventTime, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = unfinished;
    Now() -> PP_TraceEventTime = unfinished;
    SetThreadName(thread_name: *const char) = unfinished;
};

pub(super) const TRACE_EVENT_DEV_0_1: Interface = interface! { "PPB_Trace_Event(Dev)" "0.1" DevChannel:
    GetCategoryEnabled(category_name: *const char) -> *mut void = unfinished;
    AddTraceEvent(phase: char, category_enabled: *const void, name: *const char, id: uint64_t, num_args: uint32_t, arg_names: *mut const_char_pointer, arg_types: *const uint8_t, arg_values: *const uint64_t, flags: uint8_t) = unfinished;
    SetThreadName(thread_name: *const char) = unfinished;
};
