//! The first time that pools are read: which constants there are.

use super::{Pools, Run, STRING};
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantId, ConstantTable, Type, TypeId};
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::slots::{NO_CONSTANT, has_implicit_null};
use crate::read::types::{FileTypes, LocalTypes, RawType, undefined_type};

impl Pools {
    /// Scans a constant pool. `local` are the function's own types so far, to which the pool's are
    /// added; `None` for a pool of the module.
    pub(in crate::read) fn scan(
        &mut self,
        mut cursor: Cursor<'_>,
        types: &mut FileTypes,
        mut local: Option<&mut LocalTypes>,
        constants: &mut ConstantTable,
    ) -> Result<(), Error> {
        let features = cursor.features();
        if let Some(local) = local.as_deref_mut()
            && features.leading_types
        {
            let count = cursor.counted()?;
            types.read_local(&mut cursor, count, local.start)?;
            local.end = types.graph.len() as u32;
        }
        while !cursor.is_at_end() {
            let count = cursor.counted()?;
            let offset = cursor.position();
            let number = cursor.type_number()?;
            match (number, local.as_deref_mut()) {
                (TYPE_PLANE, Some(local)) => {
                    types.read_local(&mut cursor, count, local.start)?;
                    local.end = types.graph.len() as u32;
                }
                (0, None) if features.strings => self.scan_strings(&mut cursor, count, types)?,
                (number, local) => {
                    let none = 0..0;
                    let local = local.map_or(&none, |local| &*local);
                    let Some(ty) = types.get(number, local) else {
                        return Err(undefined_type(number, offset));
                    };
                    let (count, head) = count;
                    if count > 0 {
                        self.push_run(number);
                    }
                    for done in 0..count {
                        cursor.expect_item(head, done, count)?;
                        self.scan_constant(&mut cursor, number, ty, constants)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn push_run(&mut self, number: u32) {
        let first = self.ids.len() as u32;
        self.runs.push(Run { first, number });
    }

    fn push(&mut self, place: u32, id: ConstantId) {
        self.offsets.push(place);
        self.ids.push(id);
    }

    fn scan_strings(
        &mut self,
        cursor: &mut Cursor<'_>,
        (count, head): (u32, usize),
        types: &FileTypes,
    ) -> Result<(), Error> {
        for done in 0..count {
            cursor.expect_item(head, done, count)?;
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
            self.push_run(number);
            self.push(cursor.position() as u32 | STRING, NO_CONSTANT);
            cursor.take(length as usize)?;
        }
        Ok(())
    }

    fn scan_constant(
        &mut self,
        cursor: &mut Cursor<'_>,
        number: u32,
        ty: RawType,
        constants: &mut ConstantTable,
    ) -> Result<(), Error> {
        let offset = cursor.position();
        let operands = match FirstWord::read(cursor)? {
            FirstWord::Plain => 0,
            FirstWord::Expression(operands) => operands,
            FirstWord::Undef => {
                self.push(offset as u32, NO_CONSTANT);
                return Ok(());
            }
            FirstWord::InlineAsm => {
                cursor.string()?;
                cursor.string()?;
                cursor.vbr32()?;
                self.push(offset as u32, NO_CONSTANT);
                return Ok(());
            }
        };
        if operands > 0 {
            cursor.vbr32()?;
            for _ in 0..operands {
                cursor.vbr32()?;
                cursor.type_number()?;
            }
            self.push(offset as u32, NO_CONSTANT);
            return Ok(());
        }
        match ty {
            RawType::Primitive(ty) => {
                let id = read_number(cursor, ty, constants, offset)?;
                if constants.is_zero(id) && has_implicit_null(cursor.features(), number) {
                    return Err(explicit_null(offset));
                }
                self.push(offset as u32, id);
                return Ok(());
            }
            RawType::Derived(Type::Array { length, .. } | Type::Packed { length, .. }) => {
                for _ in 0..length {
                    cursor.vbr32()?;
                }
            }
            RawType::Derived(Type::Struct { fields }) => {
                for _ in 0..fields.len() {
                    cursor.vbr32()?;
                }
            }
            RawType::Derived(Type::Pointer { .. }) => {
                cursor.vbr32()?;
            }
            RawType::Derived(_) => return Err(no_constants(offset)),
        }
        self.push(offset as u32, NO_CONSTANT);
        Ok(())
    }
}

/// The meaning of the first number of a constant.
pub(crate) enum FirstWord {
    /// A number, aggregate or address.
    Plain,
    /// An expression with this number of operands.
    Expression(u32),
    /// Any value.
    Undef,
    /// Instructions of the machine.
    InlineAsm,
}

impl FirstWord {
    #[inline]
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<FirstWord, Error> {
        let features = cursor.features();
        Ok(match cursor.vbr32()? {
            0 => FirstWord::Plain,
            operands if !features.undef => FirstWord::Expression(operands),
            1 => FirstWord::Undef,
            u32::MAX if features.sections => FirstWord::InlineAsm,
            operands => FirstWord::Expression(operands - 1),
        })
    }
}

/// Reads a boolean or number.
pub(crate) fn read_number(
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
pub(super) fn explicit_null(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        "this is the null value of its type, which has slot 0 and must not be listed",
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
