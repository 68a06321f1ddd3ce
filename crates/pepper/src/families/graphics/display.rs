//! The contents of the element: the surface or context that is bound to it. Ends flushes and swaps.
//!
//! A flush of the bound surface that changes something visible ends when the display has taken the
//! picture, so a program that draws in a loop draws at the rate of the display. Any other flush
//! ends after a thirtieth of a second.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_graphics_2d_host.cc` and
//! `pepper_plugin_instance_impl.cc`.

mod saved;

pub(crate) use saved::SAVED;

use crate::kernel::call::Call;
use crate::kernel::errors::OK;
use crate::kernel::family::State;
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use crate::kernel::state::Kernel;
use crate::view::View;
use std::time::Duration;

/// Duration of a flush that has no visible effect.
const UNSEEN_FLUSH: Duration = Duration::from_millis(1000 / 30);

/// The progress of a surface or context towards the display.
#[derive(Debug, Default)]
pub(crate) struct Presentation {
    /// The last flush or swap, which may be pending.
    under_way: Option<PendingId>,
    /// True if the operation ends when the display takes the next picture.
    awaits_frame: bool,
}

/// The content of the element, and how it is shown.
#[derive(Debug, Default)]
pub(super) struct Display {
    /// The bound resource. The binding does not keep it alive.
    bound: Option<u32>,
    /// True if something has changed since the last picture was taken.
    has_changed: bool,
    /// True if the next frame of the display was requested and has not arrived.
    is_frame_requested: bool,
    /// True if the element should fill the screen. The change takes time.
    wants_fullscreen: bool,
}

impl State for Display {
    const INDEX: usize = crate::families::GRAPHICS;
}

/// Returns true if a flush or swap is pending.
pub(super) fn is_presenting(kernel: &mut Kernel, id: u32) -> bool {
    let presentation = kernel.resources.of::<Presentation>(id);
    let under_way = presentation.and_then(|one| one.under_way);
    under_way.is_some_and(|one| kernel.completions.is_pending(one))
}

/// Records a change of the element, and requests the next frame of the display, once.
fn display_changed(kernel: &mut Kernel) {
    let display = kernel.states.get::<Display>();
    display.has_changed = true;
    if !std::mem::replace(&mut display.is_frame_requested, true) {
        kernel.devices.screen.request_frame();
    }
}

/// Notes that a surface must be shown differently in the next picture.
pub(super) fn surface_changed(kernel: &mut Kernel, id: u32) {
    let display = kernel.states.get::<Display>();
    display.has_changed |= display.bound == Some(id);
}

/// Returns true if the program has requested full screen.
pub(crate) fn wants_fullscreen(kernel: &mut Kernel) -> bool {
    kernel.states.get::<Display>().wants_fullscreen
}

/// Records whether the program has requested full screen.
pub(crate) fn set_wants_fullscreen(kernel: &mut Kernel, on: bool) {
    kernel.states.get::<Display>().wants_fullscreen = on;
}

/// Returns true if the element is about to enter or leave fullscreen.
pub(crate) fn is_changing_fullscreen(kernel: &mut Kernel) -> bool {
    wants_fullscreen(kernel) != kernel.view.is_fullscreen
}

/// Handles a changed view. If the element has left fullscreen by itself, the program's request for
/// fullscreen is dropped.
pub(crate) fn view_becomes(kernel: &mut Kernel, view: View) {
    if kernel.view.is_fullscreen != view.is_fullscreen {
        set_wants_fullscreen(kernel, view.is_fullscreen);
    }
    kernel.view = view;
}

/// Handles a fullscreen request that the page had accepted but that failed.
pub(crate) fn fullscreen_refused(kernel: &mut Kernel) {
    let is_fullscreen = kernel.view.is_fullscreen;
    set_wants_fullscreen(kernel, is_fullscreen);
}

/// Handles a surface to which the program no longer has a reference: the element stops showing it.
pub(super) fn surface_abandoned(kernel: &mut Kernel, id: u32) {
    let display = kernel.states.get::<Display>();
    if display.bound == Some(id) {
        display.bound = None;
        display_changed(kernel);
    }
}

/// Handles a context that no longer works: the element stops showing it, and a swap that waits for
/// a picture ends without one.
pub(super) fn surface_lost(kernel: &mut Kernel, id: u32) {
    surface_abandoned(kernel, id);
    picture_shown(kernel, id);
}

/// Handles a display frame. Returns the bound resource, or 0 if there is none, and true if
/// something has changed since the last frame.
pub(super) fn picture_taken(kernel: &mut Kernel) -> (u32, bool) {
    let display = kernel.states.get::<Display>();
    display.is_frame_requested = false;
    let has_changed = std::mem::take(&mut display.has_changed);
    (display.bound.unwrap_or(0), has_changed)
}

/// Returns the bound resource, or 0 if there is none.
pub(super) fn bound(kernel: &mut Kernel) -> u32 {
    kernel.states.get::<Display>().bound.unwrap_or(0)
}

/// Removes and returns the flush or swap that waits for a picture.
fn take_awaiting(kernel: &mut Kernel, id: u32) -> Option<PendingId> {
    let presentation = kernel.resources.of_mut::<Presentation>(id)?;
    let awaits_frame = std::mem::take(&mut presentation.awaits_frame);
    presentation.under_way.filter(|_| awaits_frame)
}

/// Ends the flush or swap that waits for a picture.
pub(super) fn picture_shown(kernel: &mut Kernel, id: u32) {
    if let Some(pending) = take_awaiting(kernel, id) {
        kernel.finish(pending, OK);
    }
}

/// Makes the element show a surface, or nothing (0). While the element enters or leaves fullscreen,
/// no surface is bound.
pub(crate) fn bind(call: &mut Call<'_, '_>, id: u32) {
    let display = call.kernel.states.get::<Display>();
    if display.bound == Some(id) {
        return;
    }
    if let Some(old) = display.bound.take() {
        display_changed(call.kernel);
        unbound(call, old);
    }
    if id != 0 && !is_changing_fullscreen(call.kernel) {
        call.kernel.states.get::<Display>().bound = Some(id);
        display_changed(call.kernel);
    }
}

/// Handles a surface that is no longer displayed: a pending flush no longer waits for a frame.
fn unbound(call: &mut Call<'_, '_>, id: u32) {
    if let Some(pending) = take_awaiting(call.kernel, id) {
        finish_unseen(call, pending);
    }
}

/// Ends a flush that has no visible effect, after [`UNSEEN_FLUSH`].
fn finish_unseen(call: &mut Call<'_, '_>, id: PendingId) {
    let due = call.now().saturating_add(UNSEEN_FLUSH);
    call.kernel.finish_at(due, id, OK);
}

/// Shows the surface or context in the next picture if the change is visible, and makes the
/// operation wait for that picture.
pub(super) fn present(
    call: &mut Call<'_, '_>,
    id: u32,
    pending: PendingId,
    is_seen: bool,
) -> Begun {
    let kernel = &mut *call.kernel;
    let is_bound = kernel.states.get::<Display>().bound == Some(id);
    let must_wait = is_seen && is_bound && kernel.view.is_visible();
    if let Some(presentation) = kernel.resources.of_mut::<Presentation>(id) {
        presentation.under_way = Some(pending);
        presentation.awaits_frame = must_wait;
    }
    if must_wait {
        display_changed(kernel);
    } else {
        finish_unseen(call, pending);
    }
    Begun::Later
}

#[cfg(test)]
mod tests;
