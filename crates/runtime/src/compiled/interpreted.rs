//! Functions that are interpreted in the thread that runs code: at the start of a program
//! whose code is still being compiled ([`super::tiers`]), and those that were left out of
//! the code ([`super::outside`]).
//!
//! Memory, the stack pointer, the thread pointer and the count of rounds are the same for
//! both. Interpreted functions call compiled ones and the host; the host calls whichever
//! there is. A longjmp of either finds the setjmp of the other, but through the host.

use super::actions;
use super::stop::{Cause, Ended, HostTrap};
use super::thread::{Stack, instance_exports};
use super::thread_state;
use super::tiers::{self, Tiers};
use super::values;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::interp::nested::{Bodies, Calls, Step};
use crate::interp::setjmp::JumpBuffer;
use crate::interp::tier_up::Elsewhere;
use crate::native::{OwnedBodies, OwnedCalls};
use crate::trap::TrapKind;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{FuncId, InstId};
use pinnacle_wasm::TURN_LENGTH;
use std::sync::Arc;
use wasmtime::{Func, Instance, StoreContextMut, ThrownException, Val};

/// The budget of a step where code counts no rounds, in instructions.
const SLICE: i64 = 2_000_000;

/// What interprets functions of a program, for all of its threads.
pub(super) struct Interpreter {
    pub(super) bodies: Arc<OwnedBodies>,
    /// The functions that the code has, as soon as there is code.
    pub(super) elsewhere: Elsewhere,
    /// How the program comes to code, if it begins without.
    pub(super) tiers: Option<Arc<Tiers>>,
}

impl Interpreter {
    /// The bodies of a program for a host.
    pub(super) fn bodies(
        program: Arc<Program>,
        about: &super::code::About,
        globals: &[u32],
    ) -> Arc<OwnedBodies> {
        Arc::new(OwnedBodies::new(program, |program| {
            Bodies::new(
                program,
                globals,
                &about.host,
                about.lenient_calls,
                about.counts(),
            )
        }))
    }

    pub(super) fn program(&self) -> &Program {
        self.bodies.borrow_owner()
    }

    /// The function of the program that an address and a type stand for.
    pub(super) fn function_at(
        &self,
        address: u32,
        params: &[Type],
        result: Type,
    ) -> Result<FuncId, TrapKind> {
        self.bodies
            .borrow_dependent()
            .function_at(address, params, result)
    }
}

/// What of a thread is interpreted.
#[derive(Default)]
pub(super) struct Interpreted {
    pub(super) calls: Option<OwnedCalls>,
    /// The stack of the thread, and where it stands while the host is called.
    pub(super) stack_limit: u32,
    pub(super) stack_pointer: u32,
    /// Where interpreted functions were that an error has left, innermost first.
    pub(super) left: Vec<(FuncId, InstId)>,
    /// Whether calls go to the code.
    uses_code: bool,
    /// Functions of the thread's instance, by index, as far as they were called from here.
    targets: Vec<Option<Func>>,
    pub(super) loop_entries: tiers::Instances,
    pub(super) waiting: tiers::Waiting,
}

impl Interpreted {
    /// Makes ready for another thread, which has the same instances.
    pub(super) fn begin_thread(&mut self, thread_stack: Stack) {
        *self = Interpreted {
            stack_limit: thread_stack.limit,
            stack_pointer: thread_stack.pointer,
            targets: std::mem::take(&mut self.targets),
            loop_entries: std::mem::take(&mut self.loop_entries),
            ..Interpreted::default()
        };
    }

    /// Number of the interpreter's calls that have not returned.
    pub(super) fn calls_in_progress(&self) -> usize {
        let calls = self.calls.as_ref();
        calls.map_or(0, |calls| calls.borrow_dependent().in_progress())
    }

    pub(super) fn stack(&self) -> Stack {
        Stack {
            limit: self.stack_limit,
            pointer: self.stack_pointer,
        }
    }
}

/// What is left of the count of rounds of a thread, if it was interpreted until now.
pub(super) fn rounds_left<H: Host>(guest: &Guest<H>) -> Option<i32> {
    let calls = guest.interpreted.calls.as_ref()?;
    Some(calls.borrow_dependent().budget() as i32)
}

/// Does something with the calls of a thread that are interpreted.
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
        let budget = match shared.engine.about.counts() {
            true => TURN_LENGTH.into(),
            false => SLICE,
        };
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

/// Runs a function to its end; gives the words that it returns.
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
        if !guest.interpreted.uses_code && tiers::has_code(guest) {
            guest.interpreted.uses_code = true;
            with_calls(guest, |calls| {
                calls.leave_to_others();
            })?;
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

/// The budget is used up, or a part of it: lets others run, and moves on to code where
/// there is some. Gives the result of the innermost call if code has brought it to its
/// end.
fn pause<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<Option<[u64; 2]>> {
    let guest = context.data_mut();
    if guest.shared.has_ended() {
        return Err(Ended.into());
    }
    guest.interpreted.waiting.calls = 0;
    let counts = guest.shared.engine.about.counts();
    let is_over = with_calls(guest, |calls| {
        let is_over = calls.budget() < 0;
        if is_over {
            calls.set_budget(if counts { TURN_LENGTH.into() } else { SLICE });
        }
        is_over
    })?;
    if is_over {
        guest.shared.end_turn(guest.thread, &guest.parking)?;
    }
    if counts {
        // Code of other threads waits for the lock when it calls the host.
        std::thread::yield_now();
    }
    tiers::move_on(context)
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
    context.data_mut().interpreted.waiting.calls += 1;
    with_code_stack(context, stack_pointer, 0, |context| {
        let mut results = [Val::I32(0)];
        let count = usize::from(signature.result != Type::Void);
        target.call(&mut *context, &arguments, &mut results[..count])?;
        thread_state::check_returned(context, stack_pointer);
        Ok(values::into_words(&results[0], signature.result))
    })
}

/// A function of the thread's instance, which is looked up by its name once.
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

/// Calls code with the stack in use down to an address, and with the count of rounds, to
/// which it adds some.
pub(super) fn with_code_stack<H: Host, T>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    stack_pointer: u32,
    rounds: i64,
    function: impl FnOnce(&mut StoreContextMut<'_, Guest<H>>) -> wasmtime::Result<T>,
) -> wasmtime::Result<T> {
    thread_state::set_stack_pointer(context, stack_pointer)?;
    if let Some(turn_left) = context.data().exports.and_then(|exports| exports.turn_left) {
        let left = with_calls(context.data_mut(), |calls| calls.budget() + rounds)?;
        turn_left.set(&mut *context, Val::I32(left as i32))?;
    }
    let result = function(context);
    // An instance may have been made meanwhile.
    if let Some(turn_left) = context.data().exports.and_then(|exports| exports.turn_left) {
        let left = turn_left.get(&mut *context).i32().unwrap_or(0);
        with_calls(context.data_mut(), |calls| calls.set_budget(left.into()))?;
    }
    result
}

/// If the error is a longjmp to a setjmp that the innermost call has called, goes on
/// there.
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
