//! The picture that the display takes of the bound resource.

use crate::device::screen::Content;
use crate::families::graphics::context::Context;
use crate::families::graphics::display::{self, Presentation};
use crate::families::graphics::surface::Surface;
use crate::kernel::resource::{Kind, Resource};
use crate::kernel::state::Kernel;

impl Kind for Presentation {
    fn of(resource: &dyn Resource) -> Option<&Presentation> {
        match Surface::of(resource) {
            Some(surface) => Some(&surface.presentation),
            None => Context::of(resource).map(|context| &context.presentation),
        }
    }

    fn of_mut(resource: &mut dyn Resource) -> Option<&mut Presentation> {
        if Surface::of(resource).is_some() {
            return Surface::of_mut(resource).map(|surface| &mut surface.presentation);
        }
        Context::of_mut(resource).map(|context| &mut context.presentation)
    }
}

/// Handles a display frame: the display takes a picture.
pub(crate) fn frame(kernel: &mut Kernel) {
    let (bound, has_changed) = display::picture_taken(kernel);
    show(kernel, bound, has_changed);
    display::picture_shown(kernel, bound);
}

/// Shows the picture of a restored state, without a frame.
pub(crate) fn show_again(kernel: &mut Kernel) {
    let bound = display::bound(kernel);
    show(kernel, bound, true);
}

fn show(kernel: &mut Kernel, bound: u32, has_changed: bool) {
    let is_context = kernel.resources.is::<Context>(bound);
    let content = match kernel.resources.of::<Surface>(bound) {
        Some(surface) => Content::Picture(surface.picture(bound)),
        None if is_context => Content::Context(bound),
        None => Content::Nothing,
    };
    kernel.devices.screen.show(content, has_changed);
}
