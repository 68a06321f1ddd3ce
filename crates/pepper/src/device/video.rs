//! What decodes video, and tracks of media streams.
//!
//! A decoder takes a stream in units, and produces frames, which it keeps until they are requested,
//! each as a texture of a context of [`super::gl`]. It reports by [`VideoEvent`]s; after
//! [`Video::reset`] the only report about anything before is [`VideoEvent::Reset`].

/// The coding of streams (`PP_VideoProfile`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// H.264, as Annex B of its standard has it: the number of `PP_VideoProfile`, 0 to 10.
    H264(u32),
    /// Frames of VP8 without a container.
    Vp8,
    /// Frames of VP9 without a container.
    Vp9,
}

/// The use of hardware by a decoder (`PP_HardwareAcceleration`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceleration {
    /// It must.
    Only,
    /// It may.
    WithFallback,
    /// It may not.
    Never,
}

/// The events of a decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VideoEvent {
    /// It can decode.
    Ready,
    /// A further number of units is no longer kept for it, the oldest first.
    Taken(u32),
    /// There is a frame.
    Frame {
        /// Its number, unique among the frames of the decoder.
        frame: u32,
        /// The number of the unit that it came of.
        unit: u32,
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// All frames of the units before [`Video::flush`] have been reported.
    Flushed,
    /// Nothing is left of what came before [`Video::reset`].
    Reset,
    /// It can no longer decode.
    Failed(VideoError),
}

/// A picture of a track.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackPicture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// When it was made, in seconds since some time.
    pub time: f64,
    /// Red, green, blue, alpha, a byte each, from the upper left on.
    pub rgba: Vec<u8>,
}

/// Why a decoder does not decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VideoError {
    /// Nothing here decodes such streams, or not so.
    NotSupported,
    /// The stream is damaged.
    Malformed,
    /// Decoding has failed.
    Failed,
}

/// A device with decoders. They have the ids of their resources.
pub trait Video {
    /// Makes a decoder whose frames become textures of a context. Its first event is
    /// [`VideoEvent::Ready`] or [`VideoEvent::Failed`]. Returns true if one of them will come.
    fn create(&mut self, id: u32, context: u32, coding: Coding, acceleration: Acceleration)
    -> bool;

    /// Takes the next unit of the stream. Numbers of units rise by one, and wrap.
    fn decode(&mut self, id: u32, unit: u32, bytes: &[u8]);

    /// Puts a frame into a texture of the decoder's context, as large as the frame, and forgets the
    /// frame: into a new texture, or one that it has given before. Returns the name of the texture;
    /// none if the texture no longer exists or there is no room, in which case it keeps the frame.
    fn put(&mut self, id: u32, frame: u32, texture: Option<u32>) -> Option<u32>;

    /// Deletes a texture that it has given.
    fn delete_texture(&mut self, id: u32, texture: u32);

    /// Decodes all that it has been given; then comes [`VideoEvent::Flushed`].
    fn flush(&mut self, id: u32);

    /// Forgets all units and frames; then comes [`VideoEvent::Reset`].
    fn reset(&mut self, id: u32);

    /// Destroys the decoder and its textures, which are no longer needed.
    fn close(&mut self, id: u32);

    /// Requests the next picture of a track, in a size: 0 for a width or a height that it has by
    /// itself. It comes as [`super::Event::Track`].
    fn request_picture(&mut self, track: u32, size: [u32; 2]) {
        let _ = (track, size);
    }

    /// Closes the track, which is no longer needed.
    fn close_track(&mut self, track: u32) {
        let _ = track;
    }
}
