//! Events of mouse, keyboard, touch and gamepads, the mouse lock and the cursor.

pub(crate) mod cursor_control_dev;
pub(crate) mod events;
pub(crate) mod gamepad;
pub(crate) mod ime_input_event;
pub(crate) mod input_event;
pub(crate) mod keyboard_input_event;
pub(crate) mod lock;
pub(crate) mod mouse_cursor;
pub(crate) mod mouse_input_event;
pub(crate) mod mouse_lock;
pub(crate) mod tasks;
pub(crate) mod text_input_controller;
pub(crate) mod text_input_dev;
pub(crate) mod touch_input_event;
pub(crate) mod wheel_input_event;

use crate::kernel::family::State;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct InputState {
    inputs: events::Inputs,
    mouse_lock: lock::MouseLock,
}

impl State for InputState {
    const INDEX: usize = super::INPUT;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(InputState::default())
}
