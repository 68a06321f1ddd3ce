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
use crate::kernel::interface::SavedFamily;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct InputState {
    inputs: events::Inputs,
    mouse_lock: lock::MouseLock,
    text_input: text_input_controller::TextInput,
}

impl State for InputState {
    const INDEX: usize = super::INPUT;
}

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        let state = kernel.states.get::<InputState>();
        state.inputs.save(to);
        state.text_input.save(to);
        state.mouse_lock.save(to)
    },
    restore: |kernel, from| {
        let state = kernel.states.get::<InputState>();
        state.inputs = events::Inputs::read_saved(from)?;
        state.text_input = text_input_controller::TextInput::read_saved(from)?;
        state.mouse_lock = lock::MouseLock::read_saved(from)?;
        events::tell_page(kernel);
        text_input_controller::tell_page(kernel);
        Ok(())
    },
};

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(InputState::default())
}
