//! Translates comparisons of vectors, whose results are masks.

use super::super::super::emit::Emitter;
use super::shape::Shape;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::Predicate;
use wasm_encoder::{InstructionSink, ValType};

impl Emitter<'_> {
    pub(in super::super) fn vector_compare(
        &mut self,
        at: u32,
        predicate: Predicate,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        let shape = Shape::of(self.function.value_type(lhs));
        self.value(lhs);
        self.value(rhs);
        self.mark(at);
        if predicate.is_integer() {
            compare_integers(&mut self.sink(), predicate, shape);
        } else {
            use Predicate::{FOne, FOrd, FUeq, FUno};
            if matches!(predicate, FOne | FUeq | FOrd | FUno) {
                self.compare_float_lanes_twice(predicate);
            } else {
                self.compare_float_lanes(predicate);
            }
        }
    }

    fn compare_float_lanes(&mut self, predicate: Predicate) {
        use Predicate::*;
        let mut sink = self.sink();
        match predicate {
            FFalse => sink.drop().drop().v128_const(0),
            FTrue => sink.drop().drop().v128_const(-1),
            FOeq => sink.f32x4_eq(),
            FOgt => sink.f32x4_gt(),
            FOge => sink.f32x4_ge(),
            FOlt => sink.f32x4_lt(),
            FOle => sink.f32x4_le(),
            FUne => sink.f32x4_ne(),
            // Unordered or greater is the opposite of less or equal.
            FUgt => sink.f32x4_le().v128_not(),
            FUge => sink.f32x4_lt().v128_not(),
            FUlt => sink.f32x4_ge().v128_not(),
            _ => sink.f32x4_gt().v128_not(),
        };
    }

    /// Writes comparisons that take two instructions: one, ueq, ord, uno.
    fn compare_float_lanes_twice(&mut self, predicate: Predicate) {
        let lhs = self.locals.scratch(ValType::V128, 0);
        let rhs = self.locals.scratch(ValType::V128, 1);
        let mut sink = self.sink();
        sink.local_set(rhs).local_set(lhs);
        if matches!(predicate, Predicate::FOne | Predicate::FUeq) {
            sink.local_get(lhs).local_get(rhs).f32x4_lt();
            sink.local_get(lhs).local_get(rhs).f32x4_gt();
        } else {
            // One of the operands differs from itself if it is NaN.
            sink.local_get(lhs).local_get(lhs).f32x4_ne();
            sink.local_get(rhs).local_get(rhs).f32x4_ne();
        }
        sink.v128_or();
        if matches!(predicate, Predicate::FUeq | Predicate::FOrd) {
            sink.v128_not();
        }
    }
}
/// Compares integers or masks. The lanes of masks are -1 and 0, as the signed values of `i1`.
fn compare_integers(sink: &mut InstructionSink<'_>, predicate: Predicate, shape: Shape) {
    use Predicate::*;
    match shape {
        Shape::I8x16 => match predicate {
            Eq => sink.i8x16_eq(),
            Ne => sink.i8x16_ne(),
            Ugt => sink.i8x16_gt_u(),
            Uge => sink.i8x16_ge_u(),
            Ult => sink.i8x16_lt_u(),
            Ule => sink.i8x16_le_u(),
            Sgt => sink.i8x16_gt_s(),
            Sge => sink.i8x16_ge_s(),
            Slt => sink.i8x16_lt_s(),
            _ => sink.i8x16_le_s(),
        },
        Shape::I16x8 => match predicate {
            Eq => sink.i16x8_eq(),
            Ne => sink.i16x8_ne(),
            Ugt => sink.i16x8_gt_u(),
            Uge => sink.i16x8_ge_u(),
            Ult => sink.i16x8_lt_u(),
            Ule => sink.i16x8_le_u(),
            Sgt => sink.i16x8_gt_s(),
            Sge => sink.i16x8_ge_s(),
            Slt => sink.i16x8_lt_s(),
            _ => sink.i16x8_le_s(),
        },
        Shape::I32x4 | Shape::F32x4 => match predicate {
            Eq => sink.i32x4_eq(),
            Ne => sink.i32x4_ne(),
            Ugt => sink.i32x4_gt_u(),
            Uge => sink.i32x4_ge_u(),
            Ult => sink.i32x4_lt_u(),
            Ule => sink.i32x4_le_u(),
            Sgt => sink.i32x4_gt_s(),
            Sge => sink.i32x4_ge_s(),
            Slt => sink.i32x4_lt_s(),
            _ => sink.i32x4_le_s(),
        },
    };
}
