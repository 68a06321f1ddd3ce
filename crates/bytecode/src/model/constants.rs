//! Constants: numbers, aggregates, addresses, and expressions of these.

use super::ids::{ConstantId, FunctionId, GlobalId, List, TypeId};
use super::ops::{BinaryOp, ShiftOp, VectorOp};
use super::types::{Type, TypeTable};
use crate::opcode;
use pinnacle_base::index::{Hash, Index};

/// A constant: its type and kind.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The type of its value.
    pub ty: TypeId,
    /// The literal or expression, with its operands.
    pub kind: ConstantKind,
}

/// The kinds of constants.
#[derive(Clone, Copy, Debug)]
pub enum ConstantKind {
    /// The null pointer, or an array or structure of nothing but zeros. Numbers
    /// that are zero are [`Bool`](Self::Bool), [`Int`](Self::Int),
    /// [`Float`](Self::Float) or [`Double`](Self::Double).
    Null,
    /// True or false.
    Bool(bool),
    /// An integer, extended to 64 bits by the sign of its type.
    Int(u64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// An array of `sbyte` or `ubyte` whose elements are numbers, not all of them zero.
    Bytes(List<u8>),
    /// Any other array.
    Array(List<ConstantId>),
    /// A structure, field by field.
    Struct(List<ConstantId>),
    /// A packed value, element by element.
    Packed(List<ConstantId>),
    /// Any value of the type.
    Undef,
    /// Inline assembly, which is called like a function. The type is a pointer to a function type.
    InlineAsm {
        /// The assembly, then the constraints.
        bytes: List<u8>,
        /// Length of the assembly in `bytes`. The constraints follow it.
        text: u32,
        /// True if it has effects that the constraints do not show.
        side_effects: bool,
    },
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FunctionId),
    /// Arithmetic, logic or a comparison.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The first operand.
        lhs: ConstantId,
        /// The second operand, of the same type.
        rhs: ConstantId,
    },
    /// A shift of a number.
    Shift {
        /// The operation.
        op: ShiftOp,
        /// The value to shift.
        value: ConstantId,
        /// The number of bits to shift by, a `ubyte`.
        amount: ConstantId,
    },
    /// A conversion to the type of the constant.
    Cast(ConstantId),
    /// The address of an element of an aggregate.
    GetElementPtr {
        /// The address of the whole.
        pointer: ConstantId,
        /// The path to the part.
        indices: List<ConstantId>,
    },
    /// One of two values, selected by a condition.
    Select {
        /// The condition, a `bool`.
        condition: ConstantId,
        /// The value for true.
        if_true: ConstantId,
        /// The value for false.
        if_false: ConstantId,
    },
    /// An access to the elements of packed values.
    Vector {
        /// The operation.
        op: VectorOp,
        /// Its operands.
        operands: List<ConstantId>,
    },
}

/// The constants of a module, each stored once.
///
/// Constants that can be written in several ways have one form here: an aggregate of zeros is
/// [`ConstantKind::Null`], an array of plain bytes is [`ConstantKind::Bytes`].
#[derive(Clone, Debug)]
pub struct ConstantTable {
    constants: Vec<Constant>,
    lists: Vec<ConstantId>,
    bytes: Vec<u8>,
    index: Index,
}

impl Default for ConstantTable {
    fn default() -> ConstantTable {
        ConstantTable::new()
    }
}

impl ConstantTable {
    /// A table without constants.
    pub fn new() -> ConstantTable {
        ConstantTable {
            constants: Vec::new(),
            lists: Vec::new(),
            bytes: Vec::new(),
            index: Index::new(),
        }
    }

    /// Number of constants.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Makes room for this number of further constants.
    pub fn reserve(&mut self, constants: usize) {
        self.constants.reserve_exact(constants);
        self.index.reserve(constants);
    }

    /// Returns true if there are no constants.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }

    /// The constant with an id.
    #[inline]
    pub fn get(&self, id: ConstantId) -> Constant {
        self.constants[id.index()]
    }

