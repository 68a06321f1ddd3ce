//! `PPB_Var`: references to vars, strings, and resources in vars.

use crate::kernel::call::Call;
use crate::kernel::var::{Object, Var};
use crate::table::ctypes::{PP_Var, char, uint32_t};
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const VAR_1_2: Interface = interface! { "PPB_Var" "1.2" Stable:
    AddRef(var: PP_Var) => add_ref;
    Release(var: PP_Var) => release;
    VarFromUtf8(data: *const char, len: uint32_t) -> PP_Var => var_from_utf8;
    VarToUtf8(var: PP_Var, len: *mut uint32_t) -> *const char => var_to_utf8;
    VarToResource(var: PP_Var) -> PP_Resource => var_to_resource;
    VarFromResource(resource: PP_Resource) -> PP_Var => var_from_resource;
};

/// Without `VarToResource` and `VarFromResource`.
pub(crate) const VAR_1_1: Interface = VAR_1_2.earlier("1.1", 4);

/// Like 1.1, except that strings are created for a module, which is ignored.
pub(crate) const VAR_1_0: Interface = interface! { "PPB_Var" "1.0" Stable:
    AddRef(var: PP_Var) => add_ref;
    Release(var: PP_Var) => release;
    VarFromUtf8(module: PP_Module, data: *const char, len: uint32_t) -> PP_Var => var_of_module_from_utf8;
    VarToUtf8(var: PP_Var, len: *mut uint32_t) -> *const char => var_to_utf8;
};

fn add_ref(call: &mut Call<'_, '_>, var: At<PP_Var>) -> Result<(), Fault> {
    let var = var.read(call)?;
    call.kernel.vars.add_ref(var);
    Ok(())
}

fn release(call: &mut Call<'_, '_>, var: At<PP_Var>) -> Result<(), Fault> {
    let var = var.read(call)?;
    call.kernel.vars.release(var);
    Ok(())
}

fn var_of_module_from_utf8(
    call: &mut Call<'_, '_>,
    _module: u32,
    data: At<char>,
    len: u32,
) -> Result<Var, Fault> {
    var_from_utf8(call, data, len)
}

/// Creates a string from bytes in the program's memory. Returns a null var if they are not UTF-8 or
/// there is no memory for it.
fn var_from_utf8(call: &mut Call<'_, '_>, data: At<char>, len: u32) -> Result<Var, Fault> {
    let data = data.address;
    call.context
        .memory
        .check(data, len, pinnacle_system::memory::Access::Read)?;
    // For a moment, until the text has been checked, two copies exist.
    if !call.has_room(2 * u64::from(len)) {
        return Ok(Var::Null);
    }
    let mut bytes = vec![0; len as usize];
    call.context.memory.read(data, &mut bytes)?;
    Ok(match std::str::from_utf8(&bytes) {
        Ok(text) => call.kernel.vars.string(text),
        Err(_) => Var::Null,
    })
}

/// Returns the address of a string's text, and stores its length without the terminating zero. The
/// address does not change while the string exists.
fn var_to_utf8(
    call: &mut Call<'_, '_>,
    var: At<PP_Var>,
    len_out: At<uint32_t>,
) -> Result<u32, Fault> {
    let var = var.read(call)?;
    let Some((text, copy)) = call.kernel.vars.text_copy(var) else {
        len_out.write_words(call, [0])?;
        return Ok(0);
    };
    let known = copy.as_ref().map(crate::kernel::heap::Block::address);
    let (len, text) = (text.len() as u32, known.is_none().then(|| text.clone()));
    let address = match (known, text) {
        (Some(address), _) => address,
        (None, text) => {
            let Some(block) = call.c_string(text.as_deref().unwrap_or_default())? else {
                len_out.write_words(call, [0])?;
                return Ok(0);
            };
            let address = block.address();
            if let Some((_, copy)) = call.kernel.vars.text_copy(var) {
                *copy = Some(block);
            }
            address
        }
    };
    len_out.write_words(call, [len])?;
    Ok(address)
}

/// Returns the resource of a var with a reference for the caller; 0 if it has none.
fn var_to_resource(call: &mut Call<'_, '_>, var: At<PP_Var>) -> Result<u32, Fault> {
    let var = var.read(call)?;
    let Some(&Object::Resource(resource)) = call.kernel.vars.get(var) else {
        return Ok(0);
    };
    // A var may have the resource 0, which does not exist.
    call.kernel.resources.add_ref(resource);
    Ok(resource)
}

/// Returns a var for a resource or for 0; null if there is no such resource.
fn var_from_resource(call: &mut Call<'_, '_>, resource: u32) -> Var {
    if resource != 0 {
        if call.kernel.resources.get(resource).is_none() {
            return Var::Null;
        }
        call.kernel.resources.hold(resource);
    }
    call.kernel.vars.create(Object::Resource(resource))
}
