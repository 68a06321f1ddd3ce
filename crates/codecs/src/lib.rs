//! Video for Pepper programs without a browser: H.264, VP8 and VP9 are decoded by the libraries of
//! FFmpeg, which are loaded at run time if the machine has them.
//!
//! * `decoder`: a stream in units, and its pictures;
//! * `ffmpeg`: the libraries, and the only unsafe code.
//!
//! # Determinism
//!
//! A decoder has no threads of its own, and colours are converted without the shortcuts of
//! particular processors. The same units give the same pictures.

mod decoder;
mod ffmpeg;

pub use decoder::{Coding, DecodeError, Decoder, MAX_PIXELS, Picture};
pub use ffmpeg::{Library, Unavailable};
