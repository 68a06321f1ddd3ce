//! Exceptions of releases before LLVM 3.0.
//!
//! An invoke used to unwind to an ordinary block. The block called `llvm.eh.exception` for the
//! exception, and passed the types that it catches to `llvm.eh.selector`. Today an invoke unwinds
//! to a landing pad with these clauses. Each invoke therefore gets a landing block with the clauses
//! of the first selectors that control reaches. The exception and the selected clause are kept in
//! memory, and read where they were requested.
//!
//! If no such intrinsic is reachable, only `unwind` of the same era could return to the invoke. Its
//! landing block catches everything and releases the exception.

use super::{Plan, Replacement, Replacer, invoke_at_end, refuse};
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Result, bad};
use crate::body::{Block, Body, Call, Clause};
use crate::constants::ConstantKind;
use crate::edit::Editor;
use crate::ids::{BlockId, CallId, ConstantId, InstructionId, List, Name};
use crate::instruction::{Align, InstructionKind, Value};
use crate::module::{GlobalKind, Module};
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// The names of the variable that stands for every exception type.
const CATCH_ALL: [&[u8]; 2] = [b"llvm.eh.catch.all.value", b".llvm.eh.catch.all.value"];

/// The landing block of an invoke.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    block: BlockId,
    /// The block where control continues.
    target: BlockId,
    pad: Pad,
}

/// The exceptions that a landing pad catches.
#[derive(Clone, Copy)]
enum Pad {
    /// All exceptions. They are released.
    Everything,
    /// The exceptions that match one of the clauses.
    Clauses { cleanup: bool, clauses: List },
}

/// The intrinsics found on the paths from a block.
#[derive(Default)]
struct Way {
    selectors: Vec<CallId>,
    asks: bool,
}

impl Replacer {
    /// Decides which invokes get landing blocks, and redirects them and the edges of phis. Also
    /// records whether the function needs the exception in memory.
    pub(super) fn plan(
        &mut self,
        module: &mut Module,
        body: &mut Body,
        old: bool,
    ) -> Result<(Plan, Option<ConstantId>)> {
        let mut plan = Plan::default();
        let mut personality = None;
        let mut pads: BTreeMap<BlockId, Pad> = BTreeMap::new();
        plan.keeps_exception = body.instructions().iter().any(|one| match one.kind {
            InstructionKind::Call(call) | InstructionKind::Invoke { call, .. } => matches!(
                self.of(module, &body.call(call)),
                Some(Replacement::Exception | Replacement::Selector | Replacement::Filter)
            ),
            _ => false,
        });
        if !old {
            return Ok((plan, None));
        }
        for index in 0..body.blocks.len() {
            let from = BlockId::at(index);
            let Some((call, target)) = invoke_at_end(body, from) else {
                continue;
            };
            let first = body.block_instructions(target).iter();
            let first = first
                .map(|one| one.kind)
                .find(|kind| !matches!(kind, InstructionKind::Phi { .. }));
            if self.of(module, &body.call(call)).is_some()
                || matches!(first, Some(InstructionKind::LandingPad { .. }))
            {
                continue;
            }
            let pad = match pads.get(&target) {
                Some(&pad) => pad,
                None => {
                    let pad = self.pad(module, body, target, &mut personality)?;
                    pads.insert(target, pad);
                    pad
                }
            };
            if let Pad::Clauses { clauses, .. } = pad {
                self.charge(clauses.len())?;
            }
            let block = BlockId::at(body.blocks.len());
            let nowhere = InstructionId(0);
            body.blocks.push(Block {
                name: Name::NONE,
                start: nowhere,
                end: nowhere,
            });
            let last = body.blocks[index].end.index() - 1;
            if let InstructionKind::Invoke { unwind, .. } = &mut body.instructions[last].kind {
                *unwind = block;
            }
            move_edge(body, from, target, block);
            plan.landings.insert(from, Landing { block, target, pad });
        }
        if personality.is_none() && !plan.landings.is_empty() {
            let word = module.types.integer(32);
            let ty = module.types.function(word, &[], true);
            let default = self.address_of(module, "__gxx_personality_v0", ty);
            if let Value::Constant(default) = default {
                personality = Some(default);
            }
        }
        Ok((plan, personality))
    }

