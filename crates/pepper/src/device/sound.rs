//! Where the sound of a program goes.

use std::time::Duration;

/// A device that plays sound.
pub trait Sound {
    /// The rate at which it plays, in frames in a second: 44100 or 48000.
    fn sample_rate(&self) -> u32;

    /// A sound begins: 16 bits, two channels, at a rate.
    fn start(&mut self, id: u32, sample_rate: u32);

    /// The next piece of a sound, which is heard from this time on: left and
    /// right in turns, two bytes each, little-endian.
    fn play(&mut self, id: u32, at: Duration, samples: &[u8]);

    /// A sound ends.
    fn stop(&mut self, id: u32);
}
