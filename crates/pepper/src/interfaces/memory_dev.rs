//! `PPB_Memory(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MEMORY_DEV_0_1: Interface = interface! { "PPB_Memory(Dev)" "0.1" Dev:
    MemAlloc(num_bytes: uint32_t) -> *mut void = unfinished;
    MemFree(ptr: *mut void) = unfinished;
};
