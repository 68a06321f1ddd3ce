//! Drops attributes that do not fit the type of their parameter or result.
//!
//! Earlier releases wrote them, and LLVM drops them when it reads bitcode. An example is the
//! alignment of a number, which LLVM 11 and earlier accepted.

use std::collections::BTreeMap;

use crate::attributes::{Attribute, AttributeKind};
use crate::ids::{AttributeListId, AttributeSetId, GlobalId, TypeId};
use crate::module::Module;
use crate::types::Type;

/// Drops the attributes of functions and calls that do not fit.
pub(super) fn drop_unfitting(module: &mut Module) {
    let mut known = Known::new();
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        let ty = module.global(id).ty;
        let Some(function) = module.as_function(id) else {
            continue;
        };
        let list = module.function(function).attributes;
        let list = fitting(module, &mut known, list, ty);
        module.function_mut(function).attributes = list;
        let Some(mut body) = module.function_mut(function).body.take() else {
            continue;
        };
        for call in &mut body.calls {
            call.attributes = fitting(module, &mut known, call.attributes, call.function_type);
        }
        module.function_mut(function).body = Some(body);
    }
}

/// For each attribute list and function type, the list of the attributes that fit.
type Known = BTreeMap<(AttributeListId, TypeId), AttributeListId>;

fn fitting(
    module: &mut Module,
    known: &mut Known,
    list: AttributeListId,
    function: TypeId,
) -> AttributeListId {
    if list == AttributeListId::EMPTY {
        return list;
    }
    if let Some(&found) = known.get(&(list, function)) {
        return found;
    }
    let parameters = module.types.parameters(function).unwrap_or_default();
    let parameters = parameters.to_vec();
    let whole = module.attributes.get(list);
    let (of_function, of_result) = (whole.function, whole.result);
    let result = match module.types.result(function) {
        Some(result) => fitting_set(module, of_result, result),
        None => of_result,
    };
    let mut is_same = result == of_result;
    let mut sets = Vec::with_capacity(parameters.len());
    for (index, ty) in parameters.into_iter().enumerate() {
        let set = module.attributes.parameter(list, index);
        sets.push(fitting_set(module, set, ty));
        is_same &= sets[index] == set;
    }
    // Variable arguments may have any type.
    for index in sets.len()..module.attributes.parameter_count(list) {
        sets.push(module.attributes.parameter(list, index));
    }
    let found = match is_same {
        true => list,
        false => module.attributes.list(of_function, result, &sets),
    };
    known.insert((list, function), found);
    found
}

fn fitting_set(module: &mut Module, set: AttributeSetId, ty: TypeId) -> AttributeSetId {
    let all = module.attributes.attributes(set);
    if all.iter().all(|&one| fits(module, one, ty)) {
        return set;
    }
    let rest: Vec<_> = all
        .iter()
        .copied()
        .filter(|&one| fits(module, one, ty))
        .collect();
    module.attributes.set(&rest)
}

/// Returns true if a value or result of a type can have an attribute.
fn fits(module: &Module, attribute: Attribute, ty: TypeId) -> bool {
    use AttributeKind as K;
    let Some(kind) = attribute.kind() else {
        return true;
    };
    let types = &module.types;
    let is_pointer = |ty| matches!(types.get(ty), Type::Pointer(_));
    match kind {
        K::ZExt | K::SExt | K::AllocAlign => matches!(types.get(ty), Type::Integer(_)),
        K::NoAlias
        | K::NoCapture
        | K::NonNull
        | K::ReadNone
        | K::ReadOnly
        | K::Dereferenceable
        | K::DereferenceableOrNull
        | K::Writable
        | K::DeadOnUnwind
        | K::Nest
        | K::SwiftError
        | K::Preallocated
        | K::InAlloca
        | K::ByVal
        | K::StructRet
        | K::ByRef
        | K::ElementType
        | K::AllocatedPointer => is_pointer(ty),
        K::Align => match types.get(ty) {
            Type::Vector { element, .. } => is_pointer(element),
            _ => is_pointer(ty),
        },
        K::NoUndef => types.get(ty) != Type::Void,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignments_of_numbers_are_dropped() {
        let mut module = Module::new();
        let (word, pointer) = (module.types.integer(32), module.types.pointer());
        let ty = module.types.function(word, &[word, pointer], false);
        let id = module.add_function(b"f", ty);
        let function = module.as_function(id).expect("it is one");
        let align = Attribute::Int(AttributeKind::Align, 8);
        let both = [Attribute::Enum(AttributeKind::InReg), align];
        let table = &mut module.attributes;
        let (inreg, both) = (table.set(&both[..1]), table.set(&both));
        let none = AttributeSetId::EMPTY;
        let list = table.list(none, both, &[both, both]);
        module.function_mut(function).attributes = list;
        drop_unfitting(&mut module);
        let list = module.function(function).attributes;
        let table = &module.attributes;
        assert_eq!(table.get(list).result, inreg);
        assert_eq!(table.parameter(list, 0), inreg);
        assert_eq!(table.parameter(list, 1), both);
    }
}
