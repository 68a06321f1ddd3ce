//! Decodes the video of Pepper programs without a browser. H.264, VP8 and VP9 are decoded by the
//! libraries of FFmpeg, which are loaded at run time if they are installed.
//!
//! * `decoder`: decodes units of a stream to pictures;
//! * `ffmpeg`: loads the libraries, with the only unsafe code.
//!
//! # Determinism
//!
//! Decoders use no threads, and colours are converted without processor-specific shortcuts.
//! Therefore the same units give the same pictures.

mod decoder;
mod ffmpeg;

pub use decoder::{Coding, DecodeError, Decoder, MAX_PIXELS, Picture};
pub use ffmpeg::{Library, Unavailable};
