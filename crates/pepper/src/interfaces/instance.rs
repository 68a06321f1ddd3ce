//! `PPB_Instance`: what the element shows.

use crate::call::{Call, boolean};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(super) const INSTANCE_1_0: Interface = interface! { "PPB_Instance" "1.0" Stable:
    BindGraphics(instance: PP_Instance, device: PP_Resource) -> PP_Bool = bind_graphics;
    IsFullFrame(instance: PP_Instance) -> PP_Bool = is_full_frame;
};

/// There are no devices to show yet; device 0 leaves the element empty.
fn bind_graphics(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.is_instance(0) && call.arg(1) == 0)
}

/// Programs are part of a page.
fn is_full_frame(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(false)
}
