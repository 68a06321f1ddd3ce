//! Records and replays the page, the screen and the sound of a program. They mainly receive output,
//! and have few answers.

use crate::facts::Facts;
use crate::start::{nanoseconds, put_f32, put_f64, read_f32, read_f64};
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::device::screen::{Content, Screen};
use pinnacle_pepper::device::sound::Sound;
use pinnacle_pepper::message::Message;
use pinnacle_record::bytes::{Reader, put_bytes, put_number, put_signed};
use pinnacle_record::{Kind, Tape};
use std::time::Duration;

/// The facts of the page.
mod page_fact {
    pub(super) const FULLSCREEN: u8 = 0;
    pub(super) const SCREEN_SIZE: u8 = 1;
    pub(super) const USER_GESTURE: u8 = 2;
    pub(super) const CURSOR: u8 = 3;
    pub(super) const GAMEPADS: u8 = 4;
    pub(super) const FLOW: u8 = 5;
}

/// The facts of the sound device.
mod sound_fact {
    pub(super) const SAMPLE_RATE: u8 = 0;
    pub(super) const BUFFER_FRAMES: u8 = 1;
    pub(super) const WANTED: u8 = 2;
}

/// A page that is recorded or replayed. A replay passes on the program's output: messages, lines of
/// the console, and the pointer.
pub(crate) struct TapedPage {
    facts: Facts,
    is_replay: bool,
    inner: Box<dyn Page + Send>,
}

impl TapedPage {
    pub(crate) fn new(tape: &Tape, inner: Box<dyn Page + Send>) -> TapedPage {
        TapedPage {
            facts: Facts::new(tape, Kind::Page),
            is_replay: tape.is_replay(),
            inner,
        }
    }
}

impl Page for TapedPage {
    fn loaded(&mut self) {
        self.inner.loaded();
    }

    fn refused(&mut self, reason: &str) {
        self.inner.refused(reason);
    }

    fn post(&mut self, message: Message) -> Flow {
        let flow = self.inner.post(message);
        match self.facts.is(page_fact::FLOW, || flow == Flow::Continue) {
            true => Flow::Continue,
            false => Flow::End,
        }
    }

    fn respond(&mut self, response: Option<Message>) {
        self.inner.respond(response);
    }

    fn log(&mut self, level: LogLevel, text: &str) {
        self.inner.log(level, text);
    }

    fn set_fullscreen(&mut self, on: bool) -> bool {
        let page = &mut self.inner;
        self.facts
            .is(page_fact::FULLSCREEN, || page.set_fullscreen(on))
    }

    fn screen_size(&self) -> [i32; 2] {
        let bytes = self.facts.bytes(page_fact::SCREEN_SIZE, || {
            let mut bytes = Vec::new();
            for side in self.inner.screen_size() {
                put_signed(&mut bytes, side.into());
            }
            bytes
        });
        let bytes = bytes.unwrap_or_default();
        let mut reader = Reader::new(&bytes);
        let mut side = || reader.signed().and_then(|side| side.try_into().ok());
        [side().unwrap_or(0), side().unwrap_or(0)]
    }

    fn has_user_gesture(&self) -> bool {
        let page = &self.inner;
        self.facts
            .is(page_fact::USER_GESTURE, || page.has_user_gesture())
    }

    fn inputs_wanted(&mut self, unfiltered: u32, filtered: u32) {
        self.inner.inputs_wanted(unfiltered, filtered);
    }

    fn input_done(&mut self, is_handled: bool) {
        self.inner.input_done(is_handled);
    }

    fn lock_mouse(&mut self) {
        if !self.is_replay {
            self.inner.lock_mouse();
        }
    }

    fn unlock_mouse(&mut self) {
        if !self.is_replay {
            self.inner.unlock_mouse();
        }
    }

    fn set_cursor(&mut self, cursor: Cursor) -> bool {
        let is_set = self.inner.set_cursor(cursor);
        self.facts.is(page_fact::CURSOR, || is_set)
    }

    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        let page = &self.inner;
        let bytes = self.facts.bytes(page_fact::GAMEPADS, || {
            let mut bytes = Vec::new();
            for gamepad in page.gamepads() {
                put_gamepad(&mut bytes, gamepad.as_ref());
            }
            bytes
        });
        let bytes = bytes.unwrap_or_default();
        let mut reader = Reader::new(&bytes);
        [(); 4].map(|()| read_gamepad(&mut reader))
    }

    fn set_text_input_type(&mut self, kind: u32) {
        self.inner.set_text_input_type(kind);
    }

    fn set_caret(&mut self, caret: [i32; 4]) {
        self.inner.set_caret(caret);
    }

    fn cancel_composition(&mut self) {
        self.inner.cancel_composition();
    }
}

fn put_gamepad(bytes: &mut Vec<u8>, gamepad: Option<&Gamepad>) {
    bytes.push(gamepad.is_some().into());
    let Some(gamepad) = gamepad else {
        return;
    };
    put_bytes(bytes, gamepad.id.as_bytes());
    put_f64(bytes, gamepad.timestamp);
    for list in [&gamepad.axes, &gamepad.buttons] {
        put_number(bytes, list.len() as u64);
        list.iter().for_each(|number| put_f32(bytes, *number));
    }
}

fn read_gamepad(reader: &mut Reader<'_>) -> Option<Gamepad> {
    if reader.byte()? == 0 {
        return None;
    }
    Some(Gamepad {
        id: reader.text()?.into(),
        timestamp: read_f64(reader)?,
        axes: reader.list(read_f32)?,
        buttons: reader.list(read_f32)?,
    })
}

/// The screen of a replay. Frames are events of the recording, so requests for them have no effect.
pub(crate) struct TapedScreen(pub(crate) Box<dyn Screen + Send>);

impl Screen for TapedScreen {
    fn request_frame(&mut self) {}

    fn show(&mut self, content: Content<'_>, has_changed: bool) {
        self.0.show(content, has_changed);
    }
}

/// A sound device that is recorded or replayed.
pub(crate) struct TapedSound {
    facts: Facts,
    inner: Box<dyn Sound + Send>,
}

impl TapedSound {
    pub(crate) fn new(tape: &Tape, inner: Box<dyn Sound + Send>) -> TapedSound {
        TapedSound {
            facts: Facts::new(tape, Kind::Sound),
            inner,
        }
    }
}

impl Sound for TapedSound {
    fn sample_rate(&self) -> u32 {
        let rate = || self.inner.sample_rate().into();
        self.facts.number(sound_fact::SAMPLE_RATE, rate) as u32
    }

    fn buffer_frames(&self) -> u32 {
        let frames = || self.inner.buffer_frames().into();
        self.facts.number(sound_fact::BUFFER_FRAMES, frames) as u32
    }

    fn start(&mut self, id: u32, sample_rate: u32, frames: u32) {
        self.inner.start(id, sample_rate, frames);
    }

    fn wanted(&self, id: u32) -> Option<Duration> {
        // 0 stands for `None`.
        let number = self.facts.number(sound_fact::WANTED, || {
            let wanted = self.inner.wanted(id);
            wanted.map_or(0, |rest| nanoseconds(rest).saturating_add(1))
        });
        number.checked_sub(1).map(Duration::from_nanos)
    }

    fn play(&mut self, id: u32, at: Duration, samples: &[u8]) {
        self.inner.play(id, at, samples);
    }

    fn stop(&mut self, id: u32) {
        self.inner.stop(id);
    }
}
