//! Inserts code for values that are no longer constant, such as the addresses of thread-local
//! variables.
//!
//! In every body, a use of a constant that contains such a value is replaced with the result of
//! instructions before the use. Operands of phis are computed in the first block, because nothing
//! can precede a phi.

use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::expand::{Containing, expand};
use crate::memory::global_of;
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, Edit, Editor, FunctionBuilder, Instruction, InstructionKind,
    Module, Value,
};
use std::collections::HashMap;

/// The intrinsic that wraps each use of a thread-local variable in modules of LLVM 15 and later.
const ADDRESS_OF: &[u8] = b"llvm.threadlocal.address";

/// Maximum number of instructions for repeated large expressions. A file needs only a few bytes to
/// use an expression again.
const MAX_EXPANDED: usize = 1 << 22;

/// Emits the instructions that compute former constants.
pub(crate) trait Compute {
    /// A name for these values in messages, such as `addresses of other libraries`.
    const WHAT: &'static str;

    /// Called before the first instruction of each body that is changed.
    fn begin(&mut self, _build: &mut FunctionBuilder<'_>) {}

    /// Emits a value that is no longer constant. Returns `None` for a constant.
    fn value(&mut self, build: &mut FunctionBuilder<'_>, kind: ConstantKind) -> Option<Value>;
}

/// In all bodies, replaces constants that contain former constants with computed values.
pub(crate) fn compute(
    module: &mut Module,
    containing: &Containing,
    values: &mut impl Compute,
    reporter: &mut Reporter,
) {
    let mut expanded = 0;
    for function in module.global_ids() {
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let Some(in_phis) = uses(body, containing) else {
            continue;
        };
        let mut state = State {
            containing,
            values: &mut *values,
            in_phis: Some(in_phis),
            phi_values: HashMap::new(),
            expanded: &mut expanded,
        };
        reporter.edit(module, function, |editor, instruction| {
            state.edit(editor, instruction)
        });
    }
}

/// Returns the constants to compute that phis use. `None` if the body uses no such constants at
/// all.
fn uses(body: &Body, containing: &Containing) -> Option<Vec<ConstantId>> {
    let (mut any, mut in_phis) = (false, Vec::new());
    for &block in body.order() {
        for instruction in body.block_instructions(block) {
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
    }
    in_phis.sort_unstable();
    in_phis.dedup();
    any.then_some(in_phis)
}

struct State<'a, C> {
    containing: &'a Containing,
    values: &'a mut C,
    /// The constants that phis use, until the first instruction is reached.
    in_phis: Option<Vec<ConstantId>>,
    /// The values that replace the constants that phis use.
    phi_values: HashMap<ConstantId, Value>,
    expanded: &'a mut usize,
}

impl<C: Compute> State<'_, C> {
    fn edit(
        &mut self,
        editor: &mut Editor<'_>,
        mut instruction: Instruction,
    ) -> Result<Edit, Fault> {
        if let Some(in_phis) = self.in_phis.take() {
            self.begin(&mut editor.build, in_phis)?;
        }
        let body = editor.build.body();
        let mut any = false;
        body.for_each_operand(&instruction.kind, |value| {
            any |= self.containing.has_value(value);
        });
        if !any {
            return Ok(Edit::Keep);
        }
        if let InstructionKind::Phi { incoming, .. } = instruction.kind {
            let phi = editor.map_incoming(incoming, |_, value, _| match value {
                Value::Constant(constant) => {
                    Ok(self.phi_values.get(&constant).copied().unwrap_or(value))
                }
                other => Ok(other),
            });
            return phi.map(Edit::As);
        }
        if let Some(variable) = address_taken(&editor.build, &instruction)
            && instruction.result.is_some()
        {
            return self.value(&mut editor.build, variable).map(Edit::Value);
        }
        editor.map_operands(&mut instruction.kind, |editor, value| match value {
            Value::Constant(constant) if self.containing.has(constant) => {
                self.value(&mut editor.build, constant)
            }
            other => Ok(other),
        })?;
        Ok(Edit::As(instruction.kind))
    }

    /// Computes the operands of phis, before the first instruction.
    fn begin(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        in_phis: Vec<ConstantId>,
    ) -> Result<(), Fault> {
        self.values.begin(build);
        for constant in in_phis {
            let value = self.value(build, constant)?;
            self.phi_values.insert(constant, value);
        }
        Ok(())
    }

    /// Emits the value of a constant.
    fn value(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        constant: ConstantId,
    ) -> Result<Value, Fault> {
        let before = build.body().locals().len();
        let value = expand(build, self.containing, constant, |build, kind| {
            self.values.value(build, kind)
        });
        let made = build.body().locals().len() - before;
        // A few instructions per use do not make the program much larger than the file.
        if made > 8 {
            *self.expanded += made;
        }
        if *self.expanded > MAX_EXPANDED {
            return Err(ErrorKind::TooLarge.fault(format!(
                "the expressions that contain {} are too long to be computed wherever they \
                     are used",
                C::WHAT
            )));
        }
        Ok(value)
    }
}

/// Returns the variable if an instruction takes its address with the intrinsic.
fn address_taken(build: &FunctionBuilder<'_>, instruction: &Instruction) -> Option<ConstantId> {
    let InstructionKind::Call(call) = instruction.kind else {
        return None;
    };
    let call = build.body().call(call);
    let callee = global_of(build.module, call.callee)?;
    let name = build.module.names.get(build.module.global(callee).name);
    if !name.starts_with(ADDRESS_OF) {
        return None;
    }
    match *build.body().values(call.arguments) {
        [Value::Constant(variable)] => Some(variable),
        _ => None,
    }
}
