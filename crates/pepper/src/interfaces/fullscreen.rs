//! `PPB_Fullscreen`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const FULLSCREEN_1_0: Interface = interface! { "PPB_Fullscreen" "1.0" Stable:
    IsFullscreen(instance: PP_Instance) -> PP_Bool = unfinished;
    SetFullscreen(instance: PP_Instance, fullscreen: PP_Bool) -> PP_Bool = unfinished;
    GetScreenSize(instance: PP_Instance, size: *mut PP_Size) -> PP_Bool = unfinished;
};
