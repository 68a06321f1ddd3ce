//! Visits what instructions use: their operands and their successor blocks.
//!
//! Operands are stored in the instruction itself or in pools of its body. Each table here lists the
//! operands of one kind for all instructions; it is used both to read and to change them.

use crate::body::{Body, Clause};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, CallId, List};
use crate::instruction::{BinaryFlags, BinaryOp, CastFlags, FastMath, InstructionKind, Value};

impl InstructionKind {
    /// An operation on two numbers, which may be floating point. The flags only apply to integers.
    pub(crate) const fn binary(op: BinaryOp, flags: BinaryFlags, lhs: Value, rhs: Value) -> Self {
        use BinaryOp as Op;
        match op {
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => InstructionKind::FloatBinary {
                op,
                flags: FastMath::NONE,
                lhs,
                rhs,
            },
            _ => InstructionKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            },
        }
    }

    /// The list of values that an instruction has in [`Body::values`](crate::Body::values).
    /// Arguments of calls are not included.
    #[must_use]
    pub const fn value_list(&self) -> Option<List> {
        use InstructionKind as K;
        match *self {
            K::Select { operands, .. }
            | K::CompareExchange { operands, .. }
            | K::GetElementPtr { operands, .. }
            | K::InsertElement { operands } => Some(operands),
            K::CatchPad { arguments, .. } | K::CleanupPad { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// The call site of a call, an invoke or a callbr.
    #[must_use]
    pub const fn call(&self) -> Option<CallId> {
        use InstructionKind as K;
        match *self {
            K::Call(call) | K::Invoke { call, .. } | K::CallBranch { call, .. } => Some(call),
            _ => None,
        }
    }

    /// Replaces the values that are in the instruction itself and not in a pool of the body.
    #[inline]
    pub fn map_direct_operands(&mut self, mut each: impl FnMut(Value) -> Value) {
        use InstructionKind as K;
        let mut one = |value: &mut Value| *value = each(*value);
        match self {
            K::Return(Some(value))
            | K::ConditionalBranch {
                condition: value, ..
            }
            | K::Switch { value, .. }
            | K::IndirectBranch { address: value, .. }
            | K::Resume(value)
            | K::CleanupReturn { pad: value, .. }
            | K::CatchReturn { pad: value, .. }
            | K::CatchPad { parent: value, .. }
            | K::Negate { value, .. }
            | K::Cast { value, .. }
            | K::Freeze(value)
            | K::Load { pointer: value, .. }
            | K::ExtractValue {
                aggregate: value, ..
            }
            | K::VaArg(value)
            | K::CatchSwitch {
                parent: Some(value),
                ..
            }
            | K::CleanupPad {
                parent: Some(value),
                ..
            }
            | K::Alloca {
                count: Some(value), ..
            } => one(value),
            K::Binary { lhs, rhs, .. }
            | K::FloatBinary { lhs, rhs, .. }
            | K::IntCompare { lhs, rhs, .. }
            | K::FloatCompare { lhs, rhs, .. }
            | K::ShuffleVector { lhs, rhs, .. } => {
                one(lhs);
                one(rhs);
            }
            K::Store { value, pointer, .. } | K::ReadModifyWrite { value, pointer, .. } => {
                one(value);
                one(pointer);
            }
            K::InsertValue {
                aggregate, element, ..
            } => {
                one(aggregate);
                one(element);
            }
            K::ExtractElement { vector, index } => {
                one(vector);
                one(index);
            }
            K::Return(None)
            | K::Branch(_)
            | K::Invoke { .. }
            | K::CallBranch { .. }
            | K::Unreachable
            | K::CatchSwitch { parent: None, .. }
            | K::CleanupPad { parent: None, .. }
            | K::Alloca { count: None, .. }
            | K::LandingPad { .. }
            | K::Select { .. }
            | K::Phi { .. }
            | K::Fence(_)
            | K::CompareExchange { .. }
            | K::GetElementPtr { .. }
            | K::InsertElement { .. }
            | K::Call(_) => {}
        }
    }

    /// Calls `each` with the successors of a terminator: first those in the instruction itself,
    /// then those in a list.
    #[inline]
    pub fn for_each_successor(&self, body: &Body, mut each: impl FnMut(BlockId)) {
        let mut same = *self;
        same.map_direct_successors(|block| {
            each(block);
            block
        });
        if let Some(list) = self.successor_list() {
            body.block_list(list).iter().copied().for_each(&mut each);
        }
        if let InstructionKind::Switch { cases, .. } = *self {
            body.cases(cases)
                .iter()
                .for_each(|&(_, target)| each(target));
        }
    }

    /// The list of successors that an instruction has in
    /// [`Body::block_list`](crate::Body::block_list).
    const fn successor_list(&self) -> Option<List> {
        use InstructionKind as K;
        match *self {
            K::IndirectBranch {
                destinations: list, ..
            }
            | K::CallBranch { indirect: list, .. }
            | K::CatchSwitch { handlers: list, .. } => Some(list),
            _ => None,
        }
    }

    /// Replaces the successors that are in the instruction itself.
    #[inline]
    fn map_direct_successors(&mut self, mut each: impl FnMut(BlockId) -> BlockId) {
        use InstructionKind as K;
        let mut one = |block: &mut BlockId| *block = each(*block);
        match self {
            K::Branch(target)
            | K::CatchReturn { target, .. }
            | K::Switch {
                default: target, ..
            }
            | K::CallBranch {
                fallthrough: target,
                ..
            }
            | K::CleanupReturn {
                unwind: Some(target),
                ..
            }
            | K::CatchSwitch {
                unwind: Some(target),
                ..
            } => one(target),
            K::ConditionalBranch {
                if_true: first,
                if_false: second,
                ..
            }
            | K::Invoke {
                normal: first,
                unwind: second,
                ..
            } => {
                one(first);
                one(second);
            }
            _ => {}
        }
    }
}

impl Body {
    /// Calls `each` with every operand of an instruction that is a value. This includes the
    /// incoming values of phis and the clauses of landing pads.
    #[inline]
    pub fn for_each_operand(&self, kind: &InstructionKind, mut each: impl FnMut(Value)) {
        let mut same = *kind;
        same.map_direct_operands(|value| {
            each(value);
            value
        });
        if let Some(list) = kind.value_list() {
            self.values(list).iter().copied().for_each(each);
        } else if let Some(call) = kind.call() {
            let call = self.call(call);
            each(call.callee);
            let arguments = self.values(call.arguments).iter();
            arguments.copied().for_each(&mut each);
            for bundle in self.bundles(call.bundles) {
                let values = self.values(bundle.values).iter();
                values.copied().for_each(&mut each);
            }
        } else if let InstructionKind::Phi { incoming, .. } = *kind {
            let edges = self.incoming(incoming).iter();
            edges.for_each(|&(value, _)| each(value));
        } else if let InstructionKind::LandingPad { clauses, .. } = *kind {
            for clause in self.clauses(clauses) {
                let (Clause::Catch(value) | Clause::Filter(value)) = *clause;
                each(value);
            }
        }
    }

    /// Replaces every value that any instruction uses.
    pub fn map_operands(&mut self, mut each: impl FnMut(Value) -> Value) {
        for instruction in &mut self.instructions {
            instruction.kind.map_direct_operands(&mut each);
        }
        for value in &mut self.values {
            *value = each(*value);
        }
        for (value, _) in &mut self.incoming {
            *value = each(*value);
        }
        for call in &mut self.calls {
            call.callee = each(call.callee);
        }
        for clause in &mut self.clauses {
            let (Clause::Catch(value) | Clause::Filter(value)) = clause;
            *value = each(*value);
        }
    }

    /// Replaces the successors of a block. Phis are not changed.
    pub fn map_successors(&mut self, block: BlockId, mut each: impl FnMut(BlockId) -> BlockId) {
        let range = self.block(block);
        let last = self.instructions[range.start.index()..range.end.index()].last_mut();
        let Some(last) = last else {
            return;
        };
        let kind = &mut last.kind;
        kind.map_direct_successors(&mut each);
        if let Some(list) = kind.successor_list() {
            for target in list.of_mut(&mut self.block_lists) {
                *target = each(*target);
            }
        }
        if let InstructionKind::Switch { cases, .. } = *kind {
            for (_, target) in cases.of_mut(&mut self.cases) {
                *target = each(*target);
            }
        }
    }
}

impl ConstantKind {
    /// Returns the instruction equivalent to a constant expression, with these operands in the
    /// order of [`ConstantTable::for_each_operand`](crate::ConstantTable::for_each_operand). `list`
    /// adds lists of operands to the body's pool. `None` for other constants, and for shuffles
    /// whose mask is not constant.
    pub fn instruction(
        self,
        operands: &[Value],
        list: impl FnOnce(&[Value]) -> List,
    ) -> Option<InstructionKind> {
        use ConstantKind as C;
        use InstructionKind as K;
        Some(match (self, operands) {
            (C::Cast(op, _), &[value]) => K::Cast {
                op,
                flags: CastFlags::NONE,
                value,
            },
            (C::Negate(_), &[value]) => K::Negate {
                flags: FastMath::NONE,
                value,
            },
            (C::Binary(op, flags, ..), &[lhs, rhs]) => K::binary(op, flags, lhs, rhs),
            (C::IntCompare(predicate, ..), &[lhs, rhs]) => K::IntCompare {
                predicate,
                lhs,
                rhs,
            },
            (C::FloatCompare(predicate, ..), &[lhs, rhs]) => K::FloatCompare {
                predicate,
                flags: FastMath::NONE,
                lhs,
                rhs,
            },
            (C::Select(_), all) => K::Select {
                flags: FastMath::NONE,
                operands: list(all),
            },
            (C::ExtractElement(..), &[vector, index]) => K::ExtractElement { vector, index },
            (C::InsertElement(_), all) => K::InsertElement {
                operands: list(all),
            },
            (C::ShuffleVector(_), &[lhs, rhs, Value::Constant(mask)]) => {
                K::ShuffleVector { lhs, rhs, mask }
            }
            (C::GetElementPtr { source, flags, .. }, all) => K::GetElementPtr {
                source,
                flags,
                operands: list(all),
            },
            _ => return None,
        })
    }
}
