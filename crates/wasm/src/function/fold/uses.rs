//! Records the uses of values, and computes bounds on the bits of results.

use super::super::offsets::ANY_BASE_LIMIT;
use super::Value;
use super::effects::{Effects, effects_of};
use crate::operands::for_each_evaluated;
use crate::plan::Plan;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::{BinaryOp, CastOp};
use pinnacle_pexe::{FuncId, Inst, Type, ValueId};

/// Records uses, and bounds the bits of results.
pub(super) struct Uses<'l> {
    pub(super) first_local: u32,
    /// The number of parameters, and the number of constants, which follow them.
    pub(super) params: u32,
    pub(super) constants: u32,
    /// Number of function addresses.
    pub(super) functions: u32,
    pub(super) list: &'l mut [Value],
    pub(super) operands: &'l mut Vec<u32>,
    pub(super) taken: &'l mut Vec<FuncId>,
}

impl Uses<'_> {
    /// Records the use of a value. Returns the bound on its bits.
    #[inline(always)]
    fn count(&mut self, value: ValueId) -> u8 {
        let Some(local) = value.0.checked_sub(self.first_local) else {
            self.take_address(value);
            return 32;
        };
        if local.wrapping_sub(self.params) >= self.constants {
            self.operands.push(local);
        }
        let value = &mut self.list[local as usize];
        value.uses += 1;
        value.bits
    }

    /// Records the use of the address of a load or store.
    #[inline(always)]
    fn count_access(&mut self, address: ValueId) {
        self.count(address);
        if let Some(local) = address.0.checked_sub(self.first_local) {
            self.list[local as usize].accesses += 1;
        }
    }

    /// Returns true if an instruction is the sum of a value and a constant that may be the offset of
    /// an access.
    #[inline(always)]
    pub(super) fn is_offset_of_sum(&self, function: &Function, inst: &Inst) -> bool {
        let Inst::Binary {
            op: BinaryOp::Add,
            rhs,
            ..
        } = *inst
        else {
            return false;
        };
        let constant = function.constant(rhs);
        constant
            .is_some_and(|constant| constant.ty == Type::I32 && constant.bits() <= ANY_BASE_LIMIT)
    }

    /// Records a use of an operand that this instruction does not evaluate.
    #[inline(always)]
    fn count_only(&mut self, value: ValueId) {
        match value.0.checked_sub(self.first_local) {
            Some(local) => self.list[local as usize].uses += 1,
            None => self.take_address(value),
        }
    }

    /// Records a use of the address of a function or global.
    fn take_address(&mut self, value: ValueId) {
        if value.0 < self.functions {
            self.taken.push(FuncId(value.0));
        }
    }

    /// Records the uses in an instruction. Returns its effects and, if it defines an integer, the
    /// bound on the bits.
    #[inline(always)]
    pub(super) fn look_at(
        &mut self,
        function: &Function,
        plan: &Plan<'_>,
        inst: &Inst,
        ty: Type,
    ) -> (Effects, Option<u8>) {
        let effects = || effects_of(function, plan, inst);
        match *inst {
            Inst::Binary { op, lhs, rhs } => {
                let (left, right) = (self.count(lhs), self.count(rhs));
                let width = ty.bits();
                let count = || {
                    let constant = function.constant(rhs)?;
                    Some((constant.bits() as u32 & (width - 1)) as u8)
                };
                let bits = match op {
                    BinaryOp::And => left.min(right),
                    BinaryOp::Or | BinaryOp::Xor => left.max(right),
                    BinaryOp::Add => left.max(right) + 1,
                    BinaryOp::Mul => left + right,
                    BinaryOp::UDiv => left.min(width as u8),
                    BinaryOp::URem => left.min(right).min(width as u8),
                    BinaryOp::Shl => count().map_or(64, |count| left + count),
                    BinaryOp::LShr => {
                        let left = left.min(width as u8);
                        left.saturating_sub(count().unwrap_or(0))
                    }
                    _ => 64,
                };
                (effects(), Some(bits))
            }
            Inst::Load { address, .. } => {
                self.count_access(address);
                (effects(), Some(ty.bits() as u8))
            }
            Inst::Store { address, value, .. } => {
                self.count_access(address);
                self.count(value);
                (effects(), None)
            }
            Inst::Compare { lhs, rhs, .. } => {
                self.count(lhs);
                self.count(rhs);
                (effects(), Some(1))
            }
            Inst::Cast { op, value, ty } => {
                let bits = self.count(value);
                let from = function.value_type(value);
                let bits = match op {
                    CastOp::Trunc => bits,
                    CastOp::ZExt => bits.min(from.bits() as u8),
                    CastOp::SExt if bits < from.bits() as u8 => bits,
                    CastOp::Bitcast if from == ty => bits,
                    _ => 64,
                };
                (effects(), Some(bits))
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                let bits = self.count(if_true).max(self.count(if_false));
                self.count(condition);
                (effects(), Some(bits))
            }
            Inst::Phi { incoming, .. } => {
                for (value, _) in function.phi_incoming(incoming) {
                    self.count_only(value);
                }
                (effects(), Some(ty.bits() as u8))
            }
            _ => {
                for_each_evaluated(function, inst, |value| {
                    self.count(value);
                });
                let bits = match *inst {
                    Inst::ExtractElement { index, .. } => {
                        self.count_only(index);
                        ty.bits() as u8
                    }
                    Inst::InsertElement { index, .. } => {
                        self.count_only(index);
                        64
                    }
                    // Intrinsics return clean values.
                    Inst::Call { .. } => ty.bits() as u8,
                    _ => 64,
                };
                (effects(), inst.has_result().then_some(bits))
            }
        }
    }
}
