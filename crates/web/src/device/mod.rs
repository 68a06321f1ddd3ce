//! The devices of a page. Those that ask are here, in one file for each kind; what
//! happens comes through the [`Inbox`], which they share.

mod events;
mod fetch;
mod network;
mod page;
mod screen;
mod sound;
mod storage;

pub(crate) use events::Inbox;

use fetch::WebFetch;
use network::WebNetwork;
use page::WebPage;
use pinnacle_pepper::device::Devices;
use screen::WebScreen;
use sound::WebSound;
use storage::WebStorage;

/// The devices of a program whose events come through an inbox.
pub(crate) fn devices(inbox: &Inbox) -> Devices {
    Devices {
        events: Box::new(inbox.clone()),
        page: Box::new(WebPage::new(inbox.clone())),
        screen: Box::new(WebScreen::default()),
        sound: Box::new(WebSound),
        fetch: Box::new(WebFetch),
        storage: Box::new(WebStorage),
        network: Box::new(WebNetwork),
    }
}
