//! The loops of a graph and how they nest, whether it is reducible or not.
//!
//! The loops are those of Havlak's forest: a depth-first walk makes the target
//! of an edge back up the walk's tree a header; its loop is what reaches it
//! without leaving the tree below it. Headers are taken in reverse preorder,
//! so inner loops before outer ones, and a loop that was found is one node, its
//! header, from then on. In a reducible graph these are the natural loops.
//!
//! An edge between two branches of the tree can only be part of a loop whose
//! header is above both. So it is left aside until the lowest node above both
//! has its turn, where it counts for what its ends have become by then
//! (Ramalingam). This is why no edge is looked at once for each of the loops
//! around it.

use super::{NONE, reset};
use pinnacle_pexe::BlockId;
use pinnacle_pexe::cfg::Edges;

/// The loops of a graph. Nodes that cannot be reached are in none.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    /// By node: the header of the innermost loop that it is in: a header is in
    /// its own.
    header: Vec<u32>,
    /// By header: the header of the next loop around it.
    outer: Vec<u32>,
    /// By header: how many loops are around its own.
    level: Vec<u32>,
    /// By header: the header of some loop around its own, such that the header
    /// at any level is found in few steps.
    jump: Vec<u32>,

    /// The nodes in preorder.
    preorder: Vec<u32>,
    /// By node: the node above it in the tree, `NONE` before the walk comes to
    /// it.
    parent: Vec<u32>,
    /// By node: itself or, once the node is done, some node above it.
    above: Vec<u32>,
    /// By node: the sources of edges back to it, as a list in `links`.
    back: Vec<u32>,
    /// By node: edges that wait for it, as a list in `links`; later on edges
    /// that lead to it.
    side: Vec<u32>,
    links: Vec<Link>,
    /// By node: the header whose loop it was last found to be in.
    mark: Vec<u32>,
    /// The nodes of the loop at hand.
    body: Vec<u32>,
    stack: Vec<(u32, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    from: u32,
    to: u32,
    next: u32,
}

impl Loops {
    /// Finds the loops of a graph with so many nodes.
    pub(super) fn build(&mut self, edges: &Edges) {
        let count = edges.block_count() as usize;
        self.walk(edges, count);
        self.collapse(count);
        self.number(count);
    }

    /// Nothing is in a loop.
    pub(super) fn clear(&mut self, count: u32) {
        reset(&mut self.header, count as usize, NONE);
        self.preorder.clear();
    }

    /// The depth-first walk, which sorts edges.
    fn walk(&mut self, edges: &Edges, count: usize) {
        reset(&mut self.parent, count, NONE);
        reset(&mut self.back, count, NONE);
        reset(&mut self.side, count, NONE);
        self.above.clear();
        self.above.extend(0..count as u32);
        self.links.clear();
        self.preorder.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        self.parent[0] = 0;
        self.preorder.push(0);
        let (mut node, mut edge) = (0, 0);
        loop {
            let Some(&target) = edges.targets(BlockId(node)).get(edge) else {
                let Some((outer, next)) = self.stack.pop() else {
                    return;
                };
                self.above[node as usize] = outer;
                (node, edge) = (outer, next);
                continue;
            };
            edge += 1;
            if self.parent[target as usize] == NONE {
                self.parent[target as usize] = node;
                self.preorder.push(target);
                self.stack.push((node, edge));
                (node, edge) = (target, 0);
                continue;
            }
            // The lowest node above the target that is not done is above the
            // node at hand as well.
            let meet = find(&mut self.above, target);
            let list = if meet == target {
                &mut self.back[target as usize]
            } else {
                &mut self.side[meet as usize]
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
    fn collapse(&mut self, count: usize) {
        reset(&mut self.header, count, NONE);
        reset(&mut self.outer, count, NONE);
        reset(&mut self.mark, count, NONE);
        // From here on: by node, the loop that it is collapsed into.
        self.above.clear();
        self.above.extend(0..count as u32);
        for place in (0..self.preorder.len()).rev() {
            let node = self.preorder[place];
            let mut waiting = std::mem::replace(&mut self.side[node as usize], NONE);
            while waiting != NONE {
                let Link { to, next, .. } = self.links[waiting as usize];
                let to = find(&mut self.above, to);
                let list = &mut self.side[to as usize];
                self.links[waiting as usize].next = std::mem::replace(list, waiting);
                waiting = next;
            }
            if self.back[node as usize] != NONE {
                self.collapse_loop(node);
            }
        }
    }

    fn collapse_loop(&mut self, header: u32) {
        self.mark[header as usize] = header;
        self.header[header as usize] = header;
        self.body.clear();
        self.reach_from(self.back[header as usize], header);
        let mut done = 0;
        while let Some(&node) = self.body.get(done) {
            done += 1;
            self.reach(self.parent[node as usize], header);
            self.reach_from(self.side[node as usize], header);
        }
        for &node in &self.body {
            self.above[node as usize] = header;
            if self.header[node as usize] == node {
                self.outer[node as usize] = header;
            } else {
                self.header[node as usize] = header;
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
        let mark = &mut self.mark[node as usize];
        if *mark != header {
            *mark = header;
            self.body.push(node);
        }
    }

    /// Levels and jumps, outer loops first.
    fn number(&mut self, count: usize) {
        reset(&mut self.level, count, 0);
        reset(&mut self.jump, count, NONE);
        for &node in &self.preorder {
            if self.header[node as usize] != node {
                continue;
            }
            let outer = self.outer[node as usize];
            if outer == NONE {
                self.jump[node as usize] = node;
                continue;
            }
            let level = |header: u32| self.level[header as usize];
            // Jumps whose lengths are those of skew binary numbers.
            let first = self.jump[outer as usize];
            let second = self.jump[first as usize];
            let equal = level(outer) - level(first) == level(first) - level(second);
            self.jump[node as usize] = if equal { second } else { outer };
            self.level[node as usize] = level(outer) + 1;
        }
    }

    /// The nodes that are headers, each after those of the loops around it.
    pub(super) fn headers(&self) -> impl Iterator<Item = u32> + '_ {
        let nodes = self.preorder.iter().copied();
        nodes.filter(|&node| self.is_header(node))
    }

    #[inline]
    pub(super) fn is_header(&self, node: u32) -> bool {
        self.header[node as usize] == node
    }

    /// The header of the innermost loop that a node is in.
    #[inline]
    pub(super) fn innermost(&self, node: u32) -> u32 {
        self.header[node as usize]
    }

    /// The header of the innermost loop that a node is in but not the header
    /// of.
    #[inline]
    pub(super) fn around(&self, node: u32) -> u32 {
        let header = self.header[node as usize];
        if header == node {
            self.outer[node as usize]
        } else {
            header
        }
    }

    /// How many loops are around that of a header.
    pub(super) fn level(&self, header: u32) -> u32 {
        self.level[header as usize]
    }

    /// The header of the loop at that level which a node is in: `NONE` if it is
    /// in no loop of that level.
    pub(super) fn at_level(&self, node: u32, level: u32) -> u32 {
        let mut header = self.header[node as usize];
        if header == NONE || self.level[header as usize] < level {
            return NONE;
        }
        while self.level[header as usize] > level {
            let jump = self.jump[header as usize];
            header = if self.level[jump as usize] >= level {
                jump
            } else {
                self.outer[header as usize]
            };
        }
        header
    }

    /// Whether the loop of a header contains a node.
    pub(super) fn contains(&self, header: u32, node: u32) -> bool {
        self.at_level(node, self.level[header as usize]) == header
    }
}

/// The end of the path up from a node, which gets shorter.
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
