//! The sound output of a program.

use crate::clock::duration;
use crate::outside;
use pinnacle_pepper::device::sound::Sound;
use std::time::Duration;

/// The sound of a page.
#[derive(Debug)]
pub(super) struct WebSound;

impl Sound for WebSound {
    fn sample_rate(&self) -> u32 {
        match outside::sound_rate() {
            rate if rate.is_multiple_of(11_025) => 44_100,
            _ => 48_000,
        }
    }

    fn buffer_frames(&self) -> u32 {
        outside::sound_frames()
    }

    fn start(&mut self, id: u32, sample_rate: u32, frames: u32) {
        outside::start_sound(id, sample_rate, frames);
    }

    fn wanted(&self, id: u32) -> Option<Duration> {
        let rest = outside::sound_wanted(id);
        (rest >= 0.0).then(|| duration(rest))
    }

    fn play(&mut self, id: u32, _: Duration, samples: &[u8]) {
        outside::play_sound(id, samples);
    }

    fn stop(&mut self, id: u32) {
        outside::stop_sound(id);
    }
}
