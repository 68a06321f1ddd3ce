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
    Attribute, AttributeKind, AttributeListId, AttributeSetId, Body, Call, CastOp, Edit, Editor,
    FunctionBuilder, GlobalId, GlobalKind, Instruction, InstructionKind as K, LocalId, Module,
    Parameter, Type, TypeId, Value,
};

use crate::Options;
use crate::emit::Emit;
use crate::error::{Fault, Reporter, body_of};
use crate::memory::{global_of, is_intrinsic};
use crate::widened_types::WidenedTypes;

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut types = WidenedTypes::new(|ty| match ty {
        Type::Integer(0..32) => Some(32),
        _ => None,
    });
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        let GlobalKind::Function(id) = module.global(function).kind else {
            continue;
        };
        if is_intrinsic(module, function) {
            continue;
        }
        let own = Own::new(module, &mut types, function);
        let attributes = module.function(id).attributes;
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if own.is_same() && !calls_any(module, body, &types) {
            // Types are looked at when a call is met.
            continue;
        }
        let mut edit = Rewrite {
            own,
            types: &mut types,
            signed_result: is_signed(module, module.attributes.get(attributes).result),
            begun: false,
        };
        reporter.edit(module, function, |editor, instruction| {
            edit.instruction(editor, instruction)
        });
    }
}

/// Returns true if a body has a call whose type may change.
fn calls_any(module: &Module, body: &Body, types: &WidenedTypes) -> bool {
    body.instructions().iter().any(|it| match it.kind.call() {
        Some(id) => types.may_change(module, body.call(id).function_type),
        None => false,
    })
}

fn is_small(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Integer(0..32))
}

fn is_signed(module: &Module, set: AttributeSetId) -> bool {
    let sign_extended = Attribute::Enum(AttributeKind::SExt);
    module.attributes.attributes(set).contains(&sign_extended)
}

/// The function whose body is edited: its parameters that were small, with
/// their numbers, and whether its result was.
#[derive(Default)]
struct Own {
    displaced: Vec<(usize, LocalId)>,
    result: bool,
}

impl Own {
    /// Changes the type of a function.
    fn new(module: &mut Module, types: &mut WidenedTypes, function: GlobalId) -> Own {
        let old = module.global(function).ty;
        let new = types.function(module, old);
        if new == old {
            return Own::default();
        }
        let parameters = module.types.parameters(old).unwrap_or_default();
        let mut numbers = Vec::new();
        let mut sources = Vec::with_capacity(parameters.len());
        for (number, &ty) in parameters.iter().enumerate() {
            if is_small(module, ty) {
                numbers.push(number);
                sources.push(Parameter::New);
            } else {
                sources.push(Parameter::Kept(number));
            }
        }
        let result = module
            .types
            .result(old)
            .is_some_and(|ty| is_small(module, ty));
        let displaced = module.change_parameters(function, new, &sources);
        Own {
            displaced: numbers.into_iter().zip(displaced).collect(),
            result,
        }
    }

    fn is_same(&self) -> bool {
        self.displaced.is_empty() && !self.result
    }
}

struct Rewrite<'a> {
    own: Own,
    types: &'a mut WidenedTypes,
    signed_result: bool,
    begun: bool,
}

impl Rewrite<'_> {
    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        if !std::mem::replace(&mut self.begun, true) {
            for &(number, local) in &self.own.displaced {
                let wide = editor.build.parameter(number);
                let ty = editor.build.body().local(local).ty;
                editor.build.cast(CastOp::Trunc, wide, ty);
                editor.define(local);
            }
        }
        match it.kind {
            K::Return(Some(value)) if self.own.result => {
                let value = extend(&mut editor.build, value, self.signed_result);
                editor.build.ret(Some(value));
                Ok(Edit::Drop)
            }
            K::Call(id) => {
                let call = editor.build.body().call(id);
                let wide = self.types.function(editor.build.module, call.function_type);
                let module = &*editor.build.module;
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

/// Emits a call by the wider type.
fn widen_call(editor: &mut Editor<'_>, call: Call, wide: TypeId, result: Option<LocalId>) {
    let build = &mut editor.build;
    let mut arguments = build.body().values(call.arguments).to_vec();
    for (number, argument) in arguments.iter_mut().enumerate() {
        let small = build
            .module
            .type_of(build.body(), *argument)
            .is_some_and(|ty| is_small(build.module, ty));
        if small {
            let signed = is_signed_argument(build.module, call.attributes, number);
            *argument = extend(build, *argument, signed);
        }
    }
    let arguments = build.values(&arguments);
    let id = build.add_call(Call {
        function_type: wide,
        arguments,
        ..call
    });
    let kind = K::Call(id);
    match result {
        Some(local) if is_small(build.module, build.body().local(local).ty) => {
            let ty = build.body().local(local).ty;
            let word = build.module.types.integer(32);
            let value = build.emit(kind, word);
            build.cast(CastOp::Trunc, value, ty);
            editor.define(local);
        }
        _ => build.push(Instruction { kind, result }),
    }
}

fn is_signed_argument(module: &Module, attributes: AttributeListId, number: usize) -> bool {
    is_signed(module, module.attributes.parameter(attributes, number))
}

fn extend(build: &mut FunctionBuilder<'_>, value: Value, signed: bool) -> Value {
    if signed {
        build.resize_signed(value, 32)
    } else {
        build.resize(value, 32)
    }
}
