//! Code that is entered at the start of a block, with the values that are live there.

use super::code::About;
use super::live::{Split, split};
use crate::interp::nested::OsrPoint;
use crate::native::OwnedBodies;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::types::Type;
use pinnacle_wasm::LoopEntry;
use std::sync::Arc;
use wasmtime::{Engine, Module};

/// A loop entry as code.
pub(super) struct EntryCode {
    pub(super) module: Module,
    /// The loop entry from which the code was translated.
    pub(super) entry: Arc<LoopEntry>,
    /// The values that it takes, as local indices with their types, in order. The stack
    /// pointer at the entry of the function follows.
    pub(super) values: Vec<(u32, Type)>,
    pub(super) result: Type,
    /// True if its block counts when it is entered.
    pub(super) counts: bool,
}

/// Compiles the loop entry of a place. Returns `None` if a live value cannot be obtained, or if a
/// loop entry cannot run the function.
pub(super) fn compile(
    program: &Program,
    bodies: &OwnedBodies,
    (about, engine): (&About, &Engine),
    point: OsrPoint,
) -> Option<EntryCode> {
    let declaration = program.module().functions.get(point.function.index())?;
    let function = program.functions().get(declaration.body? as usize)?;
    let at_hand = bodies.borrow_dependent().values_at_hand(point);
    let Split { given, derived } = split(function, point.block, &at_hand)?;
    let types = function.local_types();
    let values = given.iter().map(|&local| (local, types[local as usize]));
    let values = values.collect();
    let entry = LoopEntry {
        function: point.function,
        block: point.block,
        given,
        derived,
    };
    let options = about.translation(1);
    let translation = pinnacle_wasm::translate_loop_entry(program, &options, &entry).ok()??;
    let module = Module::from_binary(engine, &translation.bytes).ok()?;
    let mut heads = Heads::default();
    if about.counts() {
        heads.find(function);
    }
    Some(EntryCode {
        module,
        entry: Arc::new(entry),
        values,
        result: program.module().signature(point.function).result,
        counts: about.counts() && heads.counts(point.block),
    })
}
