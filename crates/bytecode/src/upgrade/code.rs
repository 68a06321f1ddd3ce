//! Code generation shared by constants and instructions: arithmetic, comparisons, shifts and
//! addresses. Constant expressions are computed where they are used.

use std::collections::{BTreeSet, HashMap};

use pinnacle_llvm as ir;
use pinnacle_llvm::{CastOp, Value};

use super::constants::{Step, Translation, plain_bits};
use super::{MAX_EXPANSIONS, Upgrade, cannot};
use crate::error::Error;
use crate::model::{BinaryOp, ConstantId, ConstantKind, Type, TypeId};
use crate::opcode::{self, Few};

/// A body under construction, with the facts known about its module.
pub(super) struct Code<'c, 'a, 'm> {
    pub(super) upgrade: &'c mut Upgrade<'a>,
    pub(super) builder: ir::FunctionBuilder<'m>,
    /// Constant expressions computed so far in the current block.
    pub(super) expanded: HashMap<ConstantId, Value>,
}

/// A value, with its type in the old module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed {
    pub(super) value: Value,
    pub(super) ty: TypeId,
}

/// An index of an address: its new value, and its type and constant in the old module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    pub(super) typed: Typed,
    pub(super) constant: Option<ConstantId>,
}

impl Code<'_, '_, '_> {
    /// The integer type as wide as a pointer.
    pub(super) fn word(&mut self) -> ir::TypeId {
        self.builder.module.types.integer(self.upgrade.pointer_bits)
    }

    /// Returns the value of a constant. It is computed here if necessary.
    pub(super) fn constant(&mut self, id: ConstantId) -> Result<Value, Error> {
        if let Translation::Constant(constant) = self.upgrade.constants[id.index()] {
            return Ok(constant.into());
        }
        if let Some(&value) = self.expanded.get(&id) {
            return Ok(value);
        }
        // Each expression consists only of earlier ones, so compute them in the order of their ids.
        let old = self.upgrade.old;
        let mut needed = BTreeSet::from([id]);
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match self.upgrade.constants[id.index()] {
                Translation::Nothing => return Err(nothing()),
                Translation::Constant(_) => continue,
                Translation::Code => {}
            }
            for part in old.constants.operands(id) {
                if !self.expanded.contains_key(&part) && needed.insert(part) {
                    waiting.push(part);
                }
            }
        }
        self.upgrade.expansions += needed.len();
        if self.upgrade.expansions > MAX_EXPANSIONS {
            return Err(cannot(
                "a module with more constant expressions than can be computed",
            ));
        }
        for &id in &needed {
            if let Translation::Code = self.upgrade.constants[id.index()] {
                let value = self.compute(id)?;
                self.expanded.insert(id, value);
            }
        }
        Ok(self.expanded[&id])
    }

    /// Returns an operand of a constant expression.
    fn part(&self, id: ConstantId) -> Result<Typed, Error> {
        let ty = self.upgrade.old.constants.type_of(id);
        let value = match self.upgrade.constants[id.index()] {
            Translation::Constant(constant) => constant.into(),
            _ => *self.expanded.get(&id).ok_or_else(nothing)?,
        };
        Ok(Typed { value, ty })
    }

    fn compute(&mut self, id: ConstantId) -> Result<Value, Error> {
        use ConstantKind as K;
        let old = self.upgrade.old;
        let constant = old.constants.get(id);
        match constant.kind {
            K::GetElementPtr { pointer, indices } => {
                let pointer = self.part(pointer)?;
                let mut list = Vec::new();
                for &index in old.constants.list(indices) {
                    list.push(Index {
                        typed: self.part(index)?,
                        constant: Some(index),
                    });
                }
                self.address(pointer, &list)
            }
            K::Binary { .. }
            | K::Shift { .. }
            | K::Vector { .. }
            | K::Cast(_)
            | K::Select { .. } => {
                let parts = old.constants.operands(id).map(|id| self.part(id));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.operator(old.constants.operation(id), &parts, constant.ty)
            }
            _ => Err(cannot("an operand that is an aggregate of computed parts")),
        }
    }

    /// Upgrades an operation that the table of [`opcode`] describes, of a constant or an
    /// instruction. `result` is its type in the old module.
    pub(super) fn operator(
        &mut self,
        operation: u32,
        operands: &[Typed],
        result: TypeId,
    ) -> Result<Value, Error> {
        let row = opcode::row(operation);
        let types: Few<TypeId> = operands.iter().map(|operand| operand.ty).collect();
        let types = types.get().unwrap_or_default();
        if row.form.result_of(&self.upgrade.old.types, types, result) != Some(result) {
            return Err(cannot(format!(
                "{} with operands or a result of the wrong types",
                row.name
            )));
        }
        match (operation, operands) {
            (opcode::CAST, &[value]) => self.cast(value, result),
            (opcode::SELECT, &[condition, if_true, if_false]) => {
                self.upgrade.value_type(if_true.ty)?;
                let (if_true, if_false) = (if_true.value, if_false.value);
                Ok(self.builder.select(condition.value, if_true, if_false))
            }
            (opcode::SHL | opcode::SHR, &[value, amount]) => self.shift(operation, value, amount),
            (opcode::EXTRACT..=opcode::SHUFFLE, _) => self.vector(operation, operands, result),
            (_, &[lhs, rhs]) => match opcode::as_binary(operation) {
                Some(op) => self.binary(op, lhs, rhs),
                None => Err(cannot(row.name)),
            },
            _ => Err(cannot(row.name)),
        }
    }

    /// Arithmetic, logic and comparisons. The signedness of the type selects today's operation.
    fn binary(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed) -> Result<Value, Error> {
        use ir::BinaryOp as New;
        self.upgrade.value_type(lhs.ty)?;
        if op.is_comparison() {
            if matches!(self.upgrade.old.types.get(lhs.ty), Type::Packed { .. }) {
                return Err(cannot("a comparison of packed values that gives one bool"));
            }
            return Ok(self.compare(op, lhs, rhs));
        }
        let scalar = self.upgrade.old.types.scalar(lhs.ty);
        let (float, signed) = (scalar.is_floating(), scalar.is_signed());
        let whole = scalar.is_integer() || scalar == TypeId::BOOL;
        if !whole && (!float || op.is_logical()) {
            return Err(cannot(format!(
                "{} with operands that are not numbers",
                op.name()
            )));
        }
        let new = match op {
            BinaryOp::Add if float => New::FAdd,
            BinaryOp::Add => New::Add,
            BinaryOp::Sub if float => New::FSub,
            BinaryOp::Sub => New::Sub,
            BinaryOp::Mul if float => New::FMul,
            BinaryOp::Mul => New::Mul,
            BinaryOp::Div if float => New::FDiv,
            BinaryOp::Div if signed => New::SDiv,
            BinaryOp::Div => New::UDiv,
            BinaryOp::Rem if float => New::FRem,
            BinaryOp::Rem if signed => New::SRem,
            BinaryOp::Rem => New::URem,
            BinaryOp::FDiv | BinaryOp::FRem if !float => {
                return Err(cannot(format!("{} of integers", op.name())));
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if float => {
                return Err(cannot(format!("{} of floating-point numbers", op.name())));
            }
            BinaryOp::UDiv => New::UDiv,
            BinaryOp::SDiv => New::SDiv,
            BinaryOp::FDiv => New::FDiv,
            BinaryOp::URem => New::URem,
            BinaryOp::SRem => New::SRem,
            BinaryOp::FRem => New::FRem,
            BinaryOp::And => New::And,
            BinaryOp::Or => New::Or,
            _ => New::Xor,
        };
        Ok(self.builder.binary(new, lhs.value, rhs.value))
    }

    /// Comparisons. Those of floating-point numbers are false if either operand is a NaN, except
    /// `setne`, which is then true, as in C.
    fn compare(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed) -> Value {
        use ir::{FloatPredicate as Float, IntPredicate as Int};
        let (signed, unsigned, float) = match op {
            BinaryOp::SetEq => (Int::Eq, Int::Eq, Float::Oeq),
            BinaryOp::SetLe => (Int::Sle, Int::Ule, Float::Ole),
            BinaryOp::SetGe => (Int::Sge, Int::Uge, Float::Oge),
            BinaryOp::SetLt => (Int::Slt, Int::Ult, Float::Olt),
            BinaryOp::SetGt => (Int::Sgt, Int::Ugt, Float::Ogt),
            _ => (Int::Ne, Int::Ne, Float::Une),
        };
        if lhs.ty.is_floating() {
            return self.builder.float_compare(float, lhs.value, rhs.value);
        }
        let predicate = if lhs.ty.is_signed() { signed } else { unsigned };
        self.builder.int_compare(predicate, lhs.value, rhs.value)
    }

    /// Shifts. The amount is converted to the type of the shifted value. If it is too large, only
    /// its low bits are used.
    fn shift(&mut self, operation: u32, value: Typed, amount: Typed) -> Result<Value, Error> {
        let Some(width) = value.ty.integer_bits() else {
            return Err(cannot("a shift of something that is not an integer"));
        };
        let op = match operation {
            opcode::SHL => ir::BinaryOp::Shl,
            _ if value.ty.is_signed() => ir::BinaryOp::AShr,
            _ => ir::BinaryOp::LShr,
        };
        let mask = u64::from(width - 1);
        let amount = match amount.value {
            Value::Constant(constant) if plain_bits(self.builder.module, constant).is_some() => {
                let bits = plain_bits(self.builder.module, constant).unwrap_or(0);
                self.builder.module.int(width, bits & mask).into()
            }
            other => {
                let mask = self.builder.module.int(8, mask).into();
                let masked = self.builder.binary(ir::BinaryOp::And, other, mask);
                if width > 8 {
                    let ty = self.builder.module.types.integer(width);
                    self.builder.cast(CastOp::ZExt, masked, ty)
                } else {
                    masked
                }
            }
        };
        Ok(self.builder.binary(op, value.value, amount))
    }

    /// An access to the elements of packed values.
    fn vector(
        &mut self,
        operation: u32,
        operands: &[Typed],
        result: TypeId,
    ) -> Result<Value, Error> {
        let ty = self.upgrade.value_type(result)?;
        let kind = match (operation, operands) {
            (opcode::EXTRACT, &[vector, index]) => ir::InstructionKind::ExtractElement {
                vector: vector.value,
                index: index.value,
            },
            (opcode::INSERT, &[vector, part, index]) => {
                let operands = [vector.value, part.value, index.value];
                ir::InstructionKind::InsertElement {
                    operands: self.builder.values(&operands),
                }
            }
            (_, &[lhs, rhs, mask]) => {
                let Value::Constant(mask) = mask.value else {
                    return Err(cannot("a shuffle whose mask is not a constant"));
                };
                ir::InstructionKind::ShuffleVector {
                    lhs: lhs.value,
                    rhs: rhs.value,
                    mask,
                }
            }
            _ => return Err(cannot("an element access with the wrong operands")),
        };
        Ok(self.builder.emit(kind, ty))
    }

    /// Computes the address of an element of an aggregate. Unsigned indices that are narrower than
    /// a pointer are zero-extended.
    pub(super) fn address(&mut self, pointer: Typed, indices: &[Index]) -> Result<Value, Error> {
        let pointee = self.upgrade.pointee(pointer.ty)?;
        if indices.is_empty() {
            return Ok(pointer.value);
        }
        let source = self.upgrade.step_type(self.builder.module, pointee)?;
        let types = indices.iter().map(|index| (index.typed.ty, index.constant));
        let steps = self.upgrade.steps(pointee, types)?;
        let mut values = Vec::with_capacity(indices.len());
        for (step, index) in steps.into_iter().zip(indices) {
            values.push(match step {
                Step::Field(number) => self.builder.module.int(32, number.into()).into(),
                Step::Element { extend: false } => index.typed.value,
                Step::Element { extend: true } => {
                    let bits = self.upgrade.pointer_bits;
                    self.extend(index.typed.value, bits)
                }
            });
        }
        Ok(self.builder.get_element_ptr(source, pointer.value, &values))
    }

    /// Zero-extends an integer.
    pub(super) fn extend(&mut self, value: Value, bits: u32) -> Value {
        if let Value::Constant(constant) = value
            && let Some(number) = plain_bits(self.builder.module, constant)
        {
            return self.builder.module.int(bits, number).into();
        }
        let ty = self.builder.module.types.integer(bits);
        self.builder.cast(CastOp::ZExt, value, ty)
    }

    /// Calls a function of the C library.
    pub(super) fn call_runtime(
        &mut self,
        name: &str,
        result: ir::TypeId,
        arguments: &[Value],
    ) -> Option<Value> {
        let types: Vec<_> = arguments
            .iter()
            .map(|&value| self.builder.type_of(value))
            .collect();
        let ty = self.builder.module.types.function(result, &types, false);
        let function = self.upgrade.runtime_function(self.builder.module, name, ty);
        self.builder.call(function, ty, arguments)
    }
}

#[cold]
fn nothing() -> Error {
    cannot("a constant that has no equivalent in today's LLVM")
}
