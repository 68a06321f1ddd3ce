//! The control flow graph of a function: edges and dominators.
//!
//! Dominators are found by the algorithm of Lengauer and Tarjan in its simple
//! form, path compression without balancing: memory in proportion to the graph,
//! time too but for a logarithm, whatever the graph looks like. A tree walk in
//! the end gives each block the range of what it dominates, so that a question
//! costs one comparison.

use crate::model::{BlockId, Body};

const NONE: u32 = u32::MAX;

/// The edges between the blocks of a function, in both directions, each as often
/// as terminators have it. The arrays keep their memory from one function to
/// the next.
#[derive(Default, Debug)]
pub(crate) struct Edges {
    successors: Lists,
    predecessors: Lists,
}

/// A list of blocks for each block, in one array.
#[derive(Default, Debug)]
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
    /// Collects the edges of a body. Targets that do not exist are left out.
    pub(crate) fn build(&mut self, body: &Body) {
        let count = body.block_count() as u32;
        let Lists { starts, items } = &mut self.successors;
        starts.clear();
        starts.push(0);
        items.clear();
        for block in body.blocks() {
            if let Some(last) = body.last_inst(block) {
                body.visit_successors(body.inst(last), |target| {
                    if target.0 < count {
                        items.push(target.0);
                    }
                });
            }
            starts.push(items.len() as u32);
        }
        self.invert(count);
    }

    /// The edges by target: counted, then put in place from the last to the
    /// first.
    fn invert(&mut self, count: u32) {
        let Lists { starts, items } = &mut self.predecessors;
        reset(starts, count as usize + 1, 0);
        for &target in &self.successors.items {
            starts[target as usize] += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        reset(items, sum as usize, 0);
        for block in (0..count).rev() {
            for &target in self.successors.of(block).iter().rev() {
                let place = &mut starts[target as usize];
                *place -= 1;
                items[*place as usize] = block;
            }
        }
    }

    /// The blocks that control may come from, once for each edge, in order.
    pub(crate) fn predecessors(&self, block: BlockId) -> &[u32] {
        self.predecessors.of(block.0)
    }
}

/// The dominator tree of a function: block A dominates block B if every path
/// from the entry to B goes through A. Reusable like [`Edges`].
#[derive(Default, Debug)]
pub(crate) struct Dominators {
    /// By block: its number in a depth-first walk, `NONE` if no path leads to
    /// it. All arrays below are indexed by that number.
    number: Vec<u32>,
    block: Vec<u32>,
    parent: Vec<u32>,
    semidominator: Vec<u32>,
    /// The forest of the blocks that have been dealt with; paths in it are
    /// shortened as they are walked.
    ancestor: Vec<u32>,
    /// The block of least semidominator on the shortened path.
    label: Vec<u32>,
    immediate: Vec<u32>,
    /// Lists of the blocks that have the same semidominator.
    bucket_head: Vec<u32>,
    bucket_next: Vec<u32>,
    /// Place in a preorder walk of the dominator tree, and size of the subtree.
    spans: Vec<(u32, u32)>,
    /// Blocks with the next of their edges to go along.
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
}

impl Dominators {
    /// Finds the dominators of a graph whose entry is block 0.
    pub(crate) fn build(&mut self, edges: &Edges) {
        self.number_blocks(edges);
        self.find_immediate(edges);
        self.number_tree();
    }

