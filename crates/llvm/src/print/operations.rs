//! Prints instructions that compute, access memory, or take values apart.

use super::dialect::Habit;
use super::instruction::BodyPrinter;
use crate::body::OldForm;
use crate::constants::ConstantKind;
use crate::ids::{List, TypeId};
use crate::instruction::{Atomicity, InstructionKind, Ordering, Value};
use crate::types::Type;

impl BodyPrinter<'_, '_> {
    /// Prints arithmetic, comparisons and conversions.
    pub(super) fn arithmetic(&mut self, kind: InstructionKind, result: Option<TypeId>) {
        use InstructionKind as K;
        let body = self.body;
        match kind {
            K::Negate { flags, value } => {
                self.push("fneg");
                self.fast_math(flags);
                self.push(" ");
                self.typed(value);
            }
            K::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                self.push(op.text());
                self.flags(flags.words());
                self.pair(lhs, rhs);
            }
            K::FloatBinary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                let word = self.binary_word(op);
                self.push(word);
                self.fast_math(flags);
                self.pair(lhs, rhs);
            }
            K::Cast { op, flags, value } => {
                self.push(op.text());
                self.flags(flags.words());
                self.push(" ");
                self.typed(value);
                if let Some(result) = result {
                    self.push(" to ");
                    self.ty(result);
                }
            }
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => {
                let old = self.old_form == Some(OldForm::VectorCompare);
                self.push(if old { "vicmp " } else { "icmp " });
                self.push(predicate.text());
                self.pair(lhs, rhs);
            }
            K::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            } => {
                let old = self.old_form == Some(OldForm::VectorCompare);
                self.push(if old { "vfcmp" } else { "fcmp" });
                self.fast_math(flags);
                self.push(" ");
                self.push(predicate.text());
                self.pair(lhs, rhs);
            }
            K::Select { flags, operands } => {
                self.push("select");
                self.fast_math(flags);
                self.push(" ");
                self.typed_list(operands);
            }
            K::Phi { flags, incoming } => {
                self.push("phi");
                self.fast_math(flags);
                if let Some(result) = result {
                    self.push(" ");
                    self.ty(result);
                }
                for (index, &(value, block)) in body.incoming(incoming).iter().enumerate() {
                    self.push(if index == 0 { " [ " } else { ", [ " });
                    self.value(value);
                    self.push(", ");
                    self.block_reference(block);
                    self.push(" ]");
                }
            }
            K::Freeze(value) => {
                let old = self.old_form == Some(OldForm::Free);
                self.push(if old { "free " } else { "freeze " });
                self.typed(value);
            }
            _ => unreachable!("an instruction of another family"),
        }
    }

    /// Prints instructions that access memory.
    pub(super) fn memory(&mut self, kind: InstructionKind, result: Option<TypeId>) {
        use InstructionKind as K;
        match kind {
            K::Alloca {
                allocated,
                count,
                align,
                in_alloca,
                swift_error,
            } => {
                let malloc = self.old_form == Some(OldForm::Malloc);
                self.push(if malloc { "malloc " } else { "alloca " });
                self.push(if in_alloca { "inalloca " } else { "" });
                self.push(if swift_error { "swifterror " } else { "" });
                self.ty(allocated);
                if let Some(count) = count.filter(|&count| !self.is_hidden_count(count)) {
                    self.push(", ");
                    self.typed(count);
                }
                self.align(", ", align);
                let space = result.map(|ty| self.module.types.get(ty));
                if let Some(Type::Pointer(space @ 1..)) = space {
                    self.push(", addrspace(");
                    self.number(space.into());
                    self.push(")");
                }
            }
            K::Load {
                pointer,
                align,
                volatile,
                atomicity,
            } => {
                self.access("load ", volatile);
                self.access_words(volatile, atomicity);
                if let Some(result) = result.filter(|_| !self.has(Habit::ImpliedTypes)) {
                    self.ty(result);
                    self.push(", ");
                }
                self.address(pointer, result);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::Store {
                value,
                pointer,
                align,
                volatile,
                atomicity,
            } => {
                self.access("store ", volatile);
                self.access_words(volatile, atomicity);
                self.typed(value);
                self.push(", ");
                let pointee = self.type_of(value);
                self.address(pointer, pointee);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::Fence(atomicity) => {
                self.push("fence");
                self.atomicity(atomicity);
            }
            K::CompareExchange {
                operands,
                align,
                weak,
                volatile,
                success,
                failure,
                scope,
            } => {
                self.push("cmpxchg ");
                self.push(if weak { "weak " } else { "" });
                self.push(if volatile { "volatile " } else { "" });
                self.address_list(operands, None);
                self.scope(scope);
                self.push(" ");
                self.push(success.text());
                if !self.has(Habit::OneOrdering) {
                    self.push(" ");
                    self.push(failure.text());
                }
                self.align(", ", align);
            }
            K::ReadModifyWrite {
                op,
                pointer,
                value,
                align,
                volatile,
                atomicity,
            } => {
                self.push("atomicrmw ");
                self.push(if volatile { "volatile " } else { "" });
                self.push(op.text());
                self.push(" ");
                let pointee = self.type_of(value);
                self.address(pointer, pointee);
                self.push(", ");
                self.typed(value);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::GetElementPtr {
                source,
                flags,
                operands,
            } => {
                self.push("getelementptr");
                self.flags(flags.words());
                self.push(" ");
                if !self.has(Habit::ImpliedTypes) {
                    self.ty(source);
                    self.push(", ");
                }
                self.address_list(operands, Some(source));
            }
            K::VaArg(list) => {
                self.push("va_arg ");
                self.typed(list);
                if let Some(result) = result {
                    self.push(", ");
                    self.ty(result);
                }
            }
            _ => unreachable!("an instruction of another family"),
        }
    }

    /// Prints instructions that access parts of aggregates and vectors.
    pub(super) fn parts(&mut self, kind: InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::ExtractValue { aggregate, indices } => {
                let old = self.old_form == Some(OldForm::GetResult);
                self.push(if old { "getresult " } else { "extractvalue " });
                self.typed(aggregate);
                self.indices(indices);
            }
            K::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                self.push("insertvalue ");
                self.typed(aggregate);
                self.push(", ");
                self.typed(element);
                self.indices(indices);
            }
            K::ExtractElement { vector, index } => {
                self.push("extractelement ");
                self.typed(vector);
                self.push(", ");
                self.typed(index);
            }
            K::InsertElement { operands } => {
                self.push("insertelement ");
                self.typed_list(operands);
            }
            K::ShuffleVector { lhs, rhs, mask } => {
                self.push("shufflevector ");
                self.typed(lhs);
                self.push(", ");
                self.typed(rhs);
                self.push(", ");
                self.typed_constant(mask);
            }
            _ => unreachable!("an instruction of another family"),
        }
    }

    fn access_words(&mut self, volatile: bool, atomicity: Atomicity) {
        self.push(if atomicity.ordering == Ordering::NotAtomic {
            ""
        } else {
            "atomic "
        });
        let here = volatile && !self.has(Habit::VolatileFirst);
        self.push(if here { "volatile " } else { "" });
    }

    /// Prints the keyword of an access, and `volatile` before or after it.
    fn access(&mut self, word: &str, volatile: bool) {
        let here = volatile && self.has(Habit::VolatileFirst);
        self.push(if here { "volatile " } else { "" });
        self.push(word);
    }

    /// Returns true if an element count is one and is therefore omitted. Since 3.7 only a 32-bit
    /// count is.
    fn is_hidden_count(&self, count: Value) -> bool {
        let Value::Constant(constant) = count else {
            return false;
        };
        let constant = self.module.constants.get(constant);
        let is_word = self.module.types.get(constant.ty) == Type::Integer(32);
        self.dialect.is_some()
            && constant.kind == ConstantKind::Bits(1)
            && (is_word || self.has(Habit::HiddenCounts))
    }

    fn indices(&mut self, indices: List) {
        let body = self.body;
        for &index in body.indices(indices) {
            self.push(", ");
            self.number(index.into());
        }
    }
}
