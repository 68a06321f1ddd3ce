//! Calls of host functions, and the actions that these return.

use super::common_actions::{Calling, Performed};
use super::guest_instance::instance_exports;
use super::guest_threads::Start;
use super::interpreted;
use super::modules;
use super::stop::{Cause, Ended, HostTrap};
use super::thread;
use super::thread_state;
use super::values::{into_words, to_value, value_type};
use super::wasm_state::Guest;
use crate::host::{Action, GuestCall, Host, HostContext, MAX_NESTED_CALLS, ThreadStart};
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_system::Errno;
use wasmtime::{Func, Ref, StoreContextMut, ThrownException, Val, ValType};

/// Calls a function of the host and carries out its action. Returns the result.
pub(super) fn call<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    index: usize,
    first_host_function: u32,
    args: &[u64],
) -> wasmtime::Result<u64> {
    let guest = context.data();
    let mut performed = ask(guest, first_host_function, |host, context| {
        host.call(index, args, context)
    })?;
    loop {
        let result = match performed {
            Performed::Result(value) => return Ok(value),
            Performed::AskHost => 0,
            Performed::Rest(Action::Call(call)) => {
                call_program(context, first_host_function, &call)?
            }
            Performed::Rest(Action::RestartThread(thread)) => {
                let ThreadStart {
                    start,
                    stack,
                    thread_pointer,
                } = thread;
                let start = Action::StartThread {
                    start,
                    stack,
                    thread_pointer,
                };
                act(context, first_host_function, start)?
            }
            Performed::Rest(action) => return act(context, first_host_function, action),
        };
        performed = ask(context.data(), first_host_function, |host, context| {
            host.resume(result, context)
        })?;
    }
}

/// Calls the host; see [`Shared::ask`](super::shared_state::Shared::ask).
fn ask<H: Host>(
    guest: &Guest<H>,
    first_host_function: u32,
    question: impl FnOnce(&mut H, &mut HostContext<'_>) -> Action,
) -> Result<Performed, Ended> {
    let calling = Calling {
        thread: guest.thread,
        thread_pointer: guest.thread_pointer,
        parking: &guest.parking,
        first_host_function,
    };
    guest.shared.ask(&calling, question)
}

/// Calls a function of the program that the host names.
fn call_program<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    first_host_function: u32,
    call: &GuestCall,
) -> wasmtime::Result<u64> {
    let GuestCall {
        address,
        params,
        result,
        ..
    } = *call;
    let callee = function_at(context, address, params, result, first_host_function)?;
    if context.data().host_calls == MAX_NESTED_CALLS {
        return trap(Cause::Known(TrapKind::StackOverflow));
    }
    let outcome = thread_state::across(context, |context| {
        context.data_mut().host_calls += 1;
        match callee {
            Callee::Code(function) => call_code(context, function, call),
            Callee::Interpreted(function) => {
                let stack = context.data().interpreted.stack();
                interpreted::run(context, function, call.words(), stack).map(|words| words[0])
            }
        }
    });
    match outcome {
        Err(error) if error.is::<ThrownException>() => {
            // A longjmp cannot cross the host.
            let _ = context.take_pending_exception();
            Err(error.context(HostTrap(Cause::Longjmp)))
        }
        outcome => outcome,
    }
}

/// Calls machine code for the host.
fn call_code<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: Func,
    call: &GuestCall,
) -> wasmtime::Result<u64> {
    let GuestCall { params, result, .. } = *call;
    let mut args = [Val::I32(0); GuestCall::ARGUMENTS];
    for ((arg, &word), &ty) in args.iter_mut().zip(call.words()).zip(params) {
        *arg = to_value(word, ty);
    }
    let mut results = [Val::I32(0)];
    let count = usize::from(result != Type::Void);
    function.call(&mut *context, &args[..params.len()], &mut results[..count])?;
    Ok(into_words(&results[0], result)[0])
}

/// Carries out the action of a host function, and returns the result of the call.
fn act<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    first_host_function: u32,
    action: Action,
) -> wasmtime::Result<u64> {
    match action {
        Action::SetThreadPointer(pointer) => {
            context.data_mut().thread_pointer = pointer;
            if let Some(exports) = context.data().exports {
                exports
                    .thread_pointer
                    .set(&mut *context, Val::I32(pointer as i32))?;
            }
            Ok(0)
        }
        Action::StartThread {
            start,
            stack,
            thread_pointer,
        } => {
            let shared = context.data().shared.clone();
            // Without shared memory there is only one thread.
            if !shared.engine.about.shared {
                return Ok(Errno::EAGAIN.word());
            }
            function_at(context, start, &[], Type::Void, first_host_function)?;
            let mut state = shared.lock();
            state.reap();
            if state.threads.len() >= shared.engine.max_threads(state.memory.limit()) {
                return Ok(Errno::EAGAIN.word());
            }
            let start = Start {
                function: start,
                stack,
                thread_pointer,
            };
            let started = thread::start(&shared, &mut state, start);
            Ok(if started { 0 } else { Errno::EAGAIN.word() })
        }
        Action::Load(module) => modules::load(context, module),
        Action::Trap(kind) => trap(Cause::Known(kind)),
        // The other actions were already carried out.
        _ => Ok(0),
    }
}

fn trap(cause: Cause) -> wasmtime::Result<u64> {
    Err(HostTrap(cause).into())
}

/// A function that the host calls.
enum Callee {
    Code(Func),
    Interpreted(FuncId),
}

/// Returns the function at an address. It must be one of the program's own, and have this type.
fn function_at<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    address: u32,
    params: &[Type],
    result: Type,
    first_host_function: u32,
) -> wasmtime::Result<Callee> {
    let exports = instance_exports(context)?;
    if let (None, Some(interpreter)) = (exports, &context.data().shared.engine.interpreter) {
        let found = interpreter.function_at(address, params, result);
        let found = found.map_err(|kind| HostTrap(Cause::Known(kind)))?;
        return Ok(Callee::Interpreted(found));
    }
    modules::follow(context)?;
    let about = &context.data().shared.engine.about;
    let host = first_host_function..about.functions() as u32;
    let is_fixed = about
        .host
        .iter()
        .any(|function| function.fixed_address == Some(address));
    let entry = exports.and_then(|exports| exports.table.get(&mut *context, address.into()));
    let Some(Ref::Func(Some(function))) = entry.filter(|_| !host.contains(&address) && !is_fixed)
    else {
        let kind = TrapKind::BadFunctionAddress(Some(address));
        return Err(HostTrap(Cause::Known(kind)).into());
    };
    let ty = function.ty(&*context);
    let results = (result != Type::Void).then(|| value_type(result));
    let is_same = |(found, expected): (ValType, ValType)| ValType::eq(&found, &expected);
    if ty.params().len() != params.len()
        || ty.results().len() != usize::from(results.is_some())
        || !ty
            .params()
            .zip(params.iter().map(|&ty| value_type(ty)))
            .all(is_same)
        || !ty.results().zip(results).all(is_same)
    {
        let expected = Signature {
            result,
            params: params.into(),
        };
        return Err(HostTrap(Cause::Signature(address, expected)).into());
    }
    Ok(Callee::Code(function))
}
