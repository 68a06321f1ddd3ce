//! The page: messages, the console, fullscreen, the mouse.

use super::{Machine, State, Unread, Until, frame_at};
use crate::json;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::Rect;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::io::Write;
use std::time::Duration;

/// A message is written as JSON up to this size in bytes, even if the budget is exhausted.
const MIN_TEXT: usize = 64 << 10;

/// Number of frames for which a run continues after its last message, for the final picture.
const FRAMES_AFTER_MESSAGE: u64 = 2;

/// Time for which an action of the user counts as a gesture.
const GESTURE: Duration = Duration::from_secs(1);

impl Page for Machine {
    fn loaded(&mut self) {
        let mut state = self.lock();
        state.outcome.has_loaded = true;
        if state.until == Until::Load {
            state.is_ending = true;
        }
    }

    fn post(&mut self, message: Message) -> Flow {
        self.lock().message(message)
    }

    fn respond(&mut self, response: Option<Message>) {
        let mut state = self.lock();
        state.is_asking = false;
        match response {
            Some(response) => {
                state.message(response);
            }
            None => (state.console)(
                LogLevel::Error,
                "The page waits for a response, but the program does not send one.",
            ),
        }
    }

    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.has_asked_for_gamepads, true) {
            state.changed();
        }
        state.gamepads.now()
    }

    fn log(&mut self, level: LogLevel, text: &str) {
        (self.lock().console)(level, text);
    }

    fn set_fullscreen(&mut self, on: bool) -> bool {
        let mut state = self.lock();
        if on == state.windowed.is_some() || on && !state.has_gesture() {
            return false;
        }
        if on {
            state.windowed = Some(state.view);
            let [width, height] = state.screen_size;
            let whole = Rect {
                width,
                height,
                ..Rect::default()
            };
            state.view.rect = whole;
            state.view.clip = whole;
            state.view.is_fullscreen = true;
        } else if let Some(windowed) = state.windowed.take() {
            state.view = windowed;
        }
        let view = state.view;
        state.queue.push_back(Event::View(view));
        state.changed();
        true
    }

    fn screen_size(&self) -> [i32; 2] {
        self.lock().screen_size
    }

    fn has_user_gesture(&self) -> bool {
        self.lock().has_gesture()
    }

    fn lock_mouse(&mut self) {
        let mut state = self.lock();
        state.mouse_locked = true;
        state.queue.push_back(Event::MouseLock(true));
        state.changed();
    }

    fn unlock_mouse(&mut self) {
        let mut state = self.lock();
        if std::mem::take(&mut state.mouse_locked) {
            state.queue.push_back(Event::MouseLockLost);
            state.changed();
        }
    }

    fn set_cursor(&mut self, cursor: Cursor) -> bool {
        let mut state = self.lock();
        state.cursor = cursor;
        state.changed();
        true
    }

    fn inputs_wanted(&mut self, unfiltered: u32, filtered: u32) {
        let mut state = self.lock();
        state.text_input.request(unfiltered | filtered);
        state.changed();
    }

    fn set_text_input_type(&mut self, kind: u32) {
        let mut state = self.lock();
        state.text_input.kind = kind;
        state.changed();
    }

    fn set_caret(&mut self, [x, y, width, height]: [i32; 4]) {
        let mut state = self.lock();
        state.text_input.caret = Rect {
            x,
            y,
            width,
            height,
        };
        state.changed();
    }

    fn cancel_composition(&mut self) {
        let mut state = self.lock();
        state.text_input.cancellations += 1;
        state.changed();
    }

    fn begin_save(&mut self) -> Result<Writer, Refusal> {
        self.begin_saving()
    }

    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        self.lock().save(to)
    }

    fn end_save(&mut self, result: Result<Writer, Refusal>) {
        self.end_saving(result);
    }

    fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        self.lock().restore(from)
    }

    fn continued(&mut self, result: Result<(), &Unusable>) -> bool {
        if let Err(error) = result {
            let what = format!("cannot continue from the saved state: {error}");
            self.lock().failed(what);
        }
        true
    }
}

impl State {
    fn has_gesture(&self) -> bool {
        let elapsed = self.elapsed();
        self.gesture
            .is_some_and(|gesture| elapsed.saturating_sub(gesture) <= GESTURE)
    }

    /// Handles the message that ends the run. Programs post messages before their drawing is
    /// displayed, so a run with pictures continues until it is visible.
    fn last_message(&mut self) -> Flow {
        if !self.pictures.is_kept() {
            return Flow::End;
        }
        self.has_all_messages = true;
        let frame = frame_at(self.elapsed()).max(self.last_frame);
        self.until = Until::Frame(frame + FRAMES_AFTER_MESSAGE);
        Flow::Continue
    }

    /// Handles a message of the program.
    fn message(&mut self, message: Message) -> Flow {
        if self.has_all_messages {
            return Flow::Continue;
        }
        self.outcome.messages += 1;
        if let Some(out) = &mut self.messages {
            // Even if a message is too large, its line is valid JSON. The buffer doubles as it
            // grows, so only half of the remaining budget can be used.
            let room = usize::try_from(self.budget.room() / 2).unwrap_or(usize::MAX);
            let most = room.clamp(MIN_TEXT, json::MAX_TEXT);
            let line = json::to_text_within(&message, most)
                .unwrap_or_else(|error| format!("{{\"$error\":\"{error}\"}}"));
            if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
                self.messages = None;
                self.failed(format!("cannot write the messages: {error}"));
            }
        }
        if !self.script.is_empty() && self.unread.push_back(Unread(message)).is_err() {
            self.failed(
                "the script leaves more messages unread than the memory limit (--memory) allows"
                    .into(),
            );
            self.is_ending = true;
            return Flow::End;
        }
        match self.until {
            Until::Message(count) if self.outcome.messages >= count => self.last_message(),
            _ => Flow::Continue,
        }
    }
}
