//! `PPB_MouseInputEvent`.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::event::{Detail, EventType, Mouse, ProgramEvent};
use crate::families::input::events::made;
use crate::kernel::call::Call;
use crate::table::ctypes::PP_Point;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const MOUSE_INPUT_EVENT_1_1: Interface = interface! { "PPB_MouseInputEvent" "1.1" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, mouse_button: PP_InputEvent_MouseButton, mouse_position: *const PP_Point, click_count: int32_t, mouse_movement: *const PP_Point) -> PP_Resource => create;
    IsMouseInputEvent(resource: PP_Resource) -> PP_Bool => is_mouse_input_event;
    GetButton(mouse_event: PP_Resource) -> PP_InputEvent_MouseButton => get_button;
    GetPosition(mouse_event: PP_Resource) -> PP_Point => get_position;
    GetClickCount(mouse_event: PP_Resource) -> int32_t => get_click_count;
    GetMovement(mouse_event: PP_Resource) -> PP_Point => get_movement;
};

pub(crate) const MOUSE_INPUT_EVENT_1_0: Interface = interface! { "PPB_MouseInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t, mouse_button: PP_InputEvent_MouseButton, mouse_position: *const PP_Point, click_count: int32_t) -> PP_Resource => create_1_0;
    IsMouseInputEvent(resource: PP_Resource) -> PP_Bool => is_mouse_input_event;
    GetButton(mouse_event: PP_Resource) -> PP_InputEvent_MouseButton => get_button;
    GetPosition(mouse_event: PP_Resource) -> PP_Point => get_position;
    GetClickCount(mouse_event: PP_Resource) -> int32_t => get_click_count;
};

/// The types that programs can create. Context menus are not among them.
const TYPES: [EventType; 5] = [
    EventType::MouseDown,
    EventType::MouseUp,
    EventType::MouseMove,
    EventType::MouseEnter,
    EventType::MouseLeave,
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
    button: i32,
    position: At<PP_Point>,
    click_count: i32,
    movement: At<PP_Point>,
) -> Result<u32, Fault> {
    let (time, points) = ((time, modifiers), (position, Some(movement)));
    create_moved(call, instance, ty, time, (button, click_count), points)
}

/// Creates an event without the movement since the last event.
#[allow(
    clippy::too_many_arguments,
    reason = "the parameters of the method in C"
)]
fn create_1_0(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: f64,
    modifiers: u32,
    button: i32,
    position: At<PP_Point>,
    click_count: i32,
) -> Result<u32, Fault> {
    let (time, points) = ((time, modifiers), (position, None));
    create_moved(call, instance, ty, time, (button, click_count), points)
}

fn create_moved(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: (f64, u32),
    (button, click_count): (i32, i32),
    (position, movement): (At<PP_Point>, Option<At<PP_Point>>),
) -> Result<u32, Fault> {
    let ty = EventType::find(ty, &TYPES);
    let (true, Some(ty)) = (instance.is_own(), ty) else {
        return Ok(0);
    };
    let position: [u32; 2] = position.read_words(call)?;
    let movement = match movement {
        Some(movement) => movement.read_words(call)?,
        None => [0; 2],
    };
    let mouse = Mouse {
        button,
        position: position.map(|one| one as i32),
        click_count,
        movement: movement.map(|one: u32| one as i32),
    };
    Ok(made::create(call, ty, time, Detail::Mouse(mouse)))
}

/// Returns the mouse data of an event.
fn mouse<'c>(call: &'c mut Call<'_, '_>, event: Res<ProgramEvent>) -> Option<&'c Mouse> {
    call.get(event)?.mouse()
}

fn is_mouse_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    mouse(call, resource).is_some()
}

