//! `PPB_MouseLock`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MOUSE_LOCK_1_0: Interface = interface! { "PPB_MouseLock" "1.0" Stable:
    LockMouse(instance: PP_Instance, callback: PP_CompletionCallback) -> int32_t = unfinished;
    UnlockMouse(instance: PP_Instance) = unfinished;
};
