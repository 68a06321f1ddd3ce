//! Programs of which some functions are interpreted.
//!
//! Code calls a function that it was compiled without as a function of the
//! host, which interprets it, with everything that it calls, on the same
//! memory and stack and with the same host. So a compiled function runs as
//! machine code only as long as all its callers do. A longjmp does not find the
//! setjmps of the other engine, and an interpreted function starts no thread.

use super::actions::{act, to_value, to_word, value_type};
use super::calls::{gather, spread};
use super::code::About;
use super::world::Guest;
use crate::host::{Action, Host};
use crate::interp::{Called, Interpreter, Options};
use crate::loader::LoadError;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::{Layout, TooLarge};
use pinnacle_pexe::types::Type;
use pinnacle_wasm::abi;
use std::sync::{Arc, Mutex, PoisonError};
use wasmtime::{Caller, FuncType, Linker, Val};

/// What interprets functions. It is locked while it does; code is never called
/// from there.
pub(super) type Shared = Arc<Mutex<Interpreter<'static>>>;

/// An interpreter for the functions that code was compiled without.
pub(super) fn interpreter(program: &'static Program, about: &About) -> Result<Shared, LoadError> {
    let hosts = about.host.len() as u32;
    let layout = Layout::new(&program.module, hosts, about.stack_size, u32::MAX);
    let layout = layout.map_err(|error: TooLarge| LoadError::from(error))?;
    let options = Options {
        lenient_calls: about.lenient_calls,
        ..Options::default()
    };
    let interpreter = Interpreter::new(
        &program.module,
        &program.functions,
        &layout.globals,
        options,
    );
    Ok(Arc::new(Mutex::new(interpreter)))
}

/// Makes the functions importable.
pub(super) fn link<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    program: &'static Program,
    about: &About,
    interpreter: &Shared,
) -> wasmtime::Result<()> {
    for &function in &about.outside {
        let signature = program.module.signature(function);
        let params = signature.params.iter().map(|&ty| value_type(ty));
        let results = (signature.result != Type::Void).then(|| value_type(signature.result));
        let ty = FuncType::new(linker.engine(), params, results);
        let interpreter = interpreter.clone();
        let stack_start = about.layout.stack.start;
        linker.func_new(
            abi::OUTSIDE_MODULE,
            &format!("f{}", function.0),
            ty,
            move |caller, args, results| {
                let types = signature.params.iter();
                let words = types.zip(args).flat_map(|(&ty, value)| words(value, ty));
                let words: Vec<u64> = words.flatten().collect();
                let words = call(caller, &interpreter, stack_start, function, &words)?;
                if let Some(place) = results.first_mut() {
                    *place = result(words, signature.result);
                }
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Interprets a function, and does what its host asks for.
fn call<H: Host + Send>(
    mut caller: Caller<'_, Guest<H>>,
    interpreter: &Shared,
    stack_start: u32,
    function: FuncId,
    words: &[u64],
) -> wasmtime::Result<[u64; 2]> {
    let exports = caller.data().exports;
    let stack_end = match exports {
        Some(exports) => to_word(&exports.stack_pointer.get(&mut caller)) as u32,
        None => stack_start,
    };
    let before = caller.data().thread_pointer;
    let shared = caller.data().shared.clone();
    let called = {
        let interpreter = interpreter.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lock = shared.lock();
        let world = &mut *lock;
        interpreter.call_with_host(
            &mut world.memory,
            &mut world.host,
            function,
            words,
            stack_start..stack_end,
            before,
        )
    };
    let first_host_function = shared.code.about.layout.first_host_function;
    let action = match called {
        Ok(Called::Returned {
            words,
            thread_pointer,
        }) => {
            if thread_pointer != before {
                let action = Action::SetThreadPointer(thread_pointer);
                act(&mut caller, &shared, first_host_function, action)?;
            }
            return Ok(words);
        }
        Ok(Called::Exited(status)) => Action::Exit(status),
        Err(trap) => Action::Trap(trap.kind),
    };
    act(&mut caller, &shared, first_host_function, action)?;
    Ok([0; 2])
}

/// A value as the words of an interpreted function's argument.
fn words(value: &Val, ty: Type) -> [Option<u64>; 2] {
    match *value {
        Val::V128(vector) if ty.bits() == ty.lanes() => {
            [Some(gather(vector.as_u128(), ty.lanes())), None]
        }
        Val::V128(vector) => {
            let vector = vector.as_u128();
            [Some(vector as u64), Some((vector >> 64) as u64)]
        }
        _ => [Some(to_word(value)), None],
    }
}

/// The words of an interpreted function's result as a value.
fn result([low, high]: [u64; 2], ty: Type) -> Val {
    if !ty.is_vector() {
        to_value(low, ty)
    } else if ty.bits() == ty.lanes() {
        Val::V128(spread(low, ty.lanes()).into())
    } else {
        Val::V128((u128::from(low) | u128::from(high) << 64).into())
    }
}