    /// The type of a constant.
    #[inline]
    pub fn type_of(&self, id: ConstantId) -> TypeId {
        self.constants[id.index()].ty
    }

    /// The elements of a list of constants: elements, fields or indices.
    #[inline]
    pub fn list(&self, list: List<ConstantId>) -> &[ConstantId] {
        &self.lists[list.range()]
    }

    /// The bytes of a [`ConstantKind::Bytes`].
    #[inline]
    pub fn bytes(&self, bytes: List<u8>) -> &[u8] {
        &self.bytes[bytes.range()]
    }

    /// The operands of a constant, in the order in which they are written. Bytes have none.
    pub fn operands(&self, id: ConstantId) -> impl Iterator<Item = ConstantId> + Clone + '_ {
        let (fixed, list) = match self.get(id).kind {
            ConstantKind::Array(list)
            | ConstantKind::Struct(list)
            | ConstantKind::Packed(list)
            | ConstantKind::Vector { operands: list, .. } => ([None; 3], list),
            ConstantKind::Binary { lhs, rhs, .. } => ([Some(lhs), Some(rhs), None], List::EMPTY),
            ConstantKind::Shift { value, amount, .. } => {
                ([Some(value), Some(amount), None], List::EMPTY)
            }
            ConstantKind::Cast(value) => ([Some(value), None, None], List::EMPTY),
            ConstantKind::GetElementPtr { pointer, indices } => {
                ([Some(pointer), None, None], indices)
            }
            ConstantKind::Select {
                condition,
                if_true,
                if_false,
            } => (
                [Some(condition), Some(if_true), Some(if_false)],
                List::EMPTY,
            ),
            _ => ([None; 3], List::EMPTY),
        };
        fixed
            .into_iter()
            .flatten()
            .chain(self.list(list).iter().copied())
    }

    /// Returns true if a constant is the zero of its type: false, 0, 0.0 (not -0.0), null, zeros.
    pub fn is_zero(&self, id: ConstantId) -> bool {
        matches!(
            self.get(id).kind,
            ConstantKind::Null
                | ConstantKind::Bool(false)
                | ConstantKind::Int(0)
                | ConstantKind::Float(0)
                | ConstantKind::Double(0)
        )
    }

    /// The zero of a type. `None` for types without one: void, labels, functions and opaque types.
    pub fn zero(&mut self, types: &TypeTable, ty: TypeId) -> Option<ConstantId> {
        let kind = match types.get(ty) {
            Type::Void | Type::Label | Type::Function { .. } | Type::Opaque => return None,
            Type::Bool => ConstantKind::Bool(false),
            Type::Float => ConstantKind::Float(0),
            Type::Double => ConstantKind::Double(0),
            Type::Struct { .. }
            | Type::Array { .. }
            | Type::Packed { .. }
            | Type::Pointer { .. } => ConstantKind::Null,
            _ => ConstantKind::Int(0),
        };
        Some(self.intern(Constant { ty, kind }))
    }

    /// The `bool` constant `true` or `false`.
    pub fn bool(&mut self, value: bool) -> ConstantId {
        self.intern(Constant {
            ty: TypeId::BOOL,
            kind: ConstantKind::Bool(value),
        })
    }

    /// An integer. Bits beyond the width of its type are ignored.
    ///
    /// # Panics
    ///
    /// Panics if the type is not an integer type.
    pub fn int(&mut self, ty: TypeId, value: u64) -> ConstantId {
        let bits = ty.integer_bits().expect("the type is an integer type");
        let shift = 64 - bits;
        let value = if ty.is_signed() {
            ((value << shift) as i64 >> shift) as u64
        } else {
            value << shift >> shift
        };
        self.intern(Constant {
            ty,
            kind: ConstantKind::Int(value),
        })
    }

    /// A number of type `float`.
    pub fn float(&mut self, bits: u32) -> ConstantId {
        self.intern(Constant {
            ty: TypeId::FLOAT,
            kind: ConstantKind::Float(bits),
        })
    }

    /// A number of type `double`.
    pub fn double(&mut self, bits: u64) -> ConstantId {
        self.intern(Constant {
            ty: TypeId::DOUBLE,
            kind: ConstantKind::Double(bits),
        })
    }

    /// An array of `sbyte` or `ubyte`.
    pub fn byte_array(&mut self, ty: TypeId, bytes: &[u8]) -> ConstantId {
        if bytes.iter().all(|&byte| byte == 0) {
            return self.intern(Constant {
                ty,
                kind: ConstantKind::Null,
            });
        }
        let hash = hash_bytes(self.index.hash(), ty, bytes);
        let found = self.index.find(hash, |entry| {
            let entry = self.constants[entry as usize];
            entry.ty == ty
                && matches!(entry.kind, ConstantKind::Bytes(list) if self.bytes(list) == bytes)
        });
        if let Some(found) = found {
            return ConstantId(found);
        }
        let kind = ConstantKind::Bytes(List::push(&mut self.bytes, bytes));
        self.add(Constant { ty, kind }, hash)
    }

    /// An array; `ty` is the type of the whole.
    pub fn array(&mut self, ty: TypeId, elements: &[ConstantId]) -> ConstantId {
        let byte = |&id: &ConstantId| match self.get(id) {
            Constant {
                ty: TypeId::SBYTE | TypeId::UBYTE,
                kind: ConstantKind::Int(value),
            } => Some(value as u8),
            _ => None,
        };
        if let Some(bytes) = elements.iter().map(byte).collect::<Option<Vec<_>>>() {
            return self.byte_array(ty, &bytes);
        }
        self.aggregate(ty, elements, ConstantKind::Array)
    }

    /// A structure; `ty` is the type of the whole.
    pub fn structure(&mut self, ty: TypeId, fields: &[ConstantId]) -> ConstantId {
        self.aggregate(ty, fields, ConstantKind::Struct)
    }

    /// A packed value; `ty` is the type of the whole.
    pub fn packed(&mut self, ty: TypeId, elements: &[ConstantId]) -> ConstantId {
        self.aggregate(ty, elements, ConstantKind::Packed)
    }

    /// Any value of a type.
    pub fn undef(&mut self, ty: TypeId) -> ConstantId {
        self.intern(Constant {
            ty,
            kind: ConstantKind::Undef,
        })
    }

    /// Inline assembly with its constraints. `ty` is a pointer to a function type.
    pub fn inline_asm(
        &mut self,
        ty: TypeId,
        text: &[u8],
        constraints: &[u8],
        side_effects: bool,
    ) -> ConstantId {
        let bytes = [text, constraints].concat();
        let kind = |bytes| ConstantKind::InlineAsm {
            bytes,
            text: text.len() as u32,
            side_effects,
        };
        let hash = hash_asm(self.index.hash(), ty, kind(List::EMPTY), &bytes);
        let found = self.index.find(hash, |entry| {
            let entry = self.constants[entry as usize];
            matches!(entry.kind, ConstantKind::InlineAsm { bytes: list, .. }
                if entry.ty == ty
                    && words_of(entry.kind) == words_of(kind(List::EMPTY))
                    && self.bytes(list) == bytes)
        });
        if let Some(found) = found {
            return ConstantId(found);
        }
        let kind = kind(List::push(&mut self.bytes, &bytes));
        self.add(Constant { ty, kind }, hash)
    }

    /// Instructions and constraints of a [`ConstantKind::InlineAsm`].
    pub fn asm_parts(&self, bytes: List<u8>, text: u32) -> (&[u8], &[u8]) {
        let bytes = self.bytes(bytes);
        bytes.split_at((text as usize).min(bytes.len()))
    }

    /// An access to elements. `ty` is the result type.
    pub fn vector(&mut self, ty: TypeId, op: VectorOp, operands: &[ConstantId]) -> ConstantId {
        let kind = |operands| ConstantKind::Vector { op, operands };
        self.intern_with(ty, kind(List::EMPTY), operands, kind)
    }

    fn aggregate(
        &mut self,
        ty: TypeId,
        parts: &[ConstantId],
        kind: fn(List<ConstantId>) -> ConstantKind,
    ) -> ConstantId {
        if parts.iter().all(|&part| self.is_zero(part)) {
            return self.intern(Constant {
                ty,
                kind: ConstantKind::Null,
            });
        }
        self.intern_with(ty, kind(List::EMPTY), parts, kind)
    }

    /// The address of a global variable; `ty` is the pointer type.
    pub fn global(&mut self, ty: TypeId, global: GlobalId) -> ConstantId {
        self.intern(Constant {
            ty,
            kind: ConstantKind::Global(global),
        })
    }

    /// The address of a function; `ty` is the pointer type.
    pub fn function(&mut self, ty: TypeId, function: FunctionId) -> ConstantId {
        self.intern(Constant {
            ty,
            kind: ConstantKind::Function(function),
        })
    }

    /// Arithmetic, logic or a comparison of constants. The type follows from the operands.
    pub fn binary(&mut self, op: BinaryOp, lhs: ConstantId, rhs: ConstantId) -> ConstantId {
        let ty = if op.is_comparison() {
            TypeId::BOOL
        } else {
            self.type_of(lhs)
        };
        self.intern(Constant {
            ty,
            kind: ConstantKind::Binary { op, lhs, rhs },
        })
    }

    /// A shift of a constant.
    pub fn shift(&mut self, op: ShiftOp, value: ConstantId, amount: ConstantId) -> ConstantId {
        self.intern(Constant {
            ty: self.type_of(value),
            kind: ConstantKind::Shift { op, value, amount },
        })
    }

    /// A constant converted to another type.
    pub fn cast(&mut self, value: ConstantId, ty: TypeId) -> ConstantId {
        self.intern(Constant {
            ty,
            kind: ConstantKind::Cast(value),
        })
    }

    /// The address of an element of an aggregate; `ty` is the type of that address.
    pub fn get_element_ptr(
        &mut self,
        ty: TypeId,
        pointer: ConstantId,
        indices: &[ConstantId],
    ) -> ConstantId {
        let kind = |indices| ConstantKind::GetElementPtr { pointer, indices };
        self.intern_with(ty, kind(List::EMPTY), indices, kind)
    }

    /// One of two constants, selected by a condition.
    pub fn select(
        &mut self,
        condition: ConstantId,
        if_true: ConstantId,
        if_false: ConstantId,
    ) -> ConstantId {
        self.intern(Constant {
            ty: self.type_of(if_true),
            kind: ConstantKind::Select {
                condition,
                if_true,
                if_false,
            },
        })
    }

    /// The operation of a constant in the table of [`opcode`]; [`opcode::NONE`] if it is not an
    /// expression.
    pub(crate) fn operation(&self, id: ConstantId) -> u32 {
        match self.get(id).kind {
            ConstantKind::Binary { op, .. } => opcode::binary(op),
            ConstantKind::Shift { op, .. } => opcode::shift(op),
            ConstantKind::Vector { op, .. } => opcode::vector(op),
            ConstantKind::Cast(_) => opcode::CAST,
            ConstantKind::Select { .. } => opcode::SELECT,
            ConstantKind::GetElementPtr { .. } => opcode::GET_ELEMENT_PTR,
            _ => opcode::NONE,
        }
    }

    /// The constant expression of an operation; `ty` is its type. `None` if the operation does not
    /// take these operands.
    pub(crate) fn operator(
        &mut self,
        operation: u32,
        ty: TypeId,
        operands: &[ConstantId],
    ) -> Option<ConstantId> {
        Some(match (operation, operands) {
            (opcode::CAST, &[value]) => self.cast(value, ty),
            (opcode::GET_ELEMENT_PTR, &[pointer, ref indices @ ..]) => {
                self.get_element_ptr(ty, pointer, indices)
            }
            (opcode::SELECT, &[condition, if_true, if_false]) => {
                self.select(condition, if_true, if_false)
            }
            (opcode::SHL | opcode::SHR, &[value, amount]) => {
                self.shift(opcode::as_shift(operation)?, value, amount)
            }
            (opcode::EXTRACT..=opcode::SHUFFLE, _) => {
                self.vector(ty, opcode::as_vector(operation)?, operands)
            }
            (_, &[lhs, rhs]) => self.binary(opcode::as_binary(operation)?, lhs, rhs),
            _ => return None,
        })
    }

    /// Renumbers globals and functions. The new numbers must be distinct.
    pub(crate) fn renumber_addresses(
        &mut self,
        global: impl Fn(GlobalId) -> GlobalId,
        function: impl Fn(FunctionId) -> FunctionId,
    ) {
        for constant in &mut self.constants {
            match &mut constant.kind {
                ConstantKind::Global(id) => *id = global(*id),
                ConstantKind::Function(id) => *id = function(*id),
                _ => {}
            }
        }
        let constants = std::mem::take(&mut self.constants);
        self.index.clear();
        for constant in constants {
            let hash = self.hash_of_entry(constant);
            self.add(constant, hash);
        }
    }

    fn hash_of_entry(&self, entry: Constant) -> Hash {
        let key = self.index.hash();
        match entry.kind {
            ConstantKind::Bytes(list) => hash_bytes(key, entry.ty, self.bytes(list)),
            ConstantKind::InlineAsm { bytes, .. } => {
                hash_asm(key, entry.ty, entry.kind, self.bytes(bytes))
            }
            kind => hash_of(key, entry.ty, kind, self.list(list_of(kind))),
        }
    }

    /// Finds or adds a constant without a list.
    fn intern(&mut self, constant: Constant) -> ConstantId {
        self.intern_with(constant.ty, constant.kind, &[], |_| constant.kind)
    }

    /// Finds or adds a constant. `shape` is the constant without its list.
    fn intern_with(
        &mut self,
        ty: TypeId,
        shape: ConstantKind,
        list: &[ConstantId],
        kind: impl Fn(List<ConstantId>) -> ConstantKind,
    ) -> ConstantId {
        let hash = hash_of(self.index.hash(), ty, shape, list);
        let found = self.index.find(hash, |entry| {
            let entry = self.constants[entry as usize];
            entry.ty == ty
                && words_of(entry.kind) == words_of(shape)
                && self.list(list_of(entry.kind)) == list
        });
        if let Some(found) = found {
            return ConstantId(found);
        }
        let kind = kind(List::push(&mut self.lists, list));
        self.add(Constant { ty, kind }, hash)
    }

    fn add(&mut self, constant: Constant, hash: Hash) -> ConstantId {
        let id = self.constants.len() as u32;
        self.constants.push(constant);
        self.index.insert(hash, id);
        ConstantId(id)
    }
}