    fn charge(&mut self, count: usize) -> Result<()> {
        match self.budget.checked_sub(count + 1) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => {
                let message = "the search from the invokes to the exception handlers takes too \
                               long";
                Err(bad(ErrorKind::TooLarge, message))
            }
        }
    }

    /// The pad for exceptions that continue at a block.
    fn pad(
        &mut self,
        module: &mut Module,
        body: &mut Body,
        target: BlockId,
        personality: &mut Option<ConstantId>,
    ) -> Result<Pad> {
        let way = self.way(module, body, target)?;
        if !way.asks {
            return Ok(Pad::Everything);
        }
        let mut clauses = Vec::new();
        let mut cleanup = false;
        for call in way.selectors {
            let call = body.call(call);
            let arguments = body.values(call.arguments).to_vec();
            self.charge(arguments.len())?;
            let Some(&Value::Constant(own)) = arguments.get(1) else {
                return refuse("the personality of llvm.eh.selector is not a constant");
            };
            if *personality.get_or_insert(own) != own {
                return refuse("a function calls llvm.eh.selector with two personalities");
            }
            let types = arguments.get(2..).unwrap_or_default();
            if matches!(self.of(module, &call), Some(Replacement::Filter)) {
                clauses.push(filter(module, types)?);
            } else {
                cleanup |= add_clauses(module, types, &mut clauses)?;
            }
        }
        cleanup |= clauses.is_empty();
        let clauses = List::push(&mut body.clauses, &clauses);
        Ok(Pad::Clauses { cleanup, clauses })
    }

    /// Finds the first selectors on the paths from a block.
    fn way(&mut self, module: &Module, body: &Body, target: BlockId) -> Result<Way> {
        let mut way = Way::default();
        let mut seen = BTreeSet::from([target]);
        let mut pending = vec![target];
        while let Some(block) = pending.pop() {
            let instructions = body.block_instructions(block);
            self.charge(instructions.len())?;
            let selectors = way.selectors.len();
            for instruction in instructions {
                let (InstructionKind::Call(id) | InstructionKind::Invoke { call: id, .. }) =
                    instruction.kind
                else {
                    continue;
                };
                match self.of(module, &body.call(id)) {
                    Some(Replacement::Selector | Replacement::Filter) => {
                        way.selectors.push(id);
                        way.asks = true;
                    }
                    Some(Replacement::Exception) => way.asks = true,
                    _ => {}
                }
            }
            if way.selectors.len() > selectors {
                continue;
            }
            match instructions.last().map(|last| last.kind) {
                // Only follow the normal edge: the unwind edge belongs to another exception.
                Some(InstructionKind::Invoke { normal, .. }) => {
                    pending.extend(seen.insert(normal).then_some(normal));
                }
                Some(last) => last.for_each_successor(body, |next| {
                    if seen.insert(next) {
                        pending.push(next);
                    }
                }),
                None => {}
            }
        }
        Ok(way)
    }

    /// Emits the landing block of an invoke.
    pub(super) fn land(
        &mut self,
        editor: &mut Editor<'_>,
        landing: &Landing,
        slots: Option<(Value, Value)>,
    ) {
        let build = &mut editor.build;
        build.start(landing.block);
        let (pointer, word) = (build.module.types.pointer(), build.module.types.integer(32));
        let caught = build.module.types.literal_struct(&[pointer, word], false);
        let (cleanup, clauses) = match landing.pad {
            Pad::Clauses { cleanup, clauses } => (cleanup, clauses),
            Pad::Everything => {
                let null = build.module.null();
                (false, build.clauses(&[Clause::Catch(null.into())]))
            }
        };
        let aggregate = build.emit(InstructionKind::LandingPad { cleanup, clauses }, caught);
        let exception = super::values::field(build, aggregate, 0, pointer);
        if matches!(landing.pad, Pad::Everything) {
            let nothing = build.module.types.void();
            let ty = build.module.types.function(nothing, &[pointer], false);
            let release = self.address_of(build.module, "_Unwind_DeleteException", ty);
            build.call(release, ty, &[exception]);
        } else if let Some((kept, selected)) = slots {
            let selector = super::values::field(build, aggregate, 1, word);
            build.store(exception, kept, false);
            build.store(selector, selected, false);
        }
        build.branch(landing.target);
    }

    /// Emits the replacement of a request: the caught exception, the clause that caught it, or the
    /// number of a type.
    pub(super) fn exception(
        &mut self,
        editor: &mut Editor<'_>,
        plan: &Plan,
        replacement: Replacement,
        call: &Call,
        arguments: &[Value],
    ) -> Result<Option<Value>> {
        let build = &mut editor.build;
        let (pointer, word) = (build.module.types.pointer(), build.module.types.integer(32));
        let result = build.module.types.result(call.function_type);
        let number = match (replacement, plan.slots, arguments) {
            (Replacement::Exception, Some((kept, _)), _) => {
                return Ok(Some(build.load(pointer, kept, false)));
            }
            (Replacement::Selector | Replacement::Filter, Some((_, selected)), _) => {
                build.load(word, selected, false)
            }
            (Replacement::TypeId, _, &[ty]) => {
                let function = build.module.types.function(word, &[pointer], false);
                let typeid = self.address_of(build.module, "llvm.eh.typeid.for.p0", function);
                let ty = type_info(build.module, ty)?;
                let Some(number) = build.call(typeid, function, &[ty.into()]) else {
                    return Ok(None);
                };
                number
            }
            (Replacement::Resume, _, &[exception, ..]) => {
                let nothing = build.module.types.void();
                let function = build.module.types.function(nothing, &[pointer], false);
                let resume = self.address_of(build.module, "_Unwind_Resume", function);
                build.call(resume, function, &[exception]);
                return Ok(None);
            }
            _ => return Ok(None),
        };
        Ok(Some(match result {
            Some(result) => super::values::resized(build, number, result, true),
            None => number,
        }))
    }
}

