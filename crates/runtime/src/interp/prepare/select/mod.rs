//! Instruction selection: from instructions to operations on virtual registers.
//!
//! Blocks are visited from last to first and each from its end, so that a use is seen before its
//! definition. If an operation's only use was merged into another one (an address, a condition, one
//! half of a pair), it has no uses left when its turn comes and is dropped. So is every other
//! unused operation that cannot trap.
//!
//! Conversions that do not change the normal form of a value (`zext`,
//! `bitcast`) make no operation: the result is an alias of the operand.

mod arithmetic;
mod calls;
mod condition;
mod loaded;
mod memory;
mod phis;
mod single;
mod values;

pub(super) use single::select_block;
pub(super) use values::global_address;

use super::flow::Flow;
use super::node::{NONE, Node, Test};
use super::root::only_computes;
use crate::interp::op::Code;
use crate::interp::prepared::ProgramInfo;
use crate::interp::value::is_wide;
use crate::interp::vector::VectorOp;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Signature;

/// The exit of a block after its tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// Control does not continue: the last operation returns or traps.
    None,
    /// To a block.
    Goto(u32),
    /// Through the table of a switch instruction, by the value of a register.
    Switch { register: u32, inst: u32 },
}

/// The operations selected for a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedBlock {
    /// Its operations, from last to first.
    pub(super) nodes: (u32, u32),
    /// Its tests, in order.
    pub(super) tests: (u32, u32),
    /// The exit when no test holds.
    pub(super) exit: Exit,
    /// Its terminator.
    pub(super) inst: u32,
}

/// An operand of a phi, which is moved on an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeMove {
    /// The target block of the edge.
    pub(super) target: u32,
    /// The register to move, or `NONE`.
    pub(super) phi: u32,
    /// The register that flows, or `NONE`.
    pub(super) source: u32,
    /// The constant to move, if `source` is `NONE`.
    pub(super) bits: u64,
    /// A number to add. If it is not zero, the source is the phi itself.
    pub(super) add: u32,
}

/// The result of selection, and its buffers.
#[derive(Default, Debug)]
pub(super) struct Selection {
    pub(super) nodes: Vec<Node>,
    pub(super) tests: Vec<Test>,
    /// The blocks, in layout order.
    pub(super) blocks: Vec<SelectedBlock>,
    /// Operations that load constants into registers at the start of the function.
    pub(super) entry: Vec<Node>,
    /// For each register, true if it is a pair.
    pub(super) wide: Vec<bool>,
    /// The moves on the edges out of each block, by target and phi.
    pub(super) moves: Vec<EdgeMove>,
    /// Index of each block's first move, and at the end the number of moves.
    pub(super) first_move: Vec<u32>,
    /// Phis that nothing needs.
    pub(super) vectors: Vec<VectorOp>,
    pub(super) intrinsics: Vec<Intrinsic>,
    /// Maximum number of argument words of a call.
    pub(super) out_words: u32,
    /// True if the function calls setjmp.
    pub(super) calls_setjmp: bool,
    /// The register with the address of the values kept in memory, including all phis, if there are
    /// any; see [`super::spill`].
    pub(super) frame: Option<u32>,
    uses: Vec<u32>,
    alias: Vec<u32>,
    /// The known constants, followed by pairs for sums of two values. An alias of `KNOWN` plus an
    /// index refers to one of them.
    known: Vec<u64>,
    definition: Vec<u32>,
    absorbed: Vec<u32>,
    /// For a register with the sum of a phi and a constant that flows back into the phi: the phi.
    step_of: Vec<u32>,
    kept: Vec<bool>,
    group: Vec<Node>,
    seen: Vec<u32>,
}

/// A value as an operand: a register, or a known number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Register(u32),
    Constant(u64),
}

/// An address: base + index * scale + offset. Either register may be `NONE`.
#[derive(Clone, Copy)]
struct Address {
    base: u32,
    index: u32,
    scale: u32,
    offset: u32,
}

/// Maximum number of uses of a part of an address for which it is computed again.
const ADDRESS_USES: u32 = 3;

/// Maximum number of constants that are loaded into registers at the start of the function.
const KEPT_CONSTANTS: usize = 24;

/// An alias of at least this value refers to a number in `known`.
const KNOWN: u32 = 1 << 31;

/// Replaces a number of uses: the definition is part of its last user.
const CONSUMED: u32 = u32::MAX;

/// Maximum depth when searching for parts of an address or of a condition.
const DEPTH: u32 = 4;

struct Selector<'a> {
    function: &'a Function,
    info: &'a ProgramInfo<'a>,
    flow: &'a Flow,
    s: &'a mut Selection,
    /// The instructions of the current block.
    range: (u32, u32),
    /// Loop depth of the current block.
    depth: u32,
    inst: u32,
    fuse: bool,
}

