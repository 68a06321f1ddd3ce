//! Functions that are left out of the code ([`CodeOptions::outside`](super::CodeOptions::outside)),
//! which the interpreter runs.
//!
//! Code imports them. Calls between the two kinds nest in any order. A longjmp crosses from one
//! kind to the other only if it goes from code to an interpreted function that called it.

use super::interpreted;
use super::interpreter_state::Stack;
use super::stop::{Cause, HostTrap};
use super::thread_state;
use super::values;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_wasm::abi;
use wasmtime::{AsContextMut, Engine, FuncType, Linker, StoreContextMut};

/// Makes the functions that are not compiled importable.
pub(super) fn link<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    engine: &Engine,
    functions: &[(FuncId, Signature)],
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
            move |mut caller, args, results| {
                let words = signature.params.iter().zip(args).flat_map(|(&ty, value)| {
                    let words = values::into_words(value, ty);
                    words.into_iter().take(values::word_count(ty))
                });
                let words: Vec<u64> = words.collect();
                let words = call(&mut caller.as_context_mut(), function, &words)?;
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
    context: &mut StoreContextMut<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
) -> wasmtime::Result<[u64; 2]> {
    let unsupported = |reason: &str| {
        let kind = TrapKind::Unsupported(reason.into());
        HostTrap(Cause::Known(kind))
    };
    if context.data().shared.engine.about.shared {
        return Err(unsupported("a program with threads runs on one engine").into());
    }
    let exports = context.data().exports;
    let exports = exports.ok_or_else(|| unsupported("the program has not started"))?;
    let stack = Stack {
        limit: thread_state::word(context, exports.stack_limit),
        pointer: thread_state::word(context, exports.stack_pointer),
    };
    thread_state::across(context, |context| {
        interpreted::run(context, function, args, stack)
    })
}
