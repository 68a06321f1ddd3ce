//! Dumps constant pools.

use super::bytes::ByteKind;
use super::module::{Walk, type_entry};
use super::{ConstantEntry, ConstantPlane, TypeEntry};
use crate::error::Error;
use crate::model::{Constant, ConstantKind, ConstantTable, Type};
use crate::opcode;
use crate::read::cursor::Cursor;
use crate::read::syntax::Head;
use crate::read::syntax::constants::{Form, Pool, PoolString, RunOf, Shape};
use crate::read::types::{LocalTypes, RawType, undefined_type};

/// The pool of a function.
pub(super) struct LocalPool<'l> {
    /// The function's number among all functions.
    pub(super) function: usize,
    /// The types in the function's own constant pool.
    pub(super) types: LocalTypes,
    /// The list to which the function's own types are added.
    pub(super) entries: &'l mut Vec<TypeEntry>,
    /// Number of the function's own constants in each plane.
    pub(super) counts: std::collections::HashMap<u32, u32>,
}

impl Walk<'_> {
    /// Reads a constant pool. If there is an error, returns the entries before it.
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
        cursor: Cursor<'_>,
        mut local: Option<&mut LocalPool<'_>>,
        planes: &mut Vec<ConstantPlane>,
    ) -> Result<(), Error> {
        let mut pool = Pool::new(cursor, local.is_some());
        while let Some((run, of)) = pool.next()? {
            let (cursor, number) = (&mut pool.cursor, run.number);
            self.ledger.upto(
                cursor.position(),
                match of {
                    RunOf::Types => ByteKind::Types,
                    RunOf::Strings => ByteKind::Strings,
                    RunOf::Constants => ByteKind::Constants,
                },
            );
            if of == RunOf::Types {
                if let Some(local) = local.as_deref_mut() {
                    self.local_types(cursor, (run.count, run.offset), local)?;
                }
                continue;
            }
            let is_strings = of == RunOf::Strings;
            let mut plane = ConstantPlane {
                offset: run.offset as u64,
                plane: (!is_strings).then(|| self.file_number(number)),
                constants: Vec::new(),
            };
            let result = match is_strings {
                true => self.strings(cursor, run, &mut plane.constants),
                false => self.constants(cursor, run, local.as_deref_mut(), &mut plane.constants),
            };
            planes.push(plane);
            result?;
        }
        Ok(())
    }

    fn local_types(
        &mut self,
        cursor: &mut Cursor<'_>,
        count: (u32, usize),
        local: &mut LocalPool<'_>,
    ) -> Result<(), Error> {
        let (ledger, features) = (&mut self.ledger, self.features);
        self.types
            .read_local(cursor, count, &mut local.types, &mut |graph, id, place| {
                ledger.upto(place.end, ByteKind::Types);
                local.entries.push(type_entry(graph, features, id, place));
            })
    }

    fn strings(
        &mut self,
        cursor: &mut Cursor<'_>,
        run: Head,
        constants: &mut Vec<ConstantEntry>,
    ) -> Result<(), Error> {
        for done in 0..run.count {
            cursor.expect_item(run.offset, done, run.count)?;
            let offset = cursor.position();
            let string = PoolString::read(cursor, &self.types)?;
            self.ledger.upto(cursor.position(), ByteKind::Strings);
            constants.push(ConstantEntry {
                offset: offset as u64,
                size: (cursor.position() - offset) as u64,
                plane: self.file_number(string.number),
                slot: self.take_slot(string.number),
                text: format!("\"{}\"", string.bytes.escape_ascii()),
            });
        }
        Ok(())
    }

    fn constants(
        &mut self,
        cursor: &mut Cursor<'_>,
        run: Head,
        mut local: Option<&mut LocalPool<'_>>,
        constants: &mut Vec<ConstantEntry>,
    ) -> Result<(), Error> {
        let number = run.number;
        let types = local.as_ref().map_or(0..0, |local| local.types.clone());
        let ty = (self.types.get(number, &types))
            .ok_or_else(|| undefined_type(number, run.number_offset))?;
        for done in 0..run.count {
            cursor.expect_item(run.offset, done, run.count)?;
            let offset = cursor.position();
            let text = self.constant_text(cursor, Shape::of(ty))?;
            self.ledger.upto(cursor.position(), ByteKind::Constants);
            constants.push(ConstantEntry {
                offset: offset as u64,
                size: (cursor.position() - offset) as u64,
                plane: self.file_number(number),
                slot: match local.as_deref_mut() {
                    None => self.take_slot(number),
                    Some(local) => self.local_slot(local, number),
                },
                text,
            });
        }
        Ok(())
    }

    /// Reads a constant and describes it.
    fn constant_text(&self, cursor: &mut Cursor<'_>, shape: Shape) -> Result<String, Error> {
        let mut numbers = ConstantTable::new();
        Ok(match Form::read(cursor, shape, &mut numbers)? {
            Form::Number(id) => number_text(numbers.get(id)),
            Form::Parts(parts) => {
                let slots: Result<Vec<_>, _> = parts
                    .map(|part| part.map(|(slot, _)| slot.to_string()))
                    .collect();
                match &slots?[..] {
                    [] => "{ }".to_owned(),
                    slots => format!("{{ {} }}", slots.join(", ")),
                }
            }
            Form::Address(slot, _) => format!("the address in slot {slot}"),
            Form::Expression(operands) => {
                let opcode = operands.opcode;
                let name = opcode::name(opcode::operation(self.features.opcodes, opcode));
                let name = name.map_or_else(|| format!("opcode {opcode}"), str::to_owned);
                let operands: Result<Vec<_>, Error> = operands
                    .map(|operand| {
                        let operand = operand?;
                        let number = self.file_number(operand.number);
                        Ok(format!("{number}:{}", operand.slot))
                    })
                    .collect();
                format!("{name} ({})", operands?.join(", "))
            }
            Form::Undef => "undef".to_owned(),
            Form::InlineAsm(text, constraints, flags) => {
                let effects = if flags == 0 { "" } else { "sideeffect " };
                let (text, constraints) = (text.escape_ascii(), constraints.escape_ascii());
                format!("asm {effects}\"{text}\", \"{constraints}\"")
            }
        })
    }

    /// Takes the next slot of a function's own plane. It follows the module's slots, the parameters
    /// and the constants so far.
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

    /// Returns how many of a function's parameters have this type.
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

fn number_text(number: Constant) -> String {
    match number.kind {
        ConstantKind::Bool(value) => value.to_string(),
        ConstantKind::Int(value) if number.ty.is_signed() => (value as i64).to_string(),
        ConstantKind::Int(value) => value.to_string(),
        ConstantKind::Float(bits) => format!("{:?}", f32::from_bits(bits)),
        ConstantKind::Double(bits) => format!("{:?}", f64::from_bits(bits)),
        _ => String::new(),
    }
}
