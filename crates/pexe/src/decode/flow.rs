//! Checks complete bodies: operands of phis match the edges of the control flow graph, and
//! definitions dominate uses.

use crate::function::Block;
use crate::ids::{BlockId, ValueId};
use crate::inst::Inst;
use pinnacle_base::graph::{DominatorTree, Edges};

/// A body that was read to its end. Instructions that are neither phis nor terminators may be
/// missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'b> {
    pub(super) blocks: &'b [Block],
    pub(super) insts: &'b [Inst],
    /// The operand lists of the instructions.
    pub(super) pool: &'b [u32],
    /// The uses that need a dominance check.
    pub(super) uses: &'b [Use],
    /// The first value that an instruction defines, and the value after the last.
    pub(super) first_value: u32,
    pub(super) next_value: u32,
}

/// A violation of the rules for complete bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Violation {
    /// The instruction with the violation.
    pub(super) inst: u32,
    pub(super) rule: BrokenRule,
}

/// The rule that an instruction violates.
#[derive(Clone, Copy, Debug)]
pub(super) enum BrokenRule {
    /// A phi has one value for each predecessor.
    OneValue { from: u32, values: [ValueId; 2] },
    /// A phi names a block once for each of the block's edges to it.
    OperandForEdge {
        from: u32,
        to: BlockId,
        operands: u32,
        edges: u32,
    },
    /// A phi has an operand for each edge into its block.
    EdgeForOperand {
        block: BlockId,
        operands: usize,
        edges: usize,
    },
    /// The block that defines a value dominates the use.
    Dominance { value: ValueId, definition: BlockId },
}

/// A use of a value that needs a dominance check, because the value is defined in another block or
/// later in the same block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The value that is used.
    pub(super) value: ValueId,
    /// The instruction that uses it.
    pub(super) inst: u32,
    /// The block in which the value must be available.
    pub(super) block: BlockId,
    /// True if the value must be available at the end of the block, for an operand of a phi; false
    /// if it must be available at its start.
    pub(super) at_end: bool,
}

/// Checks bodies one after the other, and reuses its memory.
#[derive(Debug, Default)]
pub(super) struct FlowChecker {
    /// The edges of the body, which are added with its terminators.
    pub(super) edges: Edges,
    /// The blocks that have phis.
    pub(super) phi_blocks: Vec<BlockId>,
    dominators: DominatorTree,
    /// The block that defines each result of an instruction.
    value_blocks: Vec<u32>,
    /// For each block, the number of edges into it.
    incoming: Vec<u32>,
    /// For each block, the last phi with an operand for it.
    last_phi: Vec<u32>,
    unusual: UnusualPhis,
}

/// Checks phis that do not name each predecessor once.
#[derive(Debug, Default)]
struct UnusualPhis {
    /// True if the edges have their predecessors.
    has_predecessors: bool,
    /// For the current block, by predecessor: the number of edges, and for the current phi the
    /// number of operands and the value of the first one.
    edges: Vec<u32>,
    operand_count: Vec<u32>,
    operand_value: Vec<u32>,
}

impl FlowChecker {
    /// Clears the state of the previous body.
    pub(super) fn begin(&mut self) {
        self.edges.begin();
        self.phi_blocks.clear();
    }

    /// Calls `report` with each violation.
    pub(super) fn check(&mut self, body: &Body<'_>, mut report: impl FnMut(Violation)) {
        if !self.phi_blocks.is_empty() {
            self.check_phis(body, &mut report);
        }
        if !body.uses.is_empty() {
            self.check_dominance(body, report);
        }
    }

    fn check_phis(&mut self, body: &Body<'_>, mut report: impl FnMut(Violation)) {
        self.edges.count_incoming(&mut self.incoming);
        self.last_phi.clear();
        self.last_phi.resize(body.blocks.len(), u32::MAX);
        self.unusual.has_predecessors = false;
        for &id in &self.phi_blocks {
            let block = body.blocks[id.index()];
            let edges = self.incoming[id.index()];
            let mut is_counted = false;
            for inst in block.first_inst..block.first_inst + block.len {
                let Inst::Phi { incoming, .. } = body.insts[inst as usize] else {
                    break;
                };
                let pairs = incoming.of(body.pool);
                if has_each_source_once(&self.edges, &mut self.last_phi, id, inst, pairs, edges) {
                    continue;
                }
                if !is_counted {
                    self.unusual.enter(&mut self.edges, id);
                    is_counted = true;
                }
                if let Err(rule) = self.unusual.check(id, edges as usize, pairs) {
                    report(Violation { inst, rule });
                }
            }
            if is_counted {
                self.unusual.leave(&self.edges, id);
            }
        }
    }

    fn check_dominance(&mut self, body: &Body<'_>, mut report: impl FnMut(Violation)) {
        self.dominators.build(&self.edges);
        let first = body.first_value;
        self.value_blocks.clear();
        for (index, block) in body.blocks.iter().enumerate().skip(1) {
            // The values so far belong to the previous block.
            self.value_blocks
                .resize((block.first_value - first) as usize, index as u32 - 1);
        }
        self.value_blocks.resize(
            (body.next_value - first) as usize,
            body.blocks.len() as u32 - 1,
        );
        for used in body.uses {
            let Some(&definition) = self.value_blocks.get((used.value.0 - first) as usize) else {
                continue;
            };
            let definition = BlockId(definition);
            let available = if definition == used.block && !used.at_end {
                // Uses in the block of the definition are only recorded if they precede it.
                !self.dominators.is_reachable(used.block.0)
            } else {
                self.dominators.dominates(definition.0, used.block.0)
            };
            if !available {
                report(Violation {
                    inst: used.inst,
                    rule: BrokenRule::Dominance {
                        value: used.value,
                        definition,
                    },
                });
            }
        }
    }
}

