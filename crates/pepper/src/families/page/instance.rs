//! `PPB_Instance`: the contents of the element.

use crate::families::graphics::context::Context;
use crate::families::graphics::display;
use crate::families::graphics::surface::Surface;
use crate::kernel::call::Call;
use crate::table::typed::Instance;
use crate::table::{Interface, interface};

pub(crate) const INSTANCE_1_0: Interface = interface! { "PPB_Instance" "1.0" Stable:
    BindGraphics(instance: PP_Instance, device: PP_Resource) -> PP_Bool => bind_graphics;
    IsFullFrame(instance: PP_Instance) -> PP_Bool => is_full_frame;
};

/// Binds a device to the element; device 0 clears it. As in Chrome, no error is reported for a
/// device that cannot be shown at the moment.
fn bind_graphics(call: &mut Call<'_, '_>, instance: Instance, device: u32) -> bool {
    let resources = &call.kernel.resources;
    let is_device =
        device == 0 || resources.is::<Surface>(device) || resources.is::<Context>(device);
    if !instance.is_own() || !is_device {
        return false;
    }
    display::bind(call, device);
    true
}

/// Returns false: programs are always part of a page.
fn is_full_frame(_: &mut Call<'_, '_>, _: Instance) -> bool {
    false
}
