//! `PPB_View(Dev)`: scale factors, which later became part of `PPB_View`.

use crate::families::page::view::{get_css_scale, get_device_scale};
use crate::table::{Interface, interface};

pub(crate) const VIEW_DEV_0_1: Interface = interface! { "PPB_View(Dev)" "0.1" Dev:
    GetDeviceScale(resource: PP_Resource) -> float => get_device_scale;
    GetCSSScale(resource: PP_Resource) -> float => get_css_scale;
};
