//! Emits instructions for constants that contain a value that is not constant.
//!
//! A constant expression may contain a part whose value differs between threads or functions. It is
//! then replaced with instructions: one for each subexpression that contains such a part, the inner
//! ones first.

use std::collections::HashMap;

use crate::emit::Emit;
use pinnacle_llvm::{Constant, ConstantId, ConstantKind, FunctionBuilder, Module, Value};

/// For each constant, by id, true if it contains a value to replace.
#[derive(Debug)]
pub(crate) struct Containing(Vec<bool>);

impl Containing {
    /// Finds the constants for which `is_it` returns true, and those that contain one.
    pub(crate) fn new(module: &Module, is_it: impl Fn(ConstantKind) -> bool) -> Containing {
        let mut contains = Vec::with_capacity(module.constants.len());
        for index in 0..module.constants.len() {
            let kind = module.constants.get(ConstantId::at(index)).kind;
            let mut found = is_it(kind);
            // Operands exist before the constants that contain them.
            module.constants.for_each_operand(kind, |part| {
                found |= contains.get(part.index()).copied().unwrap_or(false);
            });
            contains.push(found);
        }
        Containing(contains)
    }

    /// Returns true if a constant contains a value to replace. False for constants made later.
    pub(crate) fn has(&self, constant: ConstantId) -> bool {
        self.0.get(constant.index()).copied().unwrap_or(false)
    }

    /// Returns true if a value contains one to replace.
    pub(crate) fn has_value(&self, value: Value) -> bool {
        matches!(value, Value::Constant(constant) if self.has(constant))
    }
}

/// Emits instructions for a constant. `leaf` returns the values of the parts that are no longer
/// constant.
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
        build
            .module
            .constants
            .for_each_operand(constant.kind, |part| {
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

/// Emits the instruction equivalent to a constant expression, or the instructions that build an
/// aggregate.
fn emit(
    build: &mut FunctionBuilder<'_>,
    id: ConstantId,
    constant: Constant,
    value: impl Fn(ConstantId) -> Value,
) -> Value {
    let mut operands = Vec::new();
    let table = &build.module.constants;
    table.for_each_operand(constant.kind, |part| operands.push(value(part)));
    if let ConstantKind::Aggregate(_) = constant.kind {
        return build.assemble(constant.ty, &operands);
    }
    let kind = constant
        .kind
        .instruction(&operands, |all| build.values(all));
    match kind {
        Some(kind) => build.emit(kind, constant.ty),
        None => Value::Constant(id),
    }
}
