//! Constants. Each is stored once, so equal constants have the same id.
//!
//! A constant has a type and a kind. Integers and floating-point numbers are bits of the same kind,
//! distinguished by the type. References to globals are constants of pointer type. Expressions are
//! not folded.

use crate::ids::{BlockId, ConstantId, GlobalId, List, TypeId};
use crate::instruction::{BinaryFlags, BinaryOp, CastOp, FloatPredicate, GepFlags, IntPredicate};
use pinnacle_base::index::Index;

/// A constant: a literal, an address, or an expression of other constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// The operation or literal, with its operands.
    pub kind: ConstantKind,
}

/// The kinds of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstantKind {
    /// The bits of an integer or floating-point number of at most 64 bits;
    /// those above the width are zero.
    Bits(u64),
    /// The bits of a wider number, lowest word first; see [`ConstantTable::words`].
    WideBits(List),
    /// The null pointer.
    Null,
    /// An undefined value.
    Undef,
    /// A value that must not be used.
    Poison,
    /// All zeros, of an aggregate or vector.
    Zero,
    /// The token `none`.
    None,
    /// The elements of a struct, array or vector; see
    /// [`ConstantTable::list`].
    Aggregate(List),
    /// The elements of an array or vector, as little-endian bytes; see [`ConstantTable::bytes`].
    /// The element type is `i8`, `i16`, `i32`, `i64`, `half`, `bfloat`, `float` or `double`.
    /// Strings have this form.
    Data(List),
    /// The address of a global.
    Global(GlobalId),
    /// The address of a block.
    BlockAddress {
        /// The function that contains the block.
        function: GlobalId,
        /// The block in it.
        block: BlockId,
    },
    /// The address of a function, or of code that behaves like it within this shared object.
    DsoLocalEquivalent(GlobalId),
    /// A function itself, bypassing the jump table of control-flow integrity.
    NoCfi(GlobalId),
    /// A constant converted to another type.
    Cast(CastOp, ConstantId),
    /// The negation of a floating-point number.
    Negate(ConstantId),
    /// An operation on two numbers.
    Binary(BinaryOp, BinaryFlags, ConstantId, ConstantId),
    /// A comparison of integers or pointers.
    IntCompare(IntPredicate, ConstantId, ConstantId),
    /// A comparison of floating-point numbers.
    FloatCompare(FloatPredicate, ConstantId, ConstantId),
    /// A select: condition, value if true, value if false.
    Select(List),
    /// An address within an object: the base and the indices in a list.
    GetElementPtr {
        /// The type that the base points to.
        source: TypeId,
        /// Promises about the arithmetic.
        flags: GepFlags,
        /// The base, then the indices; see [`ConstantTable::list`].
        operands: List,
    },
    /// An element of a vector: vector, index.
    ExtractElement(ConstantId, ConstantId),
    /// A vector with one element replaced: vector, element, index.
    InsertElement(List),
    /// Elements of two vectors: both vectors, the mask.
    ShuffleVector(List),
}

/// All constants of a module.
#[derive(Clone, Debug, Default)]
pub struct ConstantTable {
    constants: Vec<Constant>,
    lists: Vec<ConstantId>,
    bytes: Vec<u8>,
    words: Vec<u64>,
    index: Index,
}

