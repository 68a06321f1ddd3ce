//! Modules that a program loads while it runs, as code.
//!
//! A module is compiled when it is loaded, on a separate thread, so that the end of the program
//! need not wait for it. Each guest thread has instances of all modules, as it has one of the
//! program. The thread that loads a module makes its instance immediately. Any other thread makes
//! one when it calls an address that is not in its table yet, and when it starts.

use super::code::About;
use super::stop::Ended;
use super::wasm_state::{Guest, Shared};
use crate::host::{Host, LoadedModule};
use pinnacle_system::Errno;
use pinnacle_wasm::abi;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;
use wasmtime::{AsContextMut, Caller, Engine, Linker, Module, Ref, StoreContextMut};

/// Interval at which a thread that waits for code checks whether the program has ended.
const PATIENCE: Duration = Duration::from_millis(20);

/// Makes the functions of a module callable. Returns the result of the call that requested it.
pub(super) fn load<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    loaded: Arc<LoadedModule>,
) -> wasmtime::Result<u64> {
    let shared = context.data().shared.clone();
    let about = &shared.engine.about;
    // Programs with interpreted functions, and code with lenient calls, do not support modules.
    if !about.loads_modules || about.lenient_calls || shared.engine.interpreter.is_some() {
        return Ok(Errno::ENOSYS.word());
    }
    if !has_room(&shared, &loaded) {
        return Ok(Errno::ENOMEM.word());
    }
    let (sender, receiver) = channel();
    let (about, engine) = (about.clone(), shared.engine.engine.clone());
    let compiled = loaded.clone();
    let compiler = Builder::new().name("compiler".into());
    let spawned = compiler.spawn(move || {
        let _ = sender.send(compile(&compiled, &about, &engine));
    });
    if spawned.is_err() {
        return Ok(Errno::EAGAIN.word());
    }
    let module = loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(module) => break module,
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) if shared.has_ended() => return Err(Ended.into()),
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    let Some(module) = module else {
        return Ok(Errno::ENOEXEC.word());
    };
    shared.engine.modules.add(module, loaded);
    follow(context)?;
    Ok(0)
}

/// Returns true if each existing thread may have another instance, of this module.
fn has_room<H: Host>(shared: &Shared<H>, loaded: &LoadedModule) -> bool {
    let more = loaded.program.module().functions.len();
    let state = shared.lock();
    let limit = state.memory.limit();
    state.threads.len() <= shared.engine.max_threads_with(limit, more)
}

fn compile(loaded: &LoadedModule, about: &About, engine: &Engine) -> Option<Module> {
    let LoadedModule { program, layout } = loaded;
    let options = about.translation(0);
    let translation = pinnacle_wasm::translate_library(program, layout, &options).ok()?;
    Module::from_binary(engine, &translation.bytes).ok()
}

/// Defines the imports that every module has in addition to the host's functions.
pub(super) fn link<H: Host + Send>(linker: &mut Linker<Guest<H>>) -> wasmtime::Result<()> {
    link_turn(linker)?;
    link_follow(linker)
}

/// Defines the function that code calls when its rounds are used up.
fn link_turn<H: Host + Send>(linker: &mut Linker<Guest<H>>) -> wasmtime::Result<()> {
    linker.func_wrap(
        abi::TURN_MODULE,
        abi::TURN,
        |caller: Caller<'_, Guest<H>>| -> wasmtime::Result<()> {
            let Guest {
                shared,
                thread,
                parking,
                ..
            } = caller.data();
            Ok(shared.end_turn(*thread, parking)?)
        },
    )?;
    Ok(())
}

/// Defines the function that code calls before it calls an address outside the table.
fn link_follow<H: Host + Send>(linker: &mut Linker<Guest<H>>) -> wasmtime::Result<()> {
    linker.func_wrap(
        abi::MODULES_MODULE,
        abi::FOLLOW,
        |mut caller: Caller<'_, Guest<H>>| follow(&mut caller.as_context_mut()),
    )?;
    Ok(())
}

/// Makes instances in this thread of the modules that were loaded in the meantime.
pub(super) fn follow<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
) -> wasmtime::Result<()> {
    let shared = context.data().shared.clone();
    let Some(exports) = context.data().exports else {
        return Ok(());
    };
    while let Some(code) = shared.engine.modules.get(context.data().modules) {
        let missing = code.end().saturating_sub(exports.table.size(&*context));
        exports
            .table
            .grow(&mut *context, missing, Ref::Func(None))?;
        instantiate(context, &code.module, exports.instance)?;
        context.data_mut().modules += 1;
    }
    Ok(())
}

/// Instantiates a module with the same imports as the program.
pub(super) fn instantiate<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    module: &Module,
    code: wasmtime::Instance,
) -> wasmtime::Result<wasmtime::Instance> {
    let shared = context.data().shared.clone();
    let mut linker = Linker::new(&shared.engine.engine);
    link(&mut linker)?;
    for import in module.imports() {
        let (module, name) = (import.module(), import.name());
        let item = match module {
            abi::MEMORY_MODULE | abi::CODE_MODULE => code.get_export(&mut *context, name),
            _ => continue,
        };
        let missing = || wasmtime::Error::msg(format!("the code has no {name}"));
        let item = item.ok_or_else(missing)?;
        linker.define(&mut *context, module, name, item)?;
    }
    linker.instantiate(&mut *context, module)
}
