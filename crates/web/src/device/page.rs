//! The element and its page.

use super::{Element, Inbox, Saving, saved};
use crate::boundary::log_level;
use crate::{outside, wire};
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::message::Message;
use pinnacle_saved_state::devices::Devices;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// The page around the element of a program.
pub(super) struct WebPage {
    inbox: Inbox,
    /// Messages that the program has posted before it was loaded; the page must first receive the
    /// load event. `None` once the program is loaded.
    held: Option<Vec<Message>>,
    saving: Saving,
    cursor: Cursor,
}

impl WebPage {
    pub(super) fn new(inbox: Inbox, saving: Saving) -> WebPage {
        WebPage {
            inbox,
            held: Some(Vec::new()),
            saving,
            cursor: Cursor::Standard(0),
        }
    }
}

/// Returns the number of a console level.
pub(crate) fn level_number(level: LogLevel) -> u32 {
    match level {
        LogLevel::Tip => log_level::TIP,
        LogLevel::Log => log_level::LOG,
        LogLevel::Warning => log_level::WARNING,
        LogLevel::Error => log_level::ERROR,
    }
}

fn post(message: &Message) {
    outside::post_message(&wire::to_bytes(message));
}

impl Page for WebPage {
    fn loaded(&mut self) {
        outside::loaded();
        self.held.take().iter().flatten().for_each(post);
    }

    fn refused(&mut self, reason: &str) {
        outside::refused(reason);
    }

    fn post(&mut self, message: Message) -> Flow {
        match &mut self.held {
            Some(held) => held.push(message),
            None => post(&message),
        }
        Flow::Continue
    }

    fn respond(&mut self, response: Option<Message>) {
        let answered = |element: &mut Element| element.asked = element.asked.saturating_sub(1);
        self.inbox.change_element(answered);
        outside::respond(response.as_ref().map(wire::to_bytes));
    }

    fn log(&mut self, level: LogLevel, text: &str) {
        outside::log(level_number(level), text);
    }

    fn set_fullscreen(&mut self, on: bool) -> bool {
        outside::set_fullscreen(on)
    }

    fn screen_size(&self) -> [i32; 2] {
        self.inbox.screen_size()
    }

    fn has_user_gesture(&self) -> bool {
        self.inbox.has_gesture()
    }

    fn inputs_wanted(&mut self, unfiltered: u32, filtered: u32) {
        outside::inputs_wanted(unfiltered, filtered);
    }

    fn input_done(&mut self, is_handled: bool) {
        outside::input_done(is_handled);
    }

    fn lock_mouse(&mut self) {
        outside::lock_mouse(true);
    }

    fn unlock_mouse(&mut self) {
        let unlocked = |element: &mut Element| element.mouse_locked = false;
        self.inbox.change_element(unlocked);
        outside::lock_mouse(false);
    }

    fn set_cursor(&mut self, cursor: Cursor) -> bool {
        let is_shown = match &cursor {
            Cursor::Standard(kind) => outside::set_cursor(*kind),
            Cursor::Custom {
                width,
                height,
                rgba,
                hot_spot: [left, top],
            } => {
                outside::set_picture_cursor(rgba, *width, *height, *left, *top);
                true
            }
        };
        if is_shown {
            self.cursor = cursor;
        }
        is_shown
    }

    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        self.inbox.gamepads()
    }

    fn set_text_input_type(&mut self, kind: u32) {
        outside::set_text_input(kind);
    }

    fn set_caret(&mut self, [left, top, width, height]: [i32; 4]) {
        outside::set_caret(left, top, width, height);
    }

    fn cancel_composition(&mut self) {
        outside::cancel_composition();
    }

    fn begin_save(&mut self) -> Result<Writer, Refusal> {
        self.saving.begin()
    }

    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let devices = self.saving.devices(&self.inbox, self.cursor.clone())?;
        devices.save(to);
        Ok(())
    }

    fn end_save(&mut self, result: Result<Writer, Refusal>) {
        saved::end(result);
    }

    fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let devices = Devices::read(from)?;
        self.saving.continue_from(&devices, &self.inbox);
        self.set_cursor(devices.cursor);
        Ok(())
    }

    fn continued(&mut self, result: Result<(), &Unusable>) -> bool {
        match result {
            Ok(()) => self.loaded(),
            Err(error) => outside::refused(&saved::sentence(&error.to_string())),
        }
        false
    }
}
