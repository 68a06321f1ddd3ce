//! The last step of preparation: emits operations on the registers of the frame, with the moves for
//! phis on the edges and with jump targets.
//!
//! The blocks follow each other in layout order. If an edge with moves goes to the next block, its
//! moves are emitted in line; otherwise they are in a stub after the last block. While operations
//! are emitted, a jump's `hi` holds a label: the layout position of a block, or the number of a
//! stub with [`STUB`] added.

use super::allocate::Allocation;
use super::flow::Flow;
use super::merge;
use super::node::{NONE, Node, Purpose, Test};
use super::select::{Exit, SelectedBlock, Selection};
use crate::interp::op::{Code, Op};
use crate::interp::prepared::Table;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::BlockId;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::types::Type;

/// Labels from here on refer to stubs.
const STUB: u32 = 1 << 31;

/// Maximum number of empty blocks that a jump skips.
const MAX_SKIPPED_BLOCKS: u32 = 8;

/// Maximum number of cases of a switch that becomes a chain of tests.
const MAX_CHAIN_CASES: usize = 4;

/// The operations of a function, and buffers for emitting them.
#[derive(Default, Debug)]
pub(super) struct Emission {
    pub(super) code: Vec<Op>,
    /// For each operation, the instruction that it stands for.
    pub(super) sources: Vec<u32>,
    pub(super) tables: Vec<Table>,
    /// Start of each block in layout order, then of each stub.
    labels: Vec<u32>,
    stub_labels: Vec<u32>,
    /// Operations whose `hi` is a label to be patched.
    fixups: Vec<u32>,
    /// The edges that are laid out after the blocks: source position and target block.
    stubs: Vec<(u32, u32)>,
    /// For each block, the stub to it from the current block.
    stub_of: Vec<(u32, u32)>,
    /// Number of instructions before each block of the layout.
    insts_before: Vec<u32>,
    reads: Vec<u32>,
    source_of: Vec<u32>,
    ready: Vec<u32>,
    pending: Vec<(u32, u32)>,
}

impl Emission {
    /// Returns the start of the code of a block of the layout.
    pub(super) fn label(&self, place: usize) -> usize {
        self.labels[place] as usize
    }
}

