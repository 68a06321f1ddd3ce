//! The code of single blocks, each prepared separately when control first reaches it.
//!
//! Most of a program's code runs a few times or never. For such code, preparing a whole function
//! well costs more than running it slowly. In the code of a block, the register of a value is its
//! number, so a block can be prepared without looking at the others. Control passes between blocks
//! with [`Code::EnterBlock`], which finds or prepares the code of the next one. A function that
//! turns out to be used much is prepared as a whole. A frame that runs single blocks then switches
//! to that code at the start of a block. A [`Transfer`] states which register becomes which.

use super::allocate::Allocation;
use super::emit::Emission;
use super::flow::Flow;
use super::node::{NONE, Node, Purpose, out_word};
use super::select::{Exit, SelectedBlock, Selection, global_address, select_block};
use crate::interp::op::{Code, Op};
use crate::interp::prepared::{Counting, Prepared, ProgramInfo, Table};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{BlockId, FuncId, ValueId};
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::{Intrinsic, Module};
use std::ops::Range;

/// Functions with more values do not run block by block, because their frames would be too large.
const MAX_BLOCK_CODE_VALUES: usize = 20_000;

/// Number of extra registers that an instruction may need in addition to its values.
const SPARE_REGISTERS: u32 = 8;

/// Number of previous targets of a switch that the next one is compared with.
const RECENT_CASES: usize = 4;

/// The switch of a frame from single blocks to the code of the whole function.
#[derive(Debug)]
pub(crate) struct Transfer {
    /// Index of the operation at which the frame continues.
    pub(crate) pc: usize,
    /// Pairs of source and destination registers. The moves are simultaneous.
    pub(crate) moves: Vec<(u16, u16)>,
    /// Registers with constants.
    pub(crate) constants: Vec<(u16, u64)>,
    /// Cost of entering the block.
    pub(crate) weight: i64,
}

impl Transfer {
    /// Returns the transfer at the start of a block to the function that was just prepared.
    pub(super) fn new(
        function: &Function,
        flow: &Flow,
        selection: &Selection,
        allocation: &Allocation,
        emission: &Emission,
        block: u32,
    ) -> Transfer {
        let place = flow.place(block) as usize;
        let share = !selection.calls_setjmp;
        let is_live = |register: u32| allocation.is_live(register, place, share);
        let moves = variables(function)
            .filter(|&local| is_live(local))
            .map(|local| (local as u16, allocation.register(local)))
            .collect();
        let constants = selection
            .entry
            .iter()
            .filter(|node| is_live(node.d))
            .map(|node| {
                let bits = u64::from(node.lo) | u64::from(node.hi) << 32;
                (allocation.register(node.d), bits)
            })
            .collect();
        Transfer {
            pc: emission.label(place),
            moves,
            constants,
            weight: 0,
        }
    }
}

impl Transfer {
    /// Executes the moves in a frame.
    pub(crate) fn apply(&self, registers: &mut [u64]) {
        let moves = self.moves.iter();
        let values: Vec<u64> = moves
            .map(|&(from, _)| registers[usize::from(from)])
            .collect();
        for (&(_, to), value) in self.moves.iter().zip(values) {
            registers[usize::from(to)] = value;
        }
        for &(to, bits) in &self.constants {
            registers[usize::from(to)] = bits;
        }
    }
}

/// Returns the values of a function that are not constants, as local indices.
pub(crate) fn variables(function: &Function) -> impl Iterator<Item = u32> {
    let params = 0..function.param_count();
    let first = function.first_inst_value() - function.first_local();
    params.chain(first..function.local_types().len() as u32)
}

/// Returns true if a function may run block by block.
pub(crate) fn can_run_by_blocks(function: &Function) -> bool {
    function.local_types().len() <= MAX_BLOCK_CODE_VALUES
        && !function.local_types().iter().any(|ty| ty.is_vector())
}

/// Returns true if a function contains a call of setjmp, reachable or not.
fn names_setjmp(function: &Function, module: &Module) -> bool {
    let mut insts = function.insts().iter();
    insts.any(|inst| match *inst {
        Inst::Call { callee, .. } => {
            module.functions[callee.index()].intrinsic == Some(Intrinsic::Setjmp)
        }
        _ => false,
    })
}

