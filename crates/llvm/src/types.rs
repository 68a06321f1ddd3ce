//! Types, each stored once.
//!
//! Pointers are opaque: they have only an address space. Each load, store and call names the type
//! that it accesses. Literal structs are equal if their fields are. Identified structs
//! ([`StructId`]) are equal only to themselves and may be opaque.
//!
//! A module read in its original form is the exception: its pointers are distinct types with a
//! pointee ([`TypeTable::pointee`]), and types of any kind may have names
//! ([`TypeTable::type_names`]).

use std::collections::BTreeMap;

use crate::ids::{AttributeListId, List, Name, StructId, TypeId};
use crate::layout::{DataLayout, Extents};
use pinnacle_base::index::{Hash as KeyedHash, Index};

/// A type of values, in a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The result type of functions that return no value.
    Void,
    /// A basic block as a value.
    Label,
    /// Metadata as an operand.
    Metadata,
    /// A token, which ties instructions together.
    Token,
    /// An integer of this many bits, 1 to 2^23.
    Integer(u32),
    /// IEEE 16-bit floating point.
    Half,
    /// 16-bit floating point with the exponent of 32 bits.
    BFloat,
    /// IEEE 32-bit floating point.
    Float,
    /// IEEE 64-bit floating point.
    Double,
    /// The 80-bit floating point of the x87.
    X86Fp80,
    /// IEEE 128-bit floating point.
    Fp128,
    /// The sum of two doubles.
    PpcFp128,
    /// A vector of the MMX unit.
    X86Mmx,
    /// A tile of the AMX unit.
    X86Amx,
    /// A pointer into this address space.
    Pointer(u32),
    /// A fixed number of elements, which one instruction can process.
    Vector {
        /// The type of its elements.
        element: TypeId,
        /// Number of elements, or the minimum number for a scalable vector.
        length: u32,
        /// True for a scalable vector, whose length is multiplied by a factor that depends on the
        /// processor.
        scalable: bool,
    },
    /// Elements that follow each other in memory.
    Array {
        /// The type of its elements.
        element: TypeId,
        /// Number of elements.
        length: u64,
    },
    /// A literal struct.
    Struct {
        /// The types of the fields; see [`TypeTable::list`].
        fields: List,
        /// True if fields follow each other without padding.
        packed: bool,
    },
    /// An identified struct.
    Named(StructId),
    /// The signature of a function.
    Function {
        /// Type of the result.
        result: TypeId,
        /// Types of its parameters; see [`TypeTable::list`].
        parameters: List,
        /// True if it takes further arguments.
        variadic: bool,
    },
}

/// An identified struct.
#[derive(Clone, Copy, Debug)]
pub struct NamedStruct {
    /// Its name in the pool of the module. A struct without a name is numbered.
    pub name: Name,
    /// Its fields, `None` if it is opaque.
    pub fields: Option<List>,
    /// True if fields follow each other without padding.
    pub packed: bool,
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    lists: Vec<TypeId>,
    structs: Vec<NamedStruct>,
    index: Index,
    /// Pointee types of the pointers that have one.
    pointees: BTreeMap<TypeId, TypeId>,
    type_names: Vec<(Name, TypeId)>,
    /// The attributes that function types of LLVM 2.0 hold for their parameters and result.
    attributes: BTreeMap<TypeId, AttributeListId>,
    /// The structs that stand for unions of LLVM 2.7.
    pub(crate) unions: Unions,
}

/// The unions of LLVM 2.7 in a module. `crate::unions` replaces them with structs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unions {
    /// The members of each struct that stands for a union.
    pub(crate) members: BTreeMap<TypeId, Vec<TypeId>>,
    /// The struct for each list of members.
    pub(crate) structs: BTreeMap<Vec<TypeId>, TypeId>,
    /// The data layout used for the sizes of unions, once it is known.
    pub(crate) layout: Option<DataLayout>,
    pub(crate) extents: Extents,
}

impl Unions {
    /// Returns true if the layout is fixed, which happens at the first union.
    pub(crate) fn has_layout(&self) -> bool {
        self.layout.is_some()
    }
}

