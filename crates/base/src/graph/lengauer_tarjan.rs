//! Dominators of any graph by the simple form of the Lengauer-Tarjan algorithm (path compression
//! without balancing).

use super::{Edges, Lists, NONE, ReversePostorder, reset};

/// The working memory of the algorithm. Reusable.
#[derive(Clone, Debug, Default)]
pub(super) struct LengauerTarjan {
    predecessors: Lists,
    /// Depth-first number of each node, `NONE` if it is unreachable.
    number: Vec<u32>,
    /// The nodes by depth-first number.
    vertex: Vec<u32>,
    /// From here on indexed by depth-first number.
    parent: Vec<u32>,
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    idom: Vec<u32>,
    bucket_head: Vec<u32>,
    bucket_next: Vec<u32>,
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
}

impl LengauerTarjan {
    /// Finds the immediate dominators of the nodes in an order. Returns, for each position in the
    /// order, the position of the dominator.
    pub(super) fn find(
        &mut self,
        edges: &Edges,
        order: &ReversePostorder,
        immediate: &mut Vec<u32>,
    ) {
        self.number_nodes(edges);
        edges.successors.invert(&mut self.predecessors);
        self.find_immediate();
        immediate.clear();
        immediate.extend(order.nodes().iter().map(|&node| {
            let above = self.idom[self.number[node as usize] as usize];
            order.places()[self.vertex[above as usize] as usize]
        }));
    }

    /// Depth-first numbering from the entry.
    fn number_nodes(&mut self, edges: &Edges) {
        let count = edges.node_count() as usize;
        self.number.clear();
        self.number.resize(count, NONE);
        self.vertex.clear();
        self.parent.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        self.number[0] = 0;
        self.vertex.push(0);
        self.parent.push(NONE);
        self.stack.push((0, 0));
        while let Some((node, edge)) = self.stack.last_mut() {
            let Some(&target) = edges.successors(*node).get(*edge as usize) else {
                self.stack.pop();
                continue;
            };
            *edge += 1;
            if self.number[target as usize] == NONE {
                self.number[target as usize] = self.vertex.len() as u32;
                self.parent.push(self.number[*node as usize]);
                self.vertex.push(target);
                self.stack.push((target, 0));
            }
        }
    }

    /// Semidominators, then immediate dominators, by depth-first number.
    fn find_immediate(&mut self) {
        let reached = self.vertex.len();
        reset(&mut self.ancestor, reached, NONE);
        reset(&mut self.idom, reached, 0);
        reset(&mut self.bucket_head, reached, NONE);
        reset(&mut self.bucket_next, reached, NONE);
        self.semi.clear();
        self.semi.extend(0..reached as u32);
        self.label.clear();
        self.label.extend(0..reached as u32);
        for w in (1..reached as u32).rev() {
            for place in self.predecessors.range(self.vertex[w as usize]) {
                let v = self.number[self.predecessors.items[place] as usize];
                if v != NONE {
                    let u = self.eval(v);
                    self.semi[w as usize] = self.semi[w as usize].min(self.semi[u as usize]);
                }
            }
            let semi = self.semi[w as usize] as usize;
            self.bucket_next[w as usize] = self.bucket_head[semi];
            self.bucket_head[semi] = w;
            let parent = self.parent[w as usize];
            self.ancestor[w as usize] = parent;
            let mut v = std::mem::replace(&mut self.bucket_head[parent as usize], NONE);
            while v != NONE {
                let u = self.eval(v);
                self.idom[v as usize] = if self.semi[u as usize] < self.semi[v as usize] {
                    u
                } else {
                    parent
                };
                v = self.bucket_next[v as usize];
            }
        }
        for w in 1..reached {
            if self.idom[w] != self.semi[w] {
                self.idom[w] = self.idom[self.idom[w] as usize];
            }
        }
    }

    /// Returns the node with the least semidominator on the path to the root of the linked forest,
    /// and compresses the path.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        self.path.clear();
        let mut node = v;
        while self.ancestor[self.ancestor[node as usize] as usize] != NONE {
            self.path.push(node);
            node = self.ancestor[node as usize];
        }
        while let Some(node) = self.path.pop() {
            let above = self.ancestor[node as usize] as usize;
            let (label, above_label) = (self.label[node as usize], self.label[above]);
            if self.semi[above_label as usize] < self.semi[label as usize] {
                self.label[node as usize] = above_label;
            }
            self.ancestor[node as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}
