//! Terminators, phis and the instructions for exceptions.

use super::BodyReader;
use crate::bitcode::codes;
use crate::bitcode::constants::is_float;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Operands, Result, bad, bad_number, short, signed};
use crate::bitcode::records::FunctionCode as C;
use crate::bitcode::types::FileType;
use crate::body::Clause;
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, List};
use crate::instruction::{FastMath, InstructionKind, Value};
use crate::types::Type;

/// The upper bits of a switch's first operand, above the lowest 16, in the form with ranges. Some
/// builds of 2012 wrote that form.
const SWITCH_WITH_RANGES: u64 = 0x4B5;
/// Maximum number of cases that all ranges together may expand to.
const MAX_RANGE_CASES: usize = 1 << 16;

impl BodyReader<'_> {
    pub(super) fn ret(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let mut value = None;
        let mut ty = None;
        if operands.left() > 0 {
            let (returned, file_type) = self.pair(operands)?;
            value = Some(returned);
            ty = Some(self.types.model(file_type)?);
        }
        let function = self.module.global(self.function).ty;
        let result = self.module.types.result(function);
        let wanted = result.filter(|&result| self.module.types.get(result) != Type::Void);
        if let (Some(first), Some(wanted)) = (value, wanted)
            && ty != Some(wanted)
            && self.types.are_old()
        {
            return self.return_fields(first, wanted, operands);
        }
        operands.end()?;
        if ty != wanted {
            let message = "a return does not match the return type of the function";
            return Err(bad(ErrorKind::WrongType, message));
        }
        self.emit(InstructionKind::Return(value))
    }

    fn next_block(&self, operands: &mut Operands<'_>) -> Result<BlockId> {
        self.block_id(operands.next()?)
    }

    pub(super) fn branch(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let if_true = self.next_block(operands)?;
        if operands.left() == 0 {
            return self.emit(InstructionKind::Branch(if_true));
        }
        let if_false = self.next_block(operands)?;
        let condition = self.value(operands, self.bit)?;
        operands.end()?;
        self.emit(InstructionKind::ConditionalBranch {
            condition,
            if_true,
            if_false,
        })
    }

    /// Reads the value of a case, a constant integer.
    fn case(&mut self, number: u64, ty: FileType) -> Result<ConstantId> {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        match self.numbered(number, ty)? {
            Value::Constant(constant)
                if matches!(
                    self.module.constants.get(constant).kind,
                    ConstantKind::Bits(_) | ConstantKind::WideBits(_)
                ) =>
            {
                Ok(constant)
            }
            _ => {
                let message = "a switch case is not a constant integer";
                Err(bad(ErrorKind::NotConstant, message))
            }
        }
    }

    pub(super) fn switch(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let first = operands.next()?;
        if first >> 16 == SWITCH_WITH_RANGES {
            return self.switch_with_ranges(operands);
        }
        let ty = self.types.by_number(first)?;
        let Type::Integer(_) = self.model_of(ty)? else {
            return Err(bad(
                ErrorKind::WrongType,
                "the condition of a switch is not an integer",
            ));
        };
        let value = self.value(operands, ty)?;
        let default = self.next_block(operands)?;
        let start = self.body.cases.len();
        while operands.left() > 0 {
            let case = self.case(operands.next()?, ty)?;
            let block = self.next_block(operands)?;
            self.body.cases.push((case, block));
        }
        self.emit_switch(value, default, start)
    }

    fn emit_switch(&mut self, value: Value, default: BlockId, start: usize) -> Result<()> {
        let cases = self.body.cases.split_off(start);
        let cases = List::push(&mut self.body.cases, &cases);
        self.emit(InstructionKind::Switch {
            value,
            default,
            cases,
        })
    }

    /// Reads a switch whose cases are lists of numbers and ranges.
    fn switch_with_ranges(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let ty = self.types.by_number(operands.next()?)?;
        let Type::Integer(width @ 1..=64) = self.model_of(ty)? else {
            let message = "the condition of a switch with ranges is not an integer of up to 64 \
                           bits";
            return Err(bad(ErrorKind::Unsupported, message));
        };
        let mask = u64::MAX >> (64 - width);
        let value = self.value(operands, ty)?;
        let default = self.next_block(operands)?;
        let start = self.body.cases.len();
        let mut numbers = Vec::new();
        for _ in 0..operands.next()? {
            numbers.clear();
            for _ in 0..operands.next()? {
                let single = operands.next()? != 0;
                let low = signed(operands.next()?) as u64 & mask;
                let high = if single {
                    low
                } else {
                    signed(operands.next()?) as u64 & mask
                };
                let count = (high.wrapping_sub(low) as usize).saturating_add(1);
                let sum = self.body.cases.len() - start + numbers.len();
                if high < low || count.saturating_add(sum) > MAX_RANGE_CASES {
                    let expected = format!("at most {MAX_RANGE_CASES} in all");
                    return Err(bad_number("a number of cases", count as u64, &expected));
                }
                numbers.extend(low..=high);
            }
            let block = self.next_block(operands)?;
            for &number in &numbers {
                let case = self.module.alone()?.0.int(width, number);
                self.body.cases.push((case, block));
            }
        }
        self.emit_switch(value, default, start)
    }

    pub(super) fn indirect_branch(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let ty = self.types.by_number(operands.next()?)?;
        let address = self.value(operands, ty)?;
        self.pointer(ty)?;
        let destinations = self.block_list(operands, usize::MAX)?;
        self.emit(InstructionKind::IndirectBranch {
            address,
            destinations,
        })
    }

    /// Reads `count` blocks, or all that are left.
    pub(super) fn block_list(&mut self, operands: &mut Operands<'_>, count: usize) -> Result<List> {
        if count != usize::MAX && count > operands.left() {
            return Err(short(operands.all.len()));
        }
        let count = count.min(operands.left());
        let mut blocks = Vec::with_capacity(count);
        for _ in 0..count {
            blocks.push(self.next_block(operands)?);
        }
        Ok(List::push(&mut self.body.block_lists, &blocks))
    }

    pub(super) fn phi(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let ty = self.types.by_number(operands.next()?)?;
        let count = operands.left() / 2;
        let start = self.body.incoming.len();
        for _ in 0..count {
            let operand = operands.next()?;
            let number = if self.tables.relative {
                (self.values.len() as u32).wrapping_sub(signed(operand) as u32)
            } else {
                operand as u32
            };
            let value = self.unexpanded(number, ty)?;
            let block = self.next_block(operands)?;
            if self.is_outdated(value) {
                let place = self.body.incoming.len();
                let here = BlockId::at(self.body.blocks.len());
                self.phi_constants.push((place, block, here));
            }
            self.body.incoming.push((value, block));
        }
        // The list stays at the same position in the pool.
        let incoming = self.body.incoming.split_off(start);
        let incoming = List::push(&mut self.body.incoming, &incoming);
        let model = self.model_of(ty)?;
        let flags = match (operands.left(), is_float(&self.module, model)) {
            (0, _) => FastMath::NONE,
            (_, true) => codes::fast_math(operands.next()?),
            (_, false) => {
                let message = "a phi has fast-math flags, but its type is not floating-point";
                return Err(bad(ErrorKind::BadInstruction, message));
            }
        };
        if matches!(
            model,
            Type::Void | Type::Label | Type::Metadata | Type::Function { .. }
        ) {
            return Err(bad(
                ErrorKind::WrongType,
                "a phi has a type that values cannot have",
            ));
        }
        self.emit_value(InstructionKind::Phi { flags, incoming }, ty)
    }

    pub(super) fn resume(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (value, _) = self.pair(operands)?;
        self.emit(InstructionKind::Resume(value))
    }

    pub(super) fn landing_pad(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let ty = self.types.by_number(operands.next()?)?;
        if code == C::LANDINGPAD_OLD {
            // The personality is now a property of the function.
            let Value::Constant(personality) = self.pair(operands)?.0 else {
                let message = "a personality is not a constant";
                return Err(bad(ErrorKind::NotConstant, message));
            };
            self.personality.get_or_insert(personality);
        }
        let cleanup = operands.next()? != 0;
        let count = operands.next()?;
        if count > operands.left() as u64 {
            return Err(short(operands.all.len()));
        }
        let mut clauses = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let filter = operands.next()? != 0;
            let (value, _) = self.pair(operands)?;
            clauses.push(if filter {
                Clause::Filter(value)
            } else {
                Clause::Catch(value)
            });
        }
        let clauses = List::push(&mut self.body.clauses, &clauses);
        self.emit_value(InstructionKind::LandingPad { cleanup, clauses }, ty)
    }

    fn token_type(&mut self) -> Result<FileType> {
        let token = self.plain_type(Type::Token)?;
        Ok(self.types.add(token, Type::Token, &[]))
    }

    fn token(&mut self, operands: &mut Operands<'_>) -> Result<Value> {
        let ty = self.token_type()?;
        self.value(operands, ty)
    }

    /// Reads the enclosing pad, or `none`.
    fn parent(&mut self, operands: &mut Operands<'_>) -> Result<Option<Value>> {
        let value = self.token(operands)?;
        let none = match value {
            Value::Constant(constant) => {
                self.module.constants.get(constant).kind == ConstantKind::None
            }
            _ => false,
        };
        Ok((!none).then_some(value))
    }

    fn unwind(&mut self, operands: &mut Operands<'_>) -> Result<Option<BlockId>> {
        if operands.left() == 0 {
            return Ok(None);
        }
        let block = self.next_block(operands)?;
        operands.end()?;
        Ok(Some(block))
    }

    pub(super) fn cleanup_return(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let pad = self.token(operands)?;
        let unwind = self.unwind(operands)?;
        self.emit(InstructionKind::CleanupReturn { pad, unwind })
    }

    pub(super) fn catch_return(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let pad = self.token(operands)?;
        let target = self.next_block(operands)?;
        self.emit(InstructionKind::CatchReturn { pad, target })
    }

    pub(super) fn catch_switch(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let parent = self.parent(operands)?;
        let count = operands.next_u32()? as usize;
        let handlers = self.block_list(operands, count)?;
        let unwind = self.unwind(operands)?;
        let kind = InstructionKind::CatchSwitch {
            parent,
            handlers,
            unwind,
        };
        let ty = self.token_type()?;
        self.emit_value(kind, ty)
    }

    pub(super) fn pad(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let parent = self.parent(operands)?;
        let count = operands.next()?;
        if count > operands.left() as u64 {
            return Err(short(operands.all.len()));
        }
        let mut arguments = Vec::with_capacity(count as usize);
        for _ in 0..count {
            arguments.push(self.pair(operands)?.0);
        }
        operands.end()?;
        let arguments = self.values(&arguments);
        let kind = match (code, parent) {
            (C::CLEANUPPAD, parent) => InstructionKind::CleanupPad { parent, arguments },
            (_, Some(parent)) => InstructionKind::CatchPad { parent, arguments },
            (_, None) => {
                let message = "the parent of a `catchpad` is not a `catchswitch`";
                return Err(bad(ErrorKind::BadInstruction, message));
            }
        };
        let ty = self.token_type()?;
        self.emit_value(kind, ty)
    }
}
