//! Operands of a record, resolved to values.

use super::{BodyReader, unknown_block};
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::types::FileType;
use crate::bitcode::values::{Content, unknown};
use crate::body::Local;
use crate::ids::{BlockId, List, LocalId, Name, TypeId};
use crate::instruction::Value;
use crate::types::Type;

impl BodyReader<'_> {
    pub(super) fn new_local(&mut self, ty: TypeId) -> LocalId {
        self.body.locals.push(Local {
            ty,
            name: Name::NONE,
        });
        LocalId::at(self.body.locals.len() - 1)
    }

    /// Converts an operand to a value number.
    #[inline]
    pub(super) fn absolute(&self, operand: u64) -> u32 {
        if self.tables.relative {
            (self.values.len() as u32).wrapping_sub(operand as u32)
        } else {
            operand as u32
        }
    }

    /// Returns the value with a number if it is already defined.
    #[inline]
    pub(super) fn known(&self, number: u32) -> Option<(Value, FileType)> {
        let slot = self.values.get(number as usize)?;
        match slot.content {
            Content::Known(value) => Some((value, slot.ty)),
            _ => None,
        }
    }

    /// Reads a value with its type. The record states the type if the value is defined later.
    #[inline]
    pub(super) fn pair(&mut self, operands: &mut Operands<'_>) -> Result<(Value, FileType)> {
        let number = self.absolute(operands.next()?);
        if let Some((value, ty)) = self.known(number) {
            return Ok((self.current(value)?, ty));
        }
        let ty = self.types.by_number(operands.next()?)?;
        Ok((self.forward(number, ty)?, ty))
    }

    /// Reads a value whose type is known from the context.
    #[inline]
    pub(super) fn value(&mut self, operands: &mut Operands<'_>, ty: FileType) -> Result<Value> {
        let number = self.absolute(operands.next()?);
        self.numbered(number, ty)
    }

    #[inline]
    pub(super) fn numbered(&mut self, number: u32, ty: FileType) -> Result<Value> {
        let value = self.unexpanded(number, ty)?;
        self.current(value)
    }

    /// As [`BodyReader::value`], for a constant that must stay a constant.
    #[inline]
    pub(super) fn unexpanded(&mut self, number: u32, ty: FileType) -> Result<Value> {
        match self.known(number) {
            Some((value, its)) if its == ty => Ok(value),
            Some((value, its)) => {
                self.same_type(its, ty)?;
                Ok(value)
            }
            None => self.forward(number, ty),
        }
    }

    pub(super) fn same_type(&self, found: FileType, expected: FileType) -> Result<()> {
        let types = &self.types;
        if types.model(found)? == types.model(expected)? {
            return Ok(());
        }
        let message = "a value does not have the type that its instruction requires";
        Err(bad(ErrorKind::WrongType, message))
    }

    /// Returns the local for a result that is used before its definition.
    #[inline(never)]
    pub(super) fn forward(&mut self, number: u32, ty: FileType) -> Result<Value> {
        let index = (number as usize).checked_sub(self.first_result);
        let Some(index) = index.filter(|&index| index < self.max_results) else {
            return Err(unknown(number.into(), self.values.len()));
        };
        let model = self.types.model(ty)?;
        if matches!(
            self.types.kind(ty)?,
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata
        ) {
            return Err(bad(
                ErrorKind::WrongType,
                "a value has a type that values cannot have",
            ));
        }
        if index >= self.results.len() {
            self.results.resize(index + 1, 0);
        }
        if let Some(local) = self.results[index].checked_sub(1) {
            let local = LocalId(local);
            if self.body.local(local).ty != model {
                let message = "a value is used with two types";
                return Err(bad(ErrorKind::WrongType, message));
            }
            return Ok(local.into());
        }
        let local = self.new_local(model);
        self.results[index] = local.index() as u32 + 1;
        self.undefined += 1;
        Ok(local.into())
    }

    pub(super) fn model_of(&self, ty: FileType) -> Result<Type> {
        self.types.kind(ty)
    }

    /// Fails if the type is not a pointer.
    pub(super) fn pointer(&self, ty: FileType) -> Result<()> {
        match self.model_of(ty)? {
            Type::Pointer(_) => Ok(()),
            _ => Err(bad(ErrorKind::WrongType, "an address is not a pointer")),
        }
    }

    pub(super) fn block_id(&self, number: u64) -> Result<BlockId> {
        if number < u64::from(self.declared) {
            return Ok(BlockId(number as u32));
        }
        Err(unknown_block(number, self.declared as usize))
    }

    pub(super) fn values(&mut self, values: &[Value]) -> List {
        List::push(&mut self.body.values, values)
    }

    /// The type of a comparison of values of a type: `i1`, or a vector of it.
    pub(super) fn truth(&mut self, ty: FileType) -> Result<FileType> {
        let Type::Vector {
            length, scalable, ..
        } = self.model_of(ty)?
        else {
            return Ok(self.bit);
        };
        let element = self.types.model(self.bit)?;
        let kind = Type::Vector {
            element,
            length,
            scalable,
        };
        let vector = self.plain_type(kind)?;
        Ok(self.types.add(vector, kind, &[self.bit]))
    }
}
