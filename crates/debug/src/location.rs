//! The place of a variable, as an expression of DWARF.

use gimli::{
    AttributeValue, Encoding, EndianSlice, EvaluationResult, Expression, LittleEndian,
    Location as Piece, Value,
};

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

    /// The address of the variable in a call that began with this stack pointer. `read` reads
    /// 4 bytes of memory.
    pub fn address(
        &self,
        stack_pointer: u32,
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
                EvaluationResult::RequiresMemory { address, .. } => {
                    let value = read(u32::try_from(address).ok()?)?;
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
                Piece::Address { address } => u32::try_from(address).ok(),
                _ => None,
            },
            _ => None,
        }
    }
}
