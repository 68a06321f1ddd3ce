//! The machine in a saved state: the time, the view, held keys and buttons, frames.

use super::{Machine, State, frame_at, time_of};
use pinnacle_base::whole_file;
use pinnacle_pepper::device::Event;
use pinnacle_saved_state::devices::Devices;
use pinnacle_saved_state::file;
use pinnacle_system::clock::Clock;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::path::PathBuf;
use std::time::Duration;

/// Progress of saving.
#[derive(Debug, Default)]
pub(super) struct Saving {
    /// The file for the state at the end of the run.
    pub(super) at_end: Option<PathBuf>,
    /// The file for the state that was requested and is not saved yet.
    pub(super) now: Option<PathBuf>,
    /// Time since the start at which saving is tried again, because a pending operation that will
    /// soon end prevented it.
    pub(super) again_at: Option<Duration>,
    /// Number of retries so far.
    pub(super) tries: u32,
}

/// Maximum number of retries, one per frame.
const MAX_TRIES: u32 = 600;

impl Machine {
    pub(super) fn begin_saving(&self) -> Result<Writer, Refusal> {
        let state = self.lock();
        let path = state.saving.now.as_ref();
        let path = path.ok_or_else(|| Refusal::of("a state that was not asked for"))?;
        let program = state.program.as_ref();
        let program =
            program.ok_or_else(|| Refusal::of("an embedder that does not provide the SHA-256"))?;
        let path = path.clone();
        let write = move |bytes: &[u8]| whole_file::write(&path, bytes);
        Ok(file::create(program, &state.budget, write))
    }

    pub(super) fn end_saving(&self, result: Result<Writer, Refusal>) {
        let mut state = self.lock();
        if let Err(refusal) = &result
            && refusal.passes()
            && state.saving.tries < MAX_TRIES
        {
            state.saving.tries += 1;
            state.saving.again_at = Some(time_of(frame_at(state.elapsed()) + 1));
            return;
        }
        state.saving.tries = 0;
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
    /// Tries to save the state again when it is time.
    pub(super) fn save_again(&mut self, elapsed: Duration) -> Option<Event> {
        self.saving.again_at.filter(|&time| elapsed >= time)?;
        self.saving.again_at = None;
        Some(Event::Save)
    }

    /// Starts to save the state at the end of the run, once, if requested.
    pub(super) fn save_at_end(&mut self) -> Option<Event> {
        let path = self.saving.at_end.take()?;
        self.saving.now = Some(path);
        Some(Event::Save)
    }

    pub(super) fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let refused = |part| Err(Refusal::for_now(part));
        let Some(now) = self.clock.moment() else {
            return Err(Refusal::of("the time of a replay"));
        };
        if self.inbox.has_work() {
            return refused("a request that has not been answered");
        }
        if !self.queue.is_empty() || self.frame_open.is_some() {
            return refused("an event on its way to it");
        }
        if self.is_asking {
            return refused("a message that waits for its response");
        }
        if self.gamepads.has_scripted() {
            return Err(Refusal::of("a gamepad of the script"));
        }
        let devices = Devices {
            now,
            start: self.start,
            view: self.view,
            windowed: self.windowed,
            screen_size: self.screen_size,
            has_focus: self.has_focus,
            mouse_locked: self.mouse_locked,
            gesture: self.gesture,
            hands: self.synthetic_input.hands.clone(),
            frame_wanted: self.frame_wanted,
            last_frame: self.last_frame,
            cursor: self.cursor.clone(),
        };
        devices.save(to);
        Ok(())
    }

    pub(super) fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let devices = Devices::read(from)?;
        if !self.clock.continue_from(devices.now) {
            return Err(Unusable::because("a replay has its own time"));
        }
        self.start = devices.start;
        self.frame_wanted = devices.frame_wanted;
        self.last_frame = devices.last_frame;
        self.cursor = devices.cursor;
        // The restored picture counts as that of the last frame.
        self.frame_open = Some(self.last_frame);
        self.outcome.has_loaded = true;
        self.seen = devices.now.real.saturating_sub(self.start);
        if self.on_change.is_some() {
            // The window and its user may have changed, so the program is notified of their current
            // state.
            self.queue.push_back(Event::View(self.view));
            self.queue.push_back(Event::Focus(self.has_focus));
            if devices.mouse_locked {
                self.queue.push_back(Event::MouseLockLost);
            }
            self.changed();
            return Ok(());
        }
        self.view = devices.view;
        self.windowed = devices.windowed;
        self.screen_size = devices.screen_size;
        self.has_focus = devices.has_focus;
        self.mouse_locked = devices.mouse_locked;
        self.gesture = devices.gesture;
        self.synthetic_input.hands = devices.hands;
        Ok(())
    }
}
