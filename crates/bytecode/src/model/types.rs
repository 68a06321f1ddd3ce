//! Types of LLVM 1.x: signed and unsigned integers, typed pointers.

use super::ids::{List, TypeId};
use pinnacle_base::index::{Hash, Index};

/// A type. Component types are ids of the same [`TypeTable`].
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// No value: the result type of functions that return nothing.
    Void,
    /// True or false.
    Bool,
    /// Unsigned, 8 bits.
    UByte,
    /// Signed, 8 bits.
    SByte,
    /// Unsigned, 16 bits.
    UShort,
    /// Signed, 16 bits.
    Short,
    /// Unsigned, 32 bits.
    UInt,
    /// Signed, 32 bits.
    Int,
    /// Unsigned, 64 bits.
    ULong,
    /// Signed, 64 bits.
    Long,
    /// IEEE single precision.
    Float,
    /// IEEE double precision.
    Double,
    /// A basic block.
    Label,
    /// A function.
    Function {
        /// Type of the result, or void.
        result: TypeId,
        /// The types of its fixed parameters.
        parameters: List<TypeId>,
        /// True if more arguments may follow.
        varargs: bool,
    },
    /// A structure: fields one after the other.
    Struct {
        /// The types of the fields.
        fields: List<TypeId>,
    },
    /// An array: elements of one type.
    Array {
        /// The type of the elements.
        element: TypeId,
        /// Number of elements.
        length: u32,
    },
    /// A packed (vector) type: operations work on all elements at once.
    Packed {
        /// The type of the elements, a number or `bool`.
        element: TypeId,
        /// Number of elements.
        length: u32,
    },
    /// The address of a value of a known type.
    Pointer {
        /// The type that it points to.
        pointee: TypeId,
    },
    /// An unknown type. Each occurrence is a different type.
    Opaque,
}

impl TypeId {
    /// `void`.
    pub const VOID: TypeId = TypeId(0);
    /// `bool`.
    pub const BOOL: TypeId = TypeId(1);
    /// `ubyte`.
    pub const UBYTE: TypeId = TypeId(2);
    /// `sbyte`.
    pub const SBYTE: TypeId = TypeId(3);
    /// `ushort`.
    pub const USHORT: TypeId = TypeId(4);
    /// `short`.
    pub const SHORT: TypeId = TypeId(5);
    /// `uint`.
    pub const UINT: TypeId = TypeId(6);
    /// `int`.
    pub const INT: TypeId = TypeId(7);
    /// `ulong`.
    pub const ULONG: TypeId = TypeId(8);
    /// `long`.
    pub const LONG: TypeId = TypeId(9);
    /// `float`.
    pub const FLOAT: TypeId = TypeId(10);
    /// `double`.
    pub const DOUBLE: TypeId = TypeId(11);
    /// `label`.
    pub const LABEL: TypeId = TypeId(12);
    /// The first type that is made of others.
    pub const FIRST_DERIVED: TypeId = TypeId(13);

    /// Returns true if the type is primitive. Every table contains these types with the same ids.
    pub const fn is_primitive(self) -> bool {
        self.0 < TypeId::FIRST_DERIVED.0
    }

    /// Returns true if the type is an integer type, `ubyte` to `long`.
    pub const fn is_integer(self) -> bool {
        self.0 >= TypeId::UBYTE.0 && self.0 <= TypeId::LONG.0
    }

    /// Returns true if the type is `sbyte`, `short`, `int` or `long`.
    pub const fn is_signed(self) -> bool {
        self.is_integer() && self.0 % 2 == 1
    }

    /// Returns true if the type is `float` or `double`.
    pub const fn is_floating(self) -> bool {
        self.0 == TypeId::FLOAT.0 || self.0 == TypeId::DOUBLE.0
    }

    /// Width of an integer type in bits; `None` for all other types.
    pub const fn integer_bits(self) -> Option<u32> {
        if self.is_integer() {
            Some(8 << ((self.0 - TypeId::UBYTE.0) / 2))
        } else {
            None
        }
    }
}

/// The types of a module. Types with the same structure share one entry, including recursive types,
/// so ids can be compared. Each opaque type has an entry of its own.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: Vec<Type>,
    lists: Vec<TypeId>,
    /// For each type, the pointer type to it, or [`TypeId::VOID`] if there is none.
    pointers: Vec<TypeId>,
    /// An index of types by shape. Types from `indexed` on are added on the next lookup.
    index: Index,
    indexed: usize,
}

impl Default for TypeTable {
    fn default() -> TypeTable {
        TypeTable::new()
    }
}

