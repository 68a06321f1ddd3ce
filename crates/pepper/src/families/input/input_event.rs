//! `PPB_InputEvent`: which events a program wants, and what they have in common.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::KNOWN_CLASSES;
use crate::families::input::events::event::{Detail, EventType, ProgramEvent};
use crate::kernel::call::{Call, NOTHING, boolean, code, double, word};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::var::{Var, VarType};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// `PP_INPUTEVENT_TYPE_UNDEFINED`.
const UNDEFINED: i32 = -1;

pub(crate) const INPUT_EVENT_1_0: Interface = interface! { "PPB_InputEvent" "1.0" Stable:
    RequestInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t = request_input_events;
    RequestFilteringInputEvents(instance: PP_Instance, event_classes: uint32_t) -> int32_t = request_filtering_input_events;
    ClearInputEventRequest(instance: PP_Instance, event_classes: uint32_t) = clear_input_event_request;
    IsInputEvent(resource: PP_Resource) -> PP_Bool = is_input_event;
    GetType(event: PP_Resource) -> PP_InputEvent_Type = get_type;
    GetTimeStamp(event: PP_Resource) -> PP_TimeTicks = get_time_stamp;
    GetModifiers(event: PP_Resource) -> uint32_t = get_modifiers;
};

/// Applies a request. Of classes that Chrome did not know it said so, and took them all
/// the same.
fn request(call: &mut Call<'_, '_>, is_filtering: bool) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return code(PpError::BadArgument.code());
    }
    let classes = call.arg(1);
    call.kernel.request_inputs(classes, is_filtering);
    let is_known = classes & !KNOWN_CLASSES == 0;
    code(if is_known {
        OK
    } else {
        PpError::NotSupported.code()
    })
}

fn request_input_events(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    request(call, false)
}

fn request_filtering_input_events(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    request(call, true)
}

fn clear_input_event_request(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.is_instance(0) {
        let classes = call.arg(1);
        call.kernel.clear_inputs(classes);
    }
    NOTHING
}

fn is_input_event(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<ProgramEvent>(0).is_some())
}

fn get_type(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let event = call.resource::<ProgramEvent>(0);
    code(event.map_or(UNDEFINED, |event| event.ty as i32))
}

fn get_time_stamp(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let event = call.resource::<ProgramEvent>(0);
    double(event.map_or(0.0, |event| event.time))
}

fn get_modifiers(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let event = call.resource::<ProgramEvent>(0);
    word(event.map_or(0, |event| event.modifiers))
}

impl Call<'_, '_> {
    /// Makes an event that the program itself describes.
    pub(super) fn create_event(
        &mut self,
        ty: EventType,
        time: f64,
        modifiers: u32,
        detail: Detail,
    ) -> Result<Action, Fault> {
        let id = self.create(ProgramEvent {
            ty,
            time,
            modifiers,
            detail,
        });
        word(id)
    }

    /// The text of the var that an argument points to, empty if it is no string; none
    /// if it is a string that does not live, or there is no room for it.
    pub(super) fn event_text(&mut self, index: usize) -> Result<Option<Box<str>>, Fault> {
        let var = self.var(index)?;
        let Var::Counted(VarType::String, _) = var else {
            return Ok(Some(Box::default()));
        };
        let text = self.kernel.vars.text(var);
        let text = text.filter(|text| self.has_room(text.len() as u64));
        Ok(text.map(|text| text.as_ref().into()))
    }

    /// Gives a text of an event, or an undefined var if it has none.
    pub(super) fn give_event_text(
        &mut self,
        text: impl FnOnce(&ProgramEvent) -> Option<&str>,
    ) -> Result<Action, Fault> {
        let event = self.kernel.resources.of::<ProgramEvent>(self.arg(1));
        let var = match event.and_then(text) {
            Some(text) => self.kernel.vars.string(text),
            None => Var::Undefined,
        };
        self.give_var(0, var)
    }
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::errors::{OK, PpError};

    const INPUT: &str = "PPB_InputEvent;1.0";

    #[test]
    fn classes_are_asked_for_by_their_bits() {
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
    fn what_is_no_event_has_no_type_time_or_modifiers() {
        let mut program = Program::started();
        assert_eq!(program.call(INPUT, "IsInputEvent", &[77]), 0);
        assert_eq!(program.code(INPUT, "GetType", &[77]), -1);
        assert_eq!(program.call(INPUT, "GetTimeStamp", &[77]), 0);
        assert_eq!(program.call(INPUT, "GetModifiers", &[77]), 0);
    }
}
