//! Checks that phis match the edges into their blocks, and that definitions dominate uses.

use super::text::ValueText;
use crate::error::{Error, ErrorKind};
use crate::model::{BlockId, Body, Incoming, Inst, InstId, Value};
use pinnacle_base::count::counted;
use pinnacle_base::graph::{Dominators, Edges};

const NONE: u32 = u32::MAX;

/// The control flow of one function.
#[derive(Default)]
pub(super) struct Flow {
    edges: Edges,
    /// The block of each instruction.
    block_of: Vec<u32>,
    /// The dominator tree. Computed when a value is first used outside its own block.
    dominators: Option<Dominators>,
    dominators_are_known: bool,
    /// For each block with exactly one incoming edge, not counting edges from blocks that it
    /// dominates: the source of that edge.
    sole_entry: Vec<u32>,
    sole_entries_are_known: bool,
    /// Number of edges from each block into the current one, number of entries for it in the
    /// current phi, and the value of the first of these.
    edges_from: Vec<u32>,
    entries_for: Vec<(u32, Value)>,
    edges_are_counted: bool,
}

impl Flow {
    /// Starts the check of another function.
    pub(super) fn begin(&mut self, body: &Body) {
        body.collect_edges(&mut self.edges);
        self.edges.find_predecessors();
        self.block_of.clear();
        for block in body.blocks() {
            let range = body.block_range(block);
            self.block_of.resize(range.end, block.0);
        }
        self.dominators_are_known = false;
        self.sole_entries_are_known = false;
        self.edges_are_counted = false;
        self.edges_from.clear();
        self.edges_from.resize(body.block_count(), 0);
        self.entries_for.clear();
    }

    /// Returns a block that branches to the entry block, if there is one.
    pub(super) fn edge_into_entry(&self, body: &Body) -> Option<BlockId> {
        debug_assert!(body.block_count() > 0);
        let first = self.edges.predecessors(0).first();
        first.map(|&block| BlockId(block))
    }

    /// Checks that a phi has one entry for each edge into its block, and the same value for edges
    /// from the same block. Takes time proportional to the number of entries; edges are counted
    /// once for each block.
    pub(super) fn phi(&mut self, block: BlockId, incoming: &[Incoming]) -> Result<(), Error> {
        let edges = self.edges.predecessors(block.0);
        if incoming.is_empty() || incoming.len() != edges.len() {
            return Err(Error::new(
                ErrorKind::BadPhi,
                format!(
                    "the phi has {}, but the block has {}",
                    counted(incoming.len(), "entry"),
                    counted(edges.len(), "incoming edge")
                ),
            ));
        }
        if !self.edges_are_counted {
            self.edges_are_counted = true;
            for &from in edges {
                self.edges_from[from as usize] += 1;
            }
            let unused = (0, Value::Argument(0));
            self.entries_for.resize(self.edges_from.len(), unused);
        }
        let mut result = Ok(());
        for entry in incoming {
            let (count, value) = &mut self.entries_for[entry.block.index()];
            if *count == 0 {
                *value = entry.value;
            } else if *value != entry.value {
                result = Err(Error::new(
                    ErrorKind::BadPhi,
                    format!("the phi has different values for {}", entry.block),
                ));
            }
            *count += 1;
        }
        for entry in incoming {
            let edges = self.edges_from[entry.block.index()];
            let (entries, _) = self.entries_for[entry.block.index()];
            if entries != edges && entries > 0 {
                result = Err(Error::new(
                    ErrorKind::BadPhi,
                    format!(
                        "the phi has {} for {}, but {} from there",
                        counted(entries, "entry"),
                        entry.block,
                        match edges {
                            1 => "1 edge comes".into(),
                            _ => format!("{edges} edges come"),
                        }
                    ),
                ));
            }
            self.entries_for[entry.block.index()].0 = 0;
        }
        result
    }

    /// Ends the check of a block, and resets the counts of its edges.
    pub(super) fn end_block(&mut self, block: BlockId) {
        if std::mem::take(&mut self.edges_are_counted) {
            for &from in self.edges.predecessors(block.0) {
                self.edges_from[from as usize] = 0;
            }
        }
    }

