//! An attempt to decode a body with errors: the errors, the guesses, and the values that are
//! doubtful because of them.

use crate::construct::Instruction;
use crate::decode::body::BodyDecoder;
use crate::decode::findings::Doubts;
use crate::error::{Error, ErrorKind};
use crate::ids::{FuncId, ValueId};
use crate::limits::MAX_ERRORS;
use crate::types::Type;
use std::collections::HashSet;

/// A guess at the meaning of a record that cannot be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guess {
    Nothing,
    Value,
    Terminator,
}

/// The effect of a record on numbering.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Nothing,
    Value(Type),
    Terminator,
}

impl From<Guess> for Outcome {
    fn from(guess: Guess) -> Outcome {
        match guess {
            Guess::Nothing => Outcome::Nothing,
            Guess::Value => Outcome::Value(Type::I32),
            Guess::Terminator => Outcome::Terminator,
        }
    }
}

/// The state of an attempt.
#[derive(Debug)]
pub(super) struct Attempt<'a> {
    pub(super) module: &'a Doubts,
    pub(super) errors: Vec<Error>,
    /// The guesses to make, in order. At the end of the attempt, these are the guesses that were
    /// made, each with the alternatives.
    pub(super) guesses: Vec<(Guess, &'static [Guess])>,
    pub(super) guessed: usize,
    /// Values with a placeholder, or whose type is uncertain.
    pub(super) doubtful: HashSet<u32>,
    /// Values that do not exist and were reported.
    pub(super) undefined: HashSet<u32>,
    /// Instructions that were replaced by placeholders.
    pub(super) replaced: HashSet<u32>,
    /// True if the number of blocks is unknown.
    pub(super) any_blocks: bool,
    /// True if targets of branches are unknown.
    pub(super) broken_flow: bool,
}

/// The values, the type and the called function that an instruction uses. `missing` are those of
/// the values that do not exist.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub(super) values: Vec<u32>,
    pub(super) missing: Vec<u32>,
    pub(super) ty: Option<u32>,
    pub(super) function: Option<FuncId>,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(module: &'a Doubts, guesses: Vec<(Guess, &'static [Guess])>) -> Attempt<'a> {
        Attempt {
            module,
            errors: Vec::new(),
            guesses,
            guessed: 0,
            doubtful: HashSet::new(),
            undefined: HashSet::new(),
            replaced: HashSet::new(),
            any_blocks: false,
            broken_flow: false,
        }
    }

    pub(super) fn note(&mut self, error: Error) {
        if self.errors.len() <= MAX_ERRORS {
            self.errors.push(error);
        }
    }

    pub(super) fn guess(&mut self, likely: Guess, others: &'static [Guess]) -> Guess {
        if self.guessed == self.guesses.len() {
            self.guesses.push((likely, others));
        }
        self.guessed += 1;
        self.guesses[self.guessed - 1].0
    }

    pub(super) fn doubt(&mut self, values: std::ops::Range<u32>) {
        self.doubtful.extend(values);
    }

    pub(super) fn doubts_type(&self, id: u64) -> bool {
        self.module.has_type(id)
    }

    pub(super) fn is_doubtful(&self, uses: &Uses) -> bool {
        uses.values
            .iter()
            .any(|value| self.doubtful.contains(value))
            || uses.ty.is_some_and(|ty| self.doubts_type(ty.into()))
            || uses
                .function
                .is_some_and(|function| self.module.functions.contains(&function.0))
    }

    /// Returns true if an error may be a consequence of an earlier one.
    pub(super) fn is_consequence(&mut self, error: &Error, uses: &Uses, doubtful: bool) -> bool {
        match error.kind() {
            ErrorKind::UndefinedValue => {
                // Each value that does not exist is only reported once.
                let known = |value| self.undefined.contains(value) || self.doubtful.contains(value);
                let all = !uses.missing.is_empty() && uses.missing.iter().all(known);
                self.undefined.extend(&uses.missing);
                all
            }
            ErrorKind::UndefinedType => uses.ty.is_some_and(|ty| self.doubts_type(ty.into())),
            ErrorKind::TypeMismatch
            | ErrorKind::BadOperation
            | ErrorKind::BadAlignment
            | ErrorKind::BadCall
            | ErrorKind::BadReturn
            | ErrorKind::BadSwitch
            | ErrorKind::VectorIndex
            | ErrorKind::IntrinsicArgument
            | ErrorKind::ForwardDeclaration => doubtful,
            _ => false,
        }
    }
}

impl BodyDecoder<'_> {
    /// Returns the values, the type and the function that an instruction uses.
    pub(super) fn uses_of(&self, instruction: &Instruction<'_>) -> Uses {
        let mut uses = Uses::default();
        let mut missing = Vec::new();
        let mut add = |value: ValueId| {
            match self.types.get(value.0 as usize) {
                Some(&ty) if ty != Type::Void => {}
                _ if value.0 < self.first_local => {}
                _ => missing.push(value.0),
            }
            uses.values.push(value.0);
        };
        match *instruction {
            Instruction::Blocks { .. }
            | Instruction::Br { .. }
            | Instruction::Unreachable
            | Instruction::Ret { value: None } => {}
            Instruction::Binary { lhs, rhs, .. } | Instruction::Compare { lhs, rhs, .. } => {
                add(lhs);
                add(rhs);
            }
            Instruction::Cast { value, ty, .. } => {
                add(value);
                uses.ty = Some(ty);
            }
            Instruction::ExtractElement { vector, index } => {
                add(vector);
                add(index);
            }
            Instruction::InsertElement {
                vector,
                element,
                index,
            } => {
                add(vector);
                add(element);
                add(index);
            }
            Instruction::Ret { value: Some(value) } => add(value),
            Instruction::CondBr { condition, .. } => add(condition),
            Instruction::Switch { ty, value, .. } => {
                add(value);
                uses.ty = Some(ty);
            }
            Instruction::Phi { ty, incoming } => {
                incoming.iter(0).flatten().for_each(|(value, _)| add(value));
                uses.ty = Some(ty);
            }
            Instruction::Alloca { size, .. } => add(size),
            Instruction::Load { address, ty, .. } => {
                add(address);
                uses.ty = Some(ty);
            }
            Instruction::Store { address, value, .. } => {
                add(address);
                add(value);
            }
            Instruction::Select {
                if_true,
                if_false,
                condition,
            } => {
                add(if_true);
                add(if_false);
                add(condition);
            }
            Instruction::ForwardType { ty, .. } => uses.ty = Some(ty),
            Instruction::Call { callee, args, .. } => {
                args.iter(0).flatten().for_each(&mut add);
                if callee.0 < self.function_count {
                    uses.function = Some(FuncId(callee.0));
                }
            }
            Instruction::CallIndirect {
                callee, ty, args, ..
            } => {
                add(callee);
                args.iter(0).flatten().for_each(&mut add);
                uses.ty = Some(ty);
            }
        }
        uses.missing = missing;
        uses
    }
}
