//! The output of a program's sound.

use std::time::Duration;

/// A device that plays sound.
pub trait Sound {
    /// Returns the sample rate in frames per second: 44100 or 48000.
    fn sample_rate(&self) -> u32;

    /// Returns the preferred number of frames in a piece.
    fn buffer_frames(&self) -> u32 {
        512
    }

    /// Starts a sound with 16 bits and two channels at this rate. Each of its pieces has this
    /// number of frames.
    fn start(&mut self, id: u32, sample_rate: u32, frames: u32);

    /// Returns the time until the device needs the next piece of a sound. `None` means that the
    /// clock decides: a piece is due when the previous one ends.
    fn wanted(&self, id: u32) -> Option<Duration> {
        let _ = id;
        None
    }

    /// Plays the next piece of a sound, starting at this time of the program's clock. Samples
    /// alternate between left and right, with two bytes each, little-endian. The piece arrives
    /// ahead of time by its own duration.
    fn play(&mut self, id: u32, at: Duration, samples: &[u8]);

    /// Ends a sound. The part that has not been played yet may be dropped.
    fn stop(&mut self, id: u32);
}
