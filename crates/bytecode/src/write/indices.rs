//! Follows the indices of a `getelementptr` through its types.

use super::block::cannot_write;
use super::slots::Slots;
use crate::error::{Error, ErrorKind};
use crate::format::{Features, IndexCoding};
use crate::model::{ConstantId, ConstantKind, Type, TypeId};

/// The types along a path of indices: each index leads from a type to one of its components.
pub(super) struct Indices {
    features: &'static Features,
    at: TypeId,
}

impl Indices {
    /// Begins at the type of the pointer.
    pub(super) fn new(features: &'static Features, pointer: TypeId) -> Indices {
        Indices {
            features,
            at: pointer,
        }
    }

    /// Follows one index. Returns its type if it is the index of an element and the format stores
    /// the type next to the slot.
    pub(super) fn step(
        &mut self,
        slots: &Slots,
        index_type: TypeId,
        index: Option<ConstantId>,
    ) -> Result<Option<u32>, Error> {
        let coding = self.features.indices;
        match slots.types.get(self.at) {
            Type::Struct { fields } => {
                let expected = match coding {
                    IndexCoding::Fixed => TypeId::UBYTE,
                    IndexCoding::TypeInLowBits => TypeId::UINT,
                };
                let value = index.map(|index| slots.constants.get(index).kind);
                let Some(ConstantKind::Int(field)) = value else {
                    return Err(mismatch("the index of a field is not a constant number"));
                };
                if index_type != expected {
                    return Err(self.unsuitable("field", index_type, "ubyte", "uint"));
                }
                let field = usize::try_from(field).ok();
                let Some(&ty) = field.and_then(|field| slots.types.list(fields).get(field)) else {
                    return Err(mismatch("an index names a field that does not exist"));
                };
                self.at = ty;
                Ok(None)
            }
            Type::Pointer { pointee: element }
            | Type::Array { element, .. }
            | Type::Packed { element, .. } => {
                self.at = element;
                match (coding, index_type) {
                    (IndexCoding::Fixed, TypeId::LONG) => Ok(None),
                    (IndexCoding::TypeInLowBits, TypeId::UINT) => Ok(Some(0)),
                    (IndexCoding::TypeInLowBits, TypeId::INT) => Ok(Some(1)),
                    (IndexCoding::TypeInLowBits, TypeId::ULONG) => Ok(Some(2)),
                    (IndexCoding::TypeInLowBits, TypeId::LONG) => Ok(Some(3)),
                    _ => Err(self.unsuitable(
                        "element",
                        index_type,
                        "long",
                        "uint, int, ulong or long",
                    )),
                }
            }
            _ => Err(mismatch("an index is applied to a type without parts")),
        }
    }

    /// The type that was reached.
    pub(super) fn reached(&self) -> TypeId {
        self.at
    }

    #[cold]
    fn unsuitable(&self, of: &str, found: TypeId, old: &str, new: &str) -> Error {
        let expected = match self.features.indices {
            IndexCoding::Fixed => old,
            IndexCoding::TypeInLowBits => new,
        };
        cannot_write(format!(
            "the index of {article} {of} has {found}, but in format {version} it must be \
             {expected}",
            article = if of == "element" { "an" } else { "a" },
            found = name(found),
            version = self.features.version,
        ))
    }
}

/// The name of an integer type.
fn name(ty: TypeId) -> &'static str {
    match ty {
        TypeId::UBYTE => "type ubyte",
        TypeId::SBYTE => "type sbyte",
        TypeId::USHORT => "type ushort",
        TypeId::SHORT => "type short",
        TypeId::UINT => "type uint",
        TypeId::INT => "type int",
        TypeId::ULONG => "type ulong",
        TypeId::LONG => "type long",
        _ => "a type other than an integer type",
    }
}

#[cold]
fn mismatch(message: &str) -> Error {
    Error::new(ErrorKind::TypeMismatch, message)
}
