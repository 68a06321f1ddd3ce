//! Decoders of video, tracks of media streams, and encoders, of which there are none.

pub(crate) mod absent;
pub(crate) mod audio_buffer;
pub(crate) mod audio_encoder;
pub(crate) mod decoder;
pub(crate) mod media_stream_audio_track;
pub(crate) mod media_stream_video_track;
pub(crate) mod track;
pub(crate) mod video_decoder;
pub(crate) mod video_encoder;
pub(crate) mod video_frame;

use crate::kernel::family::State;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Media {}

impl State for Media {
    const INDEX: usize = super::MEDIA;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Media::default())
}
