//! Comparisons: as values, in selects, and in branches.

use super::super::node::{NONE, Node, Purpose, Test, TestKind, takes_immediate};
use super::{DEPTH, Selector};
use crate::interp::op::Code;
use crate::interp::value::{is_wide, mask, sign_extend};
use crate::interp::vector::VectorOp;
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Inst, Predicate};
use pinnacle_pexe::types::Type;

impl Selector<'_> {
    /// Returns the test for a scalar comparison, unless its outcome is known.
    pub(super) fn test(
        &mut self,
        mut predicate: Predicate,
        mut lhs: ValueId,
        mut rhs: ValueId,
    ) -> Test {
        let ty = self.function.value_type(lhs);
        if self.number(lhs).is_some() && ty.is_integer() {
            std::mem::swap(&mut lhs, &mut rhs);
            predicate = predicate.swapped();
        }
        let test = Test {
            kind: TestKind::Int32,
            predicate,
            a: NONE,
            b: NONE,
            imm: 0,
            target: NONE,
            inst: self.inst,
        };
        let number = self.number(rhs).filter(|_| self.number(lhs).is_none());
        if ty.is_float() {
            let kind = if ty == Type::Double {
                TestKind::F64
            } else {
                TestKind::F32
            };
            let (a, b) = (self.register(lhs), self.register(rhs));
            return Test { kind, a, b, ..test };
        }
        if number == Some(0)
            && matches!(predicate, Predicate::Eq | Predicate::Ne)
            && let Some(Inst::Binary {
                op: BinaryOp::And,
                lhs: x,
                rhs: y,
            }) = self.single_definition(lhs)
        {
            for (x, y) in [(x, y), (y, x)] {
                if let Some(bits) = self.number(y).and_then(|bits| u32::try_from(bits).ok())
                    && self.number(x).is_none()
                {
                    self.replace_use(lhs, &[x]);
                    let a = self.low_or_whole(x);
                    return Test {
                        kind: TestKind::Bits,
                        a,
                        imm: bits,
                        ..test
                    };
                }
            }
            if self.number(x).is_none() && self.number(y).is_none() {
                self.replace_use(lhs, &[x, y]);
                let (a, b) = (self.register(x), self.register(y));
                return Test {
                    kind: TestKind::Bits,
                    a,
                    b,
                    ..test
                };
            }
        }
        if ty == Type::I64 {
            let kind = TestKind::Int64;
            if let Some(number) = number.filter(|&number| takes_immediate(predicate, 64, number)) {
                let a = self.register(lhs);
                return Test {
                    kind,
                    a,
                    imm: number as u32,
                    ..test
                };
            }
            let (a, b) = (self.register(lhs), self.register(rhs));
            return Test { kind, a, b, ..test };
        }
        use Predicate::*;
        let extend = ty != Type::I32 && matches!(predicate, Sgt | Sge | Slt | Sle);
        let number = number.map(|number| {
            if extend {
                sign_extend(number, ty.bits()) & mask(32)
            } else {
                number
            }
        });
        if let Some(number) = number.filter(|&number| takes_immediate(predicate, 32, number)) {
            let mut a = self.low_or_whole(lhs);
            if extend {
                a = self.sign_extended(a, ty);
            }
            return Test {
                a,
                imm: number as u32,
                ..test
            };
        }
        let (mut a, mut b) = (self.low_or_whole(lhs), self.low_or_whole(rhs));
        if extend {
            a = self.sign_extended(a, ty);
            b = self.sign_extended(b, ty);
        }
        Test { a, b, ..test }
    }

    pub(super) fn comparison(&mut self, predicate: Predicate, lhs: ValueId, rhs: ValueId, d: u32) {
        let ty = self.function.value_type(lhs);
        if ty.is_vector() {
            return self.vector(VectorOp::Compare(predicate, ty), d, &[lhs, rhs]);
        }
        if let Predicate::FTrue | Predicate::FFalse = predicate {
            let value = u32::from(predicate == Predicate::FTrue);
            self.drop_use(lhs);
            self.drop_use(rhs);
            self.push(Node::new(Code::Const).d(d).lo(value));
            return;
        }
        let test = self.test(predicate, lhs, rhs);
        if test.kind == TestKind::Bits {
            let bits = self.common_bits(&test);
            let code = if predicate == Predicate::Eq {
                Code::SetEq64Imm
            } else {
                Code::SetNe64Imm
            };
            self.push(Node::new(code).a(bits).d(d));
            return;
        }
        self.push(test.encode(Purpose::Set).d(d));
    }

    /// Selects the sum of a value and a comparison's result that is only used here. Returns false
    /// if the operands have another form.
    pub(super) fn count(&mut self, value: ValueId, outcome: ValueId, d: u32) -> bool {
        let Some(Inst::Compare {
            predicate,
            lhs,
            rhs,
        }) = self.single_definition(outcome)
        else {
            return false;
        };
        let ty = self.function.value_type(lhs);
        if ty.is_vector()
            || ty == Type::I64
            || matches!(predicate, Predicate::FTrue | Predicate::FFalse)
        {
            return false;
        }
        self.replace_use(outcome, &[lhs, rhs]);
        let mut test = self.test(predicate, lhs, rhs);
        if test.kind == TestKind::Bits {
            test = self.bits_as_number(test);
        }
        let value = self.low_register(value);
        self.push(test.encode(Purpose::Count).d(d).e(value));
        true
    }

    /// Converts a test of bits to a comparison with zero, for at most 32 bits.
    fn bits_as_number(&mut self, test: Test) -> Test {
        Test {
            kind: TestKind::Int32,
            a: self.common_bits(&test),
            b: NONE,
            imm: 0,
            ..test
        }
    }

    /// Returns a register with the bits that a test examines.
    fn common_bits(&mut self, test: &Test) -> u32 {
        let bits = self.fresh(false);
        let node = match test.b {
            NONE => Node::new(Code::And32Imm).lo(test.imm),
            b => Node::new(Code::And64).b(b),
        };
        self.push(node.a(test.a).d(bits));
        bits
    }

    pub(super) fn selection(
        &mut self,
        condition: ValueId,
        if_true: ValueId,
        if_false: ValueId,
        d: u32,
    ) {
        let ty = self.function.value_type(if_true);
        if self.function.value_type(condition).is_vector() {
            return self.vector(VectorOp::Select(ty), d, &[condition, if_true, if_false]);
        }
        if !is_wide(ty)
            && let Some(Inst::Compare {
                predicate,
                lhs,
                rhs,
            }) = self.nearby_definition(condition)
            && matches!(
                self.function.value_type(lhs),
                Type::I1 | Type::I8 | Type::I16 | Type::I32
            )
        {
            self.replace_use(condition, &[lhs, rhs]);
            let mut test = self.test(predicate, lhs, rhs);
            if test.kind == TestKind::Bits {
                test = self.bits_as_number(test);
            }
            let (x, y) = (self.register(if_true), self.register(if_false));
            let node = test.encode(Purpose::Select).d(d);
            let node = if test.b == NONE {
                node.b(x).e(y)
            } else {
                node.c(x).e(y)
            };
            self.push(node);
            return;
        }
        let code = if is_wide(ty) {
            Code::SelectWide
        } else {
            Code::Select
        };
        let (a, b, c) = (
            self.register(condition),
            self.register(if_true),
            self.register(if_false),
        );
        self.push(Node::new(code).d(d).a(a).b(b).c(c));
    }

    /// Emits tests that jump to `if_true` if the condition holds, and otherwise to `if_false` or to
    /// the next block.
    pub(super) fn condition(&mut self, condition: ValueId, if_true: u32, if_false: u32) {
        let mut leaves = Vec::new();
        let (op, target) = match self.single_definition(condition) {
            Some(Inst::Binary {
                op: BinaryOp::And, ..
            }) => (BinaryOp::And, if_false),
            _ => (BinaryOp::Or, if_true),
        };
        self.leaves(condition, op, DEPTH, &mut leaves);
        let last = leaves.len() - 1;
        for (index, leaf) in leaves.into_iter().enumerate() {
            let mut test = self.leaf(leaf);
            if index < last && op == BinaryOp::And {
                test = Test {
                    target,
                    ..test.inverted()
                };
            } else {
                test.target = if index < last { target } else { if_true };
            }
            self.s.tests.push(test);
        }
    }

    /// Returns the leaves of a tree of `and` or `or` operations on conditions.
    pub(super) fn leaves(
        &mut self,
        value: ValueId,
        op: BinaryOp,
        depth: u32,
        leaves: &mut Vec<ValueId>,
    ) {
        if depth > 0
            && let Some(Inst::Binary {
                op: found,
                lhs,
                rhs,
            }) = self.single_definition(value)
            && found == op
            && self.number(lhs).is_none()
            && self.number(rhs).is_none()
        {
            self.replace_use(value, &[lhs, rhs]);
            self.leaves(lhs, op, depth - 1, leaves);
            self.leaves(rhs, op, depth - 1, leaves);
        } else {
            leaves.push(value);
        }
    }

    pub(super) fn leaf(&mut self, value: ValueId) -> Test {
        if let Some(Inst::Compare {
            predicate,
            lhs,
            rhs,
        }) = self.nearby_definition(value)
            && !matches!(predicate, Predicate::FTrue | Predicate::FFalse)
            && self.function.value_type(value) == Type::I1
        {
            self.replace_use(value, &[lhs, rhs]);
            return self.test(predicate, lhs, rhs);
        }
        Test {
            kind: TestKind::Bool,
            predicate: Predicate::Ne,
            a: self.register(value),
            b: NONE,
            imm: 0,
            target: NONE,
            inst: self.inst,
        }
    }
}
