//! The order of a function's blocks.
//!
//! Blocks are laid out in reverse postorder of a depth-first walk, so that a
//! value's definition comes before its uses and every cycle has an edge that
//! goes backwards (or stays). The walk takes the successor that is later in
//! the file first, which puts a loop's body right behind its head and the
//! code after the loop behind the body. Blocks that cannot be reached are
//! left out.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::BlockId;

/// The place of a block that cannot be reached.
pub(super) const UNREACHED: u32 = u32::MAX;

/// The layout of a function; buffers are kept from one function to the next.
#[derive(Default, Debug)]
pub(super) struct Flow {
    /// The blocks in the order in which they are laid out.
    pub(super) order: Vec<u32>,
    /// The place of each block in `order`, or `UNREACHED`.
    pub(super) place: Vec<u32>,
    /// For each place, how many backward edges span it.
    pub(super) depth: Vec<u32>,
    edges: Vec<u32>,
    first_edge: Vec<u32>,
    stack: Vec<(u32, u32)>,
}

impl Flow {
    /// Finds the layout of a function.
    pub(super) fn compute(&mut self, function: &Function) {
        let count = function.blocks.len();
        self.edges.clear();
        self.first_edge.clear();
        for block in function.block_ids() {
            self.first_edge.push(self.edges.len() as u32);
            let from = self.edges.len();
            function.for_each_successor(block, |successor| self.edges.push(successor.0));
            self.edges[from..].sort_unstable_by(|x, y| y.cmp(x));
        }
        self.first_edge.push(self.edges.len() as u32);
        self.place.clear();
        self.place.resize(count, UNREACHED);
        self.order.clear();
        self.walk();
        self.order.reverse();
        for (place, &block) in self.order.iter().enumerate() {
            self.place[block as usize] = place as u32;
        }
        self.find_loops();
    }

    /// Walks the blocks depth first and pushes each when it is left.
    fn walk(&mut self) {
        // A place below `UNREACHED` marks a block as seen until the true
        // places are known.
        self.place[0] = 0;
        self.stack.clear();
        self.stack.push((0, self.first_edge[0]));
        while let Some((block, edge)) = self.stack.last_mut() {
            if *edge == self.first_edge[*block as usize + 1] {
                self.order.push(*block);
                self.stack.pop();
                continue;
            }
            let successor = self.edges[*edge as usize];
            *edge += 1;
            if self.place[successor as usize] == UNREACHED {
                self.place[successor as usize] = 0;
                self.stack
                    .push((successor, self.first_edge[successor as usize]));
            }
        }
    }

    /// Counts the backward edges over each place.
    fn find_loops(&mut self) {
        self.depth.clear();
        self.depth.resize(self.order.len() + 1, 0);
        for (place, &block) in self.order.iter().enumerate() {
            let range = self.first_edge[block as usize]..self.first_edge[block as usize + 1];
            for &successor in &self.edges[range.start as usize..range.end as usize] {
                let head = self.place[successor as usize] as usize;
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

    /// The successors of a block, once for each edge.
    pub(super) fn successors(&self, block: u32) -> &[u32] {
        let range = self.first_edge[block as usize]..self.first_edge[block as usize + 1];
        &self.edges[range.start as usize..range.end as usize]
    }

    /// Whether a block can be reached.
    pub(super) fn is_reached(&self, block: BlockId) -> bool {
        self.place[block.index()] != UNREACHED
    }
}
