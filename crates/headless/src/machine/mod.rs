//! A machine without a screen: the devices of one program.
//!
//! All devices of a program share one state. Each trait is implemented by a handle on it, in a file
//! of its own:
//!
//! * `events`: posted messages, the script, frames, and the end of the run;
//! * `page`: messages, the console, fullscreen, the mouse;
//! * `screen`: pictures; `pictures`: writes them to files; `graphics`: OpenGL;
//! * `session`: runs in steps; `live`: a user who watches and acts while the program runs;
//! * `sound`: the recording; `saved`: saved states;
//! * `video`: decoders.
//!
//! Times in scripts, films and recordings are counted from the creation of the machine, and so are
//! frames, of which there are 60 a second.

mod events;
mod graphics;
mod live;
mod page;
mod pictures;
mod saved;
mod screen;
mod session;
mod sound;
mod video;

use crate::clock::MachineClock;
use crate::inbox::Inbox;
use crate::saved::Sum;
use crate::script::gamepads::Gamepads;
use crate::script::synthetic_input::SyntheticInput;
use crate::script::{Action, Script};
use crate::sound::Recording;
use graphics::{Graphics, MachineGl};
pub use live::{Appearance, Notify, TextInput};
use pictures::Pictures;
use pinnacle_pepper::device::fetch::Fetch;
use pinnacle_pepper::device::network::Network;
use pinnacle_pepper::device::page::{Cursor, LogLevel};
use pinnacle_pepper::device::storage::Storage;
use pinnacle_pepper::device::{Devices, Event};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::View;
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::{ChargedQueue, Footprint, MemoryBudget};
use saved::Saving;
pub use session::{Pause, Session};
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use video::MachineVideo;

/// Number of frames per second.
pub(crate) const FRAMES_PER_SECOND: u64 = 60;

/// The condition that ends a run which does not end by itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Until {
    /// After the program has started.
    Load,
    /// When all work is done and no further event can arrive.
    Idle,
    /// After this frame has been displayed.
    Frame(u64),
    /// After this number of messages has been received.
    Message(u64),
    /// After this time.
    Time(Duration),
}

/// Receives the lines of the console.
pub type Console = Box<dyn FnMut(LogLevel, &str) + Send>;

/// Returns a console that writes its lines to standard error.
pub fn console_on_stderr() -> Console {
    Box::new(|level, text| {
        let level = match level {
            LogLevel::Tip => "tip",
            LogLevel::Log => "log",
            LogLevel::Warning => "warning",
            LogLevel::Error => "error",
        };
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr(), "console {level}: {text}");
    })
}

/// The settings of a machine.
pub struct Settings {
    /// The view of the element.
    pub view: View,
    /// The size of the screen in CSS pixels.
    pub screen_size: [i32; 2],
    /// Messages that the page posts once the program has started.
    pub posts: Vec<Message>,
    /// The script, which also starts at that time.
    pub script: Script,
    /// The end of the run.
    pub until: Until,
    /// The memory budget of the program. Messages that wait for the script, and pictures that are
    /// written, are charged to it.
    pub budget: MemoryBudget,
    /// The destination of messages, which are written as lines of JSON.
    pub messages: Option<Box<dyn Write + Send>>,
    /// Receives the lines of the console.
    pub console: Console,
    /// True to keep the last picture for [`Machine::picture`].
    pub keeps_picture: bool,
    /// A file for the last picture.
    pub screenshot: Option<PathBuf>,
    /// A folder for all pictures.
    pub frames: Option<PathBuf>,
    /// A file for a film.
    pub film: Option<PathBuf>,
    /// A file for the sound.
    pub sound: Option<PathBuf>,
    /// The file for the state of the program at the end of the run.
    pub save: Option<PathBuf>,
    /// The SHA-256 of the program, which is stored in saved states. Without it no state can be
    /// saved.
    pub program: Option<Sum>,
    /// Receives the sound while the program plays it.
    pub speaker: Option<Box<dyn Speaker + Send>>,
    /// Runs whenever the picture or the [`Machine::appearance`] changes.
    pub on_change: Option<Notify>,
}

/// A device that plays sounds.
pub trait Speaker {
    /// Starts a sound with this rate, in samples per second and channel.
    fn start(&mut self, id: u32, sample_rate: u32);

    /// Plays the next samples of a sound: signed 16-bit numbers, alternating left and right. Must
    /// not block.
    fn play(&mut self, id: u32, samples: &[u8]);

    /// Ends a sound.
    fn stop(&mut self, id: u32);
}

