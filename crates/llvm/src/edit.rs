//! Changing bodies.
//!
//! [`edit`] goes through a body once, block by block, and makes its array of
//! instructions anew. A closure sees each instruction and either keeps it, or
//! leaves it out and emits what takes its place.
//!
//! Locals keep their ids, so operands of instructions that stay need no
//! change. The result of an instruction that goes is either defined by one that
//! was emitted ([`Editor::define`]), or replaced by another value wherever it is
//! used ([`Editor::replace`]), which happens when the body is complete.
//!
//! A block can be split ([`Editor::split`]); the part in front keeps the id, and
//! phis behind the block then name its last part.

use crate::body::{Block, Body};
use crate::builder::FunctionBuilder;
use crate::ids::{BlockId, GlobalId, InstructionId, List, LocalId, Name};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::location::Locations;
use crate::module::Module;

/// What becomes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It stays, behind what was emitted.
    Keep,
    /// It goes.
    Drop,
}

/// A body that is being changed; see [`edit`].
#[derive(Debug)]
pub struct Editor<'m> {
    /// Emits instructions at the place that was reached.
    pub build: FunctionBuilder<'m>,
    /// What each local is replaced by.
    substitutes: Vec<Option<Value>>,
    substituted: bool,
    /// The last part of each block that was split.
    last_parts: Vec<(BlockId, BlockId)>,
    /// The block of the old body that is being read.
    reading: BlockId,
    skipping: bool,
    /// Lists of edges that name blocks as they were, beside those below
    /// `old_edge_count`.
    old_edge_lists: Vec<List>,
    old_edge_count: usize,
}

/// Goes through the body of a function and calls `each` with every instruction
/// in order. Nothing happens to a function without a body. Attachments are
/// lost; locations are passed on to what takes an instruction's place.
///
/// # Errors
///
/// The error of `each`, with the instruction that it was about. The body is
/// then as it was, but for additions to its pools.
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
    };
    body.attachments.clear();
    body.instructions.reserve(old.instructions.len());
    let old_edge_count = body.incoming.len();
    let mut editor = Editor {
        build: FunctionBuilder::of_body(module, function, body),
        substitutes: Vec::new(),
        substituted: false,
        last_parts: Vec::new(),
        reading: BlockId::new(0),
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
            module.function_mut(id).body = Some(body);
            Err(error)
        }
    }
}

