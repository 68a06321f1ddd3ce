//! Builds the tree of the calls that were inlined into a function.

use crate::info::{FunctionInfo, SourceInfo};
use std::collections::HashMap;

/// An inlined call.
#[derive(Debug)]
pub(super) struct Node {
    /// The index of the enclosing inlined call, which precedes this one; `None` if the call is in
    /// the function itself.
    pub(super) parent: Option<usize>,
    /// The source function that is called.
    pub(super) scope: u32,
    /// The source location of the call.
    pub(super) call: u32,
    /// The ranges of its instructions, with exclusive ends, in ascending order.
    pub(super) ranges: Vec<(u32, u32)>,
}

/// Returns the calls that were inlined into a function. Each one comes after the one that contains
/// it.
pub(super) fn nodes(info: &SourceInfo, function: &FunctionInfo) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut known: HashMap<(Option<usize>, u32, u32), usize> = HashMap::new();
    for (index, &(start, place)) in function.places.iter().enumerate() {
        let end = match function.places.get(index + 1) {
            Some(&(next, _)) => next,
            None => function.inst_count,
        };
        let Some(place) = place.filter(|_| start < end) else {
            continue;
        };
        let chain = info.chain(place);
        let mut parent = None;
        for pair in chain.windows(2).rev() {
            let &[callee, call] = pair else {
                continue;
            };
            let Some(scope) = info.places.get(callee as usize).map(|it| it.scope) else {
                break;
            };
            let node = *known.entry((parent, scope, call)).or_insert_with(|| {
                nodes.push(Node {
                    parent,
                    scope,
                    call,
                    ranges: Vec::new(),
                });
                nodes.len() - 1
            });
            let ranges = &mut nodes[node].ranges;
            match ranges.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => ranges.push((start, end)),
            }
            parent = Some(node);
        }
    }
    nodes
}
