//! `PPB_KeyboardInputEvent`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const KEYBOARD_INPUT_EVENT_1_2: Interface = interface! { "PPB_KeyboardInputEvent" "1.2" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, key_code: uint32_t, character_text: PP_Var, code: PP_Var) -> PP_Resource = unfinished;
    IsKeyboardInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetKeyCode(key_event: PP_Resource) -> uint32_t = unfinished;
    GetCharacterText(character_event: PP_Resource) -> PP_Var = unfinished;
    GetCode(key_event: PP_Resource) -> PP_Var = unfinished;
};

pub(super) const KEYBOARD_INPUT_EVENT_1_0: Interface = interface! { "PPB_KeyboardInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, key_code: uint32_t, character_text: PP_Var) -> PP_Resource = unfinished;
    IsKeyboardInputEvent(resource: PP_Resource) -> PP_Bool = unfinished;
    GetKeyCode(key_event: PP_Resource) -> uint32_t = unfinished;
    GetCharacterText(character_event: PP_Resource) -> PP_Var = unfinished;
};
