//! Instructions for constants of which a part is not constant after all.
//!
//! A constant expression may mention something that has another value in each
//! thread or function. It is then made of instructions: those parts of it that
//! contain such a thing, each once, the inner ones first.

use std::collections::HashMap;

use crate::substitute::for_each_part;
use pinnacle_llvm::{
    BinaryOp, Constant, ConstantId, ConstantKind, FastMath, FunctionBuilder, InstructionKind,
    Module, Type, TypeId, Value,
};

/// Which constants contain something, by their ids.
#[derive(Debug)]
pub(crate) struct Containing(Vec<bool>);

impl Containing {
    /// Those that are, or contain, a constant of which `is_it` is true.
    pub(crate) fn new(module: &Module, is_it: impl Fn(ConstantKind) -> bool) -> Containing {
        let mut contains = Vec::with_capacity(module.constants.len());
        for index in 0..module.constants.len() {
            let kind = module.constants.get(ConstantId::at(index)).kind;
            let mut found = is_it(kind);
            // Parts exist before what is made of them.
            for_each_part(module, kind, |part| {
                found |= contains.get(part.index()).copied().unwrap_or(false);
            });
            contains.push(found);
        }
        Containing(contains)
    }

    /// Whether a constant is one of them. Those that were made later are not.
    pub(crate) fn has(&self, constant: ConstantId) -> bool {
        self.0.get(constant.index()).copied().unwrap_or(false)
    }

    /// Whether a value is one of them.
    pub(crate) fn has_value(&self, value: Value) -> bool {
        matches!(value, Value::Constant(constant) if self.has(constant))
    }
}

/// Emits instructions for a constant. `leaf` makes a value of what is not constant.
pub(crate) fn expand(
    build: &mut FunctionBuilder<'_>,
    containing: &Containing,
    root: ConstantId,
    mut leaf: impl FnMut(&mut FunctionBuilder<'_>, ConstantKind) -> Option<Value>,
) -> Value {
    let mut made: HashMap<ConstantId, Value> = HashMap::new();
    let mut pending = vec![root];
    while let Some(&next) = pending.last() {
        if !containing.has(next) || made.contains_key(&next) {
            pending.pop();
            continue;
        }
        let constant = build.module.constants.get(next);
        if let Some(value) = leaf(build, constant.kind) {
            made.insert(next, value);
            continue;
        }
        let before = pending.len();
        for_each_part(build.module, constant.kind, |part| {
            if containing.has(part) && !made.contains_key(&part) {
                pending.push(part);
            }
        });
        if pending.len() == before {
            let value = emit(build, next, constant, |part| {
                made.get(&part).copied().unwrap_or(Value::Constant(part))
            });
            made.insert(next, value);
        }
    }
    made.get(&root).copied().unwrap_or(Value::Constant(root))
}

/// Emits the instruction that does what a constant expression does, or those that
/// put an aggregate together.
fn emit(
    build: &mut FunctionBuilder<'_>,
    id: ConstantId,
    constant: Constant,
    value: impl Fn(ConstantId) -> Value,
) -> Value {
    use ConstantKind as K;
    let ty = constant.ty;
    let list = |build: &FunctionBuilder<'_>, list| -> Vec<Value> {
        let parts = build.module.constants.list(list).iter();
        parts.map(|&part| value(part)).collect()
    };
    match constant.kind {
        K::Cast(op, operand) => build.cast(op, value(operand), ty),
        K::Binary(op, flags, lhs, rhs) => {
            let (lhs, rhs) = (value(lhs), value(rhs));
            use BinaryOp as Op;
            let kind = match op {
                Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => {
                    InstructionKind::FloatBinary {
                        op,
                        flags: FastMath::NONE,
                        lhs,
                        rhs,
                    }
                }
                _ => InstructionKind::Binary {
                    op,
                    flags,
                    lhs,
                    rhs,
                },
            };
            build.emit(kind, ty)
        }
        K::IntCompare(predicate, lhs, rhs) => {
            let (lhs, rhs) = (value(lhs), value(rhs));
            let kind = InstructionKind::IntCompare {
                predicate,
                lhs,
                rhs,
            };
            build.emit(kind, ty)
        }
        K::FloatCompare(predicate, lhs, rhs) => {
            let (lhs, rhs) = (value(lhs), value(rhs));
            let kind = InstructionKind::FloatCompare {
                predicate,
                flags: FastMath::NONE,
                lhs,
                rhs,
            };
            build.emit(kind, ty)
        }
        K::Select(parts) => {
            let operands = list(build, parts);
            let operands = build.values(&operands);
            let flags = FastMath::NONE;
            build.emit(InstructionKind::Select { flags, operands }, ty)
        }
        K::GetElementPtr {
            source,
            flags,
            operands,
        } => {
            let operands = list(build, operands);
            let operands = build.values(&operands);
            let kind = InstructionKind::GetElementPtr {
                source,
                flags,
                operands,
            };
            build.emit(kind, ty)
        }
        K::ExtractElement(vector, index) => {
            let (vector, index) = (value(vector), value(index));
            build.emit(InstructionKind::ExtractElement { vector, index }, ty)
        }
        K::InsertElement(parts) => {
            let operands = list(build, parts);
            let operands = build.values(&operands);
            build.emit(InstructionKind::InsertElement { operands }, ty)
        }
        K::ShuffleVector(parts) => {
            let &[lhs, rhs, mask] = build.module.constants.list(parts) else {
                return Value::Constant(id);
            };
            let (lhs, rhs) = (value(lhs), value(rhs));
            build.emit(InstructionKind::ShuffleVector { lhs, rhs, mask }, ty)
        }
        K::Aggregate(parts) => {
            let parts = list(build, parts);
            assemble(build, ty, &parts)
        }
        _ => Value::Constant(id),
    }
}

/// Puts a struct, an array or a vector together.
fn assemble(build: &mut FunctionBuilder<'_>, ty: TypeId, parts: &[Value]) -> Value {
    let is_vector = matches!(build.module.types.get(ty), Type::Vector { .. });
    let nothing = build.module.constants.plain(ty, ConstantKind::Undef);
    let mut whole = Value::Constant(nothing);
    for (number, &element) in (0_u32..).zip(parts) {
        let kind = if is_vector {
            let index = Value::Constant(build.module.int(32, number.into()));
            let operands = build.values(&[whole, element, index]);
            InstructionKind::InsertElement { operands }
        } else {
            let indices = build.indices(&[number]);
            InstructionKind::InsertValue {
                aggregate: whole,
                element,
                indices,
            }
        };
        whole = build.emit(kind, ty);
    }
    whole
}
