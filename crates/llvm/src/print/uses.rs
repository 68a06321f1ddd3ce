//! Counts uses and predecessors, for the comments of old releases.

use std::collections::BTreeSet;

use crate::body::{Body, OldForm};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, GlobalId};
use crate::instruction::{InstructionKind, Value};
use crate::module::{GlobalKind, Module};

/// Number of uses of each global, by id. Uses are in instructions, in distinct constants, as
/// initialisers and as targets of aliases.
pub(super) fn of_globals(module: &Module) -> Vec<u32> {
    let mut counts = vec![0; module.globals().len()];
    let table = &module.constants;
    let mut count = |constant: ConstantId| {
        if let ConstantKind::Global(global) = table.get(constant).kind {
            counts[global.index()] += 1;
        }
    };
    for index in 0..table.len() {
        table.for_each_operand(table.get(ConstantId::at(index)).kind, &mut count);
    }
    for global in module.globals() {
        match global.kind {
            GlobalKind::Variable {
                initializer: Some(constant),
                ..
            }
            | GlobalKind::Alias(constant) => count(constant),
            GlobalKind::Function(function) => {
                let body = module.function(function).body.as_ref();
                for_each_operand(body, |value| {
                    if let Value::Constant(constant) = value {
                        count(constant);
                    }
                });
            }
            GlobalKind::Variable { .. } | GlobalKind::Ifunc(_) => {}
        }
    }
    for (function, _) in addresses(module) {
        counts[function.index()] += 1;
    }
    counts
}

/// Calls `each` with all operands of a body.
fn for_each_operand(body: Option<&Body>, mut each: impl FnMut(Value)) {
    let Some(body) = body else { return };
    for instruction in body.instructions() {
        body.for_each_operand(&instruction.kind, &mut each);
    }
    for (_, form) in &body.old_forms {
        if let OldForm::ReturnFields(fields) = *form {
            body.values(fields).iter().copied().for_each(&mut each);
        }
    }
}

/// The uses and predecessors in a body, for comments.
#[derive(Default)]
pub(super) struct BodyUses {
    /// Number of uses of each local.
    pub(super) locals: Vec<u32>,
    /// The predecessors of each block, in reverse order. A block with two edges is listed twice.
    pub(super) before: Vec<Vec<BlockId>>,
    /// For each block, true if something refers to it.
    pub(super) named: Vec<bool>,
}

impl BodyUses {
    /// Counts the uses in a body. `addressed` are the blocks whose addresses are taken. `phis` is
    /// true if phis count as uses of blocks, as in some releases.
    pub(super) fn of(body: &Body, addressed: &[BlockId], phis: bool) -> BodyUses {
        let mut uses = BodyUses {
            locals: vec![0; body.locals().len()],
            before: vec![Vec::new(); body.blocks.len()],
            named: vec![false; body.blocks.len()],
        };
        for_each_operand(Some(body), |value| {
            if let Value::Local(local) = value {
                uses.locals[local.index()] += 1;
            }
        });
        for &block in body.order().iter().rev() {
            for instruction in body.block_instructions(block).iter().rev() {
                body_successors(body, &instruction.kind, |successor| {
                    uses.before[successor.index()].push(block);
                    uses.named[successor.index()] = true;
                });
                if let InstructionKind::Phi { incoming, .. } = instruction.kind
                    && phis
                {
                    for &(_, from) in body.incoming(incoming) {
                        uses.named[from.index()] = true;
                    }
                }
            }
        }
        for &block in addressed {
            if let Some(named) = uses.named.get_mut(block.index()) {
                *named = true;
            }
        }
        uses
    }
}

fn body_successors(body: &Body, kind: &InstructionKind, each: impl FnMut(BlockId)) {
    if kind.is_terminator() {
        kind.for_each_successor(body, each);
    }
}

/// All blocks whose address is taken, with their functions.
pub(super) fn addresses(module: &Module) -> BTreeSet<(GlobalId, BlockId)> {
    let table = &module.constants;
    let all = (0..table.len()).map(|index| table.get(ConstantId::at(index)).kind);
    let all = all.filter_map(|kind| match kind {
        ConstantKind::BlockAddress { function, block } => Some((function, block)),
        _ => None,
    });
    all.collect()
}