/// Prepares single blocks. Its buffers are reused.
#[derive(Default, Debug)]
pub(super) struct BlockPreparer {
    selection: Selection,
    /// Always empty, because other blocks are not examined.
    flow: Flow,
    /// The function for which the selection is set up, and its constants.
    function: Option<(FuncId, Range<u32>)>,
    /// The blocks of that function that count as rounds, if rounds are counted.
    heads: Heads,
    entry_weight: u32,
    calls_setjmp: bool,
    code: Vec<Op>,
    sources: Vec<u32>,
    /// Jumps to be patched with the edge to a block.
    jumps: Vec<(u32, BlockId)>,
    /// Moves of an edge that must wait until all of its registers have been read.
    delayed: Vec<(u16, u16)>,
}

impl BlockPreparer {
    /// Returns the code of a block, or `None` if it calls setjmp, which only works in a function
    /// prepared as a whole.
    pub(super) fn prepare(
        &mut self,
        function: &Function,
        info: &ProgramInfo<'_>,
        id: u32,
    ) -> Option<Prepared> {
        let last = self.function.as_ref();
        if last.is_none_or(|last| last.0 != function.id()) {
            let last = last.map(|last| &last.1);
            let constants = self.selection.set_function(function, last);
            self.function = Some((function.id(), constants));
            let counts_rounds = info.counting == Counting::Rounds;
            self.calls_setjmp = false;
            if counts_rounds || names_setjmp(function, info.module()) {
                self.heads.find(function);
                self.calls_setjmp = self.heads.calls_setjmp(function, info.module());
            }
            if counts_rounds {
                self.entry_weight = self.heads.of_entry(function, info.module());
            }
        }
        let block = select_block(function, info, &self.flow, &mut self.selection, id);
        if self.selection.calls_setjmp {
            return None;
        }
        self.code.clear();
        self.sources.clear();
        self.jumps.clear();
        let frame_size = function.local_types().len() as u32 + SPARE_REGISTERS;
        let mut emitter = BlockEmitter {
            function,
            info,
            block: id,
            frame_size,
            out: self,
        };
        let tables = emitter.emit(block);
        let weight = match info.counting {
            Counting::Instructions => function.blocks()[id as usize].len,
            Counting::Rounds if id == 0 => self.entry_weight,
            Counting::Rounds => u32::from(self.heads.counts(BlockId(id))),
        };
        Some(Prepared {
            id: info.number(function.id()),
            block: Some(id),
            calls_setjmp: self.calls_setjmp,
            code: self.code.as_slice().into(),
            sources: self.sources.as_slice().into(),
            frame_size,
            weight: i64::from(weight),
            tables,
            vectors: Box::default(),
            intrinsics: self.selection.intrinsics.as_slice().into(),
            values: Box::default(),
        })
    }
}

/// Emits the operations of one block.
struct BlockEmitter<'a> {
    function: &'a Function,
    info: &'a ProgramInfo<'a>,
    block: u32,
    frame_size: u32,
    out: &'a mut BlockPreparer,
}