/// Selects the operations of a function.
pub(super) fn select(
    function: &Function,
    info: &ProgramInfo<'_>,
    flow: &Flow,
    selection: &mut Selection,
) {
    let mut selector = Selector {
        function,
        info,
        flow,
        s: selection,
        range: (0, 0),
        depth: 0,
        inst: 0,
        fuse: !info.is_stepwise(),
    };
    selector.prepare();
    selector.count_uses();
    selector.run();
    selector.collect_moves();
}

impl Selector<'_> {
    fn prepare(&mut self) {
        let locals = self.function.local_types().len();
        let s = &mut *self.s;
        s.nodes.clear();
        s.tests.clear();
        s.blocks.clear();
        s.entry.clear();
        s.moves.clear();
        s.first_move.clear();
        s.vectors.clear();
        s.intrinsics.clear();
        s.out_words = 0;
        s.calls_setjmp = false;
        s.frame = None;
        s.wide.clear();
        s.wide
            .extend(self.function.local_types().iter().map(|ty| is_wide(*ty)));
        s.uses.clear();
        s.uses.resize(locals, 0);
        s.known.clear();
        s.alias.clear();

        s.alias.extend(0..locals as u32);
        let first = self.function.param_count() as usize;
        for (index, constant) in self.function.constants().iter().enumerate() {
            s.known.push(constant.bits());
            if !is_wide(constant.ty) {
                s.alias[first + index] = KNOWN | index as u32;
            }
        }
        s.definition.clear();
        s.definition.resize(locals, NONE);
        s.absorbed.clear();
        s.absorbed.resize(locals, NONE);
        s.step_of.clear();
        s.step_of.resize(locals, NONE);
        s.kept.clear();
        s.kept.resize(locals, false);
    }

    fn run(&mut self) {
        for place in (0..self.flow.blocks().len()).rev() {
            let id = self.flow.blocks()[place];
            let block = self.function.blocks()[id as usize];
            self.range = (block.first_inst, block.first_inst + block.len);
            self.depth = self.flow.depth(place as u32);
            let first_node = self.s.nodes.len() as u32;
            let first_test = self.s.tests.len() as u32;
            // Values are numbered through the blocks in file order.
            let next_block = self.function.blocks().get(id as usize + 1);
            let mut next = next_block.map_or(self.function.local_types().len() as u32, |block| {
                block.first_value - self.function.first_local()
            });
            let mut exit = Exit::None;
            for index in (self.range.0..self.range.1).rev() {
                self.inst = index;
                let inst = self.function.insts()[index as usize];
                let result = if inst.has_result() {
                    next -= 1;
                    next
                } else {
                    NONE
                };
                if inst.is_terminator() {
                    exit = self.terminator(&inst);
                } else {
                    self.instruction(&inst, result);
                }
                self.flush();
            }
            if place == 0 && self.info.traces_calls() {
                self.push(Node::new(Code::TraceEnter));
                self.flush();
            }
            self.s.blocks.push(SelectedBlock {
                nodes: (first_node, self.s.nodes.len() as u32),
                tests: (first_test, self.s.tests.len() as u32),
                exit,
                inst: self.range.1 - 1,
            });
        }
        self.s.blocks.reverse();
    }

    /// Moves the operations of an instruction to the block's list, which is in reverse order.
    fn flush(&mut self) {
        while let Some(node) = self.s.group.pop() {
            self.s.nodes.push(node);
        }
    }

    fn push(&mut self, node: Node) {
        self.s.group.push(Node {
            inst: self.inst,
            ..node
        });
    }

    fn fresh(&mut self, wide: bool) -> u32 {
        self.s.wide.push(wide);
        self.s.wide.len() as u32 - 1
    }

    fn instruction(&mut self, inst: &Inst, result: u32) {
        if self.info.steps() {
            self.push(Node::new(Code::TraceBefore));
        }
        if result != NONE {
            let root = self.s.alias[result as usize];
            if root != result {
                return;
            }
            if self.s.uses[result as usize] == CONSUMED {
                return;
            }
            if self.s.uses[result as usize] == 1 && self.s.step_of[result as usize] != NONE {
                // The addition is done on the backward edge.
                self.s.uses[result as usize] = CONSUMED;
                return;
            }
            if self.fuse && self.s.uses[result as usize] == 0 && only_computes(inst) {
                if !matches!(inst, Inst::Phi { .. }) {
                    let function = self.function;
                    function.for_each_operand(inst, |value| self.drop_use(value));
                }
                return;
            }
        }
        match *inst {
            Inst::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs, result),
            Inst::Cast { op, ty, value } => self.cast(op, ty, value, result),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => self.comparison(predicate, lhs, rhs, result),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                self.selection(condition, if_true, if_false, result);
            }
            Inst::ExtractElement { vector, index } => {
                let ty = self.function.value_type(vector);
                let lane = self.lane(index);
                self.vector(VectorOp::Extract(ty, lane), result, &[vector]);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let ty = self.function.value_type(vector);
                let lane = self.lane(index);
                self.vector(VectorOp::Insert(ty, lane), result, &[vector, element]);
            }
            Inst::Load { ty, address, .. } => self.load(ty, address, result),
            Inst::Store { address, value, .. } => self.store(address, value),
            Inst::Alloca { align, size } => {
                let mask = align.bytes().max(16) - 1;
                if let Some(size) = self.number(size) {
                    self.push(
                        Node::new(Code::AllocaImm)
                            .d(result)
                            .lo(size as u32)
                            .hi(mask),
                    );
                } else {
                    let size = self.register(size);
                    self.push(Node::new(Code::Alloca).d(result).a(size).hi(mask));
                }
            }
            Inst::Phi { .. } => {}
            Inst::Call { callee, args, .. } => {
                let decl = &self.info.module().functions[callee.index()];
                if let Some(intrinsic) = decl.intrinsic.filter(|_| decl.body.is_none()) {
                    let args: Vec<ValueId> = self.function.values(args).collect();
                    self.intrinsic(intrinsic, &args, result);
                } else {
                    let words = self.function.operands(args);
                    self.root(callee, words, result);
                    self.arguments(words);
                    let d = self.result(result);
                    self.push(Node::new(Code::Call).d(d).lo(self.info.number(callee).0));
                }
            }
            Inst::CallIndirect { ty, operands, .. } => {
                let words = self.function.operands(operands);
                let params = words[1..].iter();
                let signature = Signature {
                    result: ty,
                    params: params
                        .map(|&word| self.function.value_type(ValueId(word)))
                        .collect(),
                };
                let number = self.info.signatures_mut().intern(&signature);
                self.arguments(&words[1..]);
                let address = self.low_register(ValueId(words[0]));
                let d = self.result(result);
                // An indirect call of a constant function with another signature. Real programs
                // contain such calls, and they worked.
                let named = words[0] < self.function.function_count();
                let node = Node::new(Code::CallIndirect).d(d).a(address);
                self.push(node.lo(number).hi(u32::from(named)));
            }
            _ => {}
        }
        if self.info.traces_insts() {
            let node = Node::new(Code::TraceInst);
            self.push(if result == NONE {
                node
            } else {
                node.stored(result)
            });
        }
    }

    /// Returns the lane that an index selects.
    fn lane(&self, index: ValueId) -> u8 {
        let lane = self.number(index);
        lane.expect("the index of a lane is a constant") as u8
    }

    fn terminator(&mut self, inst: &Inst) -> Exit {
        if self.info.is_stepwise() {
            self.push(Node::new(Code::TraceBefore));
        }
        match *inst {
            Inst::Br { target } => Exit::Goto(target.0),
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                if if_true == if_false {
                    self.drop_use(condition);
                    return Exit::Goto(if_true.0);
                }
                if let Some(bits) = self.number(condition) {
                    return Exit::Goto(if bits & 1 != 0 { if_true.0 } else { if_false.0 });
                }
                self.condition(condition, if_true.0, if_false.0);
                Exit::Goto(if_false.0)
            }
            Inst::Switch { value, .. } => {
                let register = self.register(value);
                Exit::Switch {
                    register,
                    inst: self.inst,
                }
            }
            Inst::Ret { value } => {
                let ty = self.function.value_type(value);
                if self.info.traces_calls() {
                    let register = self.register(value);
                    self.push(Node::new(Code::TraceLeave).stored(register));
                }
                if let Some(bits) = self.number(value) {
                    self.push(Node::new(Code::ReturnConst).imm64(bits));
                } else {
                    let a = self.register(value);
                    let code = if is_wide(ty) {
                        Code::ReturnWide
                    } else {
                        Code::Return
                    };
                    self.push(Node::new(code).a(a));
                }
                Exit::None
            }
            Inst::RetVoid => {
                if self.info.traces_calls() {
                    self.push(Node::new(Code::TraceLeave));
                }
                self.push(Node::new(Code::ReturnVoid));
                Exit::None
            }
            Inst::Unreachable => {
                self.push(Node::new(Code::Unreachable));
                Exit::None
            }
            _ => unreachable!("all other instructions are not terminators"),
        }
    }
}

impl Selection {
    /// Returns the moves on the edge between two blocks.
    pub(super) fn edge_moves(&self, from: u32, to: u32) -> &[EdgeMove] {
        let range = self.first_move[from as usize]..self.first_move[from as usize + 1];
        let moves = &self.moves[range.start as usize..range.end as usize];
        if moves.is_empty() {
            return moves;
        }
        let start = moves.partition_point(|edge| edge.target < to);
        let len = moves[start..].partition_point(|edge| edge.target == to);
        &moves[start..start + len]
    }

    /// Returns the moves on all edges out of a block.
    pub(super) fn moves_from(&self, block: u32) -> &[EdgeMove] {
        let range = self.first_move[block as usize]..self.first_move[block as usize + 1];
        &self.moves[range.start as usize..range.end as usize]
    }
}
