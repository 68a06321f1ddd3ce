//! Parameters and results of functions that are large integers.

use super::{MAX_PARAMETERS, Step, arithmetic, has_large, large};
use crate::emit::check_width;
use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{AttributeListId, GlobalId, Module, Parameter, Type, TypeId};

/// The signature of a function after large integers are split: true if it stores its result, its
/// type, and for each parameter the old one that its attributes come from.
pub(super) fn split_type(module: &mut Module, ty: TypeId) -> Result<(bool, TypeId), Fault> {
    let (Some(result), Some(parameters)) = (module.types.result(ty), module.types.parameters(ty))
    else {
        return Ok((false, ty));
    };
    let (mut result, parameters) = (result, parameters.to_vec());
    let mut split = Vec::with_capacity(parameters.len() + 1);
    let stores = large(module, result).is_some();
    if stores {
        split.push(module.types.pointer());
        result = module.types.void();
    }
    let part = module.types.integer(64);
    for parameter in parameters {
        match large(module, parameter) {
            Some(width) => {
                check_width(width)?;
                split.extend((0..arithmetic::count(width)).map(|_| part));
            }
            None => split.push(parameter),
        }
        if split.len() > MAX_PARAMETERS {
            return Err(Fault::new(
                ErrorKind::TooLarge,
                format!(
                    "the function has more than {MAX_PARAMETERS} parameters once large integers \
                     are split into 64-bit parts"
                ),
            ));
        }
    }
    let variadic = matches!(module.types.get(ty), Type::Function { variadic: true, .. });
    Ok((stores, module.types.function(result, &split, variadic)))
}

/// The attributes of a function or call whose parameters are split.
pub(super) fn split_attributes(
    module: &mut Module,
    list: AttributeListId,
    old: TypeId,
) -> AttributeListId {
    let parameters = module.types.parameters(old).unwrap_or_default().to_vec();
    let whole = module.attributes.get(list);
    let mut sets = Vec::with_capacity(parameters.len() + 1);
    let none = pinnacle_llvm::AttributeSetId::EMPTY;
    let mut result = whole.result;
    if module
        .types
        .result(old)
        .and_then(|ty| large(module, ty))
        .is_some()
    {
        sets.push(none);
        result = none;
    }
    for (number, &parameter) in parameters.iter().enumerate() {
        match large(module, parameter) {
            Some(width) => sets.extend((0..arithmetic::count(width)).map(|_| none)),
            None => sets.push(module.attributes.parameter(list, number)),
        }
    }
    module.attributes.list(whole.function, result, &sets)
}

/// Gives a function the parameters that it has afterwards.
pub(super) fn change_signature(module: &mut Module, function: GlobalId) -> Result<Step, Fault> {
    let mut step = Step::new();
    let old = module.global(function).ty;
    let Some(id) = module.as_function(function) else {
        return Ok(step);
    };
    if !has_large(module, old) {
        return Ok(step);
    }
    let (stores, new) = split_type(module, old)?;
    let attributes = module.function(id).attributes;
    module.function_mut(id).attributes = split_attributes(module, attributes, old);
    let mut sources = Vec::new();
    if stores {
        sources.push(Parameter::New);
    }
    let mut first_parts = Vec::new();
    let parameters = module.types.parameters(old).unwrap_or_default();
    for (number, &parameter) in parameters.iter().enumerate() {
        match large(module, parameter) {
            Some(width) => {
                first_parts.push(sources.len());
                sources.extend((0..arithmetic::count(width)).map(|_| Parameter::New));
            }
            None => sources.push(Parameter::Kept(number)),
        }
    }
    let displaced = module.change_parameters(function, new, &sources);
    step.parameters = displaced.into_iter().zip(first_parts).collect();
    step.stores_result = stores;
    Ok(step)
}
