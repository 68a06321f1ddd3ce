//! Finds the loops of a graph and their nesting, whether or not the graph is reducible.
//!
//! The loops are those of Havlak's forest. In a depth-first walk, the target of an edge to an
//! ancestor in the walk's tree is a header. Its loop is the set of nodes that reach it without
//! leaving the subtree below it. Headers are processed in reverse preorder, so inner loops come
//! before outer ones, and each loop is then collapsed to one node, its header. In a reducible graph
//! these are the natural loops.
//!
//! An edge between two branches of the tree can only be in a loop whose header is a common ancestor
//! of both ends. Therefore it is set aside until their lowest common ancestor is processed. It is
//! then added between the nodes into which its ends have been collapsed (Ramalingam). Thus an edge
//! is not examined again for every loop around it.

use super::NONE;
use pinnacle_base::graph::Edges;

/// The loops of a graph. Unreachable nodes are in no loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loops {
    nodes: Vec<Node>,
    /// The nodes in preorder.
    preorder: Vec<u32>,
    /// During the walk, by node: the node itself or, when it is done, one of its ancestors.
    /// Afterwards: the node itself or the header that it is collapsed into.
    above: Vec<u32>,
    links: Vec<Link>,
    /// The nodes of the current loop.
    body: Vec<u32>,
    /// The ancestors of the current node in the walk, each with its next edge.
    stack: Vec<(u32, u32)>,
}

/// The state of a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The header of the innermost loop around the node. A header belongs to its own loop.
    header: u32,
    /// For a header, the header of the next loop around its own.
    outer: u32,
    /// For a header, the number of loops around its own.
    level: u32,
    /// For a header, the header of an enclosing loop, chosen so that the header at any level can be
    /// found in few steps.
    jump: u32,
    /// The node's parent in the tree; `NONE` before the walk reaches it.
    parent: u32,
    /// The back edges to the node, as a list in `links`.
    back: u32,
    /// The edges set aside for the node, as a list in `links`. Later, the edges that lead to it.
    side: u32,
    /// The header of the loop that the node was added to last.
    mark: u32,
}

impl Node {
    const NEW: Node = Node {
        header: NONE,
        outer: NONE,
        level: 0,
        jump: NONE,
        parent: NONE,
        back: NONE,
        side: NONE,
        mark: NONE,
    };
}

/// An entry of a list of edges.
#[derive(Clone, Copy, Debug)]
struct Link {
    from: u32,
    to: u32,
    next: u32,
}

impl Loops {
    /// Finds the loops of a graph.
    pub(crate) fn build(&mut self, edges: &Edges) {
        self.clear(edges.node_count());
        if !self.nodes.is_empty() {
            self.walk(edges);
            self.collapse();
            self.number();
        }
    }

    /// Removes all loops and makes room for this number of nodes.
    pub(super) fn clear(&mut self, count: u32) {
        self.nodes.clear();
        if self.nodes.capacity() < count as usize {
            // Unlike a list that grows, a new one does not copy its old contents.
            self.nodes = Vec::with_capacity(count as usize);
        }
        self.nodes.resize(count as usize, Node::NEW);
        self.preorder.clear();
    }

    /// Walks the graph depth-first and classifies edges.
    fn walk(&mut self, edges: &Edges) {
        self.above.clear();
        self.above.extend(0..edges.node_count());
        self.links.clear();
        self.stack.clear();
        self.nodes[0].parent = 0;
        self.preorder.push(0);
        let (mut node, mut edge) = (0, 0);
        loop {
            let Some(&target) = edges.successors(node).get(edge as usize) else {
                let Some((outer, next)) = self.stack.pop() else {
                    return;
                };
                self.above[node as usize] = outer;
                (node, edge) = (outer, next);
                continue;
            };
            edge += 1;
            if self.nodes[target as usize].parent == NONE {
                self.nodes[target as usize].parent = node;
                self.preorder.push(target);
                self.stack.push((node, edge));
                (node, edge) = (target, 0);
                continue;
            }
            // The lowest ancestor of the target that is not done is also an ancestor of the current
            // node.
            let meet = find(&mut self.above, target);
            let list = if meet == target {
                &mut self.nodes[target as usize].back
            } else {
                &mut self.nodes[meet as usize].side
            };
            let next = std::mem::replace(list, self.links.len() as u32);
            self.links.push(Link {
                from: node,
                to: target,
                next,
            });
        }
    }

