//! Phis and selects of vectors.

use super::{Expander, not_possible};
use crate::emit::Emit;
use crate::error::Fault;
use crate::parts::SplitValues;
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{
    BlockId, ConstantId, Edit, Editor, FastMath, Instruction, InstructionKind, List, LocalId,
    TypeId, Value,
};

/// A constant vector that is an incoming value of phis.
pub(super) struct Edge {
    pub(super) from: BlockId,
    pub(super) constant: ConstantId,
    /// The local that replaces it in the phis.
    pub(super) local: Option<LocalId>,
}

impl Expander<'_> {
    /// Replaces a phi of vectors. For PNaCl's own types, constants must be loaded in the
    /// predecessors.
    pub(super) fn phi(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        incoming: List,
    ) -> Result<(), Fault> {
        let flags = FastMath::NONE;
        if shape.legal {
            let mut edges = editor.build.body().incoming(incoming).to_vec();
            for (value, from) in &mut edges {
                if let Value::Constant(constant) = *value {
                    let found = self.edges.binary_search_by_key(&(*from, constant), |edge| {
                        (edge.from, edge.constant)
                    });
                    if let Ok(at) = found
                        && let Some(local) = self.edges[at].local
                    {
                        *value = local.into();
                    }
                }
            }
            let incoming = editor.old_edges(&edges);
            editor.build.push(Instruction {
                kind: InstructionKind::Phi { flags, incoming },
                result: Some(result),
            });
            return Ok(());
        }
        let phi = InstructionKind::Phi { flags, incoming };
        let first = self.repeat(editor, phi, ty, &shape.types())?;
        self.finish(editor, (result, ty, shape), first);
        Ok(())
    }

    /// At the end of a block, loads the constants for the phis of its successors.
    pub(super) fn load_edges(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let block = editor.reading();
        let start = self.edges.partition_point(|edge| edge.from < block);
        let end = self.edges.partition_point(|edge| edge.from <= block);
        for at in start..end {
            let (constant, local) = (self.edges[at].constant, self.edges[at].local);
            let Some(local) = local else {
                continue;
            };
            let value = self.loaded(editor, constant.into())?;
            if let Value::Local(_) = value {
                editor.define(local);
            } else {
                editor.replace(local, value);
            }
        }
        Ok(())
    }

    /// Replaces a select of vectors, with one condition or one for each element.
    pub(super) fn select(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        (result, ty, shape): (LocalId, TypeId, Shape),
        (flags, operands): (FastMath, List),
    ) -> Result<Edit, Fault> {
        let &[condition, if_true, if_false] = editor.build.body().values(operands) else {
            return Err(not_possible());
        };
        let condition_type = editor.build.type_of(condition);
        let of_condition = shape_of(editor.build.module, condition_type)?;
        if shape.legal && of_condition.is_some() {
            return self.keep(editor, instruction);
        }
        if shape.legal {
            // Repeat a single condition for each element.
            let bit = editor.build.module.types.integer(1);
            let bits = editor.build.module.types.vector(bit, shape.length, false);
            let mut all = editor.build.undefined(bits);
            for number in 0..shape.length {
                all = editor.build.insert(all, condition, number);
            }
            let mut operands = [all, if_true, if_false];
            for operand in &mut operands[1..] {
                *operand = self.loaded(editor, *operand)?;
            }
            let operands = editor.build.values(&operands);
            editor
                .build
                .emit(InstructionKind::Select { flags, operands }, ty);
            editor.define(result);
            return Ok(Edit::Drop);
        }
        let first = self.repeat(editor, instruction.kind, ty, &shape.types())?;
        self.finish(editor, (result, ty, shape), first);
        Ok(Edit::Drop)
    }
}
