//! Decodes a body with errors to its end, to find all errors.
//!
//! A body in which [`BodyDecoder::decode`] found an error is decoded again by a loop that makes the
//! same checks and continues after failures. Each invalid instruction is replaced by a placeholder,
//! so that values and blocks keep their numbers. The placeholder is a value with the type from the
//! record or from its first operand, or a terminator with those targets that are valid.
//!
//! Placeholders are doubtful. If an instruction that uses a doubtful value or type fails a check,
//! this is not reported, because the instruction may be correct. Therefore, as far as possible,
//! each reported error is independent of the others.
//!
//! Some records are ambiguous: those with an unknown code, and calls of an unknown function. The
//! body is then decoded once with each guess, and the guess with the fewest errors is kept.

mod attempt;

use super::{BodyDecoder, RawBody, step};
use crate::construct::codes::{RecordCode, constants, function};
use crate::construct::{Instruction, ValueBase, block_id};
use crate::decode::findings::Doubts;
use crate::decode::nested;
use crate::error::{Error, ErrorKind};
use crate::function::{Constant, ConstantValue};
use crate::ids::{BlockId, FuncId, ValueId};
use crate::inst::{Inst, Range};
use crate::limits::{MAX_ERRORS, MAX_GUESSES};
use crate::types::{Type, TypeDef};
use attempt::{Attempt, Guess, Outcome, Uses};
use pinnacle_bitstream::{BlockHeader, Reader, Record, Step};
use std::collections::HashSet;

