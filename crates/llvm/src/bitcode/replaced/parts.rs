//! `llvm.part.select` and `llvm.part.set`, which access bit ranges of a number. The bits may be
//! reversed.

use super::refuse;
use super::values::{known, resized};
use crate::bitcode::record::Result;
use crate::builder::FunctionBuilder;
use crate::ids::TypeId;
use crate::instruction::{BinaryOp, IntPredicate, Value};
use crate::types::Type;

/// The operands of `part.select` and `part.set`.
struct Part {
    /// The lowest bit of the range, in the type of the number.
    low: Value,
    /// The width of the number minus that of the range.
    unused: Value,
    /// A value that is true if the bits are reversed; `None` if they are known not to be.
    reversed: Option<Value>,
}

/// The range between two bit positions. If the second position is lower, the bits are reversed.
fn part(build: &mut FunctionBuilder<'_>, places: [Value; 2], ty: TypeId) -> Result<Part> {
    let Type::Integer(width) = build.module.types.get(ty) else {
        return refuse("llvm.part.select has an operand that is not an integer");
    };
    let [first, second] = places;
    let (first, second) = (
        resized(build, first, ty, false),
        resized(build, second, ty, false),
    );
    let places = (known(build.module, first), known(build.module, second));
    let (low, high, reversed) = if let (Some(one), Some(other)) = places {
        if one.max(other) >= u64::from(width) {
            return refuse(
                "llvm.part.select or llvm.part.set names a bit that its operand does not have",
            );
        }
        if one <= other {
            (first, second, None)
        } else {
            let yes = build.module.int(1, 1);
            (second, first, Some(yes.into()))
        }
    } else {
        let reversed = build.int_compare(IntPredicate::Ugt, first, second);
        let low = build.select(reversed, second, first);
        let high = build.select(reversed, first, second);
        (low, high, Some(reversed))
    };
    let last = number(build, ty, u64::from(width) - 1);
    let length = subtract(build, high, low, ty);
    let unused = subtract(build, last, length, ty);
    Ok(Part {
        low,
        unused,
        reversed,
    })
}

/// A small number as a constant of a type.
fn number(build: &mut FunctionBuilder<'_>, ty: TypeId, value: u64) -> Value {
    match build.module.types.get(ty) {
        Type::Integer(width) if width > 64 => {
            let mut words = vec![0; width.div_ceil(64) as usize];
            words[0] = value;
            build.module.constants.wide_bits(ty, &words).into()
        }
        Type::Integer(width) => build.module.int(width, value).into(),
        _ => build.module.zero(ty).into(),
    }
}

fn subtract(build: &mut FunctionBuilder<'_>, lhs: Value, rhs: Value, ty: TypeId) -> Value {
    match (known(build.module, lhs), known(build.module, rhs)) {
        (Some(one), Some(other)) => number(build, ty, one.wrapping_sub(other)),
        _ => build.binary(BinaryOp::Sub, lhs, rhs),
    }
}

/// A mask for the bits of the range, moved to the lowest bits.
fn mask(build: &mut FunctionBuilder<'_>, unused: Value, ty: TypeId) -> Value {
    let zero = number(build, ty, 0);
    let one = number(build, ty, 1);
    let ones = build.binary(BinaryOp::Sub, zero, one);
    build.binary(BinaryOp::LShr, ones, unused)
}

/// Reverses the lowest bits of a number, if the range is reversed.
fn turned(build: &mut FunctionBuilder<'_>, value: Value, part: &Part, ty: TypeId) -> Value {
    let Some(reversed) = part.reversed else {
        return value;
    };
    let Type::Integer(width) = build.module.types.get(ty) else {
        return value;
    };
    let name = format!("llvm.bitreverse.i{width}");
    let function = build.module.types.function(ty, &[ty], false);
    let global = match build.module.find_global(name.as_bytes()) {
        Some(known) => known,
        None => build.module.add_function(name.as_bytes(), function),
    };
    let callee: Value = build.module.address_of(global).into();
    let Some(turned) = build.call(callee, function, &[value]) else {
        return value;
    };
    let turned = build.binary(BinaryOp::LShr, turned, part.unused);
    build.select(reversed, turned, value)
}

pub(super) fn part_select(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    low: Value,
    high: Value,
    ty: TypeId,
) -> Result<Value> {
    let part = part(build, [low, high], ty)?;
    let mask = mask(build, part.unused, ty);
    let value = build.binary(BinaryOp::LShr, value, part.low);
    let value = build.binary(BinaryOp::And, value, mask);
    Ok(turned(build, value, &part, ty))
}

pub(super) fn part_set(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    new: Value,
    places: [Value; 2],
    ty: TypeId,
) -> Result<Value> {
    let part = part(build, places, ty)?;
    let mask = mask(build, part.unused, ty);
    let new = resized(build, new, ty, false);
    let new = build.binary(BinaryOp::And, new, mask);
    let new = turned(build, new, &part, ty);
    let new = build.binary(BinaryOp::Shl, new, part.low);
    let hole = build.binary(BinaryOp::Shl, mask, part.low);
    let zero = number(build, ty, 0);
    let one = number(build, ty, 1);
    let ones = build.binary(BinaryOp::Sub, zero, one);
    let kept = build.binary(BinaryOp::Xor, hole, ones);
    let kept = build.binary(BinaryOp::And, value, kept);
    Ok(build.binary(BinaryOp::Or, kept, new))
}
