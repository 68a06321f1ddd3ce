//! Binary operations and conversions.

use super::super::node::{NONE, Node};
use super::{Address, Operand, Selector};
use crate::interp::op::Code;
use crate::interp::value::{is_wide, mask};
use crate::interp::vector::VectorOp;
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Inst};
use pinnacle_pexe::types::Type;

impl Selector<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, d: u32) {
        let ty = self.function.value_type(lhs);
        match ty {
            Type::I32 => self.binary_i32(op, lhs, rhs, d),
            Type::I64 => self.binary_i64(op, lhs, rhs, d),
            Type::I1 | Type::I8 | Type::I16 if op.is_bitwise() => {
                self.binary_i32(op, lhs, rhs, d);
            }
            Type::I1 | Type::I8 | Type::I16 => {
                let (a, b) = (self.register(lhs), self.register(rhs));
                let node = Node::new(Code::Narrow).d(d).a(a).b(b);
                self.push(node.lo(op as u32).hi(ty.bits()));
            }
            Type::Float => {
                let code = match op {
                    BinaryOp::FAdd => Code::AddF32,
                    BinaryOp::FSub => Code::SubF32,
                    BinaryOp::FMul => Code::MulF32,
                    BinaryOp::FDiv => Code::DivF32,
                    _ => Code::RemF32,
                };
                let (a, b) = (self.register(lhs), self.register(rhs));
                self.push(Node::new(code).d(d).a(a).b(b));
            }
            Type::Double => self.binary_f64(op, lhs, rhs, d),
            _ => self.vector(VectorOp::Binary(op, ty), d, &[lhs, rhs]),
        }
    }

    pub(super) fn binary_i32(&mut self, op: BinaryOp, mut lhs: ValueId, mut rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, Add | Mul | And | Or | Xor) && self.number(lhs).is_some() {
            std::mem::swap(&mut lhs, &mut rhs);
        }
        if let (Sub | Shl, None, Some(number)) = (op, self.number(rhs), self.number(lhs)) {
            let code = match op {
                Sub => Code::RSub32Imm,
                _ => Code::RShl32Imm,
            };
            let a = self.low_register(rhs);
            self.push(Node::new(code).d(d).a(a).lo(number as u32));
            return;
        }
        if let Some(number) = self.number(rhs)
            && self.number(lhs).is_none()
        {
            let number = number as u32;
            let (code, imm) = match op {
                Add => (Code::Add32Imm, number),
                Sub => (Code::Add32Imm, number.wrapping_neg()),
                Mul => (Code::Mul32Imm, number),
                And => (Code::And32Imm, number),
                Or => (Code::Or32Imm, number),
                Xor => (Code::Xor32Imm, number),
                Shl => (Code::Shl32Imm, number & 31),
                LShr => (Code::LShr32Imm, number & 31),
                AShr => (Code::AShr32Imm, number & 31),
                UDiv if number != 0 => (Code::UDiv32Imm, number),
                URem if number != 0 => (Code::URem32Imm, number),
                SDiv if number != 0 && number != u32::MAX => (Code::SDiv32Imm, number),
                SRem if number != 0 && number != u32::MAX => (Code::SRem32Imm, number),
                _ => (Code::Jump, 0),
            };
            if code != Code::Jump {
                if op == Add
                    && let Some(Inst::Binary {
                        op: Add | Mul | Shl,
                        ..
                    }) = self.single_definition(lhs)
                {
                    return self.sum(lhs, imm, d);
                }
                if op == And
                    && let Some((value, count)) = self.shifted_right(lhs)
                {
                    let a = self.low_register(value);
                    self.push(Node::new(Code::ShrAnd32).d(d).a(a).lo(imm).hi(count));
                    return;
                }
                let a = self.low_register(lhs);
                self.push(Node::new(code).d(d).a(a).lo(imm));
                return;
            }
        }
        if op == Add {
            if self.count(lhs, rhs, d) || self.count(rhs, lhs, d) {
                return;
            }
            if self.adds_number(lhs) || self.adds_number(rhs) {
                let mut offset = 0;
                let (x, y) = (self.strip(lhs, &mut offset), self.strip(rhs, &mut offset));
                let (a, b) = (self.low_register(x), self.low_register(y));
                let node = Node::new(Code::AddScaled32).d(d).a(a).b(b);
                self.push(node.lo(offset).hi(1));
                return;
            }
            for (x, y) in [(lhs, rhs), (rhs, lhs)] {
                if self.single_definition(y).is_some()
                    && let Some((index, scale)) = self.scaled(y)
                {
                    let a = self.low_register(x);
                    let b = self.low_register(index);
                    self.push(Node::new(Code::AddScaled32).d(d).a(a).b(b).hi(scale));
                    return;
                }
            }
        }
        if op == Mul {
            for (x, y) in [(lhs, rhs), (rhs, lhs)] {
                if self.adds_number(x) {
                    let mut number = 0;
                    let x = self.strip(x, &mut number);
                    let (a, b) = (self.low_register(x), self.low_register(y));
                    self.push(Node::new(Code::AddMul32).d(d).a(a).b(b).lo(number));
                    return;
                }
            }
        }
        let code = match op {
            Add => Code::Add32,
            Sub => Code::Sub32,
            Mul => Code::Mul32,
            UDiv => Code::UDiv32,
            SDiv => Code::SDiv32,
            URem => Code::URem32,
            SRem => Code::SRem32,
            Shl => Code::Shl32,
            LShr => Code::LShr32,
            AShr => Code::AShr32,
            And => Code::And32,
            Or => Code::Or32,
            _ => Code::Xor32,
        };
        let (a, b) = (self.low_register(lhs), self.low_register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    /// Returns true if a value is a sum of another value and a constant, and is only used here.
    fn adds_number(&self, value: ValueId) -> bool {
        match self.single_definition(value) {
            Some(Inst::Binary {
                op: BinaryOp::Add | BinaryOp::Sub,
                rhs,
                ..
            }) => self.number(rhs).is_some(),
            _ => false,
        }
    }

    /// Returns the operands of a 32-bit right shift by a constant whose result is used only here.
    fn shifted_right(&mut self, value: ValueId) -> Option<(ValueId, u32)> {
        let Some(Inst::Binary {
            op: BinaryOp::LShr,
            lhs,
            rhs,
        }) = self.single_definition(value)
        else {
            return None;
        };
        let count = self.number(rhs)? as u32;
        if self.function.value_type(lhs) != Type::I32 || self.number(lhs).is_some() {
            return None;
        }
        self.replace_use(value, &[lhs]);
        Some((lhs, count))
    }

    /// Selects a sum plus a constant.
    pub(super) fn sum(&mut self, sum: ValueId, number: u32, d: u32) {
        let Address {
            base,
            index,
            scale,
            offset,
        } = self.address(sum);
        let offset = offset.wrapping_add(number);
        let node = self.sum_of(Address {
            base,
            index,
            scale,
            offset,
        });
        self.push(node.d(d));
    }

    /// Returns the operation for a sum, without its destination.
    pub(super) fn sum_of(&self, sum: Address) -> Node {
        let Address {
            base,
            index,
            scale,
            offset,
        } = sum;
        match (base, index) {
            (NONE, NONE) => Node::new(Code::Const).lo(offset),
            (_, NONE) => Node::new(Code::Add32Imm).a(base).lo(offset),
            (NONE, _) => Node::new(Code::Scale32).a(index).lo(offset).hi(scale),
            _ => Node::new(Code::AddScaled32)
                .a(base)
                .b(index)
                .lo(offset)
                .hi(scale),
        }
    }

    pub(super) fn binary_i64(&mut self, op: BinaryOp, mut lhs: ValueId, mut rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, Add | Mul | And | Or | Xor) && self.number(lhs).is_some() {
            std::mem::swap(&mut lhs, &mut rhs);
        }
        if let Some(number) = self.number(rhs) {
            let (code, imm) = match op {
                Add => (Code::Add64Imm, number),
                Sub => (Code::Add64Imm, number.wrapping_neg()),
                Mul => (Code::Mul64Imm, number),
                And => (Code::And64Imm, number),
                Or => (Code::Or64Imm, number),
                Xor => (Code::Xor64Imm, number),
                Shl => (Code::Shl64Imm, number & 63),
                LShr => (Code::LShr64Imm, number & 63),
                AShr => (Code::AShr64Imm, number & 63),
                _ => (Code::Jump, 0),
            };
            if code != Code::Jump {
                let a = self.register(lhs);
                self.push(Node::new(code).d(d).a(a).imm64(imm));
                return;
            }
        } else if op == Sub
            && let Some(number) = self.number(lhs)
        {
            let a = self.register(rhs);
            self.push(Node::new(Code::RSub64Imm).d(d).a(a).imm64(number));
            return;
        }
        let code = match op {
            Add => Code::Add64,
            Sub => Code::Sub64,
            Mul => Code::Mul64,
            UDiv => Code::UDiv64,
            SDiv => Code::SDiv64,
            URem => Code::URem64,
            SRem => Code::SRem64,
            Shl => Code::Shl64,
            LShr => Code::LShr64,
            AShr => Code::AShr64,
            And => Code::And64,
            Or => Code::Or64,
            _ => Code::Xor64,
        };
        let (a, b) = (self.register(lhs), self.register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    pub(super) fn binary_f64(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, d: u32) {
        use BinaryOp::*;
        if matches!(op, FAdd | FSub | FMul) {
            // Try both operands as the inner operation.
            let inner = |this: &Self, value| match this.single_definition(value) {
                Some(Inst::Binary {
                    op: op @ (FAdd | FSub | FMul),
                    lhs,
                    rhs,
                }) if this.function.value_type(lhs) == Type::Double => Some((op, lhs, rhs)),
                _ => None,
            };
            let (first, second) = (inner(self, lhs), inner(self, rhs));
            if op == FAdd
                && let (Some((FMul, a, b)), Some((FMul, c, e))) = (first, second)
            {
                self.replace_use(lhs, &[a, b]);
                self.replace_use(rhs, &[c, e]);
                let (a, b, c, e) = (
                    self.register(a),
                    self.register(b),
                    self.register(c),
                    self.register(e),
                );
                self.push(Node::new(Code::MulMulAddF64).d(d).a(a).b(b).c(c).e(e));
                return;
            }
            let found = match (first, second) {
                (_, Some(found)) => Some((found, rhs, lhs, true)),
                (Some(found), None) => Some((found, lhs, rhs, false)),
                _ => None,
            };
            if let Some(((first, a, b), pair, other, reversed)) = found {
                let code = match (first, op, reversed) {
                    (FMul, FAdd, _) => Code::MulAddF64,
                    (FMul, FSub, false) => Code::MulSubF64,
                    (FMul, FSub, true) => Code::MulRSubF64,
                    (FMul, _, _) => Code::MulMulF64,
                    (FAdd, FAdd, _) => Code::AddAddF64,
                    (FAdd, FSub, false) => Code::AddSubF64,
                    (FAdd, FSub, true) => Code::AddRSubF64,
                    (FAdd, _, _) => Code::AddMulF64,
                    (_, FAdd, _) => Code::SubAddF64,
                    (_, FSub, false) => Code::SubSubF64,
                    (_, FSub, true) => Code::SubRSubF64,
                    (_, _, _) => Code::SubMulF64,
                };
                let takes_memory = matches!(code, Code::MulAddF64 | Code::MulRSubF64);
                if takes_memory && self.loaded_product(op, pair, [a, b], other, d) {
                    return;
                }
                self.replace_use(pair, &[a, b]);
                let (a, b, c) = (self.register(a), self.register(b), self.register(other));
                self.push(Node::new(code).d(d).a(a).b(b).c(c));
                return;
            }
        }
        if self.binary_f64_immediate(op, lhs, rhs, d) || self.loaded_binary(op, lhs, rhs, d) {
            return;
        }
        let code = match op {
            FAdd => Code::AddF64,
            FSub => Code::SubF64,
            FMul => Code::MulF64,
            FDiv => Code::DivF64,
            _ => Code::RemF64,
        };
        let (a, b) = (self.register(lhs), self.register(rhs));
        self.push(Node::new(code).d(d).a(a).b(b));
    }

    /// Selects an operation on a constant and another value.
    pub(super) fn binary_f64_immediate(
        &mut self,
        op: BinaryOp,
        lhs: ValueId,
        rhs: ValueId,
        d: u32,
    ) -> bool {
        use BinaryOp::*;
        let (value, number, code) = match (self.number(lhs), self.number(rhs), op) {
            (None, Some(number), FAdd) => (lhs, number, Code::AddF64Imm),
            (None, Some(number), FSub) => (lhs, number, Code::SubF64Imm),
            (None, Some(number), FMul) => (lhs, number, Code::MulF64Imm),
            (None, Some(number), FDiv) => (lhs, number, Code::DivF64Imm),
            (Some(number), None, FAdd) => (rhs, number, Code::AddF64Imm),
            (Some(number), None, FSub) => (rhs, number, Code::RSubF64Imm),
            (Some(number), None, FMul) => (rhs, number, Code::MulF64Imm),
            (Some(number), None, FDiv) => (rhs, number, Code::RDivF64Imm),
            _ => return false,
        };
        let a = self.register(value);
        self.push(Node::new(code).d(d).a(a).imm64(number));
        true
    }

    pub(super) fn vector(&mut self, op: VectorOp, d: u32, values: &[ValueId]) {
        let number = self.s.vectors.len() as u32;
        self.s.vectors.push(op);
        let mut node = Node::new(Code::Vector).d(d).lo(number);
        for (index, &value) in values.iter().enumerate() {
            let register = self.register(value);
            node = match index {
                0 => node.a(register),
                1 => node.b(register),
                _ => node.e(register),
            };
        }
        self.push(node);
    }

    pub(super) fn cast(&mut self, op: CastOp, ty: Type, value: ValueId, d: u32) {
        let from = self.function.value_type(value);
        if (from.is_vector() || ty.is_vector()) && op != CastOp::Bitcast {
            return self.vector(VectorOp::Cast(op, from, ty), d, &[value]);
        }
        if op == CastOp::SExt
            && ty == Type::I32
            && matches!(from, Type::I8 | Type::I16)
            && let Some(Inst::Load { ty: loaded, .. }) = self.single_definition(value)
            && loaded == from
            && let Operand::Register(load) = self.operand(value)
        {
            self.s.absorbed[load as usize] = d;
            return;
        }
        if op == CastOp::SiToFp
            && (from, ty) == (Type::I32, Type::Double)
            && let Some(Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            }) = self.single_definition(value)
            && self.number(lhs).is_none()
            && self.number(rhs).is_none()
            && !self.adds_number(lhs)
            && !self.adds_number(rhs)
        {
            self.replace_use(value, &[lhs, rhs]);
            let (a, b) = (self.low_register(lhs), self.low_register(rhs));
            self.push(Node::new(Code::SumToF64).d(d).a(a).b(b));
            return;
        }
        let a = if op == CastOp::Trunc {
            self.register(value)
        } else {
            self.low_or_whole(value)
        };
        let bits = |ty: Type| ty.bits();
        let node = match (op, from, ty) {
            (CastOp::Bitcast, ..) if is_wide(ty) => Node::new(Code::MoveWide),
            (CastOp::Bitcast | CastOp::ZExt, ..) => Node::new(Code::Move),
            (CastOp::Trunc, ..) => Node::new(Code::And32Imm).lo((mask(bits(ty))) as u32),
            (CastOp::SExt, Type::I8, Type::I32) => Node::new(Code::SignExtend8To32),
            (CastOp::SExt, Type::I16, Type::I32) => Node::new(Code::SignExtend16To32),
            (CastOp::SExt, Type::I32, _) => Node::new(Code::SignExtend32To64),
            (CastOp::SExt, ..) => Node::new(Code::SignExtend)
                .lo(64 - bits(from))
                .hi(64 - bits(ty)),
            (CastOp::FpTrunc, ..) => Node::new(Code::F64ToF32),
            (CastOp::FpExt, ..) => Node::new(Code::F32ToF64),
            (CastOp::UiToFp, Type::I64, Type::Double) => Node::new(Code::U64ToF64),
            (CastOp::UiToFp, Type::I64, _) => Node::new(Code::U64ToF32),
            (CastOp::UiToFp, _, Type::Double) => Node::new(Code::U32ToF64),
            (CastOp::UiToFp, ..) => Node::new(Code::U32ToF32),
            (CastOp::SiToFp, Type::I64, Type::Double) => Node::new(Code::S64ToF64),
            (CastOp::SiToFp, Type::I64, _) => Node::new(Code::S64ToF32),
            (CastOp::SiToFp, ..) => {
                let a = if from == Type::I32 {
                    a
                } else {
                    self.sign_extended(a, from)
                };
                let double = ty == Type::Double;
                let code = if double {
                    Code::S32ToF64
                } else {
                    Code::S32ToF32
                };
                self.push(Node::new(code).a(a).d(d));
                return;
            }
            (CastOp::FpToSi | CastOp::FpToUi, _, _) => {
                return self.float_to_integer(op, from, ty, a, d);
            }
        };
        self.push(node.a(a).d(d));
    }

    /// Returns a narrow integer, sign-extended to 32 bits.
    pub(super) fn sign_extended(&mut self, a: u32, from: Type) -> u32 {
        let d = self.fresh(false);
        let node = match from {
            Type::I8 => Node::new(Code::SignExtend8To32),
            Type::I16 => Node::new(Code::SignExtend16To32),
            _ => Node::new(Code::SignExtend).lo(64 - from.bits()).hi(32),
        };
        self.push(node.a(a).d(d));
        d
    }

    pub(super) fn float_to_integer(&mut self, op: CastOp, from: Type, ty: Type, a: u32, d: u32) {
        let double = from == Type::Double;
        let signed = op == CastOp::FpToSi;
        let code = match (ty, double) {
            (Type::I64, true) if signed => Code::F64ToS64,
            (Type::I64, true) => Code::F64ToU64,
            (Type::I64, false) if signed => Code::F32ToS64,
            (Type::I64, false) => Code::F32ToU64,
            (Type::I32, true) if !signed => Code::F64ToU32,
            (Type::I32, false) if !signed => Code::F32ToU32,
            (_, true) => Code::F64ToS32,
            (_, false) => Code::F32ToS32,
        };
        if matches!(ty, Type::I32 | Type::I64) {
            self.push(Node::new(code).a(a).d(d));
            return;
        }
        let whole = self.fresh(false);
        self.push(Node::new(code).a(a).d(whole));
        self.push(
            Node::new(Code::And32Imm)
                .a(whole)
                .lo(mask(ty.bits()) as u32)
                .d(d),
        );
    }
}
