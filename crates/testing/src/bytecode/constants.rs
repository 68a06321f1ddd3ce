//! Random constants.

use super::Generator;
use crate::random::Choices;
use pinnacle_bytecode::format::IndexCoding;
use pinnacle_bytecode::model::{BinaryOp, ConstantId, ShiftOp, Type, TypeId};

impl Generator {
    /// Returns a constant of a type that has a size. `depth` bounds its nesting.
    pub(super) fn constant(&mut self, ty: TypeId, depth: usize) -> ConstantId {
        if depth > 0 && self.module.types.is_first_class(ty) && self.random.one_in(6) {
            return self.expression(ty, depth - 1);
        }
        match self.module.types.get(ty) {
            Type::Pointer { .. } => self.pointer(ty, depth),
            Type::Array { element, length } => {
                if depth == 0 || self.random.one_in(4) {
                    return self.zero(ty);
                }
                let elements: Vec<_> = (0..length)
                    .map(|_| self.constant(element, depth - 1))
                    .collect();
                self.module.constants.array(ty, &elements)
            }
            Type::Struct { fields } => {
                if depth == 0 || self.random.one_in(4) {
                    return self.zero(ty);
                }
                let types = self.module.types.list(fields).to_vec();
                let fields: Vec<_> = types
                    .into_iter()
                    .map(|field| self.constant(field, depth - 1))
                    .collect();
                self.module.constants.structure(ty, &fields)
            }
            Type::Bool => {
                let value = self.random.one_in(2);
                self.module.constants.bool(value)
            }
            Type::Float => {
                let values = [0.0, -0.0, 1.0, -1.5, 1.0e10, 0.1, f32::INFINITY, f32::MAX];
                let value = *self.random.pick(&values);
                self.module.constants.float(value.to_bits())
            }
            Type::Double => {
                let values = [0.0, -0.0, 1.0, -2.5, 1.0e100, 0.1, f64::INFINITY, f64::MIN];
                let value = *self.random.pick(&values);
                self.module.constants.double(value.to_bits())
            }
            _ => {
                let any = self.random.next();
                let value = *self
                    .random
                    .pick(&[0, 1, any % 10, any % 300, u64::MAX, any, 1 << 63]);
                self.module.constants.int(ty, value)
            }
        }
    }

    fn zero(&mut self, ty: TypeId) -> ConstantId {
        let zero = self.module.constants.zero(&self.module.types, ty);
        zero.unwrap_or_else(|| self.module.constants.bool(false))
    }

    fn pointer(&mut self, ty: TypeId, depth: usize) -> ConstantId {
        let fitting: Vec<_> = (self.addresses.iter().copied())
            .filter(|&address| self.module.constants.type_of(address) == ty)
            .collect();
        if !fitting.is_empty() && !self.random.one_in(4) {
            return *self.random.pick(&fitting);
        }
        if depth > 0 && !self.addresses.is_empty() && self.random.one_in(2) {
            let address = *self.random.pick(&self.addresses);
            let part = self.part_of(address);
            return match self.module.constants.type_of(part) == ty {
                true => part,
                false => self.module.constants.cast(part, ty),
            };
        }
        self.zero(ty)
    }

    /// Returns the address of an element of the object that an address points to.
    fn part_of(&mut self, address: ConstantId) -> ConstantId {
        let mut at = self.module.constants.type_of(address);
        let Some(pointee) = self.module.types.pointee(at) else {
            return address;
        };
        let mut indices = vec![self.element_index()];
        at = pointee;
        while self.random.one_in(2) {
            match self.part_index(at) {
                Some((index, part)) => {
                    indices.push(index);
                    at = part;
                }
                None => break,
            }
        }
        let ty = self.module.types.pointer_to(at);
        self.module.constants.get_element_ptr(ty, address, &indices)
    }

    /// Returns a constant index of an element.
    pub(super) fn element_index(&mut self) -> ConstantId {
        let ty = self.element_index_type();
        let value = self.random.index(5) as u64;
        self.module.constants.int(ty, value)
    }

