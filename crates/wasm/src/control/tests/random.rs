//! Tests for many random graphs that the steps behave like the graph.

use pinnacle_testing::random::{Choices, Seeded};

use super::simulate::{matching, run, walk};
use super::{Branch, Exit, Jump, Step, Structurer, Switch, Terminator, render, structure};

fn random_graph(random: &mut Seeded, near: bool) -> Vec<Terminator> {
    let limit = if random.one_in(4) { 40 } else { 9 };
    let count = 1 + random.below(limit) as u32;
    (0..count)
        .map(|node| {
            let target = |random: &mut Seeded| {
                if near {
                    // Most edges lead to neighbours, since compilers order blocks so.
                    let to = node + random.below(6) as u32;
                    to.saturating_sub(if random.one_in(3) { 5 } else { 0 })
                        .min(count - 1)
                } else {
                    random.below(count.into()) as u32
                }
            };
            match random.below(12) {
                0 => Exit,
                1..=4 => Jump(target(random)),
                5..=10 => Branch(target(random), target(random)),
                _ => Switch((0..=random.below(6)).map(|_| target(random)).collect()),
            }
        })
        .collect()
}

fn reachable(graph: &[Terminator]) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    let mut work = vec![0];
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            work.extend(graph[node as usize].targets());
        }
    }
    seen
}

fn check(structurer: &mut Structurer, graph: &[Terminator], share: u32, seed: u64) {
    let moves = |from: u32, to: u32| {
        let mut random = Seeded::new(seed ^ (u64::from(from) << 32 | u64::from(to)));
        share > 0 && random.one_in(share.into())
    };
    structure(structurer, graph, moves);
    let context = || format!("{graph:?}{}", render(structurer));
    let steps = structurer.steps();
    let matching = matching(steps);

    let mut bodies = vec![false; graph.len()];
    for (place, step) in steps.iter().enumerate() {
        if let Step::If { node, .. } | Step::BranchIf { node, .. } | Step::Switch { node, .. } =
            *step
        {
            assert_eq!(steps[place - 1], Step::Body(node), "{}", context());
        }
        if let Step::Body(node) = *step {
            assert!(!bodies[node as usize], "twice: {node} of {}", context());
            bodies[node as usize] = true;
        }
    }
    assert_eq!(bodies, reachable(graph), "{}", context());
    let edges: usize = graph.iter().map(|node| node.targets().len()).sum();
    assert!(
        steps.len() <= 10 + 8 * (graph.len() + edges),
        "{}",
        context()
    );

    assert_eq!(useless(steps, &matching, structurer), None, "{}", context());

    for round in 0..4 {
        let random = Seeded::new(seed.wrapping_add(round));
        let expected = walk(graph, moves, random.clone(), 120);
        let found = run(structurer, &matching, random, expected.len());
        assert_eq!(found, expected, "{}", context());
    }
}

/// Returns a block without branches, or a branch to the place that is reached without it.
fn useless(
    steps: &[Step],
    matching: &[(usize, Option<usize>)],
    structurer: &Structurer,
) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut blocks = Vec::new();
    let mut used = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let label = |depth: u32| open[open.len() - 1 - depth as usize];
        match *step {
            Step::Block | Step::Loop | Step::If { .. } => open.push(place),
            Step::End => drop(open.pop()),
            Step::Branch(depth) | Step::BranchIf { depth, .. } => {
                used.push(label(depth));
                let mut next = place + 1;
                while let Some(Step::End | Step::Else) = steps.get(next) {
                    // The end of an arm continues at the end of the conditional.
                    next = match steps[next] {
                        Step::Else => matching[next].0 + 1,
                        _ => next + 1,
                    };
                }
                let label = label(depth);
                if steps[label] != Step::Loop && next > matching[label].0 {
                    return Some(place);
                }
            }
            Step::Switch { depths, .. } | Step::DispatchSwitch(depths) => {
                used.extend(structurer.depths(depths).iter().map(|&depth| label(depth)));
            }
            _ => {}
        }
        if matches!(step, Step::Block | Step::Loop) {
            blocks.push(place);
        }
    }
    blocks.into_iter().find(|place| !used.contains(place))
}

#[test]
fn steps_do_what_random_graphs_do() {
    let mut random = Seeded::new(1);
    let mut structurer = Structurer::default();
    let mut dispatched = 0;
    for round in 0..20_000 {
        let graph = random_graph(&mut random, round % 2 == 0);
        let share = random.below(4) as u32;
        check(&mut structurer, &graph, share, round);
        dispatched += u32::from(structurer.uses_dispatch());
    }
    assert!((2_000..18_000).contains(&dispatched), "{dispatched}");
}
