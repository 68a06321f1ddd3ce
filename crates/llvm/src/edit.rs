//! Edits function bodies.
//!
//! [`edit`] goes through a body once, block by block, and rebuilds its array of instructions. A
//! closure sees each instruction. It either keeps it, or drops it and emits a replacement.
//!
//! Locals keep their ids, so operands of instructions that are kept need no change. The result of a
//! dropped instruction is either defined by an emitted one ([`Editor::define`]), or replaced with
//! another value in all its uses ([`Editor::replace`]). The replacement happens when the body is
//! complete.
//!
//! A block can be split ([`Editor::split`]). The first part keeps the id, and phis in its
//! successors then name the last part.

use std::collections::BTreeMap;

use crate::body::Block;
use crate::builder::FunctionBuilder;
use crate::ids::{BlockId, GlobalId, InstructionId, List, LocalId, MetadataId};
use crate::instruction::{FastMath, Instruction, InstructionKind, Value};
use crate::location::Locations;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::variables::ValueMark;

/// The decision about an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// Keep the instruction, after the emitted ones.
    Keep,
    /// Keep the instruction with another kind and the same result.
    As(InstructionKind),
    /// Remove the instruction. This value replaces its result, if it has one; see
    /// [`Editor::replace`].
    Value(Value),
    /// Remove the instruction.
    Drop,
}

/// Makes new metadata for operands that refer to replaced locals.
fn renamed_metadata(
    build: &mut FunctionBuilder<'_>,
    substitutes: &[Option<Value>],
) -> BTreeMap<MetadataId, MetadataId> {
    let mut held = Vec::new();
    let body = build.body();
    for instruction in body.instructions() {
        body.for_each_operand(&instruction.kind, |value| {
            if let Value::Metadata(id) = value
                && let Metadata::Local(local) = build.module.metadata.get(id)
            {
                held.push((id, local));
            }
        });
    }
    let mut renamed = BTreeMap::new();
    for (id, local) in held {
        let new = match resolve(substitutes, local.into()) {
            Value::Local(new) if new == local => continue,
            Value::Local(new) => Metadata::Local(new),
            Value::Constant(constant) => Metadata::Constant(constant),
            Value::InlineAsm(_) | Value::Metadata(_) => continue,
        };
        renamed.insert(id, build.module.metadata.add(new));
    }
    renamed
}

/// A body that is being changed; see [`edit`].
#[derive(Debug)]
pub struct Editor<'m> {
    /// Emits instructions at the current position.
    pub build: FunctionBuilder<'m>,
    /// The replacement of each local.
    substitutes: Vec<Option<Value>>,
    substituted: bool,
    /// The last part of each block that was split.
    last_parts: Vec<(BlockId, BlockId)>,
    /// The block of the old body that is being read.
    reading: BlockId,
    skipping: bool,
    /// Lists of edges, in addition to those below `old_edge_count`, that name blocks as they were
    /// before any split.
    old_edge_lists: Vec<List>,
    old_edge_count: usize,
}

