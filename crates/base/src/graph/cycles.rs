//! Nodes on cycles.

use super::{Edges, NONE};

/// Returns true for each node on a cycle: nodes in strongly connected components of more than one
/// node, and nodes with an edge to themselves. Uses Tarjan's algorithm with an explicit stack.
pub fn nodes_on_cycles(edges: &Edges) -> Vec<bool> {
    let count = edges.node_count();
    let mut found = vec![false; count as usize];
    // By node: its number in the walk, and the least number that it is known to lead
    // to within its component.
    let mut number = vec![NONE; count as usize];
    let mut low = vec![0; count as usize];
    let mut next = 0;
    // The stack of nodes whose components are not complete, and a flag per node that says if it is
    // on it.
    let mut open = Vec::new();
    let mut is_open = vec![false; count as usize];
    // The nodes around the one at hand in the walk, each with its next edge.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..count {
        if number[start as usize] == NONE {
            path.push((start, 0));
        }
        while let Some((node, edge)) = path.pop() {
            let at = node as usize;
            if edge == 0 {
                (number[at], low[at], is_open[at]) = (next, next, true);
                next += 1;
                open.push(node);
            }
            if let Some(&target) = edges.successors(node).get(edge) {
                path.push((node, edge + 1));
                found[at] |= target == node;
                if number[target as usize] == NONE {
                    path.push((target, 0));
                } else if is_open[target as usize] {
                    low[at] = low[at].min(number[target as usize]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == number[at] {
                let alone = open.last() == Some(&node);
                while let Some(member) = open.pop() {
                    is_open[member as usize] = false;
                    found[member as usize] |= !alone;
                    if member == node {
                        break;
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_random_graphs, graph, reached};
    use super::*;

    #[test]
    fn a_node_on_a_cycle_can_be_reached_from_one_of_its_targets() {
        for_random_graphs(|lists| {
            let found = nodes_on_cycles(&graph(lists));
            for (node, found) in found.into_iter().enumerate() {
                let mut targets = lists[node].iter();
                let expected = targets.any(|&target| reached(lists, target, None)[node]);
                assert_eq!(found, expected, "node {node} of {lists:?}");
            }
        });
    }
}
