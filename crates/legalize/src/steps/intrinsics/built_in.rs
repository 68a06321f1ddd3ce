//! Functions of C that PNaCl has built in.
//!
//! A direct call of a function with this name and type that the module only declares becomes an
//! intrinsic. If such a function is used in any other way, it gets a body that consists of the
//! intrinsic. `setjmp` cannot have one, because the frame that it returns to would no longer exist.
//! A function that the module defines is an ordinary one.
//!
//! Declarations and calls have the types that the functions have in C: the steps before have
//! seen to that ([`crate::built_in`]). A `setjmp` that is declared otherwise and whose address
//! is taken gets a body that ends the program.

use pinnacle_llvm::{
    Body, ConstantId, ConstantKind as C, Edit, Editor, FunctionBuilder, GlobalId, GlobalKind,
    Instruction, InstructionKind as K, Module, Type, TypeId, Value,
};

use crate::built_in::{BuiltIn, Signatures};
use crate::declarations::Declarations;
use crate::emit::{Emit, begin_internal};
use crate::error::{Error, ErrorKind, Fault, Reporter, body_of, name_of};
use crate::memory::global_of;

/// A built-in function in the module.
struct Found {
    id: GlobalId,
    which: BuiltIn,
    /// Its type in C.
    ty: TypeId,
    /// True if it is used other than in a direct call.
    used: bool,
}

/// Replaces calls to built-in functions.
pub(super) fn run(module: &mut Module, reporter: &mut Reporter) {
    let mut found = find(module);
    if found.is_empty() {
        return;
    }
    let mut declared = Declarations::default();
    mark_in_initializers(module, &mut found);
    for function in module.global_ids() {
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if !scan(module, body, &mut found) {
            continue;
        }
        reporter.edit(module, function, |editor, instruction| {
            replace(editor, &mut declared, &found, instruction)
        });
    }
    for it in found.into_iter().filter(|it| it.used) {
        if let Err(fault) = define(module, &mut declared, &it) {
            reporter.error(Error::in_function(fault, module, it.id));
        }
    }
}

fn find(module: &mut Module) -> Vec<Found> {
    let signatures = Signatures::of(module);
    let globals = module.global_ids();
    globals
        .filter_map(|id| {
            let which = BuiltIn::declared(module, id)?;
            Some(Found {
                id,
                which,
                ty: signatures.get(which),
                used: false,
            })
        })
        .collect()
}

fn which<'f>(module: &Module, found: &'f [Found], callee: Value) -> Option<&'f Found> {
    let id = global_of(module, callee)?;
    found.iter().find(|it| it.id == id)
}

/// Returns true if a body calls any of them. Records other uses.
fn scan(module: &Module, body: &Body, found: &mut [Found]) -> bool {
    let mut calls = false;
    for instruction in body.instructions() {
        let mut direct = None;
        if let K::Call(id) = instruction.kind {
            let call = body.call(id);
            let it = which(module, found, call.callee);
            if it.is_some_and(|it| it.ty == call.function_type) {
                direct = Some(call.callee);
                calls = true;
            }
        }
        body.for_each_operand(&instruction.kind, |operand| {
            // The callee is the first operand.
            if direct == Some(operand) {
                direct = None;
            } else if let Some(id) = global_of(module, operand)
                && let Some(it) = found.iter_mut().find(|it| it.id == id)
            {
                it.used = true;
            }
        });
    }
    calls
}

/// Records uses in the initialisers of variables.
fn mark_in_initializers(module: &Module, found: &mut [Found]) {
    let mut seen = vec![false; module.constants.len()];
    let mut pending: Vec<ConstantId> = module
        .globals()
        .iter()
        .filter_map(|global| match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer,
            GlobalKind::Alias(target) | GlobalKind::Ifunc(target) => Some(target),
            GlobalKind::Function(_) => None,
        })
        .collect();
    while let Some(constant) = pending.pop() {
        if std::mem::replace(&mut seen[constant.index()], true) {
            continue;
        }
        match module.constants.get(constant).kind {
            C::Global(id) | C::DsoLocalEquivalent(id) | C::NoCfi(id) => {
                if let Some(it) = found.iter_mut().find(|it| it.id == id) {
                    it.used = true;
                }
            }
            kind => module
                .constants
                .for_each_operand(kind, |part| pending.push(part)),
        }
    }
}

fn replace(
    editor: &mut Editor<'_>,
    declared: &mut Declarations,
    found: &[Found],
    instruction: Instruction,
) -> Result<Edit, Fault> {
    let K::Call(id) = instruction.kind else {
        return Ok(Edit::Keep);
    };
    let build = &mut editor.build;
    let call = build.body().call(id);
    let Some(it) = which(build.module, found, call.callee) else {
        return Ok(Edit::Keep);
    };
    if it.ty != call.function_type {
        return Ok(Edit::Keep);
    }
    let mut arguments = [call.callee; 3];
    let given = build.body().values(call.arguments);
    for (place, &value) in arguments.iter_mut().zip(given) {
        *place = value;
    }
    let value = emit(build, declared, it.which, arguments)?;
    Ok(value.map_or(Edit::Drop, Edit::Value))
}

/// Emits the intrinsic. Returns the value that the C function returns.
fn emit(
    build: &mut FunctionBuilder<'_>,
    declared: &mut Declarations,
    which: BuiltIn,
    [first, second, third]: [Value; 3],
) -> Result<Option<Value>, Fault> {
    let types = &mut build.module.types;
    let (void, word) = (types.void(), types.integer(32));
    let no = Value::Constant(build.module.int(1, 0));
    let mut copy = |build: &mut FunctionBuilder<'_>, name, middle: Value| {
        declared.call_any(build, name, void, &[first, middle, third, no])?;
        Ok(Some(first))
    };
    match which {
        BuiltIn::Memcpy => copy(build, "llvm.memcpy.p0.p0.i32", second),
        BuiltIn::Memmove => copy(build, "llvm.memmove.p0.p0.i32", second),
        BuiltIn::Memset => {
            let value = build.resize(second, 8);
            copy(build, "llvm.memset.p0.i32", value)
        }
        BuiltIn::Setjmp => declared.call_any(build, "llvm.nacl.setjmp", word, &[first]),
        BuiltIn::Longjmp => declared.call_any(build, "llvm.nacl.longjmp", void, &[first, second]),
    }
}

/// Defines a function that is used as a value.
fn define(module: &mut Module, declared: &mut Declarations, found: &Found) -> Result<(), Fault> {
    let (id, which) = (found.id, found.which);
    let is_right = module.global(id).ty == found.ty;
    if which == BuiltIn::Setjmp && is_right {
        let name = name_of(module, id);
        return Err(ErrorKind::BadFunctionUse.fault(format!(
            "{name} can only be called directly, but its address is taken"
        )));
    }
    let mut build = begin_internal(module, id);
    if !is_right {
        build.unreachable();
        build.finish();
        return Ok(());
    }
    let count = build.body().parameter_count();
    let mut arguments = [build.parameter(0); 3];
    for (number, argument) in arguments.iter_mut().enumerate().take(count) {
        *argument = build.parameter(number);
    }
    let value = emit(&mut build, declared, which, arguments)?;
    match build.module.types.get(result_type(build.module, id)) {
        Type::Void => build.ret(None),
        _ => build.ret(value),
    }
    build.finish();
    Ok(())
}

fn result_type(module: &Module, id: GlobalId) -> TypeId {
    let ty = module.global(id).ty;
    module.types.result(ty).unwrap_or(ty)
}
