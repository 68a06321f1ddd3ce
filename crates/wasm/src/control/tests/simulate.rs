//! Runs lists of steps, and compares them with walks of the graph.

use pinnacle_testing::random::{Choices, Seeded};

use super::{Branch, Exit, Jump, Step, Structurer, Switch, Terminator};

/// An observable event of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Node(u32),
    Moves(u32, u32),
    Exit(u32),
}

/// Returns the first events of a walk through the graph. The random numbers determine its branches.
pub(super) fn walk(
    graph: &[Terminator],
    moves: impl Fn(u32, u32) -> bool,
    mut random: Seeded,
    count: usize,
) -> Vec<Event> {
    let mut events = Vec::new();
    let mut node = 0;
    while events.len() < count {
        events.push(Event::Node(node));
        let to = match &graph[node as usize] {
            Exit => {
                events.push(Event::Exit(node));
                break;
            }
            Jump(target) => *target,
            // Equal targets use no random number.
            Branch(if_true, if_false) if if_true == if_false => *if_true,
            Branch(if_true, if_false) => *random.pick(&[*if_false, *if_true]),
            Switch(targets) => *random.pick(targets),
        };
        if moves(node, to) {
            events.push(Event::Moves(node, to));
        }
        node = to;
    }
    events
}

/// Returns the position of each label's `End` and each `If`'s `Else`, and checks that they match.
pub(super) fn matching(steps: &[Step]) -> Vec<(usize, Option<usize>)> {
    let mut found = vec![(usize::MAX, None); steps.len()];
    let mut open = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        match step {
            Step::Block | Step::Loop | Step::If { .. } => open.push(place),
            Step::Else => {
                let label: usize = *open.last().expect("an else is in a label");
                assert!(matches!(steps[label], Step::If { .. }));
                assert!(found[label].1.is_none(), "one else for each if");
                found[label].1 = Some(place);
            }
            Step::End => {
                let label = open.pop().expect("an end has a label");
                found[label].0 = place;
                if let Some(other) = found[label].1 {
                    found[other].0 = place;
                }
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "all labels end");
    found
}

/// Returns the first events of a run of the steps. The random numbers determine its branches.
pub(super) fn run(
    structurer: &Structurer,
    matching: &[(usize, Option<usize>)],
    mut random: Seeded,
    count: usize,
) -> Vec<Event> {
    let steps = structurer.steps();
    let mut events = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut place = 0;
    let mut variable = None;
    // The node whose terminator has not been run yet.
    let mut current = None;
    let branch = |open: &mut Vec<usize>, depth: u32| {
        open.truncate(open.len() - depth as usize);
        let label = *open.last().expect("a branch has a label");
        if steps[label] == Step::Loop {
            label + 1
        } else {
            open.pop();
            matching[label].0 + 1
        }
    };
    while events.len() < count {
        let step = steps[place];
        place += 1;
        match step {
            Step::Block | Step::Loop => open.push(place - 1),
            Step::End => {
                open.pop();
            }
            Step::Else => {
                open.pop();
                place = matching[place - 1].0 + 1;
            }
            Step::Body(node) => {
                current = Some(node);
                events.push(Event::Node(node));
            }
            Step::Moves { from, to } => events.push(Event::Moves(from, to)),
            Step::Exit(node) => {
                assert_eq!(current, Some(node));
                events.push(Event::Exit(node));
                break;
            }
            Step::Branch(depth) => place = branch(&mut open, depth),
            Step::If {
                node,
                negate,
                has_else,
            } => {
                assert_eq!(current.take(), Some(node), "a node decides once");
                let label = place - 1;
                assert_eq!(has_else, matching[label].1.is_some());
                if (random.below(2) == 1) != negate {
                    open.push(label);
                } else if let Some(other) = matching[label].1 {
                    open.push(label);
                    place = other + 1;
                } else {
                    place = matching[label].0 + 1;
                }
            }
            Step::BranchIf {
                node,
                negate,
                depth,
            } => {
                assert_eq!(current.take(), Some(node), "a node decides once");
                if (random.below(2) == 1) != negate {
                    place = branch(&mut open, depth);
                }
            }
            Step::Switch { node, depths } => {
                assert_eq!(current.take(), Some(node), "a node decides once");
                let depths = structurer.depths(depths);
                let depth = *random.pick(depths);
                place = branch(&mut open, depth);
            }
            Step::SetDispatch(value) => {
                assert_eq!(variable.replace(value), None, "a value is read");
            }
            Step::DispatchSwitch(depths) => {
                let value = variable.take().expect("the variable is set");
                let depth = structurer.depths(depths)[value as usize];
                place = branch(&mut open, depth);
            }
        }
    }
    events
}
