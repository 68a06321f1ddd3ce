//! `PPB_WheelInputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const WHEEL_INPUT_EVENT_1_0: Interface = interface! { "PPB_WheelInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, time_stamp: PP_TimeTicks, modifiers: uint32_t, wheel_delta: *const PP_FloatPoint, wheel_ticks: *const PP_FloatPoint, scroll_by_page: PP_Bool) -> PP_Resource = unfinished;
    IsWheelInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetDelta(wheel_event: PP_Resource) -> PP_FloatPoint = unfinished;
    GetTicks(wheel_event: PP_Resource) -> PP_FloatPoint = unfinished;
    GetScrollByPage(wheel_event: PP_Resource) -> PP_Bool = unfinished;
};