/// A lookup key for a type. Its lists need not be in the table.
#[derive(PartialEq, Eq, Hash)]
enum Shape<'a> {
    Plain(Type),
    Struct(&'a [TypeId], bool),
    Function(TypeId, &'a [TypeId], bool),
}

impl TypeTable {
    /// The type with this id.
    ///
    /// # Panics
    ///
    /// Panics if the id is of another table.
    #[must_use]
    pub fn get(&self, id: TypeId) -> Type {
        self.types[id.index()]
    }

    /// The number of types.
    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Returns true if there are no types.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The types in a list of a type of this table.
    #[must_use]
    pub fn list(&self, list: List) -> &[TypeId] {
        list.of(&self.lists)
    }

    /// The identified structs, in the order in which they were created.
    #[must_use]
    pub fn structs(&self) -> &[NamedStruct] {
        &self.structs
    }

    fn shape(&self, ty: Type) -> Shape<'_> {
        match ty {
            Type::Struct { fields, packed } => Shape::Struct(self.list(fields), packed),
            Type::Function {
                result,
                parameters,
                variadic,
            } => Shape::Function(result, self.list(parameters), variadic),
            plain => Shape::Plain(plain),
        }
    }

    fn find(&self, shape: &Shape<'_>, hash: KeyedHash) -> Option<TypeId> {
        let is_it = |index: u32| self.shape(self.types[index as usize]) == *shape;
        self.index.find(hash, is_it).map(TypeId)
    }

    fn enter(&mut self, ty: Type, hash: KeyedHash) -> TypeId {
        let id = TypeId::at(self.types.len());
        self.types.push(ty);
        self.index.insert(hash, id.index() as u32);
        id
    }

    fn plain(&mut self, ty: Type) -> TypeId {
        let shape = Shape::Plain(ty);
        let hash = self.index.hash_of(&shape);
        if let Some(found) = self.find(&shape, hash) {
            return found;
        }
        self.enter(ty, hash)
    }

    /// Returns a type that has no list, if it is in the table.
    pub(crate) fn known(&self, ty: Type) -> Option<TypeId> {
        let shape = Shape::Plain(ty);
        self.find(&shape, self.index.hash_of(&shape))
    }

    /// A function type, if it is in the table.
    pub(crate) fn known_function(
        &self,
        result: TypeId,
        parameters: &[TypeId],
        variadic: bool,
    ) -> Option<TypeId> {
        let shape = Shape::Function(result, parameters, variadic);
        self.find(&shape, self.index.hash_of(&shape))
    }

    /// Returns a literal struct, if it is in the table.
    pub(crate) fn known_struct(&self, fields: &[TypeId], packed: bool) -> Option<TypeId> {
        let shape = Shape::Struct(fields, packed);
        self.find(&shape, self.index.hash_of(&shape))
    }

    /// The type `void`.
    pub fn void(&mut self) -> TypeId {
        self.plain(Type::Void)
    }

    /// The type `label`.
    pub fn label(&mut self) -> TypeId {
        self.plain(Type::Label)
    }

    /// The type `metadata`.
    pub fn metadata(&mut self) -> TypeId {
        self.plain(Type::Metadata)
    }

    /// The type `token`.
    pub fn token(&mut self) -> TypeId {
        self.plain(Type::Token)
    }

    /// The integer type of this many bits.
    pub fn integer(&mut self, bits: u32) -> TypeId {
        self.plain(Type::Integer(bits))
    }

    /// The type `float`.
    pub fn float(&mut self) -> TypeId {
        self.plain(Type::Float)
    }

    /// The type `double`.
    pub fn double(&mut self) -> TypeId {
        self.plain(Type::Double)
    }

    /// A pointer into the address space 0.
    pub fn pointer(&mut self) -> TypeId {
        self.plain(Type::Pointer(0))
    }

    /// A pointer into this address space.
    pub fn pointer_in(&mut self, address_space: u32) -> TypeId {
        self.plain(Type::Pointer(address_space))
    }

    /// Converts a pointer to the opaque pointer of its address space. Returns other types
    /// unchanged.
    pub(crate) fn opaque(&mut self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Pointer(space) => self.pointer_in(space),
            _ => ty,
        }
    }

    /// Makes a pointer type that is equal only to itself, for a module read in its original form.
    /// [`TypeTable::set_pointee`] sets its pointee.
    pub(crate) fn own_pointer(&mut self, address_space: u32) -> TypeId {
        let id = TypeId::at(self.types.len());
        self.types.push(Type::Pointer(address_space));
        id
    }

    /// Sets the pointee of a pointer made by [`TypeTable::own_pointer`].
    pub(crate) fn set_pointee(&mut self, pointer: TypeId, pointee: TypeId) {
        self.pointees.insert(pointer, pointee);
    }

    /// Returns the pointee type of a pointer type. `None` for opaque pointers, which all modules
    /// have unless they were read in their original form.
    #[must_use]
    pub fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        self.pointees.get(&pointer).copied()
    }

    /// Makes a function type that is equal only to itself and has attributes, for a module of LLVM
    /// 2.0 read in its original form.
    pub(crate) fn own_function(&mut self, like: TypeId, attributes: AttributeListId) -> TypeId {
        let id = TypeId::at(self.types.len());
        self.types.push(self.get(like));
        self.attributes.insert(id, attributes);
        id
    }

    /// The types made by [`TypeTable::own_function`]: the plain function type, the attributes, and
    /// the type itself.
    pub(crate) fn own_functions(&self) -> Vec<(TypeId, AttributeListId, TypeId)> {
        let all = self.attributes.iter().filter_map(|(&own, &list)| {
            let Shape::Function(result, parameters, variadic) = self.shape(self.get(own)) else {
                return None;
            };
            let like = self.known_function(result, parameters, variadic)?;
            Some((like, list, own))
        });
        all.collect()
    }

    /// The attributes that a function type holds for its parameters and result.
    pub(crate) fn attributes_of_type(&self, function: TypeId) -> Option<AttributeListId> {
        self.attributes.get(&function).copied()
    }

    /// The members of the LLVM 2.7 union that a struct stands for.
    pub(crate) fn members(&self, ty: TypeId) -> Option<&[TypeId]> {
        self.unions.members.get(&ty).map(|members| &members[..])
    }

    /// A union whose members may have unknown sizes. It has no fields.
    pub(crate) fn union_of_any(&mut self, members: Vec<TypeId>) -> TypeId {
        let (_, ty) = self.new_struct(Name::NONE);
        self.unions.members.insert(ty, members);
        ty
    }

    /// Adds a name of LLVM 2.0 to 2.9 to a type.
    pub(crate) fn add_type_name(&mut self, name: Name, ty: TypeId) {
        self.type_names.push((name, ty));
    }

    /// Returns the names that LLVM 2.0 to 2.9 gave types of any kind, in order, for a module read
    /// in its original form. A type may have several.
    #[must_use]
    pub fn type_names(&self) -> &[(Name, TypeId)] {
        &self.type_names
    }

    /// Adds any type without a list: processor types, floating point, and types taken from this
    /// table.
    ///
    /// # Panics
    ///
    /// Panics if it is a function or a struct without a name.
    pub fn simple(&mut self, ty: Type) -> TypeId {
        assert!(
            !matches!(ty, Type::Struct { .. } | Type::Function { .. }),
            "structs and functions have constructors of their own"
        );
        self.plain(ty)
    }

    /// A vector of this number of elements, or of a multiple of it if it is scalable.
    pub fn vector(&mut self, element: TypeId, length: u32, scalable: bool) -> TypeId {
        self.plain(Type::Vector {
            element,
            length,
            scalable,
        })
    }

    /// An array with this number of elements.
    pub fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        self.plain(Type::Array { element, length })
    }

    /// A struct without a name; equal fields give the same type.
    pub fn literal_struct(&mut self, fields: &[TypeId], packed: bool) -> TypeId {
        let shape = Shape::Struct(fields, packed);
        let hash = self.index.hash_of(&shape);
        if let Some(found) = self.find(&shape, hash) {
            return found;
        }
        let fields = List::push(&mut self.lists, fields);
        self.enter(Type::Struct { fields, packed }, hash)
    }

    /// A function type.
    pub fn function(&mut self, result: TypeId, parameters: &[TypeId], variadic: bool) -> TypeId {
        let shape = Shape::Function(result, parameters, variadic);
        let hash = self.index.hash_of(&shape);
        if let Some(found) = self.find(&shape, hash) {
            return found;
        }
        let parameters = List::push(&mut self.lists, parameters);
        self.enter(
            Type::Function {
                result,
                parameters,
                variadic,
            },
            hash,
        )
    }

    /// A new struct with an identity, opaque until it gets fields.
    pub fn new_struct(&mut self, name: Name) -> (StructId, TypeId) {
        let id = StructId::at(self.structs.len());
        self.structs.push(NamedStruct {
            name,
            fields: None,
            packed: false,
        });
        (id, self.plain(Type::Named(id)))
    }

    /// Changes the name of a struct, which is in the module's pool.
    pub(crate) fn set_name(&mut self, id: StructId, name: Name) {
        self.structs[id.index()].name = name;
    }

    /// Gives a struct its fields.
    ///
    /// # Panics
    ///
    /// Panics if the id is of another table.
    pub fn set_fields(&mut self, id: StructId, fields: &[TypeId], packed: bool) {
        let fields = List::push(&mut self.lists, fields);
        let named = &mut self.structs[id.index()];
        named.fields = Some(fields);
        named.packed = packed;
    }

    /// Returns the fields of a struct of either kind, or `None` for an opaque struct or another
    /// type.
    #[must_use]
    pub fn fields(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.get(id) {
            Type::Struct { fields, .. } => Some(self.list(fields)),
            Type::Named(named) => self.structs[named.index()]
                .fields
                .map(|list| self.list(list)),
            _ => None,
        }
    }

    /// Returns true if some type contains itself by value. Uses a depth-first walk without
    /// recursion.
    pub(crate) fn some_type_holds_itself(&self) -> bool {
        let mut state = vec![0u8; self.len()];
        let mut stack = Vec::new();
        for root in 0..self.len() {
            stack.push((TypeId::at(root), false));
            while let Some((ty, done)) = stack.pop() {
                if done {
                    state[ty.index()] = 2;
                    continue;
                }
                match state[ty.index()] {
                    0 => {}
                    1 => return true,
                    _ => continue,
                }
                state[ty.index()] = 1;
                stack.push((ty, true));
                let fields = self.fields(ty).unwrap_or_default();
                let held = fields.iter().copied().chain(self.element(ty));
                for part in held.filter(|part| state[part.index()] != 2) {
                    stack.push((part, false));
                }
            }
        }
        false
    }

    /// The element type of an array or vector.
    #[must_use]
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
            _ => None,
        }
    }

    /// The result type of a function type.
    #[must_use]
    pub fn result(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Function { result, .. } => Some(result),
            _ => None,
        }
    }

    /// The parameter types of a function type.
    #[must_use]
    pub fn parameters(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.get(id) {
            Type::Function { parameters, .. } => Some(self.list(parameters)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_are_the_same_type() {
        let mut types = TypeTable::default();
        let i32 = types.integer(32);
        let pointer = types.pointer();
        assert_eq!(i32, types.integer(32));
        assert_ne!(i32, types.integer(31));
        let pair = types.literal_struct(&[i32, pointer], false);
        assert_eq!(pair, types.literal_struct(&[i32, pointer], false));
        assert_ne!(pair, types.literal_struct(&[i32, pointer], true));
        let function = types.function(i32, &[pair, pair], true);
        assert_eq!(function, types.function(i32, &[pair, pair], true));
        assert_ne!(function, types.function(i32, &[pair], true));
        assert_eq!(types.parameters(function), Some(&[pair, pair][..]));
    }

    #[test]
    fn named_structs_are_equal_to_nothing_else() {
        let mut types = TypeTable::default();
        let i8 = types.integer(8);
        let (first, first_type) = types.new_struct(Name::NONE);
        let (second, second_type) = types.new_struct(Name::NONE);
        types.set_fields(first, &[i8], false);
        types.set_fields(second, &[i8], false);
        assert_ne!(first_type, second_type);
        assert_eq!(types.fields(first_type), types.fields(second_type));
    }
}
