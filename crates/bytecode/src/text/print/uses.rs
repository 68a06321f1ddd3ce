//! Use counts, for the numbers after `#uses=`, and the predecessors of blocks.
//!
//! Every operand counts as a use: in instructions, including phis; in constants; and in
//! initialisers. Each constant counts once, however often it is used itself, even if it is unused.

use super::style::Style;
use crate::model::{BlockId, Body, ConstantId, ConstantKind, ConstantTable, Inst, Module, Value};
use pinnacle_base::graph::Edges;

/// Counts the uses of every global variable.
pub(super) fn of_globals(module: &Module, style: &Style) -> Vec<u32> {
    let mut counts = vec![0; module.globals.len()];
    let constants = &module.constants;
    for constant in (0..constants.len() as u32).map(ConstantId) {
        if may_refer(constants, constant) {
            for operand in constants.operands(constant) {
                count(constants, &mut counts, operand);
            }
        }
    }
    for initializer in module
        .globals
        .iter()
        .filter_map(|global| global.initializer)
    {
        count(constants, &mut counts, initializer);
    }
    if style.shared_references {
        for count in &mut counts {
            *count = (*count).min(1);
        }
    }
    let bodies = (module.functions.iter()).filter_map(|function| function.body.as_deref());
    for body in bodies {
        for inst in body.insts() {
            body.for_each_operand(inst, |value| {
                if let Value::Constant(constant) = value {
                    count(constants, &mut counts, constant);
                }
            });
        }
    }
    counts
}

/// Returns true if a constant is of a kind that has operands.
fn may_refer(constants: &ConstantTable, id: ConstantId) -> bool {
    !matches!(
        constants.get(id).kind,
        ConstantKind::Null
            | ConstantKind::Bool(_)
            | ConstantKind::Int(_)
            | ConstantKind::Float(_)
            | ConstantKind::Double(_)
            | ConstantKind::Bytes(_)
            | ConstantKind::Global(_)
            | ConstantKind::Function(_)
    )
}

/// Counts a constant if it is a global variable.
#[inline]
fn count(constants: &ConstantTable, counts: &mut [u32], constant: ConstantId) {
    if let ConstantKind::Global(global) = constants.get(constant).kind
        && let Some(count) = counts.get_mut(global.index())
    {
        *count = count.saturating_add(1);
    }
}

/// The uses of values and blocks, for one function after another.
#[derive(Default, Debug)]
pub(super) struct LocalUses {
    /// Number of uses of each instruction's result.
    pub(super) results: Vec<u32>,
    /// For each block, true if an instruction has it as an operand.
    pub(super) blocks: Vec<bool>,
    edges: Edges,
}

impl LocalUses {
    /// Counts the uses in a function.
    pub(super) fn count(&mut self, body: &Body) {
        let blocks = body.block_count();
        self.results.clear();
        self.results.resize(body.inst_count(), 0);
        self.blocks.clear();
        self.blocks.resize(blocks, false);
        for inst in body.insts() {
            body.for_each_operand(inst, |value| {
                if let Value::Inst(id) = value
                    && let Some(count) = self.results.get_mut(id.index())
                {
                    *count = count.saturating_add(1);
                }
            });
            if let Inst::Phi { incoming } = *inst {
                for incoming in body.incoming(incoming) {
                    if let Some(used) = self.blocks.get_mut(incoming.block.index()) {
                        *used = true;
                    }
                }
            }
        }
        // An invalid body can still be printed, and may have terminators in the middle of blocks.
        self.edges.begin();
        for block in body.blocks() {
            for id in body.block_insts(block) {
                body.for_each_successor(body.inst(id), |target| {
                    if let Some(used) = self.blocks.get_mut(target.index()) {
                        *used = true;
                        self.edges.add(target.0);
                    }
                });
            }
            self.edges.end_node();
        }
        self.edges.find_predecessors();
    }

    /// The predecessors of a block, in the order of their terminators and of each terminator's
    /// operands.
    pub(super) fn predecessors(&self, block: BlockId) -> &[u32] {
        self.edges.predecessors(block.0)
    }
}
