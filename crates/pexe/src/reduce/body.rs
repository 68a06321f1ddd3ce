//! Rebuilds a function body with edits.
//!
//! Blocks are built in reverse postorder of the remaining edges, so a value is built before its
//! uses. Only operands of phis may be built later, so they are added at the end. A block that is
//! merged into another one is built directly after it, without the branch between them.

use super::edit::{End, FunctionEdits, Replacement};
use super::rebuild::{Rebuilder, zero};
use crate::build::{FunctionBuilder, Value};
use crate::function::{ConstantValue, Function, ValueKind};
use crate::ids::{BlockId, FuncId, GlobalId, InstId, ValueId};
use crate::inst::Inst;
use crate::module::Address;
use crate::types::Type;
use pinnacle_base::graph::{Edges, ReversePostorder};
use std::collections::HashMap;

/// Builds a body in an empty builder.
pub(super) fn rebuild_body(
    rebuilder: &mut Rebuilder<'_>,
    body: &mut FunctionBuilder,
    function: &Function,
) {
    let edits = &rebuilder.edits.functions[function.id().index()];
    let graph = Graph::new(function, edits);
    let mut definers = vec![0; function.local_types().len()];
    for block in function.block_ids() {
        for (inst, value, _) in function.block_insts(block) {
            if let Some(value) = value {
                definers[(value.0 - function.first_local()) as usize] = inst.0;
            }
        }
    }
    let mut building = Building {
        rebuilder,
        body,
        function,
        edits,
        definers,
        values: vec![None; function.insts().len()],
        blocks: graph.new_blocks(function),
        graph: &graph,
        phis: Vec::new(),
    };
    for block in function.block_ids().skip(1) {
        if graph.is_head(block) {
            building.body.block();
        }
    }
    for &block in graph.order.nodes() {
        building.block(BlockId(block));
    }
    building.add_incoming();
}

/// The remaining control flow graph.
struct Graph {
    edges: Edges,
    /// The reachable blocks.
    order: ReversePostorder,
    /// For each reachable block, the block that it is merged into, usually itself; `None` for
    /// unreachable blocks.
    heads: Vec<Option<BlockId>>,
}

impl Graph {
    fn new(function: &Function, edits: &FunctionEdits) -> Graph {
        let mut edges = Edges::default();
        edges.begin();
        for block in function.block_ids() {
            let targets = successors(function, edits, block);
            targets.iter().for_each(|target| edges.add(target.0));
            edges.end_node();
        }
        let mut order = ReversePostorder::default();
        order.build(&edges, 0);
        let mut predecessors = vec![0u32; function.blocks().len()];
        for &block in order.nodes() {
            for &target in edges.successors(block) {
                predecessors[target as usize] += 1;
            }
        }
        let mut heads = vec![None; function.blocks().len()];
        for &block in order.nodes() {
            let own = *heads[block as usize].get_or_insert(BlockId(block));
            if let &[next] = edges.successors(block)
                && edits.joined.contains(&next)
                && predecessors[next as usize] == 1
                && is_plain_branch(function, edits, BlockId(block))
            {
                heads[next as usize] = Some(own);
            }
        }
        Graph {
            edges,
            order,
            heads,
        }
    }

    /// Returns true if a block remains a block of its own.
    fn is_head(&self, block: BlockId) -> bool {
        self.heads[block.index()] == Some(block)
    }

    /// Returns for each reachable block the new block that contains it.
    fn new_blocks(&self, function: &Function) -> Vec<Option<BlockId>> {
        let mut next = 0;
        let own: Vec<u32> = function
            .block_ids()
            .map(|block| {
                let number = next;
                next += u32::from(self.is_head(block));
                number
            })
            .collect();
        let heads = self.heads.iter();
        heads
            .map(|head| head.map(|head| BlockId(own[head.index()])))
            .collect()
    }

    fn edge_count(&self, from: BlockId, to: BlockId) -> usize {
        let targets = self.edges.successors(from.0).iter();
        targets.filter(|&&target| target == to.0).count()
    }
}

/// Returns true if a block with one successor ends with an unconditional branch.
fn is_plain_branch(function: &Function, edits: &FunctionEdits, block: BlockId) -> bool {
    edits.ends.contains_key(&block.0) || matches!(terminator(function, block).1, Inst::Br { .. })
}

fn terminator(function: &Function, block: BlockId) -> (InstId, Inst) {
    let block = function.blocks()[block.index()];
    let last = InstId(block.first_inst + block.len - 1);
    (last, function.insts()[last.index()])
}

fn successors(function: &Function, edits: &FunctionEdits, block: BlockId) -> Vec<BlockId> {
    let (last, inst) = terminator(function, block);
    let mut targets = Vec::new();
    match inst {
        Inst::Switch { cases, .. } => {
            let (default, cases) = function.switch_cases(cases);
            targets.push(default);
            let kept = (0..)
                .zip(cases)
                .filter(|(case, _)| !edits.dropped_cases.contains(&(last.0, *case)));
            targets.extend(kept.map(|(_, (_, target))| target));
        }
        _ => function.for_each_successor(block, |target| targets.push(target)),
    }
    match edits.ends.get(&block.0) {
        Some(End::Unreachable) => Vec::new(),
        Some(&End::To(nth)) => targets.get(nth as usize).copied().into_iter().collect(),
        None => targets,
    }
}