fn get_button(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> i32 {
    mouse(call, event).map_or(-1, |mouse| mouse.button)
}

fn get_click_count(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> i32 {
    mouse(call, event).map_or(0, |mouse| mouse.click_count)
}

fn get_position(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> [u32; 2] {
    let position = mouse(call, event).map_or([0; 2], |mouse| mouse.position);
    position.map(|one| one as u32)
}

fn get_movement(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> [u32; 2] {
    let movement = mouse(call, event).map_or([0; 2], |mouse| mouse.movement);
    movement.map(|one| one as u32)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const MOUSE: &str = "PPB_MouseInputEvent;1.1";
    const INPUT: &str = "PPB_InputEvent;1.0";

    fn point(program: &mut Program, method: &str, event: u64) -> [i32; 2] {
        let place = program.words(&[9, 9]);
        program.call(MOUSE, method, &[u64::from(place), event]);
        [place, place + 4].map(|at| program.memory.load_u32(at).unwrap() as i32)
    }

    fn create(program: &mut Program, ty: u32) -> u64 {
        let position = u64::from(program.words(&[3, -4_i32 as u32]));
        let movement = u64::from(program.words(&[-5_i32 as u32, 6]));
        let time = 1.5_f64.to_bits();
        let args = [1, u64::from(ty), time, 65, 2, position, 3, movement];
        program.call(MOUSE, "Create", &args)
    }

    #[test]
    fn an_event_says_what_it_was_made_of() {
        let mut program = Program::started();
        let event = create(&mut program, 1);
        assert_eq!(program.call(INPUT, "IsInputEvent", &[event]), 1);
        assert_eq!(program.call(INPUT, "GetType", &[event]), 1);
        let time = program.call(INPUT, "GetTimeStamp", &[event]);
        assert_eq!(f64::from_bits(time), 1.5);
        assert_eq!(program.call(INPUT, "GetModifiers", &[event]), 65);
        assert_eq!(program.call(MOUSE, "IsMouseInputEvent", &[event]), 1);
        assert_eq!(program.call(MOUSE, "GetButton", &[event]), 2);
        assert_eq!(program.call(MOUSE, "GetClickCount", &[event]), 3);
        assert_eq!(point(&mut program, "GetPosition", event), [3, -4]);
        assert_eq!(point(&mut program, "GetMovement", event), [-5, 6]);
    }

    #[test]
    fn the_first_version_knows_no_movement() {
        let mut program = Program::started();
        let position = u64::from(program.words(&[3, 4]));
        let args = [1, 0, 0, 0, 0, position, 1];
        let event = program.call("PPB_MouseInputEvent;1.0", "Create", &args);
        assert_eq!(point(&mut program, "GetPosition", event), [3, 4]);
        assert_eq!(point(&mut program, "GetMovement", event), [0, 0]);
    }

    #[test]
    fn only_the_types_of_the_mouse_can_be_made() {
        let mut program = Program::started();
        for ty in 0..20 {
            assert_eq!(create(&mut program, ty) != 0, ty < 5, "{ty}");
        }
        assert_eq!(create(&mut program, u32::MAX), 0);
    }

    #[test]
    fn another_instance_makes_no_event() {
        let mut program = Program::started();
        let args = [2, 0, 0, 0, 0, 8, 0, 8];
        assert_eq!(program.call(MOUSE, "Create", &args), 0);
    }

    #[test]
    fn other_events_have_no_mouse_data() {
        let mut program = Program::started();
        let key = program.var(crate::kernel::var::Var::Null);
        let args = [1, 7, 0, 0, 65, u64::from(key)];
        let key = program.call("PPB_KeyboardInputEvent;1.0", "Create", &args);
        for event in [0, 77, key] {
            assert_eq!(program.call(MOUSE, "IsMouseInputEvent", &[event]), 0);
            assert_eq!(program.code(MOUSE, "GetButton", &[event]), -1);
            assert_eq!(program.call(MOUSE, "GetClickCount", &[event]), 0);
            assert_eq!(point(&mut program, "GetPosition", event), [0, 0]);
            assert_eq!(point(&mut program, "GetMovement", event), [0, 0]);
        }
    }
}
