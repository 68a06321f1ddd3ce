//! Reads gamepads through XInput, which is loaded when a program requests gamepads.

use super::{PLACES, POLLS_PER_SEARCH, Pad};
use rusty_xinput::{XInputHandle, XInputState};

/// The gamepads of the machine.
pub(super) struct Source {
    /// The XInput library; `None` if this system lacks it.
    library: Option<XInputHandle>,
    is_connected: [bool; PLACES],
    /// Number of polls until unconnected places are checked again.
    polls: u32,
}

impl Source {
    /// Returns the gamepads of this machine. It is empty without XInput.
    pub(super) fn new() -> Source {
        Source {
            library: XInputHandle::load_default().ok(),
            is_connected: [false; PLACES],
            polls: 0,
        }
    }

    /// Returns the current state of all gamepads.
    pub(super) fn poll(&mut self) -> [Option<Pad>; PLACES] {
        let Some(library) = &self.library else {
            return [const { None }; PLACES];
        };
        let asks_all = self.polls == 0;
        self.polls = match asks_all {
            true => POLLS_PER_SEARCH - 1,
            false => self.polls - 1,
        };
        let mut index = 0;
        self.is_connected.each_mut().map(|is_connected| {
            let place = index;
            index += 1;
            if !*is_connected && !asks_all {
                return None;
            }
            let state = library.get_state(place).ok();
            *is_connected = state.is_some();
            state.map(|state| pad(&state))
        })
    }
}

/// Converts a state to the standard layout. The vertical axes of sticks point upwards in XInput,
/// and downwards in browsers.
fn pad(state: &XInputState) -> Pad {
    let button = |is_pressed: bool| f32::from(u8::from(is_pressed));
    let trigger = |pulled: u8| f32::from(pulled) / f32::from(u8::MAX);
    let way = |raw: i16| (f32::from(raw) / f32::from(i16::MAX)).max(-1.0);
    let [left, right] = [state.left_stick_raw(), state.right_stick_raw()];
    Pad {
        id: "Xbox 360 Controller (XInput STANDARD GAMEPAD)".to_owned(),
        axes: vec![way(left.0), -way(left.1), way(right.0), -way(right.1)],
        buttons: vec![
            button(state.south_button()),
            button(state.east_button()),
            button(state.west_button()),
            button(state.north_button()),
            button(state.left_shoulder()),
            button(state.right_shoulder()),
            trigger(state.left_trigger()),
            trigger(state.right_trigger()),
            button(state.select_button()),
            button(state.start_button()),
            button(state.left_thumb_button()),
            button(state.right_thumb_button()),
            button(state.arrow_up()),
            button(state.arrow_down()),
            button(state.arrow_left()),
            button(state.arrow_right()),
            button(state.guide_button()),
        ],
    }
}
