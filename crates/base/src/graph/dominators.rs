//! Dominators.
//!
//! In reverse postorder all edges lead forward except the back edges to loop headers, unless the
//! graph is irreducible. One pass over the edges in that order finds the dominators: when a node is
//! visited, all its incoming edges except back edges have been seen, and its immediate dominator is
//! the node where the paths up from their sources meet. A back edge changes nothing if its target
//! dominates its source, which is checked at the end.
//!
//! Irreducible graphs, and graphs where the paths up are too long, are left to [`LengauerTarjan`].

use super::lengauer_tarjan::LengauerTarjan;
use super::{Edges, NONE, ReversePostorder, reset};

/// The dominator tree of a graph: node A dominates node B if every path
/// from the entry, node 0, to B goes through A. Reusable.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    order: ReversePostorder,
    /// For each position in the order, the position of the immediate dominator. The entry has its
    /// own.
    immediate: Vec<u32>,
    /// For each node, its position in a preorder walk of the dominator tree, and the size of its
    /// subtree. Unreachable nodes have no position and size zero.
    spans: Vec<(u32, u32)>,
    /// For each position in the order, the size of the subtree and its next free position in the
    /// walk. Used by [`Dominators::number_tree`].
    subtrees: Vec<(u32, u32)>,
    /// Back edges: source and target.
    back: Vec<(u32, u32)>,
    lengauer_tarjan: LengauerTarjan,
}

impl Dominators {
    /// Finds the dominators of a graph.
    pub fn build(&mut self, edges: &Edges) {
        self.order.build(edges, 0);
        if self.find_in_order(edges) {
            self.number_tree();
            let mut back = self.back.iter();
            if back.all(|&(from, to)| self.dominates(to, from)) {
                return;
            }
        }
        self.lengauer_tarjan
            .find(edges, &self.order, &mut self.immediate);
        self.number_tree();
    }

    /// Finds immediate dominators from forward edges, and collects the back edges. Returns false if
    /// that takes too many steps.
    fn find_in_order(&mut self, edges: &Edges) -> bool {
        let nodes = self.order.nodes();
        reset(&mut self.immediate, nodes.len(), NONE);
        self.back.clear();
        let immediate = self.immediate.as_mut_slice();
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let places = self.order.places();
        let mut steps_left = 64 + 16 * edges.edge_count();
        for (place, &node) in nodes.iter().enumerate() {
            let place = place as u32;
            for &target in edges.successors(node) {
                let target_place = places[target as usize];
                if target_place <= place {
                    self.back.push((node, target));
                    continue;
                }
                let mut above = immediate[target_place as usize];
                if above == NONE {
                    immediate[target_place as usize] = place;
                    continue;
                }
                // Of two places the later is not where the paths meet, since
                // dominators come first.
                let mut other = place;
                while above != other && steps_left > 0 {
                    steps_left -= 1;
                    if above > other {
                        above = immediate[above as usize];
                    } else {
                        other = immediate[other as usize];
                    }
                }
                immediate[target_place as usize] = above;
            }
        }
        steps_left > 0
    }

    /// Numbers the dominator tree so that a subtree is a range.
    fn number_tree(&mut self) {
        let nodes = self.order.nodes();
        let reached = nodes.len();
        self.subtrees.clear();
        self.subtrees.resize(reached, (1, 0));
        for place in (1..reached).rev() {
            let (size, _) = self.subtrees[place];
            self.subtrees[self.immediate[place] as usize].0 += size;
        }
        self.spans.clear();
        self.spans.resize(self.order.places().len(), (NONE, 0));
        for (place, (&node, &above)) in nodes.iter().zip(&self.immediate).enumerate() {
            let (size, _) = self.subtrees[place];
            let (_, free) = &mut self.subtrees[above as usize];
            let first = *free;
            *free += size;
            self.subtrees[place].1 = first + 1;
            self.spans[node as usize] = (first, size);
        }
    }

    /// Returns the reachable nodes in reverse postorder.
    #[inline]
    pub fn order(&self) -> &ReversePostorder {
        &self.order
    }

    /// Returns the back edges as pairs of source and target: edges whose target does not come after
    /// their source in [`Dominators::order`]. They close cycles. In a reducible graph their targets
    /// dominate their sources.
    #[inline]
    pub fn edges_back(&self) -> &[(u32, u32)] {
        &self.back
    }

