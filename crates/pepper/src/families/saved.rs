//! The families' parts of saved states, as the kernel reads and writes them.

use crate::families::audio::playback::{Audio, AudioConfig};
use crate::families::files::file::{FileIo, FileRef, FileSystem};
use crate::families::graphics::context::Context;
use crate::families::graphics::surface::{Image, Surface};
use crate::families::input::events::event::ProgramEvent;
use crate::families::urls::loader::{Loader, Response};
use crate::families::urls::request::RequestInfo;
use crate::families::{audio, files, graphics, input, messaging, page, system};
use crate::kernel::interface::SavedFamily;
use crate::kernel::program::Offered;
use crate::kernel::resource::ReadResource;
use crate::kernel::restart::Resting;
use crate::kernel::scheduler::LoopNumber;
use crate::kernel::state::Kernel;
use crate::view::View;
use pinnacle_system::state::Unusable;
use std::collections::BTreeMap;

/// The kinds of resources that a saved state can contain. Saving fails for all others.
pub(crate) const KINDS: &[(&str, ReadResource)] = &[
    ("Audio", |from, adoption| {
        Ok(Box::new(Audio::read_saved(from, adoption)?))
    }),
    ("AudioConfig", |from, _| {
        Ok(Box::new(AudioConfig::read_saved(from)?))
    }),
    ("FileIo", |from, _| Ok(Box::new(FileIo::read_saved(from)?))),
    ("FileRef", |from, _| {
        Ok(Box::new(FileRef::read_saved(from)?))
    }),
    ("FileSystem", |from, _| {
        Ok(Box::new(FileSystem::read_saved(from)?))
    }),
    ("Graphics2d", |from, _| {
        Ok(Box::new(Surface::read_saved(from)?))
    }),
    ("Graphics3d", |from, adoption| {
        Ok(Box::new(Context::read_saved(from, adoption)?))
    }),
    ("ImageData", |from, adoption| {
        Ok(Box::new(Image::read_saved(from, adoption)?))
    }),
    ("InputEvent", |from, _| {
        Ok(Box::new(ProgramEvent::read_saved(from)?))
    }),
    ("MessageLoop", |from, _| {
        Ok(Box::new(LoopNumber(from.word()?)))
    }),
    ("UrlLoader", |from, _| {
        Ok(Box::new(Loader::read_saved(from)?))
    }),
    ("UrlRequestInfo", |from, _| {
        Ok(Box::new(RequestInfo::read_saved(from)?))
    }),
    ("UrlResponseInfo", |from, _| {
        Ok(Box::new(Response::read_saved(from)?))
    }),
    ("View", |from, _| {
        let mut view = View::of_size(0, 0);
        view.restore(from)?;
        Ok(Box::new(view))
    }),
];

/// The interfaces that programs can offer besides `PPP_Instance`.
pub(crate) const OFFERED: &[Offered] = &[
    input::tasks::PPP_INPUT_EVENT,
    input::tasks::PPP_MOUSE_LOCK,
    messaging::handler::PPP_MESSAGING,
    graphics::context::PPP_GRAPHICS_3D,
];

/// The families that have state, in the order of their parts.
pub(crate) const FAMILIES: &[SavedFamily] = &[
    graphics::display::SAVED,
    graphics::context::SAVED,
    page::SAVED,
    input::SAVED,
    messaging::SAVED,
    system::SAVED,
    audio::playback::SAVED,
    files::saved::SAVED,
];

/// Returns the threads that wait until their next buffer of sound is due.
pub(crate) fn resting(kernel: &mut Kernel) -> Option<Vec<Resting>> {
    audio::playback::resting(kernel)
}

/// Assigns the restarted threads, by thread pointer, to the threads that were waiting when the
/// state was saved.
pub(crate) fn rest_again(
    kernel: &mut Kernel,
    threads: &BTreeMap<u32, u32>,
) -> Result<(), Unusable> {
    audio::playback::rest_again(kernel, threads)
}

/// Shows the picture of a restored state.
pub(crate) fn restored(kernel: &mut Kernel) {
    graphics::frame::show_again(kernel);
}
