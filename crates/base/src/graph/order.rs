//! Reverse postorder.

use super::{Edges, Lists, NONE, reset};

/// The nodes reachable from an entry, in reverse postorder of a depth-first walk that follows the
/// edges of a node in order. Each node comes after its dominators, and after its predecessors
/// except on edges that close a cycle. Reusable.
#[derive(Clone, Debug, Default)]
pub struct ReversePostorder {
    nodes: Vec<u32>,
    /// For each node, its position in the order, `NONE` if it is unreachable.
    places: Vec<u32>,
    /// The stack of the walk: nodes, each with its next edge.
    stack: Vec<(u32, u32)>,
}

impl ReversePostorder {
    /// Finds the order of a graph from an entry, which must be one of its nodes. The order of an
    /// empty graph is empty.
    pub fn build(&mut self, edges: &Edges, entry: u32) {
        let Lists { starts, items } = &edges.successors;
        let count = edges.node_count() as usize;
        reset(&mut self.places, count, NONE);
        self.nodes.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        // Any place marks a node as seen until the true ones are known.
        let places = self.places.as_mut_slice();
        places[entry as usize] = 0;
        let (mut node, mut edge) = (entry, starts[entry as usize]);
        loop {
            if edge == starts[node as usize + 1] {
                self.nodes.push(node);
                let Some(outer) = self.stack.pop() else {
                    break;
                };
                (node, edge) = outer;
                continue;
            }
            let target = items[edge as usize];
            edge += 1;
            if places[target as usize] == NONE {
                places[target as usize] = 0;
                self.stack.push((node, edge));
                (node, edge) = (target, starts[target as usize]);
            }
        }
        self.nodes.reverse();
        for (place, &node) in self.nodes.iter().enumerate() {
            self.places[node as usize] = place as u32;
        }
    }

    /// Returns the nodes in order.
    #[inline]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Returns the position of a node in the order, or `None` if it is unreachable.
    #[inline]
    pub fn place(&self, node: u32) -> Option<u32> {
        match self.places[node as usize] {
            NONE => None,
            place => Some(place),
        }
    }

    /// Returns true if a node is reachable from the entry.
    #[inline]
    pub fn is_reachable(&self, node: u32) -> bool {
        self.places[node as usize] != NONE
    }

    /// Returns the position of each node, `NONE` if it is unreachable.
    #[inline]
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_random_graphs, graph, reached};
    use super::*;

    #[test]
    fn the_last_edge_leads_to_what_comes_next() {
        let mut order = ReversePostorder::default();
        order.build(&graph(&[vec![1, 2], vec![3], vec![3], vec![]]), 0);
        assert_eq!(order.nodes(), [0, 2, 1, 3]);
        order.build(&graph(&[vec![2, 1], vec![3], vec![3], vec![]]), 0);
        assert_eq!(order.nodes(), [0, 1, 2, 3]);
    }

    #[test]
    fn an_order_has_what_can_be_reached_and_edges_forward_but_for_cycles() {
        let mut order = ReversePostorder::default();
        for_random_graphs(|lists| {
            for entry in 0..lists.len() as u32 {
                order.build(&graph(lists), entry);
                assert_eq!(order.place(entry), Some(0));
                let seen = reached(lists, entry, None);
                for (node, &is_reached) in (0..).zip(&seen) {
                    assert_eq!(order.is_reachable(node), is_reached);
                    assert_eq!(order.place(node).is_some(), is_reached);
                }
                for (place, &node) in (0..).zip(order.nodes()) {
                    assert_eq!(order.place(node), Some(place));
                    for &target in &lists[node as usize] {
                        let closes_cycle = reached(lists, target, None)[node as usize];
                        assert!(order.place(target) > Some(place) || closes_cycle);
                    }
                }
            }
        });
    }
}
