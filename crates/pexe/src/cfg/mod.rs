//! The control flow graph of a function: edges and dominators.

mod dominators;
mod lengauer_tarjan;

pub use dominators::Dominators;

use crate::ids::BlockId;

const NONE: u32 = u32::MAX;

/// Edges between blocks, in both directions. Reusable: its arrays keep their
/// memory from one function to the next.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    successors: Lists,
    predecessors: Lists,
}

/// A list of blocks for each block, in one array.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Where the list of a block is.
    #[inline]
    fn range(&self, block: u32) -> std::ops::Range<usize> {
        let block = block as usize;
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    #[inline]
    fn of(&self, block: u32) -> &[u32] {
        &self.items[self.range(block)]
    }

    /// The edges by target instead of by source.
    fn invert(&self, inverse: &mut Lists) {
        let Lists {
            starts: ends,
            items: targets,
        } = self;
        let Lists { starts, items } = inverse;
        reset(starts, ends.len(), 0);
        for &target in targets {
            starts[target as usize] += 1;
        }
        // The counts become the ends of the lists; filling them from the last
        // edge to the first turns the ends into starts.
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        reset(items, targets.len(), 0);
        let (starts, items) = (starts.as_mut_slice(), items.as_mut_slice());
        let mut rest = targets.as_slice();
        for (block, &first) in ends[..ends.len() - 1].iter().enumerate().rev() {
            let (before, own) = rest.split_at(first as usize);
            for &target in own.iter().rev() {
                let slot = &mut starts[target as usize];
                *slot -= 1;
                items[*slot as usize] = block as u32;
            }
            rest = before;
        }
    }
}

impl Edges {
    /// Collects the edges of a function with so many blocks. `successors` is
    /// called for each block in order and hands each target to its second
    /// argument; targets must be less than the number of blocks.
    pub fn build(
        &mut self,
        block_count: u32,
        mut successors: impl FnMut(BlockId, &mut dyn FnMut(BlockId)),
    ) {
        self.begin();
        for block in 0..block_count {
            successors(BlockId(block), &mut |target| self.add(target));
            self.end_block();
        }
        self.finish();
    }

    /// Forgets all edges, to take those of another function: each with
    /// [`Edges::add`], each block with [`Edges::end_block`].
    pub fn begin(&mut self) {
        let Lists { starts, items } = &mut self.successors;
        starts.clear();
        starts.push(0);
        items.clear();
    }

    /// Adds an edge from the block at hand.
    #[inline(always)]
    pub fn add(&mut self, target: BlockId) {
        self.successors.items.push(target.0);
    }

    /// The edges of the block at hand are complete.
    #[inline(always)]
    pub fn end_block(&mut self) {
        let Lists { starts, items } = &mut self.successors;
        starts.push(items.len() as u32);
    }

    /// Finds the predecessors of each block, once all edges are there. Targets
    /// must be less than the number of blocks. Dominators do without.
    pub fn finish(&mut self) {
        self.successors.invert(&mut self.predecessors);
    }

    /// The number of blocks.
    pub fn block_count(&self) -> u32 {
        self.successors.starts.len().saturating_sub(1) as u32
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.successors.items.len()
    }

    /// The blocks that control may go to from a block, once for each edge.
    pub fn successors(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.successors
            .of(block.0)
            .iter()
            .map(|&block| BlockId(block))
    }

    /// [`Edges::successors`] as a slice.
    #[inline]
    pub fn targets(&self, block: BlockId) -> &[u32] {
        self.successors.of(block.0)
    }

    /// The blocks that control may come from, once for each edge, in order.
    pub fn predecessors(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.predecessors
            .of(block.0)
            .iter()
            .map(|&block| BlockId(block))
    }
}

fn reset(list: &mut Vec<u32>, len: usize, value: u32) {
    list.clear();
    list.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(lists: &[&[u32]]) -> Edges {
        let mut edges = Edges::default();
        edges.build(lists.len() as u32, |block, visit| {
            lists[block.index()]
                .iter()
                .for_each(|&target| visit(BlockId(target)));
        });
        edges
    }

    #[test]
    fn predecessors_are_in_order_and_counted_by_edge() {
        let edges = graph(&[&[2, 1, 2], &[2], &[]]);
        let found: Vec<_> = edges
            .predecessors(BlockId(2))
            .map(|block| block.0)
            .collect();
        assert_eq!(found, [0, 0, 1]);
    }
}
