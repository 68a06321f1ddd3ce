//! Makes a graph reducible: loops that are entered at several places get a
//! dispatch.
//!
//! An edge is *irregular* if it enters a loop elsewhere than at the header. All loops that it
//! enters, from the outermost one to the innermost one in which its target is not the header, are
//! joined to one *group*. A group gets a single entry, a new node called its dispatch. The dispatch
//! switches on a variable to the targets of irregular edges and to the headers of the group's
//! loops. Irregular edges and back edges to those headers set the variable and go to the dispatch.
//! All other edges inside a group stay the same, and loops that are only entered at their headers
//! stay loops. No code is duplicated, and each loop is joined once and each edge redirected once,
//! however deeply loops are nested.
//!
//! The result is reducible. Every cycle has a back edge to the header of the smallest loop around
//! it. If that loop is in a group, the cycle now passes the group's dispatch, which is the group's
//! only entry. Otherwise the loop is only entered at its header.
//!
//! One variable is sufficient for all dispatches of a function, because a dispatch reads it
//! directly after it is set.

use super::graph::{Arrow, Graph, Kind};
use super::loops::{Loops, find};
use super::{NONE, reset};

/// The memory of [`Irreducible::change`].
#[derive(Clone, Debug, Default)]
pub(super) struct Irreducible {
    /// For each header, the header itself or that of an outer loop in its group. At the end, the
    /// outermost one.
    joined: Vec<u32>,
    /// For the outermost header of each group, its dispatch; `NONE` for a loop that needs none.
    dispatch: Vec<u32>,
    /// For the outermost header of each group, the number of targets of its dispatch, and the head
    /// of their list in `entries`, in reverse order.
    targets: Vec<(u32, u32)>,
    /// Targets of dispatches, each with the index of the next in its list.
    entries: Vec<(u32, u32)>,
    /// For each node, its value of the dispatch variable in the enclosing group, and in the group
    /// whose outermost header it is.
    values: Vec<[u32; 2]>,
    list: Vec<u32>,
}

/// Selects the dispatch of the enclosing group.
const AROUND: usize = 0;
const OWN: usize = 1;

impl Irreducible {
    /// Makes a graph with these loops reducible. `order` has the reachable nodes.
    pub(super) fn change(&mut self, graph: &mut Graph, loops: &Loops, order: &[u32]) {
        let count = graph.len() as usize;
        self.joined.clear();
        self.joined.extend(0..count as u32);
        reset(&mut self.dispatch, count, NONE);
        self.targets.clear();
        self.targets.resize(count, (0, NONE));
        self.entries.clear();
        self.values.clear();
        self.values.resize(count, [NONE; 2]);

        for &node in order {
            for place in 0..graph.arrows(node).len() {
                let target = graph.arrows(node)[place].target;
                self.join(loops, node, target);
            }
        }
        for header in loops.headers() {
            if self.dispatch[header as usize] != NONE && self.group(header) == header {
                self.dispatch[header as usize] = graph.add(Kind::Dispatch, &[]);
            }
        }
        for &node in order {
            if graph.switches(node) {
                graph.land(node, |arrow| {
                    let arrow = self.redirect(loops, node, arrow.target);
                    (arrow, arrow.value != NONE)
                });
                continue;
            }
            for place in 0..graph.arrows(node).len() {
                let target = graph.arrows(node)[place].target;
                let Arrow { target, value, .. } = self.redirect(loops, node, target);
                let arrow = &mut graph.arrows_mut(node)[place];
                arrow.target = target;
                arrow.value = value;
            }
        }
        // Outer groups come first, because their dispatches may lead to inner groups.
        for header in loops.headers() {
            if self.dispatch[header as usize] != NONE && self.group(header) == header {
                self.fill(graph, loops, header);
            }
        }
    }

    /// Returns the outermost header of the group of a loop.
    fn group(&mut self, header: u32) -> u32 {
        find(&mut self.joined, header)
    }

    /// Joins the loops that an edge enters elsewhere than at their headers.
    fn join(&mut self, loops: &Loops, from: u32, to: u32) {
        let mut header = loops.around(to);
        if header == NONE {
            return;
        }
        header = self.group(header);
        if loops.contains(header, from) {
            return;
        }
        loop {
            // Until dispatches are created, this can be any number except `NONE`.
            self.dispatch[header as usize] = 0;
            let outer = loops.around(header);
            if outer == NONE {
                return;
            }
            let outer = self.group(outer);
            if loops.contains(outer, from) {
                return;
            }
            self.joined[header as usize] = outer;
            header = outer;
        }
    }

    /// Returns the new target of an edge, and the value that it gives to the variable.
    fn redirect(&mut self, loops: &Loops, from: u32, to: u32) -> Arrow {
        let around = loops.around(to);
        let mut group = NONE;
        if around != NONE {
            group = self.group(around);
            if !loops.contains(group, from) {
                return self.through(group, to, AROUND);
            }
        }
        if loops.is_header(to) {
            let own = self.group(to);
            if own != group {
                if self.dispatch[own as usize] != NONE {
                    return self.through(own, to, OWN);
                }
            } else if loops.contains(to, from) {
                return self.through(own, to, AROUND);
            }
        }
        Arrow::bare(to, NONE)
    }

    /// Returns the edge to a group's dispatch that then leads to a node.
    fn through(&mut self, group: u32, to: u32, which: usize) -> Arrow {
        let value = &mut self.values[to as usize][which];
        if *value == NONE {
            let (count, last) = &mut self.targets[group as usize];
            *value = *count;
            *count += 1;
            let next = std::mem::replace(last, self.entries.len() as u32);
            self.entries.push((to, next));
        }
        Arrow::bare(self.dispatch[group as usize], *value)
    }

    /// Sets the targets of a group's dispatch.
    fn fill(&mut self, graph: &mut Graph, loops: &Loops, group: u32) {
        let (_, mut entry) = self.targets[group as usize];
        self.list.clear();
        while entry != NONE {
            let (target, next) = self.entries[entry as usize];
            self.list.push(target);
            entry = next;
        }
        let dispatch = self.dispatch[group as usize];
        let targets = self.list.iter().rev();
        graph.set_arrows(dispatch, targets.map(|&to| Arrow::bare(to, NONE)));
        graph.land(dispatch, |arrow| {
            let to = arrow.target;
            // A target that is the outermost header of another group is entered through that
            // group's dispatch.
            let own = if loops.is_header(to) {
                self.group(to)
            } else {
                group
            };
            if own != group && self.dispatch[own as usize] != NONE {
                (self.through(own, to, OWN), true)
            } else {
                (Arrow::bare(to, NONE), false)
            }
        });
    }
}
