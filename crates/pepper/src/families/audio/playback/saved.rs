//! Sounds in a saved state. A thread that waits until its next buffer is due is restarted: its
//! start function only calls the function that the host provided.

use super::{Audio, AudioConfig, MOST_PLAYING, Playback, Sounds, Step};
use crate::kernel::heap::{Adoption, Block};
use crate::kernel::ids::IdMap;
use crate::kernel::interface::SavedFamily;
use crate::kernel::resource::Kind;
use crate::kernel::restart::Resting;
use crate::kernel::state::Kernel;
use pinnacle_system::host::MAX_THREADS;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::collections::BTreeMap;

/// Maximum number of frames in a buffer.
const MAX_FRAMES: u32 = 32_768;

/// Maximum number of buffers of a playback. No program can play this many.
const MAX_BUFFERS: u64 = 1 << 48;

fn damaged() -> Unusable {
    Unusable::damaged("a sound is inconsistent")
}

impl AudioConfig {
    pub(super) fn write_saved(self, to: &mut Writer) {
        to.words(&[self.sample_rate, self.frames]);
    }

    /// Reads a configuration from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<AudioConfig, Unusable> {
        let [sample_rate, frames] = from.words()?;
        if !matches!(sample_rate, 44_100 | 48_000) || !(1..=MAX_FRAMES).contains(&frames) {
            return Err(damaged());
        }
        Ok(AudioConfig {
            sample_rate,
            frames,
        })
    }
}

impl Audio {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        self.config.write_saved(to);
        to.words(&[self.config_resource, self.callback, self.user_data]);
        to.truth(self.takes_latency);
        to.option(self.buffer.as_ref(), |to, block| block.save(to));
        to.option(self.playback, Writer::word);
    }

    /// Reads a sound from a saved state.
    pub(crate) fn read_saved(
        from: &mut Reader,
        adoption: &mut Adoption<'_>,
    ) -> Result<Audio, Unusable> {
        let config = AudioConfig::read_saved(from)?;
        let [config_resource, callback, user_data] = from.words()?;
        let takes_latency = from.truth()?;
        let buffer = from.option(|from| adoption.block(from))?;
        let is_short = |block: &Block| block.capacity() < config.len();
        if config_resource == 0 || buffer.as_ref().is_some_and(is_short) {
            return Err(damaged());
        }
        Ok(Audio {
            config,
            config_resource,
            callback,
            user_data,
            takes_latency,
            buffer,
            playback: from.option(Reader::word)?,
        })
    }
}

impl Playback {
    /// Returns true if its thread waits until the next buffer is due.
    fn rests(&self, steps: &[(u32, Step)]) -> bool {
        let mut of_thread = steps.iter().filter(|(one, _)| Some(*one) == self.thread);
        let waits = matches!(of_thread.next(), Some((_, Step::Wait { .. })));
        waits && of_thread.next().is_none() && self.program_thread.is_some()
    }
}

/// Returns the threads that play, if each waits for its next buffer.
pub(crate) fn resting(kernel: &mut Kernel) -> Option<Vec<Resting>> {
    let sounds = kernel.states.get::<Sounds>();
    let is_quiet = sounds.steps.len() == sounds.playbacks.len();
    let mut playbacks = sounds.playbacks.iter().map(|(_, one)| one);
    if !is_quiet || !playbacks.all(|one| one.rests(&sounds.steps)) {
        return None;
    }
    let mut threads: Vec<_> = sounds.playbacks.iter().map(|(_, one)| one).collect();
    threads.sort_by_key(|one| one.thread);
    let resting = threads.iter().map(|one| Resting {
        thread: one.thread.unwrap_or(0),
        thread_pointer: one.thread_pointer,
        resource: one.audio,
    });
    Some(resting.collect())
}

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily { save, restore };

fn save(kernel: &mut Kernel, to: &mut Writer) -> Result<(), Refusal> {
    let sounds = kernel.states.get::<Sounds>();
    to.word(sounds.playbacks.last());
    to.count(sounds.playbacks.len());
    for (number, one) in sounds.playbacks.iter() {
        let program_thread = one.program_thread.unwrap_or(0);
        to.words(&[number, one.audio, program_thread, one.thread_pointer]);
        to.time(one.start);
        to.number(one.count);
    }
    // These threads have ended, but the program has not joined them yet.
    to.count(sounds.to_join.len());
    for (program_thread, _) in &sounds.to_join {
        to.word(*program_thread);
    }
    Ok(())
}

fn restore(kernel: &mut Kernel, from: &mut Reader) -> Result<(), Unusable> {
    let short = |_| Unusable::because("the memory limit is too small for the saved state");
    let mut playbacks = IdMap::new(&kernel.budget);
    let last = from.word()?;
    for _ in 0..from.count(MOST_PLAYING)? {
        let [number, audio, program_thread, thread_pointer] = from.words()?;
        let playback = Playback {
            audio,
            program_thread: Some(program_thread),
            thread: None,
            thread_pointer,
            start: from.time()?,
            count: from.number()?,
        };
        let sound = kernel.resources.of::<Audio>(audio);
        let sound = sound.filter(|one| one.playback == Some(number) && one.buffer.is_some());
        let AudioConfig {
            sample_rate,
            frames,
        } = sound.ok_or_else(damaged)?.config;
        if playback.count > MAX_BUFFERS {
            return Err(damaged());
        }
        kernel.resources.hold(audio);
        kernel.devices.sound.start(audio, sample_rate, frames);
        playbacks
            .insert_at(number, playback)
            .map_err(|_| short(()))?;
    }
    let sounds = kernel.resources.iter();
    let playing = sounds.filter_map(|(.., one)| Audio::of(&**one));
    let is_known = playing.filter(|one| one.playback.is_some()).count() == playbacks.len();
    if !playbacks.skip_to(last) || !is_known {
        return Err(damaged());
    }
    let mut to_join = Vec::new();
    for _ in 0..from.count(MAX_THREADS)? {
        to_join.push((from.word()?, None));
    }
    let sounds = kernel.states.get::<Sounds>();
    (sounds.playbacks, sounds.to_join) = (playbacks, to_join);
    sounds.steps.clear();
    Ok(())
}

/// Assigns the restarted threads, by thread pointer, to the sounds that were playing.
pub(crate) fn rest_again(
    kernel: &mut Kernel,
    threads: &BTreeMap<u32, u32>,
) -> Result<(), Unusable> {
    let sounds = kernel.states.get::<Sounds>();
    let numbers: Vec<u32> = sounds.playbacks.iter().map(|(number, _)| number).collect();
    for number in numbers {
        let Some(playback) = sounds.playbacks.get_mut(number) else {
            continue;
        };
        let thread = threads.get(&playback.thread_pointer);
        let &thread = thread.ok_or_else(damaged)?;
        let audio = playback.audio;
        playback.thread = Some(thread);
        sounds.steps.push((thread, Step::Wait { number, audio }));
    }
    Ok(())
}
