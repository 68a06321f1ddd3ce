//! The control flow graph of a function: edges and dominators.
//!
//! Dominators are found by the algorithm of Lengauer and Tarjan in its simple
//! form (path compression without balancing), which takes O(E log B) steps on
//! whatever graph a file describes. Queries are answered in constant time from
//! a numbering of the dominator tree.

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
        for block in (0..block_count).rev() {
            for &target in forward.of(block).iter().rev() {
                let slot = &mut backward.starts[target as usize];
                *slot -= 1;
                backward.items[*slot as usize] = block;
            }
        }
    }

    /// The number of blocks.
    pub fn block_count(&self) -> u32 {
        self.successors.starts.len().saturating_sub(1) as u32
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

/// The dominator tree of a function: block A dominates block B if every path
/// from the entry to B goes through A. Reusable like [`Edges`].
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// Depth-first number of each block, `NONE` if it cannot be reached.
    number: Vec<u32>,
    /// The blocks by depth-first number.
    vertex: Vec<u32>,
    /// From here on indexed by depth-first number.
    parent: Vec<u32>,
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    idom: Vec<u32>,
    bucket_head: Vec<u32>,
    bucket_next: Vec<u32>,
    size: Vec<u32>,
    /// By block: its place in a preorder walk of the dominator tree, and the
    /// size of its subtree. Blocks that cannot be reached have no place and
    /// size zero.
    spans: Vec<(u32, u32)>,
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
}

impl Dominators {
    /// Finds the dominators of a graph whose entry is block 0.
    pub fn build(&mut self, edges: &Edges) {
        self.number_blocks(edges);
        self.find_immediate(edges);
        self.number_tree();
    }

    /// Depth-first numbering from the entry.
    fn number_blocks(&mut self, edges: &Edges) {
        let count = edges.block_count() as usize;
        self.number.clear();
        self.number.resize(count, NONE);
        self.vertex.clear();
        self.parent.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        self.number[0] = 0;
        self.vertex.push(0);
        self.parent.push(NONE);
        self.stack.push((0, 0));
        while let Some((block, edge)) = self.stack.last_mut() {
            let Some(&target) = edges.successors.of(*block).get(*edge as usize) else {
                self.stack.pop();
                continue;
            };
            *edge += 1;
            if self.number[target as usize] == NONE {
                self.number[target as usize] = self.vertex.len() as u32;
                self.parent.push(self.number[*block as usize]);
                self.vertex.push(target);
                self.stack.push((target, 0));
            }
        }
    }

    /// Semidominators, then immediate dominators, by depth-first number.
    fn find_immediate(&mut self, edges: &Edges) {
        let reached = self.vertex.len();
        reset(&mut self.ancestor, reached, NONE);
        reset(&mut self.idom, reached, 0);
        reset(&mut self.bucket_head, reached, NONE);
        reset(&mut self.bucket_next, reached, NONE);
        self.semi.clear();
        self.semi.extend(0..reached as u32);
        self.label.clear();
        self.label.extend(0..reached as u32);
        for w in (1..reached as u32).rev() {
            for &predecessor in edges.predecessors.of(self.vertex[w as usize]) {
                let v = self.number[predecessor as usize];
                if v != NONE {
                    let u = self.eval(v);
                    self.semi[w as usize] = self.semi[w as usize].min(self.semi[u as usize]);
                }
            }
            let semi = self.semi[w as usize] as usize;
            self.bucket_next[w as usize] = self.bucket_head[semi];
            self.bucket_head[semi] = w;
            let parent = self.parent[w as usize];
            self.ancestor[w as usize] = parent;
            let mut v = std::mem::replace(&mut self.bucket_head[parent as usize], NONE);
            while v != NONE {
                let u = self.eval(v);
                self.idom[v as usize] = if self.semi[u as usize] < self.semi[v as usize] {
                    u
                } else {
                    parent
                };
                v = self.bucket_next[v as usize];
            }
        }
        for w in 1..reached {
            if self.idom[w] != self.semi[w] {
                self.idom[w] = self.idom[self.idom[w] as usize];
            }
        }
    }

