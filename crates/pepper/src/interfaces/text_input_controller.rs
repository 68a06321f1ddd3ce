//! `PPB_TextInputController`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TEXT_INPUT_CONTROLLER_1_0: Interface = interface! { "PPB_TextInputController" "1.0" Stable:
    SetTextInputType(instance: PP_Instance, type: PP_TextInput_Type) = unfinished;
    UpdateCaretPosition(instance: PP_Instance, caret: *const PP_Rect) = unfinished;
    CancelCompositionText(instance: PP_Instance) = unfinished;
    UpdateSurroundingText(instance: PP_Instance, text: PP_Var, caret: uint32_t, anchor: uint32_t) = unfinished;
};
