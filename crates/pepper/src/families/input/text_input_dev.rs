//! `PPB_TextInput(Dev)`: `PPB_TextInputController`, before it was. Programs are never
//! asked for the text around the caret, so what they say of it is not needed.

use crate::families::input::text_input_controller::{
    cancel_composition_text, set_text_input_type, update_caret_position,
};
use crate::kernel::call::{Call, NOTHING};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TEXT_INPUT_DEV_0_2: Interface = interface! { "PPB_TextInput(Dev)" "0.2" Dev:
    SetTextInputType(instance: PP_Instance, type: PP_TextInput_Type_Dev) = set_text_input_type;
    UpdateCaretPosition(instance: PP_Instance, caret: *const PP_Rect, bounding_box: *const PP_Rect) = update_caret_position;
    CancelCompositionText(instance: PP_Instance) = cancel_composition_text;
    UpdateSurroundingText(instance: PP_Instance, text: *const char, caret: uint32_t, anchor: uint32_t) = hint;
    SelectionChanged(instance: PP_Instance) = hint;
};

pub(crate) const TEXT_INPUT_DEV_0_1: Interface = TEXT_INPUT_DEV_0_2.earlier("0.1", 3);

fn hint(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    NOTHING
}
