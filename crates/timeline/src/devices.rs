//! Devices that report to a timeline.

use crate::timeline::{Seen, State, Timeline};
use crate::words;
use pinnacle_headless::machine::Machine;
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_pepper::device::screen::{Content, Operation, Picture, Screen};
use pinnacle_pepper::device::{Devices, Event, Events};
use pinnacle_system::memory::{Fault, Memory};
use std::time::Duration;

impl Timeline {
    /// Wraps the devices of a program. The machine must have been made to keep its picture.
    #[must_use]
    pub fn watch(&self, machine: &Machine, devices: Devices) -> Devices {
        let timeline = self.clone();
        Devices {
            events: Box::new(WatchedEvents {
                timeline: timeline.clone(),
                inner: devices.events,
            }),
            screen: Box::new(WatchedScreen {
                timeline: timeline.clone(),
                machine: machine.clone(),
                inner: devices.screen,
            }),
            gl: Box::new(WatchedGl {
                timeline,
                inner: devices.gl,
            }),
            ..devices
        }
    }
}

struct WatchedEvents {
    timeline: Timeline,
    inner: Box<dyn Events + Send>,
}

impl WatchedEvents {
    fn report(&self, now: Duration, event: Option<&Event>) {
        let mut state = self.timeline.lock();
        state.at(now);
        if let Some(text) = event.and_then(words::event) {
            state.event(text, false);
        }
    }
}

impl Events for WatchedEvents {
    fn next_event(&mut self, now: Duration) -> Option<Event> {
        let event = self.inner.next_event(now);
        self.report(now, event.as_ref());
        event
    }

    fn next_event_time(&self, now: Duration) -> Option<Duration> {
        self.inner.next_event_time(now)
    }

    fn at_rest(&mut self, now: Duration) -> Option<Event> {
        let event = self.inner.at_rest(now);
        self.report(now, event.as_ref());
        event
    }
}

struct WatchedScreen {
    timeline: Timeline,
    machine: Machine,
    inner: Box<dyn Screen + Send>,
}

impl Screen for WatchedScreen {
    fn request_frame(&mut self) {
        self.inner.request_frame();
    }

    fn show(&mut self, content: Content<'_>, has_changed: bool) {
        self.inner.show(content, has_changed);
        if !has_changed {
            return;
        }
        // The machine reports a picture that does not fit in the program's memory.
        let Ok(picture) = self.machine.picture() else {
            return;
        };
        let device_scale = self.machine.appearance().view.device_scale;
        let number = self.machine.progress().frames;
        let seen = Seen {
            picture,
            device_scale,
        };
        self.timeline.lock().shown(number, content, seen);
    }

    fn follows_drawing(&self) -> bool {
        true
    }

    fn drawn(&mut self, operation: Operation, surface: Picture<'_>) {
        self.timeline.lock().drawn(operation, &surface);
    }

    fn flushed(&mut self, surface: u32) {
        self.timeline.lock().flushed(surface);
    }
}

struct WatchedGl {
    timeline: Timeline,
    inner: Box<dyn Gl + Send>,
}

impl Gl for WatchedGl {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        self.inner.create(id, attributes, share)
    }

    fn destroy(&mut self, id: u32) {
        self.inner.destroy(id);
    }

    fn resize(&mut self, id: u32, size: [u32; 2]) {
        self.inner.resize(id, size);
    }

    fn swap(&mut self, id: u32) {
        self.inner.swap(id);
        State::swapped(&mut self.timeline.lock());
    }

    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        memory: &mut Memory,
    ) -> Result<u64, Fault> {
        if words::draws(function) {
            let text = || words::draw_call(function, args);
            self.timeline.lock().draw_call(text);
        }
        self.inner.call(id, function, args, memory)
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn context_bytes(&self, size: [u32; 2]) -> u64 {
        self.inner.context_bytes(size)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        self.inner.string(id, name)
    }
}
