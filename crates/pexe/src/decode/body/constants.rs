//! The constants block of a function.

use super::messages::no_constant_type;
use super::{BodyDecoder, step};
use crate::construct::{ConstantConstruct, block_id};
use crate::decode::nested;
use crate::error::{Error, ErrorKind};
use crate::function::{Constant, ConstantValue};
use crate::types::Type;
use pinnacle_bitstream::{BlockHeader, Reader, Record, Step};

impl BodyDecoder<'_> {
    /// Reads the block whose start was just read.
    #[inline(never)]
    pub(super) fn read_constants(
        &mut self,
        reader: &mut Reader<'_>,
        function: &BlockHeader,
        header: &BlockHeader,
    ) -> Result<(), Error> {
        self.check_constants_stand_right(header)?;
        let mut ty = Type::Void;
        loop {
            while let Some(record) = reader.single() {
                let operands = &[record.operand.into()];
                let construct = ConstantConstruct::of(record.position, record.code, operands)?;
                self.constant_construct(record.position, construct, &mut ty)?;
            }
            match step(reader, function)? {
                Step::Record(record) => self.constant_record(&record, &mut ty)?,
                Step::ExitBlock | Step::End => break,
                Step::DefineAbbreviation => {}
                Step::EnterBlock(inner) => return Err(nested(&inner, block_id::CONSTANTS)),
            }
        }
        self.begin_instructions();
        Ok(())
    }

    pub(super) fn check_constants_stand_right(&self, header: &BlockHeader) -> Result<(), Error> {
        if self.expected_blocks == 0 || self.inst_count > 0 || !self.declared.is_empty() {
            return Err(Error::new(
                ErrorKind::WrongOrder,
                header.position,
                "a constants block must be between the count record and the instructions",
            ));
        }
        Ok(())
    }

    /// Takes a record of a constants block; `ty` is the type that is set.
    #[inline(always)]
    pub(super) fn constant_record(
        &mut self,
        record: &Record<'_>,
        ty: &mut Type,
    ) -> Result<(), Error> {
        self.constant_construct(record.position, ConstantConstruct::decode(record)?, ty)
    }

    /// Takes a construct of a constants block.
    #[inline(always)]
    pub(super) fn constant_construct(
        &mut self,
        position: u64,
        construct: ConstantConstruct,
        ty: &mut Type,
    ) -> Result<(), Error> {
        let value = match construct {
            ConstantConstruct::SetType(id) => {
                *ty = self.value_type(position, id)?;
                return Ok(());
            }
            ConstantConstruct::Undef => ConstantValue::Undef,
            ConstantConstruct::Integer(value) => {
                ConstantValue::Bits(integer_bits(position, *ty, value)?)
            }
            ConstantConstruct::Float(bits) => ConstantValue::Bits(float_bits(position, *ty, bits)?),
        };
        if *ty == Type::Void {
            return Err(no_constant_type(position));
        }
        self.add_constant(Constant { ty: *ty, value });
        Ok(())
    }

    /// Takes a constant that comes from no file.
    pub(super) fn take_constant(&mut self, Constant { ty, value }: Constant) -> Result<(), Error> {
        let value = match value {
            ConstantValue::Undef if ty == Type::Void => return Err(no_constant_type(self.start)),
            ConstantValue::Undef => value,
            ConstantValue::Bits(bits) if ty.is_float() => {
                ConstantValue::Bits(float_bits(self.start, ty, bits)?)
            }
            ConstantValue::Bits(bits) => {
                ConstantValue::Bits(integer_bits(self.start, ty, bits as i64)?)
            }
        };
        self.add_constant(Constant { ty, value });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn add_constant(&mut self, constant: Constant) {
        self.constants.push(constant);
        // Nothing is declared before the constants, so that none has a type.
        let defined = self.define_value(self.start, constant.ty);
        debug_assert!(defined.is_ok());
    }
}

/// The bits of an integer as a type holds it, if it fits: as a signed or as an
/// unsigned number.
#[inline]
pub(super) fn cut(ty: Type, value: i64) -> Option<u64> {
    let bits = ty.bits();
    if bits == 64 {
        return Some(value as u64);
    }
    let least = -(1i64 << (bits - 1));
    let greatest = (1i64 << bits) - 1;
    (least..=greatest)
        .contains(&value)
        .then_some(value as u64 & greatest as u64)
}

fn integer_bits(position: u64, ty: Type, value: i64) -> Result<u64, Error> {
    if ty.is_integer()
        && let Some(bits) = cut(ty, value)
    {
        return Ok(bits);
    }
    Err(bad_integer(position, ty, value))
}

#[cold]
fn bad_integer(position: u64, ty: Type, value: i64) -> Error {
    let message = match ty {
        Type::Void => return no_constant_type(position),
        _ if !ty.is_integer() => format!("an integer constant has type {ty}"),
        _ => format!("the constant {value} does not fit type {ty}"),
    };
    Error::new(ErrorKind::BadConstant, position, message)
}

fn float_bits(position: u64, ty: Type, bits: u64) -> Result<u64, Error> {
    match ty {
        Type::Double => Ok(bits),
        Type::Float if bits <= u64::from(u32::MAX) => Ok(bits),
        _ => Err(bad_float(position, ty, bits)),
    }
}

#[cold]
fn bad_float(position: u64, ty: Type, bits: u64) -> Error {
    let message = match ty {
        Type::Void => return no_constant_type(position),
        Type::Float => format!("a float constant has the bits {bits:#x}, more than 32"),
        _ => format!("a floating point constant has type {ty}"),
    };
    Error::new(ErrorKind::BadConstant, position, message)
}
