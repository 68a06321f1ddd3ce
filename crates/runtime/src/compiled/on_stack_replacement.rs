//! Switches a thread from the interpreter to code in the middle of a function: at a loop header,
//! through a loop entry ([`super::loop_entry`]).

use super::guest_instance::instance_exports;
use super::hot_code;
use super::loop_entry::EntryCode;
use super::modules;
use super::thread_state::{rounds_left, with_calls, with_code_stack};
use super::tiers::Tiers;
use super::values;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::interp::nested::OsrPoint;
use pinnacle_pexe::types::Type;
use pinnacle_wasm::{TURN_LENGTH, abi};
use std::sync::Arc;
use wasmtime::{Func, StoreContextMut, Val};

/// Returns the tiers of a guest's program.
fn tiers<H: Host>(guest: &Guest<H>) -> Option<&Arc<Tiers>> {
    guest.shared.engine.interpreter.as_ref()?.tiers.as_ref()
}

/// Returns true if the program now has code that it can switch to.
pub(super) fn has_code<H: Host>(guest: &Guest<H>) -> bool {
    tiers(guest).is_some_and(|tiers| tiers.code().is_some())
}

/// Returns flags for the functions that are not hot, if the thread can now use the code of those
/// that are.
pub(super) fn left_out<H: Host>(guest: &Guest<H>) -> Option<Arc<[bool]>> {
    let hot = tiers(guest)?.hot()?;
    (guest.thread < hot_code::MAX_THREADS).then(|| hot.left_out.clone())
}

/// Counts the work of an interpreted thread that ends, so that many short threads trigger
/// compilation just like a long one.
pub(super) fn note_end<H: Host>(guest: &Guest<H>) {
    let Some(tiers) = tiers(guest) else {
        return;
    };
    let left = rounds_left(guest).unwrap_or(0);
    let used = i64::from(TURN_LENGTH) - i64::from(left);
    let used = u64::try_from(used).unwrap_or(0);
    if tiers.is_time_after(used) {
        tiers.begin(Vec::new(), None);
    }
}

/// Starts compiling the program if necessary, and moves the innermost function to code at its
/// current location. Returns the result of the innermost call if it has finished.
pub(super) fn move_on<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<Option<[u64; 2]>> {
    let Some(tiers) = tiers(context.data()).cloned() else {
        return Ok(None);
    };
    let guest = context.data_mut();
    let point = with_calls(guest, |calls| calls.osr_point())?;
    // Until compilation begins, a thread pauses only after whole budgets.
    let work = guest.shared.engine.about.budget().unsigned_abs();
    if tiers.is_time_after(work) {
        let functions = with_calls(guest, |calls| calls.hot_functions())?;
        guest.interpreted.waiting = tiers.begin(functions, point);
    }
    if tiers.code().is_none() || tiers.is_compiled_for(&guest.interpreted.waiting) {
        return Ok(None);
    }
    let waiting = &mut guest.interpreted.waiting;
    let Some((point, entry)) = tiers.place_to_enter(point, waiting) else {
        return Ok(None);
    };
    let Some((words, stack)) = with_calls(guest, |calls| calls.values(point, &entry.values))?
    else {
        return Ok(None);
    };
    let function = instance(context, point, &entry)?;
    let types: Vec<Type> = entry.values.iter().map(|&(_, ty)| ty).collect();
    let mut arguments = values::arguments(&types, &words);
    arguments.push(Val::I32(stack.at_entry as i32));
    // Entering the block was already counted, and will be counted again.
    let counted = i64::from(entry.counts);
    let result = with_code_stack(context, stack.pointer, counted, |context| {
        let mut results = [Val::I32(0)];
        let count = usize::from(entry.result != Type::Void);
        function.call(&mut *context, &arguments, &mut results[..count])?;
        Ok(values::into_words(&results[0], entry.result))
    });
    let thread_pointer = context.data().thread_pointer;
    match result {
        Ok(words) => with_calls(context.data_mut(), |calls| {
            calls.finish(words, thread_pointer)
        }),
        Err(error) => {
            // The error includes its call.
            with_calls(context.data_mut(), |calls| {
                calls.leave_innermost();
            })?;
            Err(error)
        }
    }
}

/// Returns the function of a loop entry in this thread.
fn instance<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    point: OsrPoint,
    entry: &EntryCode,
) -> wasmtime::Result<Func> {
    if let Some(&function) = context.data().interpreted.loop_entries.get(&point) {
        return Ok(function);
    }
    let missing = || wasmtime::Error::msg("the program has no code");
    let exports = instance_exports(context)?.ok_or_else(missing)?;
    let instance = modules::instantiate(context, &entry.module, exports.instance)?;
    let function = instance.get_func(&mut *context, abi::LOOP_ENTRY);
    let missing = || wasmtime::Error::msg("a loop entry has no function");
    let function = function.ok_or_else(missing)?;
    let entries = &mut context.data_mut().interpreted.loop_entries;
    entries.insert(point, function);
    Ok(function)
}
