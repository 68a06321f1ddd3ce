//! What the element shows: which surface or context is bound to it, when pictures are
//! taken, and how flushes and swaps end.
//!
//! A flush of the bound surface that changes something visible ends when the display
//! has taken the picture, so that a program that draws in a loop draws as often as the
//! display shows. Any other ends after a thirtieth of a second.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_graphics_2d_host.cc` and
//! `pepper_plugin_instance_impl.cc`.

use crate::device::screen::Content;
use crate::families::graphics::context::Context;
use crate::families::graphics::surface::{Image, Operation, Surface, queue_bytes};
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, PendingId};
use crate::kernel::errors::OK;
use crate::kernel::resource::{Kind, Resource};
use crate::kernel::state::Kernel;
use crate::view::View;
use pinnacle_system::memory::Fault;
use std::time::Duration;

/// How long a flush takes that nobody sees.
const UNSEEN_FLUSH: Duration = Duration::from_millis(1000 / 30);

/// So many operations keep their place in a queue from flush to flush.
const KEPT_OPERATIONS: usize = 1024;

/// How something that can be shown is on its way to the display.
#[derive(Debug, Default)]
pub(crate) struct Presentation {
    /// The flush or swap under way.
    under_way: Option<PendingId>,
    /// That ends when the display takes the next picture.
    awaits_frame: bool,
}

/// What the element shows, and how.
#[derive(Debug, Default)]
pub(crate) struct Display {
    /// The resource that is bound. The binding does not keep it alive.
    bound: Option<u32>,
    /// Something has changed since the last picture was taken.
    has_changed: bool,
    /// The display was asked for the time of the next picture, and has not told it.
    is_frame_requested: bool,
    /// Whether the element is to fill the screen, which takes time to happen.
    pub(crate) wants_fullscreen: bool,
}

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

impl Kernel {
    /// The surface that an id names.
    fn surface(&mut self, id: u32) -> Option<&mut Surface> {
        self.resources.of_mut(id)
    }

    /// The presentation of what can be shown.
    fn presentation(&mut self, id: u32) -> Option<&mut Presentation> {
        self.resources.of_mut(id)
    }

    /// Whether a flush or swap is under way.
    pub(crate) fn is_presenting(&mut self, id: u32) -> bool {
        let under_way = self.presentation(id).and_then(|one| one.under_way);
        under_way.is_some_and(|one| self.completions.is_pending(one))
    }

    /// Asks the display for the time of the next picture, once.
    fn request_frame(&mut self) {
        if !self.display.is_frame_requested {
            self.display.is_frame_requested = true;
            self.devices.screen.request_frame();
        }
    }

    /// The element shows something else than before.
    fn display_changed(&mut self) {
        self.display.has_changed = true;
        self.request_frame();
    }

    /// A surface is shown otherwise than before, when the next picture is taken.
    pub(crate) fn surface_changed(&mut self, id: u32) {
        self.display.has_changed |= self.display.bound == Some(id);
    }

    /// Whether the element is on its way to fill the screen or back.
    pub(crate) fn is_changing_fullscreen(&self) -> bool {
        self.display.wants_fullscreen != self.view.is_fullscreen
    }

    /// The view is another one. What left fullscreen by itself wants it no more.
    pub(crate) fn view_becomes(&mut self, view: View) {
        if self.view.is_fullscreen != view.is_fullscreen {
            self.display.wants_fullscreen = view.is_fullscreen;
        }
        self.view = view;
    }

    /// The element does not come to fill the screen, though the page had taken the wish.
    pub(crate) fn fullscreen_refused(&mut self) {
        self.display.wants_fullscreen = self.view.is_fullscreen;
    }

    /// The program has no reference of a surface any more: the element shows it no
    /// longer.
    pub(crate) fn surface_abandoned(&mut self, id: u32) {
        if self.display.bound == Some(id) {
            self.display.bound = None;
            self.display_changed();
        }
    }

    /// A context does nothing any more: the element shows it no longer, and a swap that
    /// waits for a picture ends without.
    pub(crate) fn surface_lost(&mut self, id: u32) {
        self.surface_abandoned(id);
        if let Some(presentation) = self.presentation(id)
            && std::mem::take(&mut presentation.awaits_frame)
            && let Some(pending) = presentation.under_way
        {
            self.finish(pending, OK);
        }
    }

    /// The images that a queue holds are given back.
    pub(crate) fn give_back_images(&mut self, queue: &[Operation]) {
        for image in queue.iter().filter_map(Operation::image) {
            self.unhold_resource(image);
        }
    }

    /// The display takes a picture.
    pub(crate) fn frame(&mut self) {
        self.display.is_frame_requested = false;
        let has_changed = std::mem::take(&mut self.display.has_changed);
        let bound = self.display.bound.unwrap_or(0);
        let is_context = self.resources.is::<Context>(bound);
        let content = match self.resources.of_mut::<Surface>(bound) {
            Some(surface) => Content::Picture(surface.picture()),
            None if is_context => Content::Context(bound),
            None => Content::Nothing,
        };
        self.devices.screen.show(content, has_changed);
        if let Some(presentation) = self.presentation(bound)
            && std::mem::take(&mut presentation.awaits_frame)
            && let Some(pending) = presentation.under_way
        {
            self.finish(pending, OK);
        }
    }
}

