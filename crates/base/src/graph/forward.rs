//! Dominators of graphs whose nodes come in a useful order.
//!
//! Writers put the blocks of a function in an order in which most edges lead forward, and each
//! block follows one that leads to it. For such a graph no walk is needed: the numbers of the nodes
//! serve as their places in a reverse postorder. One pass over the edges finds the immediate
//! dominators, as in [`Dominators`], which is used for all other graphs.

use super::{Dominators, Edges, NONE, reset};

/// Answers which nodes dominate which, like [`Dominators`], but does not give the order of the
/// nodes. Reusable.
#[derive(Clone, Debug, Default)]
pub struct DominatorTree {
    /// For each node, its immediate dominator. The entry has its own.
    immediate: Vec<u32>,
    /// For each node, the start and the size of its subtree in a preorder walk.
    spans: Vec<(u32, u32)>,
    /// For each node, the next free place in the walk of its subtree.
    free: Vec<u32>,
    /// Edges that do not lead forward: source and target.
    back: Vec<(u32, u32)>,
    /// The dominators by the general algorithm, if the order of the nodes does not give them.
    general: Dominators,
    is_general: bool,
}

impl DominatorTree {
    /// Finds the dominators of a graph.
    pub fn build(&mut self, edges: &Edges) {
        self.is_general = !self.find_in_order(edges);
        if self.is_general {
            self.general.build(edges);
        }
    }

    /// Finds the dominators if the order of the nodes is good enough.
    fn find_in_order(&mut self, edges: &Edges) -> bool {
        let count = edges.node_count();
        reset(&mut self.immediate, count as usize, NONE);
        self.back.clear();
        let immediate = self.immediate.as_mut_slice();
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut steps_left = 64 + 16 * edges.edge_count();
        for (node, targets) in edges.by_source() {
            if immediate[node as usize] == NONE {
                // No earlier node leads here.
                return false;
            }
            for &target in targets {
                if target <= node {
                    self.back.push((node, target));
                    continue;
                }
                let mut above = immediate[target as usize];
                if above == NONE {
                    immediate[target as usize] = node;
                    continue;
                }
                // Of two nodes the later is not where the paths meet, since dominators come first.
                let mut other = node;
                while above != other && steps_left > 0 {
                    steps_left -= 1;
                    if above > other {
                        above = immediate[above as usize];
                    } else {
                        other = immediate[other as usize];
                    }
                }
                immediate[target as usize] = above;
            }
        }
        if steps_left == 0 {
            return false;
        }
        self.number_tree();
        let mut back = self.back.iter();
        back.all(|&(from, to)| self.spans_dominate(to, from))
    }

    /// Numbers the dominator tree so that a subtree is a range.
    fn number_tree(&mut self) {
        let count = self.immediate.len();
        self.spans.clear();
        self.spans.resize(count, (0, 1));
        let (immediate, spans) = (&self.immediate[..count], &mut self.spans[..count]);
        for node in (1..count).rev() {
            let (_, size) = spans[node];
            spans[immediate[node] as usize].1 += size;
        }
        reset(&mut self.free, count, 1);
        let free = &mut self.free[..count];
        for node in 1..count {
            let above = &mut free[immediate[node] as usize];
            let first = *above;
            let (start, size) = &mut spans[node];
            *start = first;
            *above += *size;
            free[node] = first + 1;
        }
    }

    #[inline(always)]
    fn spans_dominate(&self, dominator: u32, node: u32) -> bool {
        let (first, size) = self.spans[dominator as usize];
        let (place, _) = self.spans[node as usize];
        place.wrapping_sub(first) < size
    }

    /// Returns true if a node can be reached from the entry.
    #[inline]
    pub fn is_reachable(&self, node: u32) -> bool {
        !self.is_general || self.general.is_reachable(node)
    }

    /// Returns true if every path from the entry to `node` goes through `dominator`. A node
    /// dominates itself; everything dominates unreachable nodes.
    #[inline]
    pub fn dominates(&self, dominator: u32, node: u32) -> bool {
        if self.is_general {
            return self.general.dominates(dominator, node);
        }
        self.spans_dominate(dominator, node)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_random_graphs, graph};
    use super::*;

    /// Compares with the general algorithm. Returns true if the order of the nodes was used.
    fn check(tree: &mut DominatorTree, lists: &[impl AsRef<[u32]> + std::fmt::Debug]) -> bool {
        let edges = graph(lists);
        let mut expected = Dominators::default();
        expected.build(&edges);
        tree.build(&edges);
        for node in 0..edges.node_count() {
            assert_eq!(
                tree.is_reachable(node),
                expected.is_reachable(node),
                "{lists:?}"
            );
            for above in 0..edges.node_count() {
                let dominates = expected.dominates(above, node);
                assert_eq!(
                    tree.dominates(above, node),
                    dominates,
                    "{above}, {node}: {lists:?}"
                );
            }
        }
        !tree.is_general
    }

    #[test]
    fn the_order_of_the_nodes_serves_if_each_follows_one_that_leads_to_it() {
        let tree = &mut DominatorTree::default();
        let mut check = |lists: &[&[u32]]| check(tree, lists);
        assert!(check(&[&[]]));
        assert!(check(&[&[1, 2], &[3], &[3], &[]]));
        // A loop, and one inside it.
        assert!(check(&[&[1], &[2], &[3, 4], &[2, 1], &[]]));
        assert!(check(&[&[1], &[1, 2], &[]]));
        // Node 1 comes before the only node that leads to it.
        assert!(!check(&[&[2], &[3], &[1], &[]]));
        // Node 1 cannot be reached.
        assert!(!check(&[&[2], &[2], &[]]));
        // Two entries into the loop of 1 and 2.
        assert!(!check(&[&[1, 2], &[2, 3], &[1], &[]]));
    }

    #[test]
    fn random_graphs_have_the_same_dominators() {
        let mut tree = DominatorTree::default();
        let mut in_order = 0;
        for_random_graphs(|lists| in_order += usize::from(check(&mut tree, lists)));
        assert!(in_order > 0);
    }
}
