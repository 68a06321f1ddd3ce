//! The graph that is structured: the caller's nodes, and nodes that are added for edges and
//! dispatches.
//!
//! Node 0 is a root that leads to the caller's node 0, which may be in a loop. Node n of the caller
//! is node n + 1 here.

use super::NONE;
use pinnacle_base::graph::Edges;

/// A control flow graph. Nodes are numbered in insertion order, and execution starts at the first
/// one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
    /// For each node, the number of the last [`Graph::land`] call that saw it as a target, and the
    /// node that the call redirected the edge to.
    landed: Vec<(u32, u32)>,
    /// The number of calls of [`Graph::land`].
    landings: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Index of its first arrow, and the number of arrows.
    first: u32,
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Exit,
    Jump,
    Branch,
    Switch,
    /// Performs the moves of the edge from that node to the arrow's original target, if there are
    /// any.
    Landing {
        from: u32,
    },
    /// Jumps to the target that the dispatch variable selects.
    Dispatch,
}

/// An edge out of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrow {
    pub(super) target: u32,
    /// Target of the caller's edge if this arrow performs its moves, else `NONE`.
    pub(super) origin: u32,
    /// The value that the arrow sets the dispatch variable to, or `NONE`.
    pub(super) value: u32,
}

impl Arrow {
    fn to(target: u32) -> Arrow {
        Arrow {
            target,
            origin: target,
            value: NONE,
        }
    }

    /// Returns an arrow without moves.
    pub(super) fn bare(target: u32, value: u32) -> Arrow {
        Arrow {
            target,
            origin: NONE,
            value,
        }
    }
}

impl Graph {
    /// Reserves memory for this number of nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        // Most nodes jump or branch.
        self.arrows.reserve(2 * nodes);
    }

    /// Adds a node that leaves the function.
    pub(crate) fn exit(&mut self) {
        self.add(Kind::Exit, &[]);
    }

    /// Adds a node that jumps to another.
    pub(crate) fn jump(&mut self, target: u32) {
        self.add(Kind::Jump, &[Arrow::to(target + 1)]);
    }

    /// Adds a node that branches to one of two others. If both are the same, it only jumps.
    pub(crate) fn branch(&mut self, if_true: u32, if_false: u32) {
        if if_true == if_false {
            self.jump(if_true);
        } else {
            self.add(
                Kind::Branch,
                &[Arrow::to(if_true + 1), Arrow::to(if_false + 1)],
            );
        }
    }

    /// Adds a node that selects one of its targets, of which the first is the default. There must
    /// be at least one target. Targets may repeat.
    pub(crate) fn switch(&mut self, targets: impl IntoIterator<Item = u32>) {
        let first = self.arrows.len() as u32;
        let targets = targets.into_iter();
        self.arrows
            .extend(targets.map(|target| Arrow::to(target + 1)));
        let count = self.arrows.len() as u32 - first;
        debug_assert!(count > 0, "a switch has a default");
        self.nodes.push(Node {
            kind: Kind::Switch,
            first,
            count,
        });
    }

    /// Removes all nodes, and adds the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.arrows.clear();
        self.landed.clear();
        self.landings = 0;
        self.add(Kind::Landing { from: NONE }, &[Arrow::bare(1, NONE)]);
    }

    /// Adds a node and returns its number.
    pub(super) fn add(&mut self, kind: Kind, arrows: &[Arrow]) -> u32 {
        let first = self.arrows.len() as u32;
        self.arrows.extend_from_slice(arrows);
        self.nodes.push(Node {
            kind,
            first,
            count: arrows.len() as u32,
        });
        self.nodes.len() as u32 - 1
    }

    /// Sets the arrows of a node that has none.
    pub(super) fn set_arrows(&mut self, node: u32, arrows: impl Iterator<Item = Arrow>) {
        let first = self.arrows.len() as u32;
        self.arrows.extend(arrows);
        let node = &mut self.nodes[node as usize];
        node.first = first;
        node.count = self.arrows.len() as u32 - first;
    }

    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    #[inline]
    pub(super) fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    #[inline]
    pub(super) fn arrows(&self, node: u32) -> &[Arrow] {
        let node = self.nodes[node as usize];
        &self.arrows[node.first as usize..][..node.count as usize]
    }

    #[inline]
    pub(super) fn arrows_mut(&mut self, node: u32) -> &mut [Arrow] {
        let node = self.nodes[node as usize];
        &mut self.arrows[node.first as usize..][..node.count as usize]
    }

    /// Collects the targets of all arrows, by node.
    pub(super) fn collect(&self, edges: &mut Edges) {
        edges.begin();
        for node in 0..self.len() {
            for arrow in self.arrows(node) {
                edges.add(arrow.target);
            }
            edges.end_node();
        }
    }

    /// Determines for each of the caller's edges whether it has moves. Calls `moves` once for each.
    pub(super) fn find_moves(&mut self, mut moves: impl FnMut(u32, u32) -> bool) {
        // The nodes that are added in this loop have no edges of the caller.
        for node in 1..self.len() {
            if self.switches(node) {
                self.land(node, |arrow| (*arrow, moves(node - 1, arrow.origin - 1)));
                continue;
            }
            for arrow in self.arrows_mut(node) {
                if !moves(node - 1, arrow.origin - 1) {
                    arrow.origin = NONE;
                }
            }
        }
    }

    /// Returns the caller's edge whose moves an arrow performs, if any.
    pub(super) fn moves(&self, node: u32, arrow: Arrow) -> Option<(u32, u32)> {
        if arrow.origin == NONE {
            return None;
        }
        let from = match self.kind(node) {
            Kind::Landing { from } => from,
            _ => node,
        };
        Some((from - 1, arrow.origin - 1))
    }

    /// Replaces the arrows of a switch or dispatch by the results of `replace`. A branch table only
    /// contains targets, so an arrow that also sets the variable or performs moves gets a node of
    /// its own. Edges with the same target share this node.
    pub(super) fn land(&mut self, node: u32, mut replace: impl FnMut(&Arrow) -> (Arrow, bool)) {
        let Node { first, count, .. } = self.nodes[node as usize];
        self.landings += 1;
        for place in first as usize..(first + count) as usize {
            let arrow = self.arrows[place];
            let old = arrow.target as usize;
            if old >= self.landed.len() {
                self.landed.resize(old + 1, (0, NONE));
            }
            let (by, mut target) = self.landed[old];
            if by != self.landings {
                let (arrow, lands) = replace(&arrow);
                target = if lands {
                    self.add(Kind::Landing { from: node }, &[arrow])
                } else {
                    arrow.target
                };
                self.landed[old] = (self.landings, target);
            }
            self.arrows[place] = Arrow::bare(target, NONE);
        }
    }

    /// Returns true if a node selects its target from a table.
    pub(super) fn switches(&self, node: u32) -> bool {
        matches!(self.kind(node), Kind::Switch | Kind::Dispatch)
    }
}
