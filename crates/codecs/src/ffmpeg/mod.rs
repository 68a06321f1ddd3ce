//! Loads the libraries of FFmpeg at run time. This is the only module with unsafe code.
//!
//! FFmpeg's structures grow at their ends with new releases. Only their first fields are accessed
//! here, which are the same since release 4. Everything else uses functions and named options.

#![allow(unsafe_code)]

mod context;
mod functions;

pub(crate) use context::{Context, Received};

use crate::decoder::Coding;
use functions::Functions;
use std::fmt;
use std::sync::Arc;

/// The reason why video decoding is not available.
#[derive(Clone, Debug)]
pub struct Unavailable(String);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no video decoders: {}; on Debian: apt-get install ffmpeg",
            self.0
        )
    }
}

impl std::error::Error for Unavailable {}

/// The loaded libraries of FFmpeg.
#[derive(Clone, Debug)]
pub struct Library(Arc<Functions>);

impl Library {
    /// Loads the libraries of the newest installed FFmpeg release.
    ///
    /// # Errors
    ///
    /// Fails if no release is installed, or if a function is missing.
    pub fn load() -> Result<Library, Unavailable> {
        Functions::load().map(|functions| Library(Arc::new(functions)))
    }

    /// Creates a decoder for a codec. Returns `None` if the library lacks this codec.
    pub(crate) fn context(&self, coding: Coding) -> Option<Context> {
        Context::new(self.0.clone(), coding)
    }
}
