//! The constraints of each instruction.
//!
//! Implements the "Constraints" of the manual's instructions, and what the reference manual and the
//! original verifier add to them: types that memory can hold, alignments. Calls are in `calls`,
//! phis and terminators in `control`.

use super::BodyDecoder;
use super::legal::{check_access, operation};
use super::messages::{bad_comparison, binary_flags, type_mismatch};
use crate::construct::{Instruction, ValueBase};
use crate::error::{Error, ErrorKind};
use crate::function::{Constant, ConstantValue};
use crate::ids::ValueId;
use crate::inst::{Alignment, CastOp, Inst, Predicate};
use crate::types::{Type, TypeDef};

/// An operand that names a type: in a record, an index into the types block.
pub(super) trait TypeOperand: Copy {
    /// Returns the type. Fails if values cannot have it.
    fn value_type(self, decoder: &BodyDecoder<'_>, position: u64) -> Result<Type, Error>;

    /// The type that a call returns, which may be `void`.
    fn result_type(self, decoder: &BodyDecoder<'_>, position: u64) -> Result<Type, Error>;
}

impl TypeOperand for u32 {
    #[inline(always)]
    fn value_type(self, decoder: &BodyDecoder<'_>, position: u64) -> Result<Type, Error> {
        decoder.value_type(position, self)
    }

    #[inline(always)]
    fn result_type(self, decoder: &BodyDecoder<'_>, position: u64) -> Result<Type, Error> {
        match decoder.module.types.get(self as usize) {
            Some(TypeDef::Value(Type::Void)) => Ok(Type::Void),
            _ => decoder.value_type(position, self),
        }
    }
}

impl TypeOperand for Type {
    fn value_type(self, _: &BodyDecoder<'_>, position: u64) -> Result<Type, Error> {
        match self {
            Type::Void => Err(type_mismatch(position, "a value", self, "a type of values")),
            ty => Ok(ty),
        }
    }

    fn result_type(self, _: &BodyDecoder<'_>, _: u64) -> Result<Type, Error> {
        Ok(self)
    }
}

impl BodyDecoder<'_> {
    /// A record of one operand: usually a jump or a return.
    #[inline(always)]
    pub(super) fn single<const KEEP: bool>(
        &mut self,
        position: u64,
        code: u64,
        operand: u32,
    ) -> Result<(), Error> {
        match Instruction::of_one(position, code, operand, ValueBase(self.next_value))? {
            Some(construct) => self.construct::<KEEP>(position, construct),
            None => self.instruction::<KEEP>(position, code, &[operand.into()]),
        }
    }

    /// A record of three operands. Most have a construct that always has three, which the loop
    /// over the records checks itself. Returns true if it may be a terminator.
    #[inline(always)]
    pub(super) fn triple<const KEEP: bool>(
        &mut self,
        position: u64,
        code: u64,
        operands: [u32; 3],
    ) -> Result<bool, Error> {
        match Instruction::of_three(position, code, operands, ValueBase(self.next_value))? {
            Some(construct) => {
                self.construct::<KEEP>(position, construct)?;
                Ok(matches!(construct, Instruction::CondBr { .. }))
            }
            None => {
                let [first, second, third] = operands;
                let operands = [first.into(), second.into(), third.into()];
                self.instruction::<KEEP>(position, code, &operands)?;
                Ok(true)
            }
        }
    }

    /// Any record.
    #[inline(never)]
    pub(super) fn instruction<const KEEP: bool>(
        &mut self,
        position: u64,
        code: u64,
        operands: &[u64],
    ) -> Result<(), Error> {
        match Instruction::of(position, code, operands, ValueBase(self.next_value))? {
            Instruction::Binary { .. } if operands.len() > 3 && !self.allow.binary_flags => {
                Err(binary_flags(position, operands.len()))
            }
            construct => self.construct::<KEEP>(position, construct),
        }
    }

    /// Checks a construct and appends its instruction.
    #[inline(always)]
    pub(super) fn construct<const KEEP: bool>(
        &mut self,
        position: u64,
        construct: Instruction<'_>,
    ) -> Result<(), Error> {
        match construct {
            Instruction::Binary { op, lhs, rhs } => self.binary::<KEEP>(position, op, lhs, rhs),
            Instruction::Cast { op, value, ty } => self.cast::<KEEP>(position, op, value, ty),
            Instruction::Load { address, align, ty } => {
                self.load::<KEEP>(position, address, align, ty)
            }
            Instruction::Store {
                address,
                value,
                align,
            } => self.store::<KEEP>(position, address, value, align),
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => self.compare::<KEEP>(position, predicate, lhs, rhs),
            Instruction::Select {
                if_true,
                if_false,
                condition,
            } => self.select::<KEEP>(position, if_true, if_false, condition),
            Instruction::Phi { ty, incoming } => {
                self.phi::<KEEP>(position, ty, incoming.iter(position))
            }
            Instruction::Call { tail, callee, args } => {
                self.call::<KEEP>(position, tail, callee, args.iter(position))
            }
            Instruction::CallIndirect {
                tail,
                callee,
                ty,
                args,
            } => self.call_indirect::<KEEP>(position, tail, callee, ty, args.iter(position)),
            Instruction::Alloca { size, align } => self.alloca::<KEEP>(position, size, align),
            Instruction::ExtractElement { vector, index } => {
                self.extract_element::<KEEP>(position, vector, index)
            }
            Instruction::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element::<KEEP>(position, vector, element, index),
            Instruction::Br { target } => self.br::<KEEP>(position, target),
            Instruction::CondBr {
                condition,
                if_true,
                if_false,
            } => self.cond_br::<KEEP>(position, condition, if_true, if_false),
            Instruction::Switch {
                ty,
                value,
                default,
                cases,
            } => self.switch::<KEEP>(position, ty, value, default, cases.iter(position)),
            Instruction::Ret { value } => self.ret::<KEEP>(position, value),
            Instruction::Unreachable => {
                self.terminate::<KEEP>(position, Inst::Unreachable);
                Ok(())
            }
            Instruction::ForwardType { value, ty } => self.forward_type(position, value, ty),
            Instruction::Blocks { .. } => Err(Error::new(
                ErrorKind::Duplicate,
                position,
                "a function has a second count record",
            )),
        }
    }

    /// A record before the count record or after the last block.
    #[cold]
    pub(super) fn outside_blocks(
        &mut self,
        position: u64,
        code: u64,
        operands: &[u64],
    ) -> Result<(), Error> {
        if self.expected_blocks > 0 {
            return Err(self.beyond_last_block(position));
        }
        match Instruction::of(position, code, operands, ValueBase(self.next_value))? {
            Instruction::Blocks { count } => self.count_record(position, count),
            _ => Err(Error::new(
                ErrorKind::WrongOrder,
                position,
                "a function must begin with its count record",
            )),
        }
    }

    #[cold]
    pub(super) fn beyond_last_block(&self, position: u64) -> Error {
        Error::new(
            ErrorKind::BlockCount,
            position,
            format!(
                "a record follows the last of the {} blocks that the count record announces",
                self.expected_blocks
            ),
        )
    }

    /// The number of blocks.
    pub(super) fn count_record(&mut self, position: u64, count: u32) -> Result<(), Error> {
        if count == 0 {
            return Err(Error::new(
                ErrorKind::BlockCount,
                position,
                "a function has no blocks, expected at least 1",
            ));
        }
        self.expected_blocks = count;
        self.blocks_left = count;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn binary<const KEEP: bool>(
        &mut self,
        position: u64,
        op: u64,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(position, lhs)?;
        self.expect_same(position, rhs, ty, "a binary operation")?;
        let op = operation(position, op, ty)?;
        self.define::<KEEP>(position, ty, Inst::Binary { op, lhs, rhs })
    }

    #[inline(always)]
    pub(super) fn cast<const KEEP: bool>(
        &mut self,
        position: u64,
        op: CastOp,
        value: ValueId,
        ty: impl TypeOperand,
    ) -> Result<(), Error> {
        let from = self.operand(position, value)?;
        let to = ty.value_type(self, position)?;
        if !op.is_legal(from, to) {
            return Err(Error::new(
                ErrorKind::TypeMismatch,
                position,
                format!("{} cannot convert {from} to {to}", op.name()),
            ));
        }
        self.define::<KEEP>(position, to, Inst::Cast { op, ty: to, value })
    }

    #[inline(always)]
    pub(super) fn compare<const KEEP: bool>(
        &mut self,
        position: u64,
        predicate: Predicate,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(position, lhs)?;
        self.expect_same(position, rhs, ty, "a comparison")?;
        let element = ty.element();
        let fits = if predicate.is_integer() {
            element.is_integer() && element != Type::I1
        } else {
            element.is_float()
        };
        if !fits {
            return Err(bad_comparison(position, predicate, ty));
        }
        self.define::<KEEP>(
            position,
            ty.comparison_result(),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            },
        )
    }

    #[inline(always)]
    pub(super) fn select<const KEEP: bool>(
        &mut self,
        position: u64,
        if_true: ValueId,
        if_false: ValueId,
        condition: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(position, if_true)?;
        self.expect_same(position, if_false, ty, "a select")?;
        let condition_type = self.operand(position, condition)?;
        if condition_type != ty.comparison_result() {
            return Err(type_mismatch(
                position,
                "the condition of a select",
                condition_type,
                ty.comparison_result().name(),
            ));
        }
        self.define::<KEEP>(
            position,
            ty,
            Inst::Select {
                condition,
                if_true,
                if_false,
            },
        )
    }

    #[inline(always)]
    pub(super) fn load<const KEEP: bool>(
        &mut self,
        position: u64,
        address: ValueId,
        align: Alignment,
        ty: impl TypeOperand,
    ) -> Result<(), Error> {
        self.expect_type(position, address, Type::I32, "the address of a load")?;
        let ty = ty.value_type(self, position)?;
        check_access(position, "a load", ty, align)?;
        self.define::<KEEP>(position, ty, Inst::Load { ty, align, address })
    }

    #[inline(always)]
    pub(super) fn store<const KEEP: bool>(
        &mut self,
        position: u64,
        address: ValueId,
        value: ValueId,
        align: Alignment,
    ) -> Result<(), Error> {
        self.expect_type(position, address, Type::I32, "the address of a store")?;
        let ty = self.operand(position, value)?;
        check_access(position, "a store", ty, align)?;
        self.push::<KEEP>(
            position,
            Inst::Store {
                align,
                address,
                value,
            },
        );
        Ok(())
    }

    #[inline(always)]
    pub(super) fn alloca<const KEEP: bool>(
        &mut self,
        position: u64,
        size: ValueId,
        align: Alignment,
    ) -> Result<(), Error> {
        self.expect_type(position, size, Type::I32, "the size of an alloca")?;
        self.define::<KEEP>(position, Type::I32, Inst::Alloca { align, size })
    }

    #[inline(always)]
    pub(super) fn extract_element<const KEEP: bool>(
        &mut self,
        position: u64,
        vector: ValueId,
        index: ValueId,
    ) -> Result<(), Error> {
        let ty = self.vector_access(position, vector, index)?;
        self.define::<KEEP>(
            position,
            ty.element(),
            Inst::ExtractElement { vector, index },
        )
    }

    #[inline(always)]
    pub(super) fn insert_element<const KEEP: bool>(
        &mut self,
        position: u64,
        vector: ValueId,
        element: ValueId,
        index: ValueId,
    ) -> Result<(), Error> {
        let ty = self.vector_access(position, vector, index)?;
        self.expect_type(position, element, ty.element(), "the element inserted")?;
        self.define::<KEEP>(
            position,
            ty,
            Inst::InsertElement {
                vector,
                element,
                index,
            },
        )
    }

    #[inline(always)]
    fn vector_access(
        &mut self,
        position: u64,
        vector: ValueId,
        index: ValueId,
    ) -> Result<Type, Error> {
        let ty = self.operand(position, vector)?;
        if !ty.is_vector() {
            return Err(type_mismatch(
                position,
                "the vector of an element access",
                ty,
                "a vector",
            ));
        }
        self.expect_type(position, index, Type::I32, "the index of a vector element")?;
        match self.constant(index) {
            Some(Constant {
                value: ConstantValue::Bits(lane),
                ..
            }) if lane < u64::from(ty.lanes()) => Ok(ty),
            Some(Constant {
                value: ConstantValue::Bits(lane),
                ..
            }) => Err(Error::new(
                ErrorKind::VectorIndex,
                position,
                format!("element {lane} is accessed, but the vector has type {ty}"),
            )),
            _ => Err(Error::new(
                ErrorKind::VectorIndex,
                position,
                format!(
                    "the index of a vector element is {}, expected a constant",
                    self.name(index)
                ),
            )),
        }
    }

    #[inline(always)]
    fn forward_type(&mut self, position: u64, value: ValueId, ty: u32) -> Result<(), Error> {
        let bad =
            |message: String| Err(Error::new(ErrorKind::ForwardDeclaration, position, message));
        let ty = self.value_type(position, ty)?;
        if value.0 < self.next_value {
            return bad(format!(
                "{} is declared, but it is already defined",
                self.name(value)
            ));
        }
        if u64::from(value.0) >= self.value_limit {
            return bad(format!(
                "{} is declared, but the function is too short to define that many values",
                self.name(value)
            ));
        }
        let index = value.0 as usize;
        if index >= self.types.len() {
            self.types.resize(index + 1, Type::Void);
        }
        if self.types[index] != Type::Void {
            return bad(format!("{} is declared twice", self.name(value)));
        }
        self.types[index] = ty;
        self.declared.push((value.0, position));
        Ok(())
    }
}
