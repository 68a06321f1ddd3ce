//! The place of a variable, as an expression of DWARF.

use crate::values::{DISTANCE, SIZE};
use gimli::{
    AttributeValue, Encoding, EndianSlice, EvaluationResult, Expression, LittleEndian,
    Location as Piece, Value,
};

/// The frame of a call while an expression is evaluated. The program has no memory there.
const FRAME: u64 = 0xF000_0000;

/// The address of the call's values while an expression is evaluated.
const VALUES: u32 = 0xD000_0000;

/// Maximum number of operations of an expression.
const MAX_OPERATIONS: u32 = 256;

/// Maximum size of an expression in bytes.
const MAX_LENGTH: usize = 256;

/// The place of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    expression: Box<[u8]>,
    encoding: Encoding,
}

impl Location {
    pub(crate) fn of(
        value: Option<AttributeValue<EndianSlice<'_, LittleEndian>>>,
        encoding: Encoding,
    ) -> Option<Location> {
        let Some(AttributeValue::Exprloc(Expression(bytes))) = value else {
            return None;
        };
        (bytes.len() <= MAX_LENGTH).then(|| Location {
            expression: bytes.slice().into(),
            encoding,
        })
    }

    /// The address of the variable in a call that began with this stack pointer and has these
    /// values. `read` reads 4 bytes of memory. Variables that are values have no address.
    pub fn address(
        &self,
        stack_pointer: u32,
        call_values: &[u64],
        mut read: impl FnMut(u32) -> Option<u32>,
    ) -> Option<u32> {
        let expression = Expression(EndianSlice::new(&self.expression, LittleEndian));
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
                    let address = u32::try_from(address).ok();
                    address.filter(|&address| address < VALUES)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
