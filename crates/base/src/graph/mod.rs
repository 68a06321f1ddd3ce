//! Directed graphs whose nodes are numbered from 0: edges, reverse postorder, dominators, cycles.
//!
//! It serves for control flow graphs of all kinds of functions. The algorithms reuse their memory
//! from one graph to the next, take time linear in the graph (times a logarithm where noted), and
//! do not recurse.
//!
//! ```
//! use pinnacle_base::graph::{Dominators, Edges};
//!
//! // 0 leads to 1 and 2, and both of these to 3.
//! let mut edges = Edges::default();
//! edges.begin();
//! for targets in [&[1, 2][..], &[3], &[3], &[]] {
//!     targets.iter().for_each(|&target| edges.add(target));
//!     edges.end_node();
//! }
//! let mut dominators = Dominators::default();
//! dominators.build(&edges);
//! assert!(dominators.dominates(0, 3));
//! assert!(!dominators.dominates(1, 3));
//! ```

mod cycles;
mod dominators;
mod forward;
mod lengauer_tarjan;
mod order;

pub use cycles::nodes_on_cycles;
pub use dominators::Dominators;
pub use forward::DominatorTree;
pub use order::ReversePostorder;

const NONE: u32 = u32::MAX;

/// Edges between nodes, in both directions. Duplicates are kept.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    successors: Lists,
    predecessors: Lists,
}

/// A list of nodes for each node, in one array.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// The start of each node's list, followed by the total length.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Returns the range of a node's list.
    #[inline]
    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let node = node as usize;
        self.starts[node] as usize..self.starts[node + 1] as usize
    }

    #[inline]
    fn of(&self, node: u32) -> &[u32] {
        &self.items[self.range(node)]
    }

    /// Lists the edges by target instead of by source.
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
        for (node, &first) in ends[..ends.len() - 1].iter().enumerate().rev() {
            let (before, own) = rest.split_at(first as usize);
            for &target in own.iter().rev() {
                let slot = &mut starts[target as usize];
                *slot -= 1;
                items[*slot as usize] = node as u32;
            }
            rest = before;
        }
    }
}

impl Edges {
    /// Removes all nodes, to build another graph. For each node in order, call [`Edges::add`] for
    /// each outgoing edge, then [`Edges::end_node`].
    pub fn begin(&mut self) {
        let Lists { starts, items } = &mut self.successors;
        starts.clear();
        starts.push(0);
        items.clear();
    }

    /// Adds an edge from the current node. The target must be less than the final number of nodes.
    #[inline(always)]
    pub fn add(&mut self, target: u32) {
        self.successors.items.push(target);
    }

    /// Ends the edges of the current node.
    #[inline(always)]
    pub fn end_node(&mut self) {
        let Lists { starts, items } = &mut self.successors;
        starts.push(items.len() as u32);
    }

    /// Sorts the targets of each node in descending order.
    pub fn sort_descending(&mut self) {
        let Lists { starts, items } = &mut self.successors;
        for range in starts.windows(2) {
            items[range[0] as usize..range[1] as usize].sort_unstable_by(|x, y| y.cmp(x));
        }
    }

    /// Finds the predecessors of each node, after all edges were added. Only
    /// [`Edges::predecessors`] needs this.
    pub fn find_predecessors(&mut self) {
        self.successors.invert(&mut self.predecessors);
    }

    /// Counts the incoming edges of each node.
    pub fn count_incoming(&self, counts: &mut Vec<u32>) {
        reset(counts, self.node_count() as usize, 0);
        let counts = counts.as_mut_slice();
        for &target in &self.successors.items {
            counts[target as usize] += 1;
        }
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> u32 {
        self.successors.starts.len().saturating_sub(1) as u32
    }

    /// Returns the number of edges.
    pub fn edge_count(&self) -> usize {
        self.successors.items.len()
    }

    /// Returns the targets of a node's outgoing edges, one per edge, in insertion order.
    #[inline]
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.of(node)
    }

    /// Returns the nodes in order, each with its [`Edges::successors`].
    #[inline]
    pub fn by_source(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let Lists { starts, items } = &self.successors;
        let mut rest = items.as_slice();
        let mut start = 0;
        (0..)
            .zip(starts.get(1..).unwrap_or_default())
            .map(move |(node, &end)| {
                let (own, after) = rest.split_at((end - start) as usize);
                (rest, start) = (after, end);
                (node, own)
            })
    }

    /// Returns the sources of a node's incoming edges, once for each edge, in ascending order.
    #[inline]
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.predecessors.of(node)
    }
}

fn reset(list: &mut Vec<u32>, len: usize, value: u32) {
    list.clear();
    list.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a graph with these targets for each node.
    pub(super) fn graph(lists: &[impl AsRef<[u32]>]) -> Edges {
        let mut edges = Edges::default();
        edges.begin();
        for list in lists {
            list.as_ref().iter().for_each(|&target| edges.add(target));
            edges.end_node();
        }
        edges.find_predecessors();
        edges
    }

    /// Calls a function for graphs of a few nodes with random edges.
    pub(super) fn for_random_graphs(mut check: impl FnMut(&[Vec<u32>])) {
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..500 {
            let count = 1 + random(12);
            let lists: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random(4)).map(|_| random(count)).collect())
                .collect();
            check(&lists);
        }
    }

    /// Returns the nodes reachable from a node without passing `without`.
    pub(super) fn reached(
        lists: &[impl AsRef<[u32]>],
        from: u32,
        without: Option<u32>,
    ) -> Vec<bool> {
        let mut seen = vec![false; lists.len()];
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                work.extend_from_slice(lists[node as usize].as_ref());
            }
        }
        seen
    }

    #[test]
    fn predecessors_are_in_order_and_counted_by_edge() {
        let edges = graph(&[vec![2, 1, 2], vec![2], vec![]]);
        assert_eq!(edges.predecessors(2), [0, 0, 1]);
        assert_eq!(edges.predecessors(0), []);
        let mut counts = vec![7];
        edges.count_incoming(&mut counts);
        assert_eq!(counts, [0, 1, 3]);
    }

    #[test]
    fn targets_are_sorted_for_each_node_apart() {
        let mut edges = graph(&[vec![1, 2, 1], vec![0, 2], vec![]]);
        edges.sort_descending();
        assert_eq!(edges.successors(0), [2, 1, 1]);
        assert_eq!(edges.successors(1), [2, 0]);
        assert_eq!(edges.successors(2), []);
    }
}