    /// Checks that all operands of an instruction are defined before it on every path to it. All
    /// operands must exist.
    #[inline]
    pub(super) fn uses(&mut self, body: &Body, block: BlockId, id: InstId) -> Result<(), Error> {
        let inst = body.inst(id);
        if let Inst::Phi { incoming } = *inst {
            for entry in body.incoming(incoming) {
                if let Value::Inst(definition) = entry.value
                    && !self.reaches_end(body, definition, entry.block, block)
                {
                    return Err(not_dominating(body, definition, Some(entry.block)));
                }
            }
            return Ok(());
        }
        let mut wrong = None;
        body.for_each_operand(inst, |value| {
            if let Value::Inst(definition) = value {
                let earlier = self.block_of[definition.index()] == block.0 && definition < id;
                if !earlier && wrong.is_none() && !self.reaches(body, definition, block) {
                    wrong = Some(definition);
                }
            }
        });
        match wrong {
            Some(definition) => Err(not_dominating(body, definition, None)),
            None => Ok(()),
        }
    }

    /// Returns true if a value from another block, or from later in this one, is defined on all
    /// paths to a block. True for unreachable blocks.
    fn reaches(&mut self, body: &Body, definition: InstId, block: BlockId) -> bool {
        let from = BlockId(self.block_of[definition.index()]);
        let inst = body.inst(definition);
        let in_entry = from == BlockId(0) && block != from;
        if in_entry && !matches!(inst, Inst::Invoke { .. }) {
            // All paths begin in the entry block, so the dominator tree is not needed.
            return true;
        }
        if !self.dominators().is_reachable(block.0) {
            return true;
        }
        if let Inst::Invoke { normal, .. } = *inst {
            // The value is only defined if the call returns normally.
            return self.sole_entry(normal) == Some(from)
                && self.dominators().dominates(normal.0, block.0);
        }
        from != block && self.dominators().dominates(from.0, block.0)
    }

    /// Returns true if a value is defined on all paths to the end of a block that branches to the
    /// block of a phi.
    fn reaches_end(
        &mut self,
        body: &Body,
        definition: InstId,
        end_of: BlockId,
        phi_in: BlockId,
    ) -> bool {
        let from = self.block_of[definition.index()];
        if from != end_of.0 {
            return self.reaches(body, definition, end_of);
        }
        match *body.inst(definition) {
            Inst::Invoke { normal, .. } => {
                normal == phi_in || self.reaches(body, definition, end_of)
            }
            _ => true,
        }
    }

    fn dominators(&mut self) -> &Dominators {
        let dominators = self.dominators.get_or_insert_default();
        if !self.dominators_are_known {
            self.dominators_are_known = true;
            dominators.build(&self.edges);
        }
        dominators
    }

    /// Source of the only edge into a block that can be the first one taken.
    fn sole_entry(&mut self, block: BlockId) -> Option<BlockId> {
        if !self.sole_entries_are_known {
            self.sole_entries_are_known = true;
            self.find_sole_entries();
        }
        match self.sole_entry.get(block.index()) {
            None | Some(&NONE) => None,
            Some(&from) => Some(BlockId(from)),
        }
    }

    fn find_sole_entries(&mut self) {
        self.dominators();
        let Some(dominators) = &self.dominators else {
            return;
        };
        self.sole_entry.clear();
        let edges = &self.edges;
        let blocks = 0..edges.node_count();
        self.sole_entry.extend(blocks.map(|block| {
            let mut entries = edges.predecessors(block).iter().filter(|&&from| {
                dominators.is_reachable(from) && !dominators.dominates(block, from)
            });
            match (entries.next(), entries.next()) {
                (Some(&from), None) => from,
                _ => NONE,
            }
        }));
    }
}

#[cold]
fn not_dominating(body: &Body, definition: InstId, at_end_of: Option<BlockId>) -> Error {
    let value = Value::Inst(definition);
    let value = ValueText { body, value };
    let message = match at_end_of {
        Some(block) => format!("{value} is not defined on every path to the end of {block}"),
        None => format!("{value} is not defined on every path to its use"),
    };
    Error::new(ErrorKind::Dominance, message)
}
