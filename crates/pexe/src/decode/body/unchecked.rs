//! Checks bodies that come from memory, created by [`build`](crate::build) or a compiler. Each
//! instruction passes the same checks as one that is decoded from a record.

use super::{BodyDecoder, RawBody, messages::type_mismatch};
use crate::construct::block_id;
use crate::error::{Error, ErrorKind};
use crate::function::{Constant, Function};
use crate::ids::{BlockId, FuncId, ValueId};
use crate::inst::{BinaryOp, Inst, Range};
use crate::types::Type;
use pinnacle_base::count::counted;
use pinnacle_bitstream::BlockHeader;

/// The position of an instruction that does not come from a file.
const NOWHERE: u64 = 0;

/// A function body in memory that has not been checked.
///
/// Values are numbered as in a [`Function`]: first the functions and globals of the module, then
/// parameters, constants, and results of instructions.
#[derive(Clone, Copy, Debug)]
pub struct UncheckedBody<'a> {
    /// The function that it defines.
    pub function: FuncId,
    /// The constants.
    pub constants: &'a [Constant],
    /// The types of the results of instructions.
    pub results: &'a [Type],
    /// The number of blocks.
    pub block_count: u32,
    /// The instructions of all blocks. Each block ends with its terminator.
    pub insts: &'a [Inst],
    /// The operand lists of the instructions.
    pub pool: &'a [u32],
}

impl BodyDecoder<'_> {
    /// Checks a body, and returns it as a function.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the body.
    pub fn check_unchecked(&mut self, body: &UncheckedBody<'_>) -> Result<Function, Error> {
        let size = body.constants.len() + body.insts.len().max(body.results.len());
        let header = BlockHeader {
            id: block_id::FUNCTION,
            abbreviation_width: 0,
            position: NOWHERE,
            body: NOWHERE,
            // The approximate length of the body in a file.
            length_words: u32::try_from(size / 3 * 2 + 2).unwrap_or(u32::MAX),
        };
        let function = body.function;
        self.begin::<true>(&RawBody { function, header });
        let checked = self.take_all(body).and_then(|()| self.end(NOWHERE));
        match checked.and_then(|()| self.check_whole()) {
            Ok(()) => Ok(self.finish(0)),
            Err(error) => Err(self.place(error)),
        }
    }

    fn take_all(&mut self, body: &UncheckedBody<'_>) -> Result<(), Error> {
        self.count_record(NOWHERE, body.block_count)?;
        for &constant in body.constants {
            self.take_constant(constant)?;
        }
        self.begin_instructions();
        let first = self.next_value as usize;
        let end = first + body.results.len();
        self.types.resize(self.types.len().max(end), Type::Void);
        self.types[first..end].copy_from_slice(body.results);
        for inst in body.insts {
            if self.blocks_left == 0 {
                return Err(self.beyond_last_block(NOWHERE));
            }
            self.take(inst, body.pool)?;
        }
        if self.next_value as usize == end {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::ForwardDeclaration,
            NOWHERE,
            format!(
                "the instructions define {}, expected {}",
                counted(self.next_value as usize - first, "value"),
                body.results.len()
            ),
        ))
    }

    /// Passes an instruction to the checks for its kind.
    fn take(&mut self, inst: &Inst, pool: &[u32]) -> Result<(), Error> {
        match *inst {
            Inst::Binary { op, lhs, rhs } => {
                self.check_kind_of_operation(op, lhs)?;
                self.binary::<true>(NOWHERE, op.code(), lhs, rhs)
            }
            Inst::Cast { op, ty, value } => self.cast::<true>(NOWHERE, op, value, ty),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => self.compare::<true>(NOWHERE, predicate, lhs, rhs),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => self.select::<true>(NOWHERE, if_true, if_false, condition),
            Inst::ExtractElement { vector, index } => {
                self.extract_element::<true>(NOWHERE, vector, index)
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element::<true>(NOWHERE, vector, element, index),
            Inst::Load { ty, align, address } => self.load::<true>(NOWHERE, address, align, ty),
            Inst::Store {
                align,
                address,
                value,
            } => self.store::<true>(NOWHERE, address, value, align),
            Inst::Alloca { align, size } => self.alloca::<true>(NOWHERE, size, align),
            Inst::Phi { ty, incoming } => {
                let pairs = list(pool, incoming)?.chunks_exact(2);
                let pairs = pairs.map(|pair| Ok((ValueId(pair[0]), BlockId(pair[1]))));
                self.phi::<true>(NOWHERE, ty, pairs)
            }
            Inst::Call {
                tail, callee, args, ..
            } => self.call::<true>(NOWHERE, tail, ValueId(callee.0), values(list(pool, args)?)),
            Inst::CallIndirect { tail, ty, operands } => {
                let Some((&callee, args)) = list(pool, operands)?.split_first() else {
                    return Err(bad_list());
                };
                self.call_indirect::<true>(NOWHERE, tail, ValueId(callee), ty, values(args))
            }
            Inst::RetVoid => self.ret::<true>(NOWHERE, None),
            Inst::Ret { value } => self.ret::<true>(NOWHERE, Some(value)),
            Inst::Br { target } => self.br::<true>(NOWHERE, target),
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => self.cond_br::<true>(NOWHERE, condition, if_true, if_false),
            Inst::Switch { value, cases } => {
                let Some((&default, cases)) = list(pool, cases)?.split_first() else {
                    return Err(bad_list());
                };
                let cases = cases.chunks_exact(3).map(|case| {
                    let bits = u64::from(case[0]) | u64::from(case[1]) << 32;
                    Ok((bits as i64, BlockId(case[2])))
                });
                let ty = self.operand_type(NOWHERE, value)?;
                self.switch::<true>(NOWHERE, ty, value, BlockId(default), cases)
            }
            Inst::Unreachable => {
                self.terminate::<true>(NOWHERE, Inst::Unreachable);
                Ok(())
            }
        }
    }

    /// Checks that the operands of an operation are of its kind, integers or floating-point
    /// numbers. A record only contains a number, which represents another operation for the other
    /// kind, so the checks of records do not cover this.
    fn check_kind_of_operation(&self, op: BinaryOp, operand: ValueId) -> Result<(), Error> {
        let ty = self.operand_type(NOWHERE, operand)?;
        match BinaryOp::from_code(op.code(), ty.element().is_float()) {
            Some(meant) if meant != op => {
                let expected = if meant.is_float() {
                    "integers"
                } else {
                    "floating point numbers"
                };
                Err(type_mismatch(NOWHERE, op.name(), ty, expected))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the words of an operand list.
fn list(pool: &[u32], range: Range) -> Result<&[u32], Error> {
    let start = range.start as usize;
    let end = start.checked_add(range.len as usize);
    end.and_then(|end| pool.get(start..end))
        .ok_or_else(bad_list)
}

fn values(words: &[u32]) -> impl ExactSizeIterator<Item = Result<ValueId, Error>> {
    words.iter().map(|&value| Ok(ValueId(value)))
}

#[cold]
fn bad_list() -> Error {
    Error::new(
        ErrorKind::RecordSize,
        NOWHERE,
        "an operand list lies outside the pool, or is too short",
    )
}