/// What a body was.
struct Old {
    instructions: Vec<Instruction>,
    blocks: Vec<Block>,
    order: Vec<BlockId>,
    locations: Locations,
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
                match each(self, instruction) {
                    Ok(Edit::Keep) => self.build.push(instruction),
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
            // Of a block that was split several times the last entry counts.
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
            body.map_all_values(|value| resolve(&substitutes, value));
        }
        build.finish();
    }

    /// Lets the last instruction that was emitted define the result of one that
    /// goes.
    ///
    /// # Panics
    ///
    /// If nothing was emitted or it has no result.
    pub fn define(&mut self, local: LocalId) {
        self.build.define_last(local);
    }

    /// Puts another value in the place of the result of an instruction that
    /// goes, wherever that is used, or will be until editing ends.
    pub fn replace(&mut self, local: LocalId, value: Value) {
        if self.substitutes.len() <= local.index() {
            self.substitutes.resize(local.index() + 1, None);
        }
        self.substitutes[local.index()] = Some(value);
        self.substituted = true;
    }

    /// What a value was replaced by so far, or the value.
    #[must_use]
    pub fn current_value(&self, value: Value) -> Value {
        resolve(&self.substitutes, value)
    }

    /// Ends the current block, for which the caller has emitted a terminator or
    /// will do so with the block's id, and begins a new one. The rest of the block
    /// that is being read goes there, and phis that name that block will name
    /// the new one.
    pub fn split(&mut self) -> BlockId {
        let rest = self.build.block(b"");
        self.build.start(rest);
        self.last_parts.push((self.reading, rest));
        rest
    }

    /// As [`Editor::split`], for a block that was declared before, so that
    /// terminators could name it.
    pub fn split_to(&mut self, rest: BlockId) {
        self.build.start(rest);
        self.last_parts.push((self.reading, rest));
    }

    /// The block of the body as it was that is being read.
    #[must_use]
    pub fn reading(&self) -> BlockId {
        self.reading
    }

    /// Leaves out what follows in the block that is being read. The caller has
    /// emitted a terminator. Phis of blocks that it no longer leads to are not
    /// changed; see [`Body::remove_unreachable_blocks`].
    pub fn skip_rest(&mut self) {
        self.skipping = true;
    }

    /// A list of edges for a phi, which name blocks as they were before any of
    /// them was split. (Those of [`FunctionBuilder::incoming`] stay what they
    /// are.)
    pub fn old_edges(&mut self, edges: &[(Value, BlockId)]) -> List {
        let list = self.build.incoming(edges);
        self.old_edge_lists.push(list);
        list
    }

    /// Replaces the operands of an instruction that will be kept or emitted, one
    /// after the other: values, not blocks.
    pub fn map_operands<E>(
        &mut self,
        kind: &mut InstructionKind,
        mut each: impl FnMut(&mut Editor<'m>, Value) -> Result<Value, E>,
    ) -> Result<(), E> {
        let mut failure = None;
        kind.map_direct_values(|value| match each(self, value) {
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

/// Makes all chains of replacements one step long, in linear time. One that
/// leads back to itself is cut.
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

/// Follows replacements to their end. A value that is replaced by itself, in
/// however many steps, stands for a loop of nothing; the chain is then cut.
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

impl InstructionKind {
    /// The list of values that an instruction has in
    /// [`Body::values`](crate::Body::values), beside the arguments of calls.
    #[must_use]
    pub const fn value_list(&self) -> Option<List> {
        use InstructionKind as K;
        match *self {
            K::Select { operands, .. }
            | K::CompareExchange { operands, .. }
            | K::GetElementPtr { operands, .. }
            | K::InsertElement { operands } => Some(operands),
            K::CatchPad { arguments, .. } | K::CleanupPad { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// The call site of a call, an invoke or a callbr.
    #[must_use]
    pub const fn call(&self) -> Option<crate::ids::CallId> {
        use InstructionKind as K;
        match *self {
            K::Call(call) | K::Invoke { call, .. } | K::CallBranch { call, .. } => Some(call),
            _ => None,
        }
    }

    /// Replaces the values that stand in the instruction itself and not in a
    /// pool of the body.
    pub fn map_direct_values(&mut self, mut each: impl FnMut(Value) -> Value) {
        use InstructionKind as K;
        let mut one = |value: &mut Value| *value = each(*value);
        match self {
            K::Return(Some(value))
            | K::ConditionalBranch {
                condition: value, ..
            }
            | K::Switch { value, .. }
            | K::IndirectBranch { address: value, .. }
            | K::Resume(value)
            | K::CleanupReturn { pad: value, .. }
            | K::CatchReturn { pad: value, .. }
            | K::CatchPad { parent: value, .. }
            | K::Negate { value, .. }
            | K::Cast { value, .. }
            | K::Freeze(value)
            | K::Load { pointer: value, .. }
            | K::ExtractValue {
                aggregate: value, ..
            }
            | K::VaArg(value) => one(value),
            K::Binary { lhs, rhs, .. }
            | K::FloatBinary { lhs, rhs, .. }
            | K::IntCompare { lhs, rhs, .. }
            | K::FloatCompare { lhs, rhs, .. }
            | K::ShuffleVector { lhs, rhs, .. } => {
                one(lhs);
                one(rhs);
            }
            K::Store { value, pointer, .. } | K::ReadModifyWrite { value, pointer, .. } => {
                one(value);
                one(pointer);
            }
            K::InsertValue {
                aggregate, element, ..
            } => {
                one(aggregate);
                one(element);
            }
            K::ExtractElement { vector, index } => {
                one(vector);
                one(index);
            }
            K::CatchSwitch { parent, .. } | K::CleanupPad { parent, .. } => {
                if let Some(value) = parent {
                    one(value);
                }
            }
            K::Alloca { count, .. } => {
                if let Some(value) = count {
                    one(value);
                }
            }
            K::Return(None)
            | K::Branch(_)
            | K::Invoke { .. }
            | K::CallBranch { .. }
            | K::Unreachable
            | K::LandingPad { .. }
            | K::Select { .. }
            | K::Phi { .. }
            | K::Fence(_)
            | K::CompareExchange { .. }
            | K::GetElementPtr { .. }
            | K::InsertElement { .. }
            | K::Call(_) => {}
        }
    }

    /// Calls `each` with the blocks that control may go to from here, in the
    /// order in which they are written.
    pub fn for_each_successor(&self, body: &Body, mut each: impl FnMut(BlockId)) {
        use InstructionKind as K;
        match *self {
            K::Branch(target) | K::CatchReturn { target, .. } => each(target),
            K::ConditionalBranch {
                if_true, if_false, ..
            } => {
                each(if_true);
                each(if_false);
            }
            K::Switch { default, cases, .. } => {
                each(default);
                for &(_, target) in body.cases(cases) {
                    each(target);
                }
            }
            K::IndirectBranch { destinations, .. } => {
                body.block_list(destinations).iter().copied().for_each(each);
            }
            K::Invoke { normal, unwind, .. } => {
                each(normal);
                each(unwind);
            }
            K::CallBranch {
                fallthrough,
                indirect,
                ..
            } => {
                each(fallthrough);
                body.block_list(indirect).iter().copied().for_each(each);
            }
            K::CleanupReturn { unwind, .. } => unwind.into_iter().for_each(each),
            K::CatchSwitch {
                handlers, unwind, ..
            } => {
                body.block_list(handlers)
                    .iter()
                    .copied()
                    .for_each(&mut each);
                unwind.into_iter().for_each(each);
            }
            _ => {}
        }
    }
}

impl Body {
    /// Calls `each` with every operand of an instruction that is a value, incoming
    /// values of phis and clauses of landing pads included.
    #[inline]
    pub fn for_each_operand(&self, kind: &InstructionKind, mut each: impl FnMut(Value)) {
        use InstructionKind as K;
        match *kind {
            K::Return(Some(value))
            | K::ConditionalBranch {
                condition: value, ..
            }
            | K::Switch { value, .. }
            | K::IndirectBranch { address: value, .. }
            | K::Resume(value)
            | K::CleanupReturn { pad: value, .. }
            | K::CatchReturn { pad: value, .. }
            | K::Negate { value, .. }
            | K::Cast { value, .. }
            | K::Freeze(value)
            | K::Load { pointer: value, .. }
            | K::ExtractValue {
                aggregate: value, ..
            }
            | K::VaArg(value)
            | K::CatchSwitch {
                parent: Some(value),
                ..
            }
            | K::Alloca {
                count: Some(value), ..
            } => each(value),
            K::Binary { lhs, rhs, .. }
            | K::FloatBinary { lhs, rhs, .. }
            | K::IntCompare { lhs, rhs, .. }
            | K::FloatCompare { lhs, rhs, .. }
            | K::ShuffleVector { lhs, rhs, .. }
            | K::Store {
                value: lhs,
                pointer: rhs,
                ..
            }
            | K::ReadModifyWrite {
                value: lhs,
                pointer: rhs,
                ..
            }
            | K::InsertValue {
                aggregate: lhs,
                element: rhs,
                ..
            }
            | K::ExtractElement {
                vector: lhs,
                index: rhs,
            } => {
                each(lhs);
                each(rhs);
            }
            K::Select { operands, .. }
            | K::CompareExchange { operands, .. }
            | K::GetElementPtr { operands, .. }
            | K::InsertElement { operands } => self.values(operands).iter().copied().for_each(each),
            K::CatchPad { parent, arguments } => {
                each(parent);
                self.values(arguments).iter().copied().for_each(each);
            }
            K::CleanupPad { parent, arguments } => {
                parent.into_iter().for_each(&mut each);
                self.values(arguments).iter().copied().for_each(each);
            }
            K::Phi { incoming, .. } => {
                let edges = self.incoming(incoming).iter();
                edges.for_each(|&(value, _)| each(value));
            }
            K::Call(call) | K::Invoke { call, .. } | K::CallBranch { call, .. } => {
                let call = self.call(call);
                each(call.callee);
                let arguments = self.values(call.arguments).iter();
                arguments.copied().for_each(&mut each);
                for bundle in self.bundles(call.bundles) {
                    let values = self.values(bundle.values).iter();
                    values.copied().for_each(&mut each);
                }
            }
            K::LandingPad { clauses, .. } => {
                for clause in self.clauses(clauses) {
                    let (crate::body::Clause::Catch(value) | crate::body::Clause::Filter(value)) =
                        *clause;
                    each(value);
                }
            }
            K::Return(None)
            | K::Branch(_)
            | K::Unreachable
            | K::CatchSwitch { parent: None, .. }
            | K::Alloca { count: None, .. }
            | K::Fence(_) => {}
        }
    }

    /// Replaces every value that any instruction uses.
    pub fn map_all_values(&mut self, mut each: impl FnMut(Value) -> Value) {
        for instruction in &mut self.instructions {
            instruction.kind.map_direct_values(&mut each);
        }
        for value in &mut self.values {
            *value = each(*value);
        }
        for (value, _) in &mut self.incoming {
            *value = each(*value);
        }
        for call in &mut self.calls {
            call.callee = each(call.callee);
        }
        for clause in &mut self.clauses {
            let (crate::body::Clause::Catch(value) | crate::body::Clause::Filter(value)) = clause;
            *value = each(*value);
        }
    }

    /// Leaves out blocks that control never reaches from the entry, and edges of
    /// phis from blocks that do not lead there, or not as often. What stays keeps
    /// its id.
    pub fn remove_unreachable_blocks(&mut self) {
        let Some(&entry) = self.order.first() else {
            return;
        };
        let mut reached = vec![false; self.blocks.len()];
        let mut edges = Vec::new();
        let mut pending = vec![entry];
        reached[entry.index()] = true;
        while let Some(block) = pending.pop() {
            let Some(last) = self.block_instructions(block).last() else {
                continue;
            };
            last.kind.for_each_successor(self, |target| {
                edges.push((target, block));
                if !std::mem::replace(&mut reached[target.index()], true) {
                    pending.push(target);
                }
            });
        }
        edges.sort_unstable();
        self.order.retain(|block| reached[block.index()]);
        let (mut kept, mut taken) = (Vec::new(), Vec::new());
        for index in 0..self.order.len() {
            let block = self.order[index];
            let range = self.blocks[block.index()];
            let first = edges.partition_point(|&(to, _)| to < block);
            let into = &edges[first..];
            let into = &into[..into.partition_point(|&(to, _)| to == block)];
            for at in range.start.index()..range.end.index() {
                let InstructionKind::Phi { flags, incoming } = self.instructions[at].kind else {
                    break;
                };
                let list = self.incoming(incoming);
                let leads_here =
                    |&(_, from): &(Value, BlockId)| into.binary_search(&(block, from)).is_ok();
                if list.len() <= into.len() && list.iter().all(leads_here) {
                    continue;
                }
                // How many of the edges of each block there is an entry for, where the
                // first of these edges stands.
                taken.clear();
                taken.resize(into.len(), 0);
                kept.clear();
                for &(value, from) in list {
                    let place = into.partition_point(|&(_, other)| other < from);
                    let count = taken.get(place).copied().unwrap_or(0);
                    if into.get(place + count).is_some_and(|&(_, it)| it == from) {
                        taken[place] += 1;
                        kept.push((value, from));
                    }
                }
                let incoming = List::push(&mut self.incoming, &kept);
                self.instructions[at].kind = InstructionKind::Phi { flags, incoming };
            }
        }
    }

    /// Removes the metadata of instructions. Locations stay.
    pub fn strip_metadata(&mut self) {
        self.attachments.clear();
    }

    /// Removes what debuggers and optimisers are told: metadata of instructions,
    /// and the names of locals and blocks. Locations stay.
    pub fn strip(&mut self) {
        self.attachments.clear();
        for local in &mut self.locals {
            local.name = Name::NONE;
        }
        for block in &mut self.blocks {
            block.name = Name::NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_replacements_become_short() {
        let local = |index| Value::Local(LocalId::new(index));
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
