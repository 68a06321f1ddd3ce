//! Translates binary operations on vectors.

use super::super::super::emit::Emitter;
use super::shape::Shape;
use crate::helpers::Helper;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use wasm_encoder::{InstructionSink, ValType};

impl Emitter<'_> {
    pub(in super::super) fn vector_binary(
        &mut self,
        at: u32,
        op: BinaryOp,
        ty: Type,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        use BinaryOp::*;
        if matches!(op, Shl | LShr | AShr) {
            self.vector_shift(at, op, ty, lhs, rhs);
            return;
        }
        let shape = Shape::of(ty);
        self.value(lhs);
        self.value(rhs);
        self.mark(at);
        match op {
            UDiv | SDiv | URem | SRem => self.divide_lanes(op, ty),
            FRem => self.remainder_of_lanes(),
            Mul if shape == Shape::I8x16 => self.multiply_bytes(),
            _ => simple(&mut self.sink(), op, shape),
        }
    }

    /// Moves both operands to scratch locals.
    fn keep_operands(&mut self) -> (u32, u32) {
        let lhs = self.locals.scratch(ValType::V128, 0);
        let rhs = self.locals.scratch(ValType::V128, 1);
        self.sink().local_set(rhs).local_set(lhs);
        (lhs, rhs)
    }

    /// Divides lane by lane, with the traps of scalar division.
    fn divide_lanes(&mut self, op: BinaryOp, ty: Type) {
        let shape = Shape::of(ty);
        let (lhs, rhs) = self.keep_operands();
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let traps_on_overflow = op == BinaryOp::SDiv && shape != Shape::I32x4;
        self.sink().local_get(lhs);
        for lane in 0..shape.lanes() {
            for vector in [lhs, rhs] {
                let mut sink = self.sink();
                sink.local_get(vector);
                shape.extract(&mut sink, lane, signed);
            }
            if traps_on_overflow {
                self.trap_on_narrow_overflow(ty.element());
            }
            let mut sink = self.sink();
            match op {
                BinaryOp::UDiv => sink.i32_div_u(),
                BinaryOp::SDiv => sink.i32_div_s(),
                BinaryOp::URem => sink.i32_rem_u(),
                _ => sink.i32_rem_s(),
            };
            shape.replace(&mut sink, lane);
        }
    }

    fn remainder_of_lanes(&mut self) {
        let fmod = self.plan.helper(Helper::Fmod);
        let (lhs, rhs) = self.keep_operands();
        let mut sink = self.sink();
        sink.local_get(lhs);
        for lane in 0..Shape::F32x4.lanes() {
            for vector in [lhs, rhs] {
                sink.local_get(vector)
                    .f32x4_extract_lane(lane)
                    .f64_promote_f32();
            }
            sink.call(fmod).f32_demote_f64().f32x4_replace_lane(lane);
        }
    }

    /// Keeps the low byte of each 16-bit product.
    fn multiply_bytes(&mut self) {
        let (lhs, rhs) = self.keep_operands();
        let low_bytes = Shape::I16x8.each(|_| 0xff);
        self.sink()
            .local_get(lhs)
            .local_get(rhs)
            .i16x8_extmul_low_i8x16_u()
            .v128_const(low_bytes)
            .v128_and()
            .local_get(lhs)
            .local_get(rhs)
            .i16x8_extmul_high_i8x16_u()
            .v128_const(low_bytes)
            .v128_and()
            .i8x16_narrow_i16x8_u();
    }
}

/// Writes an operation that is a single instruction.
fn simple(sink: &mut InstructionSink<'_>, op: BinaryOp, shape: Shape) {
    use BinaryOp::*;
    match (op, shape) {
        (And, _) => sink.v128_and(),
        (Or, _) => sink.v128_or(),
        (Xor, _) => sink.v128_xor(),
        (Add, Shape::I8x16) => sink.i8x16_add(),
        (Add, Shape::I16x8) => sink.i16x8_add(),
        (Add, _) => sink.i32x4_add(),
        (Sub, Shape::I8x16) => sink.i8x16_sub(),
        (Sub, Shape::I16x8) => sink.i16x8_sub(),
        (Sub, _) => sink.i32x4_sub(),
        (Mul, Shape::I16x8) => sink.i16x8_mul(),
        (Mul, _) => sink.i32x4_mul(),
        (FAdd, _) => sink.f32x4_add(),
        (FSub, _) => sink.f32x4_sub(),
        (FMul, _) => sink.f32x4_mul(),
        (_, _) => sink.f32x4_div(),
    };
}