struct Building<'a, 'r> {
    rebuilder: &'a mut Rebuilder<'r>,
    body: &'a mut FunctionBuilder,
    function: &'a Function,
    edits: &'a FunctionEdits,
    /// The instruction that defines each local value.
    definers: Vec<u32>,
    /// The new value of each instruction that was built.
    values: Vec<Option<Value>>,
    /// The new block of each old block.
    blocks: Vec<Option<BlockId>>,
    graph: &'a Graph,
    /// The phis that were built, with their blocks and instructions.
    phis: Vec<(BlockId, InstId, Value)>,
}

impl Building<'_, '_> {
    fn block(&mut self, block: BlockId) {
        let function = self.function;
        self.body.switch_to(self.new_block(block));
        for (id, value, inst) in function.block_insts(block) {
            if inst.is_terminator() {
                self.end(block, id, inst);
            } else if !self.edits.replaced.contains_key(&id.0) {
                let ty = value.map(|value| function.value_type(value));
                let new = match *inst {
                    Inst::Phi { ty, incoming } => self.phi(block, id, ty, incoming),
                    _ => self.instruction(id, inst, ty),
                };
                self.values[id.index()] = new;
            }
        }
    }

    fn phi(
        &mut self,
        block: BlockId,
        id: InstId,
        ty: Type,
        incoming: crate::inst::Range,
    ) -> Option<Value> {
        if self.graph.is_head(block) {
            let phi = self.body.phi(ty);
            self.phis.push((block, id, phi));
            return Some(phi);
        }
        // The block was merged, so the remaining edge comes from the block that it was merged into.
        let mut incoming = self.function.phi_incoming(incoming);
        let (value, _) = incoming.find(|&(_, from)| {
            self.graph.heads[from.index()].is_some() && self.graph.edge_count(from, block) > 0
        })?;
        Some(self.value(value))
    }

    /// Returns the new block that contains an old one.
    fn new_block(&self, old: BlockId) -> BlockId {
        self.blocks[old.index()].expect("only blocks that can be reached are built")
    }

    /// Adds the operands of phis for the remaining edges.
    fn add_incoming(&mut self) {
        for (block, id, phi) in std::mem::take(&mut self.phis) {
            let Inst::Phi { incoming, .. } = self.function.insts()[id.index()] else {
                continue;
            };
            let mut left: HashMap<BlockId, usize> = HashMap::new();
            for (value, from) in self.function.phi_incoming(incoming) {
                if self.graph.heads[from.index()].is_none() {
                    continue;
                }
                let edges = || self.graph.edge_count(from, block);
                let left = left.entry(from).or_insert_with(edges);
                if *left > 0 {
                    *left -= 1;
                    let value = self.value(value);
                    let from = self.new_block(from);
                    self.body.add_incoming(phi, value, from);
                }
            }
        }
    }

    /// Returns the new value for an old one, or zero if the old value was removed.
    fn value(&mut self, value: ValueId) -> Value {
        let ty = self.function.value_type(value);
        let mut value = value;
        // A chain of replacements that is longer than the number of replaced instructions is a
        // cycle.
        for _ in 0..=self.edits.replaced.len() {
            let new = match self.function.value_name(value) {
                ValueKind::Function(index) => {
                    self.rebuilder.address(Address::Function(FuncId(index)))
                }
                ValueKind::Global(index) => {
                    self.rebuilder.address(Address::Global(GlobalId(index)))
                }
                ValueKind::Param(index) if self.edits.dropped_params.contains(&index) => None,
                ValueKind::Param(index) => {
                    let dropped = &self.edits.dropped_params;
                    let before = (0..index).filter(|other| dropped.contains(other)).count();
                    Some(self.body.param(index as usize - before))
                }
                ValueKind::Constant(index) => {
                    let constant = self.function.constants()[index as usize];
                    Some(match constant.value {
                        ConstantValue::Undef => self.body.undef(constant.ty),
                        ConstantValue::Bits(bits) => self.body.constant(constant.ty, bits),
                    })
                }
                ValueKind::Inst(_) => {
                    let inst = self.definers[(value.0 - self.function.first_local()) as usize];
                    match self.edits.replaced.get(&inst) {
                        Some(&Replacement::Value(other)) => {
                            value = other;
                            continue;
                        }
                        Some(Replacement::Zero) => None,
                        None => self.values[inst as usize],
                    }
                }
            };
            return new.unwrap_or_else(|| zero(self.body, ty));
        }
        zero(self.body, ty)
    }

