//! Values as operands: their register or constant, their definition, and their number of remaining
//! uses.

use super::super::node::Node;
use super::{CONSUMED, KEPT_CONSTANTS, KNOWN, Operand, Selector};
use crate::interp::op::Code;
use crate::interp::prepared::ProgramInfo;
use crate::interp::value::mask;
use pinnacle_pexe::function::{Function, ValueKind};
use pinnacle_pexe::ids::{FuncId, InstId, ValueId};
use pinnacle_pexe::inst::{BinaryOp, CastOp, Inst};
use pinnacle_pexe::types::Type;

impl Selector<'_> {
    /// Returns the local index of a value that is not an address of the module.
    pub(super) fn local(&self, value: ValueId) -> u32 {
        value.0 - self.function.first_local()
    }

    #[inline]
    pub(super) fn operand(&self, value: ValueId) -> Operand {
        let Some(local) = value.0.checked_sub(self.function.first_local()) else {
            return Operand::Constant(global_address(self.function, self.info, value));
        };
        let alias = self.s.alias[local as usize];
        if alias & KNOWN != 0 {
            return Operand::Constant(self.s.known[(alias & !KNOWN) as usize]);
        }
        Operand::Register(alias)
    }

    /// Fills `alias`, `definition` and `uses`.
    pub(super) fn count_uses(&mut self) {
        let function = self.function;
        for place in 0..self.flow.blocks().len() {
            let block = function.blocks()[self.flow.blocks()[place] as usize];
            let mut next = block.first_value - function.first_local();
            for index in block.first_inst..block.first_inst + block.len {
                let inst = function.insts()[index as usize];
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
                    function.for_each_operand(&inst, |value| self.add_use(value));
                }
            }
        }
        for place in 0..self.flow.blocks().len() {
            let block = function.blocks()[self.flow.blocks()[place] as usize];
            let insts = block.first_inst..block.first_inst + block.len;
            let values = block.first_value - function.first_local()..;
            for (index, next) in insts.zip(values) {
                let Inst::Phi { incoming, .. } = function.insts()[index as usize] else {
                    break;
                };
                for (value, from) in function.phi_incoming(incoming) {
                    if self.flow.is_reached(from) {
                        self.add_use(value);
                        if let Operand::Register(register) = self.operand(value)
                            && self.flow.place(from.0) as usize >= place
                            && self.step(register).is_some_and(|(phi, _)| phi == next)
                        {
                            self.s.step_of[register as usize] = next;
                        }
                    }
                }
            }
        }
    }

    /// Returns the phi and the constant whose sum a register holds, if that is known.
    pub(super) fn step(&self, register: u32) -> Option<(u32, u32)> {
        let index = self.s.definition[register as usize];
        let Inst::Binary { op, lhs, rhs } = *self.function.insts().get(index as usize)? else {
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

    pub(super) fn add_use(&mut self, value: ValueId) {
        if let Operand::Register(register) = self.operand(value) {
            self.s.uses[register as usize] += 1;
        }
    }

    pub(super) fn drop_use(&mut self, value: ValueId) {
        if let Operand::Register(register) = self.operand(value) {
            let uses = &mut self.s.uses[register as usize];
            if *uses != CONSUMED {
                *uses = uses.saturating_sub(1);
            }
        }
    }

    /// Returns a register with a value. Constants are loaded into one.
    pub(super) fn register(&mut self, value: ValueId) -> u32 {
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

    /// Returns the result of a comparison that an inner loop made. The comparison is repeated here.
    pub(super) fn comparison_from_loop(&mut self, value: ValueId) -> Option<u32> {
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

    /// Returns a register into which a number is loaded here.
    pub(super) fn constant(&mut self, bits: u64) -> u32 {
        let register = self.fresh(false);
        self.push(Node::new(Code::Const).d(register).imm64(bits));
        register
    }

    /// Returns a register whose lower half is a 32-bit value.
    pub(super) fn low_register(&mut self, value: ValueId) -> u32 {
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

    pub(super) fn low_or_whole(&mut self, value: ValueId) -> u32 {
        if self.function.value_type(value) == Type::I32 {
            self.low_register(value)
        } else {
            self.register(value)
        }
    }

    pub(super) fn number(&self, value: ValueId) -> Option<u64> {
        match self.operand(value) {
            Operand::Constant(bits) => Some(bits),
            Operand::Register(_) => None,
        }
    }

    pub(super) fn definition(&self, value: ValueId) -> Option<(u32, Inst)> {
        let Operand::Register(register) = self.operand(value) else {
            return None;
        };
        let index = *self.s.definition.get(register as usize)?;
        let inst = self.function.insts().get(index as usize)?;
        Some((index, *inst))
    }

    /// Returns the instruction in this block that defines a value.
    pub(super) fn local_definition(&self, value: ValueId) -> Option<Inst> {
        let (index, inst) = self.definition(value)?;
        (index >= self.range.0 && index < self.range.1).then_some(inst)
    }

    /// Like `local_definition`, if this is the value's only use.
    pub(super) fn single_definition(&self, value: ValueId) -> Option<Inst> {
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

    /// Returns the instruction that defines a value if it is in this block or in a more deeply
    /// nested one, so that it may run here instead.
    pub(super) fn nearby_definition(&self, value: ValueId) -> Option<Inst> {
        if !self.fuse {
            return None;
        }
        let (index, inst) = self.definition(value)?;
        if index >= self.range.0 && index < self.range.1 {
            return Some(inst);
        }
        let block = self.function.block_of(InstId(index));
        let depth = self.flow.depth(self.flow.place(block.0));
        (depth > self.depth).then_some(inst)
    }

    /// Replaces a use of a value by uses of its operands. When the last use is replaced, the
    /// definition's own uses of its operands are dropped.
    pub(super) fn replace_use(&mut self, value: ValueId, operands: &[ValueId]) {
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
}

/// Returns true if a conversion leaves the register as it is.
fn is_free(op: CastOp, from: Type, to: Type) -> bool {
    match op {
        CastOp::Bitcast => true,
        CastOp::ZExt => !from.is_vector() && !to.is_vector(),
        _ => false,
    }
}

/// Returns the address of a function or a global.
pub(in super::super) fn global_address(
    function: &Function,
    info: &ProgramInfo<'_>,
    value: ValueId,
) -> u64 {
    match function.value_name(value) {
        ValueKind::Function(index) => u64::from(info.number(FuncId(index)).0) + 1,
        ValueKind::Global(index) => u64::from(info.globals[index as usize]),
        local => unreachable!("{local} is no address"),
    }
}