pub(super) struct Emitter<'a> {
    pub(super) function: &'a Function,
    pub(super) flow: &'a Flow,
    pub(super) selection: &'a Selection,
    pub(super) allocation: &'a Allocation,
    /// The blocks that count as rounds, if rounds are counted.
    heads: Option<&'a Heads>,
    pub(super) e: &'a mut Emission,
    /// Layout position of the current block.
    place: u32,
    /// Operations before this one must not be merged with later ones.
    barrier: usize,
    /// The operation that skips the next call.
    root: Option<usize>,
    inst: u32,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(
        function: &'a Function,
        flow: &'a Flow,
        selection: &'a Selection,
        allocation: &'a Allocation,
        heads: Option<&'a Heads>,
        emission: &'a mut Emission,
    ) -> Emitter<'a> {
        let e = emission;
        e.code.clear();
        e.sources.clear();
        e.tables.clear();
        e.labels.clear();
        e.stub_labels.clear();
        e.fixups.clear();
        e.stubs.clear();
        e.stub_of.clear();
        e.stub_of.resize(function.blocks().len(), (NONE, 0));
        e.insts_before.clear();
        let size = allocation.frame_size as usize;
        e.reads.resize(e.reads.len().max(size), 0);
        e.source_of.resize(e.source_of.len().max(size), NONE);
        Emitter {
            function,
            flow,
            selection,
            allocation,
            heads,
            e,
            place: 0,
            barrier: 0,
            root: None,
            inst: 0,
        }
    }

    /// Emits the whole function.
    pub(super) fn run(&mut self) {
        let mut sum = 0u32;
        for &block in self.flow.blocks() {
            self.e.insts_before.push(sum);
            sum += self.function.blocks()[block as usize].len;
        }
        self.e.insts_before.push(sum);
        for place in 0..self.flow.blocks().len() {
            self.place = place as u32;
            self.barrier = self.e.code.len();
            self.e.labels.push(self.barrier as u32);
            self.block(self.selection.blocks[place]);
        }
        let mut next = 0;
        while next < self.e.stubs.len() {
            let (place, target) = self.e.stubs[next];
            self.place = place;
            self.inst = self.selection.blocks[place as usize].inst;
            self.barrier = self.e.code.len();
            self.e.stub_labels.push(self.barrier as u32);
            self.moves(target);
            self.jump(target);
            next += 1;
        }
        self.resolve_labels();
    }

    fn resolve_labels(&mut self) {
        let Emission {
            code,
            tables,
            labels,
            stub_labels,
            fixups,
            ..
        } = &mut *self.e;
        let resolve = |label: &mut u32| {
            *label = if *label & STUB != 0 {
                stub_labels[(*label & !STUB) as usize]
            } else {
                labels[*label as usize]
            };
        };
        for &index in &*fixups {
            resolve(&mut code[index as usize].hi);
        }
        for table in tables {
            table.targets.iter_mut().for_each(resolve);
            resolve(&mut table.default);
        }
    }

    fn register(&self, register: u32) -> u16 {
        if register == NONE {
            0
        } else {
            self.allocation.register(register)
        }
    }

    fn push(&mut self, op: Op) {
        self.e.code.push(op);
        self.e.sources.push(self.inst);
    }

    /// Appends an operation. Merges it with the previous one if an operation for both exists.
    fn push_merged(&mut self, op: Op) {
        let last = self.e.code.len().wrapping_sub(1);
        match self.e.code.get_mut(last) {
            Some(first)
                if last >= self.barrier
                    && let Some(update) = merge::update(first, &op) =>
            {
                first.code = update;
                self.push(op);
                self.barrier = self.e.code.len();
            }
            Some(first)
                if last >= self.barrier
                    && let distance = self.inst.wrapping_sub(self.e.sources[last])
                    && let Some(merged) = merge::pair(first, &op, distance) =>
            {
                *first = merged;
            }
            _ => self.push(op),
        }
    }

    fn convert(&self, node: &Node) -> Op {
        let word = |is_register: bool, word: u32| {
            if is_register {
                u32::from(self.register(word))
            } else {
                word
            }
        };
        Op {
            code: node.code,
            d: self.register(node.d),
            a: self.register(node.a),
            b: self.register(node.b),
            lo: word(node.lo_is_register, node.lo),
            hi: word(node.hi_is_register, node.hi) | u32::from(node.upper) << 16,
        }
    }

    fn block(&mut self, block: SelectedBlock) {
        let mut nodes = (block.nodes.0..block.nodes.1).rev();
        if self.place == 0 {
            // The trace shows the arguments, whose registers may otherwise be reused for constants.
            if let Some(first) = block.nodes.1.checked_sub(1)
                && let Some(node) = self.selection.nodes.get(first as usize)
                && node.code == Code::TraceEnter
            {
                let op = self.convert(node);
                self.inst = node.inst;
                self.push(op);
                nodes.next();
            }
            for index in 0..self.selection.entry.len() {
                let op = self.convert(&self.selection.entry[index]);
                self.push(op);
            }
        }
        for index in nodes {
            let node = &self.selection.nodes[index as usize];
            let op = self.convert(node);
            self.inst = node.inst;
            match op.code {
                Code::Move => self.single_move(op.d, op.a),
                Code::MoveWide if op.d == op.a => {}
                Code::RootF32 | Code::RootF64 => {
                    self.root = Some(self.e.code.len());
                    self.push(op);
                    self.barrier = self.e.code.len();
                }
                _ => self.push_merged(op),
            }
            if op.code == Code::Call
                && let Some(root) = self.root.take()
            {
                self.barrier = self.e.code.len();
                self.e.code[root].hi = self.barrier as u32;
            }
        }
        self.inst = block.inst;
        match block.exit {
            Exit::None => {}
            Exit::Goto(target) => self.leave(block, target),
            Exit::Switch { register, inst } => self.switch(register, inst),
        }
    }

    // Edges between blocks.

    fn is_empty(&self, block: SelectedBlock) -> bool {
        block.nodes.0 == block.nodes.1 && block.tests.0 == block.tests.1
    }

    /// Follows jumps through empty blocks, and returns the final target.
    fn destination(&self, mut block: u32) -> u32 {
        for _ in 0..MAX_SKIPPED_BLOCKS {
            let place = self.flow.place(block);
            let selected = self.selection.blocks[place as usize];
            match selected.exit {
                Exit::Goto(next)
                    if self.is_empty(selected)
                        && place != 0
                        && !self.counts(block)
                        && !self.needs_moves(block, next) =>
                {
                    block = next;
                }
                _ => break,
            }
        }
        block
    }

    fn needs_moves(&self, from: u32, to: u32) -> bool {
        self.selection.edge_moves(from, to).iter().any(|edge| {
            edge.source == NONE
                || edge.add != 0
                || self.allocation.register(edge.source) != self.allocation.register(edge.phi)
        })
    }

    fn present_block(&self) -> u32 {
        self.flow.blocks()[self.place as usize]
    }

    /// Returns the cost of a jump to a block. If rounds are counted, it is 1 if the block counts
    /// and 0 otherwise. If instructions are counted, it is the number of instructions from there to
    /// here for a backward jump, and 0 for others.
    fn weight(&self, target: u32) -> u16 {
        if self.heads.is_some() {
            return u16::from(self.counts(target));
        }
        let target = self.flow.place(target);
        if target > self.place {
            return 0;
        }
        let insts =
            self.e.insts_before[self.place as usize + 1] - self.e.insts_before[target as usize];
        insts.min(u32::from(u16::MAX)) as u16
    }

    /// If rounds are counted, returns true if entering a block counts.
    fn counts(&self, block: u32) -> bool {
        self.heads.is_some_and(|heads| heads.counts(BlockId(block)))
    }

    /// Returns true if control can fall through from the current block to this one.
    fn follows(&self, target: u32) -> bool {
        self.flow.place(target) == self.place + 1
    }

    /// Returns a label for the edge from the current block: the block itself, or a stub with the
    /// moves.
    fn label(&mut self, target: u32, force_stub: bool) -> u32 {
        if !force_stub && !self.needs_moves(self.present_block(), target) {
            return self.flow.place(self.destination(target));
        }
        let (place, stub) = self.e.stub_of[target as usize];
        if place == self.place {
            return STUB | stub;
        }
        let stub = self.e.stubs.len() as u32;
        self.e.stubs.push((self.place, target));
        self.e.stub_of[target as usize] = (self.place, stub);
        STUB | stub
    }

    /// Emits a test that jumps to its target.
    fn test(&mut self, test: &Test) {
        let needs_moves = self.needs_moves(self.present_block(), test.target);
        let label = self.label(test.target, false);
        let mut op = self.convert(&test.encode(Purpose::Jump));
        op.hi = label;
        op.d = if needs_moves {
            0
        } else {
            self.weight(self.destination(test.target))
        };
        self.inst = test.inst;
        self.add_last(&op);
        let last = self.e.code.len().wrapping_sub(1);
        if let Some(first) = self.e.code.get_mut(last)
            && last >= self.barrier
            && let Some(merged) = merge::jump(first, &op)
        {
            *first = merged;
            self.e.fixups.push(last as u32);
            return;
        }
        self.e.fixups.push(self.e.code.len() as u32);
        self.push(op);
    }

    /// Exchanges the last two operations if that puts an addition directly before the test of its
    /// sum.
    fn add_last(&mut self, test: &Op) {
        if let Some(first) = self.e.code.len().checked_sub(2)
            && first >= self.barrier
            && let [add, store] = &self.e.code[first..]
            && merge::jump(store, test).is_none()
            && merge::jump(add, test).is_some()
            && merge::may_exchange(add, store)
        {
            self.e.code.swap(first, first + 1);
            self.e.sources.swap(first, first + 1);
        }
    }

    /// Emits the end of a block that continues with one of two blocks, or with a single one.
    fn leave(&mut self, block: SelectedBlock, mut target: u32) {
        let tests = &self.selection.tests[block.tests.0 as usize..block.tests.1 as usize];
        if let Some((last, others)) = tests.split_last() {
            for test in others {
                self.test(test);
            }
            let mut last = *last;
            let moves_taken = self.needs_moves(self.present_block(), last.target);
            let moves_else = self.needs_moves(self.present_block(), target);
            let invert = if moves_taken != moves_else {
                moves_taken
            } else if self.follows(target) {
                false
            } else {
                self.follows(last.target)
                    || (self.weight(target) > 0 && self.weight(last.target) == 0)
            };
            if invert {
                last = last.inverted();
                std::mem::swap(&mut last.target, &mut target);
            }
            self.test(&last);
            self.barrier = self.e.code.len();
        }
        self.moves(target);
        if !self.falls_to(target) {
            self.jump(target);
        }
    }

    /// Returns true if control continues with the next block without a jump.
    fn falls_to(&self, target: u32) -> bool {
        self.follows(target) && !self.counts(target)
    }

    /// Emits a jump, merged with the move before it if possible.
    fn jump(&mut self, target: u32) {
        let target = self.destination(target);
        let (hi, weight) = (self.flow.place(target), self.weight(target));
        let last = self.e.code.len().wrapping_sub(1);
        if let Some(op) = self.e.code.get_mut(last)
            && last >= self.barrier
        {
            let merged = match op.code {
                Code::Move => Some(Code::MoveJump),
                Code::Move2 => Some(Code::Move2Jump),
                Code::Add32Imm => Some(Code::AddJump),
                Code::Const if op.hi == 0 => Some(Code::ConstJump),
                Code::LoadU32 => Some(Code::LoadU32Jump),
                Code::LoadU32At => Some(Code::LoadU32AtJump),
                Code::Store32 => Some(Code::Store32Jump),
                Code::Store32At => Some(Code::Store32AtJump),
                _ => None,
            };
            if let Some(code) = merged {
                *op = Op {
                    code,
                    b: weight,
                    hi,
                    ..*op
                };
                self.e.fixups.push(last as u32);
                return;
            }
        }
        self.e.fixups.push(self.e.code.len() as u32);
        self.push(Op {
            code: Code::Jump,
            d: weight,
            a: 0,
            b: 0,
            lo: 0,
            hi,
        });
    }

    // Moves.

    fn single_move(&mut self, d: u16, a: u16) {
        if d == a {
            return;
        }
        let pair = u32::from(d) | u32::from(a) << 16;
        let last = self.e.code.len().wrapping_sub(1);
        if let Some(op) = self.e.code.get_mut(last)
            && last >= self.barrier
        {
            match op.code {
                Code::Move => {
                    *op = Op {
                        code: Code::Move2,
                        lo: pair,
                        ..*op
                    };
                    return;
                }
                Code::Move2 => {
                    *op = Op {
                        code: Code::Move3,
                        hi: pair,
                        ..*op
                    };
                    return;
                }
                _ => {}
            }
        }
        self.push(Op {
            code: Code::Move,
            d,
            a,
            b: 0,
            lo: 0,
            hi: 0,
        });
    }

    /// Emits the moves of the edge to a block. The moves are simultaneous: none may overwrite a
    /// register that another still has to read.
    fn moves(&mut self, target: u32) {
        let selection = self.selection;
        let edges = selection.edge_moves(self.present_block(), target);
        let mut pending = std::mem::take(&mut self.e.pending);
        pending.clear();
        for edge in edges {
            if edge.source == NONE {
                continue;
            }
            let d = u32::from(self.allocation.register(edge.phi));
            let a = u32::from(self.allocation.register(edge.source));
            for word in 0..=u32::from(selection.wide[edge.phi as usize]) {
                if d != a {
                    pending.push((d + word, a + word));
                    self.e.reads[(a + word) as usize] += 1;
                    self.e.source_of[(d + word) as usize] = a + word;
                }
            }
        }
        self.e.ready.clear();
        for &(d, _) in &pending {
            if self.e.reads[d as usize] == 0 {
                self.e.ready.push(d);
            }
        }
        while let Some(d) = self.e.ready.pop() {
            let source = std::mem::replace(&mut self.e.source_of[d as usize], NONE);
            self.single_move(d as u16, source as u16);
            self.e.reads[source as usize] -= 1;
            if self.e.reads[source as usize] == 0 && self.e.source_of[source as usize] != NONE {
                self.e.ready.push(source);
            }
        }
        // Only cycles remain, in which each register is read once.
        let spare = self.allocation.frame_size as u16 - 1;
        for &(start, _) in &pending {
            if self.e.source_of[start as usize] == NONE {
                continue;
            }
            self.single_move(spare, start as u16);
            let mut d = start;
            loop {
                let source = std::mem::replace(&mut self.e.source_of[d as usize], NONE);
                self.e.reads[source as usize] -= 1;
                if source == start {
                    self.single_move(d as u16, spare);
                    break;
                }
                self.single_move(d as u16, source as u16);
                d = source;
            }
        }
        self.e.pending = pending;
        for edge in edges.iter().filter(|edge| edge.add != 0) {
            let d = self.allocation.register(edge.phi);
            self.push(Op {
                code: Code::Add32Imm,
                d,
                a: d,
                b: 0,
                lo: edge.add,
                hi: 0,
            });
        }
        for edge in edges {
            if edge.source == NONE {
                let d = self.allocation.register(edge.phi);
                let code = if selection.wide[edge.phi as usize] {
                    Code::ZeroWide
                } else {
                    Code::Const
                };
                let (lo, hi) = (edge.bits as u32, (edge.bits >> 32) as u32);
                self.push_merged(Op {
                    code,
                    d,
                    a: 0,
                    b: 0,
                    lo,
                    hi,
                });
            }
        }
    }

    // Switches.

    fn switch(&mut self, register: u32, inst: u32) {
        let Inst::Switch { value, cases } = self.function.insts()[inst as usize] else {
            unreachable!("only switches leave a block that way");
        };
        let (default, cases) = self.function.switch_cases(cases);
        let mut cases: Vec<(u64, BlockId)> = cases.collect();
        let a = self.register(register);
        let narrow = self.function.value_type(value) != Type::I64;
        if cases.len() <= MAX_CHAIN_CASES && narrow {
            // If two cases are equal, the first one applies.
            cases.sort_by_key(|case| case.0);
            cases.dedup_by_key(|case| case.0);
            for (key, target) in cases {
                let moves = self.needs_moves(self.present_block(), target.0);
                let hi = self.label(target.0, false);
                let d = if moves {
                    0
                } else {
                    self.weight(self.destination(target.0))
                };
                self.e.fixups.push(self.e.code.len() as u32);
                self.push(Op {
                    code: Code::JumpEq32Imm,
                    d,
                    a,
                    b: 0,
                    lo: key as u32,
                    hi,
                });
            }
            self.barrier = self.e.code.len();
            self.moves(default.0);
            if !self.falls_to(default.0) {
                self.jump(default.0);
            }
            return;
        }
        let default = self.case_label(default);
        let cases = cases
            .into_iter()
            .map(|(key, target)| (key, self.case_label(target)))
            .collect();
        let table = Table::new(cases, default);
        let lo = self.e.tables.len() as u32;
        self.e.tables.push(table);
        self.push(Op {
            code: Code::Switch,
            d: 0,
            a,
            b: 0,
            lo,
            hi: 0,
        });
    }

    /// Returns the label of a case. A backward edge is counted in a stub.
    fn case_label(&mut self, target: BlockId) -> u32 {
        let backward = self.weight(target.0) > 0 || self.weight(self.destination(target.0)) > 0;
        self.label(target.0, backward)
    }
}
