//! Video decoders, media stream tracks, and encoders, which are unavailable.

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
use std::collections::BTreeMap;

/// The state of the family.
#[derive(Debug, Default)]
struct Media {
    /// Number of decoders that the device has created.
    decoders: u32,
    /// Size in bytes of the textures of all decoders.
    texture_bytes: u64,
    /// The resources of tracks, by the device's track numbers.
    tracks: BTreeMap<u32, u32>,
}

impl State for Media {
    const INDEX: usize = super::MEDIA;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Media::default())
}
