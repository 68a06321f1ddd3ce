//! Checks complete bodies: operands of phis match the edges of the control flow graph, and
//! definitions dominate uses.

use super::body::BodyDecoder;
use crate::error::{Error, ErrorKind};
use crate::ids::{BlockId, ValueId};
use crate::inst::Inst;
use pinnacle_base::count::counted;
use pinnacle_base::graph::{DominatorTree, Edges};
use std::mem;

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
    /// For the current block, by predecessor: its edges, and for the current phi the number of
    /// operands and the value of the first one.
    sources: Vec<Source>,
    operand_count: Vec<u32>,
    operand_value: Vec<u32>,
}

/// A predecessor of the current block.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The number of edges from it.
    edges: u32,
    /// The last phi with an operand for it.
    phi: u32,
}

impl FlowChecker {
    /// Clears the state of the previous body.
    pub(super) fn begin(&mut self) {
        self.edges.begin();
        self.phi_blocks.clear();
    }

    /// Calls `report` with each error.
    pub(super) fn check(
        &mut self,
        body: &BodyDecoder<'_>,
        uses: &[Use],
        mut report: impl FnMut(Error),
    ) {
        if uses.is_empty() && self.phi_blocks.is_empty() {
            return;
        }
        if !self.phi_blocks.is_empty() {
            self.edges.find_predecessors();
            self.check_phis(body, &mut report);
        }
        self.check_dominance(body, uses, report);
    }

    fn check_phis(&mut self, body: &BodyDecoder<'_>, mut report: impl FnMut(Error)) {
        let count = body.blocks.len();
        let none = Source {
            edges: 0,
            phi: u32::MAX,
        };
        self.sources.clear();
        self.sources.resize(count, none);
        for list in [&mut self.operand_count, &mut self.operand_value] {
            list.clear();
            list.resize(count, 0);
        }
        let blocks = mem::take(&mut self.phi_blocks);
        for &id in &blocks {
            let block = body.blocks[id.index()];
            let insts = block.first_inst..block.first_inst + block.len;
            let predecessors = self.edges.predecessors(id.0);
            let edges = predecessors.len();
            for &predecessor in predecessors {
                self.sources[predecessor as usize].edges += 1;
            }
            for inst in insts {
                let Inst::Phi { incoming, .. } = body.insts[inst as usize] else {
                    break;
                };
                let words = incoming.of(&body.pool);
                if self.has_each_source_once(inst, words, edges) {
                    continue;
                }
                if let Err(error) = self.check_phi(body, id, inst, words) {
                    report(error);
                }
            }
            for &predecessor in self.edges.predecessors(id.0) {
                self.sources[predecessor as usize].edges = 0;
            }
        }
        self.phi_blocks = blocks;
    }

    /// Returns true in the common case of a correct phi: its source blocks are distinct, each has
    /// exactly one edge to the phi's block, and there are as many sources as edges.
    #[inline]
    fn has_each_source_once(&mut self, inst: u32, pairs: &[u32], edges: usize) -> bool {
        pairs.len() == 2 * edges
            && pairs.chunks_exact(2).all(|pair| {
                let source = &mut self.sources[pair[1] as usize];
                let once = source.edges == 1 && source.phi != inst;
                source.phi = inst;
                once
            })
    }

    /// Checks that a phi has an operand for each edge into its block, and that operands for the
    /// same predecessor have the same value.
    fn check_phi(
        &mut self,
        body: &BodyDecoder<'_>,
        block: BlockId,
        inst: u32,
        pairs: &[u32],
    ) -> Result<(), Error> {
        let bad = |message| Err(body.error_at(ErrorKind::BadPhi, inst, message));
        let edges = self.edges.predecessors(block.0).len();
        let mut result = Ok(());
        let mut seen = 0;
        for pair in pairs.chunks_exact(2) {
            let (value, from) = (pair[0], pair[1] as usize);
            seen += 1;
            self.operand_count[from] += 1;
            if self.operand_count[from] == 1 {
                self.operand_value[from] = value;
            } else if self.operand_value[from] != value {
                result = bad(format!(
                    "the phi has values {} and {} for the same block %b{from}",
                    body.name(ValueId(self.operand_value[from])),
                    body.name(ValueId(value)),
                ));
                break;
            }
            if self.operand_count[from] > self.sources[from].edges {
                result = bad(if self.sources[from].edges == 0 {
                    format!("the phi names block %b{from}, which does not branch to {block}")
                } else {
                    format!(
                        "the phi names block %b{from} {} times, but it branches to {block} {} \
                         times",
                        self.operand_count[from], self.sources[from].edges
                    )
                });
                break;
            }
        }
        for pair in pairs[..2 * seen].chunks_exact(2) {
            self.operand_count[pair[1] as usize] = 0;
        }
        result?;
        if seen != edges {
            return bad(format!(
                "the phi has {}, but block {block} has {}",
                counted(seen, "operand"),
                counted(edges, "incoming edge")
            ));
        }
        Ok(())
    }

    fn check_dominance(
        &mut self,
        body: &BodyDecoder<'_>,
        uses: &[Use],
        mut report: impl FnMut(Error),
    ) {
        if uses.is_empty() {
            return;
        }
        self.dominators.build(&self.edges);
        let first = body.first_inst_value();
        self.value_blocks.clear();
        for (index, block) in body.blocks.iter().enumerate().skip(1) {
            // The values so far belong to the previous block.
            self.value_blocks
                .resize((block.first_value - first) as usize, index as u32 - 1);
        }
        self.value_blocks.resize(
            (body.next_value() - first) as usize,
            body.blocks.len() as u32 - 1,
        );
        for used in uses {
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
                report(body.error_at(
                    ErrorKind::Dominance,
                    used.inst,
                    format!(
                        "{} is used where its definition in block {definition} may not have run",
                        body.name(used.value)
                    ),
                ));
            }
        }
    }
}
