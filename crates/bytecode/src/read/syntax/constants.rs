//! Constant pools and the constants in them.

use super::Head;
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantId, ConstantTable, Type, TypeId};
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::types::{FileTypes, RawType, undefined_type};

/// The kind of the entries in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunOf {
    /// Types, which only functions have here.
    Types,
    /// Strings, each with its type.
    Strings,
    /// Constants of one type.
    Constants,
}

/// The runs of a pool. The caller reads the entries of a run with `cursor` before the next run.
pub(crate) struct Pool<'a> {
    pub(crate) cursor: Cursor<'a>,
    is_local: bool,
    is_leading: bool,
}

impl<'a> Pool<'a> {
    /// A pool that extends from the cursor to the end of its block. `is_local` is true for that of
    /// a function.
    pub(crate) fn new(cursor: Cursor<'a>, is_local: bool) -> Pool<'a> {
        Pool {
            is_leading: is_local && cursor.features().leading_types,
            is_local,
            cursor,
        }
    }

    /// Reads the head of a run; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<(Head, RunOf)>, Error> {
        let Some(head) = Head::read(&mut self.cursor, &mut self.is_leading)? else {
            return Ok(None);
        };
        let of = match head.number {
            TYPE_PLANE if self.is_local => RunOf::Types,
            0 if !self.is_local && self.cursor.features().strings => RunOf::Strings,
            _ => RunOf::Constants,
        };
        Ok(Some((head, of)))
    }
}

/// A string of a pool.
pub(crate) struct PoolString<'a> {
    /// The number of its type.
    pub(crate) number: u32,
    /// Offset of its bytes.
    pub(crate) offset: usize,
    pub(crate) bytes: &'a [u8],
}

impl<'a> PoolString<'a> {
    /// Reads a string of the module.
    pub(crate) fn read(
        cursor: &mut Cursor<'a>,
        types: &FileTypes,
    ) -> Result<PoolString<'a>, Error> {
        let offset = cursor.position();
        let number = cursor.type_number()?;
        let Some(ty) = types.get(number, &(0..0)) else {
            return Err(undefined_type(number, offset));
        };
        let length = match ty {
            RawType::Derived(Type::Array { element, length })
                if matches!(
                    types.graph.resolve(element),
                    Some(TypeId::SBYTE | TypeId::UBYTE)
                ) =>
            {
                length
            }
            _ => return Err(not_bytes(number, offset)),
        };
        let offset = cursor.position();
        let bytes = cursor.take(length as usize)?;
        Ok(PoolString {
            number,
            offset,
            bytes,
        })
    }
}

/// The form in which the constants of a type are stored.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A boolean or number of a primitive type.
    Number(TypeId),
    /// This number of elements or fields, each given by its slot.
    Parts(u32),
    /// An address, given by the slot of the global.
    Address,
    /// The type has no constants.
    None,
}

impl Shape {
    /// The shape of the constants of a derived type.
    #[inline]
    pub(crate) fn of_derived(ty: Type) -> Shape {
        match ty {
            Type::Array { length, .. } | Type::Packed { length, .. } => Shape::Parts(length),
            Type::Struct { fields } => Shape::Parts(fields.len() as u32),
            Type::Pointer { .. } => Shape::Address,
            _ => Shape::None,
        }
    }

    /// The shape of constants of a type of a file.
    #[inline]
    pub(crate) fn of(ty: RawType) -> Shape {
        match ty {
            RawType::Primitive(ty) => Shape::Number(ty),
            RawType::Derived(ty) => Shape::of_derived(ty),
        }
    }
}

/// A constant as a pool stores it. Elements and operands are read on request, and the caller must
/// read all of them.
pub(crate) enum Form<'c, 'a> {
    /// A boolean or number.
    Number(ConstantId),
    /// The elements or fields of an aggregate.
    Parts(Parts<'c, 'a>),
    /// The slot of a global, and the offset of that number.
    Address(u32, usize),
    /// An expression.
    Expression(Expression<'c, 'a>),
    /// An undefined value.
    Undef,
    /// Inline assembly: text, constraints, flags.
    InlineAsm(&'a [u8], &'a [u8], u32),
}

