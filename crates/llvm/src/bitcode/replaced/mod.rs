//! Intrinsics that were replaced by instructions, and exceptions from before LLVM 3.0.
//!
//! After all bodies have been read, some are processed again: those that call such an intrinsic
//! ([`table`]), and those with an invoke that unwinds to an ordinary block. [`exceptions`] gives
//! these invokes a landing block, and [`lower`] replaces the calls. An invoke of an intrinsic first
//! becomes a call.

mod exceptions;
mod lower;
mod parts;
mod table;
mod values;
mod vectors;

use std::collections::BTreeMap;

use super::error::{Error, ErrorKind, Place};
use super::record::{Result, bad};
use crate::body::{Body, Call};
use crate::constants::ConstantKind;
use crate::edit::{Edit, Editor, edit};
use crate::ids::{BlockId, CallId, ConstantId, GlobalId, List, LocalId, TypeId};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::module::{GlobalKind, Module};
use exceptions::Landing;
use table::Replacement;

/// Budget of the search for exception handlers: the number of blocks and clauses that it may visit
/// in addition to those that exist.
const SEARCH: usize = 1 << 20;

/// An intrinsic that is replaced.
#[derive(Clone, Copy)]
struct Found {
    replacement: Replacement,
    /// Its original type.
    ty: TypeId,
}

/// The replacements for a module.
struct Replacer {
    /// The replacement of each global, if it is an intrinsic to replace.
    found: Vec<Option<Found>>,
    /// Functions that are called instead of intrinsics, by name.
    called: BTreeMap<&'static str, ConstantId>,
    /// Number of blocks and clauses that the search may still visit.
    budget: usize,
}

/// The plan for a body.
#[derive(Default)]
struct Plan {
    /// Landing blocks, by the block that ends with the invoke.
    landings: BTreeMap<BlockId, Landing>,
    /// True if the exception is kept in memory.
    keeps_exception: bool,
    /// The slots for the exception, and for the clause that caught it.
    slots: Option<(Value, Value)>,
}

/// Replaces calls to old intrinsics with their modern equivalents. `old` is true for a module from
/// before LLVM 3.0.
pub(crate) fn replace(module: &mut Module, old: bool) -> Result<()> {
    let mut found = vec![None; module.globals().len()];
    for (index, found) in found.iter_mut().enumerate() {
        let id = GlobalId::at(index);
        let global = module.global(id);
        let name = module.names.get(global.name);
        if module.as_function(id).is_none() || !name.starts_with(b"llvm.") {
            continue;
        }
        let (name, ty) = (name.to_vec(), global.ty);
        *found =
            table::replacement(module, &name, ty, old).map(|replacement| Found { replacement, ty });
    }
    if !old && found.iter().all(Option::is_none) {
        return Ok(());
    }
    let mut replacer = Replacer {
        found,
        called: BTreeMap::new(),
        budget: SEARCH,
    };
    for index in 0..replacer.found.len() {
        replacer.function(module, GlobalId::at(index), old)?;
    }
    replacer.finish(module);
    Ok(())
}

impl Replacer {
    /// The replacement for a call.
    fn of(&self, module: &Module, call: &Call) -> Option<Replacement> {
        let Value::Constant(callee) = call.callee else {
            return None;
        };
        let ConstantKind::Global(global) = module.constants.get(callee).kind else {
            return None;
        };
        let found = self.found.get(global.index()).copied().flatten()?;
        (found.ty == call.function_type).then_some(found.replacement)
    }

    fn concerns(&self, module: &Module, body: &Body, old: bool) -> bool {
        body.instructions().iter().any(|one| match one.kind {
            InstructionKind::Call(call) => self.of(module, &body.call(call)).is_some(),
            InstructionKind::Invoke { call, .. } => {
                old || self.of(module, &body.call(call)).is_some()
            }
            _ => false,
        })
    }

    fn function(&mut self, module: &mut Module, function: GlobalId, old: bool) -> Result<()> {
        let Some(id) = module.as_function(function) else {
            return Ok(());
        };
        let concerned = module.function(id).body.as_ref();
        if !concerned.is_some_and(|body| self.concerns(module, body, old)) {
            return Ok(());
        }
        let Some(mut body) = module.function_mut(id).body.take() else {
            return Ok(());
        };
        let demoted = self.demote(module, &mut body);
        let plan = self.plan(module, &mut body, old);
        if let Ok((plan, Some(personality))) = &plan
            && !plan.landings.is_empty()
        {
            let function = module.function_mut(id);
            function.personality.get_or_insert(*personality);
        }
        module.function_mut(id).body = Some(body);
        let at = |module: &Module, instruction: usize, error: Error| {
            error.within(Place {
                function: String::from_utf8_lossy(module.names.get(module.global(function).name))
                    .into_owned(),
                block: 0,
                instruction,
            })
        };
        let (mut plan, _) = plan.map_err(|error| at(module, 0, error))?;
        let edited = edit(module, function, |editor, instruction| {
            self.each(editor, &mut plan, instruction)
        });
        edited.map_err(|(instruction, error)| at(module, instruction.index(), error))?;
        if demoted && let Some(body) = &mut module.function_mut(id).body {
            body.remove_unreachable_blocks();
        }
        Ok(())
    }

    /// Turns invokes of intrinsics into calls, without unwind edges. Returns true if there were
    /// any.
    fn demote(&self, module: &Module, body: &mut Body) -> bool {
        let mut any = false;
        for index in 0..body.blocks.len() {
            let block = BlockId::at(index);
            let Some((call, unwind)) = invoke_at_end(body, block) else {
                continue;
            };
            if self.of(module, &body.call(call)).is_some() {
                remove_edge(body, block, unwind);
                any = true;
            }
        }
        any
    }

