//! What happens in the page, on its way to the program.

use crate::outside;
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::{Event, Events};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Events that have not been taken yet, in order. Clones are the same inbox.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inbox(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Event>,
    screen: [i32; 2],
    has_gesture: bool,
    gamepads: [Option<Gamepad>; 4],
    /// True if the page was asked to report gamepads.
    wants_gamepads: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something has happened.
    pub(crate) fn push(&self, event: Event) {
        self.lock().events.push_back(event);
    }

    /// The size of the screen in CSS pixels.
    pub(crate) fn screen_size(&self) -> [i32; 2] {
        self.lock().screen
    }

    /// The screen has this size.
    pub(crate) fn set_screen_size(&self, size: [i32; 2]) {
        self.lock().screen = size;
    }

    /// Returns true if the page lets the program do what needs an input from the user.
    pub(crate) fn has_gesture(&self) -> bool {
        self.lock().has_gesture
    }

    /// The state of the gamepads, as last reported by the page. It reports from the first question
    /// on.
    pub(crate) fn gamepads(&self) -> [Option<Gamepad>; 4] {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.wants_gamepads, true) {
            outside::watch_gamepads();
        }
        state.gamepads.clone()
    }

    /// A gamepad does this, or is not there any more.
    pub(crate) fn set_gamepad(&self, index: usize, gamepad: Option<Gamepad>) {
        if let Some(place) = self.lock().gamepads.get_mut(index) {
            *place = gamepad;
        }
    }

    /// The page lets the program do that, or no more.
    pub(crate) fn set_gesture(&self, has_gesture: bool) {
        self.lock().has_gesture = has_gesture;
    }
}

impl Events for Inbox {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        self.lock().events.pop_front()
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        // The engine receives events from the page itself.
        None
    }

    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}
