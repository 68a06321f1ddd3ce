//! Makes calls match the functions that they name.
//!
//! C programs call functions with wrong types: `main(void)` with three arguments, functions without
//! a prototype, functions of another library whose header was wrong. On most machines this works
//! somehow, but PNaCl cannot express it. If a call names a defined or built-in function, the type
//! of the definition is used. Surplus arguments are dropped, and missing arguments are zero. An
//! argument of another type is converted if that does not change its bits (integers and pointers,
//! numbers of the same size) or its value (integers of other widths, `float` and `double`).
//! Otherwise it is zero. The result is treated in the same way.
//!
//! ```llvm
//! %r = call i32 @main(i32 %count, ptr %arguments)
//! ```
//!
//! with `define void @main(i32 %count)` becomes
//!
//! ```llvm
//! call void @main(i32 %count)
//! ```
//!
//! where `%r` is replaced by zero. Calls through pointers are not changed, since the callee is not
//! known.
//!
//! The step also removes properties of calls that PNaCl does not have. `musttail` becomes `tail`,
//! and `notail` is removed. All functions get the C calling convention. Operand bundles that only
//! help optimisers and debuggers are removed. Other bundles, and `callbr`, are errors.
//!
//! Relies on `variadic`: no definition is variadic.

use crate::Options;
use crate::built_in::{BuiltIn, Signatures};
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::memory::{global_of, is_intrinsic};
use pinnacle_llvm::{
    AttributeListId, Body, Call, CallingConvention, CastOp, Edit, Editor, FunctionBuilder,
    GlobalId, Instruction, InstructionKind, List, Module, TailKind, Type, TypeId, Value,
};

/// Operand bundles that can be removed without changing the call.
const HARMLESS_BUNDLES: &[&[u8]] = &[
    b"align",
    b"cfguardtarget",
    b"convergencectrl",
    b"deopt",
    b"gc-live",
    b"gc-transition",
    b"kcfi",
];

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    for index in 0..module.globals().len() {
        if let Some(id) = module.as_function(GlobalId::at(index)) {
            let function = module.function_mut(id);
            function.convention = CallingConvention::C;
        }
    }
    let built_in = Signatures::of(module);
    reporter.edit_all(
        module,
        |module, body| is_wanted(module, body, built_in),
        |editor, instruction| fit_call(editor, instruction, built_in),
    );
    if !reporter.is_empty() {
        return;
    }
    for index in 0..module.globals().len() {
        let Some(id) = module.as_function(GlobalId::at(index)) else {
            continue;
        };
        if let Some(body) = &mut module.function_mut(id).body {
            for call in body.calls_mut() {
                call.convention = CallingConvention::C;
                call.bundles = List::EMPTY;
                call.tail = match call.tail {
                    TailKind::MustTail | TailKind::Tail => TailKind::Tail,
                    TailKind::NoTail | TailKind::None => TailKind::None,
                };
            }
        }
    }
}

/// Returns true if a body has a call that does not fit its callee, or that is an error.
fn is_wanted(module: &Module, body: &Body, built_in: Signatures) -> bool {
    body.instructions()
        .iter()
        .any(|instruction| match instruction.kind {
            InstructionKind::CallBranch { .. } => true,
            InstructionKind::Call(id) => {
                let call = body.call(id);
                !call.bundles.is_empty() || wanted_type(module, call, built_in).is_some()
            }
            _ => false,
        })
}

/// Returns the type of the called definition, if it differs from the type of the call.
fn wanted_type(module: &Module, call: Call, built_in: Signatures) -> Option<TypeId> {
    let callee = global_of(module, call.callee)?;
    let ty = match BuiltIn::declared(module, callee) {
        Some(which) => built_in.get(which),
        None => body_of(module, callee).map(|_| module.global(callee).ty)?,
    };
    (ty != call.function_type).then_some(ty)
}

/// Returns the attributes of the called function: the callee determines how arguments are passed.
fn attributes_of(module: &Module, call: Call) -> AttributeListId {
    global_of(module, call.callee)
        .and_then(|callee| module.as_function(callee))
        .map_or(call.attributes, |id| module.function(id).attributes)
}

