//! Counting and reversing the bits of a number.
//!
//! PNaCl counts bits of 32-bit and 64-bit numbers, and reverses the bytes of 16-bit, 32-bit and
//! 64-bit numbers. Other numbers are extended to such a size, or split into 64-bit pieces.

use pinnacle_llvm::{BinaryOp as Op, FunctionBuilder, IntPredicate, TypeId, Value};

use super::integers::width;
use crate::declarations::Declarations;
use crate::emit::Emit;
use crate::error::Fault;

/// The bits to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Leading,
    Trailing,
    Ones,
}

/// Returns true if PNaCl counts bits of this width.
pub(super) const fn is_counted(width: u32) -> bool {
    matches!(width, 32 | 64)
}

/// Counts bits in a scalar. If `poison` is set, the number is known not to be zero.
pub(super) fn count(
    declared: &mut Declarations,
    build: &mut FunctionBuilder<'_>,
    what: Count,
    value: Value,
    poison: bool,
) -> Result<Value, Fault> {
    let own = width(build, value);
    if own > 64 {
        return count_pieces(declared, build, what, value);
    }
    let wide = if own <= 32 { 32 } else { 64 };
    let ty = build.module.types.integer(wide);
    let extended = build.resize(value, wide);
    let counted = match what {
        Count::Ones => call(declared, build, what, extended, poison)?,
        Count::Leading => {
            let all = call(declared, build, what, extended, poison)?;
            match wide - own {
                0 => all,
                more => build.with(Op::Sub, all, more.into()),
            }
        }
        Count::Trailing => {
            let mut extended = extended;
            if own < wide && !poison {
                let end = build.single_bit(ty, own);
                extended = build.binary(Op::Or, extended, end);
            }
            call(declared, build, what, extended, poison || own < wide)?
        }
    };
    Ok(build.resize(counted, own))
}

fn call(
    declared: &mut Declarations,
    build: &mut FunctionBuilder<'_>,
    what: Count,
    value: Value,
    poison: bool,
) -> Result<Value, Fault> {
    let ty = build.type_of(value);
    let poison = Value::Constant(build.module.int(1, poison.into()));
    let (operation, arguments) = match what {
        Count::Leading => ("ctlz", &[value, poison][..]),
        Count::Trailing => ("cttz", &[value, poison][..]),
        Count::Ones => ("ctpop", &[value][..]),
    };
    let name = format!("llvm.{operation}.i{}", width(build, value));
    declared.call(build, &name, ty, arguments)
}

fn count_pieces(
    declared: &mut Declarations,
    build: &mut FunctionBuilder<'_>,
    what: Count,
    value: Value,
) -> Result<Value, Fault> {
    let own = width(build, value);
    let word = build.module.types.integer(64);
    let zero = build.int(word, 0);
    let count = own.div_ceil(64);
    let mut sum = match what {
        Count::Ones => zero,
        _ => build.int(word, own.into()),
    };
    for number in 0..count {
        // The last piece examined that is not zero determines the result.
        let number = match what {
            Count::Trailing => count - 1 - number,
            _ => number,
        };
        let piece = build.cut(value, u64::from(64 * number), 64);
        let counted = call(declared, build, what, piece, false)?;
        let (op, offset) = match what {
            Count::Ones => {
                sum = build.binary(Op::Add, sum, counted);
                continue;
            }
            Count::Trailing => (Op::Add, u64::from(64 * number)),
            // The highest piece may be partial; its zeros above the number do not count.
            Count::Leading => (
                Op::Add,
                u64::from(own).wrapping_sub(u64::from(64 * (number + 1))),
            ),
        };
        let here = build.with(op, counted, offset);
        let empty = build.int_compare(IntPredicate::Eq, piece, zero);
        sum = build.select(empty, sum, here);
    }
    Ok(build.resize(sum, own))
}

/// Reverses the bits of a number, or its bytes, of which there must be an even number.
pub(super) fn reverse(
    declared: &mut Declarations,
    build: &mut FunctionBuilder<'_>,
    bits: bool,
    value: Value,
) -> Result<Value, Fault> {
    let own = width(build, value);
    if own <= 8 && !bits || own == 1 {
        return Ok(value);
    }
    let wide = match own {
        0..=32 => 32,
        _ => own.next_multiple_of(64),
    };
    let extended = build.resize(value, wide);
    let reversed = if wide <= 64 {
        reverse_piece(declared, build, bits, extended)?
    } else {
        let count = wide / 64;
        let mut whole = None;
        for number in 0..count {
            let piece = build.cut(extended, u64::from(64 * number), 64);
            let piece = reverse_piece(declared, build, bits, piece)?;
            let place = u64::from(64 * (count - 1 - number));
            whole = Some(build.join(whole, piece, place, wide));
        }
        whole.unwrap_or(extended)
    };
    let reversed = match wide - own {
        0 => reversed,
        more => build.with(Op::LShr, reversed, more.into()),
    };
    Ok(build.resize(reversed, own))
}

fn reverse_piece(
    declared: &mut Declarations,
    build: &mut FunctionBuilder<'_>,
    bits: bool,
    value: Value,
) -> Result<Value, Fault> {
    let ty = build.type_of(value);
    let name = match width(build, value) {
        32 => "llvm.bswap.i32",
        _ => "llvm.bswap.i64",
    };
    let mut value = declared.call(build, name, ty, &[value])?;
    if bits {
        for (distance, mask) in [
            (4, 0x0F0F_0F0F_0F0F_0F0F),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            value = swap(build, ty, value, distance, mask);
        }
    }
    Ok(value)
}

/// Swaps neighbouring groups of bits.
fn swap(
    build: &mut FunctionBuilder<'_>,
    ty: TypeId,
    value: Value,
    distance: u64,
    mask: u64,
) -> Value {
    let mask = build.int(ty, mask);
    let upper = build.with(Op::LShr, value, distance);
    let upper = build.binary(Op::And, upper, mask);
    let lower = build.binary(Op::And, value, mask);
    let lower = build.with(Op::Shl, lower, distance);
    build.binary(Op::Or, upper, lower)
}
