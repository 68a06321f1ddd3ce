//! Dispatches events of the devices to the families that handle them.

use crate::device::Event;
use crate::families::messaging::handler;
use crate::families::page::instance_calls;
use crate::families::{files, graphics, input, media, network, urls};
use crate::kernel::state::Kernel;

/// Passes an event to the family that handles it.
pub(crate) fn happened(kernel: &mut Kernel, event: Event) {
    match event {
        Event::Message(message) => handler::message_happened(kernel, message),
        Event::BlockingMessage(message) => handler::blocking_message_happened(kernel, message),
        Event::View(view) => instance_calls::view_happened(kernel, view),
        Event::Focus(has_focus) => instance_calls::focus_happened(kernel, has_focus),
        Event::Frame => graphics::frame::frame(kernel),
        Event::End => kernel.is_unwanted = true,
        Event::Save => kernel.should_save = true,
        Event::Input(input) => input::events::happened(kernel, input),
        Event::FullscreenRefused => graphics::display::fullscreen_refused(kernel),
        Event::MouseLock(is_locked) => input::lock::answered(kernel, is_locked),
        Event::MouseLockLost => input::lock::lost(kernel),
        Event::ContextLost(id) => graphics::context::context_lost(kernel, id),
        Event::Fetch { id, event } => urls::loader::fetched(kernel, id, event),
        Event::Stored(stored) => files::storage::stored(kernel, stored),
        Event::Network { id, event } => network::sockets::happened(kernel, id, event),
        Event::Video { id, event } => media::decoder::video_happened(kernel, id, event),
        Event::Track { number, picture } => media::track::track_happened(kernel, number, picture),
    }
}
