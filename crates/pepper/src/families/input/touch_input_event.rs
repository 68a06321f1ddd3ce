//! `PPB_TouchInputEvent`: fingers, in three lists.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::device::input::TouchPoint;
use crate::families::input::events::event::{
    Detail, EventType, ProgramEvent, TOUCH_SIZE, TouchLists,
};
use crate::families::input::events::made;
use crate::kernel::call::Call;
use crate::table::ctypes::PP_TouchPoint;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const TOUCH_INPUT_EVENT_1_4: Interface = interface! { "PPB_TouchInputEvent" "1.4" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, modifiers: uint32_t) -> PP_Resource => create;
    AddTouchPoint(touch_event: PP_Resource, list: PP_TouchListType, point: *const PP_TouchPoint) => add_touch_point;
    IsTouchInputEvent(resource: PP_Resource) -> PP_Bool => is_touch_input_event;
    GetTouchCount(resource: PP_Resource, list: PP_TouchListType) -> uint32_t => get_touch_count;
    GetTouchByIndex(resource: PP_Resource, list: PP_TouchListType, index: uint32_t) -> PP_TouchPoint => get_touch_by_index;
    GetTouchById(resource: PP_Resource, list: PP_TouchListType, touch_id: uint32_t) -> PP_TouchPoint => get_touch_by_id;
    GetTouchTiltByIndex(resource: PP_Resource, list: PP_TouchListType, index: uint32_t) -> PP_FloatPoint => get_touch_tilt_by_index;
    GetTouchTiltById(resource: PP_Resource, list: PP_TouchListType, touch_id: uint32_t) -> PP_FloatPoint => get_touch_tilt_by_id;
};

pub(crate) const TOUCH_INPUT_EVENT_1_0: Interface = TOUCH_INPUT_EVENT_1_4.earlier("1.0", 6);

const TYPES: [EventType; 4] = [
    EventType::TouchStart,
    EventType::TouchMove,
    EventType::TouchEnd,
    EventType::TouchCancel,
];

fn create(call: &mut Call<'_, '_>, instance: Instance, ty: u32, time: f64, modifiers: u32) -> u32 {
    let ty = EventType::find(ty, &TYPES);
    let (true, Some(ty)) = (instance.is_own(), ty) else {
        return 0;
    };
    let detail = Detail::Touch(TouchLists::default());
    made::create(call, ty, (time, modifiers), detail)
}

/// Adds a finger that is not tilted.
fn add_touch_point(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    point: At<PP_TouchPoint>,
) -> Result<(), Fault> {
    let [id, rest @ ..]: [u32; 7] = point.read_words(call)?;
    let [x, y, radius_x, radius_y, rotation_angle, pressure] = rest.map(f32::from_bits);
    let kernel = &mut *call.kernel;
    let event = kernel.resources.of_mut::<ProgramEvent>(event.id);
    if let Some(Detail::Touch(lists)) = event.map(|event| &mut event.detail)
        && let Some(list) = lists.get_mut(list as usize)
        && kernel.resource_charge.grow(TOUCH_SIZE).is_ok()
    {
        list.push(TouchPoint {
            id,
            position: [x, y],
            radius: [radius_x, radius_y],
            rotation_angle,
            pressure,
            tilt: [0.0; 2],
        });
    }
    Ok(())
}

fn is_touch_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    let event = call.get(resource);
    event.is_some_and(|event| event.touches().is_some())
}

/// Returns a list of touches of an event; empty if it has none.
fn touches<'c>(
    call: &'c mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
) -> &'c [TouchPoint] {
    let event = call.get(event);
    event
        .and_then(|event| event.touches()?.get(list as usize))
        .map_or(&[], Vec::as_slice)
}

fn get_touch_count(call: &mut Call<'_, '_>, event: Res<ProgramEvent>, list: u32) -> u32 {
    touches(call, event, list).len() as u32
}

/// Returns the touch at an index of a list; all zero if there is none.
fn by_index(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    index: u32,
) -> TouchPoint {
    let touch = touches(call, event, list).get(index as usize).copied();
    touch.unwrap_or_default()
}

/// Returns the touch with an id in a list; all zero if there is none.
fn by_id(call: &mut Call<'_, '_>, event: Res<ProgramEvent>, list: u32, id: u32) -> TouchPoint {
    let touches = touches(call, event, list);
    let found = touches.iter().find(|touch| touch.id == id);
    found.copied().unwrap_or_default()
}

/// Returns the words of a `PP_TouchPoint`.
fn words(touch: TouchPoint) -> [u32; 7] {
    let [x, y] = touch.position.map(f32::to_bits);
    let [radius_x, radius_y] = touch.radius.map(f32::to_bits);
    let [angle, pressure] = [touch.rotation_angle, touch.pressure].map(f32::to_bits);
    [touch.id, x, y, radius_x, radius_y, angle, pressure]
}

