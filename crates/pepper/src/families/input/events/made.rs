//! Events that a program creates itself, and the strings of events.

use super::event::{Detail, EventType, ProgramEvent};
use crate::kernel::call::Call;
use crate::kernel::var::{Var, VarType};
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, Res};
use pinnacle_system::memory::Fault;

/// Makes an event.
pub(crate) fn create(
    call: &mut Call<'_, '_>,
    ty: EventType,
    (time, modifiers): (f64, u32),
    detail: Detail,
) -> u32 {
    call.create(ProgramEvent {
        ty,
        time,
        modifiers,
        detail,
    })
}

/// Reads the text of a var, empty if it is not a string. Returns `None` if the string does not
/// exist or there is no room for it.
pub(crate) fn text(call: &mut Call<'_, '_>, var: At<PP_Var>) -> Result<Option<Box<str>>, Fault> {
    let var = var.read(call)?;
    let Var::Counted(VarType::String, _) = var else {
        return Ok(Some(Box::default()));
    };
    let text = call.kernel.vars.text(var);
    let text = text.filter(|text| call.has_room(text.len() as u64));
    Ok(text.map(|text| text.as_ref().into()))
}

/// Returns a text of an event, or an undefined var if it has none.
pub(crate) fn text_of(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    text: impl FnOnce(&ProgramEvent) -> Option<&str>,
) -> Var {
    let kernel = &mut *call.kernel;
    let event = kernel.resources.of::<ProgramEvent>(event.id);
    match event.and_then(text) {
        Some(text) => kernel.vars.string(text),
        None => Var::Undefined,
    }
}
