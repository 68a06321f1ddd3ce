//! `PPB_MouseInputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MOUSE_INPUT_EVENT_1_1: Interface = interface! { "PPB_MouseInputEvent" "1.1" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, mouse_button: PP_InputEvent_MouseButton, mouse_position: *const PP_Point, click_count: int32_t, mouse_movement: *const PP_Point) -> PP_Resource = unfinished;
    IsMouseInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetButton(mouse_event: PP_Resource) -> PP_InputEvent_MouseButton = unfinished;
    GetPosition(mouse_event: PP_Resource) -> PP_Point = unfinished;
    GetClickCount(mouse_event: PP_Resource) -> int32_t = unfinished;
    GetMovement(mouse_event: PP_Resource) -> PP_Point = unfinished;
};

pub(super) const MOUSE_INPUT_EVENT_1_0: Interface = interface! { "PPB_MouseInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, mouse_button: PP_InputEvent_MouseButton, mouse_position: *const PP_Point, click_count: int32_t) -> PP_Resource = unfinished;
    IsMouseInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetButton(mouse_event: PP_Resource) -> PP_InputEvent_MouseButton = unfinished;
    GetPosition(mouse_event: PP_Resource) -> PP_Point = unfinished;
    GetClickCount(mouse_event: PP_Resource) -> int32_t = unfinished;
};
