//! Functions that are interpreted in a thread that otherwise runs code: all of them while the
//! program is still being compiled ([`super::tiers`]), and those left out of the code
//! ([`super::outside`]).
//!
//! Both kinds share the memory, the stack pointer, the thread pointer and the count of rounds.
//! Interpreted functions call compiled ones and the host; the host calls either kind. A longjmp in
//! one kind can reach a setjmp in the other, except across a call by the host.

use super::actions;
use super::guest_instance::instance_exports;
use super::hot_calls;
use super::interpreter_state::Stack;
use super::on_stack_replacement;
use super::stop::{Cause, Ended, HostTrap};
use super::thread_state::{self, with_calls, with_code_stack};
use super::values;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::interp::nested::Step;
use crate::interp::setjmp::JumpBuffer;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::Type;
use wasmtime::{Func, Instance, StoreContextMut, ThrownException, Val};

/// Runs a function to its end. Returns the words of its result.
pub(super) fn run<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
    stack: Stack,
) -> wasmtime::Result<[u64; 2]> {
    let guest = context.data_mut();
    let thread_pointer = guest.thread_pointer;
    guest.interpreted.stack_limit = stack.limit;
    let range = stack.limit..stack.pointer;
    with_calls(guest, |calls| {
        calls.begin(function, args, range, thread_pointer)
    })?
    .map_err(|kind| HostTrap(Cause::Known(kind)))?;
    loop {
        let guest = context.data_mut();
        if !guest.interpreted.uses_code && on_stack_replacement::has_code(guest) {
            guest.interpreted.uses_code = true;
            with_calls(guest, |calls| {
                calls.leave_to_others();
            })?;
        }
        let is_early = !guest.interpreted.uses_code && !guest.interpreted.uses_hot_code;
        if is_early && let Some(left_out) = on_stack_replacement::left_out(guest) {
            guest.interpreted.uses_hot_code = true;
            with_calls(guest, |calls| calls.leave_some_to_others(left_out))?;
        }
        let step = step(guest)?;
        let outcome = match step {
            Step::Returned(words) => return Ok(words),
            Step::Trapped(kind) => Err(HostTrap(Cause::Known(kind)).into()),
            Step::Paused => match pause(context) {
                Ok(Some(words)) => return Ok(words),
                Ok(None) => continue,
                Err(error) => Err(error),
            },
            Step::Host {
                function,
                args,
                stack_pointer,
            } => call_host(context, function, &args, stack_pointer),
            Step::Away {
                function,
                args,
                stack_pointer,
            } => call_code(context, function, &args, stack_pointer),
        };
        let outcome = match outcome {
            Ok(words) => {
                let thread_pointer = context.data().thread_pointer;
                with_calls(context.data_mut(), |calls| {
                    calls.give(words, thread_pointer);
                })
            }
            Err(error) => catch(context, error),
        };
        if let Err(error) = outcome {
            let guest = context.data_mut();
            let mut places = Vec::new();
            with_calls(guest, |calls| places = calls.abandon())?;
            guest.interpreted.left.extend(places);
            return Err(error);
        }
    }
}

/// Runs the innermost call a while, under the lock.
fn step<H: Host>(guest: &mut Guest<H>) -> wasmtime::Result<Step> {
    let shared = guest.shared.clone();
    let slice = shared.engine.interpreter.as_ref().and_then(|interpreter| {
        let tiers = interpreter.tiers.as_ref()?;
        tiers.slice(&guest.interpreted.waiting)
    });
    let mut state = shared.lock();
    with_calls(guest, |calls| calls.step(&mut state.memory, slice))
}

