//! `PPB_VarArrayBuffer`: bytes that program and page exchange. They are in the program's memory.

use crate::kernel::call::Call;
use crate::kernel::heap::Block;
use crate::kernel::var::{Object, Var};
use crate::table::ctypes::{PP_Var, uint32_t};
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const VAR_ARRAY_BUFFER_1_0: Interface = interface! { "PPB_VarArrayBuffer" "1.0" Stable:
    Create(size_in_bytes: uint32_t) -> PP_Var => create;
    ByteLength(array: PP_Var, byte_length: *mut uint32_t) -> PP_Bool => byte_length;
    Map(array: PP_Var) -> *mut void => map;
    Unmap(array: PP_Var) => unmap;
};

/// Creates a zeroed array buffer. Returns a null var if there is no memory for it.
fn create(call: &mut Call<'_, '_>, len: u32) -> Result<Var, Fault> {
    let Some(block) = call.allocate(len) else {
        return Ok(Var::Null);
    };
    call.context.memory.fill(block.address(), len, 0)?;
    Ok(call.kernel.vars.create(Object::ArrayBuffer { block, len }))
}

/// Returns the address and the length of a buffer.
fn buffer(call: &mut Call<'_, '_>, array: At<PP_Var>) -> Result<Option<(u32, u32)>, Fault> {
    let var = array.read(call)?;
    Ok(match call.kernel.vars.get(var) {
        Some(Object::ArrayBuffer { block, len }) => Some((Block::address(block), *len)),
        _ => None,
    })
}

fn byte_length(
    call: &mut Call<'_, '_>,
    array: At<PP_Var>,
    len_out: At<uint32_t>,
) -> Result<bool, Fault> {
    let Some((_, len)) = buffer(call, array)? else {
        return Ok(false);
    };
    len_out.write_words(call, [len])?;
    Ok(true)
}

/// Returns the address of the bytes, which does not change while the var exists.
fn map(call: &mut Call<'_, '_>, array: At<PP_Var>) -> Result<u32, Fault> {
    Ok(buffer(call, array)?.map_or(0, |(address, _)| address))
}

fn unmap(call: &mut Call<'_, '_>, array: At<PP_Var>) -> Result<(), Fault> {
    array.read(call)?;
    Ok(())
}
