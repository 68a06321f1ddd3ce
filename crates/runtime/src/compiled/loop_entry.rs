//! Code that is entered at the start of a block, with the values that live there.

use super::live::{Split, split};
use super::modules;
use super::tiers::Tiers;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::interp::nested::Stand;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::types::Type;
use pinnacle_wasm::{LoopEntry, abi};
use std::sync::Arc;
use wasmtime::{Func, Instance, Module, StoreContextMut};

/// A loop entry as code.
pub(super) struct EntryCode {
    pub(super) module: Module,
    /// What it was translated from.
    pub(super) entry: Arc<LoopEntry>,
    /// The values that it takes, as local indices with their types, in order. The stack
    /// pointer at the entry of the function follows.
    pub(super) values: Vec<(u32, Type)>,
    pub(super) result: Type,
    /// Whether its block counts when it is entered.
    pub(super) counts: bool,
}

/// Compiles the loop entry of a place; none if the values there cannot all be had, or the
/// function does what a loop entry cannot.
pub(super) fn compile(tiers: &Tiers, stand: Stand) -> Option<EntryCode> {
    let program = &tiers.program;
    let declaration = program.module().functions.get(stand.function.index())?;
    let function = program.functions().get(declaration.body? as usize)?;
    let at_hand = tiers.bodies.borrow_dependent().values_at_hand(stand);
    let Split { given, derived } = split(function, stand.block, &at_hand)?;
    let types = function.local_types();
    let values = given.iter().map(|&local| (local, types[local as usize]));
    let values = values.collect();
    let entry = LoopEntry {
        function: stand.function,
        block: stand.block,
        given,
        derived,
    };
    let options = tiers.about.translation(1);
    let translation = pinnacle_wasm::translate_loop_entry(program, &options, &entry).ok()??;
    let module = Module::from_binary(&tiers.engine, &translation.bytes).ok()?;
    let mut heads = Heads::default();
    if tiers.about.counts() {
        heads.find(function);
    }
    Some(EntryCode {
        module,
        entry: Arc::new(entry),
        values,
        result: program.module().signature(stand.function).result,
        counts: tiers.about.counts() && heads.counts(stand.block),
    })
}

impl EntryCode {
    /// Makes an instance beside one of the program's code.
    pub(super) fn instantiate<H: Host + Send>(
        &self,
        context: &mut StoreContextMut<'_, Guest<H>>,
        code: Instance,
    ) -> wasmtime::Result<Func> {
        let instance = modules::instantiate(context, &self.module, code)?;
        let function = instance.get_func(&mut *context, abi::LOOP_ENTRY);
        let missing = || wasmtime::Error::msg("a loop entry has no function");
        function.ok_or_else(missing)
    }
}
