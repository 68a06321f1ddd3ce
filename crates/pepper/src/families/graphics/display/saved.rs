//! The content of the element in a saved state.

use super::{Display, Presentation};
use crate::families::graphics::surface;
use crate::kernel::interface::SavedFamily;
use crate::kernel::pending::PendingId;
use pinnacle_system::state::{Reader, Unusable, Writer};

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        let display = kernel.states.get::<Display>();
        to.option(display.bound, Writer::word);
        to.truth(display.has_changed);
        to.truth(display.is_frame_requested);
        to.truth(display.wants_fullscreen);
        Ok(())
    },
    restore: |kernel, from| {
        *kernel.states.get::<Display>() = Display {
            bound: from.option(Reader::word)?,
            has_changed: from.truth()?,
            is_frame_requested: from.truth()?,
            wants_fullscreen: from.truth()?,
        };
        surface::check_queues(&kernel.resources)
    },
};

impl Presentation {
    /// Returns the flush that has begun last.
    pub(crate) fn operation(&self) -> Option<PendingId> {
        self.under_way
    }

    /// Writes the state of a flush.
    pub(crate) fn save(&self, to: &mut Writer) {
        to.option(self.under_way, |to, id| to.word(id.number()));
        to.truth(self.awaits_frame);
    }

    /// Reads the state of a flush.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<Presentation, Unusable> {
        Ok(Presentation {
            under_way: from.option(Reader::word)?.map(PendingId::of),
            awaits_frame: from.truth()?,
        })
    }
}
