//! What happens outside of a program, on its way to the loop that has to do with
//! it.

use crate::device::Event;
use crate::kernel::scheduler::Activity;
use crate::kernel::state::Kernel;
use crate::kernel::task_queue::{MAIN_LOOP, Work};
use pinnacle_system::host::AtRest;
use std::time::Duration;

impl Kernel {
    /// All threads of the program wait for ever. If the main one waits for what
    /// happens outside, that is for the devices to say.
    pub(crate) fn at_rest(&mut self, now: Duration) -> AtRest {
        let Some(main) = self.main_thread else {
            return AtRest::Deadlock;
        };
        let activity = self.thread(main).activities.last();
        if !matches!(activity, Some(Activity::Loop { .. })) {
            return AtRest::Deadlock;
        }
        match self.devices.events.at_rest(now) {
            Some(event) => {
                self.happened(event);
                self.wake.clear();
                AtRest::Wake(main)
            }
            None => AtRest::Exit(0),
        }
    }

    /// Something has happened.
    pub(crate) fn happened(&mut self, event: Event) {
        match event {
            Event::Message(message) => match &self.handler {
                Some(handler) => {
                    let target = handler.message_loop;
                    if let Err(Work::HandlerMessage(message)) =
                        self.post(target, Work::HandlerMessage(message))
                    {
                        // Its loop is gone, and the handler with it.
                        self.handler = None;
                        self.post_to_main(Work::Message(message));
                    }
                }
                None => self.post_to_main(Work::Message(message)),
            },
            Event::BlockingMessage(message) => {
                let target = self.handler.as_ref().map(|handler| handler.message_loop);
                let is_taken = target.is_some_and(|target| {
                    self.post(target, Work::BlockingMessage(message)).is_ok()
                });
                if !is_taken {
                    self.devices.page.respond(None);
                }
            }
            Event::View(view) => {
                if view != self.view {
                    crate::families::graphics::display::view_becomes(self, view);
                    self.post_to_main(Work::ViewChanged);
                }
            }
            Event::Focus(has_focus) => {
                if has_focus != self.has_focus {
                    self.has_focus = has_focus;
                    self.post_to_main(Work::FocusChanged(has_focus));
                }
            }
            Event::Frame => crate::families::graphics::frame::frame(self),
            Event::End => self.is_unwanted = true,
            Event::Input(input) => self.input(input),
            Event::FullscreenRefused => {
                crate::families::graphics::display::fullscreen_refused(self)
            }
            Event::MouseLock(is_locked) => self.mouse_locked(is_locked),
            Event::MouseLockLost => self.mouse_lock_lost(),
            Event::ContextLost(id) => crate::families::graphics::context::context_lost(self, id),
            Event::Fetch { id, event } => self.fetched(id, event),
            Event::Stored(stored) => self.stored(stored),
            Event::Network { id, event } => self.network_happened(id, event),
            Event::Video { id, event } => {
                crate::families::media::decoder::video_happened(self, id, event)
            }
            Event::Track { number, picture } => {
                crate::families::media::track::track_happened(self, number, picture)
            }
        }
    }

    /// Gives the main loop something to do.
    pub(crate) fn post_to_main(&mut self, work: Work) {
        let posted = self.post(MAIN_LOOP, work);
        debug_assert!(posted.is_ok(), "the main loop is never destroyed");
    }

    /// A piece of work that the program offers no interface for.
    pub(crate) fn unwanted<T>(&mut self, work: Work) -> Option<T> {
        if let Work::Input(waiting) = work {
            self.input_unwanted(&waiting);
        }
        None
    }
}
