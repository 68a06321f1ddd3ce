//! Sound: records it, and plays it if the machine has a speaker.

use super::Machine;
use pinnacle_pepper::device::sound::Sound;
use std::time::Duration;

impl Sound for Machine {
    fn sample_rate(&self) -> u32 {
        48_000
    }

    fn start(&mut self, id: u32, sample_rate: u32, _: u32) {
        let mut state = self.lock();
        state.rates.retain(|(other, _)| *other != id);
        state.rates.push((id, sample_rate));
        if let Some(speaker) = &mut state.speaker {
            speaker.start(id, sample_rate);
        }
    }

    fn play(&mut self, id: u32, at: Duration, samples: &[u8]) {
        let mut state = self.lock();
        if let Some(speaker) = &mut state.speaker {
            speaker.play(id, samples);
        }
        let at = at.saturating_sub(state.start);
        let rate = state.rates.iter().find(|(other, _)| *other == id);
        let Some(&(_, rate)) = rate else {
            return;
        };
        let Some(recording) = &mut state.recording else {
            return;
        };
        let samples: Vec<i16> = samples
            .chunks_exact(2)
            .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
            .collect();
        if let Err(error) = recording.play(id.into(), at, rate, &samples) {
            state.recording = None;
            state.failed(format!("cannot write the sound: {error}"));
        }
    }

    fn stop(&mut self, id: u32) {
        let mut state = self.lock();
        state.rates.retain(|(other, _)| *other != id);
        if let Some(speaker) = &mut state.speaker {
            speaker.stop(id);
        }
        if let Some(recording) = &mut state.recording {
            recording.end(id.into());
        }
    }
}
