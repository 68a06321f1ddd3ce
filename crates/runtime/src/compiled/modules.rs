//! Modules that a program loads while it runs, as code.
//!
//! A module is compiled when it is loaded, by a thread of its own, so that the end of the
//! program need not wait for that. Each thread of the guest has instances of all modules,
//! as it has one of the program: the thread that loads one makes it at once, every other
//! when it calls an address that its table does not have yet, and when it starts.

use super::code::About;
use super::shared_state::Shared;
use super::stop::Ended;
use super::wasm_state::Guest;
use crate::host::{Host, LoadedModule};
use pinnacle_system::Errno;
use pinnacle_wasm::{SourceMap, abi};
use std::fmt;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::Builder;
use std::time::Duration;
use wasmtime::{AsContextMut, Caller, Engine, Linker, Module, Ref, StoreContextMut};

/// How often a thread that waits for code looks whether the program has ended.
const PATIENCE: Duration = Duration::from_millis(20);

/// A module that was loaded, with its code.
pub(super) struct LoadedCode {
    module: Module,
    loaded: Arc<LoadedModule>,
    /// Its number in the order in which modules were loaded, from 1.
    number: usize,
}

impl PartialEq for LoadedCode {
    fn eq(&self, other: &LoadedCode) -> bool {
        self.number == other.number
    }
}

impl Eq for LoadedCode {}

impl fmt::Debug for LoadedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedCode")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl LoadedCode {
    /// The first entry of the table behind its own.
    fn end(&self) -> u64 {
        let layout = &self.loaded.layout;
        let count = self.loaded.program.module().functions.len();
        u64::from(layout.first_function) + count as u64
    }

    pub(super) fn loaded(&self) -> &LoadedModule {
        &self.loaded
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// From its code to its instructions.
    pub(super) fn source_map(&self, about: &About) -> Option<SourceMap> {
        let options = pinnacle_wasm::Options {
            source_map: true,
            ..about.translation(0)
        };
        let LoadedModule { program, layout } = &*self.loaded;
        let translation = pinnacle_wasm::translate_library(program, layout, &options);
        translation.ok()?.source_map
    }
}

/// All modules that were loaded, in order. None is ever taken away.
#[derive(Default)]
pub(super) struct Modules(RwLock<Vec<Arc<LoadedCode>>>);

impl Modules {
    fn get(&self, index: usize) -> Option<Arc<LoadedCode>> {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        list.get(index).cloned()
    }

    fn add(&self, module: Module, loaded: Arc<LoadedModule>) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let number = list.len() + 1;
        list.push(Arc::new(LoadedCode {
            module,
            loaded,
            number,
        }));
    }

    /// How many functions they have.
    pub(super) fn functions(&self) -> usize {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let counts = list
            .iter()
            .map(|code| code.loaded.program.module().functions.len());
        counts.sum()
    }

    /// The one that a frame of the machine's stack is of.
    pub(super) fn of_frame(&self, module: &Module) -> Option<Arc<LoadedCode>> {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let range = module.image_range();
        list.iter()
            .find(|code| code.module.image_range() == range)
            .cloned()
    }
}

/// Makes the functions of a module callable; gives the result of the call that asked for it.
pub(super) fn load<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    loaded: Arc<LoadedModule>,
) -> wasmtime::Result<u64> {
    let shared = context.data().shared.clone();
    let about = &shared.engine.about;
    // Code that did not come from the start, or that looks at each call by itself, knows
    // nothing of modules.
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

/// Whether the threads that there are may each have an instance of this module too.
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

/// Makes importable what code calls before it calls an address that is not in the table.
pub(super) fn link_follow<H: Host + Send>(linker: &mut Linker<Guest<H>>) -> wasmtime::Result<()> {
    linker.func_wrap(
        abi::MODULES_MODULE,
        abi::FOLLOW,
        |mut caller: Caller<'_, Guest<H>>| follow(&mut caller.as_context_mut()),
    )?;
    Ok(())
}

/// Makes instances in this thread of the modules that were loaded meanwhile.
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

/// Makes an instance of a module that imports what the program's has.
pub(super) fn instantiate<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    module: &Module,
    code: wasmtime::Instance,
) -> wasmtime::Result<wasmtime::Instance> {
    let shared = context.data().shared.clone();
    let mut linker = Linker::new(&shared.engine.engine);
    super::crossing::link_turn(&mut linker)?;
    link_follow(&mut linker)?;
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
