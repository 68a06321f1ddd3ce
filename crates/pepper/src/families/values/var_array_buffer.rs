//! `PPB_VarArrayBuffer`: bytes that program and page exchange. They lie in the
//! program's memory.

use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::kernel::heap::Block;
use crate::kernel::var::{Object, Var};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VAR_ARRAY_BUFFER_1_0: Interface = interface! { "PPB_VarArrayBuffer" "1.0" Stable:
    Create(size_in_bytes: uint32_t) -> PP_Var = create;
    ByteLength(array: PP_Var, byte_length: *mut uint32_t) -> PP_Bool = byte_length;
    Map(array: PP_Var) -> *mut void = map;
    Unmap(array: PP_Var) = unmap;
};

/// Zeroed bytes; a null var if there is no memory for them.
fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let len = call.arg(1);
    let var = match call.allocate(len) {
        Some(block) => {
            call.context.memory.fill(block.address(), len, 0)?;
            call.kernel.vars.create(Object::ArrayBuffer { block, len })
        }
        None => Var::Null,
    };
    call.give_var(0, var)
}

fn buffer(call: &mut Call<'_, '_>) -> Result<Option<(u32, u32)>, Fault> {
    let var = call.var(0)?;
    Ok(match call.kernel.vars.get(var) {
        Some(Object::ArrayBuffer { block, len }) => Some((Block::address(block), *len)),
        _ => None,
    })
}

fn byte_length(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some((_, len)) = buffer(call)? else {
        return boolean(false);
    };
    call.store_word(1, len)?;
    boolean(true)
}

/// Where the bytes are: the same place each time, as long as the var lives.
fn map(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let address = buffer(call)?.map_or(0, |(address, _)| address);
    word(address)
}

fn unmap(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.var(0)?;
    NOTHING
}