/// Goes through the body of a function and calls `each` with every instruction in order. Does
/// nothing to a function without a body. Attachments are lost; the replacement of an instruction
/// gets its location.
///
/// # Errors
///
/// Fails with the error of `each` and its instruction. The body is then unchanged, except for
/// additions to its pools.
pub fn edit<E>(
    module: &mut Module,
    function: GlobalId,
    mut each: impl FnMut(&mut Editor<'_>, Instruction) -> Result<Edit, E>,
) -> Result<(), (InstructionId, E)> {
    let Some(id) = module.as_function(function) else {
        return Ok(());
    };
    let Some(mut body) = module.function_mut(id).body.take() else {
        return Ok(());
    };
    let old = Old {
        instructions: std::mem::take(&mut body.instructions),
        blocks: body.blocks.clone(),
        order: std::mem::take(&mut body.order),
        locations: std::mem::take(&mut body.locations),
        marks: std::mem::take(&mut body.value_marks),
    };
    body.attachments.clear();
    body.instructions.reserve(old.instructions.len());
    let old_edge_count = body.incoming.len();
    let mut editor = Editor {
        build: FunctionBuilder::of_body(module, function, body),
        substitutes: Vec::new(),
        substituted: false,
        last_parts: Vec::new(),
        reading: BlockId(0),
        skipping: false,
        old_edge_lists: Vec::new(),
        old_edge_count,
    };
    match editor.run(&old, &mut each) {
        Ok(()) => {
            editor.end();
            Ok(())
        }
        Err(error) => {
            let (module, mut body) = editor.build.into_parts();
            body.instructions = old.instructions;
            body.blocks = old.blocks;
            body.order = old.order;
            body.locations = old.locations;
            body.value_marks = old.marks;
            module.function_mut(id).body = Some(body);
            Err(error)
        }
    }
}

/// The parts of the body before the edit that the walk still needs.
struct Old {
    instructions: Vec<Instruction>,
    blocks: Vec<Block>,
    order: Vec<BlockId>,
    locations: Locations,
    marks: Vec<ValueMark>,
}

impl<'m> Editor<'m> {
    fn run<E>(
        &mut self,
        old: &Old,
        each: &mut impl FnMut(&mut Editor<'m>, Instruction) -> Result<Edit, E>,
    ) -> Result<(), (InstructionId, E)> {
        for &block in &old.order {
            self.build.start(block);
            self.reading = block;
            self.skipping = false;
            let range = old.blocks[block.index()];
            for index in range.start.index()..range.end.index() {
                let id = InstructionId::at(index);
                let instruction = old.instructions[index];
                let before = self.build.instruction_count();
                if !old.marks.is_empty() {
                    self.pass_marks_on(&old.marks, id);
                }
                match each(self, instruction) {
                    Ok(Edit::Keep) => self.build.push(instruction),
                    Ok(Edit::As(kind)) => self.build.push(Instruction {
                        kind,
                        ..instruction
                    }),
                    Ok(Edit::Value(value)) => {
                        if let Some(result) = instruction.result {
                            self.replace(result, value);
                        }
                    }
                    Ok(Edit::Drop) => {}
                    Err(error) => return Err((id, error)),
                }
                if !old.locations.is_empty() {
                    self.pass_location_on(&old.locations, id, before);
                }
                if self.skipping {
                    break;
                }
            }
        }
        Ok(())
    }

    fn pass_location_on(&mut self, locations: &Locations, id: InstructionId, before: usize) {
        if let Ok(place) = locations.binary_search_by_key(&id, |&(at, _)| at) {
            let location = locations[place].1;
            for index in before..self.build.instruction_count() {
                self.build.push_location(InstructionId::at(index), location);
            }
        }
    }

    /// Moves the value marks before an old instruction to the position of the next emitted
    /// instruction.
    fn pass_marks_on(&mut self, marks: &[ValueMark], id: InstructionId) {
        let first = marks.partition_point(|mark| mark.at < id);
        let at = InstructionId::at(self.build.instruction_count());
        for mark in marks[first..].iter().take_while(|mark| mark.at == id) {
            self.build
                .body_mut()
                .value_marks
                .push(ValueMark { at, ..*mark });
        }
    }

    fn end(self) {
        let Editor {
            mut build,
            mut substitutes,
            substituted,
            mut last_parts,
            old_edge_lists,
            old_edge_count,
            ..
        } = self;
        let body = build.body_mut();
        if !last_parts.is_empty() {
            // If a block was split several times, the last entry applies.
            last_parts.reverse();
            last_parts.sort_by_key(|&(block, _)| block);
            last_parts.dedup_by_key(|&mut (block, _)| block);
            let rename = |edge: &mut (Value, BlockId)| {
                if let Ok(at) = last_parts.binary_search_by_key(&edge.1, |&(block, _)| block) {
                    edge.1 = last_parts[at].1;
                }
            };
            body.incoming[..old_edge_count].iter_mut().for_each(rename);
            for list in old_edge_lists {
                list.of_mut(&mut body.incoming).iter_mut().for_each(rename);
            }
        }
        if substituted {
            shorten(&mut substitutes);
            let renamed = renamed_metadata(&mut build, &substitutes);
            build.body_mut().map_operands(|value| match value {
                Value::Metadata(id) => Value::Metadata(renamed.get(&id).copied().unwrap_or(id)),
                value => resolve(&substitutes, value),
            });
            for mark in &mut build.body_mut().value_marks {
                mark.value =
                    mark.value
                        .and_then(|local| match resolve(&substitutes, Value::Local(local)) {
                            Value::Local(local) => Some(local),
                            _ => None,
                        });
            }
        }
        build.finish();
    }

    /// Makes the last emitted instruction define the result of a removed one.
    ///
    /// # Panics
    ///
    /// Panics if nothing was emitted or it has no result.
    pub fn define(&mut self, local: LocalId) {
        self.build.define_last(local);
    }

    /// Replaces the result of a removed instruction with another value, in all existing uses and in
    /// those added until editing ends. An unnamed local takes the name of the result.
    pub fn replace(&mut self, local: LocalId, value: Value) {
        if let Value::Local(new) = value {
            let locals = &mut self.build.body_mut().locals;
            let name = locals[local.index()].name;
            if locals[new.index()].name.is_none() {
                locals[new.index()].name = name;
            }
        }
        if self.substitutes.len() <= local.index() {
            self.substitutes.resize(local.index() + 1, None);
        }
        self.substitutes[local.index()] = Some(value);
        self.substituted = true;
    }

    /// The value that replaces this one so far, or the value itself.
    #[must_use]
    pub fn current_value(&self, value: Value) -> Value {
        resolve(&self.substitutes, value)
    }

    /// Ends the current block and begins a new one. The caller has emitted the current block's
    /// terminator, or will do so with the new block's id. The rest of the block being read is moved
    /// to the new block, and phis that name the block being read are updated to name the new one.
    pub fn split(&mut self) -> BlockId {
        let rest = self.build.block(b"");
        self.build.start(rest);
        self.last_parts.push((self.reading, rest));
        rest
    }

    /// Like [`Editor::split`], for a block that was declared before, so that terminators could name
    /// it.
    pub fn split_to(&mut self, rest: BlockId) {
        self.build.start(rest);
        self.last_parts.push((self.reading, rest));
    }

    /// The block of the original body that is being read.
    #[must_use]
    pub fn reading(&self) -> BlockId {
        self.reading
    }

    /// Skips the rest of the block that is being read. The caller has emitted a terminator. Phis of
    /// former successors are not changed; see
    /// [`Body::remove_unreachable_blocks`](crate::Body::remove_unreachable_blocks).
    pub fn skip_rest(&mut self) {
        self.skipping = true;
    }

    /// A list of edges for a phi. It names blocks as they were before any of them was split, and is
    /// translated when the body is complete. Edges made by [`FunctionBuilder::incoming`] are not
    /// translated.
    pub fn old_edges(&mut self, edges: &[(Value, BlockId)]) -> List {
        let list = self.build.incoming(edges);
        self.old_edge_lists.push(list);
        list
    }

    /// Returns a phi with other incoming values. It has no flags.
    pub fn map_incoming<E>(
        &mut self,
        incoming: List,
        mut each: impl FnMut(&mut Editor<'m>, Value, BlockId) -> Result<Value, E>,
    ) -> Result<InstructionKind, E> {
        let mut edges = self.build.body().incoming(incoming).to_vec();
        for (value, from) in &mut edges {
            *value = each(self, *value, *from)?;
        }
        Ok(InstructionKind::Phi {
            incoming: self.old_edges(&edges),
            flags: FastMath::NONE,
        })
    }

    /// Replaces the operands of an instruction that will be kept or emitted, one
    /// after the other: values, not blocks.
    pub fn map_operands<E>(
        &mut self,
        kind: &mut InstructionKind,
        mut each: impl FnMut(&mut Editor<'m>, Value) -> Result<Value, E>,
    ) -> Result<(), E> {
        let mut failure = None;
        kind.map_direct_operands(|value| match each(self, value) {
            Ok(value) => value,
            Err(error) => {
                failure.get_or_insert(error);
                value
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(list) = kind.value_list() {
            for index in 0..list.len() {
                let value = self.build.body().values(list)[index];
                let value = each(self, value)?;
                list.of_mut(&mut self.build.body_mut().values)[index] = value;
            }
        }
        if let Some(id) = kind.call() {
            let call = self.build.body().call(id);
            let callee = each(self, call.callee)?;
            self.build.body_mut().calls[id.index()].callee = callee;
            for index in 0..call.arguments.len() {
                let value = self.build.body().values(call.arguments)[index];
                let value = each(self, value)?;
                call.arguments.of_mut(&mut self.build.body_mut().values)[index] = value;
            }
        }
        Ok(())
    }
}

/// Shortens all chains of replacements to one step, in linear time. Cycles are cut.
fn shorten(substitutes: &mut [Option<Value>]) {
    let mut walks = vec![usize::MAX; substitutes.len()];
    let mut path = Vec::new();
    for start in 0..substitutes.len() {
        let mut end = Value::Local(LocalId::at(start));
        while let Value::Local(local) = end
            && let Some(&Some(next)) = substitutes.get(local.index())
        {
            let walk = std::mem::replace(&mut walks[local.index()], start);
            if walk == start {
                substitutes[local.index()] = None;
                break;
            }
            end = next;
            if walk == usize::MAX {
                path.push(local.index());
            } else {
                break;
            }
        }
        for place in path.drain(..) {
            if substitutes[place].is_some() {
                substitutes[place] = Some(end);
            }
        }
    }
}

/// Follows replacements to their end. If a value is replaced by itself, directly or in several
/// steps, the chain is cut.
fn resolve(substitutes: &[Option<Value>], value: Value) -> Value {
    let mut current = value;
    for _ in 0..=substitutes.len() {
        let Value::Local(local) = current else {
            return current;
        };
        match substitutes.get(local.index()) {
            Some(&Some(next)) => current = next,
            _ => return current,
        }
    }
    current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_replacements_become_short() {
        let local = |index| Value::Local(LocalId(index));
        let to = |index| Some(local(index));
        let mut substitutes = vec![to(1), to(2), to(7), to(0), to(5), to(4), to(5), None];
        shorten(&mut substitutes);
        assert_eq!(substitutes[..4], [to(7); 4]);
        assert_eq!(
            resolve(&substitutes, local(6)),
            resolve(&substitutes, local(4))
        );
    }
}
