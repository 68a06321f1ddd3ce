//! The families of interfaces. Each has a folder with its interfaces, the types of its resources,
//! and the code of its functions. A family uses the kernel and the devices; families use each other
//! only through public functions.

pub(crate) mod audio;
pub(crate) mod events;
pub(crate) mod files;
pub(crate) mod graphics;
pub(crate) mod input;
pub(crate) mod media;
pub(crate) mod messaging;
pub(crate) mod network;
pub(crate) mod page;
pub(crate) mod saved;
pub(crate) mod system;
pub(crate) mod urls;
pub(crate) mod values;

use crate::kernel::family::NewState;

/// Makes the states of the families that have one.
pub(crate) const STATES: &[NewState] = &[
    audio::new_state,
    files::new_state,
    graphics::new_state,
    input::new_state,
    media::new_state,
    messaging::new_state,
    page::new_state,
    system::new_state,
    urls::new_state,
];

// The index of each family in the list.
const AUDIO: usize = 0;
const FILES: usize = 1;
const GRAPHICS: usize = 2;
const INPUT: usize = 3;
const MEDIA: usize = 4;
const MESSAGING: usize = 5;
const PAGE: usize = 6;
const SYSTEM: usize = 7;
const URLS: usize = 8;