    fn each(
        &mut self,
        editor: &mut Editor<'_>,
        plan: &mut Plan,
        instruction: Instruction,
    ) -> Result<Edit> {
        if plan.keeps_exception && plan.slots.is_none() {
            plan.slots = Some(exceptions::slots(editor));
        }
        match instruction.kind {
            InstructionKind::Call(call) => {
                let call = editor.build.body().call(call);
                match self.of(editor.build.module, &call) {
                    Some(replacement) => {
                        self.put(editor, plan, replacement, &call, instruction.result)?;
                        Ok(Edit::Drop)
                    }
                    None => Ok(Edit::Keep),
                }
            }
            InstructionKind::Invoke { call, normal, .. } => {
                let call = editor.build.body().call(call);
                if let Some(replacement) = self.of(editor.build.module, &call) {
                    self.put(editor, plan, replacement, &call, instruction.result)?;
                    editor.build.branch(normal);
                    return Ok(Edit::Drop);
                }
                let Some(landing) = plan.landings.get(&editor.reading()) else {
                    return Ok(Edit::Keep);
                };
                // Its unwind edge already leads to a landing block.
                editor.build.push(instruction);
                self.land(editor, landing, plan.slots);
                Ok(Edit::Drop)
            }
            _ => Ok(Edit::Keep),
        }
    }

    /// Replaces a call.
    fn put(
        &mut self,
        editor: &mut Editor<'_>,
        plan: &Plan,
        replacement: Replacement,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<()> {
        let arguments = editor.build.body().values(call.arguments).to_vec();
        let before = editor.build.instruction_count();
        let value = self.lower(editor, plan, replacement, call, &arguments)?;
        let (Some(result), Some(value)) = (result, value) else {
            return Ok(());
        };
        let last = editor.build.body().instructions().last();
        let is_last = last.and_then(|last| last.result).map(Value::Local) == Some(value);
        if is_last && editor.build.instruction_count() > before {
            // The result keeps its id and name.
            editor.define(result);
        } else {
            editor.replace(result, value);
        }
        Ok(())
    }

    /// The address of a function. Declares the function if it is missing.
    fn address_of(&mut self, module: &mut Module, name: &'static str, ty: TypeId) -> Value {
        if let Some(&known) = self.called.get(name) {
            return known.into();
        }
        let global = match module.find_global(name.as_bytes()) {
            Some(known) => known,
            None => module.add_function(name.as_bytes(), ty),
        };
        let address = module.address_of(global);
        self.called.insert(name, address);
        address.into()
    }

    /// Removes unused declarations of replaced intrinsics. The others get back their old types.
    fn finish(&self, module: &mut Module) {
        let mut used = vec![false; module.globals().len()];
        let mut mark = |id: ConstantId, module: &Module| {
            if let ConstantKind::Global(global) = module.constants.get(id).kind {
                used[global.index()] = true;
            }
        };
        for index in 0..module.constants.len() {
            let kind = module.constants.get(ConstantId::at(index)).kind;
            module
                .constants
                .for_each_operand(kind, |part| mark(part, module));
        }
        for global in module.globals() {
            match global.kind {
                GlobalKind::Variable {
                    initializer: Some(constant),
                    ..
                }
                | GlobalKind::Alias(constant)
                | GlobalKind::Ifunc(constant) => mark(constant, module),
                GlobalKind::Function(function) => {
                    let Some(body) = &module.function(function).body else {
                        continue;
                    };
                    for instruction in body.instructions() {
                        body.for_each_operand(&instruction.kind, |value| {
                            if let Value::Constant(constant) = value {
                                mark(constant, module);
                            }
                        });
                    }
                }
                GlobalKind::Variable { .. } => {}
            }
        }
        for (index, found) in self.found.iter().enumerate() {
            let id = GlobalId::at(index);
            match found.map(|found| found.replacement) {
                Some(Replacement::Retyped(ty)) => module.global_mut(id).ty = ty,
                Some(Replacement::Trampoline) => {
                    let ty = module.global(id).ty;
                    let parameters = module.types.parameters(ty).unwrap_or_default().to_vec();
                    let nothing = module.types.void();
                    module.global_mut(id).ty = module.types.function(nothing, &parameters, false);
                }
                Some(_) if !used[index] => module.remove(id),
                _ => {}
            }
        }
    }
}

/// Returns the call of an invoke that ends a block, and its unwind target.
fn invoke_at_end(body: &Body, block: BlockId) -> Option<(CallId, BlockId)> {
    match body.block_instructions(block).last()?.kind {
        InstructionKind::Invoke { call, unwind, .. } => Some((call, unwind)),
        _ => None,
    }
}

/// Removes one edge from a block in the phis of another.
fn remove_edge(body: &mut Body, from: BlockId, to: BlockId) {
    let range = body.block(to);
    for index in range.start.index()..range.end.index() {
        let InstructionKind::Phi { incoming, .. } = &mut body.instructions[index].kind else {
            continue;
        };
        let mut edges = incoming.of(&body.incoming).to_vec();
        if let Some(place) = edges.iter().rposition(|&(_, block)| block == from) {
            edges.remove(place);
            *incoming = List::push(&mut body.incoming, &edges);
        }
    }
}

#[cold]
fn refuse<T>(message: &str) -> Result<T> {
    Err(bad(ErrorKind::Unsupported, message))
}
