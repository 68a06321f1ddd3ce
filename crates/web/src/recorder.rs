//! Records runs of programs in the page, in memory. `pinnacle run --replay` replays the recordings.

use crate::boundary::log_level;
use crate::clock::{BrowserClock, BrowserRandom};
use crate::machine::Machine;
use crate::outside;
use crate::replay::Replay;
use pinnacle_page_record::{PageClock, RESOLUTION, Start};
use pinnacle_pepper::device::Devices;
use pinnacle_pepper::view::View;
use pinnacle_record::{
    Element, Ending, Header, Kind, PageEngine, RecordedHost, RecordedRandom, RunningSum,
};
use pinnacle_system::clock::Clock;
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use pinnacle_system::irt::Libraries;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::RandomSource;
use pinnacle_system::trap::TrapKind;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Maximum size of a recording in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The reason why a recording ends when a program starts a thread that cannot take turns.
const THREADS: &str = "the program starts a thread, and this browser cannot let threads take turns";

/// The number of the main thread, which events of the page can wake.
const MAIN: u32 = 0;

/// The command line with which a replay is started, without its file.
const WORDS: [&str; 2] = ["pinnacle", "run"];

/// The exit status recorded for a program that has crashed. A replay crashes by itself, so only the
/// presence of a status matters.
const CRASHED: u8 = 134;

/// Prepares the recording of a program while its file arrives, or the replay of a recording.
#[wasm_bindgen]
#[derive(Default)]
pub struct Recorder {
    sum: RunningSum,
    /// The replay, if one was requested instead of a recording.
    pub(crate) replay: Option<Replay>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Recorder {
    /// Creates a recorder.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Adds the next bytes of the program's file.
    pub fn push(&mut self, piece: &[u8]) {
        self.sum.push(piece);
    }
}

impl Recorder {
    /// Returns the replay that was requested.
    pub(crate) fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Starts the recording of a program, with its arguments, its process ID, and the way in which
    /// its threads run. If a replay was requested, starts the replay.
    ///
    /// # Errors
    ///
    /// Fails if the browser cannot replay the recording.
    pub(crate) fn begin(
        self,
        (arguments, process, takes_turns): (Vec<Vec<u8>>, u32, bool),
        view: View,
        attributes: &[(String, String)],
        numbers: Option<String>,
        budget: &MemoryBudget,
    ) -> Result<Tape, JsError> {
        if let Some(replay) = self.replay {
            return replay.begin(takes_turns);
        }
        let url = outside::program_url();
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let file = path.rsplit('/').next().unwrap_or_default();
        let now = BrowserClock.real_time().as_nanos() / RESOLUTION.as_nanos();
        let time = RESOLUTION.saturating_mul(u32::try_from(now % 10_000).unwrap_or(0))
            + Duration::from_secs(u64::try_from(now / 10_000).unwrap_or(0));
        let start = Start {
            view,
            base_url: outside::base_url(),
            processors: outside::processors(),
            time,
            takes_turns,
        };
        let header = Header {
            version: env!("CARGO_PKG_VERSION").into(),
            file: file.as_bytes().to_vec(),
            sum: self.sum.finish(),
            words: WORDS.map(|word| word.as_bytes().to_vec()).to_vec(),
            arguments,
            environment: Vec::new(),
            process,
            order: 0,
            element: Some(Element {
                document: outside::document_url(),
                attributes: attributes.to_vec(),
                numbers,
                page: Some(start.to_bytes()),
                ..Element::default()
            }),
        };
        let tape = pinnacle_record::Tape::recording_within(header, MAX_BYTES, budget);
        let clock = PageClock::new(&tape, time, Some(Arc::new(BrowserClock)));
        Ok(Tape::new(tape, clock, takes_turns, None))
    }
}

/// A recording in progress, or one that is replayed.
pub(crate) struct Tape {
    pub(crate) tape: pinnacle_record::Tape,
    clock: Arc<PageClock>,
    takes_turns: bool,
    /// True if an event has arrived since a thread was last chosen.
    pub(crate) is_main_woken: bool,
    /// True once the page has been notified that the recording has stopped.
    has_told: bool,
    pub(crate) replay: Option<Replay>,
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").finish_non_exhaustive()
    }
}

