//! The devices of a page, one file for each kind. They share the [`Inbox`], through which events
//! arrive.

mod events;
mod fetch;
mod gl;
mod network;
mod page;
mod screen;
mod sound;
mod storage;
mod video;

pub(crate) use events::Inbox;
pub(crate) use storage::{Files, failure};

use fetch::WebFetch;
use gl::WebGl;
use network::WebNetwork;
use page::WebPage;
use pinnacle_pepper::device::Devices;
use screen::WebScreen;
use sound::WebSound;
use video::WebVideo;

/// Makes the devices of a program with this inbox.
pub(crate) fn devices(inbox: &Inbox, files: &Files) -> Devices {
    Devices {
        events: Box::new(inbox.clone()),
        page: Box::new(WebPage::new(inbox.clone())),
        screen: Box::new(WebScreen::default()),
        gl: Box::new(WebGl),
        sound: Box::new(WebSound),
        fetch: Box::new(WebFetch),
        storage: Box::new(files.clone()),
        network: Box::new(WebNetwork),
        video: Box::new(WebVideo),
    }
}
