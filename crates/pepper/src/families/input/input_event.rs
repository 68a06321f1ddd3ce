//! `PPB_InputEvent`: the events that a program requests, and their common properties.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::event::ProgramEvent;
use crate::families::input::events::{self, KNOWN_CLASSES};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::table::typed::{Instance, Res};
use crate::table::{Interface, interface};

/// `PP_INPUTEVENT_TYPE_UNDEFINED`.
const UNDEFINED: i32 = -1;

pub(crate) const INPUT_EVENT_1_0: Interface = interface! { "PPB_InputEvent" "1.0" Stable:
    RequestInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t => request_input_events;
    RequestFilteringInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t => request_filtering_input_events;
    ClearInputEventRequest(instance: PP_Instance, event_classes: uint32_t) => clear_input_event_request;
    IsInputEvent(resource: PP_Resource) -> PP_Bool => is_input_event;
    GetType(event: PP_Resource) -> PP_InputEvent_Type => get_type;
    GetTimeStamp(event: PP_Resource) -> PP_TimeTicks => get_time_stamp;
    GetModifiers(event: PP_Resource) -> uint32_t => get_modifiers;
};

/// Applies a request. Chrome reported unknown classes as errors, but accepted them too.
fn request(call: &mut Call<'_, '_>, instance: Instance, classes: u32, is_filtering: bool) -> i32 {
    if !instance.is_own() {
        return PpError::BadArgument.code();
    }
    events::request(call.kernel, classes, is_filtering);
    let is_known = classes & !KNOWN_CLASSES == 0;
    if is_known {
        OK
    } else {
        PpError::NotSupported.code()
    }
}

fn request_input_events(call: &mut Call<'_, '_>, instance: Instance, classes: u32) -> i32 {
    request(call, instance, classes, false)
}

fn request_filtering_input_events(
    call: &mut Call<'_, '_>,
    instance: Instance,
    classes: u32,
) -> i32 {
    request(call, instance, classes, true)
}

fn clear_input_event_request(call: &mut Call<'_, '_>, instance: Instance, classes: u32) {
    if instance.is_own() {
        events::clear(call.kernel, classes);
    }
}

fn is_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    call.get(resource).is_some()
}

fn get_type(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> i32 {
    call.get(event).map_or(UNDEFINED, |event| event.ty as i32)
}

fn get_time_stamp(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> f64 {
    call.get(event).map_or(0.0, |event| event.time)
}

fn get_modifiers(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> u32 {
    call.get(event).map_or(0, |event| event.modifiers)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::errors::{OK, PpError};

    const INPUT: &str = "PPB_InputEvent;1.0";

    #[test]
    fn classes_are_requested_by_their_bits() {
        let mut program = Program::started();
        for method in ["RequestInputEvents", "RequestFilteringInputEvents"] {
            assert_eq!(program.code(INPUT, method, &[1, 31]), OK);
            assert_eq!(program.code(INPUT, method, &[1, 0]), OK);
        }
    }

    #[test]
    fn unknown_classes_are_not_supported() {
        let mut program = Program::started();
        for method in ["RequestInputEvents", "RequestFilteringInputEvents"] {
            for classes in [32, 1 << 31, u64::from(u32::MAX)] {
                let result = program.code(INPUT, method, &[1, classes]);
                assert_eq!(result, PpError::NotSupported.code());
            }
        }
    }

    #[test]
    fn another_instance_gets_no_events() {
        let mut program = Program::started();
        for method in ["RequestInputEvents", "RequestFilteringInputEvents"] {
            let result = program.code(INPUT, method, &[2, 1]);
            assert_eq!(result, PpError::BadArgument.code());
        }
        program.call(INPUT, "ClearInputEventRequest", &[2, 1]);
    }

    #[test]
    fn other_resources_have_no_type_time_or_modifiers() {
        let mut program = Program::started();
        assert_eq!(program.call(INPUT, "IsInputEvent", &[77]), 0);
        assert_eq!(program.code(INPUT, "GetType", &[77]), -1);
        assert_eq!(program.call(INPUT, "GetTimeStamp", &[77]), 0);
        assert_eq!(program.call(INPUT, "GetModifiers", &[77]), 0);
    }
}
