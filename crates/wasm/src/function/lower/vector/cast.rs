//! Translates conversions from and to vectors.
//!
//! Lanes keep their number and their width, except those of `i1`. Bit casts of masks convert to and
//! from scalars with one bit for each lane.

use super::super::super::emit::Emitter;
use super::shape::Shape;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::CastOp;
use pinnacle_pexe::types::Type;
use wasm_encoder::ValType;

impl Emitter<'_> {
    pub(in super::super) fn vector_cast(
        &mut self,
        at: u32,
        op: CastOp,
        from: Type,
        to: Type,
        value: ValueId,
    ) {
        self.value(value);
        self.mark(at);
        match op {
            // There are no lanes of other widths.
            CastOp::Trunc => self.mask_of_low_bits(to),
            CastOp::ZExt => self.low_bits(from),
            CastOp::SExt | CastOp::FpTrunc | CastOp::FpExt => {}
            CastOp::FpToSi | CastOp::FpToUi => {
                if op == CastOp::FpToUi && to == Type::V4I32 {
                    self.floats_to_unsigned();
                } else {
                    self.sink().i32x4_trunc_sat_f32x4_s();
                }
                if to.element() == Type::I1 {
                    self.mask_of_low_bits(to);
                }
            }
            CastOp::SiToFp => {
                self.sink().f32x4_convert_i32x4_s();
            }
            CastOp::UiToFp => {
                if from.element() == Type::I1 {
                    self.low_bits(from);
                }
                self.sink().f32x4_convert_i32x4_u();
            }
            CastOp::Bitcast => match (from, to) {
                (Type::V8I1, Type::I8) => {
                    self.sink().i16x8_bitmask();
                }
                (Type::V16I1, Type::I16) => {
                    self.sink().i8x16_bitmask();
                }
                (Type::I8, Type::V8I1) => {
                    let bits = Shape::I16x8.each(|lane| 1 << lane);
                    self.sink()
                        .i16x8_splat()
                        .v128_const(bits)
                        .v128_and()
                        .v128_const(bits)
                        .i16x8_eq();
                }
                (Type::I16, Type::V16I1) => {
                    let scalar = self.locals.scratch(ValType::V128, 0);
                    let bits = Shape::I8x16.each(|lane| 1 << (lane % 8));
                    // The low byte of the mask is copied to the lower half, and the high byte to
                    // the upper half.
                    let bytes = std::array::from_fn(|lane| (lane / 8) as u8);
                    self.sink()
                        .i16x8_splat()
                        .local_tee(scalar)
                        .local_get(scalar)
                        .i8x16_shuffle(bytes)
                        .v128_const(bits)
                        .v128_and()
                        .v128_const(bits)
                        .i8x16_eq();
                }
                // All other casts keep the same 128 bits.
                _ => {}
            },
        }
    }

    /// Pushes the lowest bit of each lane.
    fn low_bits(&mut self, ty: Type) {
        let ones = Shape::of(ty).each(|_| 1);
        self.sink().v128_const(ones).v128_and();
    }

    /// Pushes a mask from the lowest bit of each lane.
    fn mask_of_low_bits(&mut self, ty: Type) {
        self.low_bits(ty);
        let mut sink = self.sink();
        match Shape::of(ty) {
            Shape::I8x16 => sink.i8x16_neg(),
            Shape::I16x8 => sink.i16x8_neg(),
            Shape::I32x4 | Shape::F32x4 => sink.i32x4_neg(),
        };
    }

    /// Converts through signed 64-bit integers, then wraps.
    fn floats_to_unsigned(&mut self) {
        let floats = self.locals.scratch(ValType::V128, 0);
        let mut sink = self.sink();
        sink.local_tee(floats);
        for lane in 0..Shape::F32x4.lanes() {
            sink.local_get(floats)
                .f32x4_extract_lane(lane)
                .i64_trunc_sat_f32_s()
                .i32_wrap_i64()
                .i32x4_replace_lane(lane);
        }
    }
}
