//! A user who watches and acts while the program runs, from a thread of their own.

use super::{Machine, State};
use crate::inbox::InFlight;
use crate::script::Action;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::page::Cursor;
use pinnacle_pepper::view::{Rect, View};
use pinnacle_system::clock::Clock;

/// Runs in the thread of the program when it shows something else. Must not call the machine.
pub type Notify = Box<dyn Fn() + Send>;

/// The state of the element that a user notices.
#[derive(Clone, PartialEq, Debug)]
pub struct Appearance {
    /// The place of the element. It is fullscreen if the program has asked for that.
    pub view: View,
    /// The pointer over the element.
    pub cursor: Cursor,
    /// True if the program has taken the mouse: the pointer is hidden and does not move.
    pub has_mouse: bool,
}

impl Machine {
    /// Returns a guard. While it exists something may still happen to the program, so the run does
    /// not end because the program has nothing left to do.
    pub fn keep_open(&self) -> InFlight {
        self.lock().inbox.begin()
    }

    /// The user does something now.
    pub fn user_does(&self, action: Action) {
        self.lock().act(0, action);
    }

    /// The user moves the mouse while the program has it, by these CSS pixels.
    pub fn user_moves_by(&self, movement: [i32; 2]) {
        let mut state = self.lock();
        let time = state.clock.monotonic();
        let event = state.synthetic_input.movement(movement, time);
        state.queue.push_back(Event::Input(event));
    }

    /// The element fills a window of another size, in CSS pixels; on a screen with so many device
    /// pixels for each.
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

    /// The user leaves fullscreen, or takes the mouse from the program.
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

    /// The size of the screen that the element may fill, in CSS pixels.
    pub fn set_screen_size(&self, size: [i32; 2]) {
        self.lock().screen_size = size;
    }

    /// Ends the run: the program is told so, once it has started.
    pub fn user_closes(&self) {
        self.lock().is_ending = true;
    }

    /// Returns what the user notices of the element besides its picture.
    pub fn appearance(&self) -> Appearance {
        let state = self.lock();
        Appearance {
            view: state.view,
            cursor: state.cursor.clone(),
            has_mouse: state.mouse_locked,
        }
    }
}

impl State {
    /// Something that a user notices has changed.
    pub(super) fn changed(&self) {
        if let Some(notify) = &self.on_change {
            notify();
        }
    }
}
