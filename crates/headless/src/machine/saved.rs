//! The machine in a saved state: the time, the view, the user's hands, frames.

use super::{Machine, State};
use crate::saved;
use crate::script::synthetic_input::SyntheticInput;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::page::Cursor;
use pinnacle_system::clock::Clock;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::path::PathBuf;

/// Maximum number of the last frame.
const MAX_FRAME: u64 = 1 << 48;

/// Maximum size of the picture of a pointer in bytes.
const MAX_POINTER: usize = 4 * 32 * 32;

/// Progress of saving.
#[derive(Debug, Default)]
pub(super) struct Saving {
    /// The file for the state at the end of the run.
    pub(super) at_end: Option<PathBuf>,
    /// The file for the state that was requested and has not been saved yet.
    pub(super) now: Option<PathBuf>,
}

impl Machine {
    pub(super) fn begin_saving(&self) -> Result<Writer, Refusal> {
        let state = self.lock();
        let path = state.saving.now.as_ref();
        let path = path.ok_or_else(|| Refusal::of("a state that was not asked for"))?;
        let program = state.program.as_ref();
        let program =
            program.ok_or_else(|| Refusal::of("an embedder that does not give its SHA-256"))?;
        Ok(saved::create(path, program, &state.budget))
    }

    pub(super) fn end_saving(&self, result: Result<Writer, Refusal>) {
        let mut state = self.lock();
        let Some(path) = state.saving.now.take() else {
            return;
        };
        let path = path.display();
        match result.map(Writer::finish) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let what = format!("cannot save the state to {path}: {error}");
                state.failed(what);
            }
            Err(refusal) => {
                let what = format!(
                    "cannot save the state to {path}: the program has {refusal}, which cannot be \
                     saved; save it at another time"
                );
                state.failed(what);
            }
        }
    }
}

impl State {
    /// Begins to save the state at the end of the run, once, if that was requested.
    pub(super) fn save_at_end(&mut self) -> Option<Event> {
        let path = self.saving.at_end.take()?;
        self.saving.now = Some(path);
        Some(Event::Save)
    }

    pub(super) fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let refused = |part| Err(Refusal::of(part));
        let Some(now) = self.clock.virtual_time() else {
            return refused("the time of this computer (--clock real)");
        };
        if self.inbox.is_open() {
            return refused("a request that has not been answered");
        }
        if !self.queue.is_empty() || self.frame_open.is_some() {
            return refused("an event on its way to it");
        }
        if self.is_asking {
            return refused("a message that waits for its response");
        }
        if !self.rates.is_empty() {
            return refused("a sound that plays");
        }
        if self.gamepads.now().iter().any(Option::is_some) {
            return refused("a gamepad");
        }
        to.time(now);
        to.time(self.start);
        self.view.save(to);
        to.option(self.windowed, |to, view| view.save(to));
        to.words(&self.screen_size.map(|side| side as u32));
        to.truth(self.has_focus);
        to.truth(self.mouse_locked);
        to.option(self.gesture, Writer::time);
        self.synthetic_input.save(to);
        to.option(self.frame_wanted, Writer::number);
        to.number(self.last_frame);
        save_cursor(&self.cursor, to);
        Ok(())
    }

    pub(super) fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let now = from.time()?;
        if !self.clock.set_virtual_time(now) {
            return Err(Unusable::because(
                "its time is virtual; leave --clock real and --window out",
            ));
        }
        self.start = from.time()?;
        if self.start > now {
            return Err(Unusable::damaged("it begins after it was saved"));
        }
        self.view.restore(from)?;
        let mut view = self.view;
        self.windowed = from.option(|from| view.restore(from).map(|()| view))?;
        self.screen_size = from.words()?.map(|side: u32| side as i32);
        self.has_focus = from.truth()?;
        self.mouse_locked = from.truth()?;
        self.gesture = from.option(Reader::time)?;
        self.synthetic_input = SyntheticInput::read_saved(from)?;
        self.frame_wanted = from.option(Reader::number)?;
        self.last_frame = from.number()?;
        if self.last_frame.max(self.frame_wanted.unwrap_or(0)) > MAX_FRAME {
            return Err(Unusable::damaged("it has more frames than there can be"));
        }
        self.cursor = read_cursor(from)?;
        // The picture that is shown again counts as that of the last frame.
        self.frame_open = Some(self.last_frame);
        self.outcome.has_loaded = true;
        self.seen = now.saturating_sub(self.start);
        Ok(())
    }
}

fn save_cursor(cursor: &Cursor, to: &mut Writer) {
    match cursor {
        Cursor::Standard(number) => {
            to.truth(false);
            to.word(*number);
        }
        Cursor::Custom {
            width,
            height,
            rgba,
            hot_spot: [x, y],
        } => {
            to.truth(true);
            to.words(&[*width, *height, *x as u32, *y as u32]);
            to.bytes(rgba);
        }
    }
}

fn read_cursor(from: &mut Reader) -> Result<Cursor, Unusable> {
    if !from.truth()? {
        return Ok(Cursor::Standard(from.word()?));
    }
    let [width, height, x, y] = from.words()?;
    let rgba = from.bytes(MAX_POINTER)?;
    if u64::from(width) * u64::from(height) * 4 != rgba.len() as u64 {
        return Err(Unusable::damaged(
            "the pointer has another size than its picture",
        ));
    }
    Ok(Cursor::Custom {
        width,
        height,
        rgba,
        hot_spot: [x as i32, y as i32],
    })
}
