//! From a function body to operations.
//!
//! The steps, each in its own file and each linear in the function's size or
//! nearly so:
//!
//! 1. [`flow`]: the order of the blocks;
//! 2. [`select`]: operations on virtual registers, several instructions in
//!    one where possible;
//! 3. [`allocate`]: registers of the frame for the virtual ones; if there are not
//!    enough, [`spill`] first moves what lives long into memory;
//! 4. [`emit`]: the final operations, with phi moves and jump targets.
//!
//! A function comes to that only when it is used much; before, each of its blocks is
//! prepared by itself when control first reaches it ([`block_code`]).

mod allocate;
mod block_code;
mod emit;
mod flow;
mod node;
mod select;
mod spill;

pub(super) use block_code::{Transfer, can_run_by_blocks};

use super::prepared::{Mode, Prepared, ProgramInfo};
use allocate::{ARGUMENT_LIMIT, Allocation, Input};
use block_code::BlockPreparer;
use emit::{Emission, Emitter};
use flow::Flow;
use pinnacle_pexe::function::Function;
use select::Selection;

/// Prepares functions; keeps its storage from one to the next.
#[derive(Default, Debug)]
pub(crate) struct Preparer {
    flow: Flow,
    selection: Selection,
    allocation: Allocation,
    emission: Emission,
    blocks: BlockPreparer,
}

impl Preparer {
    /// Prepares a function, or says why it cannot be run.
    pub(crate) fn prepare(
        &mut self,
        function: &Function,
        info: &ProgramInfo<'_>,
    ) -> Result<Prepared, String> {
        let Preparer {
            flow,
            selection,
            allocation,
            emission,
            ..
        } = self;
        flow.compute(function);
        select::select(function, info, flow, selection);
        let share = !selection.calls_setjmp && info.mode != Mode::TraceInsts;
        find_registers(function, flow, selection, allocation, share)?;
        Emitter::new(function, flow, selection, allocation, emission).run();
        Ok(Prepared {
            id: function.id(),
            code: emission.code.as_slice().into(),
            sources: emission.sources.as_slice().into(),
            frame_size: allocation.frame_size,
            weight: i64::from(emission.code.len().min(MAX_WEIGHT) as u32),
            tables: std::mem::take(&mut emission.tables).into(),
            vectors: std::mem::take(&mut selection.vectors).into(),
            intrinsics: std::mem::take(&mut selection.intrinsics).into(),
        })
    }

    /// Prepares one block by itself; see [`block_code`].
    pub(crate) fn prepare_block(
        &mut self,
        function: &Function,
        info: &ProgramInfo<'_>,
        block: u32,
    ) -> Option<Prepared> {
        self.blocks.prepare(function, info, block)
    }

    /// The way from the code of single blocks to the function that was prepared
    /// last, as a whole, at the start of a block.
    pub(crate) fn transfer(&self, function: &Function, block: u32) -> Transfer {
        Transfer::new(
            function,
            &self.flow,
            &self.selection,
            &self.allocation,
            &self.emission,
            block,
        )
    }
}

/// Finds registers for what selection has made, where there are too many values with
/// some of them in memory.
fn find_registers(
    function: &Function,
    flow: &Flow,
    selection: &mut Selection,
    allocation: &mut Allocation,
    share: bool,
) -> Result<(), String> {
    if selection.out_words > ARGUMENT_LIMIT {
        return Err(format!(
            "it calls a function with more than {ARGUMENT_LIMIT} words of arguments"
        ));
    }
    for spills in [false, true] {
        if spills {
            spill::spill(function, flow, selection, allocation, share)?;
        }
        let input = Input {
            function,
            flow,
            selection,
            share,
        };
        if allocation.allocate(&input) {
            return Ok(());
        }
    }
    Err("it has too many parameters".to_owned())
}

/// A call takes at most so much from the budget.
const MAX_WEIGHT: usize = 100;
