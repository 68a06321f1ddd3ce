//! Finds the possible edits of a program, with one function for each reduction.

use super::edit::{Edit, End};
use crate::decode::Program;
use crate::function::{Function, ValueKind};
use crate::ids::{BlockId, FuncId, GlobalId, InstId, ValueId};
use crate::inst::Inst;
use crate::module::{Initializer, Linkage, Module};

pub(super) fn bodies(program: &Program) -> Vec<Edit> {
    let functions = program.functions().iter();
    functions
        .filter(|function| *function.insts() != [Inst::Unreachable])
        .map(|function| Edit::Unreachable(function.id()))
        .collect()
}

pub(super) fn results(program: &Program) -> Vec<Edit> {
    let functions = program.functions().iter();
    functions
        .filter(|function| function.insts().len() > 1)
        .map(|function| Edit::ReturnZero(function.id()))
        .collect()
}

pub(super) fn functions(program: &Program) -> Vec<Edit> {
    let functions = program.functions().iter();
    functions
        .map(super::super::function::Function::id)
        .filter(|&id| is_internal(program.module(), id))
        .map(Edit::DropFunction)
        .collect()
}

fn is_internal(module: &Module, id: FuncId) -> bool {
    module.functions[id.index()].linkage == Linkage::Internal
}

pub(super) fn names(program: &Program) -> Vec<Edit> {
    let module = program.module();
    let functions = (0..).map(FuncId).zip(&module.functions);
    let functions = functions
        .filter(|(id, function)| function.name.is_some() && is_internal(module, *id))
        .map(|(id, _)| Edit::DropFunctionName(id));
    let globals = (0..).map(GlobalId).zip(&module.globals);
    let globals = globals
        .filter(|(_, global)| global.name.is_some())
        .map(|(id, _)| Edit::DropGlobalName(id));
    functions.chain(globals).collect()
}

pub(super) fn globals(program: &Program) -> Vec<Edit> {
    (0..program.module().globals.len() as u32)
        .map(|index| Edit::DropGlobal(GlobalId(index)))
        .collect()
}

pub(super) fn initializers(program: &Program) -> Vec<Edit> {
    let initializers = (0..).zip(&program.module().initializers);
    initializers
        .filter(|(_, initializer)| !matches!(initializer, Initializer::Zero(_)))
        .map(|(index, _)| Edit::ZeroInitializer(index))
        .collect()
}

/// Returns the blocks of all functions, each with its terminator.
fn blocks(program: &Program) -> impl Iterator<Item = (&Function, BlockId, InstId, &Inst)> {
    program.functions().iter().flat_map(|function| {
        function.block_ids().map(move |block| {
            let range = function.blocks()[block.index()];
            let last = InstId(range.first_inst + range.len - 1);
            (function, block, last, &function.insts()[last.index()])
        })
    })
}

pub(super) fn ends(program: &Program) -> Vec<Edit> {
    blocks(program)
        .filter(|(_, _, _, last)| !matches!(last, Inst::Unreachable))
        .map(|(function, block, _, _)| Edit::End(function.id(), block, End::Unreachable))
        .collect()
}

pub(super) fn edges(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (function, block, _, last) in blocks(program) {
        if !matches!(last, Inst::CondBr { .. } | Inst::Switch { .. }) {
            continue;
        }
        let mut count = 0;
        function.for_each_successor(block, |_| count += 1);
        let sides = (0..count).map(|nth| Edit::End(function.id(), block, End::To(nth)));
        edits.extend(sides);
    }
    edits
}

pub(super) fn cases(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (function, _, id, last) in blocks(program) {
        if let Inst::Switch { cases, .. } = *last {
            let (_, cases) = function.switch_cases(cases);
            let cases = (0..cases.len() as u32).map(|case| Edit::DropCase(function.id(), id, case));
            edits.extend(cases);
        }
    }
    edits
}

pub(super) fn joints(program: &Program) -> Vec<Edit> {
    let branches = blocks(program).filter_map(|(function, _, _, last)| match *last {
        Inst::Br { target } => Some(Edit::Join(function.id(), target)),
        _ => None,
    });
    branches.collect()
}

/// Returns the instructions of all functions except terminators, in reverse order, so that uses of
/// a value are removed before its definition.
fn plain(program: &Program) -> impl Iterator<Item = (&Function, InstId, Option<ValueId>, &Inst)> {
    program.functions().iter().flat_map(|function| {
        let insts = function.block_ids().flat_map(|block| {
            let insts: Vec<_> = function.block_insts(block).collect();
            insts
        });
        let mut insts: Vec<_> = insts.filter(|(_, _, inst)| !inst.is_terminator()).collect();
        insts.reverse();
        insts
            .into_iter()
            .map(move |(id, value, inst)| (function, id, value, inst))
    })
}

pub(super) fn instructions(program: &Program) -> Vec<Edit> {
    plain(program)
        .map(|(function, id, _, _)| Edit::DropInstruction(function.id(), id))
        .collect()
}

pub(super) fn detours(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (function, id, value, inst) in plain(program) {
        let Some(value) = value else {
            continue;
        };
        let ty = function.value_type(value);
        let mut taken: Vec<ValueId> = Vec::new();
        for_each_operand(function, inst, |_, operand| {
            let fits = function.value_type(operand) == ty && operand != value;
            if fits && !taken.contains(&operand) && taken.len() < MAX_DETOURS {
                taken.push(operand);
                edits.push(Edit::Replace(function.id(), id, operand));
            }
        });
    }
    edits
}

/// Maximum number of operands of an instruction that are tried as replacements for its result.
const MAX_DETOURS: usize = 4;

pub(super) fn operands(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for function in program.functions() {
        for (id, inst) in (0..).map(InstId).zip(function.insts()) {
            if matches!(inst, Inst::Phi { .. }) {
                continue;
            }
            for_each_operand(function, inst, |index, operand| {
                let constant = matches!(function.value_name(operand), ValueKind::Constant(_));
                let zero = constant && function.constant(operand).is_some_and(|c| c.bits() == 0);
                if !zero {
                    edits.push(Edit::ZeroOperand(function.id(), id, index));
                }
            });
        }
    }
    edits
}

pub(super) fn parameters(program: &Program) -> Vec<Edit> {
    let functions = program.functions().iter();
    functions
        .filter(|function| is_internal(program.module(), function.id()))
        .flat_map(|function| {
            (0..function.param_count()).map(|index| Edit::DropParameter(function.id(), index))
        })
        .collect()
}

/// Calls a function with each operand and its index. Skips the index of a vector element, which
/// must be a constant.
fn for_each_operand(function: &Function, inst: &Inst, mut visit: impl FnMut(u32, ValueId)) {
    let lane = match inst {
        Inst::ExtractElement { .. } => 1,
        Inst::InsertElement { .. } => 2,
        _ => u32::MAX,
    };
    let mut number = 0;
    function.for_each_operand(inst, |value| {
        if number != lane {
            visit(number, value);
        }
        number += 1;
    });
}
