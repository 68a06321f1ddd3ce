//! `PPB_IMEInputEvent(Dev)`, `PPB_IMEInputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const IME_INPUT_EVENT_DEV_0_2: Interface = interface! { "PPB_IMEInputEvent(Dev)" "0.2" Dev:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, text: PP_Var, segment_number: uint32_t, segment_offsets: *const uint32_t, target_segment: int32_t, selection_start: uint32_t, selection_end: uint32_t) -> PP_Resource = unfinished;
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetText(ime_event: PP_Resource) -> PP_Var = unfinished;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t = unfinished;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t = unfinished;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t = unfinished;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) = unfinished;
};

pub(super) const IME_INPUT_EVENT_DEV_0_1: Interface = interface! { "PPB_IMEInputEvent(Dev)" "0.1" Dev:
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetText(ime_event: PP_Resource) -> PP_Var = unfinished;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t = unfinished;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t = unfinished;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t = unfinished;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) = unfinished;
};

pub(super) const IME_INPUT_EVENT_1_0: Interface = interface! { "PPB_IMEInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, text: PP_Var, segment_number: uint32_t, segment_offsets: *const uint32_t, target_segment: int32_t, selection_start: uint32_t, selection_end: uint32_t) -> PP_Resource = unfinished;
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetText(ime_event: PP_Resource) -> PP_Var = unfinished;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t = unfinished;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t = unfinished;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t = unfinished;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) = unfinished;
};