    /// Finds the nodes of each loop, inner loops first.
    fn collapse(&mut self) {
        self.above.clear();
        self.above.extend(0..self.nodes.len() as u32);
        for place in (0..self.preorder.len()).rev() {
            let node = self.preorder[place];
            let mut waiting = std::mem::replace(&mut self.nodes[node as usize].side, NONE);
            while waiting != NONE {
                let Link { to, next, .. } = self.links[waiting as usize];
                let to = find(&mut self.above, to);
                let list = &mut self.nodes[to as usize].side;
                self.links[waiting as usize].next = std::mem::replace(list, waiting);
                waiting = next;
            }
            if self.nodes[node as usize].back != NONE {
                self.collapse_loop(node);
            }
        }
    }

    fn collapse_loop(&mut self, header: u32) {
        let node = &mut self.nodes[header as usize];
        node.mark = header;
        node.header = header;
        let back = node.back;
        self.body.clear();
        self.reach_from(back, header);
        let mut done = 0;
        while let Some(&node) = self.body.get(done) {
            done += 1;
            let Node { parent, side, .. } = self.nodes[node as usize];
            self.reach(parent, header);
            self.reach_from(side, header);
        }
        for &node in &self.body {
            self.above[node as usize] = header;
            let inner = &mut self.nodes[node as usize];
            if inner.header == node {
                inner.outer = header;
            } else {
                inner.header = header;
            }
        }
    }

    fn reach_from(&mut self, mut link: u32, header: u32) {
        while link != NONE {
            let Link { from, next, .. } = self.links[link as usize];
            self.reach(from, header);
            link = next;
        }
    }

    fn reach(&mut self, node: u32, header: u32) {
        let node = find(&mut self.above, node);
        let mark = &mut self.nodes[node as usize].mark;
        if *mark != header {
            *mark = header;
            self.body.push(node);
        }
    }

    /// Assigns levels and jumps, outer loops first.
    fn number(&mut self) {
        for &node in &self.preorder {
            let Node { header, outer, .. } = self.nodes[node as usize];
            if header != node {
                continue;
            }
            if outer == NONE {
                self.nodes[node as usize].jump = node;
                continue;
            }
            // The lengths of jumps are those of skew binary numbers.
            let around = self.nodes[outer as usize];
            let first = self.nodes[around.jump as usize];
            let second = self.nodes[first.jump as usize];
            let equal = around.level - first.level == first.level - second.level;
            let node = &mut self.nodes[node as usize];
            node.jump = if equal { first.jump } else { outer };
            node.level = around.level + 1;
        }
    }

    /// Returns the nodes that are headers. Headers of enclosing loops come first.
    pub(super) fn headers(&self) -> impl Iterator<Item = u32> + '_ {
        let nodes = self.preorder.iter().copied();
        nodes.filter(|&node| self.is_header(node))
    }

    #[inline]
    pub(super) fn is_header(&self, node: u32) -> bool {
        self.nodes[node as usize].header == node
    }

    /// Returns the header of the innermost loop around a node.
    #[inline]
    pub(super) fn innermost(&self, node: u32) -> u32 {
        self.nodes[node as usize].header
    }

    /// Returns the header of the innermost loop that contains a node, not counting a loop with the
    /// node as its header.
    #[inline]
    pub(super) fn around(&self, node: u32) -> u32 {
        let header = self.nodes[node as usize].header;
        if header == node {
            self.nodes[node as usize].outer
        } else {
            header
        }
    }

    /// Returns the number of loops around a header's loop.
    pub(super) fn level(&self, header: u32) -> u32 {
        self.nodes[header as usize].level
    }

    /// Returns the number of loops that contain a node.
    pub(super) fn depth(&self, node: u32) -> usize {
        match self.innermost(node) {
            NONE => 0,
            header => self.level(header) as usize + 1,
        }
    }

    /// Returns the maximum nesting depth of loops.
    pub(crate) fn deepest(&self) -> usize {
        let levels = self.headers().map(|header| self.level(header) as usize + 1);
        levels.max().unwrap_or(0)
    }

    /// Returns the header of the loop around a node at this level, or `NONE`.
    pub(super) fn at_level(&self, node: u32, level: u32) -> u32 {
        let mut header = self.nodes[node as usize].header;
        if header == NONE || self.nodes[header as usize].level < level {
            return NONE;
        }
        while self.nodes[header as usize].level > level {
            let jump = self.nodes[header as usize].jump;
            header = if self.nodes[jump as usize].level >= level {
                jump
            } else {
                self.nodes[header as usize].outer
            };
        }
        header
    }

    /// Returns true if the loop of a header contains a node.
    pub(super) fn contains(&self, header: u32, node: u32) -> bool {
        self.at_level(node, self.nodes[header as usize].level) == header
    }
}

/// Follows the path from a node to its end, and shortens the path.
pub(super) fn find(above: &mut [u32], mut node: u32) -> u32 {
    loop {
        let next = above[node as usize];
        if next == node {
            return node;
        }
        let after = above[next as usize];
        above[node as usize] = after;
        node = after;
    }
}
