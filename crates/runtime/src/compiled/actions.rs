//! Calls of the host's functions, and what they ask for.

use super::shared_state::{End, Guest, Shared};
use super::stop::{Cause, Ended, HostTrap};
use super::thread;
use super::values::{into_words, to_value, value_type};
use crate::host::{Action, GuestCall, Host, HostContext, MAX_NESTED_CALLS, MAX_THREADS};
use crate::trap::TrapKind;
use crate::turns::On;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_system::Errno;
use std::sync::Arc;
use wasmtime::{AsContextMut, Caller, Func, Ref, ThrownException, Val, ValType};

/// Calls a function of the host and does what it asks for; gives the result.
pub(super) fn call<H: Host + Send>(
    caller: &mut Caller<'_, Guest<H>>,
    index: usize,
    first_host_function: u32,
    args: &[u64],
) -> wasmtime::Result<u64> {
    let guest = caller.data();
    let action = ask(guest, first_host_function, |host, context| {
        host.call(index, args, context)
    })?;
    if let Action::Return(value) = action {
        return Ok(value);
    }
    let shared = guest.shared.clone();
    let mut action = action;
    loop {
        let result = match action {
            Action::Call(call) => call_program(caller, first_host_function, &call)?,
            Action::Wait { .. } => 0,
            action => return act(caller, &shared, first_host_function, action),
        };
        action = ask(caller.data(), first_host_function, |host, context| {
            host.resume(result, context)
        })?;
    }
}

