//! The element types that `getelementptr` indices select.

use crate::model::{Type, TypeId, TypeTable};

/// A type that an index selects a part of.
pub(super) enum Container {
    /// A structure. Its fields are selected by constants.
    Structure,
    /// A pointer or array with elements of this type.
    Sequence(TypeId),
}

/// Returns how a type can be indexed. Pointers can only be indexed by the first index.
pub(super) fn container(types: &TypeTable, ty: TypeId, is_first: bool) -> Option<Container> {
    match types.get(ty) {
        Type::Pointer { pointee } if is_first => Some(Container::Sequence(pointee)),
        Type::Array { element, .. } | Type::Packed { element, .. } if !is_first => {
            Some(Container::Sequence(element))
        }
        Type::Struct { .. } if !is_first => Some(Container::Structure),
        _ => None,
    }
}

/// The type of a field of a structure.
pub(super) fn field(types: &TypeTable, structure: TypeId, index: u64) -> Option<TypeId> {
    match types.get(structure) {
        Type::Struct { fields } => {
            let index = usize::try_from(index).ok()?;
            types.list(fields).get(index).copied()
        }
        _ => None,
    }
}
