//! Drawing on surfaces: queued operations, and flushes.

use crate::families::graphics::display;
use crate::families::graphics::surface::{
    self, Image, Operation, Size, Surface, picture_bytes, queue_bytes,
};
use crate::kernel::call::Call;
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use pinnacle_system::memory::Fault;

/// Maximum capacity, in operations, of a queue that is reused by the next flush.
const KEPT_OPERATIONS: usize = 1024;

/// Makes a surface resource; 0 if there is no room for it.
pub(super) fn create(call: &mut Call<'_, '_>, size: Size, is_opaque: bool) -> u32 {
    if !call.has_room(picture_bytes(size)) {
        return 0;
    }
    match Surface::new(size, is_opaque) {
        Some(surface) => call.create(surface),
        None => 0,
    }
}

/// Queues an operation of a surface. Returns true if there is room for it.
pub(super) fn queue(call: &mut Call<'_, '_>, id: u32, operation: Operation) -> bool {
    let kernel = &mut *call.kernel;
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
        kernel.resources.hold(image);
    }
    true
}

/// Executes the queued operations of a surface. The flush then waits for the next frame, or ends
/// without one if nothing visible has changed.
pub(super) fn flush(call: &mut Call<'_, '_>, id: u32, pending: PendingId) -> Result<Begun, Fault> {
    let is_seen = execute(call, id)?;
    Ok(display::present(call, id, pending, is_seen))
}

/// Executes the queued operations of a surface. Returns true if the visible picture has changed.
fn execute(call: &mut Call<'_, '_>, id: u32) -> Result<bool, Fault> {
    let kernel = &mut *call.kernel;
    let clip = kernel.view.clip;
    let clip = [clip.x, clip.y, clip.width, clip.height];
    let Some(surface) = kernel.resources.of_mut::<Surface>(id) else {
        return Ok(false);
    };
    let mut queue = std::mem::take(&mut surface.queue);
    // Operations before one that covers the whole surface are skipped.
    let first = queue
        .iter()
        .rposition(|operation| surface.is_covered_by(operation))
        .unwrap_or(0);
    let is_followed = kernel.devices.screen.follows_drawing();
    let mut is_seen = false;
    for (index, operation) in queue.iter().enumerate() {
        let pixels = operation
            .image()
            .and_then(|image| kernel.resources.of::<Image>(image))
            .map(Image::pixels);
        let Some(surface) = kernel.resources.of_mut::<Surface>(id) else {
            break;
        };
        is_seen |= surface.is_seen(operation, clip);
        if index >= first || matches!(operation, Operation::Transform { .. }) {
            let memory = &*call.context.memory;
            call.context.bytes += surface.execute(operation, pixels, memory)?;
            if is_followed {
                let described = surface.described(operation);
                kernel.devices.screen.drawn(described, surface.picture(id));
            }
        }
    }
    if is_followed {
        kernel.devices.screen.flushed(id);
    }
    surface::give_back_images(kernel, &queue);
    if !queue.is_empty() {
        display::surface_changed(kernel, id);
    }
    // The queue is reused, unless it is large.
    let before = queue_bytes(&queue);
    queue.clear();
    queue.shrink_to(KEPT_OPERATIONS);
    let freed = before - queue_bytes(&queue);
    kernel.resource_charge.shrink(freed);
    if let Some(surface) = kernel.resources.of_mut::<Surface>(id) {
        surface.queue = queue;
    }
    Ok(is_seen)
}
