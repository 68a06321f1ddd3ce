//! The blocks of one body that are part of the program, and their numbers.

use crate::error::Fault;
use pinnacle_llvm::{BlockId, Body};
use pinnacle_pexe::ids;

/// The number of an unreachable block.
const NONE: u32 = u32::MAX;

/// The reachable blocks of a body, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// The number of each block of the module, or [`NONE`].
    numbers: Vec<u32>,
    reached: Vec<BlockId>,
    pending: Vec<BlockId>,
    enters_entry: bool,
}

impl Blocks {
    /// Finds the reachable blocks. With `keeps_all`, all blocks count as reachable.
    pub(super) fn find(&mut self, body: &Body, keeps_all: bool) {
        self.numbers.clear();
        self.reached.clear();
        self.pending.clear();
        self.enters_entry = false;
        let Some(&entry) = body.order().first() else {
            return;
        };
        let most = body.order().iter().map(|block| block.index() + 1).max();
        self.numbers.resize(most.unwrap_or(0), NONE);
        let roots = match keeps_all {
            true => body.order(),
            false => &body.order()[..1],
        };
        for block in roots {
            self.numbers[block.index()] = 0;
        }
        self.pending.extend_from_slice(roots);
        while let Some(block) = self.pending.pop() {
            let Some(last) = body.block_instructions(block).last() else {
                continue;
            };
            last.kind.for_each_successor(body, |target| {
                self.enters_entry |= target == entry;
                if let Some(number @ &mut NONE) = self.numbers.get_mut(target.index()) {
                    *number = 0;
                    self.pending.push(target);
                }
            });
        }
        let mut next = u32::from(self.enters_entry);
        for &block in body.order() {
            let number = &mut self.numbers[block.index()];
            if *number != NONE {
                *number = next;
                next += 1;
                self.reached.push(block);
            }
        }
    }

    /// The reachable blocks, by their ids in the module.
    pub(super) fn reached(&self) -> &[BlockId] {
        &self.reached
    }

    /// Returns true if the entry block is a branch target. PNaCl does not allow that, so a block is
    /// added before it that only branches to it.
    pub(super) fn enters_entry(&self) -> bool {
        self.enters_entry
    }

    /// The number of blocks in the program.
    pub(super) fn count(&self) -> u32 {
        self.reached.len() as u32 + u32::from(self.enters_entry)
    }

    /// The number of a block, or `None` if it is unreachable.
    pub(super) fn number(&self, block: BlockId) -> Option<ids::BlockId> {
        let number = self.numbers.get(block.index()).copied();
        number.filter(|&number| number != NONE).map(ids::BlockId)
    }

    /// The number of a successor of a reachable block.
    pub(super) fn target(&self, block: BlockId) -> Result<ids::BlockId, Fault> {
        let number = self.number(block);
        number.ok_or_else(|| Fault::internal("a branch targets a block outside of its function"))
    }
}
