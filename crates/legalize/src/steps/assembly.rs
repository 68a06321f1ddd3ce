//! Refuses assembly, except for the idiom of memory barriers.
//!
//! Assembly is for one machine, and programs run on all. Assembly without instructions only has a
//! meaning for compilers:
//!
//! * With the clobber `memory` it orders accesses. It becomes a barrier for all of memory,
//!   `llvm.nacl.atomic.fence.all`. A `fence` with assembly around it, which compilers of the
//!   original SDK made from `__sync_synchronize`, becomes one such barrier.
//! * A value that is both input and output is not changed.
//! * An output without an input is zero.
//!
//! ```llvm
//! call void asm sideeffect "", "~{memory}"()
//! %v = call i32 asm "", "=r,0"(i32 %x)
//! use(%v)
//! ; becomes
//! call void @llvm.nacl.atomic.fence.all()
//! use(%x)
//! ```
//!
//! Everything else is an error (F0201) that shows the text.

use crate::Options;
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault, Reporter};
use pinnacle_llvm::{
    Body, Call, Edit, Editor, GlobalId, InlineAsm, Instruction, InstructionKind, Module, Type,
    Value,
};

/// The barrier for all of memory.
const FENCE: &[u8] = b"llvm.nacl.atomic.fence.all";

/// Maximum number of bytes of an assembly text shown in a message.
const SHOWN: usize = 60;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    if module.inline_asm.is_empty() {
        return;
    }
    let mut fence = None;
    // True if the last instruction was a barrier made by this step.
    let mut behind_fence = false;
    reporter.edit_all(module, has_assembly, |editor, instruction| {
        let edit = match assembly(editor, &instruction) {
            Some((call, asm)) => {
                if let InstructionKind::CallBranch { .. } = instruction.kind {
                    return Err(refusal(editor.build.module, asm));
                }
                let orders_memory = replace(editor, &instruction, call, asm)?;
                if orders_memory && !behind_fence {
                    emit_fence(editor, &mut fence);
                    behind_fence = true;
                }
                return Ok(Edit::Drop);
            }
            None if behind_fence && matches!(instruction.kind, InstructionKind::Fence(_)) => {
                return Ok(Edit::Drop);
            }
            None => Edit::Keep,
        };
        behind_fence = false;
        Ok(edit)
    });
}

fn has_assembly(_: &Module, body: &Body) -> bool {
    body.instructions().iter().any(|instruction| {
        instruction
            .kind
            .call()
            .is_some_and(|call| matches!(body.call(call).callee, Value::InlineAsm(_)))
    })
}

/// Returns the call and its assembly, if the instruction is a call of assembly.
fn assembly(editor: &Editor<'_>, instruction: &Instruction) -> Option<(Call, InlineAsm)> {
    let call = editor.build.body().call(instruction.kind.call()?);
    match call.callee {
        Value::InlineAsm(asm) => Some((call, editor.build.module.inline_asm[asm.index()])),
        _ => None,
    }
}

#[cold]
fn refusal(module: &Module, asm: InlineAsm) -> Fault {
    let text = String::from_utf8_lossy(module.names.get(asm.text));
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    let what = if shown.trim().is_empty() {
        let constraints = String::from_utf8_lossy(module.names.get(asm.constraints)).into_owned();
        format!("assembly with the operands `{constraints}`")
    } else {
        format!("the assembly `{}`", shown.escape_debug())
    };
    ErrorKind::Assembly.fault(format!(
        "{what} works on one processor only, and programs must run on all; write it in C"
    ))
}

fn emit_fence(editor: &mut Editor<'_>, known: &mut Option<GlobalId>) {
    let module = &mut *editor.build.module;
    let void = module.types.void();
    let ty = module.types.function(void, &[], false);
    let fence = *known.get_or_insert_with(|| {
        module
            .find_global(FENCE)
            .unwrap_or_else(|| module.add_function(FENCE, ty))
    });
    let callee = Value::Constant(module.address_of(fence));
    editor.build.call(callee, ty, &[]);
}

/// An operand of assembly, from its constraint.
#[derive(Clone, Copy)]
enum Operand {
    /// A result. If an input is tied to it, its value is that input.
    Output,
    /// An input, a value or an address.
    Input,
    /// An input that is tied to the output with this number.
    Tied(usize),
}

/// Replaces the results of assembly without instructions by values. Returns true if it orders
/// accesses to memory.
fn replace(
    editor: &mut Editor<'_>,
    instruction: &Instruction,
    call: Call,
    asm: InlineAsm,
) -> Result<bool, Fault> {
    let refused = |editor: &Editor<'_>| refusal(editor.build.module, asm);
    let module = &*editor.build.module;
    let text = module.names.get(asm.text);
    if !text.iter().all(u8::is_ascii_whitespace) {
        return Err(refused(editor));
    }
    let constraints = String::from_utf8_lossy(module.names.get(asm.constraints)).into_owned();
    let mut orders_memory = false;
    let mut operands = Vec::new();
    for constraint in constraints.split(',').filter(|text| !text.is_empty()) {
        operands.push(match constraint.as_bytes() {
            [b'~', clobber @ ..] => {
                orders_memory |= clobber == b"{memory}";
                continue;
            }
            [b'=', b'*', ..] | [b'=', b'&', b'*', ..] => Operand::Input,
            [b'=', ..] => Operand::Output,
            [b'!', ..] => return Err(refused(editor)),
            [first, ..] if first.is_ascii_digit() => {
                Operand::Tied(constraint.parse().map_err(|_| refused(editor))?)
            }
            _ => Operand::Input,
        });
    }
    let Some(result) = instruction.result else {
        return Ok(orders_memory);
    };
    let ty = editor.build.body().local(result).ty;
    let outputs = operands
        .iter()
        .filter(|operand| matches!(operand, Operand::Output))
        .count();
    let types = match editor.build.module.types.get(ty) {
        Type::Struct { fields, .. } if outputs > 1 => {
            editor.build.module.types.list(fields).to_vec()
        }
        _ => vec![ty],
    };
    if types.len() != outputs {
        return Err(refused(editor));
    }
    let values =
        values_of_outputs(editor, &operands, call, &types).ok_or_else(|| refused(editor))?;
    if let [value] = values[..] {
        editor.replace(result, value);
        return Ok(orders_memory);
    }
    let build = &mut editor.build;
    build.assemble(ty, &values);
    editor.define(result);
    Ok(orders_memory)
}

/// Returns the value of each output, or `None` if an operand does not fit.
fn values_of_outputs(
    editor: &mut Editor<'_>,
    operands: &[Operand],
    call: Call,
    types: &[pinnacle_llvm::TypeId],
) -> Option<Vec<Value>> {
    let mut numbers = vec![None; operands.len()];
    let mut values: Vec<Value> = Vec::with_capacity(types.len());
    for (number, operand) in operands.iter().enumerate() {
        if let Operand::Output = operand {
            numbers[number] = Some(values.len());
            let ty = *types.get(values.len())?;
            values.push(Value::Constant(editor.build.module.zero(ty)));
        }
    }
    let mut arguments = editor.build.body().values(call.arguments).iter();
    for operand in operands {
        match *operand {
            Operand::Output => {}
            Operand::Input => {
                arguments.next()?;
            }
            Operand::Tied(number) => {
                let argument = *arguments.next()?;
                let output = (*numbers.get(number)?)?;
                let ty = editor.build.module.type_of(editor.build.body(), argument)?;
                if ty != types[output] {
                    return None;
                }
                values[output] = argument;
            }
        }
    }
    Some(values)
}