/// The contents of a constant's list, as part of a lookup key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Content<'a> {
    None,
    Constants(&'a [ConstantId]),
    Bytes(&'a [u8]),
    Words(&'a [u64]),
}

impl ConstantTable {
    /// The constant with this id.
    ///
    /// # Panics
    ///
    /// Panics if the id is of another table.
    #[must_use]
    pub fn get(&self, id: ConstantId) -> Constant {
        self.constants[id.index()]
    }

    /// The number of constants.
    #[must_use]
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Returns true if there are no constants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }

    /// The constants in a list of a constant of this table.
    #[must_use]
    pub fn list(&self, list: List) -> &[ConstantId] {
        list.of(&self.lists)
    }

    /// Calls `each` with the direct operands of a constant.
    pub fn for_each_operand(&self, kind: ConstantKind, mut each: impl FnMut(ConstantId)) {
        use ConstantKind as K;
        match kind {
            K::Aggregate(list)
            | K::Select(list)
            | K::InsertElement(list)
            | K::ShuffleVector(list)
            | K::GetElementPtr { operands: list, .. } => {
                self.list(list).iter().copied().for_each(each);
            }
            K::Cast(_, value) | K::Negate(value) => each(value),
            K::Binary(_, _, lhs, rhs)
            | K::IntCompare(_, lhs, rhs)
            | K::FloatCompare(_, lhs, rhs)
            | K::ExtractElement(lhs, rhs) => {
                each(lhs);
                each(rhs);
            }
            K::Bits(_)
            | K::WideBits(_)
            | K::Null
            | K::Undef
            | K::Poison
            | K::Zero
            | K::None
            | K::Data(_)
            | K::Global(_)
            | K::BlockAddress { .. }
            | K::DsoLocalEquivalent(_)
            | K::NoCfi(_) => {}
        }
    }

    /// The bytes of [`ConstantKind::Data`].
    #[must_use]
    pub fn bytes(&self, list: List) -> &[u8] {
        list.of(&self.bytes)
    }

    /// The words of [`ConstantKind::WideBits`].
    #[must_use]
    pub fn words(&self, list: List) -> &[u64] {
        list.of(&self.words)
    }

    /// Splits a kind into the kind without the position of its list, and the list.
    fn parts(&self, kind: ConstantKind) -> (ConstantKind, Content<'_>) {
        use ConstantKind as K;
        match kind {
            K::WideBits(list) => (K::WideBits(List::EMPTY), Content::Words(self.words(list))),
            K::Data(list) => (K::Data(List::EMPTY), Content::Bytes(self.bytes(list))),
            K::Aggregate(list) => (
                K::Aggregate(List::EMPTY),
                Content::Constants(self.list(list)),
            ),
            K::Select(list) => (K::Select(List::EMPTY), Content::Constants(self.list(list))),
            K::InsertElement(list) => (
                K::InsertElement(List::EMPTY),
                Content::Constants(self.list(list)),
            ),
            K::ShuffleVector(list) => (
                K::ShuffleVector(List::EMPTY),
                Content::Constants(self.list(list)),
            ),
            K::GetElementPtr {
                source,
                flags,
                operands,
            } => (
                K::GetElementPtr {
                    source,
                    flags,
                    operands: List::EMPTY,
                },
                Content::Constants(self.list(operands)),
            ),
            plain => (plain, Content::None),
        }
    }

    fn intern(&mut self, ty: TypeId, kind: ConstantKind, content: Content<'_>) -> ConstantId {
        use ConstantKind as K;
        let hash = self.index.hash_of(&(ty, kind, content));
        let is_it = |index: u32| {
            let other = self.constants[index as usize];
            other.ty == ty && self.parts(other.kind) == (kind, content)
        };
        if let Some(found) = self.index.find(hash, is_it) {
            return ConstantId(found);
        }
        let list = match content {
            Content::None => List::EMPTY,
            Content::Constants(elements) => List::push(&mut self.lists, elements),
            Content::Bytes(bytes) => List::push(&mut self.bytes, bytes),
            Content::Words(words) => List::push(&mut self.words, words),
        };
        let kind = match kind {
            K::WideBits(_) => K::WideBits(list),
            K::Data(_) => K::Data(list),
            K::Aggregate(_) => K::Aggregate(list),
            K::Select(_) => K::Select(list),
            K::InsertElement(_) => K::InsertElement(list),
            K::ShuffleVector(_) => K::ShuffleVector(list),
            K::GetElementPtr { source, flags, .. } => K::GetElementPtr {
                source,
                flags,
                operands: list,
            },
            plain => plain,
        };
        let id = ConstantId::at(self.constants.len());
        self.constants.push(Constant { ty, kind });
        self.index.insert(hash, id.index() as u32);
        id
    }

    /// Returns a constant that has no list, if it is in the table.
    pub(crate) fn known(&self, ty: TypeId, kind: ConstantKind) -> Option<ConstantId> {
        let wanted = Constant { ty, kind };
        let is_it = |index: u32| self.constants[index as usize] == wanted;
        let hash = self.index.hash_of(&(ty, kind, Content::None));
        self.index.find(hash, is_it).map(ConstantId)
    }

    /// A constant that has no list.
    ///
    /// # Panics
    ///
    /// Panics if the kind has a list: those have constructors of their own.
    pub fn plain(&mut self, ty: TypeId, kind: ConstantKind) -> ConstantId {
        assert!(
            self.parts(kind).1 == Content::None,
            "kinds with lists have constructors"
        );
        self.intern(ty, kind, Content::None)
    }

    /// A number of at most 64 bits; bits above the width must be zero.
    pub fn bits(&mut self, ty: TypeId, bits: u64) -> ConstantId {
        self.intern(ty, ConstantKind::Bits(bits), Content::None)
    }

    /// A number of more than 64 bits, lowest word first; bits above the width
    /// must be zero.
    pub fn wide_bits(&mut self, ty: TypeId, words: &[u64]) -> ConstantId {
        self.intern(
            ty,
            ConstantKind::WideBits(List::EMPTY),
            Content::Words(words),
        )
    }

    /// A struct, array or vector of these elements.
    pub fn aggregate(&mut self, ty: TypeId, elements: &[ConstantId]) -> ConstantId {
        self.intern(
            ty,
            ConstantKind::Aggregate(List::EMPTY),
            Content::Constants(elements),
        )
    }

    /// An array or vector of numbers, as bytes; a string.
    pub fn data(&mut self, ty: TypeId, bytes: &[u8]) -> ConstantId {
        self.intern(ty, ConstantKind::Data(List::EMPTY), Content::Bytes(bytes))
    }

    /// A choice between two constants.
    pub fn select(
        &mut self,
        ty: TypeId,
        condition: ConstantId,
        if_true: ConstantId,
        if_false: ConstantId,
    ) -> ConstantId {
        let operands = [condition, if_true, if_false];
        self.intern(
            ty,
            ConstantKind::Select(List::EMPTY),
            Content::Constants(&operands),
        )
    }

    /// An address within an object; `operands` are the base and the indices.
    pub fn get_element_ptr(
        &mut self,
        ty: TypeId,
        source: TypeId,
        flags: GepFlags,
        operands: &[ConstantId],
    ) -> ConstantId {
        let kind = ConstantKind::GetElementPtr {
            source,
            flags,
            operands: List::EMPTY,
        };
        self.intern(ty, kind, Content::Constants(operands))
    }

    /// A vector with one element replaced.
    pub fn insert_element(&mut self, ty: TypeId, operands: [ConstantId; 3]) -> ConstantId {
        self.intern(
            ty,
            ConstantKind::InsertElement(List::EMPTY),
            Content::Constants(&operands),
        )
    }

    /// Elements of two vectors, selected by a mask.
    pub fn shuffle_vector(&mut self, ty: TypeId, operands: [ConstantId; 3]) -> ConstantId {
        self.intern(
            ty,
            ConstantKind::ShuffleVector(List::EMPTY),
            Content::Constants(&operands),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hasher;

    #[test]
    fn no_file_knows_how_constants_are_hashed() {
        let hash = |table: &ConstantTable| table.index.hash_of(&TypeId(0)).finish();
        let (one, other) = (ConstantTable::default(), ConstantTable::default());
        assert_ne!(hash(&one), hash(&other));
    }

    #[test]
    fn equal_constants_are_the_same_constant() {
        let mut table = ConstantTable::default();
        let (byte, array) = (TypeId(0), TypeId(1));
        let one = table.bits(byte, 1);
        let two = table.bits(byte, 2);
        assert_eq!(one, table.bits(byte, 1));
        assert_ne!(one, table.bits(array, 1));
        let both = table.aggregate(array, &[one, two]);
        assert_eq!(both, table.aggregate(array, &[one, two]));
        assert_ne!(both, table.aggregate(array, &[two, one]));
        let string = table.data(array, b"ab");
        assert_eq!(string, table.data(array, b"ab"));
        assert_ne!(string, table.data(array, b"ac"));
        let wide = table.wide_bits(byte, &[1, 2]);
        assert_eq!(wide, table.wide_bits(byte, &[1, 2]));
    }
}