/// The list of elements or operands in a constant; empty if it has none.
fn list_of(kind: ConstantKind) -> List<ConstantId> {
    match kind {
        ConstantKind::Array(list)
        | ConstantKind::Struct(list)
        | ConstantKind::Packed(list)
        | ConstantKind::Vector { operands: list, .. }
        | ConstantKind::GetElementPtr { indices: list, .. } => list,
        _ => List::EMPTY,
    }
}

/// Returns everything in a constant except its type and list, as numbers.
fn words_of(kind: ConstantKind) -> [u64; 3] {
    let two = |a: ConstantId, b: ConstantId| u64::from(a.0) << 32 | u64::from(b.0);
    match kind {
        ConstantKind::Null => [0, 0, 0],
        ConstantKind::Bool(value) => [1, value.into(), 0],
        ConstantKind::Int(value) => [2, value, 0],
        ConstantKind::Float(bits) => [3, bits.into(), 0],
        ConstantKind::Double(bits) => [4, bits, 0],
        ConstantKind::Bytes(_) => [5, 0, 0],
        ConstantKind::Array(_) => [6, 0, 0],
        ConstantKind::Struct(_) => [7, 0, 0],
        ConstantKind::Global(id) => [8, id.0.into(), 0],
        ConstantKind::Function(id) => [9, id.0.into(), 0],
        ConstantKind::Binary { op, lhs, rhs } => [10, op as u64, two(lhs, rhs)],
        ConstantKind::Shift { op, value, amount } => [11, op as u64, two(value, amount)],
        ConstantKind::Cast(value) => [12, value.0.into(), 0],
        ConstantKind::GetElementPtr { pointer, .. } => [13, pointer.0.into(), 0],
        ConstantKind::Select {
            condition,
            if_true,
            if_false,
        } => [14, condition.0.into(), two(if_true, if_false)],
        ConstantKind::Packed(_) => [15, 0, 0],
        ConstantKind::Undef => [16, 0, 0],
        ConstantKind::InlineAsm {
            text, side_effects, ..
        } => [17, text.into(), side_effects.into()],
        ConstantKind::Vector { op, .. } => [18, op as u64, 0],
    }
}

