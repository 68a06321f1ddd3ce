//! A machine without devices.

use super::fetch::{self, Fetch};
use super::gl::{ContextAttributes, Function, Gl};
use super::network::{Network, NetworkError, Request};
use super::page::{Cursor, Flow, LogLevel, Page};
use super::screen::{Content, Screen};
use super::sound::Sound;
use super::storage::{Storage, StorageKind};
use super::video::{Acceleration, Coding, Video};
use super::{Event, Events};
use crate::message::Message;
use pinnacle_system::files::Tree;
use pinnacle_system::memory::{Fault, Memory};
use std::time::Duration;

/// A machine without events, listeners and storage. Operations that end with an event never end.
#[derive(Clone, Copy, Debug)]
pub struct Absent;

impl Events for Absent {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        None
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }

    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}

impl Page for Absent {
    fn post(&mut self, _: Message) -> Flow {
        Flow::Continue
    }

    fn log(&mut self, _: LogLevel, _: &str) {}

    fn screen_size(&self) -> [i32; 2] {
        [0, 0]
    }

    fn lock_mouse(&mut self) {}

    fn set_cursor(&mut self, _: Cursor) -> bool {
        false
    }
}

impl Screen for Absent {
    fn request_frame(&mut self) {}

    fn show(&mut self, _: Content<'_>, _: bool) {}
}

impl Gl for Absent {
    fn create(&mut self, _: u32, _: &ContextAttributes, _: Option<u32>) -> bool {
        false
    }

    fn destroy(&mut self, _: u32) {}

    fn resize(&mut self, _: u32, _: [u32; 2]) {}

    fn swap(&mut self, _: u32) {}

    fn call(&mut self, _: u32, _: Function, _: &[u64], _: &mut Memory) -> Result<u64, Fault> {
        Ok(0)
    }

    fn string(&mut self, _: u32, _: u32) -> Option<String> {
        None
    }
}

impl Sound for Absent {
    fn sample_rate(&self) -> u32 {
        48_000
    }

    fn start(&mut self, _: u32, _: u32, _: u32) {}

    fn play(&mut self, _: u32, _: Duration, _: &[u8]) {}

    fn stop(&mut self, _: u32) {}
}

impl Fetch for Absent {
    fn start(&mut self, _: u32, _: fetch::Request) {}

    fn follow_redirect(&mut self, _: u32) {}

    fn read(&mut self, _: u32) {}

    fn cancel(&mut self, _: u32) {}

    fn document_url(&self) -> String {
        "about:blank".into()
    }
}

impl Storage for Absent {
    fn open(&mut self, _: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        None
    }

    fn quota(&self, _: StorageKind) -> u64 {
        0
    }
}

impl Network for Absent {
    fn request(&mut self, _: u32, _: Request) -> Result<(), NetworkError> {
        Err(NetworkError::NoAccess)
    }

    fn close(&mut self, _: u32) {}
}

impl Video for Absent {
    fn create(&mut self, _: u32, _: u32, _: Coding, _: Acceleration) -> bool {
        false
    }

    fn decode(&mut self, _: u32, _: u32, _: &[u8]) {}

    fn put(&mut self, _: u32, _: u32, _: Option<u32>) -> Option<u32> {
        None
    }

    fn delete_texture(&mut self, _: u32, _: u32) {}

    fn flush(&mut self, _: u32) {}

    fn reset(&mut self, _: u32) {}

    fn close(&mut self, _: u32) {}
}
