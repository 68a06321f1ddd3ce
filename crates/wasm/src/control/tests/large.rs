//! Tests that the time and number of steps for large graphs are proportional to their size, without
//! recursion.

use super::simulate::matching;
use super::{Branch, Exit, Jump, Step, Structurer, Switch, Terminator, structure};

/// Structures a graph. Returns the maximum number of labels around a step.
fn check(graph: &[Terminator], moves: bool) -> usize {
    let mut structurer = Structurer::default();
    structure(&mut structurer, graph, |_, _| moves);
    let steps = structurer.steps();
    matching(steps);
    let bodies = steps.iter().filter(|step| matches!(step, Step::Body(_)));
    assert_eq!(bodies.count(), graph.len());
    let edges: usize = graph.iter().map(Terminator::target_count).sum();
    let most = 8 * (graph.len() + edges);
    assert!(steps.len() <= most, "{} steps, not {most}", steps.len());

    let (mut depth, mut deepest) = (0, 0);
    for step in steps {
        match step {
            Step::Block | Step::Loop | Step::If { .. } => depth += 1,
            Step::End => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[test]
fn a_chain_of_conditionals_is_flat() {
    const LENGTH: u32 = 100_000;
    // if (a) { b }; if (c) { d }; ...
    let mut graph: Vec<_> = (0..LENGTH)
        .map(|node| match node % 2 {
            0 => Branch(node + 1, node + 2),
            _ => Jump(node + 1),
        })
        .collect();
    graph.push(Exit);
    for moves in [false, true] {
        assert_eq!(check(&graph, moves), 1);
    }
}

#[test]
fn a_chain_of_early_returns_is_flat() {
    const LENGTH: u32 = 100_000;
    let mut graph: Vec<_> = (0..LENGTH)
        .map(|node| match node % 2 {
            0 => Branch(node + 1, node + 2),
            _ => Exit,
        })
        .collect();
    graph.push(Exit);
    assert_eq!(check(&graph, false), 1);
}

#[test]
fn a_long_choice_by_conditionals_is_not_deep() {
    const LENGTH: u32 = 100_000;
    // if (a) { b } else if (c) { d } else if ...
    let mut graph: Vec<_> = (0..LENGTH)
        .map(|node| match node % 2 {
            0 => Branch(node + 1, node + 2),
            _ => Jump(LENGTH),
        })
        .collect();
    graph.push(Exit);
    for moves in [false, true] {
        assert!(check(&graph, moves) <= 50);
    }
}

#[test]
fn conditions_that_share_what_fails_are_flat() {
    const LENGTH: u32 = 100_000;
    // if (a && b && c && ...)
    let mut graph: Vec<_> = (0..LENGTH).map(|node| Branch(node + 1, LENGTH)).collect();
    graph.push(Exit);
    for moves in [false, true] {
        assert!(check(&graph, moves) <= 2);
    }
}

#[test]
fn loops_one_after_the_other_do_not_nest() {
    const LOOPS: u32 = 50_000;
    let mut graph = Vec::new();
    for node in (0..2 * LOOPS).step_by(2) {
        graph.push(Branch(node + 1, node + 2));
        graph.push(Jump(node));
    }
    graph.push(Exit);
    for moves in [false, true] {
        // The loop, the block that the exit ends, and the moves of the exit.
        assert!(check(&graph, moves) <= 3);
    }
}

/// Returns nested loops, each of which is left at its end. The nodes are the headers, the innermost
/// body, and the ends of the loops.
fn nest(depth: u32) -> Vec<Terminator> {
    let headers = (0..depth).map(|node| Jump(node + 1));
    let ends = (0..depth).map(|end| Branch(depth - 1 - end, depth + 1 + end));
    headers.chain(ends).chain([Exit]).collect()
}

#[test]
fn loops_in_one_another() {
    assert_eq!(check(&nest(200), false), 200);
    assert_eq!(check(&nest(50_000), false), 50_000);
    check(&nest(50_000), true);
}

#[test]
fn loops_in_one_another_with_jumps_to_all_levels() {
    const DEPTH: u32 = 50_000;
    // Each header may leave all loops, and the innermost node may continue or leave any of them.
    let mut graph: Vec<_> = (0..DEPTH)
        .map(|node| Branch(node + 1, DEPTH + 1 + node))
        .collect();
    graph.push(Switch((0..DEPTH).collect()));
    graph.extend((0..DEPTH).map(|_| Exit));
    check(&graph, false);
    check(&graph, true);
}

#[test]
fn jumps_into_a_deep_nest_of_loops() {
    const DEPTH: u32 = 50_000;
    // The loops of `nest`, entered by a switch to every node.
    let mut graph = vec![Switch((1..2 * DEPTH + 2).collect())];
    graph.extend(nest(DEPTH).iter().map(|terminator| match *terminator {
        Jump(target) => Jump(target + 1),
        Branch(if_true, if_false) => Branch(if_true + 1, if_false + 1),
        _ => Exit,
    }));
    check(&graph, false);
    check(&graph, true);

    // There is an edge from each node before the loops to a node inside.
    let mut graph: Vec<_> = (0..DEPTH)
        .map(|node| Branch(node + 1, 2 * DEPTH - node))
        .collect();
    graph.extend(nest(DEPTH).iter().map(|terminator| match *terminator {
        Jump(target) => Jump(target + DEPTH),
        Branch(if_true, if_false) => Branch(if_true + DEPTH, if_false + DEPTH),
        _ => Exit,
    }));
    check(&graph, false);
    check(&graph, true);
}

#[test]
fn a_cycle_that_is_entered_everywhere() {
    const LENGTH: u32 = 50_000;
    let mut graph = vec![Switch((1..=LENGTH).collect())];
    graph.extend((1..=LENGTH).map(|node| Jump(node % LENGTH + 1)));
    check(&graph, false);
    check(&graph, true);
}

#[test]
fn a_ladder_of_two_rails() {
    const LENGTH: u32 = 50_000;
    // Two paths that cross at each step, forward and backward.
    let mut graph = vec![Branch(1, 2)];
    for node in (1..2 * LENGTH).step_by(2) {
        graph.push(Branch(node + 2, node + 3));
        graph.push(Branch(node + 3, node + 2));
    }
    graph.extend([Exit, Exit]);
    check(&graph, false);
    let last = graph.len();
    graph[last - 1] = Branch(1, 2);
    check(&graph, true);
}

#[test]
fn a_wide_switch() {
    const WIDTH: u32 = 10_000;
    let mut graph = vec![Switch((1..=WIDTH).chain(1..=WIDTH).collect())];
    graph.extend((1..=WIDTH).map(|_| Jump(WIDTH + 1)));
    graph.push(Exit);
    check(&graph, false);
    check(&graph, true);
}

#[test]
fn many_switches_on_the_same_targets() {
    const SWITCHES: u32 = 20_000;
    const TARGETS: u32 = 100;
    let targets: Vec<u32> = (0..TARGETS).map(|target| SWITCHES + target).collect();
    let mut graph: Vec<_> = (1..=SWITCHES)
        .map(|next| {
            Switch(
                std::iter::once(next)
                    .chain(targets.iter().copied())
                    .collect(),
            )
        })
        .collect();
    graph.extend(targets.iter().map(|_| Exit));
    check(&graph, false);
    check(&graph, true);
}

#[test]
fn merges_below_one_dominator() {
    const MERGES: u32 = 50_000;
    // A chain of nodes. Each may be skipped, or left for a second chain that can be entered at each
    // node.
    let mut graph: Vec<_> = (0..MERGES)
        .map(|node| Branch(node + 1, MERGES + 1 + node))
        .collect();
    graph.push(Jump(2 * MERGES));
    graph.extend((0..MERGES).map(|node| match node {
        0 => Exit,
        _ => Jump(MERGES + node),
    }));
    check(&graph, false);
    check(&graph, true);
}
