//! Replacements for vector intrinsics of processors: shuffles, and other forms of memory access.

use crate::builder::FunctionBuilder;
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, TypeId};
use crate::instruction::{Align, Atomicity, CastOp, InstructionKind, Value};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;

/// The mask of a shuffle, as a constant.
fn order(module: &mut Module, order: &[u64]) -> ConstantId {
    let word = module.types.integer(32);
    let ty = module.types.vector(word, order.len() as u32, false);
    let indices: Vec<_> = order.iter().map(|&index| module.int(32, index)).collect();
    module.constants.aggregate(ty, &indices)
}

pub(super) fn shuffle(
    build: &mut FunctionBuilder<'_>,
    lhs: Value,
    rhs: Value,
    indices: &[u64],
    ty: TypeId,
) -> Value {
    let mask = order(build.module, indices);
    build.emit(InstructionKind::ShuffleVector { lhs, rhs, mask }, ty)
}

pub(super) fn load_half(
    build: &mut FunctionBuilder<'_>,
    vector: Value,
    pointer: Value,
    order: &[u64],
    ty: TypeId,
) -> Value {
    let double = build.module.types.double();
    let align = Align::from_exponent(0);
    let kind = InstructionKind::Load {
        pointer,
        align,
        volatile: false,
        atomicity: Atomicity::NONE,
    };
    let half = build.emit(kind, double);
    let poison = build.module.constants.plain(ty, ConstantKind::Poison);
    let zero = build.module.int(32, 0);
    let operands = build.values(&[poison.into(), half, zero.into()]);
    let half = build.emit(InstructionKind::InsertElement { operands }, ty);
    shuffle(build, vector, half, order, ty)
}

/// Takes bytes from two concatenated vectors, from an offset on. Zeros follow the last byte.
pub(super) fn align_right(
    build: &mut FunctionBuilder<'_>,
    high: Value,
    low: Value,
    place: u64,
    ty: TypeId,
) -> Value {
    let length = match build.module.types.get(ty) {
        Type::Vector { length, .. } => u64::from(length) * 8,
        _ => 8,
    };
    if place >= 2 * length {
        return build.module.zero(ty).into();
    }
    let byte = build.module.types.integer(8);
    let bytes = build.module.types.vector(byte, length as u32, false);
    let high = build.cast(CastOp::BitCast, high, bytes);
    let (first, second, place) = if place < length {
        (build.cast(CastOp::BitCast, low, bytes), high, place)
    } else {
        (high, build.module.zero(bytes).into(), place - length)
    };
    let indices: Vec<_> = (place..place + length).collect();
    let shuffled = shuffle(build, first, second, &indices, bytes);
    build.cast(CastOp::BitCast, shuffled, ty)
}

pub(super) fn store_streaming(build: &mut FunctionBuilder<'_>, pointer: Value, value: Value) {
    let ty = build.type_of(value);
    let align = match build.module.types.get(ty) {
        Type::Integer(_) => Align::from_exponent(0),
        _ => Align::from_exponent(4),
    };
    build.emit_void(InstructionKind::Store {
        value,
        pointer,
        align,
        volatile: false,
        atomicity: Atomicity::NONE,
    });
    let one = build.module.int(32, 1);
    let one = build.module.metadata.add(Metadata::Constant(one));
    let node = build.module.metadata.node(false, &[Some(one)]);
    build.attach(b"nontemporal", node);
}
