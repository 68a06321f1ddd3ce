//! `PPB_VarArray`: sequences of vars.

use crate::kernel::call::{Call, boolean, word};
use crate::kernel::var::{Object, Var};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VAR_ARRAY_1_0: Interface = interface! { "PPB_VarArray" "1.0" Stable:
    Create() -> PP_Var = create;
    Get(array: PP_Var, index: uint32_t) -> PP_Var = get;
    Set(array: PP_Var, index: uint32_t, value: PP_Var) -> PP_Bool = set;
    GetLength(array: PP_Var) -> uint32_t = get_length;
    SetLength(array: PP_Var, length: uint32_t) -> PP_Bool = set_length;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let var = call.kernel.vars.create(Object::Array(Vec::new()));
    call.give_var(0, var)
}

/// An element, with a reference for the caller; undefined where there is none.
fn get(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (array, index) = (call.var(1)?, call.arg(2));
    let elements = call.kernel.vars.array(array).unwrap_or_default();
    let element = elements
        .get(index as usize)
        .copied()
        .unwrap_or(Var::Undefined);
    call.kernel.vars.add_ref(element);
    call.give_var(0, element)
}

fn set(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (array, index, value) = (call.var(0)?, call.arg(1), call.var(2)?);
    boolean(call.kernel.vars.set_element(array, index, value))
}

fn get_length(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let array = call.var(0)?;
    word(
        call.kernel
            .vars
            .array(array)
            .map_or(0, |elements| elements.len() as u32),
    )
}

fn set_length(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (array, length) = (call.var(0)?, call.arg(1));
    boolean(call.kernel.vars.set_length(array, length))
}
