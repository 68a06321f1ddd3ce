//! Where the sound of a program goes.

use crate::clock::milliseconds;
use crate::outside;
use pinnacle_pepper::device::sound::Sound;
use std::time::Duration;

/// The sound of a page.
#[derive(Debug)]
pub(super) struct WebSound;

impl Sound for WebSound {
    fn sample_rate(&self) -> u32 {
        outside::sound_rate()
    }

    fn start(&mut self, id: u32, sample_rate: u32) {
        outside::start_sound(id, sample_rate);
    }

    fn play(&mut self, id: u32, at: Duration, samples: &[u8]) {
        outside::play_sound(id, milliseconds(at), samples);
    }

    fn stop(&mut self, id: u32) {
        outside::stop_sound(id);
    }
}
