//! Vector operations, lane by lane.

use super::arith;
use super::value::{is_wide, mask};
use crate::trap::TrapKind;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::Type;

/// An operation with a vector operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VectorOp {
    /// Computes an operation on two vectors of the type.
    Binary(BinaryOp, Type),
    /// Compares two vectors of the type. The result is a vector of `i1`.
    Compare(Predicate, Type),
    /// Selects lanes from two vectors of the type, by a vector of `i1`.
    Select(Type),
    /// Converts from one type to another.
    Cast(CastOp, Type, Type),
    /// Extracts a lane of a vector of the type.
    Extract(Type, u8),
    /// Replaces a lane in a vector of the type.
    Insert(Type, u8),
    /// Computes the absolute values of a `<4 x float>`.
    Fabs,
}

impl VectorOp {
    /// For each of the three operands and for the result, returns true if it takes two registers.
    pub(crate) fn shape(self) -> ([bool; 3], bool) {
        match self {
            VectorOp::Binary(_, ty) => ([is_wide(ty); 3], is_wide(ty)),
            VectorOp::Compare(_, ty) => ([is_wide(ty); 3], false),
            VectorOp::Select(ty) => ([false, is_wide(ty), is_wide(ty)], is_wide(ty)),
            VectorOp::Cast(_, from, to) => ([is_wide(from); 3], is_wide(to)),
            VectorOp::Extract(ty, _) => ([is_wide(ty); 3], false),
            VectorOp::Insert(ty, _) => ([is_wide(ty), false, false], is_wide(ty)),
            VectorOp::Fabs => ([true; 3], true),
        }
    }

    /// Computes the operation.
    pub(crate) fn execute(self, a: u128, b: u128, c: u128) -> Result<u128, TrapKind> {
        Ok(match self {
            VectorOp::Binary(op, ty) => {
                let element = ty.element();
                let mut result = 0;
                for index in 0..ty.lanes() {
                    let value = if element == Type::I1 {
                        arith::integer(op, 1, lane(ty, a, index), lane(ty, b, index))?
                    } else {
                        arith::binary(op, element, lane(ty, a, index), lane(ty, b, index))?
                    };
                    result |= place(ty, value, index);
                }
                result
            }
            VectorOp::Compare(predicate, ty) => map(ty, ty.comparison_result(), |index| {
                let (a, b) = (lane(ty, a, index), lane(ty, b, index));
                u64::from(arith::compare(predicate, ty.element(), a, b))
            }),
            VectorOp::Select(ty) => map(ty, ty, |index| {
                let source = if a >> index & 1 != 0 { b } else { c };
                lane(ty, source, index)
            }),
            VectorOp::Cast(op, from, to) => map(from, to, |index| {
                arith::cast(op, from.element(), to.element(), lane(from, a, index))
            }),
            VectorOp::Extract(ty, index) => u128::from(lane(ty, a, u32::from(index))),
            VectorOp::Insert(ty, index) => {
                let index = u32::from(index) % ty.lanes().max(1);
                let hole = place(ty, mask(ty.element_bits()), index);
                a & !hole | place(ty, b as u64, index)
            }
            VectorOp::Fabs => map(Type::V4Float, Type::V4Float, |index| {
                lane(Type::V4Float, a, index) & (mask(31))
            }),
        })
    }
}

/// A lane of a vector.
fn lane(ty: Type, vector: u128, index: u32) -> u64 {
    let bits = ty.element_bits();
    (vector >> (index * bits % 128)) as u64 & mask(bits)
}

/// Returns a value shifted to the position of a lane.
fn place(ty: Type, value: u64, index: u32) -> u128 {
    let bits = ty.element_bits();
    u128::from(value & mask(bits)) << (index * bits % 128)
}

/// Applies a function to each lane of a vector.
fn map(from: Type, to: Type, value: impl Fn(u32) -> u64) -> u128 {
    (0..from.lanes()).fold(0, |vector, index| vector | place(to, value(index), index))
}
