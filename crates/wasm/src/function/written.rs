//! Collects the code of a function, with fast paths for the most frequent instructions.

use super::make_room;
use pinnacle_pexe::InstId;
use wasm_encoder::{Encode, InstructionSink, MemArg};

/// The opcodes of instructions that have an operand.
pub(super) mod opcode {
    pub(in super::super) const BRANCH: u8 = 0x0c;
    pub(in super::super) const BRANCH_IF: u8 = 0x0d;
    pub(in super::super) const CALL: u8 = 0x10;
    pub(in super::super) const LOCAL_GET: u8 = 0x20;
    pub(in super::super) const LOCAL_SET: u8 = 0x21;
    pub(in super::super) const LOCAL_TEE: u8 = 0x22;
    pub(in super::super) const I32_LOAD: u8 = 0x28;
    pub(in super::super) const I64_LOAD: u8 = 0x29;
    pub(in super::super) const F32_LOAD: u8 = 0x2a;
    pub(in super::super) const F64_LOAD: u8 = 0x2b;
    pub(in super::super) const I32_LOAD8_U: u8 = 0x2d;
    pub(in super::super) const I32_LOAD16_U: u8 = 0x2f;
    pub(in super::super) const I32_STORE: u8 = 0x36;
    pub(in super::super) const I64_STORE: u8 = 0x37;
    pub(in super::super) const F32_STORE: u8 = 0x38;
    pub(in super::super) const F64_STORE: u8 = 0x39;
    pub(in super::super) const I32_STORE8: u8 = 0x3a;
    pub(in super::super) const I32_STORE16: u8 = 0x3b;
    pub(super) const I32_CONST: u8 = 0x41;
}

/// The written code of a function.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The instructions.
    pub(super) code: Vec<u8>,
    /// Offsets, each with the instruction whose code begins there, if requested.
    pub(super) map: Vec<(u32, InstId)>,
}

impl Written {
    /// Clears the code, and reserves memory for this number of instructions of the program.
    pub(super) fn clear(&mut self, insts: usize) {
        /// Typical number of code bytes for one instruction.
        const BYTES: usize = 8;
        make_room(&mut self.code, BYTES * insts);
        self.map.clear();
    }

    /// Returns the sink for all instructions.
    #[inline]
    pub(super) fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    /// Writes an instruction with the index of a local, a label or a function.
    #[inline]
    pub(super) fn with_number(&mut self, opcode: u8, number: u32) {
        let low = number as u8;
        match number {
            0..0x80 => self.code.extend_from_slice(&[opcode, low]),
            0x80..0x4000 => {
                let high = (number >> 7) as u8;
                self.code.extend_from_slice(&[opcode, low | 0x80, high]);
            }
            _ => self.with_long_number(opcode, number),
        }
    }

    #[cold]
    fn with_long_number(&mut self, opcode: u8, number: u32) {
        self.code.push(opcode);
        number.encode(&mut self.code);
    }

    /// Writes an access of memory.
    #[inline]
    pub(super) fn access(&mut self, opcode: u8, argument: MemArg) {
        let (align, low) = (argument.align as u8, argument.offset as u8);
        match argument.offset {
            0..0x80 => self.code.extend_from_slice(&[opcode, align, low]),
            0x80..0x4000 => {
                let high = (argument.offset >> 7) as u8;
                let bytes = [opcode, align, low | 0x80, high];
                self.code.extend_from_slice(&bytes);
            }
            // This is the offset of most accesses that are checked for page 0.
            0x4000..0x20_0000 => {
                let (middle, high) = ((argument.offset >> 7) as u8, (argument.offset >> 14) as u8);
                let bytes = [opcode, align, low | 0x80, middle | 0x80, high];
                self.code.extend_from_slice(&bytes);
            }
            offset => {
                self.code.extend_from_slice(&[opcode, align]);
                offset.encode(&mut self.code);
            }
        }
    }

    /// Writes a constant.
    #[inline]
    pub(super) fn i32_const(&mut self, number: i32) {
        const OPCODE: u8 = opcode::I32_CONST;
        let low = number as u8 & 0x7f;
        match number {
            -0x40..0x40 => self.code.extend_from_slice(&[OPCODE, low]),
            -0x2000..0x2000 => {
                let high = (number >> 7) as u8 & 0x7f;
                self.code.extend_from_slice(&[OPCODE, low | 0x80, high]);
            }
            -0x10_0000..0x10_0000 => {
                let (middle, high) = ((number >> 7) as u8, (number >> 14) as u8 & 0x7f);
                let bytes = [OPCODE, low | 0x80, middle | 0x80, high];
                self.code.extend_from_slice(&bytes);
            }
            _ => {
                self.sink().i32_const(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around those for which the encoding becomes a byte longer.
    const NUMBERS: [u32; 15] = [
        0,
        1,
        0x3f,
        0x40,
        0x7f,
        0x80,
        0x1fff,
        0x2000,
        0x3fff,
        0x4000,
        0xf_ffff,
        0x10_0000,
        0x1f_ffff,
        0x20_0000,
        u32::MAX,
    ];

    fn written(write: impl FnOnce(&mut Written)) -> Vec<u8> {
        let mut written = Written::default();
        write(&mut written);
        written.code
    }

    #[test]
    fn instructions_are_those_of_the_encoder() {
        for number in NUMBERS {
            assert_eq!(
                written(|to| to.with_number(opcode::LOCAL_TEE, number)),
                written(|to| _ = to.sink().local_tee(number)),
            );
            for signed in [number as i32, !number as i32] {
                assert_eq!(
                    written(|to| to.i32_const(signed)),
                    written(|to| _ = to.sink().i32_const(signed)),
                );
            }
            let argument = MemArg {
                offset: number.into(),
                align: 2,
                memory_index: 0,
            };
            assert_eq!(
                written(|to| to.access(opcode::I32_STORE8, argument)),
                written(|to| _ = to.sink().i32_store8(argument)),
            );
        }
    }
}
