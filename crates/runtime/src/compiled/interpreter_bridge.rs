//! Programs of which the interpreter runs some functions.
//!
//! The interpreter's state borrows from the program, which a store's data
//! cannot, so it lives in a thread of its own (`interpreter_thread`). The thread that runs code asks
//! it to begin a call and waits for what the call needs: its end, a function
//! of the host, or a function that is compiled. The two never run at the same
//! time. Calls nest: while one waits for a compiled function, that may begin
//! another.
//!
//! Memory, the stack pointer and the thread pointer are the same for both.
//! A longjmp of compiled code may leave interpreted calls; from one sort of
//! code to a setjmp in the other there is no way.

use super::actions;
use super::interpreter_link::Request;
use super::stop::{Cause, Ended, HostTrap};
use super::values;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::interp::nested::Step;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_wasm::abi;
use wasmtime::{Caller, Engine, FuncType, Linker, Val};

/// Makes the functions that are not compiled importable.
pub(super) fn link<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    engine: &Engine,
    functions: &[(FuncId, Signature)],
    first_host_function: u32,
) -> wasmtime::Result<()> {
    for (function, signature) in functions {
        let params = signature.params.iter().map(|&ty| values::value_type(ty));
        let result = (signature.result != Type::Void).then_some(signature.result);
        let ty = FuncType::new(engine, params, result.map(values::value_type));
        let (function, signature) = (*function, signature.clone());
        let name = format!("f{}", function.0);
        linker.func_new(
            abi::OUTSIDE_MODULE,
            &name,
            ty,
            move |caller, args, results| {
                let words = signature.params.iter().zip(args).flat_map(|(&ty, value)| {
                    let words = values::into_words(value, ty);
                    words.into_iter().take(values::word_count(ty))
                });
                let words = call(caller, function, words.collect(), first_host_function)?;
                if let Some(place) = results.first_mut() {
                    *place = values::from_words(&words, signature.result);
                }
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Calls an interpreted function from compiled code.
fn call<H: Host + Send>(
    mut caller: Caller<'_, Guest<H>>,
    function: FuncId,
    args: Vec<u64>,
    first_host_function: u32,
) -> wasmtime::Result<[u64; 2]> {
    let shared = caller.data().shared.clone();
    let known = |kind| HostTrap(Cause::Known(kind));
    let unsupported = |reason: &str| known(TrapKind::Unsupported(reason.into()));
    if shared.engine.code.about.shared {
        return Err(unsupported("a program with threads runs on one engine").into());
    }
    let exports = caller.data().exports;
    let exports = exports.ok_or_else(|| unsupported("the program has not started"))?;
    let mut global = |global: wasmtime::Global| match global.get(&mut caller) {
        Val::I32(value) => value as u32,
        _ => 0,
    };
    let stack = global(exports.stack_limit)..global(exports.stack_pointer);
    let ask = |request| match &*shared.engine.link() {
        Some(link) => link.ask(request),
        None => Err(unsupported("there is no interpreter for its functions").into()),
    };
    let mut step = ask(Request::Call {
        function,
        args,
        stack: stack.clone(),
        thread_pointer: caller.data().thread_pointer,
    })?;
    loop {
        let needed = match step {
            Step::Returned(words) => return Ok(words),
            Step::Trapped(trap) => return Err(HostTrap(Cause::Interpreted(trap.into())).into()),
            Step::Paused => Err(Ended.into()),
            Step::Host {
                function,
                args,
                stack_pointer,
            } => {
                // The host may call the program.
                let top = Val::I32(stack_pointer as i32);
                exports.stack_pointer.set(&mut caller, top)?;
                actions::call(&mut caller, function, first_host_function, &args)
                    .map(|word| [word, 0])
            }
            Step::Away {
                function,
                args,
                stack_pointer,
            } => compiled(&mut caller, function, &args, stack_pointer),
        };
        let top = Val::I32(stack.end as i32);
        exports.stack_pointer.set(&mut caller, top)?;
        let words = match needed {
            Ok(words) => words,
            Err(error) => {
                if let Some(link) = &*shared.engine.link() {
                    // If it is gone it has forgotten already.
                    let _ = link.requests.send(Request::Abandon);
                }
                return Err(error);
            }
        };
        step = ask(Request::GoOn {
            words,
            thread_pointer: caller.data().thread_pointer,
        })?;
    }
}

/// Calls a compiled function for an interpreted one.
fn compiled<H: Host + Send>(
    caller: &mut Caller<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
    stack_pointer: u32,
) -> wasmtime::Result<[u64; 2]> {
    let missing = || {
        let kind = TrapKind::Unsupported(format!("{function} is not compiled to be called"));
        HostTrap(Cause::Known(kind))
    };
    let signature = caller
        .data()
        .shared
        .engine
        .outside
        .signatures
        .get(function.index());
    let signature = signature.cloned().ok_or_else(missing)?;
    let exports = caller.data().exports.ok_or_else(missing)?;
    let name = format!("f{}", function.0);
    let target = exports.instance.get_func(&mut *caller, &name);
    let target = target.ok_or_else(missing)?;
    let top = Val::I32(stack_pointer as i32);
    exports.stack_pointer.set(&mut *caller, top)?;
    let arguments = values::arguments(&signature.params, args);
    let mut results = [Val::I32(0)];
    let count = usize::from(signature.result != Type::Void);
    target.call(&mut *caller, &arguments, &mut results[..count])?;
    Ok(values::into_words(&results[0], signature.result))
}
