//! `PPB_TextInput(Dev)`: the predecessor of `PPB_TextInputController`. Programs are never asked for
//! the text around the caret, so notifications about it are ignored.

use crate::families::input::text_input_controller::{
    self, cancel_composition_text, set_text_input_type,
};
use crate::kernel::call::Call;
use crate::table::ctypes::{PP_Rect, char};
use crate::table::typed::{At, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const TEXT_INPUT_DEV_0_2: Interface = interface! { "PPB_TextInput(Dev)" "0.2" Dev:
    SetTextInputType(instance: PP_Instance, type: PP_TextInput_Type_Dev) => set_text_input_type;
    UpdateCaretPosition(instance: PP_Instance, caret: *const PP_Rect, bounding_box: *const PP_Rect) => update_caret_position;
    CancelCompositionText(instance: PP_Instance) => cancel_composition_text;
    UpdateSurroundingText(instance: PP_Instance, text: *const char, caret: uint32_t, anchor: uint32_t) => update_surrounding_text;
    SelectionChanged(instance: PP_Instance) => selection_changed;
};

pub(crate) const TEXT_INPUT_DEV_0_1: Interface = TEXT_INPUT_DEV_0_2.earlier("0.1", 3);

fn update_caret_position(
    call: &mut Call<'_, '_>,
    instance: Instance,
    caret: At<PP_Rect>,
    _bounding_box: At<PP_Rect>,
) -> Result<(), Fault> {
    text_input_controller::update_caret_position(call, instance, caret)
}

fn update_surrounding_text(
    _: &mut Call<'_, '_>,
    _: Instance,
    _text: At<char>,
    _caret: u32,
    _anchor: u32,
) {
}

fn selection_changed(_: &mut Call<'_, '_>, _: Instance) {}
