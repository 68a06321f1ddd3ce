//! Translates binary operations on scalars.

use super::super::emit::{Emitter, clean_bits};
use super::is_long;
use crate::helpers::Helper;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::types::Type;
use wasm_encoder::{BlockType, ValType};

impl Emitter<'_> {
    /// Returns true if a float is the constant 2.
    fn is_two(&self, ty: Type, value: ValueId) -> bool {
        let two = match ty {
            Type::Float => u64::from(2_f32.to_bits()),
            _ => 2_f64.to_bits(),
        };
        self.constant(value) == Some(two)
    }

    /// Doubles a float by adding it to itself, which needs no constant.
    fn double(&mut self, at: u32, ty: Type, value: ValueId) {
        let float = match ty {
            Type::Float => ValType::F32,
            _ => ValType::F64,
        };
        let number = self.locals.scratch(float, 0);
        self.value(value);
        self.mark(at);
        let mut sink = self.sink();
        sink.local_tee(number).local_get(number);
        match ty {
            Type::Float => sink.f32_add(),
            _ => sink.f64_add(),
        };
    }

    pub(super) fn binary(&mut self, at: u32, op: BinaryOp, ty: Type, lhs: ValueId, rhs: ValueId) {
        use BinaryOp::*;
        let long = is_long(ty);
        if op == Or
            && let Some((value, count)) = self.rotation(ty, lhs, rhs)
        {
            self.value(value);
            self.push_constant(ty, count);
            self.mark(at);
            let mut sink = self.sink();
            match long {
                false => sink.i32_rotl(),
                true => sink.i64_rotl(),
            };
            return;
        }
        match op {
            Add | Sub | Mul | And | Or | Xor => {
                self.value(lhs);
                self.value(rhs);
                self.mark(at);
                let mut sink = self.sink();
                match (op, long) {
                    (Add, false) => sink.i32_add(),
                    (Add, true) => sink.i64_add(),
                    (Sub, false) => sink.i32_sub(),
                    (Sub, true) => sink.i64_sub(),
                    (Mul, false) => sink.i32_mul(),
                    (Mul, true) => sink.i64_mul(),
                    (And, false) => sink.i32_and(),
                    (And, true) => sink.i64_and(),
                    (Or, false) => sink.i32_or(),
                    (Or, true) => sink.i64_or(),
                    (_, false) => sink.i32_xor(),
                    (_, true) => sink.i64_xor(),
                };
            }
            Shl | LShr | AShr => {
                match op {
                    Shl => self.value(lhs),
                    LShr => self.clean(lhs),
                    _ => self.signed(lhs),
                }
                self.shift_count(ty, rhs);
                self.mark(at);
                let mut sink = self.sink();
                match (op, long) {
                    (Shl, false) => sink.i32_shl(),
                    (Shl, true) => sink.i64_shl(),
                    (LShr, false) => sink.i32_shr_u(),
                    (LShr, true) => sink.i64_shr_u(),
                    (_, false) => sink.i32_shr_s(),
                    (_, true) => sink.i64_shr_s(),
                };
            }
            UDiv | URem => {
                self.clean(lhs);
                self.clean(rhs);
                self.mark(at);
                let mut sink = self.sink();
                match (op, long) {
                    (UDiv, false) => sink.i32_div_u(),
                    (UDiv, true) => sink.i64_div_u(),
                    (_, false) => sink.i32_rem_u(),
                    (_, true) => sink.i64_rem_u(),
                };
            }
            SDiv | SRem => {
                self.signed(lhs);
                self.signed(rhs);
                self.mark(at);
                if op == SDiv && matches!(ty, Type::I8 | Type::I16) && self.may_be_all_ones(ty, rhs)
                {
                    self.trap_on_narrow_overflow(ty);
                }
                let mut sink = self.sink();
                match (op, long) {
                    (SDiv, false) => sink.i32_div_s(),
                    (SDiv, true) => sink.i64_div_s(),
                    (_, false) => sink.i32_rem_s(),
                    (_, true) => sink.i64_rem_s(),
                };
            }
            FMul if self.is_two(ty, rhs) => self.double(at, ty, lhs),
            FAdd | FSub | FMul | FDiv => {
                self.value(lhs);
                self.value(rhs);
                self.mark(at);
                let single = ty == Type::Float;
                let mut sink = self.sink();
                match (op, single) {
                    (FAdd, true) => sink.f32_add(),
                    (FAdd, false) => sink.f64_add(),
                    (FSub, true) => sink.f32_sub(),
                    (FSub, false) => sink.f64_sub(),
                    (FMul, true) => sink.f32_mul(),
                    (FMul, false) => sink.f64_mul(),
                    (_, true) => sink.f32_div(),
                    (_, false) => sink.f64_div(),
                };
            }
            FRem => {
                // The remainder of two floats can be computed with doubles. It is exact and fits in
                // a float.
                let single = ty == Type::Float;
                for operand in [lhs, rhs] {
                    self.value(operand);
                    if single {
                        self.sink().f64_promote_f32();
                    }
                }
                self.mark(at);
                let fmod = self.plan.helper(Helper::Fmod);
                self.sink().call(fmod);
                if single {
                    self.sink().f32_demote_f64();
                }
            }
        }
    }

    /// Returns the value and the distance of a left rotation, if both operands are shifts that
    /// together form one and the value needs no code.
    fn rotation(&self, ty: Type, lhs: ValueId, rhs: ValueId) -> Option<(ValueId, u64)> {
        if !matches!(ty, Type::I32 | Type::I64) {
            return None;
        }
        let (left, right) = match self.shift(lhs)? {
            (BinaryOp::Shl, ..) => (lhs, rhs),
            _ => (rhs, lhs),
        };
        let ((BinaryOp::Shl, value, up), (BinaryOp::LShr, other, down)) =
            (self.shift(left)?, self.shift(right)?)
        else {
            return None;
        };
        let [is_left_here, is_right_here] = [left, right].map(|shift| self.folded(shift).is_some());
        // A shift with other uses must be computed where those uses expect it. A value must not be
        // kept longer than the shifts need it.
        let is_at_hand = (is_left_here || self.is_kept(left))
            && (is_right_here || self.is_kept(right))
            && (is_left_here || is_right_here);
        let counts = up < u64::from(ty.bits()) && up + down == u64::from(ty.bits());
        (value == other && counts && is_at_hand).then_some((value, up))
    }

    /// Returns the operation, the value and the count if a value is a shift by a constant.
    fn shift(&self, value: ValueId) -> Option<(BinaryOp, ValueId, u64)> {
        match self.definition(value)? {
            Inst::Binary {
                op: op @ (BinaryOp::Shl | BinaryOp::LShr),
                lhs,
                rhs,
            } => Some((op, lhs, self.constant(rhs)?)),
            _ => None,
        }
    }

    /// Pushes the count of a shift. WebAssembly reduces the count modulo the register width; for
    /// narrower types this code must reduce it.
    fn shift_count(&mut self, ty: Type, count: ValueId) {
        let width = ty.bits();
        if let Some(bits) = self.constant(count) {
            self.push_constant(ty, bits & u64::from(width - 1));
            return;
        }
        self.value(count);
        if width < 32 && self.bits(count) > width.ilog2() as u8 {
            self.sink().i32_const(width as i32 - 1).i32_and();
        }
    }

    fn may_be_all_ones(&self, ty: Type, value: ValueId) -> bool {
        match self.constant(value) {
            Some(bits) => bits == (1 << ty.bits()) - 1,
            None => self.bits(value) >= clean_bits(ty),
        }
    }

    /// Traps if the quotient of a narrow division overflows, as wider divisions do. Both operands
    /// are on the stack and stay there.
    pub(super) fn trap_on_narrow_overflow(&mut self, ty: Type) {
        let lhs = self.locals.scratch(ValType::I32, 0);
        let rhs = self.locals.scratch(ValType::I32, 1);
        let least = -(1_i32 << (ty.bits() - 1));
        self.sink()
            .local_set(rhs)
            .local_tee(lhs)
            .i32_const(least)
            .i32_eq()
            .local_get(rhs)
            .i32_const(-1)
            .i32_eq()
            .i32_and()
            .if_(BlockType::Empty)
            // This division causes the same trap as for other widths.
            .i32_const(i32::MIN)
            .i32_const(-1)
            .i32_div_s()
            .drop()
            .end()
            .local_get(lhs)
            .local_get(rhs);
    }
}
