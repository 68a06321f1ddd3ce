//! Constant pools.

use super::bytes::ByteKind;
use super::module::Walk;
use super::{ConstantEntry, ConstantPlane, TypeEntry};
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantKind, ConstantTable, Type, TypeId};
use crate::opcode;
use crate::read::constants::{FirstWord, read_number};
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::types::{LocalTypes, RawType, undefined_type};

/// The pool of a function.
pub(super) struct LocalPool<'l> {
    /// The function's place among all functions.
    pub(super) function: usize,
    /// Its own types.
    pub(super) types: LocalTypes,
    /// Destination of their entries.
    pub(super) entries: &'l mut Vec<TypeEntry>,
    /// Number of the function's own constants in each plane.
    pub(super) counts: std::collections::HashMap<u32, u32>,
}

impl Walk<'_> {
    /// Reads a constant pool. Returns the entries before an error, too.
    pub(super) fn constant_pool(
        &mut self,
        cursor: Cursor<'_>,
        local: Option<&mut LocalPool<'_>>,
    ) -> (Vec<ConstantPlane>, Result<(), Error>) {
        let mut planes = Vec::new();
        let result = self.constant_planes(cursor, local, &mut planes);
        (planes, result)
    }

    fn constant_planes(
        &mut self,
        mut cursor: Cursor<'_>,
        mut local: Option<&mut LocalPool<'_>>,
        planes: &mut Vec<ConstantPlane>,
    ) -> Result<(), Error> {
        if let Some(local) = local.as_deref_mut()
            && self.features.leading_types
        {
            let count = cursor.vbr32()?;
            self.local_types(&mut cursor, count, local)?;
        }
        while !cursor.is_at_end() {
            let offset = cursor.position();
            let count = cursor.vbr32()?;
            let type_offset = cursor.position();
            let number = cursor.type_number()?;
            let is_strings = local.is_none() && self.features.strings && number == TypeId::VOID.0;
            let kind = match number {
                TYPE_PLANE => ByteKind::Types,
                _ if is_strings => ByteKind::Strings,
                _ => ByteKind::Constants,
            };
            self.ledger.upto(cursor.position(), kind);
            if let (TYPE_PLANE, Some(local)) = (number, local.as_deref_mut()) {
                self.local_types(&mut cursor, count, local)?;
                continue;
            }
            planes.push(ConstantPlane {
                offset: offset as u64,
                plane: (!is_strings).then(|| self.file_number(number)),
                constants: Vec::new(),
            });
            let place = planes.len() - 1;
            let constants = &mut planes[place].constants;
            if is_strings {
                self.strings(&mut cursor, count, constants)?;
                continue;
            }
            let types = local.as_ref().map_or(0..0, |local| local.types.clone());
            let ty = (self.types.get(number, &types))
                .ok_or_else(|| undefined_type(number, type_offset))?;
            for _ in 0..count {
                let offset = cursor.position();
                let text = self.constant(&mut cursor, ty)?;
                self.ledger.upto(cursor.position(), ByteKind::Constants);
                let slot = match local.as_deref_mut() {
                    None => self.take_slot(number),
                    Some(local) => self.local_slot(local, number),
                };
                constants.push(ConstantEntry {
                    offset: offset as u64,
                    size: (cursor.position() - offset) as u64,
                    plane: self.file_number(number),
                    slot,
                    text,
                });
            }
        }
        Ok(())
    }

    fn local_types(
        &mut self,
        cursor: &mut Cursor<'_>,
        count: u32,
        local: &mut LocalPool<'_>,
    ) -> Result<(), Error> {
        for left in (0..count).rev() {
            let offset = cursor.position();
            let id = self.types.graph.next_id();
            let first = local.types.start;
            self.types.read_local_entry(cursor, first, left)?;
            local.types.end = self.types.graph.len() as u32;
            self.ledger.upto(cursor.position(), ByteKind::Types);
            local
                .entries
                .push(self.type_entry(id, offset, cursor.position()));
        }
        Ok(())
    }

    fn strings(
        &mut self,
        cursor: &mut Cursor<'_>,
        count: u32,
        constants: &mut Vec<ConstantEntry>,
    ) -> Result<(), Error> {
        for _ in 0..count {
            let offset = cursor.position();
            let number = cursor.type_number()?;
            let Some(RawType::Derived(Type::Array { length, .. })) = self.raw_type(number) else {
                return Err(Error::new(
                    ErrorKind::BadConstant,
                    format!(
                        "expected the type of a string, found type {}",
                        self.file_number(number)
                    ),
                )
                .at(offset as u64));
            };
            let bytes = cursor.take(length as usize)?;
            self.ledger.upto(cursor.position(), ByteKind::Strings);
            constants.push(ConstantEntry {
                offset: offset as u64,
                size: (cursor.position() - offset) as u64,
                plane: self.file_number(number),
                slot: self.take_slot(number),
                text: format!("\"{}\"", bytes.escape_ascii()),
            });
        }
        Ok(())
    }

    /// Reads a constant and describes it.
    fn constant(&self, cursor: &mut Cursor<'_>, ty: RawType) -> Result<String, Error> {
        let offset = cursor.position();
        match FirstWord::read(cursor)? {
            FirstWord::Plain => {}
            FirstWord::Expression(operands) => return self.expression(cursor, operands),
            FirstWord::Undef => return Ok("undef".to_owned()),
            FirstWord::InlineAsm => {
                let (text, constraints) = (cursor.string()?, cursor.string()?);
                let effects = match cursor.vbr32()? {
                    0 => "",
                    _ => "sideeffect ",
                };
                let (text, constraints) = (text.escape_ascii(), constraints.escape_ascii());
                return Ok(format!("asm {effects}\"{text}\", \"{constraints}\""));
            }
        }
        let slots = |cursor: &mut Cursor<'_>, count: usize| {
            let mut text = String::from("{");
            for place in 0..count {
                text.push_str(if place == 0 { " " } else { ", " });
                text.push_str(&cursor.vbr32()?.to_string());
            }
            text.push_str(" }");
            Ok(text)
        };
        match ty {
            RawType::Primitive(ty) => number_text(cursor, ty, offset),
            RawType::Derived(Type::Array { length, .. } | Type::Packed { length, .. }) => {
                slots(cursor, length as usize)
            }
            RawType::Derived(Type::Struct { fields }) => slots(cursor, fields.len()),
            RawType::Derived(Type::Pointer { .. }) => {
                Ok(format!("the address in slot {}", cursor.vbr32()?))
            }
            RawType::Derived(_) => Err(Error::new(
                ErrorKind::BadConstant,
                "a type of this kind has no constants",
            )
            .at(offset as u64)),
        }
    }

    fn expression(&self, cursor: &mut Cursor<'_>, operands: u32) -> Result<String, Error> {
        let opcode = cursor.vbr32()?;
        let operation = opcode::operation(self.features.opcodes, opcode);
        let mut text = match opcode::name(operation) {
            Some(name) => format!("{name} ("),
            None => format!("opcode {opcode} ("),
        };
        for place in 0..operands {
            let slot = cursor.vbr32()?;
            let number = cursor.type_number()?;
            let number = self.file_number(number);
            if place > 0 {
                text.push_str(", ");
            }
            text.push_str(&format!("{number}:{slot}"));
        }
        text.push(')');
        Ok(text)
    }

    /// The next slot of a function's own plane: after the module's part of it and the parameters.
    fn local_slot(&mut self, local: &mut LocalPool<'_>, number: u32) -> u32 {
        let count = local.counts.entry(number).or_insert(0);
        let before = *count;
        *count += 1;
        let of_module = self.next_slots.get(number as usize).copied();
        let null = || u32::from(crate::read::slots::has_implicit_null(self.features, number));
        let of_module = of_module.unwrap_or_else(null);
        let parameters = self.parameters_of_type(local.function, number);
        of_module.saturating_add(parameters).saturating_add(before)
    }

    /// Number of a function's parameters that have the type with a number.
    fn parameters_of_type(&mut self, function: usize, number: u32) -> u32 {
        let Some(function) = self.dump.functions.get(function) else {
            return 0;
        };
        let address = match self.features.type_plane {
            Some(plane) if function.plane > plane => function.plane - 1,
            _ => function.plane,
        };
        let types = &self.types;
        let sorted = self.parameters.entry(address).or_insert_with(|| {
            let Some(RawType::Derived(Type::Pointer { pointee })) = types.get(address, &(0..0))
            else {
                return Vec::new();
            };
            match types
                .graph
                .resolve(pointee)
                .and_then(|id| types.graph.get(id))
            {
                Some(Type::Function { parameters, .. }) => {
                    let mut sorted = types.graph.list(parameters).to_vec();
                    sorted.sort_unstable();
                    sorted
                }
                _ => Vec::new(),
            }
        });
        let start = sorted.partition_point(|&ty| ty.0 < number);
        sorted[start..].partition_point(|&ty| ty.0 == number) as u32
    }
}

fn number_text(cursor: &mut Cursor<'_>, ty: TypeId, offset: usize) -> Result<String, Error> {
    let mut constants = ConstantTable::new();
    let id = read_number(cursor, ty, &mut constants, offset)?;
    Ok(match constants.get(id).kind {
        ConstantKind::Bool(value) => value.to_string(),
        ConstantKind::Int(value) if ty.is_signed() => (value as i64).to_string(),
        ConstantKind::Int(value) => value.to_string(),
        ConstantKind::Float(bits) => format!("{:?}", f32::from_bits(bits)),
        ConstantKind::Double(bits) => format!("{:?}", f64::from_bits(bits)),
        _ => String::new(),
    })
}