/// Returns true in the common case of a correct phi: its source blocks are distinct, each has
/// exactly one edge to the phi's block, and there are as many sources as edges.
#[inline]
fn has_each_source_once(
    edges: &Edges,
    last_phi: &mut [u32],
    BlockId(block): BlockId,
    inst: u32,
    pairs: &[u32],
    incoming: u32,
) -> bool {
    pairs.len() == 2 * incoming as usize
        && pairs.chunks_exact(2).all(|pair| {
            let source = pair[1];
            let last_phi = &mut last_phi[source as usize];
            let is_first = *last_phi != inst;
            *last_phi = inst;
            is_first
                && match *edges.successors(source) {
                    [target] => target == block,
                    [first, second] => (first == block) != (second == block),
                    // Long lists would be searched again for each phi.
                    ref targets => {
                        let here = targets.iter().filter(|&&target| target == block);
                        targets.len() <= 16 && here.count() == 1
                    }
                }
        })
}

impl UnusualPhis {
    /// Counts the edges into a block by source.
    #[cold]
    fn enter(&mut self, edges: &mut Edges, block: BlockId) {
        if !self.has_predecessors {
            self.has_predecessors = true;
            edges.find_predecessors();
            let blocks = edges.node_count() as usize;
            for list in [
                &mut self.edges,
                &mut self.operand_count,
                &mut self.operand_value,
            ] {
                list.clear();
                list.resize(blocks, 0);
            }
        }
        for &predecessor in edges.predecessors(block.0) {
            self.edges[predecessor as usize] += 1;
        }
    }

    /// Removes the counts of a block.
    fn leave(&mut self, edges: &Edges, block: BlockId) {
        for &predecessor in edges.predecessors(block.0) {
            self.edges[predecessor as usize] = 0;
        }
    }

    /// Checks that a phi has an operand for each edge into its block, and that operands for the
    /// same predecessor have the same value.
    fn check(&mut self, block: BlockId, edges: usize, pairs: &[u32]) -> Result<(), BrokenRule> {
        let mut result = Ok(());
        let mut seen = 0;
        for pair in pairs.chunks_exact(2) {
            let (value, from) = (pair[0], pair[1]);
            let at = from as usize;
            seen += 1;
            self.operand_count[at] += 1;
            if self.operand_count[at] == 1 {
                self.operand_value[at] = value;
            } else if self.operand_value[at] != value {
                result = Err(BrokenRule::OneValue {
                    from,
                    values: [ValueId(self.operand_value[at]), ValueId(value)],
                });
                break;
            }
            if self.operand_count[at] > self.edges[at] {
                result = Err(BrokenRule::OperandForEdge {
                    from,
                    to: block,
                    operands: self.operand_count[at],
                    edges: self.edges[at],
                });
                break;
            }
        }
        for pair in pairs[..2 * seen].chunks_exact(2) {
            self.operand_count[pair[1] as usize] = 0;
        }
        result?;
        if seen != edges {
            return Err(BrokenRule::EdgeForOperand {
                block,
                operands: seen,
                edges,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_base::random::SplitMix64;

    #[test]
    fn the_fast_check_of_phis_accepts_those_with_one_edge_from_each_source() {
        let mut random = SplitMix64::new(1);
        let mut pick = |below: u32| (random.next_word() % u64::from(below)) as u32;
        let mut accepted = 0;
        for _ in 0..3000 {
            let nodes = 1 + pick(5);
            let mut edges = Edges::default();
            edges.begin();
            for _ in 0..nodes {
                // Some lists are too long to be searched.
                let len = if pick(8) == 0 { 17 } else { pick(4) };
                (0..len).for_each(|_| edges.add(pick(nodes)));
                edges.end_node();
            }
            edges.find_predecessors();
            let block = BlockId(pick(nodes));
            let predecessors = edges.predecessors(block.0).to_vec();
            let mut sources = predecessors.clone();
            if !sources.is_empty() && pick(2) == 0 {
                let changed = pick(sources.len() as u32) as usize;
                sources[changed] = pick(nodes);
            }
            let pairs: Vec<u32> = sources.iter().flat_map(|&source| [9, source]).collect();
            let mut last_phi = vec![u32::MAX; nodes as usize];
            let incoming = predecessors.len() as u32;
            let fast = has_each_source_once(&edges, &mut last_phi, block, 3, &pairs, incoming);

            let mut unusual = UnusualPhis::default();
            unusual.enter(&mut edges, block);
            let right = unusual.check(block, predecessors.len(), &pairs).is_ok();
            let is_short = |&source: &u32| edges.successors(source).len() <= 16;
            let is_once = predecessors.windows(2).all(|pair| pair[0] != pair[1]);
            assert_eq!(fast, right && is_once && sources.iter().all(is_short));
            accepted += u32::from(fast);
        }
        assert!(accepted > 100);
    }
}
