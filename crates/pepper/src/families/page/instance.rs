//! `PPB_Instance`: what the element shows.

use crate::families::graphics::context::Context;
use crate::families::graphics::display;
use crate::families::graphics::surface::Surface;
use crate::kernel::call::{Call, boolean};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const INSTANCE_1_0: Interface = interface! { "PPB_Instance" "1.0" Stable:
    BindGraphics(instance: PP_Instance, device: PP_Resource) -> PP_Bool = bind_graphics;
    IsFullFrame(instance: PP_Instance) -> PP_Bool = is_full_frame;
};

/// Device 0 leaves the element empty. That a device cannot be shown just now is not
/// said, as Chrome did not say it.
fn bind_graphics(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let device = call.arg(1);
    let is_device = device == 0
        || call.resource::<Surface>(1).is_some()
        || call.resource::<Context>(1).is_some();
    if !call.is_instance(0) || !is_device {
        return boolean(false);
    }
    display::bind(call, device);
    boolean(true)
}

/// Programs are part of a page.
fn is_full_frame(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(false)
}
