//! Constant pools.

use super::block::{Output, cannot_write, count};
use super::indices::Indices;
use super::instructions::opcode_of;
use super::numbering::Numbering;
use super::slots::{NONE, Slots, address_of_nothing};
use super::types;
use crate::error::{Error, ErrorKind, Section};
use crate::model::{ConstantId, ConstantKind, Type, TypeId};
use crate::opcode;

/// Writes the constants of the module.
pub(super) fn write_module(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let slots = &numbering.slots;
    let block = output.begin(output.features.blocks.constants);
    if !numbering.strings.is_empty() {
        strings(numbering, output).map_err(|error| error.within(Section::Constants))?;
    }
    let is_string = |id: &ConstantId| {
        slots.features.strings && matches!(slots.constants.get(*id).kind, ConstantKind::Bytes(_))
    };
    let constants: Vec<_> = (slots.new_constants.iter().copied())
        .filter(|id| !is_string(id))
        .collect();
    planes(numbering, slots, &constants, output)
        .map_err(|error| error.within(Section::Constants))?;
    if output.features.empty_blocks {
        output.end(block)
    } else {
        output.end_unless_empty(block)
    }
}

/// Writes a function's own types and constants.
pub(super) fn write_function(
    numbering: &Numbering,
    slots: &Slots,
    output: &mut Output,
) -> Result<(), Error> {
    let block = output.begin(output.features.blocks.constants);
    types::write_plane(slots, output)?;
    planes(numbering, slots, &slots.new_constants, output)?;
    output.end(block)
}

/// Writes all strings. The type in their header is void.
fn strings(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let slots = &numbering.slots;
    output.number(count(numbering.strings.len(), "strings")?);
    output.number(TypeId::VOID.0);
    for &id in &numbering.strings {
        let constant = slots.constants.get(id);
        let ConstantKind::Bytes(bytes) = constant.kind else {
            continue;
        };
        let bytes = slots.constants.bytes(bytes);
        match slots.types.get(constant.ty) {
            Type::Array { length, .. } if length as usize == bytes.len() => {}
            _ => return Err(not_of_its_type(id)),
        }
        output.type_number(slots.type_numbers[constant.ty.index()])?;
        output.bytes.extend_from_slice(bytes);
    }
    Ok(())
}

/// Writes constants, plane by plane.
fn planes(
    numbering: &Numbering,
    slots: &Slots,
    constants: &[ConstantId],
    output: &mut Output,
) -> Result<(), Error> {
    let plane = |id: &ConstantId| slots.type_numbers[slots.constants.type_of(*id).index()];
    // The walk meets the constants of a plane in slot order, except for those that were moved. The
    // sort key is unique, so an unstable sort is deterministic.
    let mut sorted: Vec<_> = (constants.iter())
        .map(|id| (plane(id), slots.constant_slots[id.index()], *id))
        .collect();
    sorted.sort_unstable_by_key(|&(plane, slot, _)| u64::from(plane) << 32 | u64::from(slot));
    for constants in sorted.chunk_by(|a, b| a.0 == b.0) {
        output.number(count(constants.len(), "constants of a type")?);
        output.type_number(constants[0].0)?;
        for &(_, _, id) in constants {
            write(numbering, slots, id, output)?;
        }
    }
    Ok(())
}