    /// Whether there is a path from the entry to a block.
    pub(crate) fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != NONE
    }

    /// Whether every path from the entry to `block` goes through `dominator`. A
    /// block dominates itself. Both must be reachable, or the answer is no.
    pub(crate) fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let (above, below) = (self.number[dominator.index()], self.number[block.index()]);
        if above == NONE || below == NONE {
            return false;
        }
        let (first, count) = self.spans[above as usize];
        let (place, _) = self.spans[below as usize];
        place.wrapping_sub(first) < count
    }

    fn number_blocks(&mut self, edges: &Edges) {
        let count = edges.successors.starts.len() - 1;
        reset(&mut self.number, count, NONE);
        self.block.clear();
        self.parent.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        self.enter(0, NONE);
        while let Some((block, edge)) = self.stack.last_mut() {
            let Some(&target) = edges.successors.of(*block).get(*edge as usize) else {
                self.stack.pop();
                continue;
            };
            *edge += 1;
            let parent = self.number[*block as usize];
            if self.number[target as usize] == NONE {
                self.enter(target, parent);
            }
        }
    }

    fn enter(&mut self, block: u32, parent: u32) {
        self.number[block as usize] = self.block.len() as u32;
        self.block.push(block);
        self.parent.push(parent);
        self.stack.push((block, 0));
    }

    fn find_immediate(&mut self, edges: &Edges) {
        let count = self.block.len();
        reset(&mut self.ancestor, count, NONE);
        reset(&mut self.immediate, count, 0);
        reset(&mut self.bucket_head, count, NONE);
        reset(&mut self.bucket_next, count, NONE);
        for numbers in [&mut self.semidominator, &mut self.label] {
            numbers.clear();
            numbers.extend(0..count as u32);
        }
        for at in (1..count).rev() {
            for &from in edges.predecessors.of(self.block[at]) {
                let from = self.number[from as usize];
                if from != NONE {
                    let least = self.least_on_path(from);
                    self.semidominator[at] =
                        self.semidominator[at].min(self.semidominator[least as usize]);
                }
            }
            let semidominator = self.semidominator[at] as usize;
            self.bucket_next[at] = self.bucket_head[semidominator];
            self.bucket_head[semidominator] = at as u32;
            let parent = self.parent[at];
            self.ancestor[at] = parent;
            let mut next = std::mem::replace(&mut self.bucket_head[parent as usize], NONE);
            while next != NONE {
                let least = self.least_on_path(next) as usize;
                let at = next as usize;
                self.immediate[at] = if self.semidominator[least] < self.semidominator[at] {
                    least as u32
                } else {
                    parent
                };
                next = self.bucket_next[at];
            }
        }
        for at in 1..count {
            if self.immediate[at] != self.semidominator[at] {
                self.immediate[at] = self.immediate[self.immediate[at] as usize];
            }
        }
    }

    /// The block of least semidominator on the way up through the forest, which
    /// becomes shorter by that.
    fn least_on_path(&mut self, from: u32) -> u32 {
        if self.ancestor[from as usize] == NONE {
            return from;
        }
        let mut at = from as usize;
        while self.ancestor[self.ancestor[at] as usize] != NONE {
            self.path.push(at as u32);
            at = self.ancestor[at] as usize;
        }
        while let Some(at) = self.path.pop() {
            let at = at as usize;
            let above = self.ancestor[at] as usize;
            let (own, other) = (self.label[at] as usize, self.label[above] as usize);
            if self.semidominator[other] < self.semidominator[own] {
                self.label[at] = other as u32;
            }
            self.ancestor[at] = self.ancestor[above];
        }
        self.label[from as usize]
    }

    /// Numbers the tree so that each subtree is a range: immediate dominators
    /// have smaller numbers than what they dominate.
    fn number_tree(&mut self) {
        let count = self.block.len();
        self.spans.clear();
        self.spans.resize(count, (0, 1));
        for at in (1..count).rev() {
            let (_, size) = self.spans[at];
            self.spans[self.immediate[at] as usize].1 += size;
        }
        // The next free place below each block.
        let free = &mut self.bucket_head;
        reset(free, count, 1);
        for at in 1..count {
            let above = self.immediate[at] as usize;
            let place = free[above];
            free[above] += self.spans[at].1;
            self.spans[at].0 = place;
            free[at] = place + 1;
        }
    }
}

fn reset(list: &mut Vec<u32>, len: usize, value: u32) {
    list.clear();
    list.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Case, ConstantId, Inst, TypeId, Value};

    /// A body whose blocks have these successors.
    fn graph(lists: &[Vec<u32>]) -> Edges {
        let value = Value::Constant(ConstantId(0));
        let mut body = Body::new();
        for list in lists {
            body.start_block();
            let inst = match list.split_first() {
                None => Inst::Unwind,
                Some((&default, rest)) => {
                    let cases: Vec<Case> = rest
                        .iter()
                        .map(|&target| Case {
                            value,
                            target: BlockId(target),
                        })
                        .collect();
                    Inst::Switch {
                        value,
                        default: BlockId(default),
                        cases: body.add_cases(&cases),
                    }
                }
            };
            body.push(inst, TypeId::VOID);
        }
        let mut edges = Edges::default();
        edges.build(&body);
        edges
    }

    /// What can be reached from the entry without going through a block.
    fn reached(lists: &[Vec<u32>], without: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; lists.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block as usize], true) {
                work.extend_from_slice(&lists[block as usize]);
            }
        }
        seen
    }

    fn check(dominators: &mut Dominators, lists: &[Vec<u32>]) {
        dominators.build(&graph(lists));
        let reachable = reached(lists, None);
        for above in 0..lists.len() {
            let without = reached(lists, Some(above as u32));
            assert_eq!(
                dominators.is_reachable(BlockId(above as u32)),
                reachable[above]
            );
            for below in 0..lists.len() {
                let expected = reachable[above] && reachable[below] && !without[below];
                let found = dominators.dominates(BlockId(above as u32), BlockId(below as u32));
                assert_eq!(found, expected, "{above} over {below} in {lists:?}");
            }
        }
    }

    #[test]
    fn predecessors_are_in_order_and_counted_by_edge() {
        let edges = graph(&[vec![2, 1, 2], vec![2], vec![]]);
        assert_eq!(edges.predecessors(BlockId(2)), [0, 0, 1]);
        assert_eq!(edges.predecessors(BlockId(0)), []);
    }

    #[test]
    fn dominators_agree_with_their_definition() {
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut dominators = Dominators::default();
        check(&mut dominators, &[vec![]]);
        for _ in 0..500 {
            let count = 1 + random(12);
            let lists: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random(4)).map(|_| random(count)).collect())
                .collect();
            check(&mut dominators, &lists);
        }
    }

    #[test]
    fn long_chains_and_ladders_end_soon() {
        const BLOCKS: u32 = 200_000;
        let mut dominators = Dominators::default();
        let lists: Vec<Vec<u32>> = (0..BLOCKS)
            .map(|block| match BLOCKS - 1 - block {
                0 => vec![],
                _ => vec![block + 1, BLOCKS - 1, block / 2],
            })
            .collect();
        dominators.build(&graph(&lists));
        assert!(dominators.dominates(BlockId(BLOCKS / 2), BlockId(BLOCKS - 2)));
        assert!(!dominators.dominates(BlockId(1), BlockId(BLOCKS - 1)));
    }
}