fn get_touch_by_index(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    index: u32,
) -> [u32; 7] {
    words(by_index(call, event, list, index))
}

fn get_touch_by_id(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    id: u32,
) -> [u32; 7] {
    words(by_id(call, event, list, id))
}

fn get_touch_tilt_by_index(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    index: u32,
) -> [u32; 2] {
    by_index(call, event, list, index).tilt.map(f32::to_bits)
}

fn get_touch_tilt_by_id(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    list: u32,
    id: u32,
) -> [u32; 2] {
    by_id(call, event, list, id).tilt.map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const TOUCH: &str = "PPB_TouchInputEvent;1.4";

    fn create(program: &mut Program, ty: u64) -> u64 {
        program.call(TOUCH, "Create", &[1, ty, 0, 0])
    }

    fn add(program: &mut Program, event: u64, list: u64, id: u32) {
        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 0.5].map(f32::to_bits);
        let words: Vec<u32> = std::iter::once(id).chain(numbers).collect();
        let at = u64::from(program.words(&words));
        program.call(TOUCH, "AddTouchPoint", &[event, list, at]);
    }

    fn touch(program: &mut Program, method: &str, args: [u64; 3]) -> [u32; 7] {
        let place = program.words(&[9; 7]);
        let [event, list, which] = args;
        program.call(TOUCH, method, &[u64::from(place), event, list, which]);
        [0, 1, 2, 3, 4, 5, 6].map(|word| program.memory.load_u32(place + 4 * word).unwrap())
    }

    #[test]
    fn each_list_has_its_own_fingers() {
        let mut program = Program::started();
        let event = create(&mut program, 15);
        for (list, id) in [(0, 5), (0, 6), (2, 7)] {
            add(&mut program, event, list, id);
        }
        assert_eq!(program.call(TOUCH, "IsTouchInputEvent", &[event]), 1);
        let counts = [0, 1, 2].map(|list| program.call(TOUCH, "GetTouchCount", &[event, list]));
        assert_eq!(counts, [2, 0, 1]);
        let second = touch(&mut program, "GetTouchByIndex", [event, 0, 1]);
        assert_eq!(second[0], 6);
        let numbers = [1, 2, 3, 4, 5, 6].map(|at| f32::from_bits(second[at]));
        assert_eq!(numbers, [1.0, 2.0, 3.0, 4.0, 5.0, 0.5]);
        assert_eq!(touch(&mut program, "GetTouchById", [event, 0, 6]), second);
        let tilt = touch(&mut program, "GetTouchTiltById", [event, 0, 6]);
        assert_eq!(tilt[..3], [0, 0, 9]);
    }

    #[test]
    fn a_finger_that_is_not_there_is_all_zeros() {
        let mut program = Program::started();
        let event = create(&mut program, 16);
        add(&mut program, event, 0, 5);
        for (method, args) in [
            ("GetTouchByIndex", [event, 0, 1]),
            ("GetTouchByIndex", [event, 1, 0]),
            ("GetTouchById", [event, 0, 6]),
            ("GetTouchById", [event, 3, 5]),
            ("GetTouchByIndex", [77, 0, 0]),
        ] {
            assert_eq!(touch(&mut program, method, args), [0; 7], "{method}");
        }
        for method in ["GetTouchTiltByIndex", "GetTouchTiltById"] {
            assert_eq!(touch(&mut program, method, [event, 0, 9])[..2], [0; 2]);
        }
    }

    #[test]
    fn an_absent_list_takes_no_touch_point() {
        let mut program = Program::started();
        let event = create(&mut program, 16);
        add(&mut program, event, 3, 5);
        add(&mut program, 77, 0, 5);
        let count = program.call(TOUCH, "GetTouchCount", &[event, 3]);
        assert_eq!(count, 0);
        assert_eq!(program.call(TOUCH, "GetTouchCount", &[77, 0]), 0);
    }

    #[test]
    fn fingers_count_against_the_memory_of_the_program() {
        let mut program = Program::started();
        let event = create(&mut program, 15);
        let before = program.pepper.core_for_test().resource_charge.bytes();
        add(&mut program, event, 0, 5);
        assert!(program.pepper.core_for_test().resource_charge.bytes() > before);
        program.call("PPB_Core;1.0", "ReleaseResource", &[event]);
        assert_eq!(program.pepper.core_for_test().resource_charge.bytes(), 0);
    }

    #[test]
    fn only_the_types_of_touches_can_be_made() {
        let mut program = Program::started();
        for ty in 0..20 {
            let is_made = create(&mut program, ty) != 0;
            assert_eq!(is_made, (15..19).contains(&ty), "{ty}");
        }
        assert_eq!(program.call(TOUCH, "IsTouchInputEvent", &[77]), 0);
    }
}
