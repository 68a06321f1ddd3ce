//! Operations on two values.

use super::{Translator, operators};
use crate::helper::Helper;
use operators::Comparison;
use pinnacle_llvm::{BinaryOp as Op, Value};
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

impl Translator<'_, '_> {
    pub(super) fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Value {
        use BinaryOp::{AShr, LShr, SDiv, SRem, Shl, UDiv, URem};
        let ty = self.type_of(lhs);
        let lhs = self.value(lhs);
        match op {
            UDiv | SDiv | URem | SRem if self.may_be_undefined(op, ty, rhs) => {
                let rhs = self.value(rhs);
                self.code.helped(Helper::Divide(op, ty), &[lhs, rhs])
            }
            Shl | LShr | AShr => {
                let count = self.shift_count(ty, rhs);
                self.code.builder.binary(operators::binary(op), lhs, count)
            }
            _ => {
                let rhs = self.value(rhs);
                self.code.builder.binary(operators::binary(op), lhs, rhs)
            }
        }
    }

    /// Returns true if LLVM leaves a division by this divisor undefined for some dividend.
    fn may_be_undefined(&self, op: BinaryOp, ty: Type, divisor: ValueId) -> bool {
        let ones = u64::MAX >> (64 - ty.element_bits().max(1));
        match self.constant(divisor) {
            Some(0) | None => true,
            Some(bits) => bits == ones && matches!(op, BinaryOp::SDiv | BinaryOp::SRem),
        }
    }

    /// Returns the count of a shift, reduced by the width of the type, which is a power of two.
    fn shift_count(&mut self, ty: Type, count: ValueId) -> Value {
        let mask = u64::from(ty.element_bits().saturating_sub(1));
        if let Some(bits) = self.constant(count)
            && !ty.is_vector()
        {
            return self.code.int(ty.bits(), bits & mask);
        }
        let count = self.value(count);
        let mask = self.code.splat(ty, mask);
        self.code.builder.binary(Op::And, count, mask)
    }

    pub(super) fn compare(&mut self, predicate: Predicate, lhs: ValueId, rhs: ValueId) -> Value {
        let [lhs, rhs] = [lhs, rhs].map(|value| self.value(value));
        let builder = &mut self.code.builder;
        match operators::comparison(predicate) {
            Comparison::Integer(predicate) => builder.int_compare(predicate, lhs, rhs),
            Comparison::Float(predicate) => builder.float_compare(predicate, lhs, rhs),
        }
    }
}
