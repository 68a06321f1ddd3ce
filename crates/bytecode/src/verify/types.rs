//! The rules for types, and which types have a size.

use super::{Context, Errors};
use crate::error::{Error, ErrorKind};
use crate::model::{Module, Type, TypeId, TypeTable};

/// Checks that the components of all types exist; if not, nothing else can be checked.
pub(super) fn check_components_exist(module: &Module, errors: &mut Errors) {
    let types = &module.types;
    for ty in types.derived() {
        for component in types.components(ty) {
            if component.index() >= types.len() {
                errors.push(Error::new(
                    ErrorKind::UndefinedType,
                    format!(
                        "{ty} contains {component}, which is not one of the {} types",
                        types.len()
                    ),
                ));
            }
        }
    }
    for &(_, ty) in &module.type_names {
        if ty.index() >= types.len() {
            errors.push(Error::new(
                ErrorKind::UndefinedType,
                format!(
                    "a name belongs to {ty}, which is not one of the {} types",
                    types.len()
                ),
            ));
        }
    }
}

/// Checks the components of all types.
pub(super) fn check(context: &Context<'_>, errors: &mut Errors) {
    let types = &context.module.types;
    for ty in types.derived() {
        for (place, component) in types.components(ty).enumerate() {
            let is_result = place == 0 && matches!(types.get(ty), Type::Function { .. });
            let legal = match component {
                TypeId::VOID => is_result,
                TypeId::LABEL => false,
                _ => true,
            };
            if !legal {
                errors.push(Error::new(
                    ErrorKind::IllegalType,
                    format!(
                        "{} cannot contain {}",
                        context.text(ty),
                        context.text(component)
                    ),
                ));
            }
        }
        if let Type::Function { result, .. } = types.get(ty)
            && matches!(
                types.get(result),
                Type::Struct { .. } | Type::Array { .. } | Type::Function { .. }
            )
        {
            errors.push(Error::new(
                ErrorKind::IllegalType,
                format!(
                    "{} returns {}, which is not a single value",
                    context.text(ty),
                    context.text(result)
                ),
            ));
        }
        if context.sizes[ty.index()] == Size::Endless {
            errors.push(Error::new(
                ErrorKind::IllegalType,
                format!("{} ({ty}) contains itself", context.text(ty)),
            ));
        }
    }
}

/// The result of determining the size of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// The size is not known yet.
    Unknown,
    /// The components of the type are being visited.
    Open,
    /// The type has a size.
    Known,
    /// The type has no size: void, labels, functions, opaque types, and types that contain them.
    None,
    /// An array or structure that contains itself.
    Endless,
}

/// Determines which types have a size: a depth-first walk from types to their components, with an
/// explicit stack.
pub(super) fn sizes(types: &TypeTable) -> Vec<Size> {
    let mut sizes = vec![Size::Unknown; types.len()];
    // Types being visited, each with the index of its next component.
    let mut stack: Vec<(TypeId, usize)> = Vec::new();
    for start in (0..types.len() as u32).map(TypeId) {
        stack.push((start, 0));
        while let Some((ty, place)) = stack.last_mut() {
            let ty = *ty;
            let slot = &mut sizes[ty.index()];
            if *place == 0 {
                if *slot != Size::Unknown {
                    stack.pop();
                    continue;
                }
                *slot = Size::Open;
            }
            let part = match types.get(ty) {
                Type::Void | Type::Label | Type::Opaque | Type::Function { .. } => {
                    *slot = Size::None;
                    None
                }
                Type::Array { element, .. } => [element].get(*place).copied(),
                Type::Struct { fields } => types.list(fields).get(*place).copied(),
                _ => None,
            };
            let Some(part) = part else {
                stack.pop();
                if sizes[ty.index()] == Size::Open {
                    sizes[ty.index()] = size_of_parts(types, ty, &sizes);
                }
                continue;
            };
            *place += 1;
            match sizes[part.index()] {
                Size::Unknown => stack.push((part, 0)),
                // This type is still being visited, so it contains itself.
                Size::Open => sizes[part.index()] = Size::Endless,
                _ => {}
            }
        }
    }
    sizes
}

fn size_of_parts(types: &TypeTable, ty: TypeId, sizes: &[Size]) -> Size {
    let whole = matches!(types.get(ty), Type::Array { .. } | Type::Struct { .. });
    let known = |part: TypeId| sizes[part.index()] == Size::Known;
    if !whole || types.components(ty).all(known) {
        Size::Known
    } else {
        Size::None
    }
}
