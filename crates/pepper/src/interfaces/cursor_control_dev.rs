//! `PPB_CursorControl(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const CURSOR_CONTROL_DEV_0_4: Interface = interface! { "PPB_CursorControl(Dev)" "0.4" Dev:
    SetCursor(instance: PP_Instance, type: PP_CursorType_Dev, custom_image: PP_Resource, hot_spot: *const PP_Point) -> PP_Bool = unfinished;
    LockCursor(instance: PP_Instance) -> PP_Bool = unfinished;
    UnlockCursor(instance: PP_Instance) -> PP_Bool = unfinished;
    HasCursorLock(instance: PP_Instance) -> PP_Bool = unfinished;
    CanLockCursor(instance: PP_Instance) -> PP_Bool = unfinished;
};
