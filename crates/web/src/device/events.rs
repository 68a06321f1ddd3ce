//! Events of the page, on their way to the program.

use crate::outside;
use pinnacle_pepper::device::input::Gamepad;
use pinnacle_pepper::device::{Event, Events};
use pinnacle_pepper::view::View;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Events that the program has not received yet, in order. Clones share the inbox.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inbox(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Event>,
    screen: [i32; 2],
    has_gesture: bool,
    gamepads: [Option<Gamepad>; 4],
    /// True if the page has been asked to report gamepads.
    wants_gamepads: bool,
    element: Element,
}

/// The state of the element, as last reported by the page, for saved states.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The view of the element.
    pub(crate) view: View,
    /// The last view in which the element was not fullscreen.
    pub(crate) windowed: View,
    /// True if it has the focus.
    pub(crate) has_focus: bool,
    /// True if the mouse is locked to it.
    pub(crate) mouse_locked: bool,
    /// True if the program waits for the next frame of the display.
    pub(crate) awaits_frame: bool,
    /// Number of messages for which the page awaits a response.
    pub(crate) asked: u32,
}

impl Default for Element {
    fn default() -> Element {
        Element {
            view: View::of_size(0, 0),
            windowed: View::of_size(0, 0),
            has_focus: false,
            mouse_locked: false,
            awaits_frame: false,
            asked: 0,
        }
    }
}

impl Element {
    /// Records the view.
    pub(crate) fn set_view(&mut self, view: View) {
        self.view = view;
        if !view.is_fullscreen {
            self.windowed = view;
        }
    }
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event.
    pub(crate) fn push(&self, event: Event) {
        let mut state = self.lock();
        let element = &mut state.element;
        match event {
            Event::View(view) => element.set_view(view),
            Event::Focus(has_focus) => element.has_focus = has_focus,
            Event::MouseLock(is_locked) => element.mouse_locked = is_locked,
            Event::MouseLockLost => element.mouse_locked = false,
            Event::Frame => element.awaits_frame = false,
            Event::BlockingMessage(_) => element.asked += 1,
            _ => {}
        }
        state.events.push_back(event);
    }

    /// Returns the state of the element.
    pub(crate) fn element(&self) -> Element {
        self.lock().element.clone()
    }

    /// Changes the state of the element without an event for the program.
    pub(crate) fn change_element(&self, change: impl FnOnce(&mut Element)) {
        change(&mut self.lock().element);
    }

    /// Returns true if an event waits for the program.
    pub(crate) fn has_events(&self) -> bool {
        !self.lock().events.is_empty()
    }

    /// Returns the size of the screen in CSS pixels.
    pub(crate) fn screen_size(&self) -> [i32; 2] {
        self.lock().screen
    }

    /// Sets the size of the screen in CSS pixels.
    pub(crate) fn set_screen_size(&self, size: [i32; 2]) {
        self.lock().screen = size;
    }

    /// Returns true if the page has a user gesture, which some requests of a program need.
    pub(crate) fn has_gesture(&self) -> bool {
        self.lock().has_gesture
    }

    /// Returns the last state of the gamepads. The page reports it from the first call on.
    pub(crate) fn gamepads(&self) -> [Option<Gamepad>; 4] {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.wants_gamepads, true) {
            outside::watch_gamepads();
        }
        state.gamepads.clone()
    }

    /// Sets the state of a gamepad; `None` if it was disconnected.
    pub(crate) fn set_gamepad(&self, index: usize, gamepad: Option<Gamepad>) {
        if let Some(place) = self.lock().gamepads.get_mut(index) {
            *place = gamepad;
        }
    }

    /// Sets whether the page has a user gesture.
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
