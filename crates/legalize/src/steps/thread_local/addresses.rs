//! Puts arithmetic on the thread pointer in the place of thread-local variables.

use std::collections::HashMap;

use crate::emit::called_global;
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::expand::{Containing, expand};
use crate::steps::library::OWN_BLOCK;
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, Edit, Editor, FunctionBuilder, GlobalId, Instruction,
    InstructionKind, Module, Value,
};

/// The intrinsic that gives the thread pointer.
const READ_POINTER: &[u8] = b"llvm.nacl.read.tp";

/// The intrinsic around each mention of a thread-local variable in modules of LLVM
/// 15 and later.
const ADDRESS_OF: &[u8] = b"llvm.threadlocal.address";

/// How many instructions may be made of expressions that are long. A file can say
/// in a few bytes that such a one is used again.
const MAX_EXPANDED: usize = 1 << 22;

/// Replaces the variables in all bodies. `offset_of` says how far a global is from
/// the thread pointer, if it is thread-local, as the bits of an `i32`.
pub(super) fn replace(
    module: &mut Module,
    containing: &Containing,
    offset_of: impl Fn(ConstantKind) -> Option<u64>,
    reporter: &mut Reporter,
) {
    let mut pointer_reader = None;
    let mut expanded = 0;
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let Some(in_phis) = uses(body, containing) else {
            continue;
        };
        let reader = *pointer_reader.get_or_insert_with(|| reader(module));
        let mut state = State {
            containing,
            offset_of: &offset_of,
            reader,
            pointer: None,
            in_phis,
            phi_values: HashMap::new(),
            expanded: &mut expanded,
        };
        reporter.edit(module, function, |editor, instruction| {
            state.edit(editor, instruction)
        });
    }
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        if offset_of(ConstantKind::Global(id)).is_some() {
            module.remove(id);
        }
    }
}

/// The constants with thread-local variables that phis use; none if nothing in the
/// body uses any.
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

/// The function that reads the thread pointer, or gives what a library has in its place.
fn reader(module: &mut Module) -> GlobalId {
    if let Some(own) = module.find_global(OWN_BLOCK) {
        return own;
    }
    if let Some(known) = module.find_global(READ_POINTER) {
        return known;
    }
    let pointer = module.types.pointer();
    let ty = module.types.function(pointer, &[], false);
    module.add_function(READ_POINTER, ty)
}

struct State<'a, F> {
    containing: &'a Containing,
    offset_of: &'a F,
    reader: GlobalId,
    /// The thread pointer, once it was read.
    pointer: Option<Value>,
    in_phis: Vec<ConstantId>,
    /// What stands for the constants that phis use. It is computed in the first
    /// block, since nothing can stand in front of a phi.
    phi_values: HashMap<ConstantId, Value>,
    expanded: &'a mut usize,
}

impl<F: Fn(ConstantKind) -> Option<u64>> State<'_, F> {
    fn edit(
        &mut self,
        editor: &mut Editor<'_>,
        mut instruction: Instruction,
    ) -> Result<Edit, Fault> {
        if self.pointer.is_none() {
            self.begin(&mut editor.build)?;
        }
        if let InstructionKind::Phi { flags, incoming } = instruction.kind {
            let edges = editor.build.body().incoming(incoming);
            if !edges
                .iter()
                .any(|&(value, _)| self.containing.has_value(value))
            {
                return Ok(Edit::Keep);
            }
            let replaced = |value: Value| match value {
                Value::Constant(constant) => {
                    self.phi_values.get(&constant).copied().unwrap_or(value)
                }
                other => other,
            };
            let edges: Vec<_> = edges
                .iter()
                .map(|&(value, block)| (replaced(value), block))
                .collect();
            let incoming = editor.old_edges(&edges);
            instruction.kind = InstructionKind::Phi { flags, incoming };
            editor.build.push(instruction);
            return Ok(Edit::Drop);
        }
        let mut any = false;
        let body = editor.build.body();
        body.for_each_operand(&instruction.kind, |value| {
            any |= self.containing.has_value(value);
        });
        if !any {
            return Ok(Edit::Keep);
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

    /// Reads the thread pointer and computes what phis need, in front of the first
    /// instruction.
    fn begin(&mut self, build: &mut FunctionBuilder<'_>) -> Result<(), Fault> {
        let ty = build.module.global(self.reader).ty;
        let callee = Value::Constant(build.module.address_of(self.reader));
        self.pointer = build.call(callee, ty, &[]);
        for constant in std::mem::take(&mut self.in_phis) {
            let value = self.value(build, constant)?;
            self.phi_values.insert(constant, value);
        }
        Ok(())
    }

    /// Emits what a constant with thread-local variables in it is.
    fn value(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        constant: ConstantId,
    ) -> Result<Value, Fault> {
        let before = build.body().locals().len();
        let Some(pointer) = self.pointer else {
            return Ok(Value::Constant(constant));
        };
        let value = expand(build, self.containing, constant, |build, kind| {
            let offset = (self.offset_of)(kind)?;
            let offset = Value::Constant(build.module.int(32, offset));
            let byte = build.module.types.integer(8);
            Some(build.get_element_ptr(byte, pointer, &[offset]))
        });
        let made = build.body().locals().len() - before;
        // A few instructions for each use are in proportion to the file.
        if made > 8 {
            *self.expanded += made;
        }
        if *self.expanded > MAX_EXPANDED {
            return Err(Fault::new(
                ErrorKind::TooLarge,
                "the expressions that contain thread-local variables are too long to be computed \
                 wherever they are used",
            ));
        }
        Ok(value)
    }
}

/// The variable whose address an instruction asks for by the intrinsic.
pub(in crate::steps) fn address_taken(
    build: &FunctionBuilder<'_>,
    instruction: &Instruction,
) -> Option<ConstantId> {
    let InstructionKind::Call(call) = instruction.kind else {
        return None;
    };
    let call = build.body().call(call);
    let callee = called_global(build.module, call.callee)?;
    let name = build.module.names.get(build.module.global(callee).name);
    if !name.starts_with(ADDRESS_OF) {
        return None;
    }
    match *build.body().values(call.arguments) {
        [Value::Constant(variable)] => Some(variable),
        _ => None,
    }
}
