//! Parameters and results of functions that are large integers.

use super::{arithmetic, is_large, large};
use crate::emit::check_width;
use crate::passing::{FunctionTypes, Passing};
use pinnacle_llvm::{AttributeListId, AttributeSetId, Module, TypeId};

/// The types of functions after large integers are split.
pub(super) fn function_types() -> FunctionTypes {
    FunctionTypes::new(is_large, |types, ty| {
        let width = large(types, ty).unwrap_or_default();
        check_width(width)?;
        let count = arithmetic::count(width) as usize;
        Ok(Passing::Split(types.integer(64), count))
    })
}

/// The attributes of a function or call whose parameters are split.
pub(super) fn split_attributes(
    module: &mut Module,
    list: AttributeListId,
    old: TypeId,
) -> AttributeListId {
    let types = &module.types;
    let parameters = types.parameters(old).unwrap_or_default();
    let whole = module.attributes.get(list);
    let mut sets = Vec::with_capacity(parameters.len() + 1);
    let none = AttributeSetId::EMPTY;
    let mut result = whole.result;
    if types.result(old).is_some_and(|ty| is_large(types, ty)) {
        sets.push(none);
        result = none;
    }
    for (number, &parameter) in parameters.iter().enumerate() {
        match large(types, parameter) {
            Some(width) => sets.extend((0..arithmetic::count(width)).map(|_| none)),
            None => sets.push(module.attributes.parameter(list, number)),
        }
    }
    module.attributes.list(whole.function, result, &sets)
}
