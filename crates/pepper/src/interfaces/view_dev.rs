//! `PPB_View(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const VIEW_DEV_0_1: Interface = interface! { "PPB_View(Dev)" "0.1" Dev:
    GetDeviceScale(resource: PP_Resource) -> float = unfinished;
    GetCSSScale(resource: PP_Resource) -> float = unfinished;
};
