//! Sound that a program makes buffer by buffer.

pub(crate) mod audio_config;
pub(crate) mod playback;
pub(crate) mod ppb_audio;

use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// Makes the state of the family: everything that plays.
pub(crate) fn new_state(budget: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(playback::Sounds::new(budget))
}
