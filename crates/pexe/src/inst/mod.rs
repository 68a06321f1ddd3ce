//! The instructions of a function body.
//!
//! An [`Inst`] has sixteen bytes and contains no pointers. Lists of operands (arguments, operands
//! of phis, switch cases) are ranges of the function's operand pool; see [`crate::Function`].

mod operations;

pub use operations::{BinaryOp, CastOp, Predicate};

use crate::ids::{BlockId, FuncId, ValueId};
use crate::types::Type;
use std::fmt;

/// An alignment as in a record: zero for none, otherwise one more than the binary logarithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alignment(u8);

impl Alignment {
    /// The code of the greatest alignment, 2**29 bytes.
    pub const MAX_CODE: u64 = 30;

    /// No specified alignment.
    pub const NONE: Alignment = Alignment(0);

    /// Returns the alignment for the number in a record, or `None` if it is out of range.
    pub const fn from_code(code: u64) -> Option<Alignment> {
        if code <= Self::MAX_CODE {
            Some(Alignment(code as u8))
        } else {
            None
        }
    }

    /// Returns the number for a record.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the alignment in bytes, or zero if none is specified.
    pub const fn bytes(self) -> u32 {
        if self.0 == 0 { 0 } else { 1 << (self.0 - 1) }
    }
}

impl fmt::Display for Alignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bytes())
    }
}

/// A range of the function's operand pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// Index of the first word.
    pub start: u32,
    /// Number of words.
    pub len: u32,
}

impl Range {
    /// Returns the words of the range.
    #[inline]
    pub fn of(self, pool: &[u32]) -> &[u32] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }

    #[inline]
    fn of_mut(self, pool: &mut [u32]) -> &mut [u32] {
        &mut pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// `%v = add T lhs, rhs` and the other binary operations.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// First operand, of the same type as the second.
        lhs: ValueId,
        /// Second operand.
        rhs: ValueId,
    },
    /// `%v = zext T value to ty` and the other conversions.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The resulting type.
        ty: Type,
        /// The value to convert.
        value: ValueId,
    },
    /// `%v = icmp eq T lhs, rhs`, `%v = fcmp oeq T lhs, rhs`.
    Compare {
        /// The condition.
        predicate: Predicate,
        /// First operand, of the same type as the second.
        lhs: ValueId,
        /// Second operand.
        rhs: ValueId,
    },
    /// `%v = select C condition, T if_true, T if_false`.
    Select {
        /// `i1`, or a vector of `i1` with as many lanes as the values.
        condition: ValueId,
        /// The result if the condition is true.
        if_true: ValueId,
        /// The result if the condition is false.
        if_false: ValueId,
    },
    /// `%v = extractelement T vector, i32 index`.
    ExtractElement {
        /// The vector.
        vector: ValueId,
        /// An `i32` constant within the vector.
        index: ValueId,
    },
    /// `%v = insertelement T vector, E element, i32 index`.
    InsertElement {
        /// The vector.
        vector: ValueId,
        /// The new element.
        element: ValueId,
        /// An `i32` constant within the vector.
        index: ValueId,
    },
    /// `%v = load ty* address, align A`.
    Load {
        /// The type of the loaded value.
        ty: Type,
        /// The alignment that the program guarantees.
        align: Alignment,
        /// The address, an `i32`.
        address: ValueId,
    },
    /// `store T value, T* address, align A`.
    Store {
        /// The alignment that the program guarantees.
        align: Alignment,
        /// The address, an `i32`.
        address: ValueId,
        /// The value to store.
        value: ValueId,
    },
    /// `%v = alloca i8, i32 size, align A`.
    Alloca {
        /// The requested alignment.
        align: Alignment,
        /// The number of bytes, an `i32`.
        size: ValueId,
    },
    /// `%v = phi ty [value, %block], ...`. The pool contains pairs of a value and a block; see
    /// [`crate::Function::phi_incoming`].
    Phi {
        /// The type of the result.
        ty: Type,
        /// The pairs, two words each.
        incoming: Range,
    },
    /// `call T @f(...)`.
    Call {
        /// True if the call is marked as a tail call, a hint only.
        tail: bool,
        /// True if the call has a result, because the function does not return void.
        has_result: bool,
        /// The called function.
        callee: FuncId,
        /// The arguments in the pool.
        args: Range,
    },
    /// `call ty callee(...)`. The called signature consists of `ty` and the types of the arguments.
    CallIndirect {
        /// True if the call is marked as a tail call, a hint only.
        tail: bool,
        /// The result type, `void` for none.
        ty: Type,
        /// In the pool: the called address, followed by the arguments.
        operands: Range,
    },
    /// `ret void`.
    RetVoid,
    /// `ret T value`.
    Ret {
        /// The returned value.
        value: ValueId,
    },
    /// `br label %target`.
    Br {
        /// The next block.
        target: BlockId,
    },
    /// `br i1 condition, label %if_true, label %if_false`.
    CondBr {
        /// An `i1`.
        condition: ValueId,
        /// The next block if the condition is true.
        if_true: BlockId,
        /// The next block if the condition is false.
        if_false: BlockId,
    },
    /// `switch T value { default: ...; ... }`; see [`crate::Function::switch_cases`].
    Switch {
        /// The value to compare. Its type is an integer wider than `i1`.
        value: ValueId,
        /// In the pool: the default block, followed by the low word of the selector, the high word
        /// and the block for each case.
        cases: Range,
    },
    /// `unreachable`.
    Unreachable,
}

