//! `PPB_TextInput(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TEXT_INPUT_DEV_0_2: Interface = interface! { "PPB_TextInput(Dev)" "0.2" Dev:
    SetTextInputType(instance: PP_Instance, type: PP_TextInput_Type_Dev) = unfinished;
    UpdateCaretPosition(instance: PP_Instance, caret: *const PP_Rect, bounding_box: *const PP_Rect) = unfinished;
    CancelCompositionText(instance: PP_Instance) = unfinished;
    UpdateSurroundingText(instance: PP_Instance, text: *const char, caret: uint32_t, anchor: uint32_t) = unfinished;
    SelectionChanged(instance: PP_Instance) = unfinished;
};

pub(super) const TEXT_INPUT_DEV_0_1: Interface = TEXT_INPUT_DEV_0_2.earlier("0.1", 3);
