//! Places the nodes of a reducible graph into blocks, loops and conditionals.
//!
//! A node with several forward edges, or with one from a switch, *follows* a block: it is reached
//! by branches to the end of the block. The block is opened at the node's immediate dominator,
//! either inside its loop or around the outermost loop that does not contain the node, so that code
//! after a loop is not nested in the loop. Blocks that are opened at the same place are nested in
//! reverse order of the nodes that follow them, since these nodes only have forward edges between
//! each other. All other nodes are placed inline, after their only predecessor.
//! predecessor.
//! The walk along these places appends to the code. Each open label records the node that follows
//! its end, because no branch is needed to reach that node there. Blocks without branches are
//! removed.

use super::graph::{Arrow, Graph, Kind};
use super::loops::Loops;
use super::{Depths, NONE, Step};
use pinnacle_base::graph::{Dominators, Edges};

/// Maximum nesting depth of `else`. If it would be exceeded, the longer arm of a conditional is put
/// after the conditional, and the shorter arm branches over it.
const ELSE_DEPTH: usize = 40;

/// The places of nodes, and the resulting code.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    nodes: Vec<Place>,
    /// For each label, true if a branch uses it.
    used: Vec<bool>,
    /// For each open label, the node that is reached at its end; `NONE` if the end must not be
    /// reached.
    falls: Vec<u32>,
    work: Vec<Work>,
    /// The steps. Branches contain label numbers until [`Places::resolve`] replaces them by depths.
    steps: Vec<Step>,
    depths: Vec<u32>,
    /// For each label, the number of labels around it.
    level: Vec<u32>,
}

/// The place of a node.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// True if the node is placed inline.
    inline: bool,
    /// The number of forward edges to it. Edges of switches count twice.
    incoming: u32,
    /// The nodes that follow blocks opened at this node, as a list in reverse order. If the node is
    /// a header, these blocks are inside its loop.
    inside: u32,
    /// For a header, the nodes that follow blocks around its loop.
    outside: u32,
    /// The next node in the same list.
    next: u32,
    /// The number of the label for branches to this node; `NONE` before it is opened.
    label: u32,
}

impl Place {
    const NEW: Place = Place {
        inline: false,
        incoming: 0,
        inside: NONE,
        outside: NONE,
        next: NONE,
        label: NONE,
    };
}

/// A work item. The items are on a stack.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// Closes a label.
    End,
    /// Closes a block and places the node that follows it.
    Follow(u32),
    /// Follows an arrow of a node.
    Arm { node: u32, arrow: u32 },
    /// Follows an arrow after an `Else`.
    Else { node: u32, arrow: u32 },
}

/// The state while code is written.
struct Writer<'a> {
    places: &'a mut Places,
    graph: &'a Graph,
    dominators: &'a Dominators,
    loops: &'a Loops,
}

impl Places {
    /// Finds the code for a graph.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        edges: &Edges,
        dominators: &Dominators,
        loops: &Loops,
    ) {
        self.place(graph, edges, dominators, loops);
        self.steps.clear();
        self.depths.clear();
        self.used.clear();
        self.falls.clear();
        self.work.clear();
        Writer {
            places: self,
            graph,
            dominators,
            loops,
        }
        .write();
        self.resolve();
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(super) fn depths(&self, depths: Depths) -> &[u32] {
        &self.depths[depths.first as usize..][..depths.count as usize]
    }

    /// Determines where each node is placed.
    fn place(&mut self, graph: &Graph, edges: &Edges, dominators: &Dominators, loops: &Loops) {
        self.nodes.clear();
        self.nodes.resize(graph.len() as usize, Place::NEW);
        for (number, &node) in dominators.order().nodes().iter().enumerate() {
            let weight = if graph.switches(node) { 2 } else { 1 };
            for &target in edges.successors(node) {
                if dominators.order().place(target) > Some(number as u32) {
                    self.nodes[target as usize].incoming += weight;
                }
            }
            // All forward edges to this node have been seen.
            let Some(above) = dominators.immediate(node) else {
                continue;
            };
            let around = loops.around(node);
            let leaves = loops.innermost(above) != around;
            if self.nodes[node as usize].incoming == 1
                && (!leaves || ends_inside(graph, dominators, loops, node, above))
            {
                self.nodes[node as usize].inline = true;
                continue;
            }
            let list = if leaves {
                let level = match around {
                    NONE => 0,
                    _ => loops.level(around) + 1,
                };
                &mut self.nodes[loops.at_level(above, level) as usize].outside
            } else {
                &mut self.nodes[above as usize].inside
            };
            self.nodes[node as usize].next = std::mem::replace(list, node);
        }
    }

    /// Removes blocks without branches, and converts label numbers to depths.
    fn resolve(&mut self) {
        let Places {
            steps,
            used,
            level,
            depths,
            ..
        } = self;
        level.clear();
        let mut open = 0;
        let mut kept = 0;
        for place in 0..steps.len() {
            let mut step = steps[place];
            match &mut step {
                Step::Block | Step::Loop => {
                    level.push(open);
                    if !used[level.len() - 1] {
                        continue;
                    }
                    open += 1;
                }
                Step::If { .. } => open += 1,
                Step::End => open -= 1,
                Step::Branch(depth) | Step::BranchIf { depth, .. } => {
                    *depth = open - 1 - level[*depth as usize];
                }
                Step::Switch { depths: list, .. } | Step::DispatchSwitch(list) => {
                    for depth in &mut depths[list.first as usize..][..list.count as usize] {
                        *depth = open - 1 - level[*depth as usize];
                    }
                }
                _ => {}
            }
            steps[kept] = step;
            kept += 1;
        }
        steps.truncate(kept);
    }
}