/// Writes one constant.
fn write(
    numbering: &Numbering,
    slots: &Slots,
    id: ConstantId,
    output: &mut Output,
) -> Result<(), Error> {
    use ConstantKind as Kind;
    let constant = slots.constants.get(id);
    let ty = constant.ty;
    let operation = slots.constants.operation(id);
    if opcode::row(operation).in_constants {
        let operands = slots.constants.operands(id);
        begin_expression(output, operands.clone().count() as u32, operation)?;
        for operand in operands {
            write_operand(slots, output, operand)?;
        }
        return Ok(());
    }
    match constant.kind {
        Kind::GetElementPtr { pointer, indices } => {
            return element_pointer(slots, output, pointer, slots.constants.list(indices));
        }
        Kind::Undef => {
            if !output.features.undef {
                return Err(cannot_write(format!(
                    "format {} has no `undef`",
                    output.features.version
                )));
            }
            output.number(1);
            return Ok(());
        }
        Kind::InlineAsm {
            bytes,
            text,
            side_effects,
        } => {
            if !output.features.sections {
                return Err(cannot_write(format!(
                    "{} has no inline assembly",
                    output.features.version
                )));
            }
            let (text, constraints) = slots.constants.asm_parts(bytes, text);
            output.number(u32::MAX);
            output.string(text)?;
            output.string(constraints)?;
            output.number(side_effects.into());
            return Ok(());
        }
        _ => {}
    }
    output.number(0);
    match constant.kind {
        Kind::Bool(value) if ty == TypeId::BOOL => output.number(value.into()),
        Kind::Int(value) if ty.is_signed() => output.signed(value as i64),
        Kind::Int(value) if ty.is_integer() => output.number64(value),
        Kind::Float(bits) if ty == TypeId::FLOAT => output.word(bits),
        Kind::Double(bits) if ty == TypeId::DOUBLE => {
            output.bytes.extend_from_slice(&bits.to_le_bytes());
        }
        Kind::Bytes(bytes) => {
            let bytes = slots.constants.bytes(bytes);
            let Some(constants) = element_of(slots, id, bytes.len())
                .and_then(|element| slots.byte_constants(element))
            else {
                return Err(not_of_its_type(id));
            };
            for &byte in bytes {
                output.number(slots.constant(constants[usize::from(byte)])?);
            }
        }
        Kind::Array(list) | Kind::Packed(list) => {
            let elements = slots.constants.list(list);
            let Some(element) = element_of(slots, id, elements.len()) else {
                return Err(not_of_its_type(id));
            };
            for &part in elements {
                write_part(slots, output, id, element, part)?;
            }
        }
        Kind::Struct(list) => {
            let parts = slots.constants.list(list);
            let fields = match slots.types.get(ty) {
                Type::Struct { fields } if fields.len() == parts.len() => slots.types.list(fields),
                _ => return Err(not_of_its_type(id)),
            };
            for (&part, &field) in parts.iter().zip(fields) {
                write_part(slots, output, id, field, part)?;
            }
        }
        Kind::Global(_) | Kind::Function(_) => match numbering.address(id) {
            NONE => return Err(address_of_nothing(id)),
            slot => output.number(slot),
        },
        _ => return Err(not_of_its_type(id)),
    }
    Ok(())
}

/// The element type of a constant array, if it has this number of elements.
fn element_of(slots: &Slots, array: ConstantId, count: usize) -> Option<TypeId> {
    match slots.types.get(slots.constants.type_of(array)) {
        Type::Array { element, length } | Type::Packed { element, length }
            if length as usize == count =>
        {
            Some(element)
        }
        _ => None,
    }
}

/// Writes an element of an aggregate.
fn write_part(
    slots: &Slots,
    output: &mut Output,
    whole: ConstantId,
    ty: TypeId,
    part: ConstantId,
) -> Result<(), Error> {
    if slots.constants.type_of(part) != ty {
        return Err(not_of_its_type(whole));
    }
    output.number(slots.constant(part)?);
    Ok(())
}

/// Writes the number of operands of an expression, and its opcode.
fn begin_expression(output: &mut Output, operands: u32, operation: u32) -> Result<(), Error> {
    let number = opcode_of(output.features, operation)?;
    output.number(operands + u32::from(output.features.undef));
    output.number(number);
    Ok(())
}

fn write_operand(slots: &Slots, output: &mut Output, operand: ConstantId) -> Result<(), Error> {
    output.number(slots.constant(operand)?);
    output.type_number(slots.type_numbers[slots.constants.type_of(operand).index()])
}

/// Writes a `getelementptr` expression.
fn element_pointer(
    slots: &Slots,
    output: &mut Output,
    pointer: ConstantId,
    indices: &[ConstantId],
) -> Result<(), Error> {
    if indices.is_empty() {
        // In the file, an expression with one operand is a cast.
        return Err(cannot_write(
            "bytecode cannot express a `getelementptr` expression without indices",
        ));
    }
    // The file may store the number of operands plus one, which must also fit.
    let operands = count(indices.len() + 2, "operands of an expression")? - 1;
    begin_expression(output, operands, opcode::GET_ELEMENT_PTR)?;
    write_operand(slots, output, pointer)?;
    let mut place = Indices::new(slots.features, slots.constants.type_of(pointer));
    for &index in indices {
        place.step(slots, slots.constants.type_of(index), Some(index))?;
        write_operand(slots, output, index)?;
    }
    Ok(())
}

#[cold]
fn not_of_its_type(id: ConstantId) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        format!("constant {id} does not match its type"),
    )
}
