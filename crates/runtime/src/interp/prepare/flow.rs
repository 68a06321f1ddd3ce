//! The order of a function's blocks.
//!
//! Blocks are laid out in reverse postorder, so a value's definition comes before its uses, and
//! every cycle has an edge that goes backwards or to its own block. Of a block's successors, the
//! walk visits the one later in the file first. This puts a loop's body right after its header, and
//! the code after the loop after the body. Unreachable blocks are left out.

use pinnacle_base::graph::{Edges, ReversePostorder};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::BlockId;

/// The layout of a function. Its buffers are reused.
#[derive(Default, Debug)]
pub(super) struct Flow {
    edges: Edges,
    order: ReversePostorder,
    /// For each layout position, the number of backward edges that span it.
    depth: Vec<u32>,
}

impl Flow {
    /// Finds the layout of a function.
    pub(super) fn compute(&mut self, function: &Function) {
        function.collect_edges(&mut self.edges);
        self.edges.sort_descending();
        self.order.build(&self.edges, 0);
        self.find_loops();
    }

    /// Counts the backward edges that span each position.
    fn find_loops(&mut self) {
        self.depth.clear();
        self.depth.resize(self.blocks().len() + 1, 0);
        for (place, &block) in self.order.nodes().iter().enumerate() {
            for &successor in self.edges.successors(block) {
                let head = self.place(successor) as usize;
                if head <= place {
                    self.depth[head] = self.depth[head].wrapping_add(1);
                    self.depth[place + 1] = self.depth[place + 1].wrapping_sub(1);
                }
            }
        }
        let mut sum = 0u32;
        for depth in &mut self.depth {
            sum = sum.wrapping_add(*depth);
            *depth = sum;
        }
    }

    /// The blocks in layout order.
    pub(super) fn blocks(&self) -> &[u32] {
        self.order.nodes()
    }

    /// Returns the layout position of a reachable block.
    pub(super) fn place(&self, block: u32) -> u32 {
        let place = self.order.place(block);
        place.expect("only blocks that can be reached are asked for")
    }

    /// Returns true if a block is reachable.
    pub(super) fn is_reached(&self, block: BlockId) -> bool {
        self.order.is_reachable(block.0)
    }

    /// Returns the loop depth of a position, derived from backward edges.
    pub(super) fn depth(&self, place: u32) -> u32 {
        self.depth[place as usize]
    }

    /// Returns the successors of a block, once for each edge.
    pub(super) fn successors(&self, block: u32) -> &[u32] {
        self.edges.successors(block)
    }
}
