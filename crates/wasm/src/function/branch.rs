//! Writes conditional branches.
//!
//! WebAssembly compilers fuse a comparison with a branch, but not a combination of comparisons.
//! Therefore a branch on one of two conditions becomes two branches. If only the opposite
//! comparison is available, the branch is inverted.

use super::emit::Emitter;
use super::fold::is_pure;
use super::written::opcode;
use crate::operands::for_each_evaluated;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{Inst, ValueId};
use wasm_encoder::BlockType;

/// Number of bytes at the start of a conditional without a result.
const IF_LENGTH: usize = 2;

impl Emitter<'_> {
    /// Opens a conditional.
    pub(super) fn open_if(&mut self, node: u32, negate: bool, has_else: bool) {
        let (condition, place) = self.branch_of(node);
        if !has_else && self.alternatives(condition, !negate).is_some() {
            self.sink().block(BlockType::Empty);
            self.branch_if_condition(condition, !negate, 0, place);
        } else if !has_else && self.is_negative(condition, negate) {
            self.condition(condition, !negate);
            self.mark(place);
            self.sink().if_(BlockType::Empty).else_();
        } else {
            self.condition(condition, negate);
            self.mark(place);
            self.sink().if_(BlockType::Empty);
            self.opened_if = (!has_else).then_some(self.written.code.len());
        }
    }

    /// Branches to a label. A conditional that contains nothing else becomes a conditional branch.
    pub(super) fn branch(&mut self, depth: u32) {
        let code = &mut self.written.code;
        match (self.opened_if.take(), depth.checked_sub(1)) {
            (Some(start), Some(outside)) if start == code.len() => {
                code.truncate(start - IF_LENGTH);
                self.written.with_number(opcode::BRANCH_IF, outside);
                self.is_if_closed = true;
            }
            _ => self.written.with_number(opcode::BRANCH, depth),
        }
    }

    /// Closes a label, unless it belongs to a conditional that became a branch.
    pub(super) fn close(&mut self) {
        if !std::mem::take(&mut self.is_if_closed) {
            self.sink().end();
        }
    }

    /// Branches to a label if the condition of a node is true, or false if negated.
    pub(super) fn branch_if(&mut self, node: u32, negate: bool, depth: u32) {
        let (condition, place) = self.branch_of(node);
        self.branch_if_condition(condition, negate, depth, place);
    }

    fn branch_if_condition(&mut self, condition: ValueId, negate: bool, depth: u32, place: u32) {
        if let Some((first, second)) = self.alternatives(condition, negate) {
            self.branch_if_condition(first, negate, depth, place);
            self.branch_if_condition(second, negate, depth, place);
        } else if self.is_negative(condition, negate) {
            self.sink().block(BlockType::Empty);
            self.condition(condition, !negate);
            self.mark(place);
            self.sink().br_if(0).br(depth + 1).end();
        } else {
            self.condition(condition, negate);
            self.mark(place);
            self.written.with_number(opcode::BRANCH_IF, depth);
        }
    }

    /// Splits a condition into two alternatives. The second one need not be evaluated if the first
    /// one is true.
    fn alternatives(&self, condition: ValueId, negate: bool) -> Option<(ValueId, ValueId)> {
        let Some((_, Inst::Binary { op, lhs, rhs })) = self.folded(condition) else {
            return None;
        };
        let either = match negate {
            true => BinaryOp::And,
            false => BinaryOp::Or,
        };
        if op != either || self.function.value_type(lhs) != Type::I1 {
            return None;
        }
        [(lhs, rhs), (rhs, lhs)]
            .into_iter()
            .find(|&(_, second)| self.is_dispensable(second))
    }

    /// Returns true if a value's expression can be skipped: it has no effects, and no other code
    /// uses values that it computes. This is recursive, because expressions are not deep.
    fn is_dispensable(&self, value: ValueId) -> bool {
        let Some((_, inst)) = self.folded(value) else {
            return !self.is_computed_here(value);
        };
        let mut is_dispensable = is_pure(self.function, self.plan, &inst);
        for_each_evaluated(self.function, &inst, |operand| {
            is_dispensable = is_dispensable && self.is_dispensable(operand);
        });
        is_dispensable
    }

    /// Returns the condition of a node's branch, and the instruction that is reported if a fused
    /// trap occurs.
    fn branch_of(&self, node: u32) -> (ValueId, u32) {
        let at = self.graph.nodes[node as usize].end - 1;
        let Inst::CondBr {
            condition,
            if_true,
            if_false,
        } = self.function.insts()[at as usize]
        else {
            unreachable!("a node that branches ends with a conditional branch");
        };
        if !self.plan.source_map {
            return (condition, at);
        }
        // Engines fuse a branch to a trap into one trapping instruction.
        let mut traps = [if_true, if_false].into_iter();
        let place = traps.find_map(|block| self.only_traps(block));
        (condition, place.unwrap_or(at))
    }
}