/// Returns true if a node outside the loop of its only predecessor should be placed inside this
/// loop nevertheless. The node must dominate no other node, so that the loop gets no deeper, and
/// must not be the regular exit of the loop.
fn ends_inside(
    graph: &Graph,
    dominators: &Dominators,
    loops: &Loops,
    node: u32,
    above: u32,
) -> bool {
    dominators.dominated_count(node) == 1
        && !loops.is_header(above)
        && !graph
            .arrows(above)
            .iter()
            .any(|arrow| loops.is_header(arrow.target) && dominators.dominates(arrow.target, above))
}

impl Writer<'_> {
    fn write(&mut self) {
        let mut next = Some(0);
        loop {
            while let Some(node) = next {
                next = self.place(node).and_then(|arrow| self.go(node, arrow));
            }
            let Some(work) = self.places.work.pop() else {
                return;
            };
            next = match work {
                Work::End => {
                    self.end();
                    None
                }
                Work::Follow(node) => {
                    self.end_block(node);
                    Some(node)
                }
                Work::Arm { node, arrow } => self.go(node, arrow),
                Work::Else { node, arrow } => {
                    self.push(Step::Else);
                    self.go(node, arrow)
                }
            };
        }
    }

    fn push(&mut self, step: Step) {
        self.places.steps.push(step);
    }

    /// Returns the node that is reached at the current end of the code.
    fn fall(&self) -> u32 {
        self.places.falls.last().copied().unwrap_or(NONE)
    }

    /// Opens a new label for branches to a node.
    fn open(&mut self, step: Step, node: u32, fall: u32) {
        self.push(step);
        self.places.nodes[node as usize].label = self.places.used.len() as u32;
        self.places.used.push(step == Step::Loop);
        self.places.falls.push(fall);
    }

    fn end(&mut self) {
        self.push(Step::End);
        self.places.falls.pop();
    }

    /// Closes a block, unless it will be removed.
    fn end_block(&mut self, node: u32) {
        let label = self.places.nodes[node as usize].label;
        if self.places.used[label as usize] {
            self.push(Step::End);
        }
        self.places.falls.pop();
    }

    /// Returns the number of the label for a node, and marks it as used.
    fn use_label(&mut self, node: u32) -> u32 {
        let label = self.places.nodes[node as usize].label;
        self.places.used[label as usize] = true;
        label
    }

    fn open_blocks(&mut self, mut node: u32) {
        while node != NONE {
            self.open(Step::Block, node, node);
            self.places.work.push(Work::Follow(node));
            node = self.places.nodes[node as usize].next;
        }
    }

    /// Writes a node. Returns the arrow to follow next, if any.
    fn place(&mut self, node: u32) -> Option<u32> {
        if self.loops.is_header(node) {
            self.open_blocks(self.places.nodes[node as usize].outside);
            self.open(Step::Loop, node, self.fall());
            self.places.work.push(Work::End);
        }
        self.open_blocks(self.places.nodes[node as usize].inside);
        match self.graph.kind(node) {
            Kind::Landing { .. } => return Some(0),
            Kind::Dispatch => {
                let depths = self.table(node);
                self.push(Step::DispatchSwitch(depths));
                return None;
            }
            _ => self.push(Step::Body(node - 1)),
        }
        match self.graph.kind(node) {
            Kind::Jump => return Some(0),
            Kind::Branch => return Some(self.branch(node)),
            Kind::Switch => {
                let depths = self.table(node);
                let node = node - 1;
                self.push(Step::Switch { node, depths });
            }
            _ => self.push(Step::Exit(node - 1)),
        }
        None
    }

    fn table(&mut self, node: u32) -> Depths {
        let first = self.places.depths.len() as u32;
        let arrows = self.graph.arrows(node);
        for arrow in arrows {
            let label = self.use_label(arrow.target);
            self.places.depths.push(label);
        }
        Depths {
            first,
            count: arrows.len() as u32,
        }
    }

    fn arrow(&self, node: u32, arrow: u32) -> Arrow {
        self.graph.arrows(node)[arrow as usize]
    }

    /// Returns true if a node should be placed inline. If it is a header that is already placed,
    /// only back edges to it remain.
    fn is_inline(&self, node: u32) -> bool {
        self.places.nodes[node as usize].inline && self.places.nodes[node as usize].label == NONE
    }

    /// Follows an arrow. Returns its target if that is placed inline.
    fn go(&mut self, node: u32, arrow: u32) -> Option<u32> {
        let arrow = self.arrow(node, arrow);
        if let Some((from, to)) = self.graph.moves(node, arrow) {
            self.push(Step::Moves { from, to });
        }
        if arrow.value != NONE {
            self.push(Step::SetDispatch(arrow.value));
        }
        if self.is_inline(arrow.target) {
            return Some(arrow.target);
        }
        if self.fall() != arrow.target {
            let label = self.use_label(arrow.target);
            self.push(Step::Branch(label));
        }
        None
    }

    /// Returns true if an arrow needs only a branch.
    fn is_plain(&self, arrow: Arrow) -> bool {
        arrow.value == NONE && arrow.origin == NONE && !self.is_inline(arrow.target)
    }

    /// Writes the branch of a node. Returns the arrow to follow next.
    fn branch(&mut self, node: u32) -> u32 {
        let arrows = [self.arrow(node, 0), self.arrow(node, 1)];
        let fall = self.fall();
        // This arm is taken by a conditional branch.
        let leaving = match arrows.map(|arrow| self.is_plain(arrow)) {
            [false, false] => return self.arms(node, arrows),
            [true, false] => 0,
            [false, true] => 1,
            [true, true] => u32::from(arrows[0].target == fall),
        };
        let other = 1 - leaving;
        let [target, other_target] = [leaving, other].map(|arm| arrows[arm as usize].target);
        if target == fall && !self.is_inline(other_target) {
            // The other arm has moves and branches, so it is skipped without a label.
            self.open_if(node, other, false, NONE);
            self.places.work.push(Work::End);
            return other;
        }
        let depth = self.use_label(target);
        self.push(Step::BranchIf {
            node: node - 1,
            negate: leaving == 1,
            depth,
        });
        other
    }

    /// Writes a branch whose arms both need code. If the arm that dominates fewer nodes does not
    /// reach its end, only that arm becomes conditional and the other one follows. Therefore a
    /// sequence of early exits is not nested. Otherwise the other arm becomes the `else`, unless it
    /// would be nested too deeply.
    fn arms(&mut self, node: u32, arrows: [Arrow; 2]) -> u32 {
        let weights = arrows.map(|arrow| {
            if self.is_inline(arrow.target) {
                self.dominators.dominated_count(arrow.target)
            } else {
                0
            }
        });
        let light = u32::from(weights[1] < weights[0]);
        let heavy = 1 - light;
        let deep = weights[light as usize] == 0 || self.places.falls.len() >= ELSE_DEPTH;
        let flat = weights[heavy as usize] > 1 && deep;
        if !flat && self.may_fall(arrows[light as usize].target) {
            self.open_if(node, 0, true, self.fall());
            self.places.work.push(Work::End);
            self.places.work.push(Work::Else { node, arrow: 1 });
            return 0;
        }
        self.open_if(node, light, false, NONE);
        self.places.work.push(Work::Arm { node, arrow: heavy });
        self.places.work.push(Work::End);
        light
    }

    /// Opens a conditional for an arm of a branch.
    fn open_if(&mut self, node: u32, arm: u32, has_else: bool, fall: u32) {
        self.push(Step::If {
            node: node - 1,
            negate: arm == 1,
            has_else,
        });
        self.places.falls.push(fall);
    }

    /// Returns true if code that continues at a node may end here without a branch.
    fn may_fall(&self, node: u32) -> bool {
        let fall = self.fall();
        if fall == NONE {
            return false;
        }
        if !self.is_inline(node) {
            return node == fall;
        }
        let mut arrows = self.graph.arrows(node).iter();
        self.dominators.dominated_count(node) > 1 || arrows.any(|arrow| arrow.target == fall)
    }
}
