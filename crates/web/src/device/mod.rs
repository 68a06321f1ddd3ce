//! The devices of a page, one file for each kind. They share the [`Inbox`], through which events
//! arrive.

mod events;
mod fetch;
mod gl;
mod network;
mod page;
mod saved;
mod screen;
mod sound;
mod storage;
mod video;

pub(crate) use events::{Element, Inbox};
#[cfg(feature = "replay")]
pub(crate) use page::level_number;
pub(crate) use saved::{Saving, sentence};
pub(crate) use storage::{Files, failure};

use fetch::WebFetch;
use gl::WebGl;
use network::WebNetwork;
use page::WebPage;
use pinnacle_pepper::device::Devices;
use screen::WebScreen;
use sound::WebSound;
use video::WebVideo;

/// Creates the devices of a program with this inbox. `saving` contains the data for saved states.
pub(crate) fn devices(inbox: &Inbox, files: &Files, saving: &Saving) -> Devices {
    Devices {
        events: Box::new(inbox.clone()),
        page: Box::new(WebPage::new(inbox.clone(), saving.clone())),
        screen: Box::new(WebScreen::new(inbox.clone())),
        gl: Box::new(WebGl::default()),
        sound: Box::new(WebSound),
        fetch: Box::new(WebFetch),
        storage: Box::new(files.clone()),
        network: Box::new(WebNetwork),
        video: Box::new(WebVideo),
    }
}
