//! Devices that report to a timeline.

use crate::timeline::{State, Timeline};
use crate::words;
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_pepper::device::screen::{Content, Operation, Picture, Screen};
use pinnacle_pepper::device::{Devices, Event, Events};
use pinnacle_picture::Picture as Pixels;
use pinnacle_system::memory::{Fault, Memory};
use std::time::Duration;

/// The display of a program, as the machine that replays it shows it.
pub trait Display {
    /// Returns the element after the program has shown this. Returns `None` if its picture does not
    /// fit in memory, which the display reports.
    fn seen(&mut self, content: &Content<'_>) -> Option<Seen>;
}

/// The element as displayed.
#[derive(Debug)]
pub struct Seen {
    /// Number of the frame.
    pub number: u64,
    /// The element's pixels.
    pub picture: Pixels,
    /// Pixels for each CSS pixel.
    pub device_scale: f32,
}

impl Timeline {
    /// Wraps the devices of a program. The display must show what they show.
    #[must_use]
    pub fn watch(&self, display: Box<dyn Display + Send>, devices: Devices) -> Devices {
        let timeline = self.clone();
        Devices {
            events: Box::new(WatchedEvents {
                timeline: timeline.clone(),
                inner: devices.events,
            }),
            screen: Box::new(WatchedScreen {
                timeline: timeline.clone(),
                display,
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
    display: Box<dyn Display + Send>,
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
        if let Some(seen) = self.display.seen(&content) {
            self.timeline.lock().shown(content, seen);
        }
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
