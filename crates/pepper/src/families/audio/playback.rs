//! Sound playback: the threads in which programs fill buffers.
//!
//! A program that starts to play gets a thread, which it creates itself with the functions that it
//! has registered. The thread runs [`player`], which calls the program's callback whenever a buffer
//! is due: the first immediately, then one per buffer period, counted from the start, so that the
//! times do not drift. The sound that the callback has written is heard one period later. If a
//! device reports when it needs the next buffer, the start is adjusted, so that the device neither
//! runs dry nor overflows.
//!
//! A playback has a number, which its thread receives. When the playback is stopped, the number
//! becomes invalid, and the thread ends the next time that it checks.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_audio_shared.cc` and
//! `ppapi/proxy/ppb_audio_proxy.cc`.

mod saved;

pub(crate) use saved::{SAVED, rest_again, resting};

use crate::host::PLAYER;
use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::kernel::callback::function;
use crate::kernel::callback::procedure;
use crate::kernel::family::State;
use crate::kernel::heap::Block;
use crate::kernel::ids::IdMap;
use crate::kernel::interface::Activity;
use crate::kernel::interface::Continuation;
use crate::kernel::resource::{Abandon, Resource};
use crate::kernel::state::Kernel;
use crate::table::typed::Res;
use pinnacle_pexe::Type;
use pinnacle_system::host::{Action, GuestCall};
use pinnacle_system::memory::Fault;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Refusal, Writer};
use std::time::Duration;

/// Bytes of a frame: left and right, two bytes each.
const FRAME_SIZE: u32 = 4;

/// Maximum number of buffers by which a program may be late and still catch up. If it is later, the
/// playback continues from the present and skips the missed time.
const MOST_LATE: u64 = 4;

/// Maximum number of sounds that play at the same time. Each uses a thread of the program.
const MOST_PLAYING: usize = 50;

/// The settings that `PPB_AudioConfig` describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AudioConfig {
    /// Frames per second: 44100 or 48000.
    pub(crate) sample_rate: u32,
    /// Frames in a buffer.
    pub(crate) frames: u32,
}

impl Resource for AudioConfig {
    fn name(&self) -> &'static str {
        "AudioConfig"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }
}

impl AudioConfig {
    /// Returns the size of a buffer in bytes.
    fn len(self) -> u32 {
        self.frames * FRAME_SIZE
    }

    /// Returns the duration of this number of buffers.
    fn duration(self, buffers: u64) -> Duration {
        let frames = u128::from(buffers) * u128::from(self.frames);
        let nanoseconds = frames * 1_000_000_000 / u128::from(self.sample_rate);
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }
}

/// A sound that a program plays.
#[derive(Debug)]
pub(crate) struct Audio {
    pub(crate) config: AudioConfig,
    /// The configuration resource, to which this holds a reference.
    pub(crate) config_resource: u32,
    /// The program's function that fills a buffer.
    pub(crate) callback: u32,
    pub(crate) user_data: u32,
    /// True if the function receives the latency.
    pub(crate) takes_latency: bool,
    /// The buffer; allocated when the sound is first started.
    buffer: Option<Block>,
    /// The number of the current playback.
    playback: Option<u32>,
}

impl Resource for Audio {
    fn name(&self) -> &'static str {
        "Audio"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn held(&self) -> Vec<u32> {
        vec![self.config_resource]
    }

    fn abandon(&self) -> Abandon {
        |id, kernel| audio_abandoned(kernel, id)
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        end_playback(kernel, self.playback);
        if let Some(block) = self.buffer {
            kernel.free_later(block);
        }
        kernel.unhold_resource(self.config_resource);
    }
}

impl Audio {
    /// Creates a sound that is not playing.
    pub(crate) fn new(
        (config_resource, config): (u32, AudioConfig),
        callback: u32,
        user_data: u32,
        takes_latency: bool,
    ) -> Audio {
        Audio {
            config,
            config_resource,
            callback,
            user_data,
            takes_latency,
            buffer: None,
            playback: None,
        }
    }

