//! Replaces indirect branches by switches.
//!
//! In a program, blocks have no addresses. In each function, the blocks whose address is taken are
//! numbered from 1, and the number becomes the address. A branch to an address becomes a switch
//! over the numbers of the possible targets. A branch to any other address is undefined. A function
//! without an indirect branch cannot use these addresses, so they are all -1.
//!
//! Addresses in initialisers also become numbers, for example in the label tables of interpreters.
//!
//! ```llvm
//! @labels = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
//! indirectbr ptr %address, [label %one, label %two]
//! ; becomes
//! @labels = constant [2 x ptr] [ptr inttoptr (i32 1 to ptr), ptr inttoptr (i32 2 to ptr)]
//! %1 = ptrtoint ptr %address to i32
//! switch i32 %1, label %nowhere [ i32 1, label %one  i32 2, label %two ]
//! ```

use crate::Options;
use crate::error::{Reporter, body_of};
use crate::reach::remove_unreachable_blocks;
use pinnacle_llvm::Substitution;
use pinnacle_llvm::{
    BlockId, CastOp, ConstantId, ConstantKind, Edit, GlobalId, InstructionKind, Module,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let taken = addresses_taken(module);
    let branching: Vec<GlobalId> = module
        .global_ids()
        .filter(|&id| has_indirect_branch(module, id))
        .collect();
    for &function in &branching {
        replace_branches(module, function, of_function(&taken, function), reporter);
    }
    let mut functions: Vec<GlobalId> = taken.iter().map(|&(function, _)| function).collect();
    functions.extend_from_slice(&branching);
    functions.sort_unstable();
    functions.dedup();
    replace_addresses(module, &taken, &branching);
    for function in functions {
        remove_unreachable_blocks(module, function);
    }
}

/// The blocks whose address is taken, sorted by function and block.
fn addresses_taken(module: &Module) -> Vec<(GlobalId, BlockId)> {
    let mut taken = Vec::new();
    for index in 0..module.constants.len() {
        if let ConstantKind::BlockAddress { function, block } =
            module.constants.get(ConstantId::at(index)).kind
        {
            taken.push((function, block));
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// Returns the entries of a sorted list that belong to one function.
fn of_function(taken: &[(GlobalId, BlockId)], function: GlobalId) -> &[(GlobalId, BlockId)] {
    let start = taken.partition_point(|&(other, _)| other < function);
    let end = taken.partition_point(|&(other, _)| other <= function);
    &taken[start..end]
}

fn has_indirect_branch(module: &Module, id: GlobalId) -> bool {
    body_of(module, id).is_some_and(|body| {
        let is_indirect =
            |kind: &InstructionKind| matches!(kind, InstructionKind::IndirectBranch { .. });
        let last = |&block: &BlockId| body.block_instructions(block).last();
        body.order()
            .iter()
            .filter_map(last)
            .any(|instruction| is_indirect(&instruction.kind))
    })
}

fn replace_branches(
    module: &mut Module,
    function: GlobalId,
    taken: &[(GlobalId, BlockId)],
    reporter: &mut Reporter,
) {
    let mut nowhere = None;
    let mut cases = Vec::new();
    reporter.edit(module, function, |editor, instruction| {
        let InstructionKind::IndirectBranch {
            address,
            destinations,
        } = instruction.kind
        else {
            return Ok(Edit::Keep);
        };
        let build = &mut editor.build;
        cases.clear();
        for &block in build.body().block_list(destinations) {
            if let Ok(place) = taken.binary_search(&(function, block)) {
                cases.push((place + 1, block));
            }
        }
        cases.sort_unstable();
        cases.dedup();
        if cases.is_empty() {
            build.unreachable();
            return Ok(Edit::Drop);
        }
        let cases: Vec<_> = cases
            .iter()
            .map(|&(number, block)| (build.module.int(32, number as u64), block))
            .collect();
        let i32 = build.module.types.integer(32);
        let number = build.cast(CastOp::PtrToInt, address, i32);
        let known = nowhere;
        let default = *nowhere.get_or_insert_with(|| build.block(b""));
        build.switch(number, default, &cases);
        if known.is_none() {
            build.start(default);
            build.unreachable();
        }
        Ok(Edit::Drop)
    });
}

fn replace_addresses(module: &mut Module, taken: &[(GlobalId, BlockId)], branching: &[GlobalId]) {
    if taken.is_empty() {
        return;
    }
    let substitution = Substitution::new(module, |module, constant| {
        let ConstantKind::BlockAddress { function, block } = constant.kind else {
            return None;
        };
        let number = match of_function(taken, function).binary_search(&(function, block)) {
            Ok(place) if branching.binary_search(&function).is_ok() => place as u64 + 1,
            _ => u64::from(u32::MAX),
        };
        let number = module.int(32, number);
        let kind = ConstantKind::Cast(CastOp::IntToPtr, number);
        Some(module.constants.plain(constant.ty, kind))
    });
    if let Ok(substitution) = substitution {
        substitution.apply(module);
    }
}
