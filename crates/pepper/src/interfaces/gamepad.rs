//! `PPB_Gamepad`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const GAMEPAD_1_0: Interface = interface! { "PPB_Gamepad" "1.0" Stable:
    Sample(instance: PP_Instance, data: *mut PP_GamepadsSampleData) = unfinished;
};