impl Call<'_, '_> {
    /// Has the element show a surface, or nothing (0). While it changes to fullscreen
    /// or back it takes none.
    pub(crate) fn bind(&mut self, id: u32) {
        if self.kernel.display.bound == Some(id) {
            return;
        }
        if let Some(old) = self.kernel.display.bound.take() {
            self.kernel.display_changed();
            self.unbound(old);
        }
        if id != 0 && !self.kernel.is_changing_fullscreen() {
            self.kernel.display.bound = Some(id);
            self.kernel.display_changed();
        }
    }

    /// A surface is not shown any more: a flush that waits for a picture ends without.
    fn unbound(&mut self, id: u32) {
        if let Some(presentation) = self.kernel.presentation(id)
            && std::mem::take(&mut presentation.awaits_frame)
            && let Some(pending) = presentation.under_way
        {
            self.finish_unseen(pending);
        }
    }

    /// A flush ends after a while.
    fn finish_unseen(&mut self, id: PendingId) {
        let due = self.now().saturating_add(UNSEEN_FLUSH);
        self.kernel.finish_at(due, id, OK);
    }

    /// Queues an operation of a surface. Says whether there is room for it.
    pub(crate) fn queue(&mut self, id: u32, operation: Operation) -> bool {
        let kernel = &mut *self.kernel;
        let Some(surface) = kernel.resources.of_mut::<Surface>(id) else {
            return false;
        };
        let queue = &mut surface.queue;
        if queue.len() == queue.capacity() {
            let more = queue.capacity().max(4);
            let bytes = (more * size_of::<Operation>()) as u64;
            if kernel.resource_charge.grow(bytes).is_err() {
                return false;
            }
            queue.reserve_exact(more);
        }
        queue.push(operation);
        if let Some(image) = operation.image() {
            self.kernel.resources.hold(image);
        }
        true
    }

    /// Does what is queued for a surface, and begins to wait for the end of that.
    pub(crate) fn flush(&mut self, id: u32, pending: PendingId) -> Result<Begun, Fault> {
        let is_seen = self.execute(id)?;
        Ok(self.present(id, pending, is_seen))
    }

    /// What was drawn is shown with the next picture if anything of it is seen; begins
    /// to wait for that.
    pub(crate) fn present(&mut self, id: u32, pending: PendingId, is_seen: bool) -> Begun {
        let is_bound = self.kernel.display.bound == Some(id);
        let must_wait = is_seen && is_bound && self.kernel.view.is_visible();
        if let Some(presentation) = self.kernel.presentation(id) {
            presentation.under_way = Some(pending);
            presentation.awaits_frame = must_wait;
        }
        if must_wait {
            self.kernel.display_changed();
        } else {
            self.finish_unseen(pending);
        }
        Begun::Later
    }

    /// Does what is queued for a surface. Says whether what the element would show of
    /// it has changed.
    fn execute(&mut self, id: u32) -> Result<bool, Fault> {
        let clip = self.kernel.view.clip;
        let clip = [clip.x, clip.y, clip.width, clip.height];
        let Some(surface) = self.kernel.surface(id) else {
            return Ok(false);
        };
        let mut queue = std::mem::take(&mut surface.queue);
        // What is painted over later is not painted at all.
        let first = queue
            .iter()
            .rposition(|operation| surface.is_covered_by(operation))
            .unwrap_or(0);
        let mut is_seen = false;
        for (index, operation) in queue.iter().enumerate() {
            let pixels = operation
                .image()
                .and_then(|image| self.kernel.resources.of_mut::<Image>(image))
                .map(|image| image.pixels());
            let surface = self.kernel.resources.of_mut::<Surface>(id);
            let Some(surface) = surface else {
                break;
            };
            is_seen |= surface.is_seen(operation, clip);
            if index >= first || matches!(operation, Operation::Transform { .. }) {
                let memory = &*self.context.memory;
                self.context.bytes += surface.execute(operation, pixels, memory)?;
            }
        }
        self.kernel.give_back_images(&queue);
        if !queue.is_empty() {
            self.kernel.surface_changed(id);
        }
        // The queue keeps its memory for the next time, if it is not much.
        let before = queue_bytes(&queue);
        queue.clear();
        queue.shrink_to(KEPT_OPERATIONS);
        let freed = before - queue_bytes(&queue);
        self.kernel.resource_charge.shrink(freed);
        if let Some(surface) = self.kernel.surface(id) {
            surface.queue = queue;
        }
        Ok(is_seen)
    }

    /// Makes a surface resource; 0 if there is no room for it.
    pub(crate) fn create_surface(&mut self, size: [u32; 2], is_opaque: bool) -> u32 {
        if !self.has_room(crate::families::graphics::surface::picture_bytes(size)) {
            return 0;
        }
        match Surface::new(size, is_opaque) {
            Some(surface) => self.create(surface),
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests;
