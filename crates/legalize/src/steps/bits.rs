//! Replaces operations on single bits that PNaCl does not have.
//!
//! For `i1`, PNaCl has `and`, `or`, `xor`, `select`, phis, conversions and branches. It has no
//! arithmetic, comparisons, `switch`, loads or stores. Arithmetic modulo two and comparisons are
//! computed with the first three operations. In memory a bit takes a byte.
//!
//! ```llvm
//! ; before
//! %b = load i1, ptr %p
//! %r = icmp ult i1 %a, %b
//! store i1 %r, ptr %p
//! ; after
//! %1 = load i8, ptr %p
//! %b = trunc i8 %1 to i1
//! %2 = xor i1 %a, %b
//! %r = and i1 %2, %b
//! %3 = zext i1 %r to i8
//! store i8 %3, ptr %p
//! ```
//!
//! A `switch` on a bit becomes a `switch` on a byte. Bits in vectors are not changed, because the
//! step `vectors` has handled them.

use pinnacle_llvm::{
    BinaryOp as Op, Body, CastOp, ConstantId, Edit, Editor, FunctionBuilder, Instruction,
    InstructionKind as K, IntPredicate as P, Module, Type, Value,
};

use crate::Options;
use crate::emit::{Emit, constant_bits};
use crate::error::{Fault, Reporter};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    reporter.edit_all(module, has_any, rewrite);
}

fn has_any(module: &Module, body: &Body) -> bool {
    body.instructions()
        .iter()
        .any(|instruction| concerns_bits(module, body, instruction))
}

fn concerns_bits(module: &Module, body: &Body, instruction: &Instruction) -> bool {
    let is_bit = |value| {
        let ty = module.type_of(body, value);
        ty.is_some_and(|ty| module.types.get(ty) == Type::Integer(1))
    };
    match instruction.kind {
        K::Load { .. } => instruction.result.is_some_and(|local| is_bit(local.into())),
        K::Store { value, .. } | K::Switch { value, .. } => is_bit(value),
        K::IntCompare { lhs, .. } => is_bit(lhs),
        K::Binary { op, lhs, .. } => !matches!(op, Op::And | Op::Or | Op::Xor) && is_bit(lhs),
        _ => false,
    }
}

fn rewrite(editor: &mut Editor<'_>, instruction: Instruction) -> Result<Edit, Fault> {
    let build = &mut editor.build;
    if !concerns_bits(build.module, build.body(), &instruction) {
        return Ok(Edit::Keep);
    }
    let value = match instruction.kind {
        K::Load { .. } => {
            let byte = build.module.types.integer(8);
            let loaded = build.emit(instruction.kind, byte);
            let bit = build.module.types.integer(1);
            build.cast(CastOp::Trunc, loaded, bit)
        }
        mut kind @ K::Store { .. } => {
            if let K::Store { value, .. } = &mut kind {
                *value = build.resize(*value, 8);
            }
            return Ok(Edit::As(kind));
        }
        K::Switch {
            value,
            default,
            cases,
        } => {
            let value = build.resize(value, 8);
            let mut cases = build.body().cases(cases).to_vec();
            for case in &mut cases {
                case.0 = widened(build.module, case.0);
            }
            build.switch(value, default, &cases);
            return Ok(Edit::Drop);
        }
        K::IntCompare {
            predicate,
            lhs,
            rhs,
        } => compare(build, predicate, lhs, rhs),
        K::Binary { op, lhs, rhs, .. } => match op {
            Op::Add | Op::Sub => build.binary(Op::Xor, lhs, rhs),
            Op::Mul => build.binary(Op::And, lhs, rhs),
            // The divisor can only be 1, and a shift amount only 0.
            Op::URem | Op::SRem => Value::Constant(build.module.int(1, 0)),
            _ => lhs,
        },
        _ => return Ok(Edit::Keep),
    };
    Ok(Edit::Value(value))
}

fn widened(module: &mut Module, bit: ConstantId) -> ConstantId {
    let bits = constant_bits(module, Value::Constant(bit)).unwrap_or(0);
    module.int(8, bits)
}

/// Compares two bits. As signed numbers, a set bit is the smaller one, because it is -1.
fn compare(build: &mut FunctionBuilder<'_>, by: P, lhs: Value, rhs: Value) -> Value {
    let differ = build.binary(Op::Xor, lhs, rhs);
    let operand = match by {
        P::Ne => return differ,
        P::Eq => return not(build, differ),
        P::Ult | P::Sgt | P::Uge | P::Sle => rhs,
        P::Ugt | P::Slt | P::Ule | P::Sge => lhs,
    };
    let both = build.binary(Op::And, differ, operand);
    match by {
        P::Ule | P::Sge | P::Uge | P::Sle => not(build, both),
        _ => both,
    }
}

fn not(build: &mut FunctionBuilder<'_>, value: Value) -> Value {
    build.with(Op::Xor, value, 1)
}
