//! Recordings of programs in the page, in memory. `pinnacle run --replay` repeats them.

use crate::boundary::log_level;
use crate::clock::{BrowserClock, BrowserRandom};
use crate::machine::Machine;
use crate::outside;
use pinnacle_page_record::{PageClock, RESOLUTION, Start};
use pinnacle_pepper::device::Devices;
use pinnacle_pepper::view::View;
use pinnacle_record::{Element, Ending, Header, Kind, RecordedRandom, RunningSum};
use pinnacle_system::clock::Clock;
use pinnacle_system::host::{Action, Host, HostContext, HostFunction};
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

/// The number of the main thread, whose waits the page's events end.
const MAIN: u32 = 0;

/// The words with which a replay is started, without its file.
const WORDS: [&str; 2] = ["pinnacle", "run"];

/// The status of a program that has crashed. Its replay crashes by itself, so only its presence
/// counts.
const CRASHED: u8 = 134;

/// Prepares the recording of a program while its file arrives.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Recorder {
    sum: RunningSum,
}

#[wasm_bindgen]
impl Recorder {
    /// Makes a recorder.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Takes the next bytes of the program's file.
    pub fn push(&mut self, piece: &[u8]) {
        self.sum.push(piece);
    }
}

impl Recorder {
    /// Begins the recording of a program: its name, its process number, and whether its threads
    /// take turns.
    pub(crate) fn begin(
        self,
        (name, process, takes_turns): (&[u8], u32, bool),
        view: View,
        attributes: &[(String, String)],
        numbers: Option<String>,
        budget: &MemoryBudget,
    ) -> Tape {
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
            arguments: vec![name.to_vec()],
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
        Tape {
            tape,
            clock: Arc::new(clock),
            takes_turns,
            is_main_woken: false,
            has_told: false,
        }
    }
}

/// A recording in progress.
pub(crate) struct Tape {
    tape: pinnacle_record::Tape,
    clock: Arc<PageClock>,
    takes_turns: bool,
    /// True if an event has come since threads were last chosen.
    pub(crate) is_main_woken: bool,
    /// True once the page knows that the recording has stopped.
    has_told: bool,
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").finish_non_exhaustive()
    }
}

impl Tape {
    /// The clocks of the program.
    pub(crate) fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    /// The random numbers of the program.
    pub(crate) fn random(&self) -> Box<dyn RandomSource> {
        Box::new(RecordedRandom::new(&self.tape, BrowserRandom))
    }

    /// The libraries of the program.
    pub(crate) fn libraries(&self, libraries: Libraries) -> Libraries {
        pinnacle_record::libraries(&self.tape, Some(libraries))
    }

    /// The devices of the program.
    pub(crate) fn devices(&self, devices: Devices) -> Devices {
        pinnacle_page_record::recorded(&self.tape, devices)
    }

    /// Stops the recording at an action that it cannot have. Reports once that it has stopped.
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

/// The threads' host in a recording: the tape has what they learn from it.
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

    fn woken(&mut self) -> Option<u32> {
        let is_woken = std::mem::take(&mut self.is_main_woken);
        let answer = || is_woken.then(Vec::new);
        self.tape.ask_rarely(Kind::Wake, &[], answer);
        is_woken.then_some(MAIN)
    }

    fn pass_time(&mut self, _: Duration) {
        // The engine waits; this module cannot.
    }
}

#[wasm_bindgen]
impl Machine {
    /// Returns the file of the recording so far; `None` if the run is not recorded. `status` is the
    /// exit status of a program that has ended, -1 if it has crashed, and `None` if it runs. `text`
    /// is the end of one that has crashed, in words.
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