    /// Returns the call of the program's function that fills the buffer.
    fn fill(&self, buffer: u32) -> GuestCall {
        const WITH_LATENCY: [Type; 4] = [Type::I32, Type::I32, Type::Double, Type::I32];
        let len = self.config.len();
        if !self.takes_latency {
            return procedure(self.callback, &[buffer, len, self.user_data]);
        }
        let latency = self.config.duration(1).as_secs_f64();
        GuestCall {
            address: self.callback,
            params: &WITH_LATENCY,
            result: Type::Void,
            args: [
                buffer.into(),
                len.into(),
                latency.to_bits(),
                self.user_data.into(),
            ],
        }
    }
}

/// A sound that plays.
struct Playback {
    /// The resource that plays.
    audio: u32,
    /// The program's ID of the thread, once it exists.
    program_thread: Option<u32>,
    /// The thread, when it runs.
    thread: Option<u32>,
    /// Its thread pointer.
    thread_pointer: u32,
    /// Time at which the first buffer was due.
    start: Duration,
    /// Number of buffers played so far.
    count: u64,
}

/// All sounds that are playing.
#[derive(Default)]
pub(super) struct Sounds {
    playbacks: IdMap<Playback>,
    /// Threads that have nothing left to play: the program's ID of each, and its number if it is
    /// known.
    to_join: Vec<(u32, Option<u32>)>,
    /// The unfinished steps of each thread, the innermost last.
    steps: Vec<(u32, Step)>,
    /// Samples being passed to the device. Kept to reuse the memory.
    samples: Vec<u8>,
}

impl State for Sounds {
    const INDEX: usize = crate::families::AUDIO;
}

/// The unfinished step of a thread.
#[derive(Debug)]
pub(crate) enum Step {
    /// The program is creating the thread of a playback. Its ID is stored at `place`.
    Create { number: u32, place: Block },
    /// The thread waits until the next buffer is due.
    Wait { number: u32, audio: u32 },
    /// The program is filling a buffer, which is heard from this time on.
    Fill {
        number: u32,
        audio: u32,
        at: Duration,
    },
    /// The program is waiting for the end of a thread. Then the method returns.
    Join { result: u32 },
}

/// Continues a thread after a step, and handles the end of a thread within a step.
static GO_ON: Continuation = Continuation {
    resume: sound,
    forget: |kernel, thread| {
        if let Some(step) = kernel.states.get::<Sounds>().take_step(thread) {
            player_ended(kernel, step);
        }
    },
};

impl Sounds {
    /// Removes and returns the last step of a thread.
    fn take_step(&mut self, thread: u32) -> Option<Step> {
        let place = self.steps.iter().rposition(|(one, _)| *one == thread)?;
        Some(self.steps.remove(place).1)
    }

    pub(super) fn new(budget: &MemoryBudget) -> Sounds {
        Sounds {
            playbacks: IdMap::new(budget),
            ..Sounds::default()
        }
    }
}

/// Stops the playback of a resource that the program has released.
fn audio_abandoned(kernel: &mut Kernel, id: u32) {
    if let Some(audio) = kernel.resources.of_mut::<Audio>(id) {
        let playback = audio.playback.take();
        end_playback(kernel, playback);
    }
}

/// Ends a playback; [`join_players`] waits for its thread.
fn end_playback(kernel: &mut Kernel, number: Option<u32>) {
    let Some(playback) =
        number.and_then(|number| kernel.states.get::<Sounds>().playbacks.remove(number))
    else {
        return;
    };
    kernel.devices.sound.stop(playback.audio);
    kernel.wake.extend(playback.thread);
    if let Some(program_thread) = playback.program_thread {
        let ended = (program_thread, playback.thread);
        kernel.states.get::<Sounds>().to_join.push(ended);
    }
}

/// Handles the end of a thread in the middle of a step.
fn player_ended(kernel: &mut Kernel, step: Step) {
    match step {
        Step::Wait { audio, .. } | Step::Fill { audio, .. } => kernel.unhold_resource(audio),
        Step::Create { place, .. } => kernel.free_later(place),
        Step::Join { .. } => {}
    }
}

