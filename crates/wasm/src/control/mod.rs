//! Structured control flow from a control flow graph.
//!
//! WebAssembly only has jumps to the end of an enclosing block and to the start of an enclosing
//! loop. This module finds blocks, loops and conditionals for any graph. It knows nothing about
//! instructions: a graph goes in and a list of [`Step`]s comes out, which an emitter walks once.
//!
//! # Algorithm
//!
//! 1. Edges out of switches that carry moves get nodes of their own ([`graph`]).
//! 2. Dominators and a reverse postorder are computed. In this order all edges lead forward, except
//!    those that close cycles. If there are any of these, loops are found too ([`loops`]).
//! 3. If the target of a back edge does not dominate its source, the graph is irreducible. A
//!    dispatch for each loop with several entries makes it reducible ([`irreducible`]), and step 2
//!    is repeated.
//! 4. Each node is placed, either *inline* where its only predecessor leads to it, or after the end
//!    of a block that is opened at its immediate dominator or, if that is in loops which the node
//!    is not in, around the outermost of these. A walk along these places, without recursion,
//!    writes the steps ([`place`]).
//! 5. Blocks without branches are dropped and branch depths are computed, in one pass over the
//!    steps.
//!
//! Time and the length of the list are linear in nodes and edges, except for the logarithmic
//! factors of path compression.
//!
//! # Invariants
//!
//! * Every reachable node is in the list once, as [`Step::Body`], and no other node is.
//! * The step that uses a node's condition or selector follows its body immediately, and is the
//!   only one.
//! * The moves of an edge come after the body of its source and before the body of its target. A
//!   branch with two equal targets only jumps.
//! * Control never reaches the end of the list, though validation may not see
//!   that.

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

/// One piece of structured code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Opens a block: branches to its label go to its end.
    Block,
    /// Opens a loop: branches to its label go to its start.
    Loop,
    /// Ends the last open `Block`, `Loop` or `If`.
    End,
    /// The instructions of a node, without its terminator.
    Body(u32),
    /// The moves of an edge that has some.
    Moves {
        /// The source of the edge.
        from: u32,
        /// The target of the edge.
        to: u32,
    },
    /// Goes to a label.
    Branch(u32),
    /// Opens a label like `Block` and continues if the condition of the node's branch holds, or
    /// with `negate` if it does not. Otherwise continues after the `Else` of this label or, if it
    /// has none, after its `End`.
    If {
        /// The node.
        node: u32,
        /// True to negate the condition.
        negate: bool,
        /// True if the label has an `Else`.
        has_else: bool,
    },
    /// The code that follows runs if the condition of the label's `If` is false.
    Else,
    /// Branches to a label if the condition of the node's branch holds, or with `negate` if it does
    /// not.
    BranchIf {
        /// The node.
        node: u32,
        /// True to negate the condition.
        negate: bool,
        /// The label.
        depth: u32,
    },
    /// Branches to one of several labels: one depth for each target of the node's switch, in the
    /// same order.
    Switch {
        /// The node.
        node: u32,
        /// The labels.
        depths: Depths,
    },
    /// Leaves the function at this node.
    Exit(u32),
    /// Sets the function's dispatch variable.
    SetDispatch(u32),
    /// Branches to the label with the index in the dispatch variable, which is less than the number
    /// of labels.
    DispatchSwitch(Depths),
}

/// A list of labels' depths, see [`Structurer::depths`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    first: u32,
    count: u32,
}

/// Structures one graph after the other, and reuses its arrays.
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
    /// Begins a new graph. The caller adds its nodes, at least one.
    pub(crate) fn begin(&mut self) -> &mut Graph {
        self.graph.clear();
        &mut self.graph
    }

    /// Finds structured code for the graph. `moves` returns true if the edge from one node to
    /// another carries moves. It is called once for each edge of a jump or branch, and once for
    /// each different target of a switch.
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

    /// Returns true if every loop is entered at only one node.
    fn is_reducible(&self) -> bool {
        let mut edges = self.dominators.edges_back().iter();
        edges.all(|&(from, to)| self.dominators.dominates(to, from))
    }

    /// Returns true if every path to a node passes through another.
    pub(crate) fn dominates(&self, dominator: u32, node: u32) -> bool {
        self.dominators.dominates(dominator, node)
    }

    /// Returns true if every node is in the code.
    pub(crate) fn reaches_all(&self) -> bool {
        self.dominators.order().nodes().len() == self.graph.len() as usize
    }

    /// The number of loops that a node is in.
    pub(crate) fn loop_depth(&self, node: u32) -> usize {
        self.loops.depth(node)
    }

    /// The code that [`Structurer::finish`] found.
    pub(crate) fn steps(&self) -> &[Step] {
        self.places.steps()
    }

    /// The labels of a [`Step::Switch`] or [`Step::DispatchSwitch`].
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