impl<'c, 'a> Form<'c, 'a> {
    /// Reads a constant of a type with this shape. Numbers are added to `constants`.
    #[inline(always)]
    pub(crate) fn read(
        cursor: &'c mut Cursor<'a>,
        shape: Shape,
        constants: &mut ConstantTable,
    ) -> Result<Form<'c, 'a>, Error> {
        let features = cursor.features();
        let offset = cursor.position();
        let operands = match cursor.vbr32()? {
            0 => return Form::plain(cursor, shape, constants, offset),
            operands if !features.undef => operands,
            1 => return Ok(Form::Undef),
            u32::MAX if features.sections => {
                let (text, constraints) = (cursor.string()?, cursor.string()?);
                return Ok(Form::InlineAsm(text, constraints, cursor.vbr32()?));
            }
            operands => operands - 1,
        };
        let offset = cursor.position();
        Ok(Form::Expression(Expression {
            opcode: cursor.vbr32()?,
            offset,
            count: operands,
            left: operands,
            cursor,
        }))
    }

    #[inline]
    fn plain(
        cursor: &'c mut Cursor<'a>,
        shape: Shape,
        constants: &mut ConstantTable,
        offset: usize,
    ) -> Result<Form<'c, 'a>, Error> {
        Ok(match shape {
            Shape::Number(ty) => Form::Number(read_number(cursor, ty, constants, offset)?),
            Shape::Parts(left) => Form::Parts(Parts { cursor, left }),
            Shape::Address => {
                let offset = cursor.position();
                Form::Address(cursor.vbr32()?, offset)
            }
            Shape::None => return Err(no_constants(offset)),
        })
    }
}

/// The slots of the elements or fields of an aggregate, each with its offset.
pub(crate) struct Parts<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    left: u32,
}

impl Parts<'_, '_> {
    /// Offset of the next slot.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }
}

impl Iterator for Parts<'_, '_> {
    type Item = Result<(u32, usize), Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.cursor.position();
        Some(self.cursor.vbr32().map(|slot| (slot, offset)))
    }
}

/// The operands of an expression.
pub(crate) struct Expression<'c, 'a> {
    /// The opcode in the file.
    pub(crate) opcode: u32,
    /// Offset of the opcode.
    pub(crate) offset: usize,
    /// Number of operands.
    pub(crate) count: u32,
    cursor: &'c mut Cursor<'a>,
    left: u32,
}

/// An operand of an expression.
pub(crate) struct ExpressionOperand {
    pub(crate) slot: u32,
    pub(crate) offset: usize,
    /// The number of its type.
    pub(crate) number: u32,
    pub(crate) number_offset: usize,
}

impl Iterator for Expression<'_, '_> {
    type Item = Result<ExpressionOperand, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(read_operand(self.cursor))
    }
}

#[inline]
fn read_operand(cursor: &mut Cursor<'_>) -> Result<ExpressionOperand, Error> {
    let offset = cursor.position();
    let slot = cursor.vbr32()?;
    let number_offset = cursor.position();
    Ok(ExpressionOperand {
        slot,
        offset,
        number: cursor.type_number()?,
        number_offset,
    })
}

/// Reads a boolean or number.
fn read_number(
    cursor: &mut Cursor<'_>,
    ty: TypeId,
    constants: &mut ConstantTable,
    offset: usize,
) -> Result<ConstantId, Error> {
    Ok(match ty {
        TypeId::BOOL => match cursor.vbr32()? {
            0 => constants.bool(false),
            1 => constants.bool(true),
            value => return Err(out_of_range(&"0 or 1", &value, offset)),
        },
        TypeId::FLOAT => constants.float(cursor.u32()?),
        TypeId::DOUBLE => constants.double(cursor.u64()?),
        _ => {
            let Some(bits) = ty.integer_bits() else {
                return Err(no_constants(offset));
            };
            let max = u64::MAX >> (64 - bits);
            if ty.is_signed() {
                let (min, max) = (-((max >> 1) as i64) - 1, (max >> 1) as i64);
                let value = cursor.signed()?;
                if value < min || value > max {
                    let expected = format_args!("a number from {min} to {max}");
                    return Err(out_of_range(&expected, &value, offset));
                }
                constants.int(ty, value as u64)
            } else {
                let value = match bits {
                    64 => cursor.vbr64()?,
                    _ => u64::from(cursor.vbr32()?),
                };
                if value > max {
                    let expected = format_args!("a number from 0 to {max}");
                    return Err(out_of_range(&expected, &value, offset));
                }
                constants.int(ty, value)
            }
        }
    })
}

#[cold]
fn out_of_range(
    expected: &dyn std::fmt::Display,
    found: &dyn std::fmt::Display,
    offset: usize,
) -> Error {
    Error::new(
        ErrorKind::ConstantRange,
        format!("expected {expected}, found {found}"),
    )
    .at(offset as u64)
}

#[cold]
fn no_constants(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        "a type of this kind has no constants",
    )
    .at(offset as u64)
}

#[cold]
fn not_bytes(number: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        format!("expected an array of sbyte or ubyte for a string, found type {number}"),
    )
    .at(offset as u64)
}
