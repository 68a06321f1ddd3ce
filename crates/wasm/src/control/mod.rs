//! Converts a control flow graph to structured control flow.
//!
//! WebAssembly only has jumps to the end of an enclosing block and to the start of an enclosing
//! loop. This module finds blocks, loops and conditionals for any graph. It does not depend on
//! instructions: its input is a graph, and its output is a list of [`Step`]s, which an emitter
//! processes once.
//!
//! # Algorithm
//!
//! 1. Edges of switches that perform moves get nodes of their own ([`graph`]).
//! 2. Dominators and a reverse postorder are computed. In this order all edges lead forward except
//!    those that close cycles. If there are any such edges, loops are found too ([`loops`]).
//! 3. If the target of a back edge does not dominate its source, the graph is irreducible. A
//!    dispatch for each loop with several entries makes it reducible ([`irreducible`]), and step 2
//!    is repeated.
//! 4. Each node is placed. Its place is *inline* after its only predecessor, or after the end of a
//!    block. Such a block is opened at the node's immediate dominator or, if the dominator is in
//!    loops that do not contain the node, around the outermost of these loops. A walk along the
//!    places, without recursion, writes the steps ([`place`]).
//! 5. Blocks without branches are removed and branch depths are computed, in one pass over the
//!    steps.
//!
//! Time and the length of the list are linear in the numbers of nodes and edges, except for the
//! logarithmic factors of path compression.
//!
//! # Invariants
//!
//! * Every reachable node is in the list once, as [`Step::Body`], and no unreachable node is.
//! * A node's condition or selector is used by exactly one step, which directly follows the node's
//!   body.
//! * The moves of an edge come after the body of its source and before the body of its target. A
//!   branch with two equal targets only jumps.
//! * Execution never reaches the end of the list, although validation may not detect that.

mod graph;
mod irreducible;
mod loops;
mod place;
#[cfg(test)]
mod tests;

pub(crate) use graph::Graph;
pub(crate) use loops::Loops;

use irreducible::Irreducible;
use pinnacle_base::graph::{Dominators, Edges};
use place::Places;

const NONE: u32 = u32::MAX;

/// A step of structured code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Opens a block. Branches to its label continue at its end.
    Block,
    /// Opens a loop. Branches to its label continue at its start.
    Loop,
    /// Closes the last open `Block`, `Loop` or `If`.
    End,
    /// The instructions of a node, without its terminator.
    Body(u32),
    /// The moves of an edge.
    Moves {
        /// The source of the edge.
        from: u32,
        /// The target of the edge.
        to: u32,
    },
    /// Branches to a label.
    Branch(u32),
    /// Opens a label like `Block`. Continues if the condition of the node's branch is true or, with
    /// `negate`, if it is false. Otherwise continues after the `Else` of this label or, if there is
    /// none, after its `End`.
    If {
        /// The node.
        node: u32,
        /// True to negate the condition.
        negate: bool,
        /// True if the label has an `Else`.
        has_else: bool,
    },
    /// Starts the code that runs if the condition of the label's `If` does not hold.
    Else,
    /// Branches to a label if the condition of the node's branch is true or, with `negate`, if it
    /// is false.
    BranchIf {
        /// The node.
        node: u32,
        /// True to negate the condition.
        negate: bool,
        /// The depth of the label.
        depth: u32,
    },
    /// Branches to one of several labels. There is one depth for each target of the node's switch,
    /// in the same order.
    Switch {
        /// The node.
        node: u32,
        /// The depths of the labels.
        depths: Depths,
    },
    /// Leaves the function at this node.
    Exit(u32),
    /// Sets the function's dispatch variable.
    SetDispatch(u32),
    /// Branches to the label whose index is in the dispatch variable. The index is less than the
    /// number of labels.
    DispatchSwitch(Depths),
}

/// A list of label depths; see [`Structurer::depths`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    first: u32,
    count: u32,
}

/// Structures one graph after the other, and reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structurer {
    graph: Graph,
    edges: Edges,
    dominators: Dominators,
    loops: Loops,
    irreducible: Irreducible,
    places: Places,
    uses_dispatch: bool,
}

impl Structurer {
    /// Begins a new graph. The caller adds its nodes, of which there must be at least one.
    pub(crate) fn begin(&mut self) -> &mut Graph {
        self.graph.clear();
        &mut self.graph
    }

    /// Finds structured code for the graph. `moves` returns true if the edge from one node to
    /// another performs moves. It is called once for each edge of a jump or branch, and once for
    /// each distinct target of a switch.
    ///
    /// # Panics
    ///
    /// Panics if the graph has no nodes or a target is not a node of the graph.
    pub(crate) fn finish(&mut self, moves: impl FnMut(u32, u32) -> bool) {
        self.graph.find_moves(moves);
        self.find_loops();
        self.uses_dispatch = !self.is_reducible();
        if self.uses_dispatch {
            let order = self.dominators.order().nodes();
            self.irreducible.change(&mut self.graph, &self.loops, order);
            self.find_loops();
            debug_assert!(self.is_reducible());
        }
        self.places
            .find(&self.graph, &self.edges, &self.dominators, &self.loops);
    }

    fn find_loops(&mut self) {
        self.graph.collect(&mut self.edges);
        self.dominators.build(&self.edges);
        if self.dominators.edges_back().is_empty() {
            self.loops.clear(self.graph.len());
        } else {
            self.loops.build(&self.edges);
        }
    }

    /// Returns true if every loop is only entered at one node.
    fn is_reducible(&self) -> bool {
        let mut edges = self.dominators.edges_back().iter();
        edges.all(|&(from, to)| self.dominators.dominates(to, from))
    }

    /// Returns true if every path to a node passes through another.
    pub(crate) fn dominates(&self, dominator: u32, node: u32) -> bool {
        self.dominators.dominates(dominator, node)
    }

    /// Returns true if all nodes are reachable.
    pub(crate) fn reaches_all(&self) -> bool {
        self.dominators.order().nodes().len() == self.graph.len() as usize
    }

    /// Returns the number of loops that contain a node.
    pub(crate) fn loop_depth(&self, node: u32) -> usize {
        self.loops.depth(node)
    }

    /// Returns the code that [`Structurer::finish`] found.
    pub(crate) fn steps(&self) -> &[Step] {
        self.places.steps()
    }

    /// Returns the label depths of a [`Step::Switch`] or [`Step::DispatchSwitch`].
    pub(crate) fn depths(&self, depths: Depths) -> &[u32] {
        self.places.depths(depths)
    }

    /// Returns true if the code uses the dispatch variable.
    pub(crate) fn uses_dispatch(&self) -> bool {
        self.uses_dispatch
    }
}

fn reset(list: &mut Vec<u32>, len: usize, value: u32) {
    list.clear();
    list.resize(len, value);
}