    /// Returns a type for the index of an element.
    pub(super) fn element_index_type(&mut self) -> TypeId {
        match self.features.indices {
            IndexCoding::Fixed => TypeId::LONG,
            IndexCoding::TypeInLowBits => {
                *self
                    .random
                    .pick(&[TypeId::UINT, TypeId::INT, TypeId::ULONG, TypeId::LONG])
            }
        }
    }

    /// Returns a constant index into an array or structure, and the type that it selects.
    pub(super) fn part_index(&mut self, whole: TypeId) -> Option<(ConstantId, TypeId)> {
        match self.module.types.get(whole) {
            Type::Array { element, .. } => Some((self.element_index(), element)),
            Type::Struct { fields } if !fields.is_empty() => {
                let field = self.random.index(fields.len());
                let ty = match self.features.indices {
                    IndexCoding::Fixed => TypeId::UBYTE,
                    IndexCoding::TypeInLowBits => TypeId::UINT,
                };
                let index = self.module.constants.int(ty, field as u64);
                Some((index, self.module.types.list(fields)[field]))
            }
            _ => None,
        }
    }

    /// Returns an expression of a type.
    fn expression(&mut self, ty: TypeId, depth: usize) -> ConstantId {
        let is_number = ty.is_integer() || ty.is_floating();
        match self.random.index(5) {
            0 if ty == TypeId::BOOL => {
                let operand = *self.random.pick(&self.first_class.clone());
                let (lhs, rhs) = (self.constant(operand, depth), self.constant(operand, depth));
                let op = *self.random.pick(&BinaryOp::ALL[8..]);
                self.module.constants.binary(op, lhs, rhs)
            }
            1 if is_number || ty == TypeId::BOOL => {
                let (lhs, rhs) = (self.constant(ty, depth), self.constant(ty, depth));
                let op = self.operator(ty);
                self.module.constants.binary(op, lhs, rhs)
            }
            2 if ty.is_integer() => {
                let value = self.constant(ty, depth);
                let amount = self.constant(TypeId::UBYTE, depth);
                let op = *self.random.pick(&[ShiftOp::Shl, ShiftOp::Shr]);
                self.module.constants.shift(op, value, amount)
            }
            3 if self.features.select() => {
                let condition = self.constant(TypeId::BOOL, depth);
                let (if_true, if_false) = (self.constant(ty, depth), self.constant(ty, depth));
                self.module.constants.select(condition, if_true, if_false)
            }
            _ => {
                let from = *self.random.pick(&self.first_class.clone());
                let value = self.constant(from, depth);
                self.module.constants.cast(value, ty)
            }
        }
    }

    /// Returns an operator whose result has the type of its operands.
    pub(super) fn operator(&mut self, ty: TypeId) -> BinaryOp {
        let op = self.any_operator(ty);
        let place = match (op, ty.is_signed(), ty.is_floating()) {
            _ if !self.features.split_division() => return op,
            (BinaryOp::Div, true, _) => 1,
            (BinaryOp::Div, _, true) => 2,
            (BinaryOp::Div, ..) => 0,
            (BinaryOp::Rem, true, _) => 4,
            (BinaryOp::Rem, _, true) => 5,
            (BinaryOp::Rem, ..) => 3,
            _ => return op,
        };
        BinaryOp::SPLIT[place]
    }

    /// Returns an operator of LLVM 1.0 to 1.8 whose result has the type of its operands.
    fn any_operator(&mut self, ty: TypeId) -> BinaryOp {
        match () {
            () if ty == TypeId::BOOL => *self.random.pick(&BinaryOp::ALL[5..8]),
            () if ty.is_floating() => *self.random.pick(&BinaryOp::ALL[..5]),
            () => *self.random.pick(&BinaryOp::ALL[..8]),
        }
    }

    /// Returns distinct constants of an integer type.
    pub(super) fn different_numbers(&mut self, ty: TypeId, count: usize) -> Vec<ConstantId> {
        (0..count.min(100) as u64)
            .map(|value| self.module.constants.int(ty, value))
            .collect()
    }
}
