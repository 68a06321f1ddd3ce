//! `PPB_InputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const INPUT_EVENT_1_0: Interface = interface! { "PPB_InputEvent" "1.0" Stable:
    RequestInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t = unfinished;
    RequestFilteringInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t = unfinished;
    ClearInputEventRequest(instance: PP_Instance, event_classes: uint32_t) = unfinished;
    IsInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetType(event: PP_Resource) -> PP_InputEvent_Type = unfinished;
    GetTimeStamp(event: PP_Resource) -> PP_TimeTicks = unfinished;
    GetModifiers(event: PP_Resource) -> uint32_t = unfinished;
};
