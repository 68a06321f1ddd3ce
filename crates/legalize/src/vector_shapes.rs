//! The vector types of PNaCl.

use crate::error::{ErrorKind, Fault};
use crate::parts::Part;
use pinnacle_llvm::{Module, Type, TypeId, TypeTable};

/// Maximum number of elements of a vector.
const MAX_ELEMENTS: u32 = 128;

/// The shape of a vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) element: TypeId,
    pub(crate) length: u32,
    /// True if PNaCl has this type.
    pub(crate) legal: bool,
    /// True if its elements are of type `i1`.
    pub(crate) bits: bool,
}

impl Shape {
    /// The types of the elements, one for each.
    pub(crate) fn types(self) -> Vec<TypeId> {
        vec![self.element; self.length as usize]
    }

    /// The elements as parts in memory. `stride` is their distance in bytes.
    pub(crate) fn parts(self, stride: u64) -> impl Iterator<Item = Part> {
        (0..self.length.into()).map(move |number: u64| Part {
            ty: self.element,
            offset: number * stride,
        })
    }
}

/// Returns the shape of a vector type; `None` for other types.
pub(crate) fn shape_of(module: &Module, ty: TypeId) -> Result<Option<Shape>, Fault> {
    let Type::Vector {
        element,
        length,
        scalable,
    } = module.types.get(ty)
    else {
        return Ok(None);
    };
    if scalable {
        return Err(ErrorKind::BadType.fault(
            "a scalable vector is not portable, because its length depends on the processor",
        ));
    }
    if length > MAX_ELEMENTS {
        return Err(ErrorKind::BadType.fault(format!(
            "a vector has {length} elements, expected at most {MAX_ELEMENTS}"
        )));
    }
    let kind = module.types.get(element);
    Ok(Some(Shape {
        element,
        length,
        legal: is_legal(kind, length),
        bits: kind == Type::Integer(1),
    }))
}

const fn is_legal(element: Type, length: u32) -> bool {
    matches!(
        (element, length),
        (Type::Integer(1), 4 | 8 | 16)
            | (Type::Integer(8), 16)
            | (Type::Integer(16), 8)
            | (Type::Integer(32) | Type::Float, 4)
    )
}

/// Returns true for all vector types.
pub(crate) fn is_vector(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Vector { .. })
}

/// Returns true for vector types that PNaCl does not have.
pub(crate) fn is_foreign(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Vector {
            element,
            length,
            scalable,
        } => scalable || !is_legal(types.get(element), length),
        _ => false,
    }
}
