//! Converts a function body to operations.
//!
//! Each step has its own file, and its time is linear in the function's size or nearly so:
//!
//! 1. [`flow`]: the order of the blocks;
//! 2. [`select`]: operations on virtual registers, several instructions in
//!    one where possible;
//! 3. [`allocate`]: registers of the frame for the virtual ones; if there are not
//!    enough, [`spill`] first moves long-lived values into memory;
//! 4. [`emit`]: the final operations, with phi moves and jump targets.
//!
//! Only functions that are used much go through these steps. Before that, each block is prepared
//! separately when control first reaches it ([`block_code`]).

mod allocate;
mod block_code;
mod emit;
mod flow;
mod merge;
mod node;
mod root;
mod select;
mod spill;

#[cfg(all(feature = "wasmtime", unix))]
pub(super) use block_code::variables;
pub(super) use block_code::{Transfer, can_run_by_blocks};

use super::prepared::{Counting, Prepared, ProgramInfo};
use allocate::{Allocation, Input, MAX_ARGUMENTS};
use block_code::BlockPreparer;
use emit::{Emission, Emitter};
use flow::Flow;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::BlockId;
use pinnacle_pexe::rounds::Heads;
use select::Selection;

/// Prepares functions. Its buffers are reused.
#[derive(Default, Debug)]
pub(crate) struct Preparer {
    flow: Flow,
    selection: Selection,
    allocation: Allocation,
    emission: Emission,
    /// The blocks that count as rounds in the last prepared function, if rounds are counted.
    heads: Heads,
    blocks: BlockPreparer,
}

impl Preparer {
    /// Prepares a function. Fails with the reason if it cannot be run.
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
            heads,
            ..
        } = self;
        flow.compute(function);
        select::select(function, info, flow, selection);
        let share = !selection.calls_setjmp && !info.is_stepwise();
        find_registers(function, flow, selection, allocation, share)?;
        let counts_rounds = info.counting == Counting::Rounds;
        if counts_rounds {
            heads.find(function);
        }
        let counted = counts_rounds.then_some(&*heads);
        Emitter::new(function, flow, selection, allocation, counted, emission).run();
        let weight = match counted {
            Some(heads) => heads.of_entry(function, info.module()),
            None => emission.code.len().min(MAX_WEIGHT) as u32,
        };
        Ok(Prepared {
            id: info.number(function.id()),
            block: None,
            calls_setjmp: selection.calls_setjmp,
            code: emission.code.as_slice().into(),
            sources: emission.sources.as_slice().into(),
            frame_size: allocation.frame_size,
            weight: i64::from(weight),
            tables: std::mem::take(&mut emission.tables).into(),
            vectors: std::mem::take(&mut selection.vectors).into(),
            intrinsics: std::mem::take(&mut selection.intrinsics).into(),
            values: match info.steps() {
                true => allocation.registers_of_values(function),
                false => Box::default(),
            },
        })
    }

    /// Prepares one block separately; see [`block_code`].
    pub(crate) fn prepare_block(
        &mut self,
        function: &Function,
        info: &ProgramInfo<'_>,
        block: u32,
    ) -> Option<Prepared> {
        self.blocks.prepare(function, info, block)
    }

    /// Returns the transfer from single blocks to the last prepared whole function, at the start of
    /// a block.
    pub(crate) fn transfer(&self, function: &Function, counting: Counting, block: u32) -> Transfer {
        let mut transfer = Transfer::new(
            function,
            &self.flow,
            &self.selection,
            &self.allocation,
            &self.emission,
            block,
        );
        if counting == Counting::Rounds {
            transfer.weight = i64::from(self.heads.counts(BlockId(block)));
        }
        transfer
    }

    /// Returns the registers of values at the start of a block, by local index, in the last
    /// prepared whole function.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(crate) fn values_at(&self, function: &Function, block: u32) -> Vec<(u32, u16)> {
        let place = self.flow.place(block) as usize;
        let share = !self.selection.calls_setjmp;
        variables(function)
            .filter(|&local| self.allocation.is_live(local, place, share))
            .map(|local| (local, self.allocation.register(local)))
            .collect()
    }

    /// Returns the block that starts at an operation of the most recently prepared whole function.
    /// If several blocks start there, returns the last; the others fall through to it without doing
    /// anything.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(crate) fn block_at(&self, pc: usize) -> Option<u32> {
        let mut places = self.flow.blocks().iter().enumerate().rev();
        let found = places.find(|&(place, _)| self.emission.label(place) == pc);
        found.map(|(_, &block)| block)
    }
}

/// Assigns registers to the selected operations. If there are too many values, some are kept in
/// memory.
fn find_registers(
    function: &Function,
    flow: &Flow,
    selection: &mut Selection,
    allocation: &mut Allocation,
    share: bool,
) -> Result<(), String> {
    if selection.out_words > MAX_ARGUMENTS {
        return Err(format!(
            "it calls a function with more than {MAX_ARGUMENTS} words of arguments"
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

/// Maximum cost of a call.
const MAX_WEIGHT: usize = 100;
