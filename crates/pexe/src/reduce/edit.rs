//! Defines the edits of a program, and sets of them indexed by place.

use crate::decode::Program;
use crate::ids::{BlockId, FuncId, GlobalId, InstId, ValueId};
use std::collections::{HashMap, HashSet};

/// An edit of a program. Bodies are identified by their functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Replaces the body by `unreachable`.
    Unreachable(FuncId),
    /// Replaces the body by a return of zero.
    ReturnZero(FuncId),
    /// Removes the function. Calls of it and its address become zero.
    DropFunction(FuncId),
    /// Removes the global. Its address becomes zero.
    DropGlobal(GlobalId),
    /// Replaces the initialiser with this index by zeros.
    ZeroInitializer(u32),
    /// Removes the name of a function.
    DropFunctionName(FuncId),
    /// Removes the name of a global.
    DropGlobalName(GlobalId),
    /// Removes the parameter. Its uses become zero.
    DropParameter(FuncId, u32),
    /// Ends the block in a different way.
    End(FuncId, BlockId, End),
    /// Merges the block into its only predecessor.
    Join(FuncId, BlockId),
    /// Removes a case of the switch.
    DropCase(FuncId, InstId, u32),
    /// Removes the instruction. Its value becomes zero.
    DropInstruction(FuncId, InstId),
    /// Removes the instruction and replaces its value with this one.
    Replace(FuncId, InstId, ValueId),
    /// Replaces an operand of the instruction, given by its index, by zero.
    ZeroOperand(FuncId, InstId, u32),
}

/// The new end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The block ends with `unreachable`.
    Unreachable,
    /// The block always continues in the successor with this index.
    To(u32),
}

/// The edit of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Fate {
    #[default]
    Keep,
    Unreachable,
    ReturnZero,
    Drop,
}

/// The edit of an instruction that is not a terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Replacement {
    Zero,
    Value(ValueId),
}

/// A set of edits. If two edits have the same place, the first one is used.
#[derive(Debug, Default)]
pub(super) struct Edits {
    pub(super) functions: Vec<FunctionEdits>,
    pub(super) dropped_globals: HashSet<u32>,
    pub(super) unnamed_globals: HashSet<u32>,
    pub(super) zeroed: HashSet<u32>,
}

/// The edits of a function.
#[derive(Debug, Default)]
pub(super) struct FunctionEdits {
    pub(super) fate: Fate,
    pub(super) unnamed: bool,
    pub(super) dropped_params: HashSet<u32>,
    pub(super) ends: HashMap<u32, End>,
    pub(super) joined: HashSet<u32>,
    pub(super) dropped_cases: HashSet<(u32, u32)>,
    pub(super) replaced: HashMap<u32, Replacement>,
    pub(super) zeroed: HashSet<(u32, u32)>,
}

impl Edits {
    /// Creates a set of edits. Edits of places that do not exist are ignored.
    pub(super) fn new(program: &Program, list: &[Edit]) -> Edits {
        let mut edits = Edits::default();
        let count = program.module().functions.len();
        edits.functions.resize_with(count, FunctionEdits::default);
        for &edit in list {
            edits.add(edit);
        }
        edits
    }

    fn add(&mut self, edit: Edit) {
        match edit {
            Edit::DropGlobal(id) => drop(self.dropped_globals.insert(id.0)),
            Edit::DropGlobalName(id) => drop(self.unnamed_globals.insert(id.0)),
            Edit::ZeroInitializer(index) => drop(self.zeroed.insert(index)),
            Edit::Unreachable(id)
            | Edit::ReturnZero(id)
            | Edit::DropFunction(id)
            | Edit::DropFunctionName(id)
            | Edit::DropParameter(id, _)
            | Edit::End(id, ..)
            | Edit::Join(id, _)
            | Edit::DropCase(id, ..)
            | Edit::DropInstruction(id, _)
            | Edit::Replace(id, ..)
            | Edit::ZeroOperand(id, ..) => {
                if let Some(function) = self.functions.get_mut(id.index()) {
                    function.add(edit);
                }
            }
        }
    }
}

impl FunctionEdits {
    fn add(&mut self, edit: Edit) {
        match edit {
            Edit::Unreachable(_) => self.fate(Fate::Unreachable),
            Edit::ReturnZero(_) => self.fate(Fate::ReturnZero),
            Edit::DropFunction(_) => self.fate(Fate::Drop),
            Edit::DropFunctionName(_) => self.unnamed = true,
            Edit::DropParameter(_, index) => drop(self.dropped_params.insert(index)),
            Edit::End(_, block, end) => drop(self.ends.entry(block.0).or_insert(end)),
            Edit::Join(_, block) => drop(self.joined.insert(block.0)),
            Edit::DropCase(_, inst, case) => drop(self.dropped_cases.insert((inst.0, case))),
            Edit::DropInstruction(_, inst) => self.replace(inst, Replacement::Zero),
            Edit::Replace(_, inst, value) => self.replace(inst, Replacement::Value(value)),
            Edit::ZeroOperand(_, inst, index) => drop(self.zeroed.insert((inst.0, index))),
            Edit::DropGlobal(_) | Edit::DropGlobalName(_) | Edit::ZeroInitializer(_) => {}
        }
    }

    fn fate(&mut self, fate: Fate) {
        if self.fate == Fate::Keep {
            self.fate = fate;
        }
    }

    fn replace(&mut self, inst: InstId, replacement: Replacement) {
        self.replaced.entry(inst.0).or_insert(replacement);
    }
}
