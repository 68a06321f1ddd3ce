//! Converts values between types.

use wasm_encoder::{InstructionSink, ValType};

/// Reinterprets the bits of the value on the stack as another type. They are truncated, or extended
/// with zeros.
pub(crate) fn convert_bits(from: ValType, to: ValType, sink: &mut InstructionSink<'_>) {
    if from == to {
        return;
    }
    match from {
        ValType::I32 => sink.i64_extend_i32_u(),
        ValType::F32 => sink.i32_reinterpret_f32().i64_extend_i32_u(),
        ValType::F64 => sink.i64_reinterpret_f64(),
        ValType::V128 => sink.i64x2_extract_lane(0),
        ValType::I64 | ValType::Ref(_) => sink,
    };
    match to {
        ValType::I32 => sink.i32_wrap_i64(),
        ValType::F32 => sink.i32_wrap_i64().f32_reinterpret_i32(),
        ValType::F64 => sink.f64_reinterpret_i64(),
        ValType::V128 => {
            // The number becomes the low half; the high half is zero.
            sink.i64x2_splat().i64_const(0).i64x2_replace_lane(1)
        }
        ValType::I64 | ValType::Ref(_) => sink,
    };
}

/// Pushes a zero.
pub(crate) fn zero(ty: ValType, sink: &mut InstructionSink<'_>) {
    match ty {
        ValType::I32 => sink.i32_const(0),
        ValType::I64 => sink.i64_const(0),
        ValType::F32 => sink.f32_const(0.0.into()),
        ValType::F64 => sink.f64_const(0.0.into()),
        _ => sink.v128_const(0),
    };
}

/// Converts the result of a call to the required type. `None` means `void` for both types. A
/// missing result becomes zero.
pub(crate) fn convert_result(
    from: Option<ValType>,
    to: Option<ValType>,
    sink: &mut InstructionSink<'_>,
) {
    match (from, to) {
        (None, None) => {}
        (None, Some(to)) => zero(to, sink),
        (Some(_), None) => {
            sink.drop();
        }
        (Some(from), Some(to)) => convert_bits(from, to, sink),
    }
}