impl BlockEmitter<'_> {
    fn push(&mut self, code: Code, d: u16, a: u16, imm: u64) {
        self.out.code.push(Op {
            code,
            d,
            a,
            b: 0,
            lo: imm as u32,
            hi: (imm >> 32) as u32,
        });
    }

    fn label(&self) -> u32 {
        self.out.code.len() as u32
    }

    /// Emits the operations, then each edge to another block.
    fn emit(&mut self, block: SelectedBlock) -> Box<[Table]> {
        for index in (0..self.out.selection.nodes.len()).rev() {
            let node = &self.out.selection.nodes[index];
            let (op, inst) = (convert(node, self.frame_size), node.inst);
            self.out.code.push(op);
            self.out.sources.push(inst);
        }
        for index in 0..self.out.selection.tests.len() {
            let test = &self.out.selection.tests[index];
            let op = convert(&test.encode(Purpose::Jump), self.frame_size);
            let target = BlockId(test.target);
            let label = self.label();
            self.out.jumps.push((label, target));
            self.out.code.push(op);
        }
        let mut tables = Box::default();
        match block.exit {
            Exit::None => {}
            Exit::Goto(target) => self.edge(BlockId(target)),
            Exit::Switch { register, inst } => tables = self.switch(register, inst),
        }
        for index in 0..self.out.jumps.len() {
            let (jump, target) = self.out.jumps[index];
            self.out.code[jump as usize].hi = self.label();
            self.edge(target);
        }
        self.out.sources.resize(self.out.code.len(), block.inst);
        tables
    }

    /// Emits a switch, and an edge for each target of its table.
    fn switch(&mut self, register: u32, inst: u32) -> Box<[Table]> {
        let Inst::Switch { cases, .. } = self.function.insts()[inst as usize] else {
            unreachable!("only switches leave a block that way");
        };
        self.push(Code::Switch, 0, register as u16, 0);
        let (default, cases) = self.function.switch_cases(cases);
        let default_label = self.label();
        self.edge(default);
        let mut labels: Vec<(BlockId, u32)> = vec![(default, default_label)];
        let mut entries = Vec::with_capacity(cases.len());
        for (key, target) in cases {
            // Neighbouring cases often have the same target.
            let mut recent = labels.iter().rev().take(RECENT_CASES);
            let label = match recent.find(|seen| seen.0 == target) {
                Some(&(_, label)) => label,
                None => {
                    let label = self.label();
                    labels.push((target, label));
                    self.edge(target);
                    label
                }
            };
            entries.push((key, label));
        }
        Box::new([Table::new(entries, default_label)])
    }

    /// Returns the constant that is the operand of a phi, or the register.
    fn operand(&self, value: ValueId) -> Result<u64, u32> {
        match value.0.checked_sub(self.function.first_local()) {
            Some(local) => self.out.selection.known(local),
            None => Ok(global_address(self.function, self.info, value)),
        }
    }

    /// Returns the operands of phi number `place` of a block, if it exists.
    fn phi(&self, block: BlockId, place: u32) -> Option<&[u32]> {
        let block = self.function.blocks()[block.index()];
        if place >= block.len {
            return None;
        }
        match self.function.insts()[(block.first_inst + place) as usize] {
            Inst::Phi { incoming, .. } => Some(self.function.operands(incoming)),
            _ => None,
        }
    }

    /// Emits the moves for another block's phis, and the jump to it.
    fn edge(&mut self, target: BlockId) {
        let block = self.function.blocks()[target.index()];
        let first_phi = block.first_value - self.function.first_local();
        let mut delayed = std::mem::take(&mut self.out.delayed);
        delayed.clear();
        let first_move = self.out.code.len();
        let mut at = 0;
        for place in 0..block.len {
            let Some(incoming) = self.phi(target, place) else {
                break;
            };
            // Most phis of a block list their operands in the same order.
            if incoming.get(at + 1) != Some(&self.block) {
                let found = incoming
                    .chunks_exact(2)
                    .position(|pair| pair[1] == self.block);
                at = 2 * found.expect("a phi has an operand for each edge into its block");
            }
            let d = (first_phi + place) as u16;
            match self.operand(ValueId(incoming[at])) {
                Ok(bits) => self.push(Code::Const, d, 0, bits),
                Err(register) if register == u32::from(d) => {}
                Err(register) => {
                    let other = register.checked_sub(first_phi);
                    if other.is_some_and(|other| self.phi(target, other).is_some()) {
                        delayed.push((d, register as u16));
                    } else {
                        self.push(Code::Move, d, register as u16, 0);
                    }
                }
            }
        }
        // If phis are operands of other phis, read all before writing any. The registers after the
        // frame are free between blocks.
        let saved = |index: usize| (self.frame_size as usize + index) as u16;
        let moves = delayed.iter().enumerate();
        let saves: Vec<Op> = moves
            .clone()
            .map(|(index, &(_, a))| moved(saved(index), a))
            .collect();
        let restores = moves.map(|(index, &(d, _))| moved(d, saved(index)));
        self.out.code.extend(restores);
        self.out.code.splice(first_move..first_move, saves);
        self.out.delayed = delayed;
        self.push(Code::EnterBlock, 0, 0, u64::from(target.0));
    }
}

/// Converts a node whose registers are value numbers to an operation.
fn convert(node: &Node, frame_size: u32) -> Op {
    let register = |register: u32| match out_word(register) {
        Some(word) => (frame_size + word) as u16,
        None if register == NONE => 0,
        None => register as u16,
    };
    let word = |is_register: bool, word: u32| {
        if is_register {
            u32::from(register(word))
        } else {
            word
        }
    };
    Op {
        code: node.code,
        d: register(node.d),
        a: register(node.a),
        b: register(node.b),
        lo: word(node.lo_is_register, node.lo),
        hi: word(node.hi_is_register, node.hi) | u32::from(node.upper) << 16,
    }
}

fn moved(d: u16, a: u16) -> Op {
    Op {
        code: Code::Move,
        d,
        a,
        b: 0,
        lo: 0,
        hi: 0,
    }
}