/// Allocates memory for the exception and for the clause that caught it.
pub(super) fn slots(editor: &mut Editor<'_>) -> (Value, Value) {
    let build = &mut editor.build;
    let (pointer, word) = (build.module.types.pointer(), build.module.types.integer(32));
    let kept = build.alloca(pointer, None, Align::NATURAL);
    let selected = build.alloca(word, None, Align::NATURAL);
    (kept, selected)
}

/// Changes the predecessor of an edge in phis. If an invoke has both edges to the same block, the
/// other edge is kept.
fn move_edge(body: &mut Body, from: BlockId, to: BlockId, landing: BlockId) {
    let block = body.blocks[to.index()];
    for index in block.start.index()..block.end.index() {
        if let InstructionKind::Phi { incoming, .. } = &mut body.instructions[index].kind {
            let edges = incoming.of_mut(&mut body.incoming);
            let edge = edges.iter_mut().rev().find(|(_, block)| *block == from);
            if let Some(edge) = edge {
                edge.1 = landing;
            }
        }
    }
}

/// Adds the clauses given by a selector's operands. Returns true for a cleanup. A number is the
/// length of the following filter plus one, or zero for a cleanup. All other operands are types to
/// catch.
fn add_clauses(module: &mut Module, types: &[Value], clauses: &mut Vec<Clause>) -> Result<bool> {
    let mut cleanup = false;
    let mut rest = types;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match number(module, first) {
            None => clauses.push(Clause::Catch(type_info(module, first)?.into())),
            Some(0) => cleanup = true,
            Some(length) => {
                let length = usize::try_from(length - 1).unwrap_or(usize::MAX);
                let Some((types, left)) = after.split_at_checked(length) else {
                    return refuse("a filter of llvm.eh.selector is longer than the call");
                };
                clauses.push(filter(module, types)?);
                rest = left;
            }
        }
    }
    Ok(cleanup)
}

fn number(module: &Module, value: Value) -> Option<u64> {
    let Value::Constant(constant) = value else {
        return None;
    };
    let constant = module.constants.get(constant);
    match (module.types.get(constant.ty), constant.kind) {
        (Type::Integer(_), ConstantKind::Bits(bits)) => Some(bits),
        _ => None,
    }
}

fn filter(module: &mut Module, types: &[Value]) -> Result<Clause> {
    let mut parts = Vec::with_capacity(types.len());
    for &ty in types {
        parts.push(type_info(module, ty)?);
    }
    let pointer = module.types.pointer();
    let array = module.types.array(pointer, parts.len() as u64);
    let list = if parts.is_empty() {
        module.zero(array)
    } else {
        module.constants.aggregate(array, &parts)
    };
    Ok(Clause::Filter(list.into()))
}

/// An exception type. A special variable stands for all types, which is null today.
fn type_info(module: &Module, value: Value) -> Result<ConstantId> {
    let Value::Constant(constant) = value else {
        return refuse("an exception type is not a constant");
    };
    let info = module.constants.get(constant);
    if !matches!(module.types.get(info.ty), Type::Pointer(0)) {
        return refuse("an exception type is not an address");
    }
    if let ConstantKind::Global(global) = info.kind {
        let global = module.global(global);
        if let GlobalKind::Variable {
            initializer: Some(all),
            ..
        } = global.kind
            && CATCH_ALL.contains(&module.names.get(global.name))
            && matches!(
                module.types.get(module.constants.get(all).ty),
                Type::Pointer(0)
            )
        {
            return Ok(all);
        }
    }
    Ok(constant)
}