impl TypeTable {
    /// The table with the primitive types.
    pub fn new() -> TypeTable {
        let types = vec![
            Type::Void,
            Type::Bool,
            Type::UByte,
            Type::SByte,
            Type::UShort,
            Type::Short,
            Type::UInt,
            Type::Int,
            Type::ULong,
            Type::Long,
            Type::Float,
            Type::Double,
            Type::Label,
        ];
        TypeTable {
            pointers: vec![TypeId::VOID; types.len()],
            indexed: types.len(),
            types,
            lists: Vec::new(),
            index: Index::new(),
        }
    }

    /// Makes a table with these derived types, no two of which are equal. Components are numbers
    /// that `id` translates.
    pub(super) fn from_entries(
        mut entries: Vec<Type>,
        mut lists: Vec<TypeId>,
        id: impl Fn(TypeId) -> TypeId,
    ) -> TypeTable {
        let mut table = TypeTable::new();
        for component in &mut lists {
            *component = id(*component);
        }
        table.lists = lists;
        let first = table.types.len();
        entries.splice(0..0, table.types);
        for ty in &mut entries[first..] {
            match ty {
                Type::Function {
                    result: component, ..
                }
                | Type::Array {
                    element: component, ..
                }
                | Type::Packed {
                    element: component, ..
                }
                | Type::Pointer { pointee: component } => *component = id(*component),
                _ => {}
            }
        }
        table.types = entries;
        table.pointers = vec![TypeId::VOID; table.types.len()];
        for (id, ty) in (0..).zip(&table.types) {
            if let Type::Pointer { pointee } = ty {
                table.pointers[pointee.index()] = TypeId(id);
            }
        }
        table
    }

    /// Number of types, including the primitive ones.
    #[allow(
        clippy::len_without_is_empty,
        reason = "a table always has the primitive types"
    )]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// The ids of the types that are not primitive.
    pub fn derived(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        (TypeId::FIRST_DERIVED.0..self.types.len() as u32).map(TypeId)
    }

    /// The type with an id.
    #[inline]
    pub fn get(&self, id: TypeId) -> Type {
        self.types[id.index()]
    }

    /// The elements of a list of component types.
    #[inline]
    pub fn list(&self, list: List<TypeId>) -> &[TypeId] {
        &self.lists[list.range()]
    }

    /// The component types in the order of their numbers: result and parameters,
    /// fields, element, pointee.
    pub fn components(&self, id: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        let (first, rest) = match self.get(id) {
            Type::Function {
                result, parameters, ..
            } => (Some(result), self.list(parameters)),
            Type::Struct { fields } => (None, self.list(fields)),
            Type::Array { element, .. } | Type::Packed { element, .. } => (Some(element), &[][..]),
            Type::Pointer { pointee } => (Some(pointee), &[][..]),
            _ => (None, &[][..]),
        };
        first.into_iter().chain(rest.iter().copied())
    }

    /// The type that a pointer points to; `None` for other types.
    #[inline]
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer { pointee } => Some(pointee),
            _ => None,
        }
    }

    /// The type of the elements of a packed type; `None` for other types.
    #[inline]
    pub fn element_of_packed(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Packed { element, .. } => Some(element),
            _ => None,
        }
    }

    /// The pointer to a type, if the table has it.
    #[inline]
    pub fn find_pointer_to(&self, pointee: TypeId) -> Option<TypeId> {
        let found = self.pointers[pointee.index()];
        (found != TypeId::VOID).then_some(found)
    }

    /// Returns true if instructions can compute values of the type: booleans, numbers, packed
    /// values and pointers.
    pub fn is_first_class(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Pointer { .. } | Type::Packed { .. } => true,
            _ => id.is_primitive() && id != TypeId::VOID && id != TypeId::LABEL,
        }
    }

    /// The type of the pointers to a type.
    pub fn pointer_to(&mut self, pointee: TypeId) -> TypeId {
        if let Some(found) = self.find_pointer_to(pointee) {
            return found;
        }
        self.add(Type::Pointer { pointee })
    }

    /// An array type.
    pub fn array_of(&mut self, element: TypeId, length: u32) -> TypeId {
        self.intern(Type::Array { element, length }, &[])
    }

    /// A packed type.
    pub fn packed_of(&mut self, element: TypeId, length: u32) -> TypeId {
        self.intern(Type::Packed { element, length }, &[])
    }

    /// The type that decides how arithmetic works on a type: the element type of packed types, else
    /// the type itself.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Packed { element, .. } => element,
            _ => id,
        }
    }

    /// A structure type.
    pub fn struct_of(&mut self, fields: &[TypeId]) -> TypeId {
        let list = List::EMPTY;
        self.intern(Type::Struct { fields: list }, fields)
    }

    /// A function type.
    pub fn function(&mut self, result: TypeId, parameters: &[TypeId], varargs: bool) -> TypeId {
        let function = Type::Function {
            result,
            parameters: List::EMPTY,
            varargs,
        };
        self.intern(function, parameters)
    }

    /// An opaque type that is different from all others.
    pub fn new_opaque(&mut self) -> TypeId {
        self.add(Type::Opaque)
    }

    /// Finds or adds a type whose components are in the table; `list` are its
    /// parameters or fields.
    fn intern(&mut self, shape: Type, list: &[TypeId]) -> TypeId {
        self.complete_index();
        let hash = hash_of(self.index.hash(), shape, list);
        let found = self.index.find(hash, |entry| {
            let entry = self.types[entry as usize];
            same_shape(entry, shape) && self.list(list_of(entry)) == list
        });
        if let Some(found) = found {
            return TypeId(found);
        }
        let list = List::push(&mut self.lists, list);
        self.add(match shape {
            Type::Struct { .. } => Type::Struct { fields: list },
            Type::Function {
                result, varargs, ..
            } => Type::Function {
                result,
                parameters: list,
                varargs,
            },
            other => other,
        })
    }

    /// Adds a type that the table does not have.
    fn add(&mut self, ty: Type) -> TypeId {
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty);
        self.pointers.push(TypeId::VOID);
        if let Type::Pointer { pointee } = ty {
            self.pointers[pointee.index()] = id;
        }
        id
    }

    /// Completes the index of types by shape. Pointers are found without it.
    fn complete_index(&mut self) {
        for (id, &ty) in (self.indexed as u32..).zip(&self.types[self.indexed..]) {
            if !matches!(ty, Type::Pointer { .. } | Type::Opaque) {
                let list = &self.lists[list_of(ty).range()];
                let hash = hash_of(self.index.hash(), ty, list);
                self.index.insert(hash, id);
            }
        }
        self.indexed = self.types.len();
    }
}

