//! A guest thread's instance of the code.

use super::interpreter_state::Stack;
use super::thread_state::rounds_left;
use super::wasm_state::{Guest, GuestExports};
use crate::host::Host;
use crate::interp::setjmp::ACTIVATION_BITS;
use pinnacle_wasm::{TURN_LENGTH, abi};
use wasmtime::{Instance, StoreContextMut, Val};

/// Returns the exports of the thread's instance that the host uses. Creates the instance if code is
/// available by now.
pub(super) fn instance_exports<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<Option<GuestExports>> {
    if let Some(exports) = context.data().exports {
        return Ok(Some(exports));
    }
    let shared = context.data().shared.clone();
    let Some(instance) = shared.engine.instantiate(context)? else {
        return Ok(None);
    };
    let exports = exports(context, instance)?;
    let guest = context.data_mut();
    guest.exports = Some(exports);
    let stack = guest.interpreted.stack();
    let left = rounds_left(guest);
    prepare_instance(context, &exports, stack)?;
    if let (Some(global), Some(left)) = (exports.turn_left, left) {
        global.set(&mut *context, Val::I32(left))?;
    }
    Ok(Some(exports))
}

/// Sets the parts of an instance that belong to its thread.
pub(super) fn prepare_instance<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    exports: &GuestExports,
    stack: Stack,
) -> wasmtime::Result<()> {
    let thread_pointer = context.data().thread_pointer;
    for (global, value) in [
        (exports.stack_pointer, stack.pointer),
        (exports.stack_limit, stack.limit),
        (exports.thread_pointer, thread_pointer),
    ] {
        global.set(&mut *context, Val::I32(value as i32))?;
    }
    // Activation numbers are distinct per thread, so a thread rejects the setjmp buffers of others.
    let activations = exports.instance.get_global(&mut *context, abi::ACTIVATIONS);
    if let Some(activations) = activations {
        let first = i64::from(context.data().thread) << ACTIVATION_BITS;
        activations.set(&mut *context, Val::I64(first))?;
    }
    if let Some(left) = exports.turn_left {
        left.set(&mut *context, Val::I32(TURN_LENGTH as i32))?;
    }
    Ok(())
}

/// Finds the exports of an instance that the host uses.
pub(super) fn exports<H: Host>(
    store: &mut StoreContextMut<'_, Guest<H>>,
    instance: Instance,
) -> wasmtime::Result<GuestExports> {
    let missing = |name: &str| wasmtime::Error::msg(format!("the module has no {name}"));
    let mut global = |name: &str| {
        let global = instance.get_global(&mut *store, name);
        global.ok_or_else(|| missing(name))
    };
    Ok(GuestExports {
        instance,
        stack_pointer: global(abi::STACK_POINTER)?,
        stack_limit: global(abi::STACK_LIMIT)?,
        thread_pointer: global(abi::THREAD_POINTER)?,
        turn_left: instance.get_global(&mut *store, abi::TURN_LEFT),
        table: instance
            .get_table(&mut *store, abi::TABLE)
            .ok_or_else(|| missing(abi::TABLE))?,
    })
}