fn fit_call(
    editor: &mut Editor<'_>,
    instruction: Instruction,
    built_in: Signatures,
) -> Result<Edit, Fault> {
    let id = match instruction.kind {
        InstructionKind::Call(id) => id,
        InstructionKind::CallBranch { .. } => {
            return Err(ErrorKind::BadInstruction
                .fault("assembly that jumps to a label has no meaning on a portable machine"));
        }
        _ => return Ok(Edit::Keep),
    };
    let build = &mut editor.build;
    let call = build.body().call(id);
    check_bundles(build, call)?;
    let Some(ty) = wanted_type(build.module, call, built_in) else {
        return Ok(Edit::Keep);
    };
    let (Some(parameters), Some(result_type)) = (
        build.module.types.parameters(ty).map(<[_]>::to_vec),
        build.module.types.result(ty),
    ) else {
        return Err(Fault::internal(
            "a call has a callee type that is not a function type",
        ));
    };
    let mut arguments = Vec::with_capacity(parameters.len());
    for (number, &wanted) in parameters.iter().enumerate() {
        let argument = build.body().values(call.arguments).get(number).copied();
        arguments.push(fitted(build, argument, wanted));
    }
    let fitting = Call {
        function_type: ty,
        attributes: attributes_of(build.module, call),
        ..call
    };
    let kind = build.call_with(fitting, &arguments);
    let found = match build.module.types.get(result_type) {
        Type::Void => {
            build.emit_void(kind);
            None
        }
        _ => Some(build.emit(kind, result_type)),
    };
    let Some(result) = instruction.result else {
        return Ok(Edit::Drop);
    };
    let wanted = build.body().local(result).ty;
    Ok(Edit::Value(fitted(build, found, wanted)))
}

fn check_bundles(build: &FunctionBuilder<'_>, call: Call) -> Result<(), Fault> {
    if call.bundles.is_empty() {
        return Ok(());
    }
    let body = build.body();
    // Assumptions may have any bundles.
    if let Some(callee) = global_of(build.module, call.callee)
        && is_intrinsic(build.module, callee)
        && build.module.names.get(build.module.global(callee).name) == b"llvm.assume"
    {
        return Ok(());
    }
    for bundle in body.bundles(call.bundles) {
        let tag = body.names.get(bundle.tag);
        if !HARMLESS_BUNDLES.contains(&tag) {
            let tag = String::from_utf8_lossy(tag);
            return Err(ErrorKind::BadCall
                .fault(format!("operands for `{tag}` have no counterpart in PNaCl")));
        }
    }
    Ok(())
}

/// Categories of types whose values can be converted to each other.
#[derive(Clone, Copy)]
enum Class {
    Integer(u32),
    Pointer,
    Float,
    Double,
    Other,
}

fn class_of(module: &Module, ty: TypeId) -> Class {
    match module.types.get(ty) {
        Type::Integer(width) => Class::Integer(width),
        Type::Pointer(_) => Class::Pointer,
        Type::Float => Class::Float,
        Type::Double => Class::Double,
        _ => Class::Other,
    }
}

/// Converts a value to another type, or returns zero.
fn fitted(build: &mut FunctionBuilder<'_>, value: Option<Value>, wanted: TypeId) -> Value {
    use CastOp as Op;
    use Class::{Double, Float, Integer, Pointer};
    let found = value.and_then(|value| Some((value, build.module.type_of(build.body(), value)?)));
    let Some((value, ty)) = found else {
        return build.module.zero(wanted).into();
    };
    // Pointers in the same address space are equal, whatever their pointee.
    if build.module.types.get(ty) == build.module.types.get(wanted) {
        return value;
    }
    let op = match (class_of(build.module, ty), class_of(build.module, wanted)) {
        (Integer(_), Pointer) => Op::IntToPtr,
        (Pointer, Integer(_)) => Op::PtrToInt,
        (Pointer, Pointer) => Op::AddrSpaceCast,
        (Integer(from), Integer(to)) if from > to => Op::Trunc,
        (Integer(_), Integer(_)) => Op::ZExt,
        (Integer(32), Float) | (Float, Integer(32)) => Op::BitCast,
        (Integer(64), Double) | (Double, Integer(64)) => Op::BitCast,
        (Float, Double) => Op::FPExt,
        (Double, Float) => Op::FPTrunc,
        _ => return build.module.zero(wanted).into(),
    };
    build.cast(op, value, wanted)
}
