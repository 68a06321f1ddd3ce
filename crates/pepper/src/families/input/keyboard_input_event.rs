//! `PPB_KeyboardInputEvent`: keys, and the characters that they make.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::event::{Detail, EventType, Key, ProgramEvent};
use crate::families::input::events::made;
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const KEYBOARD_INPUT_EVENT_1_2: Interface = interface! { "PPB_KeyboardInputEvent" "1.2" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, key_code: uint32_t, character_text: PP_Var, code: PP_Var) -> PP_Resource => create;
    IsKeyboardInputEvent(resource: PP_Resource) -> PP_Bool => is_keyboard_input_event;
    GetKeyCode(key_event: PP_Resource) -> uint32_t => get_key_code;
    GetCharacterText(character_event: PP_Resource) -> PP_Var => get_character_text;
    GetCode(key_event: PP_Resource) -> PP_Var => get_code;
};

pub(crate) const KEYBOARD_INPUT_EVENT_1_0: Interface = interface! { "PPB_KeyboardInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, key_code: uint32_t, character_text: PP_Var) -> PP_Resource => create_1_0;
    IsKeyboardInputEvent(resource: PP_Resource) -> PP_Bool => is_keyboard_input_event;
    GetKeyCode(key_event: PP_Resource) -> uint32_t => get_key_code;
    GetCharacterText(character_event: PP_Resource) -> PP_Var => get_character_text;
};

const TYPES: [EventType; 4] = [
    EventType::RawKeyDown,
    EventType::KeyDown,
    EventType::KeyUp,
    EventType::Char,
];

#[allow(
    clippy::too_many_arguments,
    reason = "the parameters of the method in C"
)]
fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: f64,
    modifiers: u32,
    key_code: u32,
    text: At<PP_Var>,
    code: At<PP_Var>,
) -> Result<u32, Fault> {
    let time = (time, modifiers);
    create_coded(call, instance, ty, time, key_code, text, Some(code))
}

/// Creates an event without a code.
fn create_1_0(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: f64,
    modifiers: u32,
    key_code: u32,
    text: At<PP_Var>,
) -> Result<u32, Fault> {
    let time = (time, modifiers);
    create_coded(call, instance, ty, time, key_code, text, None)
}

fn create_coded(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: (f64, u32),
    key_code: u32,
    text: At<PP_Var>,
    code: Option<At<PP_Var>>,
) -> Result<u32, Fault> {
    let ty = EventType::find(ty, &TYPES);
    let (true, Some(ty)) = (instance.is_own(), ty) else {
        return Ok(0);
    };
    let text = made::text(call, text)?;
    let code = match code {
        Some(code) => made::text(call, code)?,
        None => Some(Box::default()),
    };
    let (Some(text), Some(code)) = (text, code) else {
        return Ok(0);
    };
    let key = Key {
        key_code,
        text,
        code,
    };
    Ok(made::create(call, ty, time, Detail::Key(key)))
}

/// Returns the key of an event.
fn key<'c>(call: &'c mut Call<'_, '_>, event: Res<ProgramEvent>) -> Option<&'c Key> {
    call.get(event)?.key()
}

fn is_keyboard_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    key(call, resource).is_some()
}

fn get_key_code(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> u32 {
    key(call, event).map_or(0, |key| key.key_code)
}

/// Returns the text of a character: empty for keys, undefined for events of other kinds.
fn get_character_text(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> Var {
    made::text_of(call, event, |event| Some(&event.key()?.text))
}

fn get_code(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> Var {
    made::text_of(call, event, |event| Some(&event.key()?.code))
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::var::{Var, VarType};

    const KEY: &str = "PPB_KeyboardInputEvent;1.2";

    fn text(program: &mut Program, method: &str, event: u64) -> u32 {
        let place = program.bytes(&[0; 16]);
        program.call(KEY, method, &[u64::from(place), event]);
        place
    }

    fn create(program: &mut Program, ty: u64, character: u32, code: u32) -> u64 {
        let [character, code] = [character, code].map(u64::from);
        program.call(KEY, "Create", &[1, ty, 0, 4, 65, character, code])
    }

    #[test]
    fn an_event_says_what_it_was_made_of() {
        let mut program = Program::started();
        let [character, code] = [program.text_var("ä"), program.text_var("KeyA")];
        let event = create(&mut program, 9, character, code);
        assert_eq!(program.call(KEY, "IsKeyboardInputEvent", &[event]), 1);
        assert_eq!(program.call(KEY, "GetKeyCode", &[event]), 65);
        let character = text(&mut program, "GetCharacterText", event);
        assert_eq!(program.read_text(character), "ä");
        let code = text(&mut program, "GetCode", event);
        assert_eq!(program.read_text(code), "KeyA");
    }

    #[test]
    fn the_first_version_knows_no_code() {
        let mut program = Program::started();
        let character = program.text_var("a");
        let args = [1, 7, 0, 0, 65, u64::from(character)];
        let event = program.call("PPB_KeyboardInputEvent;1.0", "Create", &args);
        let code = text(&mut program, "GetCode", event);
        assert_eq!(program.read_text(code), "");
    }

    #[test]
    fn a_text_that_is_not_a_string_is_empty() {
        let mut program = Program::started();
        let number = program.var(Var::Int32(3));
        let event = create(&mut program, 7, number, number);
        let character = text(&mut program, "GetCharacterText", event);
        assert_eq!(program.read_text(character), "");
    }

    #[test]
    fn a_dead_text_makes_no_event() {
        let mut program = Program::started();
        let dead = program.var(Var::Counted(VarType::String, 77));
        let alive = program.text_var("a");
        assert_eq!(create(&mut program, 7, dead, alive), 0);
        assert_eq!(create(&mut program, 7, alive, dead), 0);
    }

    #[test]
    fn only_the_types_of_keys_can_be_made() {
        let mut program = Program::started();
        let text = program.text_var("a");
        for ty in 0..20 {
            let is_made = create(&mut program, ty, text, text) != 0;
            assert_eq!(is_made, (6..10).contains(&ty), "{ty}");
        }
    }

    #[test]
    fn other_events_have_no_key() {
        let mut program = Program::started();
        let at = u64::from(program.words(&[0, 0]));
        let args = [1, 0, 0, 0, 0, at, 1, at];
        let mouse = program.call("PPB_MouseInputEvent;1.1", "Create", &args);
        for event in [0, 77, mouse] {
            assert_eq!(program.call(KEY, "IsKeyboardInputEvent", &[event]), 0);
            assert_eq!(program.call(KEY, "GetKeyCode", &[event]), 0);
            for method in ["GetCharacterText", "GetCode"] {
                let place = text(&mut program, method, event);
                assert_eq!(program.read_var(place), Var::Undefined);
            }
        }
    }
}
