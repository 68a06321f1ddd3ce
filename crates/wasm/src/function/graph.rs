//! Builds the control flow graph of a function for the translator.
//!
//! A node is a block or a part of one. A call of setjmp ends a node, because a longjmp continues
//! after the call. In a function that calls setjmp, node 0 has no instructions; it jumps to the
//! start or to the code after one of the calls. A loop entry, which does not start at the
//! function's first block, has such a node too.

use super::{make_room, renew};
use crate::control::Structurer;
use crate::plan::Plan;
use pinnacle_base::graph::{Edges, ReversePostorder};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::{BlockId, Inst, Intrinsic, ValueId};

/// A sequence of instructions in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The block; `None` for a node 0 that only jumps.
    pub(super) block: Option<BlockId>,
    /// Index of the first instruction.
    pub(super) first: u32,
    /// The index after the last instruction, which may be the terminator.
    pub(super) end: u32,
    /// The value that the first instruction defines, or the next value if it has no result.
    pub(super) first_value: u32,
    /// True if it is the first node of its block.
    starts_block: bool,
    /// True if it ends with its block's terminator.
    ends_block: bool,
    /// The range of its phi copies.
    moves: (u32, u32),
}

/// A phi copy on the edge from one block to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The block that is entered.
    to: u32,
    pub(super) phi: ValueId,
    pub(super) value: ValueId,
}

/// The graph of a function.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// For each block, its first node.
    first_nodes: Vec<u32>,
    /// The nodes after calls of setjmp, in order.
    resumptions: Vec<u32>,
    /// The block where execution starts, if it is not the first one.
    entry: Option<BlockId>,
    /// The blocks that are counted, if the module counts iterations and calls.
    heads: Option<Heads>,
    /// For each block, the end of its range in `moves`.
    move_ends: Vec<u32>,
    /// The phi operands with their source blocks, in the order of the phis.
    incoming: Vec<(BlockId, Move)>,
    /// Sorted by source block, then target block, then phi.
    moves: Vec<Move>,
}

impl Graph {
    /// Returns true if the function calls setjmp.
    pub(super) fn calls_setjmp(&self) -> bool {
        !self.resumptions.is_empty()
    }

    /// Returns the number of calls of setjmp. They are numbered from 1.
    pub(super) fn setjmp_calls(&self) -> usize {
        self.resumptions.len()
    }

    /// Returns the number of a call of setjmp, given its instruction.
    pub(super) fn setjmp_number(&self, inst: u32) -> u32 {
        let before = |&node: &u32| self.nodes[node as usize].first <= inst;
        self.resumptions.partition_point(before) as u32 + 1
    }

    /// Returns the result of a call of setjmp, given its number.
    pub(super) fn setjmp_value(&self, number: u32) -> Option<ValueId> {
        let behind = *self.resumptions.get((number as usize).checked_sub(1)?)?;
        Some(ValueId(self.nodes[behind as usize].first_value - 1))
    }

    /// Returns true if entering a node is counted.
    pub(super) fn counts(&self, node: u32) -> bool {
        let Some((block, heads)) = self.nodes[node as usize].block.zip(self.heads.as_ref()) else {
            return false;
        };
        self.first_nodes[block.index()] == node && heads.counts(block)
    }

    /// Collects nodes and moves. If `entry` is not the first block, node 0 jumps to it.
    pub(super) fn build(&mut self, function: &Function, plan: &Plan<'_>, entry: Option<BlockId>) {
        self.entry = entry;
        if plan.turn.is_some() {
            self.heads.get_or_insert_default().find(function);
        }
        self.cut_nodes(function, plan);
        self.collect_moves(function);
    }

    fn cut_nodes(&mut self, function: &Function, plan: &Plan<'_>) {
        let blocks = function.blocks().len();
        make_room(&mut self.nodes, blocks + 1);
        make_room(&mut self.first_nodes, blocks);
        self.resumptions.clear();
        let is_setjmp = |inst: &Inst| match inst {
            Inst::Call { callee, .. } => {
                let decl = &plan.program.module().functions[callee.index()];
                decl.intrinsic == Some(Intrinsic::Setjmp)
            }
            _ => false,
        };
        // Unreachable setjmp calls write no buffer, so no longjmp returns to them.
        let mut order = ReversePostorder::default();
        if self.entry.is_none() && plan.traits(function).calls_setjmp {
            let mut edges = Edges::default();
            function.collect_edges(&mut edges);
            order.build(&edges, 0);
        }
        let sets = |&block: &u32| {
            let insts = function.blocks()[block as usize];
            let first = insts.first_inst as usize;
            let insts = &function.insts()[first..first + insts.len as usize];
            insts.iter().any(is_setjmp)
        };
        let cuts = order.nodes().iter().any(sets);
        let mut node = Node {
            block: None,
            first: 0,
            end: 0,
            first_value: function.first_inst_value(),
            starts_block: false,
            ends_block: false,
            moves: (0, 0),
        };
        if cuts || self.entry.is_some() {
            self.nodes.push(node);
        }
        for (index, block) in function.blocks().iter().enumerate() {
            self.first_nodes.push(self.nodes.len() as u32);
            let end = block.first_inst + block.len;
            node.block = Some(BlockId(index as u32));
            node.first = block.first_inst;
            node.first_value = block.first_value;
            node.starts_block = true;
            if cuts && order.is_reachable(index as u32) {
                let mut value = block.first_value;
                for at in block.first_inst..end {
                    let inst = &function.insts()[at as usize];
                    value += u32::from(inst.has_result());
                    if is_setjmp(inst) {
                        node.end = at + 1;
                        node.ends_block = false;
                        self.nodes.push(node);
                        self.resumptions.push(self.nodes.len() as u32);
                        node.first = at + 1;
                        node.first_value = value;
                        node.starts_block = false;
                    }
                }
            }
            node.end = end;
            node.ends_block = true;
            self.nodes.push(node);
        }
    }

