//! The element and its page.

use super::Inbox;
use crate::boundary::log_level;
use crate::{outside, wire};
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::message::Message;

/// The page around the element of a program.
pub(super) struct WebPage {
    inbox: Inbox,
    /// The messages that the program posted before it was loaded. The page must be notified of the
    /// load first.
    held: Option<Vec<Message>>,
}

impl WebPage {
    pub(super) fn new(inbox: Inbox) -> WebPage {
        WebPage {
            inbox,
            held: Some(Vec::new()),
        }
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
        outside::respond(response.as_ref().map(wire::to_bytes));
    }

    fn log(&mut self, level: LogLevel, text: &str) {
        let level = match level {
            LogLevel::Tip => log_level::TIP,
            LogLevel::Log => log_level::LOG,
            LogLevel::Warning => log_level::WARNING,
            LogLevel::Error => log_level::ERROR,
        };
        outside::log(level, text);
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
        outside::lock_mouse(false);
    }

    fn set_cursor(&mut self, cursor: Cursor) -> bool {
        match cursor {
            Cursor::Standard(kind) => outside::set_cursor(kind),
            Cursor::Custom {
                width,
                height,
                rgba,
                hot_spot: [left, top],
            } => {
                outside::set_picture_cursor(&rgba, width, height, left, top);
                true
            }
        }
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
}
