//! Bodies that come as constructs and not from a file, as
//! [`build`](crate::build) and compilers make them. They are checked as all
//! others are.

use super::{BodyDecoder, RawBody};
use crate::construct::{ConstantConstruct, Instruction, block_id};
use crate::error::Error;
use crate::function::Function;
use crate::ids::{FuncId, ValueId};
use crate::inst::BinaryOp;
use crate::types::Type;
use pinnacle_bitstream::BlockHeader;

impl BodyDecoder<'_> {
    /// Makes the body of a function from the constructs that `feed` hands over
    /// by the methods below: the number of blocks, the constants, the
    /// instructions. There are about `size` constants and instructions, and at
    /// least as many as values that are declared ahead.
    ///
    /// # Errors
    ///
    /// The first thing wrong with the body, or what `feed` returns.
    pub fn decode_constructs(
        &mut self,
        function: FuncId,
        size: u32,
        feed: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<Function, Error> {
        let header = BlockHeader {
            id: block_id::FUNCTION,
            abbreviation_width: 0,
            position: 0,
            body: 0,
            // As long as such a body is in a file.
            length_words: size / 3 * 2 + 2,
        };
        self.begin(&RawBody { function, header });
        let fed = feed(self).and_then(|()| self.end(0));
        match fed.and_then(|()| self.check_whole()) {
            Ok(()) => Ok(self.finish(0)),
            Err(error) => Err(self.place(error)),
        }
    }

    /// Takes the number of blocks.
    ///
    /// # Errors
    ///
    /// If there are none, or it was said before.
    pub fn take_blocks(&mut self, position: u64, count: u32) -> Result<(), Error> {
        self.count_record(position, count)
    }

    /// Takes all constants.
    ///
    /// # Errors
    ///
    /// If one does not fit its type.
    pub fn take_constants(
        &mut self,
        position: u64,
        constants: &[ConstantConstruct],
    ) -> Result<(), Error> {
        let mut ty = Type::Void;
        for &construct in constants {
            self.constant_construct(position, construct, &mut ty)?;
        }
        self.begin_instructions();
        Ok(())
    }

    /// Takes an instruction, or the type of a value that one will define.
    ///
    /// # Errors
    ///
    /// If it breaks a rule that can be checked at once.
    pub fn take(&mut self, position: u64, construct: Instruction<'_>) -> Result<(), Error> {
        if self.blocks_left == 0 {
            return Err(self.beyond_last_block(position));
        }
        self.construct(position, construct)
    }

    /// Takes a binary instruction. Its construct has the number of the operation,
    /// which integers and floating point numbers share; here it is known which
    /// is meant.
    ///
    /// # Errors
    ///
    /// If it breaks a rule, or is meant for operands of the other kind.
    pub fn take_binary(
        &mut self,
        position: u64,
        op: BinaryOp,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<(), Error> {
        let code = op.code();
        let found = self.types.get(lhs.0 as usize).copied();
        match found.and_then(|ty| BinaryOp::from_code(code, ty.element().is_float())) {
            Some(meant) if meant != op => Err(super::messages::type_mismatch(
                position,
                op.name(),
                found.unwrap_or(Type::Void),
                if meant.is_float() {
                    "integers"
                } else {
                    "floating point numbers"
                },
            )),
            _ => self.take(position, Instruction::Binary { op: code, lhs, rhs }),
        }
    }
}