impl Tape {
    pub(crate) fn new(
        tape: pinnacle_record::Tape,
        clock: PageClock,
        takes_turns: bool,
        replay: Option<Replay>,
    ) -> Tape {
        Tape {
            tape,
            clock: Arc::new(clock),
            takes_turns,
            is_main_woken: false,
            has_told: false,
            replay,
        }
    }

    /// Returns true if a recording is replayed.
    pub(crate) fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Wraps the host of the program. A replay ends where the recording ends.
    pub(crate) fn host<H: Host>(&self, host: H) -> RecordedHost<H> {
        match &self.replay {
            Some(replay) => {
                let engine: PageEngine = replay.engine(&self.clock);
                RecordedHost::new(host, Some(self.tape.clone())).of_page(Some(engine))
            }
            None => RecordedHost::new(host, None),
        }
    }

    /// Returns the clocks of the program.
    pub(crate) fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    /// Returns the source of the program's random numbers.
    pub(crate) fn random(&self) -> Box<dyn RandomSource> {
        Box::new(RecordedRandom::new(&self.tape, BrowserRandom))
    }

    /// Returns the source of the program's libraries.
    pub(crate) fn libraries(&self, libraries: Libraries) -> Libraries {
        let outside = (!self.is_replay()).then_some(libraries);
        pinnacle_record::libraries(&self.tape, outside)
    }

    /// Returns the devices of the program.
    pub(crate) fn devices(&self, devices: Devices, budget: &MemoryBudget) -> Devices {
        match &self.replay {
            Some(replay) => replay.devices(&self.tape, &self.clock, devices, budget),
            None => pinnacle_page_record::recorded(&self.tape, devices),
        }
    }

    /// Stops the recording at an action that it cannot contain, and reports that once.
    pub(crate) fn look_at(&mut self, action: &Action) {
        if let Action::StartThread { .. } = action
            && !self.takes_turns
        {
            self.tape.stop(THREADS);
        }
        if self.has_told {
            return;
        }
        if let Some(reason) = self.tape.stopped() {
            self.has_told = true;
            let text = format!("Pinnacle: the recording ends here: {reason}");
            outside::log(log_level::WARNING, &text);
        }
    }
}

/// The host for the threads of a recorded program. What they learn from it is recorded.
impl Host for Tape {
    fn functions(&self) -> &[HostFunction] {
        &[]
    }

    fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
        Action::Trap(TrapKind::Host("the threads call no function".into()))
    }

    fn real_time(&self) -> Duration {
        self.clock.real_time()
    }

    fn switches_at_waits(&self) -> bool {
        true
    }

    fn at_rest(&mut self) -> AtRest {
        // In a replay, the recording contains the event that ended the wait.
        while self.is_replay() {
            match self.tape.ask_rarely(Kind::Wake, &[], || None) {
                Some(Some(_)) => return AtRest::Wake(MAIN),
                Some(None) => {}
                None => break,
            }
        }
        AtRest::Deadlock
    }

    fn woken(&mut self) -> Option<u32> {
        if self.is_replay() {
            let answer = self.tape.ask_rarely(Kind::Wake, &[], || None).flatten();
            return answer.map(|_| MAIN);
        }
        let is_woken = std::mem::take(&mut self.is_main_woken);
        let answer = || is_woken.then(Vec::new);
        self.tape.ask_rarely(Kind::Wake, &[], answer);
        is_woken.then_some(MAIN)
    }

    fn pass_time(&mut self, _: Duration) {
        // Does nothing: the engine does the waiting.
    }
}

#[wasm_bindgen]
impl Machine {
    /// Returns the recording so far as a file, or `None` if the run is not recorded. `status` is
    /// the exit status of a program that has ended, -1 if it has crashed, or `None` if it is still
    /// running. `text` describes the end of a program that has crashed.
    pub fn recording(&self, status: Option<i32>, text: String) -> Option<Vec<u8>> {
        let tape = self.tape.as_ref()?;
        let ending = Ending {
            status: status.map(|status| u8::try_from(status).unwrap_or(CRASHED)),
            text: match status {
                None => Ending::SAVED.into(),
                Some(-1) => text,
                Some(status) => format!("exit status {status}"),
            },
            calls: None,
        };
        Some(tape.tape.finish(ending)?.to_bytes())
    }
}