/// Parameters or fields of a type.
fn list_of(ty: Type) -> List<TypeId> {
    match ty {
        Type::Function { parameters, .. } => parameters,
        Type::Struct { fields } => fields,
        _ => List::EMPTY,
    }
}

/// Returns true if two derived types are equal except for their lists.
fn same_shape(a: Type, b: Type) -> bool {
    match (a, b) {
        (
            Type::Function {
                result: a,
                varargs: a_varargs,
                ..
            },
            Type::Function {
                result: b,
                varargs: b_varargs,
                ..
            },
        ) => a == b && a_varargs == b_varargs,
        (Type::Struct { .. }, Type::Struct { .. }) => true,
        (
            Type::Array {
                element: a,
                length: a_length,
            },
            Type::Array {
                element: b,
                length: b_length,
            },
        )
        | (
            Type::Packed {
                element: a,
                length: a_length,
            },
            Type::Packed {
                element: b,
                length: b_length,
            },
        ) => a == b && a_length == b_length,
        _ => false,
    }
}

fn hash_of(hash: Hash, shape: Type, list: &[TypeId]) -> Hash {
    let hash = match shape {
        Type::Function {
            result, varargs, ..
        } => hash
            .word(1)
            .word(u64::from(result.0) << 1 | u64::from(varargs)),
        Type::Struct { .. } => hash.word(2),
        Type::Array { element, length } => hash
            .word(3)
            .word(u64::from(element.0) << 32 | u64::from(length)),
        Type::Packed { element, length } => hash
            .word(5)
            .word(u64::from(element.0) << 32 | u64::from(length)),
        _ => hash.word(4),
    };
    list.iter()
        .fold(hash, |hash, ty| hash.word(u64::from(ty.0)))
        .word(list.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_are_one() {
        let mut types = TypeTable::new();
        let pair = types.struct_of(&[TypeId::INT, TypeId::DOUBLE]);
        let pointer = types.pointer_to(pair);
        let function = types.function(TypeId::VOID, &[pointer], true);
        assert_eq!(types.struct_of(&[TypeId::INT, TypeId::DOUBLE]), pair);
        assert_eq!(types.pointer_to(pair), pointer);
        assert_eq!(types.function(TypeId::VOID, &[pointer], true), function);
        assert_ne!(types.function(TypeId::VOID, &[pointer], false), function);
        assert_ne!(types.array_of(pair, 3), types.array_of(pair, 4));
        assert_ne!(types.new_opaque(), types.new_opaque());
    }

    #[test]
    fn integers_know_sign_and_size() {
        assert_eq!(TypeId::UBYTE.integer_bits(), Some(8));
        assert_eq!(TypeId::LONG.integer_bits(), Some(64));
        assert_eq!(TypeId::BOOL.integer_bits(), None);
        assert!(TypeId::SHORT.is_signed() && !TypeId::USHORT.is_signed());
    }
}
