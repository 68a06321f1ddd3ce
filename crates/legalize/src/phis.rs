//! Constants that phis use and that must be computed by instructions.
//!
//! They are computed at the ends of the blocks that control comes from.

use crate::error::Fault;
use pinnacle_llvm::{
    BlockId, Body, ConstantId, Editor, InstructionKind, List, LocalId, Module, Value,
};

/// The constants that the phis of a body use, by block and constant.
#[derive(Debug, Default)]
pub(crate) struct PhiConstants(Vec<(BlockId, ConstantId, Option<LocalId>)>);

impl PhiConstants {
    /// Finds the constants for which `wanted` returns true.
    pub(crate) fn of(body: &Body, mut wanted: impl FnMut(ConstantId) -> bool) -> PhiConstants {
        let mut found = Vec::new();
        for it in body.instructions() {
            if let InstructionKind::Phi { incoming, .. } = it.kind {
                for &(value, from) in body.incoming(incoming) {
                    if let Value::Constant(constant) = value
                        && wanted(constant)
                    {
                        found.push((from, constant, None));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        PhiConstants(found)
    }

    /// Reserves the locals that replace the constants.
    pub(crate) fn begin(&mut self, editor: &mut Editor<'_>) {
        for (_, constant, local) in &mut self.0 {
            let module: &Module = editor.build.module;
            let ty = module.constants.get(*constant).ty;
            *local = Some(editor.build.reserve(ty));
        }
    }

    /// Computes the constants for phis of the successors of the block that is being read.
    pub(crate) fn leave_block(
        &self,
        editor: &mut Editor<'_>,
        mut value: impl FnMut(&mut Editor<'_>, ConstantId) -> Result<Value, Fault>,
    ) -> Result<(), Fault> {
        let block = editor.reading();
        let first = self.0.partition_point(|&(from, ..)| from < block);
        for &(from, constant, local) in &self.0[first..] {
            if from != block {
                break;
            }
            let value = value(editor, constant)?;
            if let Some(local) = local {
                editor.replace(local, value);
            }
        }
        Ok(())
    }

    /// Returns a phi with these incoming values and the constants replaced.
    pub(crate) fn phi(
        &self,
        editor: &mut Editor<'_>,
        incoming: List,
    ) -> Result<InstructionKind, Fault> {
        editor.map_incoming(incoming, |_, value, block| {
            let Value::Constant(constant) = value else {
                return Ok(value);
            };
            let key = (block, constant);
            let found = self.0.binary_search_by_key(&key, |it| (it.0, it.1));
            let local = found.ok().and_then(|at| self.0[at].2);
            Ok(local.map_or(value, Value::Local))
        })
    }
}
