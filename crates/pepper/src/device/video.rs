//! Video decoders, and tracks of media streams.
//!
//! A decoder takes a stream in units and produces frames. It keeps each frame until [`Video::put`]
//! copies it to a texture of a context of [`super::gl`]. It reports [`VideoEvent`]s. After
//! [`Video::reset`], the only report about earlier units is [`VideoEvent::Reset`].

/// The coding of streams (`PP_VideoProfile`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// H.264 in the format of Annex B, with the number of its `PP_VideoProfile`, 0 to 10.
    H264(u32),
    /// Frames of VP8 without a container.
    Vp8,
    /// Frames of VP9 without a container.
    Vp9,
}

/// The use of hardware by a decoder (`PP_HardwareAcceleration`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceleration {
    /// The decoder must use hardware.
    Only,
    /// The decoder may use hardware.
    WithFallback,
    /// The decoder must not use hardware.
    Never,
}

/// The events of a decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VideoEvent {
    /// The decoder is ready.
    Ready,
    /// The decoder has consumed this number of further units, oldest first.
    Taken(u32),
    /// A frame is available.
    Frame {
        /// The frame's number, unique within its decoder.
        frame: u32,
        /// Number of the unit from which the frame was decoded.
        unit: u32,
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// All frames of the units before [`Video::flush`] have been reported.
    Flushed,
    /// Everything from before [`Video::reset`] is discarded.
    Reset,
    /// The decoder can no longer decode.
    Failed(VideoError),
}

/// A picture of a track.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackPicture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Time when the picture was taken, in seconds since an arbitrary moment.
    pub time: f64,
    /// Red, green, blue and alpha of each pixel, one byte each, starting at the upper left.
    pub rgba: Vec<u8>,
}

/// The reason why a decoder cannot decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VideoError {
    /// The codec is not supported, or not with the requested acceleration.
    NotSupported,
    /// The stream is damaged.
    Malformed,
    /// Decoding has failed.
    Failed,
}

/// A device with decoders. A decoder is identified by the ID of its resource.
pub trait Video {
    /// Creates a decoder whose frames become textures of a context. Its first event is
    /// [`VideoEvent::Ready`] or [`VideoEvent::Failed`]. Returns false if neither will come.
    fn create(&mut self, id: u32, context: u32, coding: Coding, acceleration: Acceleration)
    -> bool;

    /// Decodes the next unit of the stream. Unit numbers count up and wrap around.
    fn decode(&mut self, id: u32, unit: u32, bytes: &[u8]);

    /// Copies a frame to a texture of the decoder's context, with the size of the frame, and
    /// discards the frame. The texture is a new one, or one that this method has returned before.
    /// Returns the name of the texture; `None` if the texture no longer exists or there is no room,
    /// in which case the frame is kept.
    fn put(&mut self, id: u32, frame: u32, texture: Option<u32>) -> Option<u32>;

    /// Deletes a texture that [`Video::put`] has returned.
    fn delete_texture(&mut self, id: u32, texture: u32);

    /// Decodes all units so far; then [`VideoEvent::Flushed`] follows.
    fn flush(&mut self, id: u32);

    /// Discards all units and frames. [`VideoEvent::Reset`] follows.
    fn reset(&mut self, id: u32);

    /// Destroys a decoder that is no longer needed, and its textures.
    fn close(&mut self, id: u32);

    /// Requests the next picture of a track in this size; a width or height of 0 means the track's
    /// own. The result is an [`super::Event::Track`].
    fn request_picture(&mut self, track: u32, size: [u32; 2]) {
        let _ = (track, size);
    }

    /// Closes a track that is no longer needed.
    fn close_track(&mut self, track: u32) {
        let _ = track;
    }
}
