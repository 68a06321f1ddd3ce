//! Converts the indices of `getelementptr` to the types that a format requires.
//!
//! Until LLVM 1.2 the index of a field was a `ubyte` and that of an element a `long`. Since LLVM
//! 1.3 the index of a field is a `uint` and that of an element has any of four types. A module of
//! one kind can usually be converted to the other by giving constant indices another type.

use crate::format::{Format, IndexCoding};
use crate::model::{
    ConstantId, ConstantKind, ConstantTable, Inst, InstId, Module, Type, TypeId, TypeTable, Value,
};

/// Gives constant indices the types that a format requires, if that keeps their values. Everything
/// else, including names and the order of things, is unchanged.
///
/// Indices that cannot be converted are left alone, and [`write`](super::write) refuses them:
/// fields from 256 on, and element indices computed by instructions in types other than `long`.
pub fn adapt_indices(module: &mut Module, format: Format) {
    let coding = format.features().indices;
    let changed = constants(&module.types, &mut module.constants, coding);
    let new = |id: ConstantId| changed.get(id.index()).copied().flatten().unwrap_or(id);
    for global in &mut module.globals {
        global.initializer = global.initializer.map(new);
    }
    for index in 0..module.functions.len() {
        // Take the body out, so that the rest of the module can be borrowed.
        let Some(mut body) = module.functions[index].body.take() else {
            continue;
        };
        let function = crate::model::FunctionId(index as u32);
        for id in (0..body.inst_count() as u32).map(InstId) {
            body.map_operands(id, |value| match value {
                Value::Constant(id) => Value::Constant(new(id)),
                other => other,
            });
            let &Inst::GetElementPtr { pointer, indices } = body.inst(id) else {
                continue;
            };
            let Some(mut at) = module.type_of(function, &body, pointer) else {
                continue;
            };
            let old = body.values(indices);
            let adapted: Vec<_> = (old.iter())
                .map(|&index| {
                    let constant = match index {
                        Value::Constant(id) => Some(id),
                        _ => None,
                    };
                    let constants = &mut module.constants;
                    match step(&module.types, constants, coding, &mut at, constant) {
                        Some(id) => Value::Constant(id),
                        None => index,
                    }
                })
                .collect();
            if adapted != old {
                let indices = body.add_values(&adapted);
                body.replace(id, Inst::GetElementPtr { pointer, indices });
            }
        }
        module.functions[index].body = Some(body);
    }
}

/// Rebuilds the constants that change. Returns the new id of each.
fn constants(
    types: &TypeTable,
    constants: &mut ConstantTable,
    coding: IndexCoding,
) -> Vec<Option<ConstantId>> {
    let mut changed: Vec<Option<ConstantId>> = vec![None; constants.len()];
    // Constants consist only of earlier constants.
    for index in 0..changed.len() {
        let id = ConstantId(index as u32);
        let is_address = matches!(constants.get(id).kind, ConstantKind::GetElementPtr { .. });
        let is_known = |operand: ConstantId| changed.get(operand.index()).copied().flatten();
        if !is_address
            && !constants
                .operands(id)
                .any(|operand| is_known(operand).is_some())
        {
            continue;
        }
        let operands: Vec<_> = (constants.operands(id))
            .map(|operand| is_known(operand).unwrap_or(operand))
            .collect();
        let ty = constants.type_of(id);
        let new = match (constants.get(id).kind, &operands[..]) {
            (ConstantKind::Array(_), parts) => constants.array(ty, parts),
            (ConstantKind::Packed(_), parts) => constants.packed(ty, parts),
            (ConstantKind::Struct(_), parts) => constants.structure(ty, parts),
            (ConstantKind::GetElementPtr { .. }, &[pointer, ref indices @ ..]) => {
                let mut at = constants.type_of(pointer);
                let indices: Vec<_> = (indices.iter())
                    .map(|&index| {
                        step(types, constants, coding, &mut at, Some(index)).unwrap_or(index)
                    })
                    .collect();
                constants.get_element_ptr(ty, pointer, &indices)
            }
            (_, operands) => {
                let operation = constants.operation(id);
                constants.operator(operation, ty, operands).unwrap_or(id)
            }
        };
        changed[index] = (new != id).then_some(new);
    }
    changed
}

/// Follows an index from a type to one of its components. Returns the converted index if it needs
/// another type and can have it.
fn step(
    types: &TypeTable,
    constants: &mut ConstantTable,
    coding: IndexCoding,
    at: &mut TypeId,
    index: Option<ConstantId>,
) -> Option<ConstantId> {
    let constant = index.map(|id| constants.get(id));
    let value = constant.and_then(|constant| match constant.kind {
        ConstantKind::Int(value) => Some(value),
        _ => None,
    });
    let ty = match types.get(*at) {
        Type::Struct { fields } => {
            let field = usize::try_from(value?).ok()?;
            *at = *types.list(fields).get(field)?;
            match coding {
                IndexCoding::Fixed if field > 0xFF => return None,
                IndexCoding::Fixed => TypeId::UBYTE,
                IndexCoding::TypeInLowBits => TypeId::UINT,
            }
        }
        Type::Pointer { pointee: element }
        | Type::Array { element, .. }
        | Type::Packed { element, .. } => {
            *at = element;
            let is_unsigned = constant?.ty == TypeId::ULONG;
            let fits = !is_unsigned || i64::try_from(value?).is_ok();
            match coding {
                IndexCoding::Fixed if fits => TypeId::LONG,
                _ => return None,
            }
        }
        _ => return None,
    };
    let new = constants.int(ty, value?);
    (Some(new) != index).then_some(new)
}
