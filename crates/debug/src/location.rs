//! Evaluates the locations of variables, which are DWARF expressions.

use crate::values::{DISTANCE, SIZE};
use gimli::{
    AttributeValue, Dwarf, Encoding, EndianSlice, EvaluationResult, Expression, LittleEndian,
    Location as Piece, Unit, Value,
};

/// The frame address of the call while an expression is evaluated. It lies outside the program's
/// memory.
const FRAME: u64 = 0xF000_0000;

/// The address of the call's values while an expression is evaluated.
const VALUES: u32 = 0xD000_0000;

/// Maximum number of operations of an expression.
const MAX_OPERATIONS: u32 = 256;

/// Maximum size of an expression in bytes.
const MAX_LENGTH: usize = 256;

/// Maximum number of entries of a location list.
const MAX_PARTS: usize = 1000;

type Slice<'s> = EndianSlice<'s, LittleEndian>;

/// The locations of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    parts: Vec<Part>,
    encoding: Encoding,
}

/// The location of a variable for some instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The addresses of the instructions; `None` for the whole scope of the variable.
    range: Option<(u64, u64)>,
    expression: Box<[u8]>,
}

/// The location of a variable in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariablePlace {
    /// In memory, at this address.
    Memory(u32),
    /// In a value of the call, with these bytes (little-endian).
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

    /// Returns the number of location entries.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns the location of the variable at an instruction. `stack_pointer` is the stack pointer
    /// at the start of the call, and `call_values` are its values. `read` reads 4 bytes of memory.
    /// Returns `None` where the variable is optimised out.
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
