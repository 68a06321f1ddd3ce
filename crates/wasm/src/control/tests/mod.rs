//! Tests of structured control flow.

mod large;
mod random;
mod shapes;
mod simulate;

use super::{Step, Structurer};
use std::fmt::Write;

/// The terminator of a node.
#[derive(Clone, Debug)]
enum Terminator {
    Exit,
    Jump(u32),
    Branch(u32, u32),
    Switch(Vec<u32>),
}

use Terminator::{Branch, Exit, Jump, Switch};

impl Terminator {
    fn target_count(&self) -> usize {
        match self {
            Exit => 0,
            Jump(_) => 1,
            Branch(..) => 2,
            Switch(targets) => targets.len(),
        }
    }

    fn targets(&self) -> Vec<u32> {
        match self {
            Exit => vec![],
            Jump(target) => vec![*target],
            Branch(if_true, if_false) => vec![*if_true, *if_false],
            Switch(targets) => targets.clone(),
        }
    }
}

fn structure(
    structurer: &mut Structurer,
    graph: &[Terminator],
    moves: impl FnMut(u32, u32) -> bool,
) {
    let nodes = structurer.begin();
    for terminator in graph {
        match terminator {
            Exit => nodes.exit(),
            Jump(target) => nodes.jump(*target),
            Branch(if_true, if_false) => nodes.branch(*if_true, *if_false),
            Switch(targets) => nodes.switch(targets.iter().copied()),
        }
    }
    structurer.finish(moves);
}

/// Returns the code as text, with one step on each line and with indented labels.
fn render(structurer: &Structurer) -> String {
    let mut text = String::new();
    let mut indent = 3;
    let not = |negate: bool| if negate { "!" } else { "" };
    for step in structurer.steps() {
        let own = match step {
            Step::End | Step::Else => indent - 1,
            _ => indent,
        };
        write!(text, "\n{:1$}", "", own * 4).unwrap();
        match *step {
            Step::Block => write!(text, "block"),
            Step::Loop => write!(text, "loop"),
            Step::End => write!(text, "end"),
            Step::Body(node) => write!(text, "{node}"),
            Step::Moves { from, to } => write!(text, "moves {from}>{to}"),
            Step::Branch(depth) => write!(text, "br {depth}"),
            Step::If { node, negate, .. } => write!(text, "if {}{node}", not(negate)),
            Step::Else => write!(text, "else"),
            Step::BranchIf {
                node,
                negate,
                depth,
            } => write!(text, "br_if {}{node} {depth}", not(negate)),
            Step::Switch { node, depths } => {
                write!(text, "switch {node} {:?}", structurer.depths(depths))
            }
            Step::Exit(node) => write!(text, "exit {node}"),
            Step::SetDispatch(value) => write!(text, "set {value}"),
            Step::DispatchSwitch(depths) => {
                write!(text, "dispatch {:?}", structurer.depths(depths))
            }
        }
        .unwrap();
        match step {
            Step::Block | Step::Loop | Step::If { .. } => indent += 1,
            Step::End => indent -= 1,
            _ => {}
        }
    }
    text
}
