//! Small operations on values: fields of aggregates, known numbers, changes of width.

use crate::builder::FunctionBuilder;
use crate::constants::ConstantKind;
use crate::ids::TypeId;
use crate::instruction::{CastOp, InstructionKind, Value};
use crate::module::Module;
use crate::types::Type;

/// A field of an aggregate.
pub(super) fn field(
    build: &mut FunctionBuilder<'_>,
    aggregate: Value,
    index: u32,
    ty: TypeId,
) -> Value {
    let indices = build.indices(&[index]);
    build.emit(InstructionKind::ExtractValue { aggregate, indices }, ty)
}

fn bits_of(module: &Module, value: Value) -> Option<(Type, u64)> {
    let Value::Constant(constant) = value else {
        return None;
    };
    let constant = module.constants.get(constant);
    match constant.kind {
        ConstantKind::Bits(bits) => Some((module.types.get(constant.ty), bits)),
        _ => None,
    }
}

/// Returns the number if a value is an integer constant.
pub(super) fn known(module: &Module, value: Value) -> Option<u64> {
    match bits_of(module, value)? {
        (Type::Integer(_), bits) => Some(bits),
        _ => None,
    }
}

/// Returns the value of a boolean constant. Other values count as true.
pub(super) fn truth(module: &Module, value: Value) -> bool {
    known(module, value) != Some(0)
}

/// Converts a number to another width.
pub(super) fn resized(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    to: TypeId,
    signed: bool,
) -> Value {
    let from = build.type_of(value);
    let width = |ty| match build.module.types.get(ty) {
        Type::Integer(width) => width,
        _ => 0,
    };
    let (before, after) = (width(from), width(to));
    if before == after || before == 0 || after == 0 {
        return value;
    }
    if let Some(bits) = known(build.module, value)
        && before <= 64
        && after <= 64
    {
        let above = 64 - before;
        let bits = if signed {
            ((bits << above) as i64 >> above) as u64
        } else {
            bits
        };
        return build.module.int(after, bits).into();
    }
    let op = match (after < before, signed) {
        (true, _) => CastOp::Trunc,
        (false, true) => CastOp::SExt,
        (false, false) => CastOp::ZExt,
    };
    build.cast(op, value, to)
}