    /// Returns the new value of an operand of an instruction.
    fn operand(&mut self, id: InstId, index: u32, value: ValueId) -> Value {
        if self.edits.zeroed.contains(&(id.0, index)) {
            let ty = self.function.value_type(value);
            return zero(self.body, ty);
        }
        self.value(value)
    }

    /// Returns the index of a vector element, which is a constant.
    fn lane(&self, index: ValueId) -> u32 {
        let constant = self.function.constant(index);
        constant.expect("a lane is a constant").bits() as u32
    }

    fn instruction(&mut self, id: InstId, inst: &Inst, ty: Option<Type>) -> Option<Value> {
        Some(match *inst {
            Inst::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.operand(id, 0, lhs), self.operand(id, 1, rhs));
                self.body.binary(op, lhs, rhs)
            }
            Inst::Cast { op, ty, value } => {
                let value = self.operand(id, 0, value);
                self.body.cast(op, value, ty)
            }
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                let (lhs, rhs) = (self.operand(id, 0, lhs), self.operand(id, 1, rhs));
                self.body.compare(predicate, lhs, rhs)
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                let (if_true, if_false) =
                    (self.operand(id, 0, if_true), self.operand(id, 1, if_false));
                let condition = self.operand(id, 2, condition);
                self.body.select(condition, if_true, if_false)
            }
            Inst::ExtractElement { vector, index } => {
                let vector = self.operand(id, 0, vector);
                self.body.extract(vector, self.lane(index))
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let (vector, element) = (self.operand(id, 0, vector), self.operand(id, 1, element));
                self.body.insert(vector, element, self.lane(index))
            }
            Inst::Load { ty, align, address } => {
                let address = self.operand(id, 0, address);
                self.body.load_aligned(ty, address, align.bytes())
            }
            Inst::Store {
                align,
                address,
                value,
            } => {
                let (address, value) = (self.operand(id, 0, address), self.operand(id, 1, value));
                self.body.store_aligned(value, address, align.bytes());
                return None;
            }
            Inst::Alloca { align, size } => {
                let size = self.operand(id, 0, size);
                self.body.alloca(size, align.bytes().max(1))
            }
            Inst::Call {
                tail, callee, args, ..
            } => {
                let intrinsic = self.rebuilder.program.module().functions[callee.index()].intrinsic;
                let new = match intrinsic {
                    Some(intrinsic) => Some(self.rebuilder.builder.intrinsic(intrinsic)),
                    None => self.rebuilder.callees[callee.index()],
                };
                let dropped = &self.rebuilder.edits.functions[callee.index()].dropped_params;
                let args: Vec<Value> = (0..)
                    .zip(self.function.values(args))
                    .filter(|(index, _)| !dropped.contains(index))
                    .map(|(index, value)| self.operand(id, index, value))
                    .collect();
                match (new, ty) {
                    (Some(callee), _) if tail => self.body.tail_call(callee, &args),
                    (Some(callee), _) => self.body.call(callee, &args),
                    (None, Some(ty)) => zero(self.body, ty),
                    (None, None) => return None,
                }
            }
            Inst::CallIndirect { tail, ty, operands } => {
                let operands: Vec<Value> = (0..)
                    .zip(self.function.values(operands))
                    .map(|(index, value)| self.operand(id, index, value))
                    .collect();
                let (&callee, args) = operands.split_first()?;
                if tail {
                    self.body.tail_call_indirect(ty, callee, args)
                } else {
                    self.body.call_indirect(ty, callee, args)
                }
            }
            // Other instructions are built elsewhere.
            _ => return None,
        })
    }

    /// Builds the terminator of a block.
    fn end(&mut self, block: BlockId, id: InstId, inst: &Inst) {
        let targets = self.graph.edges.successors(block.0);
        let new = |target: BlockId| self.new_block(target);
        if self.edits.ends.contains_key(&block.0) || matches!(inst, Inst::Br { .. }) {
            match *targets {
                [target] if self.graph.is_head(BlockId(target)) => {
                    self.body.br(new(BlockId(target)));
                }
                [_] => {}
                _ => self.body.unreachable(),
            }
            return;
        }
        match *inst {
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let (if_true, if_false) = (new(if_true), new(if_false));
                let condition = self.operand(id, 0, condition);
                self.body.cond_br(condition, if_true, if_false);
            }
            Inst::Switch { value, cases } => {
                let (default, cases) = self.function.switch_cases(cases);
                let kept: Vec<(i64, BlockId)> = (0..)
                    .zip(cases)
                    .filter(|(case, _)| !self.edits.dropped_cases.contains(&(id.0, *case)))
                    .map(|(_, (selector, target))| (selector as i64, new(target)))
                    .collect();
                let default = new(default);
                let value = self.operand(id, 0, value);
                self.body.switch(value, default, &kept);
            }
            Inst::Ret { value } => {
                let value = self.operand(id, 0, value);
                self.body.ret(value);
            }
            Inst::RetVoid => self.body.ret_void(),
            _ => self.body.unreachable(),
        }
    }
}