fn hash_of(hash: Hash, ty: TypeId, kind: ConstantKind, list: &[ConstantId]) -> Hash {
    let [tag, first, second] = words_of(kind);
    let hash = hash
        .word(u64::from(ty.0) << 8 | tag)
        .word(first)
        .word(second);
    list.iter()
        .fold(hash, |hash, id| hash.word(u64::from(id.0)))
}

fn hash_asm(hash: Hash, ty: TypeId, kind: ConstantKind, bytes: &[u8]) -> Hash {
    hash_of(hash, ty, kind, &[]).bytes(bytes)
}

fn hash_bytes(hash: Hash, ty: TypeId, bytes: &[u8]) -> Hash {
    hash.word(u64::from(ty.0) << 8 | 5).bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_constants_are_one() {
        let mut types = TypeTable::new();
        let mut constants = ConstantTable::new();
        let five = constants.int(TypeId::INT, 5);
        assert_eq!(constants.int(TypeId::INT, 5), five);
        assert_ne!(constants.int(TypeId::UINT, 5), five);
        let pair = types.array_of(TypeId::INT, 2);
        let zero = constants.int(TypeId::INT, 0);
        let array = constants.array(pair, &[five, zero]);
        assert_eq!(constants.array(pair, &[five, zero]), array);
        assert_ne!(constants.array(pair, &[zero, five]), array);
    }

    #[test]
    fn zeros_and_bytes_have_one_form() {
        let mut types = TypeTable::new();
        let mut constants = ConstantTable::new();
        let ty = types.array_of(TypeId::SBYTE, 2);
        let (zero, minus) = (
            constants.int(TypeId::SBYTE, 0),
            constants.int(TypeId::SBYTE, u64::MAX),
        );
        assert_eq!(
            Some(constants.array(ty, &[zero, zero])),
            constants.zero(&types, ty)
        );
        let array = constants.array(ty, &[zero, minus]);
        assert_eq!(constants.byte_array(ty, &[0, 255]), array);
        assert!(matches!(constants.get(array).kind, ConstantKind::Bytes(_)));
        assert_eq!(constants.zero(&types, TypeId::VOID), None);
    }

    #[test]
    fn integers_are_cut_to_their_type() {
        let mut constants = ConstantTable::new();
        let id = constants.int(TypeId::SBYTE, 0x180);
        assert!(matches!(constants.get(id).kind, ConstantKind::Int(value) if value as i64 == -128));
        let id = constants.int(TypeId::UBYTE, 0x1FF);
        assert!(matches!(constants.get(id).kind, ConstantKind::Int(255)));
    }
}
