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
    fn of(&self, block: u32) -> &[u32] {
        let block = block as usize;
        &self.items[self.starts[block] as usize..self.starts[block + 1] as usize]
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
        let Edges {
            successors: forward,
            predecessors: backward,
        } = self;
        forward.starts.clear();
        forward.items.clear();
        backward.starts.clear();
        backward.starts.resize(block_count as usize + 1, 0);
        for block in 0..block_count {
            forward.starts.push(forward.items.len() as u32);
            successors(BlockId(block), &mut |target| {
                forward.items.push(target.0);
                backward.starts[target.index()] += 1;
            });
        }
        forward.starts.push(forward.items.len() as u32);
        // The counts become the ends of the lists; filling them from the last
        // edge to the first turns the ends into starts.
        let mut sum = 0;
        for start in &mut backward.starts {
            sum += *start;
            *start = sum;
        }
        backward.items.clear();
        backward.items.resize(forward.items.len(), 0);
        let (starts, items) = (&mut *backward.starts, &mut *backward.items);
        let mut end = forward.items.len();
        for (block, &first) in forward.starts[..block_count as usize]
            .iter()
            .enumerate()
            .rev()
        {
            let targets = &forward.items[first as usize..end];
            for &target in targets.iter().rev() {
                let slot = &mut starts[target as usize];
                *slot -= 1;
                items[*slot as usize] = block as u32;
            }
            end = first as usize;
        }
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
