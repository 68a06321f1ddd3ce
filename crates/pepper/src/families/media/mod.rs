//! Video decoders, tracks of media streams, and encoders, which are not available.

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
    /// Number of decoders that the device knows.
    decoders: u32,
    /// Bytes of the textures of all decoders.
    texture_bytes: u64,
    /// The resources of tracks, by the numbers of the device.
    tracks: BTreeMap<u32, u32>,
}

impl State for Media {
    const INDEX: usize = super::MEDIA;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Media::default())
}
