//! Decodes units of a stream to pictures.

use crate::ffmpeg::{Context, Library, Received};
use std::fmt;

/// The video codec of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// H.264 of any profile, as an Annex B byte stream.
    H264,
    /// Frames of VP8 without a container.
    Vp8,
    /// Frames of VP9 without a container.
    Vp9,
}

/// A decoded picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The number of the unit that started the picture.
    pub unit: u32,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The RGBA values of the pixels, one byte each, starting at the upper left.
    pub rgba: Vec<u8>,
}

/// The reason why decoding failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// The stream is damaged.
    Malformed,
    /// Memory is insufficient, or a picture has more than [`MAX_PIXELS`] pixels.
    Failed,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeError::Malformed => "the stream is damaged",
            DecodeError::Failed => "a picture is too large, or memory is used up",
        })
    }
}

impl std::error::Error for DecodeError {}

/// Maximum number of pixels of a picture: 16 million.
pub const MAX_PIXELS: u32 = 1 << 24;

/// A decoder of one stream.
///
/// After [`Decoder::new`], [`Decoder::flush`] and [`Decoder::reset`] it skips data until a picture
/// that can be decoded without others.
#[derive(Debug)]
pub struct Decoder {
    context: Context,
    /// True if a picture has been decoded since the start of the stream.
    has_begun: bool,
}

impl Decoder {
    /// Creates a decoder at the start of a stream. Returns `None` if the library was built without
    /// this codec.
    pub fn new(library: &Library, coding: Coding) -> Option<Decoder> {
        Some(Decoder {
            context: library.context(coding)?,
            has_begun: false,
        })
    }

    /// Decodes a unit, which is a frame or, for H.264, one or more complete NAL units. Appends the
    /// pictures that it completes to a list, in display order.
    ///
    /// # Errors
    ///
    /// Fails if the unit is damaged, unless no picture has been decoded since the start of the
    /// stream. After [`Decoder::reset`] the decoder can continue.
    pub fn decode(
        &mut self,
        unit: u32,
        bytes: &[u8],
        pictures: &mut Vec<Picture>,
    ) -> Result<(), DecodeError> {
        // For FFmpeg, empty data is the end of the stream.
        if bytes.is_empty() {
            return Ok(());
        }
        let sent = self.context.send(unit, bytes);
        let result = sent.and_then(|()| self.receive(pictures));
        match result {
            Err(DecodeError::Malformed) if !self.has_begun => Ok(()),
            result => result,
        }
    }

    /// Completes all pictures and appends them to a list. The next unit starts a new stream.
    ///
    /// # Errors
    ///
    /// Fails if the last units are damaged.
    pub fn flush(&mut self, pictures: &mut Vec<Picture>) -> Result<(), DecodeError> {
        let sent = self.context.send_end();
        let result = sent.and_then(|()| self.receive(pictures));
        self.reset();
        result
    }

    /// Discards all units. The next unit starts a new stream.
    pub fn reset(&mut self) {
        self.context.forget();
        self.has_begun = false;
    }

    fn receive(&mut self, pictures: &mut Vec<Picture>) -> Result<(), DecodeError> {
        while let Received::Picture(picture) = self.context.receive()? {
            self.has_begun = true;
            pictures.push(picture);
        }
        Ok(())
    }
}