/// Asks the host, and wakes the threads that it names. If it wants the thread to
/// wait that is done at once, so that nothing comes between.
fn ask<H: Host>(
    guest: &Guest<H>,
    first_host_function: u32,
    question: impl FnOnce(&mut H, &mut HostContext<'_>) -> Action,
) -> Result<Action, Ended> {
    let shared = &*guest.shared;
    let mut lock = shared.lock();
    let state = &mut *lock;
    let mut context = HostContext {
        memory: &mut state.memory,
        thread: guest.thread,
        thread_pointer: guest.thread_pointer,
        first_host_function,
        bytes: 0,
        wake: Vec::new(),
    };
    let action = question(&mut state.host, &mut context);
    for thread in context.wake {
        shared.wake_for_host(state, thread);
    }
    if shared.has_ended() {
        return Err(Ended);
    }
    if let Action::Wait { deadline } = action {
        shared.wait(lock, guest.thread, &guest.parking, On::Host, deadline)?;
    }
    Ok(action)
}

/// Calls a function of the program that the host names.
fn call_program<H: Host>(
    caller: &mut Caller<'_, Guest<H>>,
    first_host_function: u32,
    call: &GuestCall,
) -> wasmtime::Result<u64> {
    let GuestCall {
        address,
        params,
        result,
        ..
    } = *call;
    let function = function_at(caller, address, params, result, first_host_function)?;
    if caller.data().host_calls == MAX_NESTED_CALLS {
        return trap(Cause::Known(TrapKind::StackOverflow));
    }
    let mut args = [Val::I32(0); GuestCall::ARGUMENTS];
    for ((arg, &word), &ty) in args.iter_mut().zip(call.words()).zip(params) {
        *arg = to_value(word, ty);
    }
    let mut results = [Val::I32(0)];
    let count = usize::from(result != Type::Void);
    caller.data_mut().host_calls += 1;
    let outcome = function.call(&mut *caller, &args[..params.len()], &mut results[..count]);
    caller.data_mut().host_calls -= 1;
    match outcome {
        Ok(()) => Ok(into_words(&results[0], result)[0]),
        Err(error) if error.is::<ThrownException>() => {
            // No longjmp leads past the host.
            let _ = caller.as_context_mut().take_pending_exception();
            Err(error.context(HostTrap(Cause::Longjmp)))
        }
        Err(error) => Err(error),
    }
}

/// Does what a function of the host asks for, and gives the result of the
/// call.
fn act<H: Host + Send>(
    caller: &mut Caller<'_, Guest<H>>,
    shared: &Arc<Shared<H>>,
    first_host_function: u32,
    action: Action,
) -> wasmtime::Result<u64> {
    let thread = caller.data().thread;
    match action {
        Action::Return(value) => Ok(value),
        // The caller has seen to these.
        Action::Call(_) | Action::Wait { .. } => Ok(0),
        Action::Exit(status) => {
            let mut state = shared.lock();
            shared.end(&mut state, End::Status(status));
            Err(Ended.into())
        }
        Action::SetThreadPointer(pointer) => {
            caller.data_mut().thread_pointer = pointer;
            if let Some(exports) = caller.data().exports {
                exports
                    .thread_pointer
                    .set(&mut *caller, Val::I32(pointer as i32))?;
            }
            Ok(0)
        }
        Action::Yield => {
            std::thread::yield_now();
            shared.give_way(thread, &caller.data().parking)?;
            Ok(0)
        }
        Action::Sleep(duration) => {
            let state = shared.lock();
            let deadline = state.host.real_time().checked_add(duration);
            let deadline = Some(deadline.unwrap_or(std::time::Duration::MAX));
            shared.wait(state, thread, &caller.data().parking, On::Time, deadline)?;
            Ok(0)
        }
        Action::FutexWait {
            address,
            value,
            deadline,
        } => {
            let state = shared.lock();
            match state.memory.load_u32(address) {
                Err(_) => Ok(Errno::EFAULT.word()),
                Ok(found) if found != value => Ok(Errno::EAGAIN.word()),
                Ok(_) if deadline.is_some_and(|time| time <= state.host.real_time()) => {
                    Ok(Errno::ETIMEDOUT.word())
                }
                Ok(_) => {
                    let parking = &caller.data().parking;
                    Ok(shared.wait(state, thread, parking, On::Futex(address), deadline)?)
                }
            }
        }
        Action::FutexWake {
            address,
            count,
            woken,
        } => {
            let mut state = shared.lock();
            let number = shared.wake(&mut state, address, count);
            let stored = state.memory.store_u32(woken, number);
            Ok(stored.map_or(Errno::EFAULT.word(), |()| 0))
        }
        Action::StartThread {
            start,
            stack,
            thread_pointer,
        } => {
            // Without shared memory there is one thread.
            if !shared.code.about.shared {
                return Ok(Errno::EAGAIN.word());
            }
            function_at(caller, start, &[], Type::Void, first_host_function)?;
            let mut state = shared.lock();
            Shared::reap(&mut state);
            if state.live.len() >= MAX_THREADS {
                return Ok(Errno::EAGAIN.word());
            }
            let start = thread::Start {
                function: start,
                stack,
                thread_pointer,
            };
            let started = thread::start(shared, &mut state, start);
            Ok(if started { 0 } else { Errno::EAGAIN.word() })
        }
        Action::ExitThread { flag } => {
            let mut state = shared.lock();
            if flag != 0
                && let Err(fault) = state.memory.store_u32(flag, 0)
            {
                drop(state);
                return trap(Cause::Known(TrapKind::Memory(fault)));
            }
            shared.leave(&mut state, thread);
            Err(Ended.into())
        }
        Action::Trap(kind) => trap(Cause::Known(kind)),
    }
}

fn trap(cause: Cause) -> wasmtime::Result<u64> {
    Err(HostTrap(cause).into())
}

/// The function that has an address. It must be one of the program's own, and of
/// this type.
fn function_at<H: Host>(
    caller: &mut Caller<'_, Guest<H>>,
    address: u32,
    params: &[Type],
    result: Type,
    first_host_function: u32,
) -> wasmtime::Result<Func> {
    let table = caller.data().exports.map(|exports| exports.table);
    let entry = table.and_then(|table| table.get(&mut *caller, address.into()));
    let Some(Ref::Func(Some(function))) = entry.filter(|_| address < first_host_function) else {
        let kind = TrapKind::BadFunctionAddress(Some(address));
        return Err(HostTrap(Cause::Known(kind)).into());
    };
    let ty = function.ty(&*caller);
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
    Ok(function)
}
