//! Translates comparisons of scalars, and evaluates conditions.

use super::super::emit::Emitter;
use super::is_long;
use pinnacle_pexe::inst::{Inst, Predicate};
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{ValueId, inst::BinaryOp};

impl Emitter<'_> {
    /// Pushes a number that is not 0 if a condition of type `i1` is true or, with `negate`, if it
    /// is false.
    pub(in crate::function) fn condition(&mut self, condition: ValueId, negate: bool) {
        match self.folded(condition) {
            Some((
                at,
                Inst::Compare {
                    predicate,
                    lhs,
                    rhs,
                },
            )) => {
                self.compare(at, predicate, negate, lhs, rhs);
                return;
            }
            // A condition that is negated by `xor` with true.
            Some((
                _,
                Inst::Binary {
                    op: BinaryOp::Xor,
                    lhs,
                    rhs,
                },
            )) if self.constant(rhs) == Some(1) => {
                self.condition(lhs, !negate);
                return;
            }
            // Both operands are conditions, so their combination is one too.
            Some((
                at,
                Inst::Binary {
                    op: op @ (BinaryOp::And | BinaryOp::Or),
                    lhs,
                    rhs,
                },
            )) if self.is_condition(lhs) && self.is_condition(rhs) => {
                self.condition(lhs, negate);
                self.condition(rhs, negate);
                self.mark(at);
                match (op == BinaryOp::And) != negate {
                    true => self.sink().i32_and(),
                    false => self.sink().i32_or(),
                };
                return;
            }
            // An `i1` truncated from a wider value is its lowest bit.
            _ => self.clean(condition),
        }
        if negate {
            self.sink().i32_eqz();
        }
    }

    /// Returns true if [`Emitter::condition`] yields 0 or 1 for a value.
    fn is_condition(&self, value: ValueId) -> bool {
        self.function.value_type(value) == Type::I1
    }

    /// Returns true if the opposite of a condition is cheaper to evaluate. WebAssembly's
    /// floating-point comparisons, except `ne`, are false for NaN.
    pub(in crate::function) fn is_negative(&self, condition: ValueId, negate: bool) -> bool {
        use Predicate::{FOrd, FUeq, FUge, FUgt, FUle, FUlt};
        match self.folded(condition) {
            Some((_, Inst::Compare { predicate, .. })) => {
                let predicate = match negate {
                    true => predicate.inverse(),
                    false => predicate,
                };
                matches!(predicate, FUge | FUgt | FUle | FUlt | FUeq | FOrd)
            }
            Some((
                _,
                Inst::Binary {
                    op: BinaryOp::Xor,
                    lhs,
                    rhs,
                },
            )) if self.constant(rhs) == Some(1) => self.is_negative(lhs, !negate),
            _ => false,
        }
    }

    /// Compares two scalars. The result is 0 or 1.
    pub(super) fn compare(
        &mut self,
        at: u32,
        predicate: Predicate,
        negate: bool,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        let ty = self.function.value_type(lhs);
        let predicate = match negate {
            true => predicate.inverse(),
            false => predicate,
        };
        if predicate.is_integer() {
            self.compare_integers(at, predicate, ty, lhs, rhs);
        } else {
            self.compare_floats(at, predicate, ty, lhs, rhs);
        }
    }

    fn compare_integers(
        &mut self,
        at: u32,
        predicate: Predicate,
        ty: Type,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        use Predicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule};
        let long = is_long(ty);
        let is_zero = self.constant(rhs) == Some(0);
        if predicate == Eq && is_zero {
            self.clean(lhs);
            self.mark(at);
            if long {
                self.sink().i64_eqz();
            } else {
                self.sink().i32_eqz();
            }
            return;
        }
        let signed = matches!(predicate, Sgt | Sge | Slt | Sle);
        for operand in [lhs, rhs] {
            if signed {
                self.signed(operand);
            } else {
                self.clean(operand);
            }
        }
        self.mark(at);
        let mut sink = self.sink();
        match (predicate, long) {
            (Eq, false) => sink.i32_eq(),
            (Eq, true) => sink.i64_eq(),
            (Ne, false) => sink.i32_ne(),
            (Ne, true) => sink.i64_ne(),
            (Ugt, false) => sink.i32_gt_u(),
            (Ugt, true) => sink.i64_gt_u(),
            (Uge, false) => sink.i32_ge_u(),
            (Uge, true) => sink.i64_ge_u(),
            (Ule, false) => sink.i32_le_u(),
            (Ule, true) => sink.i64_le_u(),
            (Sgt, false) => sink.i32_gt_s(),
            (Sgt, true) => sink.i64_gt_s(),
            (Sge, false) => sink.i32_ge_s(),
            (Sge, true) => sink.i64_ge_s(),
            (Slt, false) => sink.i32_lt_s(),
            (Slt, true) => sink.i64_lt_s(),
            (Sle, false) => sink.i32_le_s(),
            (Sle, true) => sink.i64_le_s(),
            (_, false) => sink.i32_lt_u(),
            (_, true) => sink.i64_lt_u(),
        };
    }

    fn compare_floats(
        &mut self,
        at: u32,
        predicate: Predicate,
        ty: Type,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        use Predicate::{
            FFalse, FOeq, FOge, FOgt, FOle, FOlt, FOne, FOrd, FTrue, FUeq, FUge, FUgt, FUle, FUlt,
            FUne, FUno,
        };
        self.value(lhs);
        self.value(rhs);
        self.mark(at);
        let single = ty == Type::Float;
        match predicate {
            FFalse | FTrue => {
                let result = i32::from(predicate == FTrue);
                self.sink().drop().drop().i32_const(result);
            }
            FOeq => self.float_test(single, Test::Eq),
            FOgt => self.float_test(single, Test::Gt),
            FOge => self.float_test(single, Test::Ge),
            FOlt => self.float_test(single, Test::Lt),
            FOle => self.float_test(single, Test::Le),
            FUne => self.float_test(single, Test::Ne),
            // Unordered or greater is the opposite of less or equal.
            FUgt => self.float_test_not(single, Test::Le),
            FUge => self.float_test_not(single, Test::Lt),
            FUlt => self.float_test_not(single, Test::Ge),
            FUle => self.float_test_not(single, Test::Gt),
            FOne | FUeq | FOrd | FUno => {
                let scratch_type = if single {
                    wasm_encoder::ValType::F32
                } else {
                    wasm_encoder::ValType::F64
                };
                let lhs = self.locals.scratch(scratch_type, 0);
                let rhs = self.locals.scratch(scratch_type, 1);
                self.sink().local_set(rhs).local_set(lhs);
                let (tests, negate) = match predicate {
                    // The condition is less or greater.
                    FOne => ([(lhs, rhs, Test::Lt), (lhs, rhs, Test::Gt)], false),
                    FUeq => ([(lhs, rhs, Test::Lt), (lhs, rhs, Test::Gt)], true),
                    // One of the operands differs from itself if it is NaN.
                    FUno => ([(lhs, lhs, Test::Ne), (rhs, rhs, Test::Ne)], false),
                    _ => ([(lhs, lhs, Test::Ne), (rhs, rhs, Test::Ne)], true),
                };
                for (lhs, rhs, test) in tests {
                    self.sink().local_get(lhs).local_get(rhs);
                    self.float_test(single, test);
                }
                self.sink().i32_or();
                if negate {
                    self.sink().i32_eqz();
                }
            }
            _ => {}
        }
    }

    fn float_test_not(&mut self, single: bool, test: Test) {
        self.float_test(single, test);
        self.sink().i32_eqz();
    }

    fn float_test(&mut self, single: bool, test: Test) {
        let mut sink = self.sink();
        match (test, single) {
            (Test::Eq, true) => sink.f32_eq(),
            (Test::Eq, false) => sink.f64_eq(),
            (Test::Ne, true) => sink.f32_ne(),
            (Test::Ne, false) => sink.f64_ne(),
            (Test::Lt, true) => sink.f32_lt(),
            (Test::Lt, false) => sink.f64_lt(),
            (Test::Gt, true) => sink.f32_gt(),
            (Test::Gt, false) => sink.f64_gt(),
            (Test::Le, true) => sink.f32_le(),
            (Test::Le, false) => sink.f64_le(),
            (Test::Ge, true) => sink.f32_ge(),
            (Test::Ge, false) => sink.f64_ge(),
        };
    }
}

/// The comparisons that WebAssembly has.
#[derive(Clone, Copy)]
enum Test {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}
