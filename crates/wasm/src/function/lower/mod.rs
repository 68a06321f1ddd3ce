//! Translates each instruction to WebAssembly. For each instruction there is a method of the
//! emitter, which pushes the operands and leaves the result on the stack.

mod allocas;
mod arithmetic;
mod atomic;
mod bulk;
mod call;
mod cast;
mod compare;
mod fast_path;
mod intrinsic;
mod memory;
mod setjmp;
mod switch;
mod vector;

use super::emit::Emitter;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::types::Type;

impl Emitter<'_> {
    /// Writes an instruction other than a phi or a terminator. Leaves its result, if any, on the
    /// stack.
    pub(super) fn inst(&mut self, at: u32, inst: &Inst) {
        let function = self.function;
        match *inst {
            Inst::Binary { op, lhs, rhs } => {
                let ty = function.value_type(lhs);
                if ty.is_vector() {
                    self.vector_binary(at, op, ty, lhs, rhs);
                } else {
                    self.binary(at, op, ty, lhs, rhs);
                }
            }
            Inst::Cast { op, ty, value } => {
                let from = function.value_type(value);
                if ty.is_vector() || from.is_vector() {
                    self.vector_cast(at, op, from, ty, value);
                } else {
                    self.cast(at, op, from, ty, value);
                }
            }
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                if function.value_type(lhs).is_vector() {
                    self.vector_compare(at, predicate, lhs, rhs);
                } else {
                    self.compare(at, predicate, false, lhs, rhs);
                }
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => self.select(at, condition, if_true, if_false),
            Inst::ExtractElement { vector, index } => self.extract_element(at, vector, index),
            Inst::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(at, vector, element, index),
            Inst::Load { ty, align, address } => self.load(at, ty, align, address),
            Inst::Store {
                align,
                address,
                value,
            } => self.store(at, align, address, value),
            Inst::Alloca { align, size } => self.alloca(at, align, size),
            Inst::Call { callee, args, .. } => self.call(at, callee, args),
            Inst::CallIndirect { ty, operands, .. } => self.call_indirect(at, ty, operands),
            Inst::Phi { .. }
            | Inst::RetVoid
            | Inst::Ret { .. }
            | Inst::Br { .. }
            | Inst::CondBr { .. }
            | Inst::Switch { .. }
            | Inst::Unreachable => {}
        }
    }

    /// Chooses between two values.
    fn select(&mut self, at: u32, condition: ValueId, if_true: ValueId, if_false: ValueId) {
        if self.function.value_type(condition).is_vector() {
            self.vector_select(at, condition, if_true, if_false);
            return;
        }
        let swap = self.is_negative(condition, false)
            && [if_true, if_false]
                .iter()
                .all(|&value| self.is_at_hand(value));
        let (first, second) = match swap {
            true => (if_false, if_true),
            false => (if_true, if_false),
        };
        self.value(first);
        self.value(second);
        self.condition(condition, swap);
        self.mark(at);
        if self.function.value_type(if_true).is_vector() {
            self.sink().typed_select(wasm_encoder::ValType::V128);
        } else {
            self.sink().select();
        }
    }
}

/// Returns true if operations on a type use 64 bits.
const fn is_long(ty: Type) -> bool {
    matches!(ty, Type::I64)
}