impl Settings {
    /// Returns settings for a machine that records nothing, with an unlimited budget.
    pub fn new(view: View) -> Settings {
        Settings {
            budget: MemoryBudget::default(),
            view,
            screen_size: [1920, 1080],
            posts: Vec::new(),
            script: Script::default(),
            until: Until::Idle,
            messages: None,
            console: Box::new(|_, _| {}),
            keeps_picture: false,
            screenshot: None,
            frames: None,
            film: None,
            sound: None,
            save: None,
            program: None,
            speaker: None,
            on_change: None,
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("view", &self.view)
            .field("until", &self.until)
            .finish_non_exhaustive()
    }
}

/// A message that does not match the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexpected {
    /// The line of the script; 0 if the run ended before the line's message arrived.
    pub line: usize,
    /// The pattern.
    pub expected: String,
    /// The message; `None` if no message arrived.
    pub found: Option<String>,
    /// Describes the difference, and where in the message it is.
    pub what: String,
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "line {} of the script: {}", self.line, self.what)?;
        writeln!(f, "- {}", self.expected)?;
        match &self.found {
            Some(found) => write!(f, "+ {found}"),
            None => write!(f, "+ (no message)"),
        }
    }
}

/// Result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// True once the program has started: its element has received the `load` event.
    pub has_loaded: bool,
    /// Number of messages received.
    pub messages: u64,
    /// The number of the last displayed frame.
    pub frames: u64,
    /// The first message that the script did not expect.
    pub unexpected: Option<Unexpected>,
    /// Write errors, and other errors of the machine.
    pub failures: Vec<String>,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// True once the program has started: its element has received the `load` event.
    pub has_loaded: bool,
    /// Number of messages received.
    pub messages: u64,
    /// The number of the last displayed frame.
    pub frames: u64,
    /// Program time since the start, at the last check for an event.
    pub time: Duration,
}

/// The machine of one program.
#[derive(Clone)]
pub struct Machine(Arc<Mutex<State>>);

/// The state that the devices share.
struct State {
    clock: Arc<MachineClock>,
    inbox: Arc<Inbox>,
    /// The machine's creation time on its clock.
    start: Duration,

    view: View,
    /// Time since `start` at the last check for an event. It is stored because reading the clock
    /// advances virtual time.
    seen: Duration,
    /// The view to restore when the element leaves fullscreen.
    windowed: Option<View>,
    screen_size: [i32; 2],
    has_focus: bool,
    mouse_locked: bool,
    /// Time of the last input that counts as a user gesture.
    gesture: Option<Duration>,
    synthetic_input: SyntheticInput,
    gamepads: Gamepads,
    has_asked_for_gamepads: bool,
    text_input: TextInput,

    /// The next events.
    queue: VecDeque<Event>,
    posts: VecDeque<Message>,
    script: VecDeque<crate::script::Step>,
    /// Messages that no line of the script has read yet.
    unread: ChargedQueue<Unread>,
    /// True if the page waits for a response.
    is_asking: bool,
    until: Until,
    /// The session, if the program runs in steps.
    session: Option<Session>,
    /// End of the current step, as a time since `start`, if the program runs in steps.
    pause_at: Option<Duration>,
    /// True once the message that ends the run has arrived. The page accepts no more messages.
    has_all_messages: bool,
    is_ending: bool,
    /// True once the program has been asked to end.
    has_ended: bool,
    saving: Saving,
    program: Option<Sum>,

    frame_wanted: Option<u64>,
    /// A frame that was announced to the program but whose picture has not arrived.
    frame_open: Option<u64>,
    last_frame: u64,
    pictures: Pictures,
    graphics: Graphics,
    recording: Option<Recording<BufWriter<File>>>,
    speaker: Option<Box<dyn Speaker + Send>>,
    cursor: Cursor,
    on_change: Option<Notify>,
    /// The sounds that are playing, with their rates.
    rates: Vec<(u32, u32)>,
    messages: Option<Box<dyn Write + Send>>,
    /// The budget of the program.
    budget: MemoryBudget,
    console: Console,
    outcome: Outcome,
}

/// A message waiting for the script.
struct Unread(Message);

impl Footprint for Unread {
    fn kept_elsewhere(&self) -> u64 {
        self.0.size()
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").finish_non_exhaustive()
    }
}

