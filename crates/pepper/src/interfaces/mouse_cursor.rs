//! `PPB_MouseCursor`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MOUSE_CURSOR_1_0: Interface = interface! { "PPB_MouseCursor" "1.0" Stable:
    SetCursor(instance: PP_Instance, type: PP_MouseCursor_Type, image: PP_Resource, hot_spot: *const PP_Point) -> PP_Bool = unfinished;
};
