//! The four encodings of instructions.

use super::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::opcode;

/// The operand that means "none" in the one-operand encoding.
const NO_OPERAND: u32 = 0xFFF;

/// An instruction as the file encodes it: opcode, type and operands are numbers.
#[derive(Clone, Copy)]
pub(crate) struct Encoded {
    /// The number in the file.
    pub(crate) opcode: u32,
    /// The operation; [`opcode::NONE`] if the opcode has none.
    pub(crate) operation: u32,
    /// The number of its type.
    pub(crate) ty: u32,
    /// Operands of the short encodings.
    short: [u32; 3],
    /// Number of operands; [`LONG`] if they are in the list.
    count: u8,
}

const LONG: u8 = u8::MAX;

impl Encoded {
    /// Reads an instruction; operands of the long encoding go to `list`.
    #[inline]
    pub(crate) fn read(cursor: &mut Cursor<'_>, list: &mut Vec<u32>) -> Result<Encoded, Error> {
        let encoded = Encoded::read_unpadded(cursor, list)?;
        if encoded.is_long() {
            cursor.align()?;
        }
        Ok(encoded)
    }

    /// Reads an instruction without the padding that follows the long encoding.
    #[inline(always)]
    pub(crate) fn read_unpadded(
        cursor: &mut Cursor<'_>,
        list: &mut Vec<u32>,
    ) -> Result<Encoded, Error> {
        if cursor.peek()? & 3 == 0 {
            return Encoded::read_long(cursor, list);
        }
        let word = cursor.u32()?;
        let (ty, short, count) = match word & 3 {
            1 => {
                let operand = word >> 20;
                let count = u8::from(operand != NO_OPERAND);
                (word >> 8 & 0xFFF, [operand, 0, 0], count)
            }
            2 => (word >> 8 & 0xFF, [word >> 16 & 0xFF, word >> 24, 0], 2),
            _ => {
                let operands = [word >> 14 & 0x3F, word >> 20 & 0x3F, word >> 26];
                (word >> 8 & 0x3F, operands, 3)
            }
        };
        let opcode = word >> 2 & 0x3F;
        Ok(Encoded {
            opcode,
            operation: opcode::operation(cursor.features().opcodes, opcode),
            ty: cursor.type_of_number(ty),
            short,
            count,
        })
    }

    fn read_long(cursor: &mut Cursor<'_>, list: &mut Vec<u32>) -> Result<Encoded, Error> {
        let offset = cursor.position();
        let opcode = cursor.vbr32()? >> 2;
        let ty = cursor.plain_type_number()?;
        let count = cursor.vbr32()?;
        if count == 0 {
            return Err(Error::new(
                ErrorKind::OperandCount,
                "an instruction in the long encoding must have at least one operand",
            )
            .at(offset as u64));
        }
        list.clear();
        for _ in 0..count {
            list.push(cursor.vbr32()?);
        }
        Ok(Encoded {
            opcode,
            operation: opcode::operation(cursor.features().opcodes, opcode),
            ty,
            short: [0; 3],
            count: LONG,
        })
    }

    /// Returns true for the long encoding.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.count == LONG
    }

    /// The operands. `list` must be the one that the instruction was read with.
    #[inline]
    pub(crate) fn operands<'a>(&'a self, list: &'a [u32]) -> &'a [u32] {
        match self.count {
            LONG => list,
            count => &self.short[..count as usize],
        }
    }
}