impl BodyDecoder<'_> {
    /// Returns all errors of a body, in file order. `first` is the error that was already found.
    /// The list is empty only if all errors may be consequences of errors in the module's
    /// structure. It contains at most one error more than the number that is reported.
    #[cold]
    pub(in crate::decode) fn collect(
        &mut self,
        contents: &[u8],
        body: &RawBody,
        doubts: &Doubts,
        first: Error,
    ) -> Vec<Error> {
        let mut best = self.attempt(contents, body, Attempt::new(doubts, Vec::new()));
        let mut index = 0;
        while index < best.guesses.len().min(MAX_GUESSES) {
            let others = best.guesses[index].1;
            for &guess in others {
                let mut guesses = best.guesses[..=index].to_vec();
                guesses[index].0 = guess;
                let other = self.attempt(contents, body, Attempt::new(doubts, guesses));
                if other.errors.len() < best.errors.len() {
                    best = other;
                }
            }
            index += 1;
        }
        let mut errors = best.errors;
        if errors.is_empty() && doubts.are_none() {
            errors.push(first);
        }
        errors.sort_by_key(Error::position);
        errors
    }

    fn attempt<'a>(
        &mut self,
        contents: &[u8],
        body: &RawBody,
        mut attempt: Attempt<'a>,
    ) -> Attempt<'a> {
        let mut reader = self.start::<true>(contents, body);
        match self.read_all(&mut reader, &body.header, &mut attempt) {
            Ok(()) => self.end_all(reader.position(), &mut attempt),
            Err(error) => attempt.note(self.place(error)),
        }
        self.reader = Some(reader.suspend());
        attempt
    }

    /// Decodes up to the end of the block.
    fn read_all(
        &mut self,
        reader: &mut Reader<'_>,
        header: &BlockHeader,
        attempt: &mut Attempt<'_>,
    ) -> Result<(), Error> {
        while attempt.errors.len() <= MAX_ERRORS {
            match step(reader, header)? {
                Step::Record(record) => self.record(&record, attempt),
                Step::EnterBlock(inner) if inner.id == block_id::CONSTANTS => {
                    self.all_constants(reader, header, &inner, attempt)?;
                }
                Step::EnterBlock(inner) if self.has_symbols(&inner) => {
                    self.all_local_symbols(reader, header, attempt)?;
                }
                Step::EnterBlock(inner) => {
                    self.skip(reader, nested(&inner, block_id::FUNCTION), attempt)?;
                }
                Step::DefineAbbreviation => {}
                Step::ExitBlock | Step::End => return Ok(()),
            }
        }
        Ok(())
    }

    /// Reports a block that is not allowed here, and skips it.
    fn skip(
        &self,
        reader: &mut Reader<'_>,
        error: Error,
        attempt: &mut Attempt<'_>,
    ) -> Result<(), Error> {
        attempt.note(self.place(error));
        Ok(reader.skip_block()?)
    }

    fn all_constants(
        &mut self,
        reader: &mut Reader<'_>,
        function: &BlockHeader,
        header: &BlockHeader,
        attempt: &mut Attempt<'_>,
    ) -> Result<(), Error> {
        let stands_right = self.check_constants_stand_right(header);
        let late = !self.insts.is_empty() || !self.declared.is_empty();
        let constants = self.constants.len();
        if let Err(error) = stands_right {
            attempt.note(self.place(error));
            if self.expected_blocks == 0 {
                self.count_no_blocks(attempt);
            }
        }
        if late {
            // It is unknown whether these values are counted before the results of instructions, so
            // their uses are not checked strictly.
            attempt.broken_flow = true;
            attempt
                .doubtful
                .extend(self.declared.drain(..).map(|(value, _)| value));
            self.types[self.next_value as usize..].fill(Type::Void);
        }
        let mut ty = Type::Void;
        let mut ty_doubtful = false;
        while attempt.errors.len() <= MAX_ERRORS {
            match step(reader, function)? {
                Step::Record(record) => {
                    let before = self.next_value;
                    if let Err(error) = self.constant_record(&record, &mut ty) {
                        let missing = ty == Type::Void && record.code != constants::SET_TYPE.0;
                        let known = match (RecordCode(record.code), record.operands) {
                            (constants::SET_TYPE, &[id]) => attempt.doubts_type(id),
                            _ => ty_doubtful && !missing,
                        };
                        if !known {
                            attempt.note(self.place(error));
                        }
                        if record.code == constants::SET_TYPE.0 || missing {
                            ty = Type::I32;
                            ty_doubtful = true;
                        }
                        if record.code != constants::SET_TYPE.0 {
                            let value = ConstantValue::Undef;
                            self.add_constant(Constant { ty, value });
                        }
                        attempt.doubt(before..self.next_value);
                    } else if record.code == constants::SET_TYPE.0 {
                        let id = record.operands.first().copied().unwrap_or_default();
                        ty_doubtful = attempt.doubts_type(id);
                    }
                    if ty_doubtful || late {
                        attempt.doubt(before..self.next_value);
                    }
                }
                Step::EnterBlock(inner) => {
                    self.skip(reader, nested(&inner, block_id::CONSTANTS), attempt)?;
                }
                Step::DefineAbbreviation => {}
                Step::ExitBlock | Step::End => break,
            }
        }
        if late {
            self.constants.truncate(constants);
        } else {
            self.begin_instructions();
        }
        Ok(())
    }

    fn all_local_symbols(
        &self,
        reader: &mut Reader<'_>,
        function: &BlockHeader,
        attempt: &mut Attempt<'_>,
    ) -> Result<(), Error> {
        while attempt.errors.len() <= MAX_ERRORS {
            match step(reader, function)? {
                Step::Record(record) => {
                    if let Err(error) = self.local_symbol(&record) {
                        attempt.note(self.place(error));
                    }
                }
                Step::EnterBlock(inner) => {
                    self.skip(reader, nested(&inner, block_id::SYMBOLS), attempt)?;
                }
                Step::DefineAbbreviation => {}
                Step::ExitBlock | Step::End => break,
            }
        }
        Ok(())
    }

    /// Decodes a record of the function block.
    fn record(&mut self, record: &Record<'_>, attempt: &mut Attempt<'_>) {
        let Record {
            position,
            code,
            operands,
            ..
        } = *record;
        let mut reported = false;
        if self.blocks_left == 0 {
            match self.outside_blocks(position, code, operands) {
                Ok(()) => return,
                Err(error) => attempt.note(self.place(error)),
            }
            reported = true;
            let uncounted = self.expected_blocks == 0;
            self.count_no_blocks(attempt);
            // The count record may be missing, or this record may be an invalid count record.
            let replaces_count = code == function::BLOCKS.0
                || (uncounted && attempt.guess(Guess::Value, &[Guess::Nothing]) == Guess::Nothing);
            if replaces_count {
                return;
            }
        }
        let before = self.next_value;
        let decoded = Instruction::of(position, code, operands, ValueBase(before));
        let uses = decoded
            .as_ref()
            .map_or_else(|_| Uses::default(), |decoded| self.uses_of(decoded));
        let doubtful = attempt.is_doubtful(&uses);
        // A function with an unknown type has a result of unknown type.
        let unknown_result = uses.function.is_some_and(|function| {
            attempt.module.functions.contains(&function.0) && code == function::CALL.0
        });
        let result = if unknown_result {
            self.replace(record, attempt);
            Ok(())
        } else {
            self.instruction::<true>(position, code, operands)
        };
        match result {
            Ok(()) => {
                let carries_type = matches!(
                    RecordCode(code),
                    function::BINARY
                        | function::EXTRACT_ELEMENT
                        | function::INSERT_ELEMENT
                        | function::COMPARE
                        | function::SELECT
                );
                let doubtful_type = uses.ty.is_some_and(|ty| attempt.doubts_type(ty.into()));
                if (doubtful && carries_type) || doubtful_type {
                    attempt.doubt(before..self.next_value);
                }
            }
            Err(error) => {
                // It was already reported that the count record is missing or late.
                let known = reported || (code == function::BLOCKS.0 && attempt.any_blocks);
                let consequence = known || attempt.is_consequence(&error, &uses, doubtful);
                if !consequence {
                    attempt.note(self.place(error));
                }
                self.replace(record, attempt);
            }
        }
    }

    /// Accepts any number of blocks from now on.
    fn count_no_blocks(&mut self, attempt: &mut Attempt<'_>) {
        attempt.any_blocks = true;
        attempt.broken_flow = true;
        if self.expected_blocks == 0 {
            self.expected_blocks = u32::MAX;
        }
        self.blocks_left = u32::MAX;
    }

    /// Adds a placeholder for an invalid instruction.
    fn replace(&mut self, record: &Record<'_>, attempt: &mut Attempt<'_>) {
        let inst = self.insts.len() as u32;
        while self.uses.last().is_some_and(|used| used.inst == inst) {
            self.uses.pop();
        }
        match self.outcome(record, attempt) {
            Outcome::Nothing => {
                if let (43, &[value, ..]) = (record.code, record.operands) {
                    attempt.doubtful.extend(u32::try_from(value));
                }
            }
            Outcome::Value(ty) => self.stand_in(record, ty, attempt),
            Outcome::Terminator => {
                let inst = self.stand_in_terminator(record).unwrap_or_else(|| {
                    attempt.broken_flow = true;
                    Inst::Unreachable
                });
                self.terminate::<true>(record.position, inst);
            }
        }
    }

    fn stand_in(&mut self, record: &Record<'_>, ty: Type, attempt: &mut Attempt<'_>) {
        attempt.doubtful.insert(self.next_value);
        attempt.replaced.insert(self.insts.len() as u32);
        // A declared type takes precedence over the record's.
        let ty = match self.types.get(self.next_value as usize) {
            Some(&declared) if declared != Type::Void => declared,
            _ => ty,
        };
        let defined = self.define_value(record.position, ty);
        debug_assert!(defined.is_ok());
        let none = Range { start: 0, len: 0 };
        if record.code == function::PHI.0 {
            self.push_phi::<true>(record.position, Inst::Phi { ty, incoming: none });
            return;
        }
        let inst = Inst::Call {
            tail: false,
            has_result: true,
            callee: FuncId(0),
            args: none,
        };
        self.push::<true>(record.position, inst);
    }

    /// Returns a terminator with the targets of an invalid one, if the targets are valid.
    fn stand_in_terminator(&mut self, record: &Record<'_>) -> Option<Inst> {
        let position = record.position;
        let base = ValueBase(self.next_value);
        let right = |block: BlockId| self.target(position, block).is_ok();
        if matches!(record.code, 10 | 15) {
            return Some(Inst::Unreachable);
        }
        let decoded = Instruction::of(position, record.code, record.operands, base).ok()?;
        match decoded {
            Instruction::Br { target } if right(target) => Some(Inst::Br { target }),
            Instruction::CondBr {
                condition,
                if_true,
                if_false,
            } if right(if_true) && right(if_false) => Some(Inst::CondBr {
                condition,
                if_true,
                if_false,
            }),
            Instruction::Switch {
                value,
                default,
                cases,
                ..
            } => {
                let mut targets = vec![default];
                for case in cases.iter(position) {
                    targets.push(case.ok()?.1);
                }
                if !targets.iter().copied().all(right) {
                    return None;
                }
                let start = self.pool.len() as u32;
                self.pool.push(default.0);
                for (selector, target) in (0..).zip(&targets[1..]) {
                    self.pool.extend([selector, 0, target.0]);
                }
                let len = self.pool.len() as u32 - start;
                Some(Inst::Switch {
                    value,
                    cases: Range { start, len },
                })
            }
            _ => None,
        }
    }

    /// Returns the effect of a record, given its code. The type of a value is the most likely one.
    fn outcome(&self, record: &Record<'_>, attempt: &mut Attempt<'_>) -> Outcome {
        use Guess::{Nothing, Terminator, Value};
        let operand = |index: usize| record.operands.get(index).copied();
        let value = |index| {
            let relative = u32::try_from(operand(index)?).ok()?;
            let value = ValueId(self.next_value.wrapping_sub(relative));
            self.operand_type(record.position, value).ok()
        };
        let type_def = |index| {
            let id = usize::try_from(operand(index)?).ok()?;
            self.module.types.get(id)
        };
        let like = |index| value(index).unwrap_or(Type::I32);
        let named = |index| match type_def(index) {
            Some(&TypeDef::Value(ty)) if ty != Type::Void => ty,
            _ => Type::I32,
        };
        match RecordCode(record.code) {
            function::BLOCKS | function::STORE | function::FORWARD_TYPE => Outcome::Nothing,
            function::BINARY | function::INSERT_ELEMENT | function::SELECT => {
                Outcome::Value(like(0))
            }
            function::CAST => Outcome::Value(named(1)),
            function::EXTRACT_ELEMENT => Outcome::Value(like(0).element()),
            function::RET | function::BR | function::SWITCH | function::UNREACHABLE => {
                Outcome::Terminator
            }
            function::PHI => Outcome::Value(named(0)),
            function::ALLOCA => Outcome::Value(Type::I32),
            function::LOAD => Outcome::Value(named(2)),
            function::COMPARE => Outcome::Value(like(0).comparison_result()),
            function::CALL => match self.callee(operand(1)) {
                Some(Type::Void) => Outcome::Nothing,
                Some(ty) => Outcome::Value(ty),
                None => attempt.guess(Nothing, &[Value]).into(),
            },
            function::CALL_INDIRECT => match type_def(2) {
                Some(TypeDef::Value(Type::Void)) => Outcome::Nothing,
                Some(&TypeDef::Value(ty)) => Outcome::Value(ty),
                _ => attempt.guess(Value, &[Nothing]).into(),
            },
            _ => attempt.guess(Nothing, &[Value, Terminator]).into(),
        }
    }

    /// Returns the result type of the function in a call, if it is known.
    fn callee(&self, relative: Option<u64>) -> Option<Type> {
        let relative = u32::try_from(relative?).ok()?;
        let callee = self.next_value.wrapping_sub(relative);
        if callee >= self.function_count {
            return None;
        }
        let declared = &self.module.functions[callee as usize];
        match self.module.types.get(declared.ty.index()) {
            Some(TypeDef::Function(signature)) => Some(signature.result),
            _ => None,
        }
    }

    /// Processes the end of the body, and makes the checks that require the whole body.
    fn end_all(&mut self, position: u64, attempt: &mut Attempt<'_>) {
        let mut counted = attempt.any_blocks;
        if self.insts.len() as u32 > self.block_inst {
            let overrun = attempt.any_blocks && self.expected_blocks != u32::MAX;
            if let (Err(error), false) = (self.end(position), overrun) {
                attempt.note(self.place(error));
            }
            counted = true;
            self.terminate::<true>(position, Inst::Unreachable);
        }
        let matches = self.blocks.len() as u32 == self.expected_blocks;
        if !counted
            && (!matches || self.expected_blocks == 0)
            && let Err(error) = self.end(position)
        {
            attempt.note(self.place(error));
        }
        let unfulfilled: Vec<Error> = self.unfulfilled().take(MAX_ERRORS).collect();
        for error in unfulfilled {
            attempt.note(self.place(error));
        }
        if matches && !attempt.broken_flow && !self.blocks.is_empty() {
            let mut wrong_phis = HashSet::new();
            let mut found: HashSet<(u64, String)> = HashSet::new();
            self.check_flow(|error| {
                let inst = error.place().map(|place| place.inst);
                // Errors of phis are reported first, and only one for each phi.
                let known = attempt.errors.len() > MAX_ERRORS
                    || inst.is_some_and(|inst| {
                        attempt.replaced.contains(&inst) || wrong_phis.contains(&inst)
                    });
                if error.kind() == ErrorKind::BadPhi {
                    wrong_phis.extend(inst);
                }
                if !known && found.insert((error.position().0, error.message().to_owned())) {
                    attempt.note(error);
                }
            });
        }
    }
}