impl Inst {
    /// Returns true if the instruction ends a basic block.
    #[inline]
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::RetVoid
                | Inst::Ret { .. }
                | Inst::Br { .. }
                | Inst::CondBr { .. }
                | Inst::Switch { .. }
                | Inst::Unreachable
        )
    }

    /// Returns true if the instruction defines the next value of its function.
    #[inline]
    pub const fn has_result(&self) -> bool {
        match self {
            Inst::Call { has_result, .. } => *has_result,
            Inst::CallIndirect { ty, .. } => !matches!(ty, Type::Void),
            Inst::Store { .. } => false,
            other => !other.is_terminator(),
        }
    }

    /// Calls a function for each value that the instruction uses, in the order of the record. This
    /// includes the index of a vector element, which is a constant, and the operands of a phi,
    /// which are used at the end of other blocks. `pool` is the pool of the function.
    #[inline(always)]
    pub fn for_each_operand(&self, pool: &[u32], mut visit: impl FnMut(ValueId)) {
        match *self {
            Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            Inst::Cast { value, .. }
            | Inst::Load { address: value, .. }
            | Inst::Alloca { size: value, .. }
            | Inst::Ret { value }
            | Inst::CondBr {
                condition: value, ..
            }
            | Inst::Switch { value, .. } => visit(value),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                visit(if_true);
                visit(if_false);
                visit(condition);
            }
            Inst::ExtractElement { vector, index } => {
                visit(vector);
                visit(index);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                visit(vector);
                visit(element);
                visit(index);
            }
            Inst::Store { address, value, .. } => {
                visit(address);
                visit(value);
            }
            Inst::Phi { incoming, .. } => {
                let pairs = incoming.of(pool).chunks_exact(2);
                pairs.for_each(|pair| visit(ValueId(pair[0])));
            }
            Inst::Call { args: list, .. } | Inst::CallIndirect { operands: list, .. } => {
                list.of(pool).iter().for_each(|&word| visit(ValueId(word)));
            }
            Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
        }
    }

    /// Replaces each value that the instruction uses, in the order of [`Inst::for_each_operand`].
    #[inline]
    pub fn map_operands(&mut self, pool: &mut [u32], mut map: impl FnMut(ValueId) -> ValueId) {
        let mut one = |value: &mut ValueId| *value = map(*value);
        match self {
            Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
                one(lhs);
                one(rhs);
            }
            Inst::Cast { value, .. }
            | Inst::Load { address: value, .. }
            | Inst::Alloca { size: value, .. }
            | Inst::Ret { value }
            | Inst::CondBr {
                condition: value, ..
            }
            | Inst::Switch { value, .. } => one(value),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                one(if_true);
                one(if_false);
                one(condition);
            }
            Inst::ExtractElement { vector, index } => {
                one(vector);
                one(index);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                one(vector);
                one(element);
                one(index);
            }
            Inst::Store { address, value, .. } => {
                one(address);
                one(value);
            }
            Inst::Phi { incoming, .. } => {
                let values = incoming.of_mut(pool).iter_mut().step_by(2);
                values.for_each(|word| *word = map(ValueId(*word)).0);
            }
            Inst::Call { args: list, .. } | Inst::CallIndirect { operands: list, .. } => {
                let words = list.of_mut(pool).iter_mut();
                words.for_each(|word| *word = map(ValueId(*word)).0);
            }
            Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
        }
    }

    /// Calls a function for each successor block, once for each edge, in the order of the record;
    /// the default block of a switch comes first. Only terminators have successors. `pool` is the
    /// pool of the function.
    #[inline(always)]
    pub fn for_each_successor(&self, pool: &[u32], mut visit: impl FnMut(BlockId)) {
        match *self {
            Inst::Br { target } => visit(target),
            Inst::CondBr {
                if_true, if_false, ..
            } => {
                visit(if_true);
                visit(if_false);
            }
            Inst::Switch { cases, .. } => {
                let words = cases.of(pool);
                visit(BlockId(words[0]));
                let cases = words[1..].chunks_exact(3);
                cases.for_each(|case| visit(BlockId(case[2])));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_stays_small() {
        assert_eq!(size_of::<Inst>(), 16);
    }
}
