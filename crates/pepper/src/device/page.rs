//! The element of a program, and the page around it.

use super::input::Gamepad;
use crate::message::Message;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// The levels of `PP_LogLevel`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// A tip.
    Tip,
    /// Ordinary messages.
    Log,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

impl LogLevel {
    /// Converts the program's number. An unknown number becomes an error, so that the message is
    /// noticed.
    pub(crate) fn from_number(number: u32) -> LogLevel {
        let levels = [LogLevel::Tip, LogLevel::Log, LogLevel::Warning];
        levels
            .get(number as usize)
            .copied()
            .unwrap_or(LogLevel::Error)
    }
}

/// The page's decision about the program after a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The program may continue.
    Continue,
    /// The embedder has asked the program to stop.
    End,
}

/// The shape of the mouse pointer over the element.
#[derive(Clone, PartialEq, Debug)]
pub enum Cursor {
    /// One of `PP_MouseCursor_Type`, 0 to 42.
    Standard(u32),
    /// A picture in RGBA with straight alpha, at most 32 by 32 pixels, and its hot spot.
    Custom {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// Four bytes for each pixel: red, green, blue, alpha.
        rgba: Vec<u8>,
        /// Position of the hot spot in pixels, from the left and the top.
        hot_spot: [i32; 2],
    },
}

/// A page.
pub trait Page {
    /// Reports that the program has started: the `load` event of the element.
    fn loaded(&mut self) {}

    /// Reports that the program could not be started, with a reason in Chrome's words. The program
    /// ends.
    fn refused(&mut self, reason: &str) {
        let _ = reason;
    }

    /// Takes a message that the program posts.
    fn post(&mut self, message: Message) -> Flow;

    /// Takes the program's response to an [`Event::BlockingMessage`](super::Event). It is `None` if
    /// the program has no handler for these messages, or if the response cannot be sent.
    fn respond(&mut self, response: Option<Message>) {
        let _ = response;
    }

    /// Writes a line to the console.
    fn log(&mut self, level: LogLevel, text: &str);

    /// Makes the element fill the screen, or leaves fullscreen. Returns true if the request is
    /// accepted. An [`Event::View`](super::Event) follows when it has happened, or an
    /// [`Event::FullscreenRefused`](super::Event) if it failed later.
    fn set_fullscreen(&mut self, on: bool) -> bool {
        let _ = on;
        false
    }

    /// Returns the size of the screen in CSS pixels.
    fn screen_size(&self) -> [i32; 2];

    /// Returns true if the page allows operations that need a user gesture. The kernel itself
    /// tracks the inputs that the program has received.
    fn has_user_gesture(&self) -> bool {
        false
    }

    /// Sets the classes of input that the program requests: bits of [`class`], including those that
    /// the kernel converts to events of other classes. The program consumes all unfiltered input.
    /// For filtered input, [`Page::input_done`] reports whether it did. Other input is not sent to
    /// the program.
    ///
    /// [`class`]: super::input::class
    fn inputs_wanted(&mut self, unfiltered: u32, filtered: u32) {
        let _ = (unfiltered, filtered);
    }

    /// Reports the outcome of the next [`Event::Input`](super::Event), in order. `is_handled` is
    /// true if the program handled the input; the page must then ignore it.
    fn input_done(&mut self, is_handled: bool) {
        let _ = is_handled;
    }

    /// Locks the mouse. An [`Event::MouseLock`](super::Event) reports the result.
    fn lock_mouse(&mut self);

    /// Unlocks the mouse.
    fn unlock_mouse(&mut self) {}

    /// Changes the mouse pointer. Returns false if this shape is not supported.
    fn set_cursor(&mut self, cursor: Cursor) -> bool;

    /// Returns the current state of the four gamepads.
    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        [const { None }; 4]
    }

    /// Sets the `PP_TextInput_Type` of the text that the program accepts.
    fn set_text_input_type(&mut self, kind: u32) {
        let _ = kind;
    }

    /// Sets the position of the program's text cursor in CSS pixels: x, y, width, height.
    fn set_caret(&mut self, caret: [i32; 4]) {
        let _ = caret;
    }

    /// Cancels the text that is being composed.
    fn cancel_composition(&mut self) {}

    /// Starts to save the state of the program, after an [`Event::Save`](super::Event). Returns the
    /// writer for the whole state.
    ///
    /// # Errors
    ///
    /// Fails if states cannot be saved here.
    fn begin_save(&mut self) -> Result<Writer, Refusal> {
        Err(Refusal::of("devices that cannot be saved"))
    }

    /// Writes the state of the devices, such as the time.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be saved now.
    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let _ = to;
        Err(Refusal::of("devices that cannot be saved"))
    }

    /// Called when saving has ended: with the writer that has received the whole state, or with the
    /// part of the program that cannot be saved now.
    fn end_save(&mut self, result: Result<Writer, Refusal>) {
        let _ = result;
    }

    /// Restores the devices from the state that [`Page::save`] has written.
    ///
    /// # Errors
    ///
    /// Fails if the state is damaged, or states cannot be restored here.
    fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let _ = from;
        Err(Unusable::because(
            "these devices cannot continue from a saved state",
        ))
    }

    /// Reports that the program now continues from a saved state, or that it cannot and ends.
    /// Returns true if the page shows the reason itself; otherwise the program's exit message
    /// contains it.
    fn continued(&mut self, result: Result<(), &Unusable>) -> bool {
        let _ = result;
        false
    }
}
