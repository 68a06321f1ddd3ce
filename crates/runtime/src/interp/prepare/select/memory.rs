//! Loads and stores, and the forms of their addresses.

use super::super::node::{NONE, Node};
use super::{ADDRESS_USES, Address, DEPTH, Operand, Selector};
use crate::interp::op::{self, Code};
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Inst};
use pinnacle_pexe::types::Type;

impl Selector<'_> {
    /// Follows additions of constants.
    pub(super) fn strip(&mut self, mut value: ValueId, offset: &mut u32) -> ValueId {
        for _ in 0..DEPTH {
            if !self.fuse {
                break;
            }
            let Some((_, Inst::Binary { op, lhs, rhs })) = self.definition(value) else {
                break;
            };
            if self.function.value_type(lhs) != Type::I32 {
                break;
            }
            let (inner, number) = match (op, self.number(lhs), self.number(rhs)) {
                (BinaryOp::Add, None, Some(number)) => (lhs, number as u32),
                (BinaryOp::Add, Some(number), None) => (rhs, number as u32),
                (BinaryOp::Sub, None, Some(number)) => (lhs, (number as u32).wrapping_neg()),
                _ => break,
            };
            *offset = offset.wrapping_add(number);
            self.replace_use(value, &[inner]);
            value = inner;
        }
        value
    }

    /// Follows additions of constants to a value that is then multiplied.
    fn strip_scaled(&mut self, value: ValueId, scale: u32, offset: &mut u32) -> ValueId {
        let mut number = 0;
        let inner = self.strip(value, &mut number);
        *offset = offset.wrapping_add(number.wrapping_mul(scale));
        inner
    }

    /// Returns a value as a product of another value and a constant. The access does the
    /// multiplication for free, so other uses of the value do not matter.
    pub(super) fn scaled(&mut self, value: ValueId) -> Option<(ValueId, u32)> {
        if !self.fuse {
            return None;
        }
        let Some(Inst::Binary { op, lhs, rhs }) = self.local_definition(value) else {
            return None;
        };
        if self.function.value_type(lhs) != Type::I32 {
            return None;
        }
        let (inner, scale) = match (op, self.number(lhs), self.number(rhs)) {
            (BinaryOp::Shl, None, Some(count)) => (lhs, 1 << (count & 31)),
            (BinaryOp::Mul, None, Some(factor)) => (lhs, factor as u32),
            (BinaryOp::Mul, Some(factor), None) => (rhs, factor as u32),
            _ => return None,
        };
        self.replace_use(value, &[inner]);
        Some((inner, scale))
    }

    pub(super) fn address(&mut self, value: ValueId) -> Address {
        let mut address = Address {
            base: NONE,
            index: NONE,
            scale: 0,
            offset: 0,
        };
        let base = self.strip(value, &mut address.offset);
        let Some((lhs, rhs)) = self.summands(base) else {
            return self.scaled_address(base, address);
        };
        self.replace_use(base, &[lhs, rhs]);
        let lhs = self.strip(lhs, &mut address.offset);
        let rhs = self.strip(rhs, &mut address.offset);
        for (number, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(number) = self.number(number) {
                address.offset = address.offset.wrapping_add(number as u32);
                return self.scaled_address(other, address);
            }
        }
        let (base, (index, scale)) = if let Some(found) = self.scaled(rhs) {
            (lhs, found)
        } else if let Some(found) = self.scaled(lhs) {
            (rhs, found)
        } else {
            (lhs, (rhs, 1))
        };
        let index = self.strip_scaled(index, scale, &mut address.offset);
        let (base, index) = (self.low_register(base), self.low_register(index));
        Address {
            base,
            index,
            scale,
            ..address
        }
    }

    /// Returns an address made of one register, possibly multiplied.
    pub(super) fn scaled_address(&mut self, value: ValueId, mut address: Address) -> Address {
        if let Some(number) = self.number(value) {
            return Address {
                offset: address.offset.wrapping_add(number as u32),
                ..address
            };
        }
        if let Some((index, scale)) = self.scaled(value) {
            let index = self.strip_scaled(index, scale, &mut address.offset);
            return Address {
                index: self.low_register(index),
                scale,
                ..address
            };
        }
        Address {
            base: self.low_register(value),
            ..address
        }
    }

    /// Returns the operands of an addition in this block that has few uses.
    pub(super) fn summands(&self, value: ValueId) -> Option<(ValueId, ValueId)> {
        let Operand::Register(register) = self.operand(value) else {
            return None;
        };
        if !self.fuse || self.s.uses[register as usize] > ADDRESS_USES {
            return None;
        }
        match self.local_definition(value)? {
            Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            } if self.function.value_type(lhs) == Type::I32 => Some((lhs, rhs)),
            _ => None,
        }
    }

    pub(super) fn load(&mut self, ty: Type, address: ValueId, result: u32) {
        let absorbed = self.s.absorbed[result as usize];
        let signed = absorbed != NONE;
        let codes = match ty {
            Type::I8 if signed => op::LOAD_S8,
            Type::I8 => op::LOAD_U8,
            Type::I16 if signed => op::LOAD_S16,
            Type::I16 => op::LOAD_U16,
            Type::I32 | Type::Float => op::LOAD_U32,
            Type::I64 | Type::Double => op::LOAD_U64,
            _ => op::LOAD_WIDE,
        };
        let d = if signed { absorbed } else { result };
        let node = self.memory(codes, address);
        self.push(node.d(d));
    }

    /// Returns the operation for an access, by the form of its address.
    pub(super) fn memory(
        &mut self,
        [plain, indexed, scaled, at]: [Code; 4],
        address: ValueId,
    ) -> Node {
        let Address {
            base,
            index,
            scale,
            offset,
        } = self.address(address);
        match (base, index) {
            (NONE, NONE) => Node::new(at).lo(offset),
            (_, NONE) => Node::new(plain).a(base).lo(offset),
            (NONE, _) => Node::new(scaled).a(index).lo(offset).hi(scale),
            _ => Node::new(indexed).a(base).b(index).lo(offset).hi(scale),
        }
    }

    pub(super) fn store(&mut self, address: ValueId, mut value: ValueId) {
        use Code::*;
        let ty = self.function.value_type(value);
        if self.fuse
            && let Some(Inst::Cast {
                op: CastOp::Trunc,
                value: source,
                ty: to,
            }) = self.local_definition(value)
            && to == ty
            && self.number(source).is_none()
        {
            self.replace_use(value, &[source]);
            value = source;
        }
        let codes = match ty {
            Type::I8 => op::STORE_8,
            Type::I16 => op::STORE_16,
            Type::I32 | Type::Float => op::STORE_32,
            Type::I64 | Type::Double => op::STORE_64,
            _ => op::STORE_WIDE,
        };
        let node = self.memory(codes, address);
        if let Some(number) = self
            .number(value)
            .and_then(|number| u32::try_from(number).ok())
        {
            let [plain, at] = match ty {
                Type::I8 => [Store8Imm, Store8ImmAt],
                Type::I16 => [Store16Imm, Store16ImmAt],
                Type::I32 | Type::Float => [Store32Imm, Store32ImmAt],
                _ => [Store64Imm, Store64ImmAt],
            };
            if node.code == codes[0] || node.code == codes[3] {
                let code = if node.code == codes[3] { at } else { plain };
                self.push(Node { code, ..node }.hi(number));
                return;
            }
        }
        let value = self.register(value);
        self.push(node.stored(value));
    }
}
