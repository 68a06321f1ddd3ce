//! Division and remainder.
//!
//! LLVM leaves both undefined for the divisor 0 and for the smallest integer divided by -1. Here
//! the first is a trap. The second is a trap for a division, and 0 for a remainder.

use crate::abi::Trap;
use crate::code::Code;
use crate::helper::Helper;
use pinnacle_llvm::{BinaryOp as Op, IntPredicate, Value};
use pinnacle_pexe::Type;
use pinnacle_pexe::inst::BinaryOp;

impl Code<'_, '_> {
    /// Writes the body of a division or remainder.
    pub(super) fn divide(&mut self, op: BinaryOp, ty: Type) {
        let (lhs, rhs) = (self.builder.parameter(0), self.builder.parameter(1));
        let result = if ty.is_vector() {
            self.divide_lanes(op, ty, lhs, rhs)
        } else {
            self.divide_scalars(op, ty, lhs, rhs)
        };
        self.builder.ret(Some(result));
    }

    fn divide_scalars(&mut self, op: BinaryOp, ty: Type, lhs: Value, rhs: Value) -> Value {
        let zero = self.zero(ty);
        let is_zero = self.compare(IntPredicate::Eq, rhs, zero);
        self.trap_if(is_zero, Trap::DivisionByZero);
        match op {
            BinaryOp::UDiv => self.builder.binary(Op::UDiv, lhs, rhs),
            BinaryOp::URem => self.builder.binary(Op::URem, lhs, rhs),
            BinaryOp::SDiv => {
                let least = self.int(ty.bits(), 1 << (ty.bits() - 1));
                let ones = self.int(ty.bits(), u64::MAX);
                let is_least = self.compare(IntPredicate::Eq, lhs, least);
                let is_ones = self.compare(IntPredicate::Eq, rhs, ones);
                let overflows = self.builder.binary(Op::And, is_least, is_ones);
                self.trap_if(overflows, Trap::IntegerOverflow);
                self.builder.binary(Op::SDiv, lhs, rhs)
            }
            _ => {
                // The remainder by 1 is 0, like that by -1.
                let ones = self.int(ty.bits(), u64::MAX);
                let one = self.int(ty.bits(), 1);
                let is_ones = self.compare(IntPredicate::Eq, rhs, ones);
                let divisor = self.builder.select(is_ones, one, rhs);
                self.builder.binary(Op::SRem, lhs, divisor)
            }
        }
    }

    /// Divides lane by lane, with the scalar helper.
    fn divide_lanes(&mut self, op: BinaryOp, ty: Type, lhs: Value, rhs: Value) -> Value {
        let mut result = lhs;
        for lane in 0..ty.lanes() {
            let operands = [lhs, rhs].map(|vector| self.element(ty, vector, lane));
            let quotient = self.helped(Helper::Divide(op, ty.element()), &operands);
            let index = self.word(lane);
            result = self.with_element(result, quotient, index);
        }
        result
    }
}
