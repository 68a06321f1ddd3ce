//! The devices of the machine or the page that a program runs on.
//!
//! Each kind of device is a trait with the minimum that the kernel needs. Operations that take time
//! do not return their results. The kernel makes a request under a number, and the result is an
//! [`Event`]. [`Events`] returns it when a thread of the program waits. [`Absent`] is a machine
//! without devices.

mod absent;
pub mod fetch;
pub mod gl;
pub mod input;
pub mod network;
pub mod page;
pub mod screen;
pub mod sound;
pub mod storage;
pub mod video;

pub use absent::Absent;

use crate::message::Message;
use crate::view::View;
use fetch::{Fetch, FetchEvent};
use gl::Gl;
use input::InputEvent;
use network::{Network, NetworkEvent};
use page::Page;
use screen::Screen;
use sound::Sound;
use std::fmt;
use std::time::Duration;
use storage::{Storage, Stored};
use video::{TrackPicture, Video, VideoEvent};

/// Something that happens outside of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The page posts a message.
    Message(Message),
    /// The page posts a message and waits for the response, which is passed to [`Page::respond`].
    BlockingMessage(Message),
    /// The program's view has changed: its position, size or visibility in the page.
    View(View),
    /// The element has received or lost the focus.
    Focus(bool),
    /// The user does something.
    Input(InputEvent),
    /// A change requested by [`Page::set_fullscreen`] will not happen.
    FullscreenRefused,
    /// The result of [`Page::lock_mouse`]: `true` if the mouse is locked.
    MouseLock(bool),
    /// The mouse is no longer locked.
    MouseLockLost,
    /// The display takes the next picture. Requested by [`Screen::request_frame`].
    Frame,
    /// An OpenGL context has lost its contents and no longer works.
    ContextLost(u32),
    /// The embedder has asked the program to stop. It ends with status 0, as when its element is
    /// removed from the page.
    End,
    /// The state of the program should be saved with [`Page::begin_save`] when the program is next
    /// idle.
    Save,
    /// Progress of a request.
    Fetch {
        /// Its number.
        id: u32,
        /// The event.
        event: FetchEvent,
    },
    /// Changes of files have been stored, or could not be stored.
    Stored(Stored),
    /// An event of a socket or of a network request.
    Network {
        /// Its number.
        id: u32,
        /// The event.
        event: NetworkEvent,
    },
    /// An event of a video decoder.
    Video {
        /// Its id.
        id: u32,
        /// The event.
        event: VideoEvent,
    },
    /// An event of a media stream track that was sent in a message.
    Track {
        /// Its number.
        number: u32,
        /// The requested picture; `None` if the track has ended.
        picture: Option<TrackPicture>,
    },
}

impl Event {
    /// Returns the approximate number of host bytes that the event takes while it waits.
    pub fn size(&self) -> u64 {
        let more = match self {
            Event::Message(message) | Event::BlockingMessage(message) => message.size(),
            Event::Fetch { event, .. } => event.size(),
            Event::Network { event, .. } => event.size(),
            Event::Track {
                picture: Some(picture),
                ..
            } => picture.rgba.len() as u64,
            _ => 0,
        };
        2 * size_of::<Event>() as u64 + more
    }
}

/// The source of events. Times are those of the program's clock, since 1970.
pub trait Events {
    /// Returns the next event that has happened by this time. Each event is returned once, in
    /// order.
    fn next_event(&mut self, now: Duration) -> Option<Event>;

    /// Returns the time of the next event that the program does not cause itself, if it is known.
    /// If a pending operation may end at any time, this is the time at which to check again.
    fn next_event_time(&self, now: Duration) -> Option<Duration>;

    /// Called when the program waits indefinitely unless an event happens now. `None` ends the
    /// program.
    fn at_rest(&mut self, now: Duration) -> Option<Event>;
}

/// All devices of one program.
pub struct Devices {
    /// The source of events.
    pub events: Box<dyn Events + Send>,
    /// The element and its page.
    pub page: Box<dyn Page + Send>,
    /// The destination of pictures.
    pub screen: Box<dyn Screen + Send>,
    /// The OpenGL device.
    pub gl: Box<dyn Gl + Send>,
    /// The destination of sound.
    pub sound: Box<dyn Sound + Send>,
    /// The loader of URLs.
    pub fetch: Box<dyn Fetch + Send>,
    /// The storage of files.
    pub storage: Box<dyn Storage + Send>,
    /// Sockets.
    pub network: Box<dyn Network + Send>,
    /// The video decoder.
    pub video: Box<dyn Video + Send>,
}

impl Devices {
    /// Returns devices that do nothing: there are no events, and every request fails.
    pub fn absent() -> Devices {
        Devices {
            events: Box::new(Absent),
            page: Box::new(Absent),
            screen: Box::new(Absent),
            gl: Box::new(Absent),
            sound: Box::new(Absent),
            fetch: Box::new(Absent),
            storage: Box::new(Absent),
            network: Box::new(Absent),
            video: Box::new(Absent),
        }
    }
}

impl fmt::Debug for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Devices").finish_non_exhaustive()
    }
}
