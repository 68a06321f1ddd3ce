//! Arithmetic, conversions, comparisons, aggregates and vectors.

use super::BodyReader;
use crate::bitcode::codes;
use crate::bitcode::constants::is_float;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::records::FunctionCode as C;
use crate::bitcode::types::FileType;
use crate::body::OldForm;
use crate::constants::ConstantKind;
use crate::ids::List;
use crate::instruction::{CastFlags, CastOp, FastMath, InstructionKind, Value};
use crate::types::Type;

impl BodyReader<'_> {
    /// Reads the fast-math flags, if the record has them and the type allows them.
    fn fast_math(&self, operands: &mut Operands<'_>, ty: Type) -> FastMath {
        let bits = operands.or_zero();
        let element = match ty {
            Type::Array { element, .. } => self.module.types.get(element),
            other => other,
        };
        if is_float(&self.module, element) {
            codes::fast_math(bits)
        } else {
            FastMath::NONE
        }
    }

    pub(super) fn negate(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (value, ty) = self.pair(operands)?;
        let model = self.model_of(ty)?;
        if operands.next()? != 0 || !is_float(&self.module, model) {
            let message = "a unary operation is not the negation of a floating-point number";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        let flags = self.fast_math(operands, model);
        self.emit_value(InstructionKind::Negate { flags, value }, ty)
    }

    pub(super) fn binary(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (lhs, ty) = self.pair(operands)?;
        let rhs = self.value(operands, ty)?;
        let model = self.model_of(ty)?;
        let float = is_float(&self.module, model);
        if !float && !self.is_integer(model) {
            let message = "an arithmetic instruction has an operand that is not a number";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        let op = codes::binary_op(operands.next()?, float)?;
        let bits = operands.or_zero();
        let kind = if float {
            let flags = codes::fast_math(bits);
            InstructionKind::FloatBinary {
                op,
                flags,
                lhs,
                rhs,
            }
        } else {
            let flags = codes::binary_flags(op, bits);
            InstructionKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            }
        };
        self.emit_value(kind, ty)
    }

    fn is_integer(&self, ty: Type) -> bool {
        let scalar = match ty {
            Type::Vector { element, .. } => self.module.types.get(element),
            other => other,
        };
        matches!(scalar, Type::Integer(_))
    }

    pub(super) fn cast(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (value, from) = self.pair(operands)?;
        let ty = self.types.by_number(operands.next()?)?;
        let op = codes::cast_op(operands.next()?)?;
        let bits = operands.or_zero();
        let (from, to) = (self.model_of(from)?, self.model_of(ty)?);
        if !self.cast_is_valid(op, from, to) {
            let message = format!("{} cannot convert between these types", op.text());
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        let mut cast = (op, value);
        if let (CastOp::BitCast, Type::Pointer(lhs), Type::Pointer(rhs)) = (op, from, to)
            && lhs != rhs
            && !self.types.are_as_written()
        {
            // LLVM converts through an integer, too.
            let word = self.plain_type(Type::Integer(64))?;
            let kind = InstructionKind::Cast {
                op: CastOp::PtrToInt,
                flags: CastFlags::NONE,
                value,
            };
            cast = (CastOp::IntToPtr, self.emit_extra(kind, word).into());
        }
        let (op, value) = cast;
        let flags = codes::cast_flags(op, bits);
        self.emit_value(InstructionKind::Cast { op, flags, value }, ty)
    }

    /// Returns the element type and length of a vector, or the type itself.
    fn lanes(&self, ty: Type) -> (Type, Option<(u32, bool)>) {
        match ty {
            Type::Vector {
                element,
                length,
                scalable,
            } => (self.module.types.get(element), Some((length, scalable))),
            other => (other, None),
        }
    }

    fn cast_is_valid(&self, op: CastOp, from: Type, to: Type) -> bool {
        use CastOp as Op;
        let ((from_one, from_count), (to_one, to_count)) = (self.lanes(from), self.lanes(to));
        let is_float = |ty| is_float(&self.module, ty);
        let is_value = !matches!(
            to,
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. }
        );
        let is_int = |ty| matches!(ty, Type::Integer(_));
        let is_pointer = |ty| matches!(ty, Type::Pointer(_));
        match op {
            Op::BitCast => is_value,
            _ if from_count != to_count => false,
            Op::Trunc | Op::ZExt | Op::SExt => is_int(from_one) && is_int(to_one),
            Op::FPTrunc | Op::FPExt => is_float(from_one) && is_float(to_one),
            Op::FPToUI | Op::FPToSI => is_float(from_one) && is_int(to_one),
            Op::UIToFP | Op::SIToFP => is_int(from_one) && is_float(to_one),
            Op::PtrToInt => is_pointer(from_one) && is_int(to_one),
            Op::IntToPtr => is_int(from_one) && is_pointer(to_one),
            Op::AddrSpaceCast => is_pointer(from_one) && is_pointer(to_one),
        }
    }

    pub(super) fn compare(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (lhs, ty) = self.pair(operands)?;
        let rhs = self.value(operands, ty)?;
        let predicate = operands.next()?;
        let model = self.model_of(ty)?;
        let truth = self.truth(ty)?;
        let kind = if is_float(&self.module, model) {
            let predicate = codes::float_predicate(predicate)?;
            let flags = codes::fast_math(operands.or_zero());
            InstructionKind::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            }
        } else {
            let scalar = self.lanes(model).0;
            if !matches!(scalar, Type::Integer(_) | Type::Pointer(_)) {
                let message = "a comparison has an operand that is not a number";
                return Err(bad(ErrorKind::BadInstruction, message));
            }
            let predicate = codes::int_predicate(predicate)?;
            InstructionKind::IntCompare {
                predicate,
                lhs,
                rhs,
            }
        };
        if code == C::CMP && truth != self.bit && self.types.are_old() {
            if self.types.are_as_written() {
                let wide = self.wide_truth(ty)?;
                self.mark(OldForm::VectorCompare);
                return self.emit_value(kind, wide);
            }
            return self.widen(kind, truth, ty);
        }
        self.emit_value(kind, truth)
    }

    pub(super) fn select(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (if_true, ty) = self.pair(operands)?;
        let if_false = self.value(operands, ty)?;
        let condition = if code == C::SELECT {
            self.value(operands, self.bit)?
        } else {
            let (condition, ty) = self.pair(operands)?;
            if self.lanes(self.model_of(ty)?).0 != Type::Integer(1) {
                let message = "the condition of a select is not a boolean";
                return Err(bad(ErrorKind::WrongType, message));
            }
            condition
        };
        let flags = self.fast_math(operands, self.model_of(ty)?);
        let operands = self.values(&[condition, if_true, if_false]);
        self.emit_value(InstructionKind::Select { flags, operands }, ty)
    }

    pub(super) fn freeze(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (value, ty) = self.pair(operands)?;
        self.emit_value(InstructionKind::Freeze(value), ty)
    }

    /// Reads the indices after an aggregate. Returns them and the type that they select.
    fn path(&mut self, operands: &mut Operands<'_>, mut ty: FileType) -> Result<(List, FileType)> {
        let start = self.body.indices.len();
        if operands.left() == 0 {
            let message = "an aggregate is accessed without an index";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        while operands.left() > 0 {
            let index = operands.next_u32()?;
            let model = self.types.model(ty)?;
            if self.module.types.members(model).is_some() {
                let message = "access to a part of a union in a register";
                return Err(bad(ErrorKind::Unsupported, message));
            }
            let (part, count) = match self.module.types.get(model) {
                Type::Array { length, .. } => (0, length),
                _ => {
                    let fields = self.module.types.fields(model);
                    (index as usize, fields.map_or(0, <[_]>::len) as u64)
                }
            };
            if u64::from(index) >= count {
                let message = format!("an aggregate has no part {index}");
                return Err(bad(ErrorKind::BadInstruction, message));
            }
            ty = self.types.part(ty, part);
            self.body.indices.push(index);
        }
        let indices = self.body.indices.split_off(start);
        Ok((List::push(&mut self.body.indices, &indices), ty))
    }

    pub(super) fn extract_value(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.pair(operands)?;
        let (indices, ty) = self.path(operands, ty)?;
        if code == C::GETRESULT {
            self.mark(OldForm::GetResult);
        }
        self.emit_value(InstructionKind::ExtractValue { aggregate, indices }, ty)
    }

    pub(super) fn insert_value(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.pair(operands)?;
        let (element, element_type) = self.pair(operands)?;
        let (indices, part) = self.path(operands, ty)?;
        self.same_type(element_type, part)?;
        let kind = InstructionKind::InsertValue {
            aggregate,
            element,
            indices,
        };
        self.emit_value(kind, ty)
    }

    fn vector(&self, ty: FileType) -> Result<()> {
        match self.model_of(ty)? {
            Type::Vector { .. } => Ok(()),
            _ => Err(bad(ErrorKind::WrongType, "an operand is not a vector")),
        }
    }

    pub(super) fn extract_element(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (vector, ty) = self.pair(operands)?;
        let (index, _) = self.index(operands)?;
        self.vector(ty)?;
        let element = self.types.part(ty, 0);
        self.emit_value(InstructionKind::ExtractElement { vector, index }, element)
    }

    /// Reads the index of an element. It has no type in old records.
    fn index(&mut self, operands: &mut Operands<'_>) -> Result<(Value, FileType)> {
        let (index, ty) = if operands.left() == 1 {
            // Old records have no type for a value that is defined later.
            let number = self.absolute(operands.next()?);
            match self.known(number) {
                Some((value, ty)) => (self.current(value)?, ty),
                None => {
                    let word = self.word()?;
                    (self.forward(number, word)?, word)
                }
            }
        } else {
            self.pair(operands)?
        };
        match self.model_of(ty)? {
            Type::Integer(_) => Ok((index, ty)),
            _ => Err(bad(
                ErrorKind::WrongType,
                "the index of an element is not an integer",
            )),
        }
    }

    pub(super) fn insert_element(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (vector, ty) = self.pair(operands)?;
        self.vector(ty)?;
        let element = self.value(operands, self.types.part(ty, 0))?;
        let (index, _) = self.index(operands)?;
        let operands = self.values(&[vector, element, index]);
        self.emit_value(InstructionKind::InsertElement { operands }, ty)
    }

    pub(super) fn shuffle_vector(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (lhs, ty) = self.pair(operands)?;
        self.vector(ty)?;
        let rhs = self.value(operands, ty)?;
        let (mask, mask_type) = self.pair(operands)?;
        let (
            Value::Constant(mask),
            Type::Vector {
                element,
                length,
                scalable,
            },
        ) = (mask, self.model_of(mask_type)?)
        else {
            let message = "the mask of a shuffle is not a constant vector";
            return Err(bad(ErrorKind::NotConstant, message));
        };
        let whole = self.module.types.get(element) == Type::Integer(32);
        let known = matches!(
            self.module.constants.get(mask).kind,
            ConstantKind::Zero
                | ConstantKind::Undef
                | ConstantKind::Poison
                | ConstantKind::Data(_)
                | ConstantKind::Aggregate(_)
        );
        if !whole || !known {
            let message = "the mask of a shuffle has elements that are not numbers";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        let part = self.types.part(ty, 0);
        let kind = Type::Vector {
            element: self.types.model(part)?,
            length,
            scalable,
        };
        let vector = self.plain_type(kind)?;
        let result = self.types.add(vector, kind, &[part]);
        self.emit_value(InstructionKind::ShuffleVector { lhs, rhs, mask }, result)
    }
}
