//! Computes the exact remainder of two `double`s by long division of their mantissas, eleven bits
//! at a time.

use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};

const SIGN: i64 = i64::MIN;
const INFINITY: i64 = 0x7ff0_0000_0000_0000;
const MANTISSA: i64 = (1 << 52) - 1;
const IMPLICIT_BIT: i64 = 1 << 52;

/// Number of bits in a 64-bit integer beyond the 53 bits of a mantissa.
const STEP: i64 = 11;

/// The parameters.
const DIVIDEND: u32 = 0;
const DIVISOR: u32 = 1;
/// The locals: the operands without sign and later their mantissas, their exponents, and a count of
/// bits.
const X: u32 = 2;
const Y: u32 = 3;
const X_EXPONENT: u32 = 4;
const Y_EXPONENT: u32 = 5;
const COUNT: u32 = 6;

/// Returns the body.
pub(super) fn body() -> Vec<u8> {
    let mut code = Vec::new();
    1_u32.encode(&mut code);
    5_u32.encode(&mut code);
    ValType::I64.encode(&mut code);
    let mut sink = InstructionSink::new(&mut code);
    for (operand, bits) in [(DIVIDEND, X), (DIVISOR, Y)] {
        sink.local_get(operand)
            .i64_reinterpret_f64()
            .i64_const(!SIGN)
            .i64_and()
            .local_set(bits);
    }
    // The result is NaN for a NaN operand, an infinite dividend or a zero divisor.
    sink.local_get(X)
        .i64_const(INFINITY)
        .i64_ge_u()
        .local_get(Y)
        .i64_const(INFINITY)
        .i64_gt_u()
        .i32_or()
        .local_get(Y)
        .i64_eqz()
        .i32_or()
        .if_(BlockType::Empty)
        .local_get(DIVIDEND)
        .local_get(DIVISOR)
        .f64_mul()
        .local_tee(DIVIDEND)
        .local_get(DIVIDEND)
        .f64_div()
        .return_()
        .end();
    // A dividend smaller than the divisor is the remainder.
    sink.local_get(X)
        .local_get(Y)
        .i64_lt_u()
        .if_(BlockType::Empty)
        .local_get(DIVIDEND)
        .return_()
        .end();
    for (bits, exponent) in [(X, X_EXPONENT), (Y, Y_EXPONENT)] {
        split(&mut sink, bits, exponent);
    }
    sink.local_get(X_EXPONENT)
        .local_get(Y_EXPONENT)
        .i64_sub()
        .local_set(X_EXPONENT);
    // X is below 2^53 here, and the remainder is below Y, which is too.
    sink.loop_(BlockType::Empty)
        .local_get(X)
        .local_get(X_EXPONENT)
        .i64_const(STEP)
        .local_get(X_EXPONENT)
        .i64_const(STEP)
        .i64_lt_u()
        .select()
        .local_tee(COUNT)
        .i64_shl()
        .local_get(Y)
        .i64_rem_u()
        .local_set(X)
        .local_get(X_EXPONENT)
        .local_get(COUNT)
        .i64_sub()
        .local_tee(X_EXPONENT)
        .i64_const(0)
        .i64_ne()
        .br_if(0)
        .end();
    join(&mut sink);
    sink.end();
    code
}

/// Splits a nonzero number into its mantissa, whose highest bit is the implicit one, and its
/// exponent.
fn split(sink: &mut InstructionSink<'_>, bits: u32, exponent: u32) {
    sink.local_get(bits)
        .i64_const(52)
        .i64_shr_u()
        .local_tee(exponent)
        .i64_eqz()
        .if_(BlockType::Empty);
    normalise(sink, bits);
    sink.i64_const(1)
        .local_get(COUNT)
        .i64_sub()
        .local_set(exponent)
        .else_()
        .local_get(bits)
        .i64_const(MANTISSA)
        .i64_and()
        .i64_const(IMPLICIT_BIT)
        .i64_or()
        .local_set(bits)
        .end();
}

/// Shifts a mantissa so that its highest bit is the implicit one. The distance is in `COUNT`.
fn normalise(sink: &mut InstructionSink<'_>, bits: u32) {
    sink.local_get(bits)
        .local_get(bits)
        .i64_clz()
        .i64_const(STEP)
        .i64_sub()
        .local_tee(COUNT)
        .i64_shl()
        .local_set(bits);
}

/// Assembles the remainder from X, the exponent of Y and the sign of the dividend.
fn join(sink: &mut InstructionSink<'_>) {
    sink.local_get(X).i64_eqz().if_(BlockType::Empty);
    sink.f64_const(0.0.into())
        .local_get(DIVIDEND)
        .f64_copysign()
        .return_()
        .end();
    normalise(sink, X);
    sink.local_get(Y_EXPONENT)
        .local_get(COUNT)
        .i64_sub()
        .local_tee(Y_EXPONENT)
        .i64_const(0)
        .i64_gt_s()
        .if_(BlockType::Result(ValType::I64));
    // The implicit bit adds one to the exponent.
    sink.local_get(X)
        .local_get(Y_EXPONENT)
        .i64_const(1)
        .i64_sub()
        .i64_const(52)
        .i64_shl()
        .i64_add();
    sink.else_()
        .local_get(X)
        .i64_const(1)
        .local_get(Y_EXPONENT)
        .i64_sub()
        .i64_shr_u()
        .end();
    sink.f64_reinterpret_i64()
        .local_get(DIVIDEND)
        .f64_copysign();
}
