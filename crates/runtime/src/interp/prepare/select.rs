//! Instruction selection: from instructions to operations on virtual registers.
//!
//! Blocks are visited from last to first and each from its end, so that a use
//! is seen before its definition: an operation whose only use was made part of
//! another (an address, a condition, one half of a pair) has no use left when
//! its turn comes and is dropped, like everything else that nothing needs and
//! that cannot trap.
//!
//! Conversions that do not change the normal form of a value (`zext`,
//! `bitcast`) make no operation: the result is an alias of the operand.

use super::flow::{Flow, UNREACHED};
use super::node::{NONE, Node, Purpose, Test, TestKind, out, swapped, takes_immediate};
use crate::interp::op::Code;
use crate::interp::program::{Mode, ProgramInfo};
use crate::interp::vector::VectorOp;
use pinnacle_pexe::function::{Function, ValueKind};
use pinnacle_pexe::ids::{InstId, ValueId};
use pinnacle_pexe::inst::{BinaryOp, CastOp, Inst, Predicate};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::{Signature, Type};

/// How control leaves a block after its tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// It does not: the last operation returns or traps.
    None,
    /// To a block.
    Goto(u32),
    /// By the value of a register, as the switch instruction says.
    Switch { register: u32, inst: u32 },
}

/// What became of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedBlock {
    /// Its operations, from last to first.
    pub(super) nodes: (u32, u32),
    /// Its tests, in order.
    pub(super) tests: (u32, u32),
    /// Where it goes when no test holds.
    pub(super) exit: Exit,
    /// Its terminator.
    pub(super) inst: u32,
}

/// One phi operand: what flows along an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeMove {
    /// The block that the edge goes to.
    pub(super) target: u32,
    /// The phi's register.
    pub(super) phi: u32,
    /// The register that flows, or `NONE`.
    pub(super) source: u32,
    /// The constant that flows if `source` is `NONE`.
    pub(super) bits: u64,
    /// What is added on the way; the source is the phi itself then.
    pub(super) add: u32,
}

/// The result of selection, and its working storage.
#[derive(Default, Debug)]
pub(super) struct Selection {
    pub(super) nodes: Vec<Node>,
    pub(super) tests: Vec<Test>,
    /// One for each place of the layout.
    pub(super) blocks: Vec<SelectedBlock>,
    /// Constants that are kept in a register from the start, as operations.
    pub(super) entry: Vec<Node>,
    /// For each register, whether it is a pair.
    pub(super) wide: Vec<bool>,
    /// The moves on the edges out of each block, by target and phi.
    pub(super) moves: Vec<EdgeMove>,
    /// Where the moves of each block begin, and at the end their number.
    pub(super) first_move: Vec<u32>,
    /// Phis that nothing needs.
    pub(super) vectors: Vec<VectorOp>,
    pub(super) intrinsics: Vec<Intrinsic>,
    /// Words of arguments that the calls need at most.
    pub(super) out_words: u32,
    /// Whether the function calls setjmp.
    pub(super) calls_setjmp: bool,
    uses: Vec<u32>,
    alias: Vec<u32>,
    /// The constants, then sums of two numbers. An alias that is `KNOWN` plus
    /// an index means one of them.
    known: Vec<u64>,
    definition: Vec<u32>,
    absorbed: Vec<u32>,
    /// For a sum of a phi and a number that flows back into the phi: the phi.
    step_of: Vec<u32>,
    kept: Vec<bool>,
    group: Vec<Node>,
    seen: Vec<u32>,
}

/// A value as an operand: a register, or a number known now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Register(u32),
    Constant(u64),
}

/// An address: base + index * scale + offset. Either register may be `NONE`.
struct Address {
    base: u32,
    index: u32,
    scale: u32,
    offset: u32,
}

/// A part of an address is computed anew for at most so many uses.
const ADDRESS_USES: u32 = 3;

/// At most so many constants are kept in registers from the start.
const KEPT_CONSTANTS: usize = 24;

/// An alias from here on means a number of `known`.
const KNOWN: u32 = 1 << 31;

/// In place of a number of uses: the definition is part of its last user.
const CONSUMED: u32 = u32::MAX;

/// How far the search for parts of an address, and of a condition, goes.
const DEPTH: u32 = 4;

struct Selector<'a> {
    function: &'a Function,
    info: &'a ProgramInfo<'a>,
    flow: &'a Flow,
    s: &'a mut Selection,
    /// The instructions of the current block.
    range: (u32, u32),
    /// How many loops the current block is in.
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
        fuse: info.mode != Mode::TraceInsts,
    };
    selector.prepare();
    selector.count_uses();
    selector.run();
    selector.collect_moves();
}

