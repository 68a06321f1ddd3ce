//! The output of a program's sound.

use std::time::Duration;

/// A device that plays sound.
pub trait Sound {
    /// The rate at which it plays, in frames in a second: 44100 or 48000.
    fn sample_rate(&self) -> u32;

    /// Number of frames that the device prefers to take at once.
    fn buffer_frames(&self) -> u32 {
        512
    }

    /// A sound begins: 16 bits, two channels, at a rate; its pieces have this number of frames.
    fn start(&mut self, id: u32, sample_rate: u32, frames: u32);

    /// Time from now until it needs the next piece of a sound. None means by the clock: a piece is
    /// due when the one before it ends.
    fn wanted(&self, id: u32) -> Option<Duration> {
        let _ = id;
        None
    }

    /// The next piece of a sound, to be played from this time on, by the program's clock:
    /// alternating left and right samples, two bytes each, little-endian. It arrives in advance by
    /// its own duration.
    fn play(&mut self, id: u32, at: Duration, samples: &[u8]);

    /// A sound ends. What of it has not been heard yet need not be.
    fn stop(&mut self, id: u32);
}
