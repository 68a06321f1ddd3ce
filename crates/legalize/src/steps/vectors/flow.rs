//! Phis and selects of vectors.

use super::{Expander, elements, not_possible};
use crate::error::Fault;
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{
    BlockId, ConstantId, Edit, Editor, FastMath, Instruction, InstructionKind, List, LocalId,
    TypeId, Value,
};

/// A constant vector that comes to phis from a block.
pub(super) struct Edge {
    pub(super) from: BlockId,
    pub(super) constant: ConstantId,
    /// The local that stands for it in the phis.
    pub(super) local: Option<LocalId>,
}

impl Expander<'_> {
    /// A phi of vectors, for which PNaCl's own need their constants loaded before.
    pub(super) fn phi(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        incoming: List,
    ) -> Result<(), Fault> {
        let flags = FastMath::NONE;
        let mut edges = editor.build.body().incoming(incoming).to_vec();
        if shape.legal {
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
        let mut sources = Vec::with_capacity(edges.len());
        for &(value, _) in &edges {
            if editor.build.type_of(value) != ty {
                return Err(not_possible());
            }
            sources.push(self.elements(editor, value, shape)?);
        }
        let first = self.parts.len();
        for number in 0..shape.length as usize {
            for (edge, &source) in edges.iter_mut().zip(&sources) {
                edge.0 = self.parts.get(source + number);
            }
            let incoming = editor.old_edges(&edges);
            let phi = InstructionKind::Phi { flags, incoming };
            let value = editor.build.emit(phi, shape.element);
            self.parts.push(value);
        }
        self.finish(editor, (result, ty, shape), first);
        Ok(())
    }

    /// Before a block is left, loads the constants that come to phis from here.
    pub(super) fn leave_block(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
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

    /// A choice between vectors, by one condition or by one for each element.
    pub(super) fn select(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        (result, ty, shape): (LocalId, TypeId, Shape),
        flags: FastMath,
        [condition, if_true, if_false]: [Value; 3],
    ) -> Result<Edit, Fault> {
        let condition_type = editor.build.type_of(condition);
        let of_condition = shape_of(editor.build.module, condition_type)?;
        if shape.legal && of_condition.is_some() {
            return self.keep(editor, instruction);
        }
        if shape.legal {
            // One condition for all elements becomes as many as there are.
            let bit = editor.build.module.types.integer(1);
            let bits = editor.build.module.types.vector(bit, shape.length, false);
            let mut all = elements::undefined(editor, bits);
            for number in 0..shape.length {
                all = elements::insert(editor, all, condition, number);
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
        let condition_elements = match of_condition {
            Some(of_condition) if of_condition.length == shape.length => {
                Some(self.elements(editor, condition, of_condition)?)
            }
            Some(_) => return Err(not_possible()),
            None => None,
        };
        let if_true = self.elements(editor, if_true, shape)?;
        let if_false = self.elements(editor, if_false, shape)?;
        let first = self.parts.len();
        for number in 0..shape.length as usize {
            let condition =
                condition_elements.map_or(condition, |place| self.parts.get(place + number));
            let (one, other) = (
                self.parts.get(if_true + number),
                self.parts.get(if_false + number),
            );
            let chosen = editor.build.select(condition, one, other);
            self.parts.push(chosen);
        }
        self.finish(editor, (result, ty, shape), first);
        Ok(Edit::Drop)
    }
}