    /// The node of least semidominator on the path to the root of the linked
    /// forest; compresses the path.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        self.path.clear();
        let mut node = v;
        while self.ancestor[self.ancestor[node as usize] as usize] != NONE {
            self.path.push(node);
            node = self.ancestor[node as usize];
        }
        while let Some(node) = self.path.pop() {
            let above = self.ancestor[node as usize] as usize;
            let (label, above_label) = (self.label[node as usize], self.label[above]);
            if self.semi[above_label as usize] < self.semi[label as usize] {
                self.label[node as usize] = above_label;
            }
            self.ancestor[node as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }

    /// Numbers the dominator tree so that a subtree is a range.
    fn number_tree(&mut self) {
        let reached = self.vertex.len();
        reset(&mut self.size, reached, 1);
        for w in (1..reached).rev() {
            self.size[self.idom[w] as usize] += self.size[w];
        }
        self.spans.clear();
        self.spans.resize(self.number.len(), (NONE, 0));
        // `semi` has served; it becomes the next free place in each subtree.
        for w in 0..reached {
            let place = match w {
                0 => 0,
                _ => self.semi[self.idom[w] as usize],
            };
            if w > 0 {
                self.semi[self.idom[w] as usize] += self.size[w];
            }
            self.semi[w] = place + 1;
            self.spans[self.vertex[w] as usize] = (place, self.size[w]);
        }
    }

    /// Whether a block can be reached from the entry.
    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != NONE
    }

    /// The immediate dominator of a block: none for the entry and for blocks
    /// that cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.number[block.index()] {
            0 | NONE => None,
            number => Some(BlockId(self.vertex[self.idom[number as usize] as usize])),
        }
    }

    /// Whether every path from the entry to `block` goes through `dominator`.
    /// A block dominates itself; everything dominates what cannot be reached.
    #[inline]
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let (first, count) = self.spans[dominator.index()];
        let (place, _) = self.spans[block.index()];
        place.wrapping_sub(first) < count || place == NONE
    }
}

fn reset(list: &mut Vec<u32>, len: usize, value: u32) {
    list.clear();
    list.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(lists: &[&[u32]]) -> (Edges, Dominators) {
        let mut edges = Edges::default();
        edges.build(lists.len() as u32, |block, visit| {
            lists[block.index()]
                .iter()
                .for_each(|&target| visit(BlockId(target)));
        });
        let mut dominators = Dominators::default();
        dominators.build(&edges);
        (edges, dominators)
    }

    /// Whether `to` can be reached from the entry without `without`.
    fn reaches(lists: &[&[u32]], to: u32, without: Option<u32>) -> bool {
        let mut seen = vec![false; lists.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block as usize], true) {
                work.extend_from_slice(lists[block as usize]);
            }
        }
        seen[to as usize]
    }

    fn check(lists: &[&[u32]]) {
        let (_, dominators) = graph(lists);
        for above in 0..lists.len() as u32 {
            for below in 0..lists.len() as u32 {
                let expected = !reaches(lists, below, Some(above));
                let found = dominators.dominates(BlockId(above), BlockId(below));
                assert_eq!(found, expected, "{above} over {below} in {lists:?}");
            }
        }
    }

    #[test]
    fn dominators_agree_with_their_definition() {
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1], &[2, 3], &[1], &[]]);
        // Irreducible: two entries into the loop of 1 and 2.
        check(&[&[1, 2], &[2, 3], &[1], &[]]);
        // Blocks that cannot be reached, with edges into the rest.
        check(&[&[2], &[2, 3], &[], &[1]]);
    }

    #[test]
    fn dominators_of_many_random_graphs() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..300 {
            let count = 1 + random(12);
            let lists: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random(4)).map(|_| random(count)).collect())
                .collect();
            check(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }

    #[test]
    fn predecessors_are_in_order_and_counted_by_edge() {
        let (edges, _) = graph(&[&[2, 1, 2], &[2], &[]]);
        let found: Vec<_> = edges
            .predecessors(BlockId(2))
            .map(|block| block.0)
            .collect();
        assert_eq!(found, [0, 0, 1]);
    }

    #[test]
    fn a_ladder_of_exits_takes_no_quadratic_time() {
        const BLOCKS: u32 = 300_000;
        let mut edges = Edges::default();
        edges.build(BLOCKS, |block, visit| {
            if block.0 + 2 < BLOCKS {
                visit(BlockId(block.0 + 1));
                visit(BlockId(BLOCKS - 1));
            }
        });
        let mut dominators = Dominators::default();
        dominators.build(&edges);
        assert_eq!(dominators.immediate(BlockId(BLOCKS - 1)), Some(BlockId(0)));
    }
}