impl Machine {
    /// Creates a machine with this clock. `inbox` must be the clock's inbox; other devices post
    /// events to the machine through it.
    ///
    /// # Errors
    ///
    /// Fails if a file for the sound or the pictures cannot be created.
    pub fn new(
        settings: Settings,
        clock: Arc<MachineClock>,
        inbox: Arc<Inbox>,
    ) -> Result<Machine, String> {
        let recording = match &settings.sound {
            Some(path) => Some(Recording::new(BufWriter::new(create(path)?))),
            None => None,
        };
        let takes_screenshots = settings.keeps_picture
            || settings
                .script
                .steps
                .iter()
                .any(|step| matches!(step.action, Some(Action::Screenshot(_))));
        let pictures = Pictures::new(
            settings.screenshot,
            settings.frames,
            settings.film.as_deref(),
            takes_screenshots,
            &settings.budget,
        )?;
        let until = settings.until;
        let start = clock.real_time();
        Ok(Machine(Arc::new(Mutex::new(State {
            clock,
            inbox,
            start,
            view: settings.view,
            seen: Duration::ZERO,
            windowed: None,
            screen_size: settings.screen_size,
            has_focus: false,
            mouse_locked: false,
            gesture: None,
            synthetic_input: SyntheticInput::default(),
            gamepads: Gamepads::default(),
            has_asked_for_gamepads: false,
            text_input: TextInput::default(),
            queue: VecDeque::new(),
            posts: settings.posts.into(),
            script: settings.script.steps.into(),
            unread: ChargedQueue::new(&settings.budget),
            is_asking: false,
            until,
            session: None,
            pause_at: None,
            has_all_messages: false,
            is_ending: false,
            has_ended: false,
            saving: Saving {
                at_end: settings.save,
                ..Saving::default()
            },
            program: settings.program,
            frame_wanted: None,
            frame_open: None,
            last_frame: 0,
            pictures,
            graphics: Graphics::default(),
            recording,
            speaker: settings.speaker,
            cursor: Cursor::Standard(0),
            on_change: settings.on_change,
            rates: Vec::new(),
            messages: settings.messages,
            budget: settings.budget,
            console: settings.console,
            outcome: Outcome::default(),
        }))))
    }

    /// Returns the devices of the program.
    pub fn devices(
        &self,
        fetch: Box<dyn Fetch + Send>,
        storage: Box<dyn Storage + Send>,
        network: Box<dyn Network + Send>,
    ) -> Devices {
        let one = || Box::new(self.clone());
        let graphics = self.lock().graphics.clone();
        Devices {
            events: one(),
            page: one(),
            screen: one(),
            gl: Box::new(MachineGl {
                graphics,
                machine: self.clone(),
            }),
            sound: one(),
            fetch,
            storage,
            network,
            video: Box::new(MachineVideo::new(self)),
        }
    }

    /// Returns the progress of the run. May be called from any thread.
    pub fn progress(&self) -> Progress {
        let state = self.lock();
        Progress {
            has_loaded: state.outcome.has_loaded,
            messages: state.outcome.messages,
            frames: state.last_frame,
            time: state.seen,
        }
    }

    /// Completes the output files after the end of the run.
    pub fn finish(&self) -> Outcome {
        let mut state = self.lock();
        state.end_script();
        let saving = &mut state.saving;
        if let Some(path) = saving.at_end.take().or(saving.now.take()) {
            let what = format!(
                "cannot save the state to {}: the program ended before it was idle",
                path.display()
            );
            state.failed(what);
        }
        let time = state.elapsed();
        let frame = frame_at(time).max(state.last_frame);
        let view = state.view;
        if let Err(error) = state.pictures.finish(&view, frame + 1) {
            state.outcome.failures.push(error);
        }
        if let Some(recording) = state.recording.take()
            && let Err(error) = recording.finish(time)
        {
            state
                .outcome
                .failures
                .push(format!("cannot write the sound: {error}"));
        }
        if let Some(mut messages) = state.messages.take()
            && let Err(error) = messages.flush()
        {
            state
                .outcome
                .failures
                .push(format!("cannot write the messages: {error}"));
        }
        state.outcome.frames = state.last_frame;
        std::mem::take(&mut state.outcome)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // After a panic elsewhere the run is over, but output files may still be completed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the time since the machine was created.
    fn elapsed(&self) -> Duration {
        self.clock.real_time().saturating_sub(self.start)
    }

    /// Records an error of the machine, which is reported when the run is over.
    fn failed(&mut self, what: String) {
        const MOST: usize = 20;
        if self.outcome.failures.len() < MOST {
            self.outcome.failures.push(what);
        }
    }
}

/// Creates a file.
fn create(path: &std::path::Path) -> Result<File, String> {
    File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Returns the number of the frame that is visible at a time.
fn frame_at(time: Duration) -> u64 {
    (time.as_nanos() * u128::from(FRAMES_PER_SECOND) / 1_000_000_000) as u64
}

/// Returns the time of a frame: the first nanosecond at which it is visible.
fn time_of(frame: u64) -> Duration {
    let nanos = (u128::from(frame) * 1_000_000_000).div_ceil(u128::from(FRAMES_PER_SECOND));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;
