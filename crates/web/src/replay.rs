//! Replays recordings in a page. The program runs again with the recorded events and answers, and a
//! timeline collects its pictures and messages.

use crate::boundary::log_level;
use crate::machine::Machine;
use crate::outside;
use crate::recorder::{Recorder, Tape};
use crate::setting::Setting;
use pinnacle_page_record::{EngineClock, PageClock, Start};
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::device::screen::{Content, PixelFormat};
use pinnacle_pepper::device::{Devices, Event};
use pinnacle_pepper::message::{Message, json};
use pinnacle_pepper::view::View;
use pinnacle_picture::{Order, Picture, Surface};
use pinnacle_record::{Element, PageEngine, Recording};
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_timeline::{Display, Limits, Seen, Timeline};
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// The limits for the page of a replay.
const LIMITS: Limits = Limits { bytes: 64 << 20 };

/// Number of display frames per second.
const FRAME_RATE: u128 = 60;

#[wasm_bindgen]
impl Recorder {
    /// Creates a recorder that replays the recording of a program. `sum` is the SHA-256 of the
    /// program's file.
    ///
    /// # Errors
    ///
    /// Fails with a sentence if the file is not a recording of this program in a page.
    pub fn replaying(recording: &[u8], sum: &[u8]) -> Result<Recorder, JsError> {
        let error = |text: &str| JsError::new(text);
        let recording =
            Recording::from_bytes(recording).map_err(|reason| error(&reason.to_string()))?;
        pinnacle_page_record::check(&recording).map_err(|reason| error(&reason))?;
        if recording.header.sum != sum {
            return Err(error(
                "the recording is of another program; open it together with the recorded one",
            ));
        }
        let mut element = recording.header.element.clone().unwrap_or_default();
        let Some(bytes) = element.page.take() else {
            return Err(error(
                "the run was not recorded in a page; `pinnacle record show` shows this recording",
            ));
        };
        let start = Start::from_bytes(&bytes).ok_or_else(|| {
            error("the recording's description of the page is malformed; record the run again")
        })?;
        let replay = Replay {
            arguments: recording.header.arguments.clone(),
            process: recording.header.process,
            recording: Some(recording),
            element,
            start,
            timeline: Timeline::new(LIMITS),
        };
        let mut recorder = Recorder::default();
        recorder.replay = Some(replay);
        Ok(recorder)
    }
}

#[wasm_bindgen]
impl Machine {
    /// Returns the page that shows a replay, for a recording with this name. `status` is the exit
    /// status of the program. If it is -1, `text` describes how the program ended.
    ///
    /// # Errors
    ///
    /// Fails with a sentence if the replay has nothing to show.
    #[wasm_bindgen(js_name = replayedPage)]
    pub fn replayed_page(&self, name: &str, status: i32, text: &str) -> Result<String, JsError> {
        let tape = self.tape.as_ref();
        let replay = tape.and_then(|tape| Some((tape, tape.replay.as_ref()?)));
        let (tape, replay) = replay.ok_or_else(|| JsError::new("no recording is replayed"))?;
        let departure = tape.tape.departure(status >= 0);
        let ending = match (&departure, status) {
            (Some(departure), _) => departure.to_string(),
            (None, -1) => text.into(),
            (None, status) => format!("exit status {status}"),
        };
        replay.page(name, &ending, departure.is_some())
    }
}

#[wasm_bindgen(raw_module = "pinnacle-outside")]
extern "C" {
    /// Returns the pixels that `show_context` showed last in a replay: RGBA with straight alpha.
    #[wasm_bindgen(js_name = contextPixels)]
    pub(crate) fn context_pixels() -> Vec<u8>;

    /// Returns the width and height of the picture in [`context_pixels`].
    #[wasm_bindgen(js_name = contextSize)]
    pub(crate) fn context_size() -> Vec<u32>;
}

/// The replay of a recording.
pub(crate) struct Replay {
    /// The recording, until it is moved to a tape.
    recording: Option<Recording>,
    /// The program's arguments.
    arguments: Vec<Vec<u8>>,
    /// The process ID that the program sees.
    process: u32,
    /// The element that the page had.
    element: Element,
    start: Start,
    timeline: Timeline,
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay").finish_non_exhaustive()
    }
}

impl Replay {
    /// Returns the setting of the recorded program.
    pub(crate) fn setting(&self) -> Setting {
        Setting {
            arguments: self.arguments.clone(),
            input: Vec::new(),
            attributes: self.element.attributes.clone(),
            view: self.start.view,
            numbers: self.element.numbers.clone(),
            process: self.process,
            processors: self.start.processors,
        }
    }

    /// Starts the replay. `takes_turns` is true if the threads of the program take turns.
    ///
    /// # Errors
    ///
    /// Fails if the browser cannot run the program in the same way as in the recording.
    pub(crate) fn begin(mut self, takes_turns: bool) -> Result<Tape, JsError> {
        if self.start.takes_turns != takes_turns {
            let text = match takes_turns {
                true => {
                    "the recording is from a browser in which threads cannot take turns, and this \
                     browser runs the program otherwise; `pinnacle record show` shows it"
                }
                false => {
                    "threads of the recorded program took turns, which this browser does not \
                     support; `pinnacle record show` shows the recording"
                }
            };
            return Err(JsError::new(text));
        }
        let recording = self.recording.take();
        let recording = recording.ok_or_else(|| JsError::new("the replay has begun before"))?;
        let tape = pinnacle_record::Tape::replaying(recording);
        let clock = PageClock::new(&tape, self.start.time, None);
        Ok(Tape::new(tape, clock, takes_turns, Some(self)))
    }

