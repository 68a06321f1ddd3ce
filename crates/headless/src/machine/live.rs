//! A user who watches and acts while the program runs, from a separate thread.

use super::{Machine, State};
use crate::inbox::Watching;
use crate::script::Action;
use crate::script::gamepads::GamepadStep;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::input::{CompositionAction, Input, InputEvent, class};
use pinnacle_pepper::device::page::Cursor;
use pinnacle_pepper::view::{Rect, View};
use pinnacle_system::clock::Clock;

/// Maximum number of events that may wait for a program, for example while it hangs.
const MAX_WAITING: usize = 4096;

/// `PP_TEXTINPUT_TYPE_NONE`.
const NO_TEXT: u32 = 0;
/// `PP_TEXTINPUT_TYPE_TEXT`.
const TEXT: u32 = 1;

/// Called in the program's thread when the picture or the [`Appearance`] changes. It must not call
/// the machine.
pub type Notify = Box<dyn Fn() + Send>;

/// The visible state of the element, except for its picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Appearance {
    /// Position and size of the element. It is fullscreen if the program has requested fullscreen.
    pub view: View,
    /// The pointer over the element.
    pub cursor: Cursor,
    /// True if the program has locked the mouse: the pointer is hidden and does not move.
    pub has_mouse: bool,
    /// The state of the program's text for input methods.
    pub text_input: TextInput,
    /// True if the program has asked for the state of gamepads.
    pub has_asked_for_gamepads: bool,
}

/// The text that the program takes from input methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextInput {
    /// The `PP_TextInput_Type`. Programs take text until they set another type.
    pub(super) kind: u32,
    /// True if the program has requested events of the keyboard or of input methods.
    pub(super) is_requested: bool,
    /// Position and size of the text cursor in CSS pixels.
    pub caret: Rect,
    /// Number of times that the program has cancelled the text being composed.
    pub cancellations: u64,
}

impl Default for TextInput {
    fn default() -> TextInput {
        TextInput {
            kind: TEXT,
            is_requested: false,
            caret: Rect::default(),
            cancellations: 0,
        }
    }
}

impl TextInput {
    /// Returns true if the program takes text.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        self.is_requested && self.kind != NO_TEXT
    }

    /// Updates the state when the program requests classes of input.
    pub(super) fn request(&mut self, classes: u32) {
        self.is_requested = classes & (class::KEYBOARD | class::IME) != 0;
    }
}

impl Machine {
    /// Returns a guard. While it exists, input may still arrive, so the run does not end when the
    /// program has nothing left to do.
    pub fn keep_open(&self) -> Watching {
        self.lock().inbox.watch()
    }

    /// Sets the view for pictures, if the events come from elsewhere, for example from a replay.
    pub fn set_view(&self, view: View) {
        let mut state = self.lock();
        state.view = view;
        state.changed();
    }

    /// Performs a user's action now. Ignores it if too many events are waiting for the program.
    pub fn user_does(&self, action: Action) {
        let mut state = self.lock();
        if state.queue.len() < MAX_WAITING {
            state.act(0, action);
        }
    }

    /// Changes the text that the user composes with an input method. `selection` is in bytes.
    /// Ignores the change if too many events are waiting for the program.
    pub fn user_composes(&self, action: CompositionAction, text: &str, selection: [u32; 2]) {
        let mut state = self.lock();
        if state.queue.len() >= MAX_WAITING {
            return;
        }
        state.user_acts(true);
        let event = InputEvent {
            time: state.clock.monotonic(),
            modifiers: 0,
            input: Input::composition(action, text, selection),
        };
        state.queue.push_back(Event::Input(event));
    }

    /// Changes the state of a gamepad that the user holds.
    pub fn user_holds(&self, step: GamepadStep) {
        let mut state = self.lock();
        let time = state.clock.monotonic();
        state.gamepads.user_holds(step, time);
    }

    /// Moves the mouse by these CSS pixels while the program has locked it. Ignores the movement if
    /// too many events are waiting for the program.
    pub fn user_moves_by(&self, movement: [i32; 2]) {
        let mut state = self.lock();
        if state.queue.len() >= MAX_WAITING {
            return;
        }
        let time = state.clock.monotonic();
        let event = state.synthetic_input.movement(movement, time);
        state.queue.push_back(Event::Input(event));
    }

    /// Resizes the element to fill a window of this size in CSS pixels. `scale` is the number of
    /// device pixels for each CSS pixel.
    pub fn user_resizes(&self, [width, height]: [i32; 2], scale: f32) {
        let mut state = self.lock();
        let whole = Rect {
            width,
            height,
            ..Rect::default()
        };
        let view = View {
            rect: whole,
            clip: whole,
            device_scale: scale,
            ..state.view
        };
        if state.view != view {
            state.view = view;
            state.queue.push_back(Event::View(view));
        }
    }

    /// Leaves fullscreen, and unlocks the mouse.
    pub fn user_leaves(&self) {
        let mut state = self.lock();
        if let Some(windowed) = state.windowed.take() {
            state.view = windowed;
            state.queue.push_back(Event::View(windowed));
        }
        if std::mem::take(&mut state.mouse_locked) {
            state.queue.push_back(Event::MouseLockLost);
        }
        state.changed();
    }

    /// Sets the size of the screen in CSS pixels, which the element has in fullscreen.
    pub fn set_screen_size(&self, size: [i32; 2]) {
        self.lock().screen_size = size;
    }

    /// Ends the run. A program that has started is notified.
    pub fn user_closes(&self) {
        self.lock().is_ending = true;
    }

    /// Returns the current appearance of the element.
    pub fn appearance(&self) -> Appearance {
        let state = self.lock();
        Appearance {
            view: state.view,
            cursor: state.cursor.clone(),
            has_mouse: state.mouse_locked,
            text_input: state.text_input,
            has_asked_for_gamepads: state.has_asked_for_gamepads,
        }
    }
}

impl State {
    /// Reports a change of the picture or the appearance.
    pub(super) fn changed(&self) {
        if let Some(notify) = &self.on_change {
            notify();
        }
    }
}