    /// Sorts the phi operands by source block. They are given in the order of target blocks, which
    /// is preserved for each source.
    fn collect_moves(&mut self, function: &Function) {
        let blocks = function.blocks().len();
        renew(&mut self.move_ends, blocks + 1, 0);
        // Each phi operand takes two words of the pool, and other instructions have operands there.
        make_room(&mut self.incoming, function.pool().len() / 2);
        for_each_incoming(function, |from, entry| {
            self.move_ends[from.index() + 1] += 1;
            self.incoming.push((from, entry));
        });
        if self.incoming.is_empty() {
            self.moves.clear();
            return;
        }
        for block in 0..blocks {
            self.move_ends[block + 1] += self.move_ends[block];
        }
        let unset = Move {
            to: 0,
            phi: ValueId(0),
            value: ValueId(0),
        };
        renew(&mut self.moves, self.move_ends[blocks] as usize, unset);
        for &(from, entry) in &self.incoming {
            let slot = &mut self.move_ends[from.index()];
            self.moves[*slot as usize] = entry;
            *slot += 1;
        }
        let mut start = 0;
        for node in &mut self.nodes {
            if let (Some(block), true) = (node.block, node.ends_block) {
                let end = self.move_ends[block.index()];
                node.moves = (start, end);
                start = end;
            }
        }
    }

    /// Returns the number of phi copies on all edges.
    pub(super) fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the phi copies on the edge from one node to another. If there are several such
    /// edges, a phi may be repeated with the same value.
    #[inline]
    pub(super) fn moves(&self, from: u32, to: u32) -> &[Move] {
        self.moves_of(self.edge_moves(from, to))
    }

    /// Returns the phi copies in a range that [`Graph::edge_moves`] has returned.
    #[inline]
    pub(super) fn moves_of(&self, range: (u32, u32)) -> &[Move] {
        &self.moves[range.0 as usize..range.1 as usize]
    }

    /// Returns the range of the phi copies on the edge from one node to another.
    #[inline]
    pub(super) fn edge_moves(&self, from: u32, to: u32) -> (u32, u32) {
        let all = self.nodes[from as usize].moves;
        match all.0 == all.1 {
            true => all,
            false => self.moves_to(all, to),
        }
    }

    /// Returns the range of those of a node's phi copies that lead to another node. The given range
    /// must not be empty.
    fn moves_to(&self, (start, end): (u32, u32), to: u32) -> (u32, u32) {
        // Inside a block there are no phi copies.
        let entered = &self.nodes[to as usize];
        let (Some(block), true) = (entered.block, entered.starts_block) else {
            return (start, start);
        };
        let moves = self.moves_of((start, end));
        // Nearly all nodes have phi copies to at most one other node.
        let [first, last] = [moves[0], moves[moves.len() - 1]].map(|entry| entry.to);
        if first == block.0 && last == block.0 {
            return (start, end);
        }
        if first > block.0 || last < block.0 {
            return (start, start);
        }
        let first = moves.partition_point(|entry| entry.to < block.0);
        let len = moves[first..].partition_point(|entry| entry.to == block.0);
        let first = start + first as u32;
        (first, first + len as u32)
    }

    /// Returns the phi copies on the edge from a node to a block.
    pub(super) fn moves_to_block(&self, from: u32, to: BlockId) -> &[Move] {
        self.moves(from, self.first_nodes[to.index()])
    }

    /// Finds the structured control flow.
    pub(super) fn structure(&self, function: &Function, structurer: &mut Structurer) {
        let nodes = structurer.begin();
        nodes.reserve(self.nodes.len());
        let of = |block: BlockId| self.first_nodes[block.index()];
        for (number, node) in (0..).zip(&self.nodes) {
            if let (None, Some(entry)) = (node.block, self.entry) {
                nodes.jump(of(entry));
                continue;
            }
            if node.block.is_none() {
                let resumptions = self.resumptions.iter().copied();
                nodes.switch(std::iter::once(self.first_nodes[0]).chain(resumptions));
                continue;
            }
            match function.insts()[node.end as usize - 1] {
                Inst::Br { target } => nodes.jump(of(target)),
                Inst::CondBr {
                    if_true, if_false, ..
                } => nodes.branch(of(if_true), of(if_false)),
                Inst::Switch { cases, .. } => {
                    let (default, cases) = function.switch_cases(cases);
                    let cases = cases.map(|(_, block)| block);
                    nodes.switch(std::iter::once(default).chain(cases).map(of));
                }
                ref inst if inst.is_terminator() => nodes.exit(),
                // The block is split after a setjmp, so this node continues in the next one.
                _ => nodes.jump(number + 1),
            }
        }
        structurer.finish(|from, to| !self.moves(from, to).is_empty());
    }
}

/// Calls a function with the operands of all phis: the source block and the move.
fn for_each_incoming(function: &Function, mut visit: impl FnMut(BlockId, Move)) {
    for (index, block) in function.blocks().iter().enumerate() {
        let first = block.first_inst as usize;
        let insts = &function.insts()[first..first + block.len as usize];
        for (phi, inst) in (block.first_value..).zip(insts) {
            let Inst::Phi { incoming, .. } = *inst else {
                break;
            };
            for (value, from) in function.phi_incoming(incoming) {
                let entry = Move {
                    to: index as u32,
                    phi: ValueId(phi),
                    value,
                };
                visit(from, entry);
            }
        }
    }
}
