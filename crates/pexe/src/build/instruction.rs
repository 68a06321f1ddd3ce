//! Values and instructions of a program that is being built, which have no final numbers yet.

use super::Callee;
use crate::function::ValueKind;
use crate::ids::{BlockId, FuncId};
use crate::inst::{Alignment, BinaryOp, CastOp, Predicate};
use crate::types::Type;
use std::fmt;
use std::ops::Range;

/// A value that can be an operand of instructions.
///
/// Parameters, constants and results of instructions can only be used in the body that they were
/// created for, but addresses in any body. The value of a call without a result has the type `void`
/// and cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    kind: ValueKind,
    ty: Type,
    /// The function that a local value belongs to.
    owner: FuncId,
}

impl Value {
    pub(super) const fn local(kind: ValueKind, ty: Type, owner: FuncId) -> Value {
        Value { kind, ty, owner }
    }

    pub(super) const fn address(kind: ValueKind) -> Value {
        Value {
            kind,
            ty: Type::I32,
            owner: FuncId(u32::MAX),
        }
    }

    pub(super) const fn kind(self) -> ValueKind {
        self.kind
    }

    pub(super) const fn owner(self) -> FuncId {
        self.owner
    }

    /// Returns the type of the value.
    pub const fn ty(self) -> Type {
        self.ty
    }
}

/// Displays the value with its index in the builder, which differs from its number in the finished
/// program.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// An instruction whose operands are [`Value`]s. Argument lists are ranges of the builder's pool.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Binary {
        op: BinaryOp,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: CastOp,
        value: Value,
        ty: Type,
    },
    Compare {
        predicate: Predicate,
        lhs: Value,
        rhs: Value,
    },
    Select {
        condition: Value,
        if_true: Value,
        if_false: Value,
    },
    Extract {
        vector: Value,
        index: Value,
    },
    Insert {
        vector: Value,
        element: Value,
        index: Value,
    },
    Load {
        ty: Type,
        align: Alignment,
        address: Value,
    },
    Store {
        align: Alignment,
        address: Value,
        value: Value,
    },
    Alloca {
        size: Value,
        align: Alignment,
    },
    Phi {
        ty: Type,
        incoming: Vec<(Value, BlockId)>,
    },
    Call {
        callee: Callee,
        args: Range<u32>,
        tail: bool,
    },
    CallIndirect {
        result: Type,
        address: Value,
        args: Range<u32>,
        tail: bool,
    },
    Return(Option<Value>),
    Branch(BlockId),
    BranchIf {
        condition: Value,
        if_true: BlockId,
        if_false: BlockId,
    },
    Switch {
        value: Value,
        default: BlockId,
        cases: Vec<(i64, BlockId)>,
    },
    Unreachable,
}

impl Instruction {
    pub(super) fn is_terminator(&self) -> bool {
        matches!(
            self,
            Instruction::Return(_)
                | Instruction::Branch(_)
                | Instruction::BranchIf { .. }
                | Instruction::Switch { .. }
                | Instruction::Unreachable
        )
    }

    /// Returns the type of the instruction's result, or `void` if it has none.
    pub(super) fn result_type(&self) -> Type {
        match self {
            Instruction::Binary { lhs, .. } => lhs.ty,
            Instruction::Cast { ty, .. }
            | Instruction::Load { ty, .. }
            | Instruction::Phi { ty, .. }
            | Instruction::CallIndirect { result: ty, .. } => *ty,
            Instruction::Compare { lhs, .. } => lhs.ty.comparison_result(),
            Instruction::Select { if_true, .. } => if_true.ty,
            Instruction::Extract { vector, .. } => vector.ty.element(),
            Instruction::Insert { vector, .. } => vector.ty,
            Instruction::Alloca { .. } => Type::I32,
            Instruction::Call { callee, .. } => callee.result,
            _ => Type::Void,
        }
    }

    /// Calls a function for each operand outside argument lists.
    pub(super) fn for_each_operand(&self, mut visit: impl FnMut(Value)) {
        match *self {
            Instruction::Binary { lhs, rhs, .. } | Instruction::Compare { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            Instruction::Cast { value, .. }
            | Instruction::Load { address: value, .. }
            | Instruction::Alloca { size: value, .. }
            | Instruction::CallIndirect { address: value, .. }
            | Instruction::Return(Some(value))
            | Instruction::BranchIf {
                condition: value, ..
            }
            | Instruction::Switch { value, .. } => visit(value),
            Instruction::Select {
                condition,
                if_true,
                if_false,
            } => {
                visit(condition);
                visit(if_true);
                visit(if_false);
            }
            Instruction::Extract { vector, index } => {
                visit(vector);
                visit(index);
            }
            Instruction::Insert {
                vector,
                element,
                index,
            } => {
                visit(vector);
                visit(element);
                visit(index);
            }
            Instruction::Store { address, value, .. } => {
                visit(address);
                visit(value);
            }
            Instruction::Phi { .. }
            | Instruction::Call { .. }
            | Instruction::Return(None)
            | Instruction::Branch(_)
            | Instruction::Unreachable => {}
        }
    }
}
