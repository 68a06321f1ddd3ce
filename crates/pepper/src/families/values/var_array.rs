//! `PPB_VarArray`: sequences of vars.

use crate::kernel::call::Call;
use crate::kernel::var::{Object, Var};
use crate::table::ctypes::PP_Var;
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const VAR_ARRAY_1_0: Interface = interface! { "PPB_VarArray" "1.0" Stable:
    Create() -> PP_Var => create;
    Get(array: PP_Var, index: uint32_t) -> PP_Var => get;
    Set(array: PP_Var, index: uint32_t, value: PP_Var) -> PP_Bool => set;
    GetLength(array: PP_Var) -> uint32_t => get_length;
    SetLength(array: PP_Var, length: uint32_t) -> PP_Bool => set_length;
};

fn create(call: &mut Call<'_, '_>) -> Var {
    call.kernel.vars.create(Object::Array(Vec::new()))
}

/// Returns an element, with a reference for the caller; undefined if it does not exist.
fn get(call: &mut Call<'_, '_>, array: At<PP_Var>, index: u32) -> Result<Var, Fault> {
    let array = array.read(call)?;
    let elements = call.kernel.vars.array(array).unwrap_or_default();
    let element = elements.get(index as usize).copied();
    let element = element.unwrap_or(Var::Undefined);
    call.kernel.vars.add_ref(element);
    Ok(element)
}

fn set(
    call: &mut Call<'_, '_>,
    array: At<PP_Var>,
    index: u32,
    value: At<PP_Var>,
) -> Result<bool, Fault> {
    let (array, value) = (array.read(call)?, value.read(call)?);
    Ok(call.kernel.vars.set_element(array, index, value))
}

fn get_length(call: &mut Call<'_, '_>, array: At<PP_Var>) -> Result<u32, Fault> {
    let array = array.read(call)?;
    let elements = call.kernel.vars.array(array);
    Ok(elements.map_or(0, |elements| elements.len() as u32))
}

fn set_length(call: &mut Call<'_, '_>, array: At<PP_Var>, length: u32) -> Result<bool, Fault> {
    let array = array.read(call)?;
    Ok(call.kernel.vars.set_length(array, length))
}