impl Selector<'_> {
    fn prepare(&mut self) {
        let locals = self.function.local_types.len();
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
        s.wide.clear();
        s.wide
            .extend(self.function.local_types.iter().map(|ty| is_wide(*ty)));
        s.uses.clear();
        s.uses.resize(locals, 0);
        s.known.clear();
        s.alias.clear();

        s.alias.extend(0..locals as u32);
        let first = self.function.param_count as usize;
        for (index, constant) in self.function.constants.iter().enumerate() {
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

    /// The local index of a value that is not an address of the module.
    fn local(&self, value: ValueId) -> u32 {
        value.0 - self.function.first_local
    }

    #[inline]
    fn operand(&self, value: ValueId) -> Operand {
        let Some(local) = value.0.checked_sub(self.function.first_local) else {
            return Operand::Constant(self.global_address(value));
        };
        let alias = self.s.alias[local as usize];
        if alias & KNOWN != 0 {
            return Operand::Constant(self.s.known[(alias & !KNOWN) as usize]);
        }
        Operand::Register(alias)
    }

    fn global_address(&self, value: ValueId) -> u64 {
        match self.function.value_name(value) {
            ValueKind::Function(index) => u64::from(index) + 1,
            ValueKind::Global(index) => u64::from(self.info.globals[index as usize]),
            _ => 0,
        }
    }

    /// Fills `alias`, `definition` and `uses`.
    fn count_uses(&mut self) {
        let function = self.function;
        for place in 0..self.flow.order.len() {
            let block = function.blocks[self.flow.order[place] as usize];
            let mut next = block.first_value - function.first_local;
            for index in block.first_inst..block.first_inst + block.len {
                let inst = function.insts[index as usize];
                let result = next;
                if inst.has_result() {
                    self.s.definition[result as usize] = index;
                    next += 1;
                }
                if let Inst::Cast { op, ty, value } = inst
                    && self.fuse
                    && is_free(op, function.value_type(value), ty)
                    && function.constant(value).is_none()
                    && let Operand::Register(source) = self.operand(value)
                {
                    self.s.alias[result as usize] = source;
                    continue;
                }
                if let Inst::Binary {
                    op: BinaryOp::Add,
                    lhs,
                    rhs,
                } = inst
                    && self.fuse
                    && function.value_type(lhs) == Type::I32
                    && let (Some(x), Some(y)) = (self.number(lhs), self.number(rhs))
                {
                    self.s.alias[result as usize] = KNOWN | self.s.known.len() as u32;
                    self.s.known.push((x + y) & mask(32));
                    continue;
                }
                if !matches!(inst, Inst::Phi { .. }) {
                    for_each_operand(function, &inst, |value| self.add_use(value));
                }
            }
        }
        for place in 0..self.flow.order.len() {
            let block = function.blocks[self.flow.order[place] as usize];
            let mut next = block.first_value - function.first_local;
            for index in block.first_inst..block.first_inst + block.len {
                let Inst::Phi { incoming, .. } = function.insts[index as usize] else {
                    break;
                };
                for (value, from) in function.phi_incoming(incoming) {
                    if self.flow.is_reached(from) {
                        self.add_use(value);
                        if let Operand::Register(register) = self.operand(value)
                            && self.flow.place[from.index()] as usize >= place
                            && self.step(register).is_some_and(|(phi, _)| phi == next)
                        {
                            self.s.step_of[register as usize] = next;
                        }
                    }
                }
                next += 1;
            }
        }
    }

    /// The phi and the number whose sum a register is, as far as one can see.
    fn step(&self, register: u32) -> Option<(u32, u32)> {
        let index = self.s.definition[register as usize];
        let Inst::Binary { op, lhs, rhs } = *self.function.insts.get(index as usize)? else {
            return None;
        };
        if !self.fuse || self.function.value_type(lhs) != Type::I32 {
            return None;
        }
        match (op, self.operand(lhs), self.operand(rhs)) {
            (BinaryOp::Add, Operand::Register(phi), Operand::Constant(number))
            | (BinaryOp::Add, Operand::Constant(number), Operand::Register(phi)) => {
                Some((phi, number as u32))
            }
            (BinaryOp::Sub, Operand::Register(phi), Operand::Constant(number)) => {
                Some((phi, (number as u32).wrapping_neg()))
            }
            _ => None,
        }
    }

    fn add_use(&mut self, value: ValueId) {
        if let Operand::Register(register) = self.operand(value) {
            self.s.uses[register as usize] += 1;
        }
    }

    fn drop_use(&mut self, value: ValueId) {
        if let Operand::Register(register) = self.operand(value) {
            let uses = &mut self.s.uses[register as usize];
            if *uses != CONSUMED {
                *uses = uses.saturating_sub(1);
            }
        }
    }

    fn run(&mut self) {
        for place in (0..self.flow.order.len()).rev() {
            let id = self.flow.order[place];
            let block = self.function.blocks[id as usize];
            self.range = (block.first_inst, block.first_inst + block.len);
            self.depth = self.flow.depth[place];
            let first_node = self.s.nodes.len() as u32;
            let first_test = self.s.tests.len() as u32;
            // Values are numbered through the blocks in the order of the file.
            let next_block = self.function.blocks.get(id as usize + 1);
            let mut next = next_block.map_or(self.function.local_types.len() as u32, |block| {
                block.first_value - self.function.first_local
            });
            let mut exit = Exit::None;
            for index in (self.range.0..self.range.1).rev() {
                self.inst = index;
                let inst = self.function.insts[index as usize];
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

    /// Moves the operations of an instruction to the list, which is reversed.
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

    // Operands.

    /// A register that holds a value; constants are put into one.
    fn register(&mut self, value: ValueId) -> u32 {
        match self.operand(value) {
            Operand::Constant(bits) => {
                let is_constant = self.function.constant(value).is_some();
                if self.depth > 0 && is_constant && self.s.entry.len() < KEPT_CONSTANTS {
                    let local = self.local(value);
                    if !self.s.kept[local as usize] {
                        self.s.kept[local as usize] = true;
                        self.s
                            .entry
                            .push(Node::new(Code::Const).d(local).imm64(bits));
                    }
                    if self.s.kept[local as usize] {
                        return local;
                    }
                }
                self.constant(bits)
            }
            Operand::Register(register) => {
                if let Some(sunk) = self.comparison_from_loop(value) {
                    return sunk;
                }
                if self.function.constant(value).is_some() {
                    let zero = self.fresh(true);
                    self.push(Node::new(Code::ZeroWide).d(zero));
                    return zero;
                }
                register
            }
        }
    }

    /// The outcome of a comparison that was made in more loops than the
    /// current block is in: it is made here instead.
    fn comparison_from_loop(&mut self, value: ValueId) -> Option<u32> {
        if self.function.value_type(value) != Type::I1 {
            return None;
        }
        let inst @ Inst::Compare {
            predicate,
            lhs,
            rhs,
        } = self.nearby_definition(value)?
        else {
            return None;
        };
        if self.local_definition(value) == Some(inst) || self.function.value_type(lhs).is_vector() {
            return None;
        }
        self.replace_use(value, &[lhs, rhs]);
        let d = self.fresh(false);
        self.comparison(predicate, lhs, rhs, d);
        Some(d)
    }

    /// A register with a number, set here.
    fn constant(&mut self, bits: u64) -> u32 {
        let register = self.fresh(false);
        self.push(Node::new(Code::Const).d(register).imm64(bits));
        register
    }

    /// A register whose lower half is a value of 32 bits.
    fn low_register(&mut self, value: ValueId) -> u32 {
        if self.fuse
            && let Some(Inst::Cast {
                op: CastOp::Trunc,
                value: source,
                ty: Type::I32,
            }) = self.local_definition(value)
            && let Operand::Register(_) = self.operand(source)
        {
            self.replace_use(value, &[source]);
            return self.register(source);
        }
        self.register(value)
    }

    fn number(&self, value: ValueId) -> Option<u64> {
        match self.operand(value) {
            Operand::Constant(bits) => Some(bits),
            Operand::Register(_) => None,
        }
    }

    fn definition(&self, value: ValueId) -> Option<(u32, Inst)> {
        let Operand::Register(register) = self.operand(value) else {
            return None;
        };
        let index = *self.s.definition.get(register as usize)?;
        let inst = self.function.insts.get(index as usize)?;
        Some((index, *inst))
    }

    /// The instruction in this block that defines a value.
    fn local_definition(&self, value: ValueId) -> Option<Inst> {
        let (index, inst) = self.definition(value)?;
        (index >= self.range.0 && index < self.range.1).then_some(inst)
    }

    /// The same, if this is the value's only use.
    fn single_definition(&self, value: ValueId) -> Option<Inst> {
        if !self.fuse {
            return None;
        }
        let Operand::Register(register) = self.operand(value) else {
            return None;
        };
        if self.s.uses[register as usize] != 1 {
            return None;
        }
        self.local_definition(value)
    }

    /// The instruction that defines a value, in this block or in one that is
    /// in more loops: it can as well run here.
    fn nearby_definition(&self, value: ValueId) -> Option<Inst> {
        if !self.fuse {
            return None;
        }
        let (index, inst) = self.definition(value)?;
        if index >= self.range.0 && index < self.range.1 {
            return Some(inst);
        }
        let block = self.function.block_of(InstId(index));
        let depth = self.flow.depth[self.flow.place[block.index()] as usize];
        (depth > self.depth).then_some(inst)
    }

    /// Records that a use of a value became a use of its operands. With the
    /// last use the definition's own uses of them pass on.
    fn replace_use(&mut self, value: ValueId, operands: &[ValueId]) {
        let Operand::Register(register) = self.operand(value) else {
            return;
        };
        let uses = &mut self.s.uses[register as usize];
        if *uses <= 1 {
            *uses = CONSUMED;
            return;
        }
        *uses -= 1;
        for &operand in operands {
            self.add_use(operand);
        }
    }

    /// Follows additions of constants.
    fn strip(&mut self, mut value: ValueId, offset: &mut u32) -> ValueId {
        for _ in 0..DEPTH {
            if !self.fuse {
                break;
            }
            let Some((_, Inst::Binary { op, lhs, rhs })) = self.definition(value) else {
                break;
            };
            if self.function.value_type(lhs) != Type::I32 {
                break;
            }
            let (inner, number) = match (op, self.number(lhs), self.number(rhs)) {
                (BinaryOp::Add, None, Some(number)) => (lhs, number as u32),
                (BinaryOp::Add, Some(number), None) => (rhs, number as u32),
                (BinaryOp::Sub, None, Some(number)) => (lhs, (number as u32).wrapping_neg()),
                _ => break,
            };
            *offset = offset.wrapping_add(number);
            self.replace_use(value, &[inner]);
            value = inner;
        }
        value
    }

    /// A value as another times a constant. To multiply is part of the
    /// access anyway, so the value's other uses do not matter.
    fn scaled(&mut self, value: ValueId) -> Option<(ValueId, u32)> {
        if !self.fuse {
            return None;
        }
        let Some(Inst::Binary { op, lhs, rhs }) = self.local_definition(value) else {
            return None;
        };
        if self.function.value_type(lhs) != Type::I32 {
            return None;
        }
        let (inner, scale) = match (op, self.number(lhs), self.number(rhs)) {
            (BinaryOp::Shl, None, Some(count)) => (lhs, 1 << (count & 31)),
            (BinaryOp::Mul, None, Some(factor)) => (lhs, factor as u32),
            (BinaryOp::Mul, Some(factor), None) => (rhs, factor as u32),
            _ => return None,
        };
        self.replace_use(value, &[inner]);
        Some((inner, scale))
    }

    fn address(&mut self, value: ValueId) -> Address {
        let mut address = Address {
            base: NONE,
            index: NONE,
            scale: 0,
            offset: 0,
        };
        let base = self.strip(value, &mut address.offset);
        let Some((lhs, rhs)) = self.summands(base) else {
            return self.scaled_address(base, address);
        };
        self.replace_use(base, &[lhs, rhs]);
        let lhs = self.strip(lhs, &mut address.offset);
        let rhs = self.strip(rhs, &mut address.offset);
        for (number, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(number) = self.number(number) {
                address.offset = address.offset.wrapping_add(number as u32);
                return self.scaled_address(other, address);
            }
        }
        let (base, (index, scale)) = if let Some(found) = self.scaled(rhs) {
            (lhs, found)
        } else if let Some(found) = self.scaled(lhs) {
            (rhs, found)
        } else {
            (lhs, (rhs, 1))
        };
        let (base, index) = (self.low_register(base), self.low_register(index));
        Address {
            base,
            index,
            scale,
            ..address
        }
    }

    /// An address of one register, or of a multiple of one.
    fn scaled_address(&mut self, value: ValueId, address: Address) -> Address {
        if let Some(number) = self.number(value) {
            return Address {
                offset: address.offset.wrapping_add(number as u32),
                ..address
            };
        }
        if let Some((index, scale)) = self.scaled(value) {
            return Address {
                index: self.low_register(index),
                scale,
                ..address
            };
        }
        Address {
            base: self.low_register(value),
            ..address
        }
    }

    /// The operands of an addition in this block that has few uses.
    fn summands(&self, value: ValueId) -> Option<(ValueId, ValueId)> {
        let Operand::Register(register) = self.operand(value) else {
            return None;
        };
        if !self.fuse || self.s.uses[register as usize] > ADDRESS_USES {
            return None;
        }
        match self.local_definition(value)? {
            Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            } if self.function.value_type(lhs) == Type::I32 => Some((lhs, rhs)),
            _ => None,
        }
    }

    // Instructions.

    fn instruction(&mut self, inst: &Inst, result: u32) {
        if result != NONE {
            let root = self.s.alias[result as usize];
            if root != result {
                return;
            }
            if self.s.uses[result as usize] == CONSUMED {
                return;
            }
            if self.s.uses[result as usize] == 1 && self.s.step_of[result as usize] != NONE {
                // The addition becomes part of the backward edge.
                self.s.uses[result as usize] = CONSUMED;
                return;
            }
            if self.fuse && self.s.uses[result as usize] == 0 && self.may_be_dropped(inst) {
                if !matches!(inst, Inst::Phi { .. }) {
                    let function = self.function;
                    for_each_operand(function, inst, |value| self.drop_use(value));
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
                then,
                otherwise,
            } => {
                self.selection(condition, then, otherwise, result);
            }
            Inst::ExtractElement { vector, index } => {
                let ty = self.function.value_type(vector);
                let lane = self.number(index).unwrap_or(0) as u8;
                self.vector(VectorOp::Extract(ty, lane), result, &[vector]);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let ty = self.function.value_type(vector);
                let lane = self.number(index).unwrap_or(0) as u8;
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
                let decl = &self.info.module.functions[callee.index()];
                if let Some(intrinsic) = decl.intrinsic.filter(|_| decl.body.is_none()) {
                    let args: Vec<ValueId> = self.function.values(args).collect();
                    self.intrinsic(intrinsic, &args, result);
                } else {
                    self.arguments(self.function.operands(args));
                    let d = self.result(result);
                    self.push(Node::new(Code::Call).d(d).lo(callee.0));
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
                let number = self.info.signatures.borrow_mut().intern(&signature);
                self.arguments(&words[1..]);
                let address = self.low_register(ValueId(words[0]));
                let d = self.result(result);
                // A call that names its function is one through another
                // prototype: programs were compiled from such, and ran.
                let named = words[0] < self.function.function_count;
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

    /// A register for a call's result, also where there is none.
    fn result(&mut self, result: u32) -> u32 {
        if result == NONE {
            self.fresh(false)
        } else {
            result
        }
    }

    /// Whether an instruction may go if nothing needs its result.
    fn may_be_dropped(&self, inst: &Inst) -> bool {
        match *inst {
            Inst::Binary { op, .. } => !matches!(
                op,
                BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
            ),
            Inst::Cast { .. }
            | Inst::Compare { .. }
            | Inst::Select { .. }
            | Inst::ExtractElement { .. }
            | Inst::InsertElement { .. }
            | Inst::Phi { .. } => true,
            _ => false,
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, d: u32) {
        let ty = self.function.value_type(lhs);
        match ty {
            Type::I32 => self.binary_i32(op, lhs, rhs, d),
            Type::I64 => self.binary_i64(op, lhs, rhs, d),
            Type::I1 | Type::I8 | Type::I16 if op.is_bitwise() => {
                self.binary_i32(op, lhs, rhs, d);
            }
            Type::I1 | Type::I8 | Type::I16 => {
                let (a, b) = (self.register(lhs), self.register(rhs));
                let node = Node::new(Code::Narrow).d(d).a(a).b(b);
                self.push(node.lo(op as u32).hi(ty.bits()));
            }
            Type::Float => {
                let code = match op {
                    BinaryOp::FAdd => Code::AddF32,
                    BinaryOp::FSub => Code::SubF32,
                    BinaryOp::FMul => Code::MulF32,
                    BinaryOp::FDiv => Code::DivF32,
                    _ => Code::RemF32,
                };
                let (a, b) = (self.register(lhs), self.register(rhs));
                self.push(Node::new(code).d(d).a(a).b(b));
            }
            Type::Double => self.binary_f64(op, lhs, rhs, d),
            _ => self.vector(VectorOp::Binary(op, ty), d, &[lhs, rhs]),
        }
    }

    fn binary_i32(&mut self, op: BinaryOp, mut lhs: ValueId, mut rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, Add | Mul | And | Or | Xor) && self.number(lhs).is_some() {
            std::mem::swap(&mut lhs, &mut rhs);
        }
        if op == Sub && self.number(rhs).is_none() {
            if let Some(number) = self.number(lhs) {
                let a = self.low_register(rhs);
                self.push(Node::new(Code::RSub32Imm).d(d).a(a).lo(number as u32));
                return;
            }
        }
        if let Some(number) = self.number(rhs)
            && self.number(lhs).is_none()
        {
            let number = number as u32;
            let (code, imm) = match op {
                Add => (Code::Add32Imm, number),
                Sub => (Code::Add32Imm, number.wrapping_neg()),
                Mul => (Code::Mul32Imm, number),
                And => (Code::And32Imm, number),
                Or => (Code::Or32Imm, number),
                Xor => (Code::Xor32Imm, number),
                Shl => (Code::Shl32Imm, number & 31),
                LShr => (Code::LShr32Imm, number & 31),
                AShr => (Code::AShr32Imm, number & 31),
                UDiv if number != 0 => (Code::UDiv32Imm, number),
                URem if number != 0 => (Code::URem32Imm, number),
                SDiv if number != 0 && number != u32::MAX => (Code::SDiv32Imm, number),
                SRem if number != 0 && number != u32::MAX => (Code::SRem32Imm, number),
                _ => (Code::Jump, 0),
            };
            if code != Code::Jump {
                if op == Add
                    && let Some(Inst::Binary {
                        op: Add | Mul | Shl,
                        ..
                    }) = self.single_definition(lhs)
                {
                    return self.sum(lhs, imm, d);
                }
                let a = self.low_register(lhs);
                self.push(Node::new(code).d(d).a(a).lo(imm));
                return;
            }
        }
        if op == Add {
            for (x, y) in [(lhs, rhs), (rhs, lhs)] {
                if self.single_definition(y).is_some()
                    && let Some((index, scale)) = self.scaled(y)
                {
                    let a = self.low_register(x);
                    let b = self.low_register(index);
                    self.push(Node::new(Code::AddScaled32).d(d).a(a).b(b).hi(scale));
                    return;
                }
            }
        }
        let code = match op {
            Add => Code::Add32,
            Sub => Code::Sub32,
            Mul => Code::Mul32,
            UDiv => Code::UDiv32,
            SDiv => Code::SDiv32,
            URem => Code::URem32,
            SRem => Code::SRem32,
            Shl => Code::Shl32,
            LShr => Code::LShr32,
            AShr => Code::AShr32,
            And => Code::And32,
            Or => Code::Or32,
            _ => Code::Xor32,
        };
        let (a, b) = (self.low_register(lhs), self.low_register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    /// A sum plus a number.
    fn sum(&mut self, sum: ValueId, number: u32, d: u32) {
        let Address {
            base,
            index,
            scale,
            offset,
        } = self.address(sum);
        let offset = offset.wrapping_add(number);
        let node = match (base, index) {
            (NONE, NONE) => Node::new(Code::Const).lo(offset),
            (_, NONE) => Node::new(Code::Add32Imm).a(base).lo(offset),
            (NONE, _) => Node::new(Code::Scale32).a(index).lo(offset).hi(scale),
            _ => Node::new(Code::AddScaled32)
                .a(base)
                .b(index)
                .lo(offset)
                .hi(scale),
        };
        self.push(node.d(d));
    }

    fn binary_i64(&mut self, op: BinaryOp, mut lhs: ValueId, mut rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, Add | Mul | And | Or | Xor) && self.number(lhs).is_some() {
            std::mem::swap(&mut lhs, &mut rhs);
        }
        if let Some(number) = self.number(rhs) {
            let (code, imm) = match op {
                Add => (Code::Add64Imm, number),
                Sub => (Code::Add64Imm, number.wrapping_neg()),
                Mul => (Code::Mul64Imm, number),
                And => (Code::And64Imm, number),
                Or => (Code::Or64Imm, number),
                Xor => (Code::Xor64Imm, number),
                Shl => (Code::Shl64Imm, number & 63),
                LShr => (Code::LShr64Imm, number & 63),
                AShr => (Code::AShr64Imm, number & 63),
                _ => (Code::Jump, 0),
            };
            if code != Code::Jump {
                let a = self.register(lhs);
                self.push(Node::new(code).d(d).a(a).imm64(imm));
                return;
            }
        } else if op == Sub
            && let Some(number) = self.number(lhs)
        {
            let a = self.register(rhs);
            self.push(Node::new(Code::RSub64Imm).d(d).a(a).imm64(number));
            return;
        }
        let code = match op {
            Add => Code::Add64,
            Sub => Code::Sub64,
            Mul => Code::Mul64,
            UDiv => Code::UDiv64,
            SDiv => Code::SDiv64,
            URem => Code::URem64,
            SRem => Code::SRem64,
            Shl => Code::Shl64,
            LShr => Code::LShr64,
            AShr => Code::AShr64,
            And => Code::And64,
            Or => Code::Or64,
            _ => Code::Xor64,
        };
        let (a, b) = (self.register(lhs), self.register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    fn binary_f64(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, FAdd | FSub | FMul) {
            // The operand that becomes the first half, and the other one.
            let inner = |this: &Self, value| match this.single_definition(value) {
                Some(Inst::Binary {
                    op: op @ (FAdd | FSub | FMul),
                    lhs,
                    rhs,
                }) if this.function.value_type(lhs) == Type::Double => Some((op, lhs, rhs)),
                _ => None,
            };
            let (first, second) = (inner(self, lhs), inner(self, rhs));
            if op == FAdd
                && let (Some((FMul, a, b)), Some((FMul, c, e))) = (first, second)
            {
                self.replace_use(lhs, &[a, b]);
                self.replace_use(rhs, &[c, e]);
                let (a, b, c, e) = (
                    self.register(a),
                    self.register(b),
                    self.register(c),
                    self.register(e),
                );
                self.push(Node::new(Code::MulMulAddF64).d(d).a(a).b(b).c(c).e(e));
                return;
            }
            let found = match (first, second) {
                (_, Some(found)) => Some((found, rhs, lhs, true)),
                (Some(found), None) => Some((found, lhs, rhs, false)),
                _ => None,
            };
            if let Some(((first, a, b), pair, other, reversed)) = found {
                let code = match (first, op, reversed) {
                    (FMul, FAdd, _) => Code::MulAddF64,
                    (FMul, FSub, false) => Code::MulSubF64,
                    (FMul, FSub, true) => Code::MulRSubF64,
                    (FMul, _, _) => Code::MulMulF64,
                    (FAdd, FAdd, _) => Code::AddAddF64,
                    (FAdd, FSub, false) => Code::AddSubF64,
                    (FAdd, FSub, true) => Code::AddRSubF64,
                    (FAdd, _, _) => Code::AddMulF64,
                    (_, FAdd, _) => Code::SubAddF64,
                    (_, FSub, false) => Code::SubSubF64,
                    (_, FSub, true) => Code::SubRSubF64,
                    (_, _, _) => Code::SubMulF64,
                };
                self.replace_use(pair, &[a, b]);
                let (a, b, c) = (self.register(a), self.register(b), self.register(other));
                self.push(Node::new(code).d(d).a(a).b(b).c(c));
                return;
            }
        }
        if self.binary_f64_immediate(op, lhs, rhs, d) {
            return;
        }
        let code = match op {
            FAdd => Code::AddF64,
            FSub => Code::SubF64,
            FMul => Code::MulF64,
            FDiv => Code::DivF64,
            _ => Code::RemF64,
        };
        let (a, b) = (self.register(lhs), self.register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    /// An operation on a number and a value that is none.
    fn binary_f64_immediate(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, d: u32) -> bool {
        use BinaryOp::*;
        let (value, number, code) = match (self.number(lhs), self.number(rhs), op) {
            (None, Some(number), FAdd) => (lhs, number, Code::AddF64Imm),
            (None, Some(number), FSub) => (lhs, number, Code::SubF64Imm),
            (None, Some(number), FMul) => (lhs, number, Code::MulF64Imm),
            (None, Some(number), FDiv) => (lhs, number, Code::DivF64Imm),
            (Some(number), None, FAdd) => (rhs, number, Code::AddF64Imm),
            (Some(number), None, FSub) => (rhs, number, Code::RSubF64Imm),
            (Some(number), None, FMul) => (rhs, number, Code::MulF64Imm),
            (Some(number), None, FDiv) => (rhs, number, Code::RDivF64Imm),
            _ => return false,
        };
        let a = self.register(value);
        self.push(Node::new(code).d(d).a(a).imm64(number));
        true
    }

    fn vector(&mut self, op: VectorOp, d: u32, values: &[ValueId]) {
        let number = self.s.vectors.len() as u32;
        self.s.vectors.push(op);
        let mut node = Node::new(Code::Vector).d(d).lo(number);
        for (index, &value) in values.iter().enumerate() {
            let register = self.register(value);
            node = match index {
                0 => node.a(register),
                1 => node.b(register),
                _ => node.e(register),
            };
        }
        self.push(node);
    }

    fn cast(&mut self, op: CastOp, ty: Type, value: ValueId, d: u32) {
        let from = self.function.value_type(value);
        if (from.is_vector() || ty.is_vector()) && op != CastOp::Bitcast {
            return self.vector(VectorOp::Cast(op, from, ty), d, &[value]);
        }
        if op == CastOp::SExt
            && ty == Type::I32
            && matches!(from, Type::I8 | Type::I16)
            && let Some(Inst::Load { ty: loaded, .. }) = self.single_definition(value)
            && loaded == from
            && let Operand::Register(load) = self.operand(value)
        {
            self.s.absorbed[load as usize] = d;
            return;
        }
        let a = if op == CastOp::Trunc {
            self.register(value)
        } else {
            self.low_or_whole(value)
        };
        let bits = |ty: Type| ty.bits();
        let node = match (op, from, ty) {
            (CastOp::Bitcast, ..) if is_wide(ty) => Node::new(Code::MoveWide),
            (CastOp::Bitcast | CastOp::ZExt, ..) => Node::new(Code::Move),
            (CastOp::Trunc, ..) => Node::new(Code::And32Imm).lo((mask(bits(ty))) as u32),
            (CastOp::SExt, Type::I8, Type::I32) => Node::new(Code::SignExtend8To32),
            (CastOp::SExt, Type::I16, Type::I32) => Node::new(Code::SignExtend16To32),
            (CastOp::SExt, Type::I32, _) => Node::new(Code::SignExtend32To64),
            (CastOp::SExt, ..) => Node::new(Code::SignExtend)
                .lo(64 - bits(from))
                .hi(64 - bits(ty)),
            (CastOp::FpTrunc, ..) => Node::new(Code::F64ToF32),
            (CastOp::FpExt, ..) => Node::new(Code::F32ToF64),
            (CastOp::UiToFp, Type::I64, Type::Double) => Node::new(Code::U64ToF64),
            (CastOp::UiToFp, Type::I64, _) => Node::new(Code::U64ToF32),
            (CastOp::UiToFp, _, Type::Double) => Node::new(Code::U32ToF64),
            (CastOp::UiToFp, ..) => Node::new(Code::U32ToF32),
            (CastOp::SiToFp, Type::I64, Type::Double) => Node::new(Code::S64ToF64),
            (CastOp::SiToFp, Type::I64, _) => Node::new(Code::S64ToF32),
            (CastOp::SiToFp, ..) => {
                let a = if from == Type::I32 {
                    a
                } else {
                    self.sign_extended(a, from)
                };
                let double = ty == Type::Double;
                let code = if double {
                    Code::S32ToF64
                } else {
                    Code::S32ToF32
                };
                self.push(Node::new(code).a(a).d(d));
                return;
            }
            (CastOp::FpToSi | CastOp::FpToUi, _, _) => {
                return self.float_to_integer(op, from, ty, a, d);
            }
        };
        self.push(node.a(a).d(d));
    }

    fn low_or_whole(&mut self, value: ValueId) -> u32 {
        if self.function.value_type(value) == Type::I32 {
            self.low_register(value)
        } else {
            self.register(value)
        }
    }

    /// A narrow integer, sign-extended to 32 bits.
    fn sign_extended(&mut self, a: u32, from: Type) -> u32 {
        let d = self.fresh(false);
        let node = match from {
            Type::I8 => Node::new(Code::SignExtend8To32),
            Type::I16 => Node::new(Code::SignExtend16To32),
            _ => Node::new(Code::SignExtend).lo(64 - from.bits()).hi(32),
        };
        self.push(node.a(a).d(d));
        d
    }

    fn float_to_integer(&mut self, op: CastOp, from: Type, ty: Type, a: u32, d: u32) {
        let double = from == Type::Double;
        let signed = op == CastOp::FpToSi;
        let code = match (ty, double) {
            (Type::I64, true) if signed => Code::F64ToS64,
            (Type::I64, true) => Code::F64ToU64,
            (Type::I64, false) if signed => Code::F32ToS64,
            (Type::I64, false) => Code::F32ToU64,
            (Type::I32, true) if !signed => Code::F64ToU32,
            (Type::I32, false) if !signed => Code::F32ToU32,
            (_, true) => Code::F64ToS32,
            (_, false) => Code::F32ToS32,
        };
        if matches!(ty, Type::I32 | Type::I64) {
            self.push(Node::new(code).a(a).d(d));
            return;
        }
        let whole = self.fresh(false);
        self.push(Node::new(code).a(a).d(whole));
        self.push(
            Node::new(Code::And32Imm)
                .a(whole)
                .lo(mask(ty.bits()) as u32)
                .d(d),
        );
    }

    /// The test for a scalar comparison, unless its outcome is known.
    fn test(&mut self, mut predicate: Predicate, mut lhs: ValueId, mut rhs: ValueId) -> Test {
        let ty = self.function.value_type(lhs);
        if self.number(lhs).is_some() && ty.is_integer() {
            std::mem::swap(&mut lhs, &mut rhs);
            predicate = swapped(predicate);
        }
        let test = Test {
            kind: TestKind::Int32,
            predicate,
            a: NONE,
            b: NONE,
            imm: 0,
            target: NONE,
            inst: self.inst,
        };
        let number = self.number(rhs).filter(|_| self.number(lhs).is_none());
        if ty.is_float() {
            let kind = if ty == Type::Double {
                TestKind::F64
            } else {
                TestKind::F32
            };
            let (a, b) = (self.register(lhs), self.register(rhs));
            return Test { kind, a, b, ..test };
        }
        if number == Some(0)
            && matches!(predicate, Predicate::Eq | Predicate::Ne)
            && let Some(Inst::Binary {
                op: BinaryOp::And,
                lhs: x,
                rhs: y,
            }) = self.single_definition(lhs)
        {
            for (x, y) in [(x, y), (y, x)] {
                if let Some(bits) = self.number(y).and_then(|bits| u32::try_from(bits).ok())
                    && self.number(x).is_none()
                {
                    self.replace_use(lhs, &[x]);
                    let a = self.low_or_whole(x);
                    return Test {
                        kind: TestKind::Bits,
                        a,
                        imm: bits,
                        ..test
                    };
                }
            }
        }
        if ty == Type::I64 {
            let kind = TestKind::Int64;
            if let Some(number) = number.filter(|&number| takes_immediate(predicate, 64, number)) {
                let a = self.register(lhs);
                return Test {
                    kind,
                    a,
                    imm: number as u32,
                    ..test
                };
            }
            let (a, b) = (self.register(lhs), self.register(rhs));
            return Test { kind, a, b, ..test };
        }
        use Predicate::*;
        let extend = ty != Type::I32 && matches!(predicate, Sgt | Sge | Slt | Sle);
        let number = number.map(|number| {
            if extend {
                sign_extend(number, ty.bits()) & mask(32)
            } else {
                number
            }
        });
        if let Some(number) = number.filter(|&number| takes_immediate(predicate, 32, number)) {
            let mut a = self.low_or_whole(lhs);
            if extend {
                a = self.sign_extended(a, ty);
            }
            return Test {
                a,
                imm: number as u32,
                ..test
            };
        }
        let (mut a, mut b) = (self.low_or_whole(lhs), self.low_or_whole(rhs));
        if extend {
            a = self.sign_extended(a, ty);
            b = self.sign_extended(b, ty);
        }
        Test { a, b, ..test }
    }

    fn comparison(&mut self, predicate: Predicate, lhs: ValueId, rhs: ValueId, d: u32) {
        let ty = self.function.value_type(lhs);
        if ty.is_vector() {
            return self.vector(VectorOp::Compare(predicate, ty), d, &[lhs, rhs]);
        }
        if let Predicate::FTrue | Predicate::FFalse = predicate {
            let value = u32::from(predicate == Predicate::FTrue);
            self.drop_use(lhs);
            self.drop_use(rhs);
            self.push(Node::new(Code::Const).d(d).lo(value));
            return;
        }
        let test = self.test(predicate, lhs, rhs);
        if test.kind == TestKind::Bits {
            let bits = self.fresh(false);
            self.push(Node::new(Code::And32Imm).a(test.a).lo(test.imm).d(bits));
            let code = if predicate == Predicate::Eq {
                Code::SetEq32Imm
            } else {
                Code::SetNe32Imm
            };
            self.push(Node::new(code).a(bits).d(d));
            return;
        }
        self.push(test.encode(Purpose::Set).d(d));
    }

    fn selection(&mut self, condition: ValueId, then: ValueId, otherwise: ValueId, d: u32) {
        let ty = self.function.value_type(then);
        if self.function.value_type(condition).is_vector() {
            return self.vector(VectorOp::Select(ty), d, &[condition, then, otherwise]);
        }
        if !is_wide(ty)
            && let Some(Inst::Compare {
                predicate,
                lhs,
                rhs,
            }) = self.nearby_definition(condition)
            && matches!(
                self.function.value_type(lhs),
                Type::I1 | Type::I8 | Type::I16 | Type::I32
            )
        {
            self.replace_use(condition, &[lhs, rhs]);
            let mut test = self.test(predicate, lhs, rhs);
            if test.kind == TestKind::Bits {
                let bits = self.fresh(false);
                self.push(Node::new(Code::And32Imm).a(test.a).lo(test.imm).d(bits));
                test = Test {
                    kind: TestKind::Int32,
                    a: bits,
                    imm: 0,
                    ..test
                };
            }
            let (x, y) = (self.register(then), self.register(otherwise));
            let node = test.encode(Purpose::Select).d(d);
            let node = if test.b == NONE {
                node.b(x).e(y)
            } else {
                node.c(x).e(y)
            };
            self.push(node);
            return;
        }
        let code = if is_wide(ty) {
            Code::SelectWide
        } else {
            Code::Select
        };
        let (a, b, c) = (
            self.register(condition),
            self.register(then),
            self.register(otherwise),
        );
        self.push(Node::new(code).d(d).a(a).b(b).c(c));
    }

    fn load(&mut self, ty: Type, address: ValueId, result: u32) {
        use Code::*;
        let absorbed = self.s.absorbed[result as usize];
        let signed = absorbed != NONE;
        let codes = match ty {
            Type::I8 if signed => [LoadS8, LoadS8Indexed, LoadS8Scaled, LoadS8At],
            Type::I8 => [LoadU8, LoadU8Indexed, LoadU8Scaled, LoadU8At],
            Type::I16 if signed => [LoadS16, LoadS16Indexed, LoadS16Scaled, LoadS16At],
            Type::I16 => [LoadU16, LoadU16Indexed, LoadU16Scaled, LoadU16At],
            Type::I32 | Type::Float => [LoadU32, LoadU32Indexed, LoadU32Scaled, LoadU32At],
            Type::I64 | Type::Double => [LoadU64, LoadU64Indexed, LoadU64Scaled, LoadU64At],
            _ => [LoadWide, LoadWideIndexed, LoadWideScaled, LoadWideAt],
        };
        let d = if signed { absorbed } else { result };
        let node = self.memory(codes, address);
        self.push(node.d(d));
    }

    /// The operation for an access by the form of its address.
    fn memory(&mut self, [plain, indexed, scaled, at]: [Code; 4], address: ValueId) -> Node {
        let Address {
            base,
            index,
            scale,
            offset,
        } = self.address(address);
        match (base, index) {
            (NONE, NONE) => Node::new(at).lo(offset),
            (_, NONE) => Node::new(plain).a(base).lo(offset),
            (NONE, _) => Node::new(scaled).a(index).lo(offset).hi(scale),
            _ => Node::new(indexed).a(base).b(index).lo(offset).hi(scale),
        }
    }

    fn store(&mut self, address: ValueId, mut value: ValueId) {
        use Code::*;
        let ty = self.function.value_type(value);
        if self.fuse
            && let Some(Inst::Cast {
                op: CastOp::Trunc,
                value: source,
                ty: to,
            }) = self.local_definition(value)
            && to == ty
            && self.number(source).is_none()
        {
            self.replace_use(value, &[source]);
            value = source;
        }
        let codes = match ty {
            Type::I8 => [Store8, Store8Indexed, Store8Scaled, Store8At],
            Type::I16 => [Store16, Store16Indexed, Store16Scaled, Store16At],
            Type::I32 | Type::Float => [Store32, Store32Indexed, Store32Scaled, Store32At],
            Type::I64 | Type::Double => [Store64, Store64Indexed, Store64Scaled, Store64At],
            _ => [StoreWide, StoreWideIndexed, StoreWideScaled, StoreWideAt],
        };
        let node = self.memory(codes, address);
        if let Some(number) = self
            .number(value)
            .and_then(|number| u32::try_from(number).ok())
        {
            let [plain, at] = match ty {
                Type::I8 => [Store8Imm, Store8ImmAt],
                Type::I16 => [Store16Imm, Store16ImmAt],
                Type::I32 | Type::Float => [Store32Imm, Store32ImmAt],
                _ => [Store64Imm, Store64ImmAt],
            };
            if node.code == codes[0] || node.code == codes[3] {
                let code = if node.code == codes[3] { at } else { plain };
                self.push(Node { code, ..node }.hi(number));
                return;
            }
        }
        let value = self.register(value);
        self.push(node.stored(value));
    }

    /// Moves arguments to the registers where the callee has its parameters.
    fn arguments(&mut self, words: &[u32]) {
        let mut at = 0;
        for &word in words {
            let value = ValueId(word);
            let wide = is_wide(self.function.value_type(value));
            if let Some(bits) = self.number(value) {
                self.push(Node::new(Code::Const).d(out(at)).imm64(bits));
            } else {
                let a = self.register(value);
                let code = if wide { Code::MoveWide } else { Code::Move };
                self.push(Node::new(code).d(out(at)).a(a));
            }
            at += 1 + u32::from(wide);
        }
        self.s.out_words = self.s.out_words.max(at);
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[ValueId], result: u32) {
        use Intrinsic as I;
        let unary = match intrinsic {
            I::Bswap(Type::I16) => Some(Code::Bswap16),
            I::Bswap(Type::I32) => Some(Code::Bswap32),
            I::Bswap(_) => Some(Code::Bswap64),
            I::Ctlz(Type::I32) => Some(Code::Ctlz32),
            I::Ctlz(_) => Some(Code::Ctlz64),
            I::Cttz(Type::I32) => Some(Code::Cttz32),
            I::Cttz(_) => Some(Code::Cttz64),
            I::Ctpop(_) => Some(Code::Ctpop),
            I::Fabs(Type::Float) => Some(Code::FabsF32),
            I::Fabs(Type::Double) => Some(Code::FabsF64),
            I::Sqrt(Type::Float) => Some(Code::SqrtF32),
            I::Sqrt(_) => Some(Code::SqrtF64),
            _ => None,
        };
        if let Some(code) = unary {
            let a = self.register(args[0]);
            self.push(Node::new(code).a(a).d(result));
            return;
        }
        match intrinsic {
            I::Fabs(_) => self.vector(VectorOp::Fabs, result, &args[..1]),
            I::Stacksave => self.push(Node::new(Code::StackSave).d(result)),
            I::Stackrestore => {
                let a = self.low_register(args[0]);
                self.push(Node::new(Code::StackRestore).a(a));
            }
            I::ReadTp => self.push(Node::new(Code::ReadThreadPointer).d(result)),
            I::Trap => self.push(Node::new(Code::Unreachable).lo(1)),
            I::AtomicFence | I::AtomicFenceAll => {}
            I::Setjmp => {
                self.s.calls_setjmp = true;
                let a = self.low_register(args[0]);
                self.push(Node::new(Code::Setjmp).d(result).a(a));
            }
            I::Longjmp => {
                let (a, b) = (self.low_register(args[0]), self.low_register(args[1]));
                self.push(Node::new(Code::Longjmp).a(a).b(b));
            }
            I::AtomicLoad(Type::I32) => {
                let mut offset = 0;
                let base = self.strip(args[0], &mut offset);
                let a = self.low_register(base);
                self.push(Node::new(Code::AtomicLoad32).d(result).a(a).lo(offset));
            }
            I::AtomicStore(Type::I32) => {
                let mut offset = 0;
                let base = self.strip(args[1], &mut offset);
                let a = self.low_register(base);
                let value = self.low_register(args[0]);
                self.push(Node::new(Code::AtomicStore32).stored(value).a(a).lo(offset));
            }
            _ => {
                let words: Vec<u32> = args.iter().map(|value| value.0).collect();
                self.arguments(&words);
                let number = self.s.intrinsics.len() as u32;
                self.s.intrinsics.push(intrinsic);
                let d = self.result(result);
                self.push(Node::new(Code::Intrinsic).d(d).lo(number));
            }
        }
    }

    // Terminators.

    fn terminator(&mut self, inst: &Inst) -> Exit {
        if self.info.traces_insts() {
            self.push(Node::new(Code::TraceBefore));
        }
        match *inst {
            Inst::Br { target } => Exit::Goto(target.0),
            Inst::CondBr {
                condition,
                then,
                otherwise,
            } => {
                if then == otherwise {
                    self.drop_use(condition);
                    return Exit::Goto(then.0);
                }
                if let Some(bits) = self.number(condition) {
                    return Exit::Goto(if bits & 1 != 0 { then.0 } else { otherwise.0 });
                }
                self.condition(condition, then.0, otherwise.0);
                Exit::Goto(otherwise.0)
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
            _ => {
                self.push(Node::new(Code::Unreachable));
                Exit::None
            }
        }
    }

    /// Makes the tests that go to `then` where the condition holds and to
    /// `otherwise` (or on) where it does not.
    fn condition(&mut self, condition: ValueId, then: u32, otherwise: u32) {
        let mut leaves = Vec::new();
        let (op, target) = match self.single_definition(condition) {
            Some(Inst::Binary {
                op: BinaryOp::And, ..
            }) => (BinaryOp::And, otherwise),
            _ => (BinaryOp::Or, then),
        };
        self.leaves(condition, op, DEPTH, &mut leaves);
        let last = leaves.len() - 1;
        for (index, leaf) in leaves.into_iter().enumerate() {
            let mut test = self.leaf(leaf);
            if index < last && op == BinaryOp::And {
                test = Test {
                    target,
                    ..test.inverted()
                };
            } else {
                test.target = if index < last { target } else { then };
            }
            self.s.tests.push(test);
        }
    }

    /// The operands of a tree of `and` or `or` of conditions.
    fn leaves(&mut self, value: ValueId, op: BinaryOp, depth: u32, leaves: &mut Vec<ValueId>) {
        if depth > 0
            && let Some(Inst::Binary {
                op: found,
                lhs,
                rhs,
            }) = self.single_definition(value)
            && found == op
            && self.number(lhs).is_none()
            && self.number(rhs).is_none()
        {
            self.replace_use(value, &[lhs, rhs]);
            self.leaves(lhs, op, depth - 1, leaves);
            self.leaves(rhs, op, depth - 1, leaves);
        } else {
            leaves.push(value);
        }
    }

    fn leaf(&mut self, value: ValueId) -> Test {
        if let Some(Inst::Compare {
            predicate,
            lhs,
            rhs,
        }) = self.nearby_definition(value)
            && !matches!(predicate, Predicate::FTrue | Predicate::FFalse)
            && self.function.value_type(value) == Type::I1
        {
            self.replace_use(value, &[lhs, rhs]);
            return self.test(predicate, lhs, rhs);
        }
        Test {
            kind: TestKind::Bool,
            predicate: Predicate::Ne,
            a: self.register(value),
            b: NONE,
            imm: 0,
            target: NONE,
            inst: self.inst,
        }
    }

    // Phis.

    /// Sorts the phi operands by the block that they come from.
    fn collect_moves(&mut self) {
        let function = self.function;
        let count = function.blocks.len();
        let mut first = std::mem::take(&mut self.s.first_move);
        let mut moves = std::mem::take(&mut self.s.moves);
        first.resize(count + 1, 0);
        // First how many each block has, then where each block's begin.
        for fill in [false, true] {
            self.s.seen.clear();
            self.s.seen.resize(count, NONE);
            for id in 0..count as u32 {
                if self.flow.place[id as usize] == UNREACHED {
                    continue;
                }
                let block = function.blocks[id as usize];
                for offset in 0..block.len {
                    let index = block.first_inst + offset;
                    let Inst::Phi { incoming, .. } = function.insts[index as usize] else {
                        break;
                    };
                    let phi = block.first_value + offset - function.first_local;
                    if self.fuse && self.s.uses[phi as usize] == 0 {
                        continue;
                    }
                    for (value, from) in function.phi_incoming(incoming) {
                        if !self.flow.is_reached(from) || self.s.seen[from.index()] == phi {
                            continue;
                        }
                        self.s.seen[from.index()] = phi;
                        if !fill {
                            first[from.index()] += 1;
                            continue;
                        }
                        let (source, bits, add) = match self.operand(value) {
                            Operand::Constant(bits) => (NONE, bits, 0),
                            Operand::Register(_) if function.constant(value).is_some() => {
                                (NONE, 0, 0)
                            }
                            Operand::Register(sum)
                                if self.s.step_of[sum as usize] == phi
                                    && self.s.uses[sum as usize] == CONSUMED =>
                            {
                                (phi, 0, self.step(sum).map_or(0, |step| step.1))
                            }
                            Operand::Register(register) => (register, 0, 0),
                        };
                        let slot = &mut first[from.index()];
                        moves[*slot as usize] = EdgeMove {
                            target: id,
                            phi,
                            source,
                            bits,
                            add,
                        };
                        *slot += 1;
                    }
                }
            }
            if !fill {
                let mut sum = 0;
                for slot in &mut first {
                    (*slot, sum) = (sum, sum + *slot);
                }
                let empty = EdgeMove {
                    target: 0,
                    phi: 0,
                    source: NONE,
                    bits: 0,
                    add: 0,
                };
                moves.resize(sum as usize, empty);
            }
        }
        // Filling moved each start to the next block's.
        first.rotate_right(1);
        first[0] = 0;
        (self.s.first_move, self.s.moves) = (first, moves);
    }
}

impl Selection {
    /// The moves on the edge from one block to another.
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

    /// The moves on all edges out of a block.
    pub(super) fn moves_from(&self, block: u32) -> &[EdgeMove] {
        let range = self.first_move[block as usize]..self.first_move[block as usize + 1];
        &self.moves[range.start as usize..range.end as usize]
    }
}

/// Whether values of a type take two registers.
pub(crate) const fn is_wide(ty: Type) -> bool {
    ty.bits() == 128
}

/// So many low bits.
pub(crate) const fn mask(bits: u32) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// The low bits of a number, sign-extended.
pub(crate) const fn sign_extend(value: u64, bits: u32) -> u64 {
    let shift = 64 - bits;
    ((value << shift) as i64 >> shift) as u64
}

/// Whether a conversion leaves the register as it is.
fn is_free(op: CastOp, from: Type, to: Type) -> bool {
    match op {
        CastOp::Bitcast => true,
        CastOp::ZExt => !from.is_vector() && !to.is_vector(),
        _ => false,
    }
}

/// Calls a function for each operand but those of phis.
fn for_each_operand(function: &Function, inst: &Inst, mut visit: impl FnMut(ValueId)) {
    match *inst {
        Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
            visit(lhs);
            visit(rhs);
        }
        Inst::Cast { value, .. } | Inst::Ret { value } | Inst::Switch { value, .. } => visit(value),
        Inst::Select {
            condition,
            then,
            otherwise,
        } => {
            visit(condition);
            visit(then);
            visit(otherwise);
        }
        Inst::ExtractElement { vector, .. } => visit(vector),
        Inst::InsertElement {
            vector, element, ..
        } => {
            visit(vector);
            visit(element);
        }
        Inst::Load { address, .. } => visit(address),
        Inst::Store { address, value, .. } => {
            visit(address);
            visit(value);
        }
        Inst::Alloca { size, .. } => visit(size),
        Inst::Call { args, .. } => function.values(args).for_each(visit),
        Inst::CallIndirect { operands, .. } => function.values(operands).for_each(visit),
        Inst::CondBr { condition, .. } => visit(condition),
        Inst::Phi { .. } | Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
    }
}