/// Handles the end of the budget or a part of it: lets other threads run, and switches to code if
/// there is some. Returns the result of the innermost call if code has finished it.
fn pause<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<Option<[u64; 2]>> {
    let guest = context.data_mut();
    if guest.shared.has_ended() {
        return Err(Ended.into());
    }
    guest.interpreted.waiting.calls = 0;
    let about = &guest.shared.engine.about;
    let (counts, budget) = (about.counts(), about.budget());
    let is_over = with_calls(guest, |calls| {
        let is_over = calls.budget() < 0;
        if is_over {
            calls.set_budget(budget);
        }
        is_over
    })?;
    if is_over {
        guest.shared.end_turn(guest.thread, &guest.parking)?;
    }
    if counts {
        // Code of other threads waits for this lock when it calls the host.
        std::thread::yield_now();
    }
    on_stack_replacement::move_on(context)
}

/// Calls a function of the host.
fn call_host<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: usize,
    args: &[u64],
    stack_pointer: u32,
) -> wasmtime::Result<[u64; 2]> {
    let first_host_function = context
        .data()
        .shared
        .engine
        .about
        .layout
        .first_host_function;
    // The host may call the program.
    with_code_stack(context, stack_pointer, 0, |context| {
        let word = actions::call(context, function, first_host_function, args)?;
        thread_state::check_returned(context, stack_pointer);
        Ok([word, 0])
    })
}

/// Calls a compiled function.
fn call_code<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
    stack_pointer: u32,
) -> wasmtime::Result<[u64; 2]> {
    let interpreted = &mut context.data_mut().interpreted;
    interpreted.waiting.calls += 1;
    if interpreted.uses_hot_code && !interpreted.uses_code {
        return hot_calls::call(context, function, args, stack_pointer);
    }
    let missing = || {
        let kind = TrapKind::Unsupported(format!("{function} is not compiled to be called"));
        HostTrap(Cause::Known(kind))
    };
    let exports = instance_exports(context)?.ok_or_else(missing)?;
    let target = compiled(context, exports.instance, function).ok_or_else(missing)?;
    let shared = context.data().shared.clone();
    let interpreter = shared.engine.interpreter.as_ref().ok_or_else(missing)?;
    let signature = interpreter.program().module().signature(function);
    let arguments = values::arguments(&signature.params, args);
    with_code_stack(context, stack_pointer, 0, |context| {
        let mut results = [Val::I32(0)];
        let count = usize::from(signature.result != Type::Void);
        target.call(&mut *context, &arguments, &mut results[..count])?;
        thread_state::check_returned(context, stack_pointer);
        Ok(values::into_words(&results[0], signature.result))
    })
}

/// Returns a function of the thread's instance, looking it up by name the first time.
fn compiled<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    instance: Instance,
    function: FuncId,
) -> Option<Func> {
    let index = function.index();
    if let Some(&Some(found)) = context.data().interpreted.targets.get(index) {
        return Some(found);
    }
    let found = instance.get_func(&mut *context, &format!("f{index}"))?;
    let targets = &mut context.data_mut().interpreted.targets;
    targets.resize(targets.len().max(index + 1), None);
    targets[index] = Some(found);
    Some(found)
}

/// Handles a longjmp to a setjmp that the innermost call has called: continues there.
fn catch<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    error: wasmtime::Error,
) -> wasmtime::Result<()> {
    if !error.is::<ThrownException>() {
        return Err(error);
    }
    let Some(exception) = context.take_pending_exception() else {
        return Err(error);
    };
    let mut field = |index| exception.field(&mut *context, index);
    let (activation, number, sp, value) = (field(0)?, field(1)?, field(2)?, field(3)?);
    let buffer = JumpBuffer {
        activation: values::to_word(&activation),
        number: values::to_word(&number) as u32,
        sp: values::to_word(&sp) as u32,
    };
    let thread_pointer = context.data().thread_pointer;
    let value = values::to_word(&value) as u32;
    let landed = with_calls(context.data_mut(), |calls| {
        calls.land(&buffer, value, thread_pointer)
    })?;
    if landed {
        return Ok(());
    }
    let _: wasmtime::Result<()> = context.throw(exception);
    Err(error)
}
