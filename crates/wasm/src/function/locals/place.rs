//! Assigns positions in the code to steps, and finds the loops around them.

use super::super::graph::{Graph, Node};
use super::super::{make_room, renew};
use super::{Copies, Locals, LoopSpan, NONE, Stretch};
use crate::control::{Step, Structurer};
use pinnacle_pexe::Inst;
use pinnacle_pexe::function::Function;

/// Maximum loop depth that is distinguished. Deeper code belongs to the loop at this depth.
pub(super) const MAX_LOOP_DEPTH: u32 = 64;

/// The kind of an open label. `Region` is an outermost loop whose nodes may be executed in any
/// order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Label {
    Other,
    Loop,
    Region,
}

/// The state of the walk over the steps.
#[derive(Debug)]
struct Walk {
    /// The next position.
    at: u32,
    /// The index of the innermost loop.
    innermost: u32,
    /// The index of the outermost loop whose nodes may be executed in any order.
    region: u32,
    /// The number of joins so far, and the number of loops among them.
    joins: u32,
    loops: u32,
}

impl Locals {
    /// Assigns positions to instructions and phi copies.
    pub(super) fn place(&mut self, function: &Function, graph: &Graph, structurer: &Structurer) {
        let insts = function.insts().len();
        // If all nodes are reachable, every instruction gets a position, so old contents need not
        // be cleared.
        if !structurer.reaches_all() || self.positions.len() < insts {
            renew(&mut self.positions, insts, NONE);
        }
        let steps = structurer.steps();
        make_room(&mut self.stretches, steps.len() + 1);
        make_room(
            &mut self.stretch_at,
            function.insts().len() + steps.len() + 1,
        );
        self.loops.clear();
        self.regions.clear();
        make_room(&mut self.edges, graph.move_count());
        self.labels.clear();
        let mut walk = Walk {
            at: 0,
            innermost: NONE,
            region: NONE,
            joins: 0,
            loops: 0,
        };
        // Parameters are defined at position 0.
        self.pass(&mut walk, 1, NONE);
        for step in steps {
            match *step {
                Step::Block => self.labels.push(Label::Other),
                Step::Loop => {
                    walk.joins += 1;
                    walk.loops += 1;
                    self.open_loop(&mut walk, structurer.uses_dispatch());
                }
                Step::End => {
                    walk.joins += 1;
                    self.close(&mut walk);
                }
                Step::Body(node) => {
                    let Node { first, end, .. } = graph.nodes[node as usize];
                    let positions = &mut self.positions[first as usize..end as usize];
                    for (position, at) in positions.iter_mut().zip(walk.at..) {
                        *position = at;
                    }
                    self.pass(&mut walk, end - first, node);
                }
                // The terminator is evaluated here, after the body.
                Step::If { node, .. }
                | Step::BranchIf { node, .. }
                | Step::Switch { node, .. }
                | Step::Exit(node) => {
                    if let Step::If { .. } = step {
                        self.labels.push(Label::Other);
                    }
                    let insts = &graph.nodes[node as usize];
                    if insts.end > insts.first {
                        self.positions[insts.end as usize - 1] = walk.at;
                    }
                    self.pass(&mut walk, 1, node);
                }
                Step::Moves { from, to } => {
                    let last = (graph.nodes[from as usize].end as usize).wrapping_sub(1);
                    if let Some(Inst::Br { .. }) = function.insts().get(last) {
                        self.positions[last] = walk.at;
                    }
                    self.edges.push(Copies {
                        position: walk.at,
                        moves: graph.edge_moves(from, to),
                    });
                    self.pass(&mut walk, 1, from);
                }
                _ => {}
            }
        }
        for span in &mut self.loops {
            span.end = span.end.min(walk.at);
        }
        for region in &mut self.regions {
            region.1 = region.1.min(walk.at);
        }
    }

    /// Assigns the next positions, which belong to a node.
    fn pass(&mut self, walk: &mut Walk, positions: u32, node: u32) {
        self.stretches.push(Stretch {
            start: walk.at,
            node,
            innermost: walk.innermost,
            region: walk.region,
            joins: walk.joins,
            loops: walk.loops,
        });
        walk.at += positions;
        let stretch = self.stretches.len() as u32 - 1;
        self.stretch_at.resize(walk.at as usize, stretch);
    }

    fn open_loop(&mut self, walk: &mut Walk, any_order: bool) {
        let outer = self.loops.get(walk.innermost as usize);
        let depth = outer.map_or(0, |span| span.depth + 1);
        if depth >= MAX_LOOP_DEPTH {
            self.labels.push(Label::Other);
            return;
        }
        self.loops.push(LoopSpan {
            start: walk.at,
            end: NONE,
            parent: walk.innermost,
            depth,
        });
        walk.innermost = self.loops.len() as u32 - 1;
        // A region ends with its loop. It is an outermost loop, so it is never nested too deep.
        if any_order && walk.region == NONE {
            walk.region = self.regions.len() as u32;
            self.regions.push((walk.at, NONE));
            self.labels.push(Label::Region);
        } else {
            self.labels.push(Label::Loop);
        }
    }

    /// Closes the label that was opened last.
    fn close(&mut self, walk: &mut Walk) {
        let label = self
            .labels
            .pop()
            .expect("the structurer closes what it opened");
        if let Label::Region = label {
            self.regions[walk.region as usize].1 = walk.at;
            walk.region = NONE;
        }
        if let Label::Loop | Label::Region = label {
            let span = &mut self.loops[walk.innermost as usize];
            span.end = walk.at;
            walk.innermost = span.parent;
        }
    }
}
