//! Records and replays the devices of a program.

use crate::event;
use crate::fetch::TapedFetch;
use crate::graphics::TapedGl;
use crate::outputs::{TapedPage, TapedScreen, TapedSound};
use crate::storage::TapedStorage;
use crate::{facts::Facts, network::NETWORK_ERRORS};
use pinnacle_pepper::device::network::{Network, NetworkError, Request};
use pinnacle_pepper::device::video::{Acceleration, Coding, Video};
use pinnacle_pepper::device::{Absent, Devices, Event, Events};
use pinnacle_record::{Kind, Tape};
use std::time::Duration;

/// The reason for stopping a recording when a program decodes video or requests pictures of a
/// stream.
const VIDEO: &str = "the program uses video, which a recording does not have";

/// The reason for stopping a recording at an event that cannot be encoded.
const UNKNOWN: &str = "an event came that a recording does not have";

/// A function that is called with each event of a replay before the program receives it.
pub type OnEvent = Box<dyn FnMut(&Event) + Send>;

/// Wraps the devices of a page so that a tape records them.
#[must_use]
pub fn recorded(tape: &Tape, devices: Devices) -> Devices {
    Devices {
        events: Box::new(RecordedEvents {
            tape: tape.clone(),
            page: devices.events,
        }),
        page: Box::new(TapedPage::new(tape, devices.page)),
        screen: devices.screen,
        gl: Box::new(TapedGl::new(tape, devices.gl)),
        sound: Box::new(TapedSound::new(tape, devices.sound)),
        fetch: Box::new(TapedFetch::recorded(tape, devices.fetch)),
        storage: Box::new(TapedStorage::new(tape, Some(devices.storage))),
        network: Box::new(TapedNetwork {
            facts: Facts::new(tape, Kind::Network),
            page: Some(devices.network),
        }),
        video: Box::new(WatchedVideo {
            tape: tape.clone(),
            page: devices.video,
        }),
    }
}

/// Returns the devices of a replay. They take their answers from the tape. They pass pictures,
/// sound, messages and OpenGL calls on to `devices`. `urls` are the URL of the page's document and
/// its base URL.
#[must_use]
pub fn replayed(tape: &Tape, devices: Devices, urls: [String; 2], on_event: OnEvent) -> Devices {
    Devices {
        events: Box::new(ReplayedEvents {
            tape: tape.clone(),
            on_event,
            has_ended: false,
        }),
        page: Box::new(TapedPage::new(tape, devices.page)),
        screen: Box::new(TapedScreen(devices.screen)),
        gl: Box::new(TapedGl::new(tape, devices.gl)),
        sound: Box::new(TapedSound::new(tape, devices.sound)),
        fetch: Box::new(TapedFetch::replayed(tape, urls)),
        storage: Box::new(TapedStorage::new(tape, None)),
        network: Box::new(TapedNetwork {
            facts: Facts::new(tape, Kind::Network),
            page: None,
        }),
        // A recording stops before the program can use video.
        video: Box::new(Absent),
    }
}

/// The events of a page, which are recorded.
struct RecordedEvents {
    tape: Tape,
    page: Box<dyn Events + Send>,
}

impl Events for RecordedEvents {
    fn next_event(&mut self, now: Duration) -> Option<Event> {
        let event = self.page.next_event(now);
        let bytes = event.as_ref().map(event::to_bytes);
        if let Some(None) = bytes {
            self.tape.stop(match event {
                Some(Event::Video { .. } | Event::Track { .. }) => VIDEO,
                _ => UNKNOWN,
            });
        }
        self.tape.ask_rarely(Kind::Event, &[], || bytes.flatten());
        event
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        // The engine receives events directly from the page.
        None
    }

    fn at_rest(&mut self, now: Duration) -> Option<Event> {
        self.page.at_rest(now)
    }
}

/// The events of a recording. After the last one, the program is asked to end.
struct ReplayedEvents {
    tape: Tape,
    on_event: OnEvent,
    has_ended: bool,
}

impl Events for ReplayedEvents {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        match self.tape.ask_rarely(Kind::Event, &[], || None) {
            Some(answer) => {
                // `check` refuses recordings with malformed events.
                let event = event::from_bytes(&answer?)?;
                (self.on_event)(&event);
                Some(event)
            }
            None if self.tape.has_run_out() && !self.has_ended => {
                self.has_ended = true;
                Some(Event::End)
            }
            None => None,
        }
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }

    fn at_rest(&mut self, now: Duration) -> Option<Event> {
        // Threads are only at rest if they took turns in the page. The recording is then over.
        self.next_event(now)
    }
}

/// Network connections that are recorded or replayed. Their results are events.
struct TapedNetwork {
    facts: Facts,
    /// The network of the page; `None` in a replay.
    page: Option<Box<dyn Network + Send>>,
}

impl Network for TapedNetwork {
    fn request(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        let page = &mut self.page;
        let number = self.facts.number(0, || {
            let result = page
                .as_mut()
                .map_or(Ok(()), |page| page.request(id, request));
            let place = |error| NETWORK_ERRORS.iter().position(|one| *one == error);
            let place = result.err().and_then(place);
            place.map_or(0, |place| place as u64 + 1)
        });
        match number.checked_sub(1) {
            None => Ok(()),
            Some(place) => Err(NETWORK_ERRORS
                .get(place as usize)
                .copied()
                .unwrap_or(NetworkError::Failed)),
        }
    }

    fn close(&mut self, id: u32) {
        if let Some(page) = &mut self.page {
            page.close(id);
        }
    }
}

/// The video device of a page. The recording stops when a program uses it.
struct WatchedVideo {
    tape: Tape,
    page: Box<dyn Video + Send>,
}

impl Video for WatchedVideo {
    fn create(
        &mut self,
        id: u32,
        context: u32,
        coding: Coding,
        acceleration: Acceleration,
    ) -> bool {
        self.tape.stop(VIDEO);
        self.page.create(id, context, coding, acceleration)
    }

    fn decode(&mut self, id: u32, unit: u32, bytes: &[u8]) {
        self.page.decode(id, unit, bytes);
    }

    fn put(&mut self, id: u32, frame: u32, texture: Option<u32>) -> Option<u32> {
        self.page.put(id, frame, texture)
    }

    fn delete_texture(&mut self, id: u32, texture: u32) {
        self.page.delete_texture(id, texture);
    }

    fn flush(&mut self, id: u32) {
        self.page.flush(id);
    }

    fn reset(&mut self, id: u32) {
        self.page.reset(id);
    }

    fn close(&mut self, id: u32) {
        self.page.close(id);
    }

    fn request_picture(&mut self, track: u32, size: [u32; 2]) {
        self.tape.stop(VIDEO);
        self.page.request_picture(track, size);
    }

    fn close_track(&mut self, track: u32) {
        self.page.close_track(track);
    }
}