    /// Returns the engine that the page used for the recording.
    pub(crate) fn engine(&self, clock: &PageClock) -> PageEngine {
        match self.start.takes_turns {
            true => PageEngine::Turns,
            false => PageEngine::OneThread(Arc::new(clock.engine_clock())),
        }
    }

    /// Creates devices that get their answers from the tape, draw on those of the page, and report
    /// to the timeline.
    pub(crate) fn devices(
        &self,
        tape: &pinnacle_record::Tape,
        clock: &PageClock,
        devices: Devices,
        budget: &MemoryBudget,
    ) -> Devices {
        let view = Arc::new(Mutex::new(self.start.view));
        let display = ReplayDisplay {
            view: view.clone(),
            clock: clock.engine_clock(),
            start: self.start.time,
            budget: budget.clone(),
        };
        let shown = Devices {
            page: Box::new(ReplayPage {
                messages: self.timeline.messages(),
            }),
            screen: devices.screen,
            gl: devices.gl,
            ..Devices::absent()
        };
        let urls = [self.element.document.clone(), self.start.base_url.clone()];
        let on_event = move |event: &Event| {
            if let Event::View(new) = event {
                *view.lock().unwrap_or_else(PoisonError::into_inner) = *new;
            }
        };
        let replayed = pinnacle_page_record::replayed(tape, shown, urls, Box::new(on_event));
        self.timeline.watch(Box::new(display), replayed)
    }

    /// Returns the page that shows the replay so far, for a recording with this name. `ending`
    /// describes the end of the run.
    ///
    /// # Errors
    ///
    /// Fails with a sentence if the program has shown no picture.
    fn page(&self, name: &str, ending: &str, has_departed: bool) -> Result<String, JsError> {
        self.timeline.ended(ending, has_departed);
        match self.timeline.has_frames() {
            true => Ok(self.timeline.page(name)),
            false => Err(JsError::new(&format!(
                "the program shows no picture; the replay ended with: {ending}"
            ))),
        }
    }
}

/// The page of a replay, which only shows the program's messages.
struct ReplayPage {
    messages: Box<dyn Write + Send>,
}

impl Page for ReplayPage {
    fn loaded(&mut self) {
        outside::loaded();
    }

    fn post(&mut self, message: Message) -> Flow {
        let line = json::to_text(&message);
        let line = line.unwrap_or_else(|_| "a message that is too long to show".into());
        // Writing to the timeline cannot fail.
        let _ = writeln!(self.messages, "{line}");
        Flow::Continue
    }

    fn log(&mut self, level: LogLevel, text: &str) {
        outside::log(crate::device::level_number(level), text);
    }

    fn screen_size(&self) -> [i32; 2] {
        [0; 2]
    }

    fn lock_mouse(&mut self) {}

    fn set_cursor(&mut self, _: Cursor) -> bool {
        false
    }
}

/// The display of a replay.
struct ReplayDisplay {
    /// The view that the program has received most recently.
    view: Arc<Mutex<View>>,
    clock: EngineClock,
    /// The time of the clock when the replay started.
    start: Duration,
    budget: MemoryBudget,
}

impl ReplayDisplay {
    /// Returns the number of the frame that is displayed at the time that the program has read most
    /// recently.
    fn frame(&self) -> u64 {
        let time = self.clock.real_time().saturating_sub(self.start);
        let frame = time.as_nanos() * FRAME_RATE / Duration::from_secs(1).as_nanos();
        u64::try_from(frame).unwrap_or(u64::MAX)
    }
}

impl Display for ReplayDisplay {
    fn seen(&mut self, content: &Content<'_>) -> Option<Seen> {
        let view = *self.view.lock().unwrap_or_else(PoisonError::into_inner);
        let scale = view.device_scale;
        let [width, height] = Picture::size_of([view.rect.width, view.rect.height], scale);
        // The pixels, the pixels without alpha, and the compressed picture.
        let bytes = 3 * 4 * u64::from(width) * u64::from(height);
        let Ok(_charge) = self.budget.charge(bytes) else {
            let text = format!(
                "Pinnacle: a picture of {width} by {height} pixels is left out, because it does \
                 not fit in the program's memory"
            );
            outside::log(log_level::WARNING, &text);
            return None;
        };
        let mut picture = Picture::new(width, height);
        match content {
            Content::Nothing => {}
            Content::Picture(shown) => {
                let surface = Surface {
                    width: shown.width,
                    height: shown.height,
                    order: match shown.format {
                        PixelFormat::Rgba => Order::Rgba,
                        PixelFormat::Bgra => Order::Bgra,
                    },
                    pixels: shown.pixels,
                    is_opaque: shown.is_opaque,
                };
                let offset = shown.offset.map(|way| (way * scale).round() as i32);
                picture.place_at(&surface, shown.scale * scale, offset);
            }
            Content::Context(_) => {
                let mut pixels = context_pixels();
                let size = context_size();
                multiply(&mut pixels);
                let [width, height] = [0, 1].map(|side| size.get(side).copied().unwrap_or(0));
                picture.stretch(&Surface {
                    width,
                    height,
                    order: Order::Rgba,
                    pixels: &pixels,
                    is_opaque: false,
                });
            }
        }
        Some(Seen {
            number: self.frame(),
            picture,
            device_scale: scale,
        })
    }
}

/// Premultiplies the colours of RGBA pixels with alpha.
fn multiply(pixels: &mut [u8]) {
    for pixel in pixels.as_chunks_mut::<4>().0 {
        let alpha = u32::from(pixel[3]);
        for colour in &mut pixel[..3] {
            *colour = ((u32::from(*colour) * alpha + 127) / 255) as u8;
        }
    }
}