/// The function that a playback's thread runs: `void (void *number)`.
pub(crate) fn player(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let number = call.arg(0);
    let (thread, now) = (call.context.thread, call.now());
    let playback = call.kernel.states.get::<Sounds>().playbacks.get_mut(number);
    let Some(playback) = playback.filter(|one| one.thread.is_none()) else {
        return NOTHING;
    };
    if call.kernel.restarting.is_some() {
        call.begin(Activity::Family(&GO_ON));
        return call.arrive();
    }
    playback.thread_pointer = call.context.thread_pointer;
    (playback.thread, playback.start) = (Some(thread), now);
    let audio = playback.audio;
    call.kernel.resources.hold(audio);
    play_on(call, number, audio)
}

/// Starts to play a sound. The method returns true if the sound plays.
pub(super) fn start_playback(call: &mut Call<'_, '_>, named: Res<Audio>) -> Result<Action, Fault> {
    let functions = call.kernel.thread_functions;
    let Some(audio) = call.get(named) else {
        return boolean(false);
    };
    if audio.playback.is_some() {
        return boolean(true);
    }
    let (config, buffer) = (audio.config, audio.buffer.as_ref().map(Block::address));
    let Some([create, _]) = functions else {
        return boolean(false);
    };
    if call.kernel.states.get::<Sounds>().playbacks.len() >= MOST_PLAYING {
        return boolean(false);
    }
    let Some(buffer) = buffer.or_else(|| audio_buffer(call, named, config)) else {
        return boolean(false);
    };
    call.context.memory.fill(buffer, config.len(), 0)?;
    let Some(place) = call.bytes(&[0; 4])? else {
        return boolean(false);
    };
    let playback = Playback {
        audio: named.id,
        program_thread: None,
        thread: None,
        thread_pointer: 0,
        start: Duration::ZERO,
        count: 0,
    };
    let Ok(number) = call
        .kernel
        .states
        .get::<Sounds>()
        .playbacks
        .insert(playback)
    else {
        call.free(place);
        return boolean(false);
    };
    if let Some(audio) = call.get(named) {
        audio.playback = Some(number);
    }
    let AudioConfig {
        sample_rate,
        frames,
    } = config;
    call.kernel
        .devices
        .sound
        .start(named.id, sample_rate, frames);
    let player = call.context.first_host_function + call.irt.function_count() + PLAYER;
    let create = function(create, &[place.address(), player, number]);
    begin_step(call, Step::Create { number, place });
    Ok(Action::Call(create))
}

/// Returns the memory for the buffers of a sound, allocating it if needed.
fn audio_buffer(call: &mut Call<'_, '_>, named: Res<Audio>, config: AudioConfig) -> Option<u32> {
    let block = call.allocate(config.len())?;
    let address = block.address();
    call.get(named)?.buffer = Some(block);
    Some(address)
}

/// Stops the sound with this resource. Returns false if it does not exist.
pub(super) fn stop_playback(call: &mut Call<'_, '_>, named: Res<Audio>) -> Result<Action, Fault> {
    let Some(audio) = call.get(named) else {
        return boolean(false);
    };
    let playback = audio.playback.take();
    end_playback(call.kernel, playback);
    join_players(call, 1)
}

/// Waits for the threads of stopped playbacks, then returns the method's result. A thread that
/// stops its own playback is not waited for.
pub(crate) fn join_players(call: &mut Call<'_, '_>, result: u32) -> Result<Action, Fault> {
    let this = Some(call.context.thread);
    let functions = call.kernel.thread_functions;
    while let Some((program_thread, thread)) = call.kernel.states.get::<Sounds>().to_join.pop() {
        if let Some([_, join]) = functions
            && thread != this
        {
            begin_step(call, Step::Join { result });
            return Ok(Action::Call(function(join, &[program_thread])));
        }
    }
    word(result)
}

