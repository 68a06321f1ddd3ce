//! `PPB_TouchInputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TOUCH_INPUT_EVENT_1_4: Interface = interface! { "PPB_TouchInputEvent" "1.4" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t) -> PP_Resource = unfinished;
    AddTouchPoint(touch_event: PP_Resource, list: PP_TouchListType, point: *const PP_TouchPoint) = unfinished;
    IsTouchInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetTouchCount(resource: PP_Resource, list: PP_TouchListType) -> uint32_t = unfinished;
    GetTouchByIndex(resource: PP_Resource, list: PP_TouchListType, index: uint32_t) -> PP_TouchPoint = unfinished;
    GetTouchById(resource: PP_Resource, list: PP_TouchListType, touch_id: uint32_t) -> PP_TouchPoint = unfinished;
    GetTouchTiltByIndex(resource: PP_Resource, list: PP_TouchListType, index: uint32_t) -> PP_FloatPoint = unfinished;
    GetTouchTiltById(resource: PP_Resource, list: PP_TouchListType, touch_id: uint32_t) -> PP_FloatPoint = unfinished;
};

pub(super) const TOUCH_INPUT_EVENT_1_0: Interface = TOUCH_INPUT_EVENT_1_4.earlier("1.0", 6);