    /// Returns the number of nodes that a node dominates, including itself; 0 if it is unreachable.
    #[inline]
    pub fn dominated_count(&self, node: u32) -> u32 {
        self.spans[node as usize].1
    }

    /// Returns true if a node can be reached from the entry.
    #[inline]
    pub fn is_reachable(&self, node: u32) -> bool {
        self.order.is_reachable(node)
    }

    /// Returns the immediate dominator of a node, or `None` for the entry and for unreachable
    /// nodes.
    pub fn immediate(&self, node: u32) -> Option<u32> {
        match self.order.place(node) {
            None | Some(0) => None,
            Some(place) => Some(self.order.nodes()[self.immediate[place as usize] as usize]),
        }
    }

    /// Returns true if every path from the entry to `node` goes through `dominator`. A node
    /// dominates itself; everything dominates unreachable nodes.
    #[inline]
    pub fn dominates(&self, dominator: u32, node: u32) -> bool {
        let (first, count) = self.spans[dominator as usize];
        let (place, _) = self.spans[node as usize];
        place.wrapping_sub(first) < count || place == NONE
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_random_graphs, graph, reached};
    use super::*;

    fn check(dominators: &mut Dominators, lists: &[impl AsRef<[u32]> + std::fmt::Debug]) {
        dominators.build(&graph(lists));
        check_edges_back(lists, dominators);
        for above in 0..lists.len() as u32 {
            let without = reached(lists, 0, Some(above));
            for below in 0..lists.len() as u32 {
                let expected = !without[below as usize];
                let found = dominators.dominates(above, below);
                assert_eq!(found, expected, "{above} over {below} in {lists:?}");
            }
        }
    }

    /// Checks that dominators come first in the order, and that all back edges are known.
    fn check_edges_back(lists: &[impl AsRef<[u32]> + std::fmt::Debug], dominators: &Dominators) {
        let order = dominators.order();
        let mut back = Vec::new();
        for (place, &node) in (0..).zip(order.nodes()) {
            let above = dominators.immediate(node);
            assert!(above.is_none_or(|above| order.place(above) < Some(place)));
            let targets = lists[node as usize].as_ref().iter();
            back.extend(
                targets
                    .filter(|&&target| order.place(target) <= Some(place))
                    .map(|&target| (node, target)),
            );
        }
        assert_eq!(dominators.edges_back(), back, "{lists:?}");
        // Each closes a cycle: its target leads to its source.
        for &(from, to) in &back {
            let seen = reached(lists, to, None);
            assert!(seen[from as usize], "{from} to {to} in {lists:?}");
        }
    }

    #[test]
    fn dominators_agree_with_their_definition() {
        let dominators = &mut Dominators::default();
        let mut check = |lists: &[&[u32]]| check(dominators, lists);
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1], &[2, 3], &[1], &[]]);
        // Irreducible: two entries into the loop of 1 and 2.
        check(&[&[1, 2], &[2, 3], &[1], &[]]);
        // Two loops inside one another, left from the inner.
        check(&[&[1], &[2], &[3, 4], &[2, 1], &[]]);
        // Nodes that cannot be reached, with edges into the rest.
        check(&[&[2], &[2, 3], &[], &[1]]);
    }

    #[test]
    fn dominators_of_many_random_graphs() {
        let mut dominators = Dominators::default();
        for_random_graphs(|lists| check(&mut dominators, lists));
    }

    #[test]
    fn a_ladder_of_exits_takes_no_quadratic_time() {
        const NODES: u32 = 300_000;
        let lists: Vec<Vec<u32>> = (0..NODES)
            .map(|node| match NODES - 1 - node {
                0 | 1 => vec![],
                _ => vec![node + 1, NODES - 1],
            })
            .collect();
        let mut dominators = Dominators::default();
        dominators.build(&graph(&lists));
        assert_eq!(dominators.immediate(NODES - 1), Some(0));
    }

    #[test]
    fn a_ladder_with_edges_back_takes_no_quadratic_time() {
        const NODES: u32 = 200_000;
        let lists: Vec<Vec<u32>> = (0..NODES)
            .map(|node| match NODES - 1 - node {
                0 => vec![],
                _ => vec![node + 1, NODES - 1, node / 2],
            })
            .collect();
        let mut dominators = Dominators::default();
        dominators.build(&graph(&lists));
        assert!(dominators.dominates(NODES / 2, NODES - 2));
        assert!(!dominators.dominates(1, NODES - 1));
    }
}
