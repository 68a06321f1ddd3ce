//! Finds the functions and instructions that work with values of certain types.

use crate::error::body_of;
use pinnacle_llvm::{Body, GlobalId, Instruction, InstructionKind, Module, TypeId, TypeTable};

/// A predicate for the types to look for.
pub(crate) type IsOne = fn(&TypeTable, TypeId) -> bool;

/// Returns the defined functions that contain values of these types.
pub(crate) fn functions_with(module: &Module, is_one: IsOne) -> Vec<GlobalId> {
    let all = module.global_ids();
    let found = all.filter(|&function| {
        body_of(module, function).is_some_and(|body| in_body(module, body, is_one))
    });
    match any_type(module, is_one) {
        true => found.collect(),
        false => Vec::new(),
    }
}

/// Returns true if the module contains one of these types.
pub(crate) fn any_type(module: &Module, is_one: IsOne) -> bool {
    let types = &module.types;
    (0..types.len()).any(|index| is_one(types, TypeId::at(index)))
}

/// Returns true if a function takes or returns values of these types.
pub(crate) fn in_signature(types: &TypeTable, function_type: TypeId, is_one: IsOne) -> bool {
    let result = types.result(function_type);
    let parameters = types.parameters(function_type).unwrap_or_default();
    result.iter().chain(parameters).any(|&ty| is_one(types, ty))
}

/// Returns true if a body contains values of these types.
pub(crate) fn in_body(module: &Module, body: &Body, is_one: IsOne) -> bool {
    let mut locals = body.locals().iter();
    locals.any(|local| is_one(&module.types, local.ty))
        || body
            .instructions()
            .iter()
            .any(|it| in_instruction(module, body, it, is_one))
}

/// Returns true if an instruction takes or returns values of these types, or calls a function that
/// does.
pub(crate) fn in_instruction(
    module: &Module,
    body: &Body,
    it: &Instruction,
    is_one: IsOne,
) -> bool {
    let types = &module.types;
    if let Some(result) = it.result
        && is_one(types, body.local(result).ty)
    {
        return true;
    }
    // A phi's incoming values have the type of its result.
    if matches!(it.kind, InstructionKind::Phi { .. }) {
        return false;
    }
    let mut found = false;
    body.for_each_operand(&it.kind, |value| {
        let ty = module.type_of(body, value);
        found |= ty.is_some_and(|ty| is_one(types, ty));
    });
    if let Some(call) = it.kind.call() {
        found |= in_signature(types, body.call(call).function_type, is_one);
    }
    found
}
