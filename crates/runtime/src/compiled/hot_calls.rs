//! Calls of hot functions ([`super::hot_code`]) by interpreted ones.

use super::guest_instance;
use super::stop::{Cause, HostTrap};
use super::thread_state::{self, with_calls};
use super::values;
use super::wasm_state::{Guest, GuestExports};
use crate::host::Host;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::Type;
use wasmtime::{Func, StoreContextMut, Val};

/// Calls a hot function in the thread's instance, with the stack from this address down.
pub(super) fn call<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
    stack_pointer: u32,
) -> wasmtime::Result<[u64; 2]> {
    let missing = || {
        let kind = TrapKind::Unsupported(format!("{function} is not compiled to be called"));
        HostTrap(Cause::Known(kind))
    };
    let exports = exports(context)?.ok_or_else(missing)?;
    let target = target(context, exports, function).ok_or_else(missing)?;
    let shared = context.data().shared.clone();
    let interpreter = shared.engine.interpreter.as_ref().ok_or_else(missing)?;
    let signature = interpreter.program().module().signature(function);
    let arguments = values::arguments(&signature.params, args);
    let guest = context.data();
    for (global, value) in [
        (exports.stack_pointer, stack_pointer),
        (exports.stack_limit, guest.interpreted.stack_limit),
        (exports.thread_pointer, guest.thread_pointer),
    ] {
        global.set(&mut *context, Val::I32(value as i32))?;
    }
    if let Some(turn_left) = exports.turn_left {
        let left = with_calls(context.data_mut(), |calls| calls.budget())?;
        turn_left.set(&mut *context, Val::I32(left as i32))?;
    }
    let mut results = [Val::I32(0)];
    let count = usize::from(signature.result != Type::Void);
    let result = target.call(&mut *context, &arguments, &mut results[..count]);
    if let Some(turn_left) = exports.turn_left {
        let left = turn_left.get(&mut *context).i32().unwrap_or(0);
        with_calls(context.data_mut(), |calls| calls.set_budget(left.into()))?;
    }
    result?;
    debug_assert_eq!(
        thread_state::word(context, exports.stack_pointer),
        stack_pointer,
        "a hot function returned with another stack pointer than it was called with"
    );
    Ok(values::into_words(&results[0], signature.result))
}

/// Returns the exports of the thread's instance. Creates the instance if there is hot code.
fn exports<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<Option<GuestExports>> {
    if let Some(exports) = context.data().hot.exports {
        return Ok(Some(exports));
    }
    let shared = context.data().shared.clone();
    let Some(instance) = shared.engine.instantiate_hot(context)? else {
        return Ok(None);
    };
    let exports = guest_instance::exports(context, instance)?;
    context.data_mut().hot.exports = Some(exports);
    Ok(Some(exports))
}

/// Returns a function of the instance, looking it up by name the first time.
fn target<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    exports: GuestExports,
    function: FuncId,
) -> Option<Func> {
    let index = function.index();
    if let Some(&Some(found)) = context.data().hot.targets.get(index) {
        return Some(found);
    }
    let name = format!("f{index}");
    let found = exports.instance.get_func(&mut *context, &name)?;
    let targets = &mut context.data_mut().hot.targets;
    targets.resize(targets.len().max(index + 1), None);
    targets[index] = Some(found);
    Some(found)
}
