//! Bodies read slots in the place of addresses.

use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::expand::{Containing, expand};
use crate::steps::thread_local::address_taken;
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, Edit, Editor, FunctionBuilder, GlobalId, Instruction,
    InstructionKind, Module, Value,
};
use std::collections::HashMap;

/// How many instructions may be made of expressions that are long.
const MAX_EXPANDED: usize = 1 << 22;

/// Replaces the addresses in all bodies; `leaf` makes the value of one.
pub(super) fn replace<L>(
    module: &mut Module,
    containing: &Containing,
    leaf: &mut L,
    reporter: &mut Reporter,
) where
    L: FnMut(&mut FunctionBuilder<'_>, ConstantKind) -> Option<Value>,
{
    let mut expanded = 0;
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let Some(in_phis) = uses(body, containing) else {
            continue;
        };
        let mut state = State {
            containing,
            leaf,
            in_phis: Some(in_phis),
            phi_values: HashMap::new(),
            expanded: &mut expanded,
        };
        reporter.edit(module, function, |editor, instruction| {
            state.edit(editor, instruction)
        });
    }
}

/// The constants with addresses that phis use; none if nothing in the body uses any.
fn uses(body: &Body, containing: &Containing) -> Option<Vec<ConstantId>> {
    let (mut any, mut in_phis) = (false, Vec::new());
    for instruction in body.instructions() {
        let is_phi = matches!(instruction.kind, InstructionKind::Phi { .. });
        body.for_each_operand(&instruction.kind, |value| {
            if let Value::Constant(constant) = value
                && containing.has(constant)
            {
                any = true;
                if is_phi {
                    in_phis.push(constant);
                }
            }
        });
    }
    in_phis.sort_unstable();
    in_phis.dedup();
    any.then_some(in_phis)
}

struct State<'a, L> {
    containing: &'a Containing,
    leaf: &'a mut L,
    /// What phis use, until the first instruction was seen.
    in_phis: Option<Vec<ConstantId>>,
    /// What stands for the constants that phis use. It is computed in the first
    /// block, since nothing can stand in front of a phi.
    phi_values: HashMap<ConstantId, Value>,
    expanded: &'a mut usize,
}

impl<L> State<'_, L>
where
    L: FnMut(&mut FunctionBuilder<'_>, ConstantKind) -> Option<Value>,
{
    fn edit(
        &mut self,
        editor: &mut Editor<'_>,
        mut instruction: Instruction,
    ) -> Result<Edit, Fault> {
        for constant in self.in_phis.take().unwrap_or_default() {
            let value = self.value(&mut editor.build, constant)?;
            self.phi_values.insert(constant, value);
        }
        let body = editor.build.body();
        let mut any = false;
        body.for_each_operand(&instruction.kind, |value| {
            any |= self.containing.has_value(value);
        });
        if !any {
            return Ok(Edit::Keep);
        }
        if let InstructionKind::Phi { flags, incoming } = instruction.kind {
            let replaced = |value: Value| match value {
                Value::Constant(constant) => {
                    self.phi_values.get(&constant).copied().unwrap_or(value)
                }
                other => other,
            };
            let edges = body.incoming(incoming).iter();
            let edges: Vec<_> = edges
                .map(|&(value, block)| (replaced(value), block))
                .collect();
            let incoming = editor.old_edges(&edges);
            instruction.kind = InstructionKind::Phi { flags, incoming };
            editor.build.push(instruction);
            return Ok(Edit::Drop);
        }
        if let Some(variable) = address_taken(&editor.build, &instruction)
            && let Some(result) = instruction.result
        {
            let address = self.value(&mut editor.build, variable)?;
            editor.replace(result, address);
            return Ok(Edit::Drop);
        }
        editor.map_operands(&mut instruction.kind, |editor, value| match value {
            Value::Constant(constant) if self.containing.has(constant) => {
                self.value(&mut editor.build, constant)
            }
            other => Ok(other),
        })?;
        editor.build.push(instruction);
        Ok(Edit::Drop)
    }

    /// Emits what a constant with addresses in it is.
    fn value(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        constant: ConstantId,
    ) -> Result<Value, Fault> {
        let before = build.body().locals().len();
        let value = expand(build, self.containing, constant, &mut *self.leaf);
        let made = build.body().locals().len() - before;
        // A few instructions for each use are in proportion to the file.
        if made > 8 {
            *self.expanded += made;
        }
        if *self.expanded > MAX_EXPANDED {
            return Err(Fault::new(
                ErrorKind::TooLarge,
                "the expressions that contain addresses of other libraries are too long to be \
                 computed wherever they are used",
            ));
        }
        Ok(value)
    }
}
