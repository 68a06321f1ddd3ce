//! Translates conversions between scalars.

use super::super::emit::Emitter;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::CastOp;
use pinnacle_pexe::types::Type;

impl Emitter<'_> {
    pub(super) fn cast(&mut self, at: u32, op: CastOp, from: Type, to: Type, value: ValueId) {
        match op {
            CastOp::Trunc => {
                self.value(value);
                if from == Type::I64 {
                    self.mark(at);
                    self.sink().i32_wrap_i64();
                }
            }
            CastOp::ZExt => {
                self.clean(value);
                if to == Type::I64 {
                    self.mark(at);
                    self.sink().i64_extend_i32_u();
                }
            }
            CastOp::SExt => {
                self.mark(at);
                self.signed(value);
                if to == Type::I64 {
                    self.sink().i64_extend_i32_s();
                }
            }
            CastOp::FpTrunc => {
                self.value(value);
                self.mark(at);
                self.sink().f32_demote_f64();
            }
            CastOp::FpExt => {
                self.value(value);
                self.mark(at);
                self.sink().f64_promote_f32();
            }
            CastOp::FpToSi | CastOp::FpToUi => {
                self.value(value);
                self.mark(at);
                self.float_to_integer(op == CastOp::FpToSi, from, to);
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                let signed = op == CastOp::SiToFp;
                if signed {
                    self.signed(value);
                } else {
                    self.clean(value);
                }
                self.mark(at);
                let mut sink = self.sink();
                match (from == Type::I64, signed, to) {
                    (false, true, Type::Float) => sink.f32_convert_i32_s(),
                    (false, true, _) => sink.f64_convert_i32_s(),
                    (false, false, Type::Float) => sink.f32_convert_i32_u(),
                    (false, false, _) => sink.f64_convert_i32_u(),
                    (true, true, Type::Float) => sink.f32_convert_i64_s(),
                    (true, true, _) => sink.f64_convert_i64_s(),
                    (true, false, Type::Float) => sink.f32_convert_i64_u(),
                    (true, false, _) => sink.f64_convert_i64_u(),
                };
            }
            CastOp::Bitcast => {
                self.value(value);
                self.mark(at);
                let mut sink = self.sink();
                match (from, to) {
                    (Type::Float, Type::I32) => sink.i32_reinterpret_f32(),
                    (Type::I32, Type::Float) => sink.f32_reinterpret_i32(),
                    (Type::Double, Type::I64) => sink.i64_reinterpret_f64(),
                    (Type::I64, Type::Double) => sink.f64_reinterpret_i64(),
                    _ => {
                        debug_assert_eq!(from, to, "other types of one size are vectors");
                        &mut sink
                    }
                };
            }
        }
    }

    /// Converts the floating-point number on the stack by the rules of docs/semantics.md. For `i8`,
    /// `i16` and unsigned `i32` the result of a wider signed type wraps; other results saturate.
    fn float_to_integer(&mut self, signed: bool, from: Type, to: Type) {
        let single = from == Type::Float;
        let mut sink = self.sink();
        match (to, signed) {
            (Type::I64, true) => {
                if single {
                    sink.i64_trunc_sat_f32_s();
                } else {
                    sink.i64_trunc_sat_f64_s();
                }
            }
            (Type::I64, false) => {
                if single {
                    sink.i64_trunc_sat_f32_u();
                } else {
                    sink.i64_trunc_sat_f64_u();
                }
            }
            (Type::I32, false) => {
                if single {
                    sink.i64_trunc_sat_f32_s().i32_wrap_i64();
                } else {
                    sink.i64_trunc_sat_f64_s().i32_wrap_i64();
                }
            }
            _ => {
                if single {
                    sink.i32_trunc_sat_f32_s();
                } else {
                    sink.i32_trunc_sat_f64_s();
                }
            }
        }
    }
}
