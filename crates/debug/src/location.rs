//! The place of a variable, as expressions of DWARF.

use crate::values::{DISTANCE, SIZE};
use gimli::{
    AttributeValue, Dwarf, Encoding, EndianSlice, EvaluationResult, Expression, LittleEndian,
    Location as Piece, Unit, Value,
};

/// The frame of a call while an expression is evaluated. The program has no memory there.
const FRAME: u64 = 0xF000_0000;

/// The address of the call's values while an expression is evaluated.
const VALUES: u32 = 0xD000_0000;

/// Maximum number of operations of an expression.
const MAX_OPERATIONS: u32 = 256;

/// Maximum size of an expression in bytes.
const MAX_LENGTH: usize = 256;

/// Maximum number of parts of a list.
const MAX_PARTS: usize = 1000;

type Slice<'s> = EndianSlice<'s, LittleEndian>;

/// The places of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    parts: Vec<Part>,
    encoding: Encoding,
}

/// The place of a variable at some instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The addresses of the instructions; `None` for all that see the variable.
    range: Option<(u64, u64)>,
    expression: Box<[u8]>,
}

/// The place of a variable in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariablePlace {
    /// Its address in memory.
    Memory(u32),
    /// It is a value of the call, which has these bytes (little-endian).
    Value(u64),
}

impl Location {
    pub(crate) fn of<'s>(
        dwarf: &Dwarf<Slice<'s>>,
        unit: &Unit<Slice<'s>>,
        value: Option<AttributeValue<Slice<'s>>>,
    ) -> Option<Location> {
        let part = |range, Expression(bytes): Expression<Slice<'s>>| {
            (bytes.len() <= MAX_LENGTH).then(|| Part {
                range,
                expression: bytes.slice().into(),
            })
        };
        let mut parts = Vec::new();
        match value? {
            AttributeValue::Exprloc(expression) => parts.extend(part(None, expression)),
            list => {
                let mut list = dwarf.attr_locations(unit, list).ok()??;
                while let Ok(Some(entry)) = list.next() {
                    let range = (entry.range.begin, entry.range.end);
                    parts.extend(part(Some(range), entry.data));
                    if parts.len() == MAX_PARTS {
                        break;
                    }
                }
            }
        }
        (!parts.is_empty()).then(|| Location {
            parts,
            encoding: unit.encoding(),
        })
    }

    /// The number of places.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The place of the variable at an instruction of a call that began with this stack pointer and
    /// has these values. `read` reads 4 bytes of memory. Returns `None` where the variable is
    /// optimized out.
    pub fn place(
        &self,
        instruction: u32,
        stack_pointer: u32,
        call_values: &[u64],
        mut read: impl FnMut(u32) -> Option<u32>,
    ) -> Option<VariablePlace> {
        let instruction = u64::from(instruction);
        let is_there = |part: &&Part| {
            let is_within = |(start, end)| (start..end).contains(&instruction);
            part.range.is_none_or(is_within)
        };
        let part = self.parts.iter().find(is_there)?;
        let expression = Expression(EndianSlice::new(&part.expression, LittleEndian));
        let mut evaluation = expression.evaluation(self.encoding);
        evaluation.set_max_iterations(MAX_OPERATIONS);
        let mut state = evaluation.evaluate().ok()?;
        loop {
            state = match state {
                EvaluationResult::Complete => break,
                EvaluationResult::RequiresFrameBase => {
                    evaluation.resume_with_frame_base(stack_pointer.into())
                }
                EvaluationResult::RequiresCallFrameCfa => {
                    evaluation.resume_with_call_frame_cfa(FRAME)
                }
                EvaluationResult::RequiresMemory { address, .. } => {
                    let address = u32::try_from(address).ok()?;
                    let value = match address.checked_sub(VALUES) {
                        _ if u64::from(address) + u64::from(DISTANCE) == FRAME => VALUES,
                        Some(offset) => {
                            let index = usize::try_from(offset / SIZE).ok()?;
                            let value = call_values.get(index)? >> (offset % SIZE * 8);
                            value as u32
                        }
                        None => read(address)?,
                    };
                    evaluation.resume_with_memory(Value::Generic(value.into()))
                }
                EvaluationResult::RequiresRelocatedAddress(address) => {
                    evaluation.resume_with_relocated_address(address)
                }
                _ => return None,
            }
            .ok()?;
        }
        match evaluation.as_result() {
            [piece] => match piece.location {
                Piece::Address { address } => {
                    let address = u32::try_from(address).ok()?;
                    let Some(offset) = address.checked_sub(VALUES) else {
                        return Some(VariablePlace::Memory(address));
                    };
                    let value = call_values.get((offset / SIZE) as usize)?;
                    Some(VariablePlace::Value(value >> (offset % SIZE * 8)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
