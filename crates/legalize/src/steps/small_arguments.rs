//! Widens integer parameters and results to 32 bits.
//!
//! Functions of PNaCl only take and return integers of 32 and 64 bits, since machines differ in the
//! contents of the rest of a register. The side that passes or returns a smaller one extends it,
//! with its sign if the parameter or result is `signext`, otherwise with zeros; the other side
//! truncates it. Definitions and all calls change, both direct and indirect ones. Intrinsics keep
//! their own types.
//!
//! ```llvm
//! ; before
//! define signext i8 @f(i8 signext %c) {
//!   ret i8 %c
//! }
//! ; after
//! define signext i32 @f(i32 signext %0) {
//!   %c = trunc i32 %0 to i8
//!   %1 = sext i8 %c to i32
//!   ret i32 %1
//! }
//! ```
//!
//! Relies on `odd-integers` and `calls`: integers have 1, 8, 16, 32 or 64 bits, and calls have the
//! type of their callee.

use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeSetId, Body, Call, CastOp, Edit, Editor, FunctionBuilder,
    GlobalKind, Instruction, InstructionKind as K, LocalId, Module, Type, TypeId, TypeTable, Value,
};

use crate::Options;
use crate::emit::Emit;
use crate::error::{Fault, Reporter, Rewrite, body_of};
use crate::memory::{global_of, is_intrinsic};
use crate::passing::{Changed, FunctionTypes, Passing};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut types = FunctionTypes::new(is_small, |types, _| Ok(Passing::As(types.integer(32))));
    for function in module.global_ids() {
        let GlobalKind::Function(id) = module.global(function).kind else {
            continue;
        };
        if is_intrinsic(module, function) {
            continue;
        }
        let own = types.change(module, function);
        let Some(own) = reporter.checked(module, function, own) else {
            continue;
        };
        let attributes = module.function(id).attributes;
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if own.displaced.is_empty() && !own.result && !calls_any(module, body, &types) {
            // The type of a declaration is handled at its calls.
            continue;
        }
        let mut edit = Widener {
            own,
            types: &mut types,
            signed_result: is_signed(module, module.attributes.get(attributes).result),
        };
        reporter.rewrite(module, function, &mut edit);
    }
}

/// Returns true if a body has a call whose type may change.
fn calls_any(module: &Module, body: &Body, types: &FunctionTypes) -> bool {
    body.instructions().iter().any(|it| match it.kind.call() {
        Some(id) => types.may_change(&module.types, body.call(id).function_type),
        None => false,
    })
}

fn is_small(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Integer(0..32))
}

fn is_signed(module: &Module, set: AttributeSetId) -> bool {
    let sign_extended = Attribute::Enum(AttributeKind::SExt);
    module.attributes.attributes(set).contains(&sign_extended)
}

/// A function whose body is edited.
struct Widener<'a> {
    own: Changed,
    types: &'a mut FunctionTypes,
    signed_result: bool,
}

impl Rewrite for Widener<'_> {
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        for &(local, number) in &self.own.displaced {
            let wide = editor.build.parameter(number);
            let ty = editor.build.body().local(local).ty;
            editor.build.cast(CastOp::Trunc, wide, ty);
            editor.define(local);
        }
        Ok(())
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        match it.kind {
            K::Return(Some(value)) if self.own.result => {
                let value = extend(&mut editor.build, value, self.signed_result);
                editor.build.ret(Some(value));
                Ok(Edit::Drop)
            }
            K::Call(id) => {
                let call = editor.build.body().call(id);
                let module = &mut *editor.build.module;
                let wide = self.types.function(&mut module.types, call.function_type)?;
                let built_in = |id| is_intrinsic(module, id);
                if wide == call.function_type
                    || global_of(module, call.callee).is_some_and(built_in)
                {
                    return Ok(Edit::Keep);
                }
                widen_call(editor, call, wide, it.result);
                Ok(Edit::Drop)
            }
            _ => Ok(Edit::Keep),
        }
    }
}

/// Emits a call with the wider type.
fn widen_call(editor: &mut Editor<'_>, call: Call, wide: TypeId, result: Option<LocalId>) {
    let build = &mut editor.build;
    let mut arguments = build.body().values(call.arguments).to_vec();
    for (number, argument) in arguments.iter_mut().enumerate() {
        let small = build
            .module
            .type_of(build.body(), *argument)
            .is_some_and(|ty| is_small(&build.module.types, ty));
        if small {
            let set = build.module.attributes.parameter(call.attributes, number);
            let signed = is_signed(build.module, set);
            *argument = extend(build, *argument, signed);
        }
    }
    let function_type = wide;
    let call = Call {
        function_type,
        ..call
    };
    let kind = build.call_with(call, &arguments);
    match result {
        Some(local) if is_small(&build.module.types, build.body().local(local).ty) => {
            let ty = build.body().local(local).ty;
            let word = build.module.types.integer(32);
            let value = build.emit(kind, word);
            build.cast(CastOp::Trunc, value, ty);
            editor.define(local);
        }
        _ => build.push(Instruction { kind, result }),
    }
}

fn extend(build: &mut FunctionBuilder<'_>, value: Value, signed: bool) -> Value {
    if signed {
        build.resize_signed(value, 32)
    } else {
        build.resize(value, 32)
    }
}
