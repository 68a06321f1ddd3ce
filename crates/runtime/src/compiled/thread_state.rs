//! The state of a guest thread that has a copy in each engine, and its way through calls
//! from one engine to another.
//!
//! There are three copies of the stack pointer. Interpreted frames keep their own; code keeps it in
//! a global of the thread's instance; while the host runs,
//! [`Interpreted`](super::interpreter_state::Interpreted) has it. A callee may leave any of these
//! copies lower than it found them, and an interpreted function does so with every call that it
//! makes. So calls of program functions by the host, and of interpreted functions by code, all go
//! through [`across`]. It saves the state before the call and restores it afterwards, however the
//! call ends.
//!
//! With debug assertions, each crossing checks that the copies agree and that the callee restored
//! the state that it must preserve.

use super::stop::{Cause, HostTrap};
use super::wasm_state::{Guest, GuestExports};
use crate::host::Host;
use crate::interp::nested::Calls;
use crate::interp::tier_up::Elsewhere;
use crate::native::OwnedCalls;
use crate::trap::TrapKind;
use wasmtime::{Global, StoreContextMut, Val};

/// True if crossings are checked.
const IS_CHECKED: bool = cfg!(debug_assertions);

/// The state of a thread when it calls another engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ThreadState {
    /// The lowest stack address in use.
    stack_pointer: u32,
    /// Number of the host's calls into the program that have not returned.
    host_calls: usize,
    /// Number of the interpreter's calls that have not returned.
    interpreted_calls: usize,
}

impl ThreadState {
    /// Returns the state of a thread that runs a host function, or code that calls out.
    fn of<H: Host>(context: &mut StoreContextMut<'_, Guest<H>>) -> ThreadState {
        let exports = context.data().exports;
        let stack_pointer = match exports {
            Some(exports) => word(context, exports.stack_pointer),
            None => context.data().interpreted.stack_pointer,
        };
        let guest = context.data();
        ThreadState {
            stack_pointer,
            host_calls: guest.host_calls,
            interpreted_calls: guest.interpreted.calls_in_progress(),
        }
    }

    /// Restores the state of every engine.
    fn restore<H: Host>(self, context: &mut StoreContextMut<'_, Guest<H>>) -> wasmtime::Result<()> {
        let guest = context.data_mut();
        guest.host_calls = self.host_calls;
        debug_assert_eq!(
            guest.interpreted.calls_in_progress(),
            self.interpreted_calls,
            "an interpreted call was left unfinished"
        );
        set_stack_pointer(context, self.stack_pointer)
    }
}

/// Calls a function of the program, and restores the thread's state.
pub(super) fn across<H: Host, T>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    call: impl FnOnce(&mut StoreContextMut<'_, Guest<H>>) -> wasmtime::Result<T>,
) -> wasmtime::Result<T> {
    check_copies(context);
    let state = ThreadState::of(context);
    let result = call(context);
    state.restore(context)?;
    check_copies(context);
    result
}

/// Tells every engine how far down the stack is in use.
pub(super) fn set_stack_pointer<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    stack_pointer: u32,
) -> wasmtime::Result<()> {
    context.data_mut().interpreted.stack_pointer = stack_pointer;
    if let Some(exports) = context.data().exports {
        let value = Val::I32(stack_pointer as i32);
        exports.stack_pointer.set(&mut *context, value)?;
    }
    Ok(())
}

/// Checks that a function of the code or of the host has returned with the stack pointer
/// that it must leave. Costs nothing in builds without debug assertions.
pub(super) fn check_returned<H: Host>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    stack_pointer: u32,
) {
    if IS_CHECKED {
        let found = ThreadState::of(context).stack_pointer;
        assert_eq!(
            found, stack_pointer,
            "a function returned with another stack pointer than it was called with"
        );
        check_copies(context);
    }
}

/// Checks that code and host agree about the thread. Costs nothing in builds without debug
/// assertions.
fn check_copies<H: Host>(context: &mut StoreContextMut<'_, Guest<H>>) {
    let Some(exports) = context.data().exports.filter(|_| IS_CHECKED) else {
        return;
    };
    let GuestExports {
        stack_limit,
        thread_pointer,
        ..
    } = exports;
    let found = (word(context, stack_limit), word(context, thread_pointer));
    let guest = context.data();
    let expected = (guest.interpreted.stack_limit, guest.thread_pointer);
    assert_eq!(
        found, expected,
        "the code's stack limit and thread pointer are not those of the thread"
    );
}

/// A global that holds an address.
pub(super) fn word<H: Host>(context: &mut StoreContextMut<'_, Guest<H>>, global: Global) -> u32 {
    match global.get(&mut *context) {
        Val::I32(value) => value as u32,
        _ => 0,
    }
}

/// Returns the remaining rounds of a thread, if it was interpreted until now.
pub(super) fn rounds_left<H: Host>(guest: &Guest<H>) -> Option<i32> {
    let calls = guest.interpreted.calls.as_ref()?;
    Some(calls.borrow_dependent().budget() as i32)
}

/// Calls a function with the interpreted calls of a thread.
pub(super) fn with_calls<H: Host, T>(
    guest: &mut Guest<H>,
    function: impl FnOnce(&mut Calls<'_>) -> T,
) -> wasmtime::Result<T> {
    let missing = || {
        let reason = "there is no interpreter for its functions";
        HostTrap(Cause::Known(TrapKind::Unsupported(reason.into())))
    };
    let Guest {
        shared,
        thread,
        interpreted,
        ..
    } = guest;
    let interpreter = shared.engine.interpreter.as_ref().ok_or_else(missing)?;
    let calls = interpreted.calls.get_or_insert_with(|| {
        let budget = shared.engine.about.budget();
        OwnedCalls::new(interpreter.bodies.clone(), |bodies| {
            let elsewhere = match interpreter.tiers {
                Some(_) => Elsewhere::Nothing,
                None => interpreter.elsewhere.clone(),
            };
            let mut calls = Calls::new(bodies.borrow_dependent(), *thread, elsewhere);
            calls.set_budget(budget);
            calls
        })
    });
    Ok(calls.with_dependent_mut(|_, calls| function(calls)))
}

/// Calls code with the current stack down to an address, and with the count of rounds, to which the
/// code adds.
pub(super) fn with_code_stack<H: Host, T>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    stack_pointer: u32,
    rounds: i64,
    function: impl FnOnce(&mut StoreContextMut<'_, Guest<H>>) -> wasmtime::Result<T>,
) -> wasmtime::Result<T> {
    set_stack_pointer(context, stack_pointer)?;
    if let Some(turn_left) = context.data().exports.and_then(|exports| exports.turn_left) {
        let left = with_calls(context.data_mut(), |calls| calls.budget() + rounds)?;
        turn_left.set(&mut *context, Val::I32(left as i32))?;
    }
    let result = function(context);
    // An instance may have been created in the meantime.
    if let Some(turn_left) = context.data().exports.and_then(|exports| exports.turn_left) {
        let left = turn_left.get(&mut *context).i32().unwrap_or(0);
        with_calls(context.data_mut(), |calls| calls.set_budget(left.into()))?;
    }
    result
}
