//! `PPB_WheelInputEvent`: up and left are positive.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::event::{Detail, EventType, ProgramEvent, Wheel};
use crate::families::input::events::made;
use crate::kernel::call::Call;
use crate::table::ctypes::PP_FloatPoint;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const WHEEL_INPUT_EVENT_1_0: Interface = interface! { "PPB_WheelInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, time_stamp: PP_TimeTicks, modifiers: uint32_t, wheel_delta: *const PP_FloatPoint, wheel_ticks: *const PP_FloatPoint, scroll_by_page: PP_Bool) -> PP_Resource => create;
    IsWheelInputEvent(resource: PP_Resource) -> PP_Bool => is_wheel_input_event;
    GetDelta(wheel_event: PP_Resource) -> PP_FloatPoint => get_delta;
    GetTicks(wheel_event: PP_Resource) -> PP_FloatPoint => get_ticks;
    GetScrollByPage(wheel_event: PP_Resource) -> PP_Bool => get_scroll_by_page;
};

fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    time: f64,
    modifiers: u32,
    delta: At<PP_FloatPoint>,
    ticks: At<PP_FloatPoint>,
    by_page: bool,
) -> Result<u32, Fault> {
    if !instance.is_own() {
        return Ok(0);
    }
    let [delta, ticks] = [delta.read_words(call)?, ticks.read_words(call)?];
    let wheel = Detail::Wheel(Wheel {
        delta: delta.map(f32::from_bits),
        ticks: ticks.map(f32::from_bits),
        by_page,
    });
    Ok(made::create(
        call,
        EventType::Wheel,
        (time, modifiers),
        wheel,
    ))
}

/// Returns the wheel data of an event.
fn wheel<'c>(call: &'c mut Call<'_, '_>, event: Res<ProgramEvent>) -> Option<&'c Wheel> {
    call.get(event)?.wheel()
}

fn is_wheel_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    wheel(call, resource).is_some()
}

fn get_delta(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> [u32; 2] {
    let delta = wheel(call, event).map_or([0.0; 2], |wheel| wheel.delta);
    delta.map(f32::to_bits)
}

fn get_ticks(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> [u32; 2] {
    let ticks = wheel(call, event).map_or([0.0; 2], |wheel| wheel.ticks);
    ticks.map(f32::to_bits)
}

fn get_scroll_by_page(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> bool {
    wheel(call, event).is_some_and(|wheel| wheel.by_page)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const WHEEL: &str = "PPB_WheelInputEvent;1.0";

    fn point(program: &mut Program, method: &str, event: u64) -> [f32; 2] {
        let place = program.words(&[9, 9]);
        program.call(WHEEL, method, &[u64::from(place), event]);
        [place, place + 4].map(|at| f32::from_bits(program.memory.load_u32(at).unwrap()))
    }

    #[test]
    fn an_event_says_what_it_was_made_of() {
        let mut program = Program::started();
        let delta = u64::from(program.words(&[1.5, -2.5].map(f32::to_bits)));
        let ticks = u64::from(program.words(&[0.25, 3.0].map(f32::to_bits)));
        let event = program.call(WHEEL, "Create", &[1, 0, 2, delta, ticks, 1]);
        assert_eq!(program.call("PPB_InputEvent;1.0", "GetType", &[event]), 5);
        assert_eq!(program.call(WHEEL, "IsWheelInputEvent", &[event]), 1);
        assert_eq!(point(&mut program, "GetDelta", event), [1.5, -2.5]);
        assert_eq!(point(&mut program, "GetTicks", event), [0.25, 3.0]);
        assert_eq!(program.call(WHEEL, "GetScrollByPage", &[event]), 1);
    }

    #[test]
    fn another_instance_makes_no_event() {
        let mut program = Program::started();
        assert_eq!(program.call(WHEEL, "Create", &[2, 0, 2, 8, 8, 1]), 0);
    }

    #[test]
    fn other_events_have_no_wheel_data() {
        let mut program = Program::started();
        assert_eq!(program.call(WHEEL, "IsWheelInputEvent", &[77]), 0);
        assert_eq!(point(&mut program, "GetDelta", 77), [0.0; 2]);
        assert_eq!(point(&mut program, "GetTicks", 77), [0.0; 2]);
        assert_eq!(program.call(WHEEL, "GetScrollByPage", &[77]), 0);
    }
}