/// Records an unfinished step of the calling thread.
fn begin_step(call: &mut Call<'_, '_>, step: Step) {
    let thread = call.context.thread;
    let steps = &mut call.kernel.states.get::<Sounds>().steps;
    steps.push((thread, step));
    call.begin(Activity::Family(&GO_ON));
}

/// Continues after a step.
fn sound(call: &mut Call<'_, '_>, result: u32) -> Result<Action, Fault> {
    let thread = call.context.thread;
    let Some(step) = call.kernel.states.get::<Sounds>().take_step(thread) else {
        return NOTHING;
    };
    match step {
        Step::Create { number, place } => {
            let program_thread = call.context.memory.load_u32(place.address());
            call.free(place);
            created(call, number, result == 0, program_thread?)
        }
        Step::Wait { number, audio } => play_on(call, number, audio),
        Step::Fill { number, audio, at } => {
            play(call, number, audio, at)?;
            play_on(call, number, audio)
        }
        Step::Join { result } => join_players(call, result),
    }
}

/// Called when the program has created the thread of a playback, or has failed to.
fn created(
    call: &mut Call<'_, '_>,
    number: u32,
    is_made: bool,
    thread: u32,
) -> Result<Action, Fault> {
    if is_made {
        if let Some(playback) = call.kernel.states.get::<Sounds>().playbacks.get_mut(number) {
            playback.program_thread = Some(thread);
        }
        return boolean(true);
    }
    let audio = call.kernel.states.get::<Sounds>().playbacks.get(number);
    if let Some(audio) = audio.map(|playback| playback.audio) {
        audio_abandoned(call.kernel, audio);
    }
    boolean(false)
}

/// Performs the next step of a playback's thread: fill a buffer, wait until one is due, or end.
fn play_on(call: &mut Call<'_, '_>, number: u32, audio: u32) -> Result<Action, Fault> {
    let now = call.now();
    let kernel = &mut *call.kernel;
    let playback = kernel.states.get::<Sounds>().playbacks.get_mut(number);
    let (Some(playback), Some(sound)) = (playback, kernel.resources.of::<Audio>(audio)) else {
        kernel.unhold_resource(audio);
        return NOTHING;
    };
    let Some(buffer) = sound.buffer.as_ref().map(Block::address) else {
        kernel.unhold_resource(audio);
        return NOTHING;
    };
    let played = sound.config.duration(playback.count);
    if let Some(rest) = kernel.devices.sound.wanted(audio) {
        playback.start = now.saturating_add(rest).saturating_sub(played);
    }
    let mut due = playback.start.saturating_add(played);
    if now < due {
        if kernel.should_save {
            kernel.wake.extend(kernel.main_thread);
        }
        begin_step(call, Step::Wait { number, audio });
        return Ok(Action::Wait {
            deadline: Some(due),
        });
    }
    if now - due > sound.config.duration(MOST_LATE) {
        playback.start = now.saturating_sub(played);
        due = now;
    }
    playback.count += 1;
    let at = due.saturating_add(sound.config.duration(1));
    let fill = sound.fill(buffer);
    begin_step(call, Step::Fill { number, audio, at });
    Ok(Action::Call(fill))
}

/// Plays the samples that the program has written, unless the playback was stopped in the meantime.
fn play(call: &mut Call<'_, '_>, number: u32, audio: u32, at: Duration) -> Result<(), Fault> {
    let kernel = &mut *call.kernel;
    let is_playing = kernel
        .states
        .get::<Sounds>()
        .playbacks
        .get(number)
        .is_some();
    let Some(sound) = kernel.resources.of::<Audio>(audio) else {
        return Ok(());
    };
    let (true, Some(buffer)) = (is_playing, &sound.buffer) else {
        return Ok(());
    };
    let samples = &mut kernel.states.get::<Sounds>().samples;
    samples.resize(sound.config.len() as usize, 0);
    call.context.memory.read(buffer.address(), samples)?;
    call.context.bytes += samples.len() as u64;
    kernel.devices.sound.play(audio, at, samples);
    Ok(())
}
