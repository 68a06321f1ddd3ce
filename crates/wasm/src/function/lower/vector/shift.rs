//! Translates vector shifts with a count for each lane.

use super::super::super::emit::Emitter;
use super::shape::Shape;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use wasm_encoder::{InstructionSink, ValType};

impl Emitter<'_> {
    pub(super) fn vector_shift(
        &mut self,
        at: u32,
        op: BinaryOp,
        ty: Type,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        let shape = Shape::of(ty);
        self.value(lhs);
        if let Some(count) = self.splat_operand(rhs) {
            // WebAssembly also reduces the count by the lane width.
            self.value(count);
            self.mark(at);
            shift_all(&mut self.sink(), shape, op);
            return;
        }
        self.value(rhs);
        self.mark(at);
        let value = self.locals.scratch(ValType::V128, 0);
        let count = self.locals.scratch(ValType::V128, 1);
        let mut sink = self.sink();
        sink.local_set(count).local_set(value);
        if shape == Shape::I32x4 {
            sink.local_get(value);
            for lane in 0..shape.lanes() {
                for vector in [value, count] {
                    sink.local_get(vector).i32x4_extract_lane(lane);
                }
                match op {
                    BinaryOp::Shl => sink.i32_shl(),
                    BinaryOp::LShr => sink.i32_shr_u(),
                    _ => sink.i32_shr_s(),
                };
                sink.i32x4_replace_lane(lane);
            }
            return;
        }
        // Shifts by 1, 2, 4 and so on those lanes whose count has this bit. Moving the bit to the
        // top of the lane makes it a mask.
        let bits = shape.bits() as i32;
        for bit in 0..bits.ilog2() as i32 {
            sink.local_get(value).i32_const(1 << bit);
            shift_all(&mut sink, shape, op);
            sink.local_get(value)
                .local_get(count)
                .i32_const(bits - 1 - bit);
            shift_all(&mut sink, shape, BinaryOp::Shl);
            sink.i32_const(bits - 1);
            shift_all(&mut sink, shape, BinaryOp::AShr);
            sink.v128_bitselect().local_set(value);
        }
        sink.local_get(value);
    }
}

/// Shifts all lanes by the count on the stack.
fn shift_all(sink: &mut InstructionSink<'_>, shape: Shape, op: BinaryOp) {
    match (shape, op) {
        (Shape::I8x16, BinaryOp::Shl) => sink.i8x16_shl(),
        (Shape::I8x16, BinaryOp::LShr) => sink.i8x16_shr_u(),
        (Shape::I8x16, _) => sink.i8x16_shr_s(),
        (Shape::I16x8, BinaryOp::Shl) => sink.i16x8_shl(),
        (Shape::I16x8, BinaryOp::LShr) => sink.i16x8_shr_u(),
        (Shape::I16x8, _) => sink.i16x8_shr_s(),
        (_, BinaryOp::Shl) => sink.i32x4_shl(),
        (_, BinaryOp::LShr) => sink.i32x4_shr_u(),
        _ => sink.i32x4_shr_s(),
    };
}
