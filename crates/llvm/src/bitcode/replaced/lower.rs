//! Replacements for calls to old intrinsics.
//!
//! `table` has checked the types of the called functions, so operands have the right types. Only
//! required constants are checked here.

use super::parts::{part_select, part_set};
use super::table::{Replacement, Wide};
use super::values::{field, known, resized, truth};
use super::vectors::{align_right, load_half, shuffle, store_streaming};
use super::{Plan, Replacer, refuse};
use crate::bitcode::record::Result;
use crate::body::Call;
use crate::builder::FunctionBuilder;
use crate::edit::Editor;
use crate::ids::TypeId;
use crate::instruction::{
    Align, Atomicity, BinaryOp, CastOp, FloatPredicate, InstructionKind, IntPredicate, Ordering,
    RmwOp, Value,
};
use crate::types::Type;

impl Replacer {
    /// Emits the replacement of a call. Returns its result, if it has one.
    pub(super) fn lower(
        &mut self,
        editor: &mut Editor<'_>,
        plan: &Plan,
        replacement: Replacement,
        call: &Call,
        arguments: &[Value],
    ) -> Result<Option<Value>> {
        use Replacement as R;
        let result = editor.build.module.types.result(call.function_type);
        let Some(result) = result else {
            return Ok(None);
        };
        match (replacement, arguments) {
            (R::Exception | R::Selector | R::Filter | R::TypeId | R::Resume, _) => {
                return self.exception(editor, plan, replacement, call, arguments);
            }
            (R::Library(name), _) => {
                let build = &mut editor.build;
                let callee = self.address_of(build.module, name, call.function_type);
                return Ok(again(build, call, callee, call.function_type, arguments));
            }
            (R::Trampoline, &[trampoline, ..]) => {
                let build = &mut editor.build;
                let (nothing, pointer) = (build.module.types.void(), build.module.types.pointer());
                let parameters: Vec<_> = arguments.iter().map(|&it| build.type_of(it)).collect();
                let ty = build.module.types.function(nothing, &parameters, false);
                again(build, call, call.callee, ty, arguments);
                let ty = build.module.types.function(pointer, &[pointer], false);
                let adjust = self.address_of(build.module, "llvm.adjust.trampoline", ty);
                return Ok(build.call(adjust, ty, &[trampoline]));
            }
            _ => {}
        }
        let build = &mut editor.build;
        let value = match (replacement, arguments) {
            (R::Fence, &[load_load, load_store, store_load, store_store, ..]) => {
                let order = [load_load, load_store, store_load, store_store];
                let ordering = fence(order.map(|it| truth(build.module, it)));
                build.emit_void(InstructionKind::Fence(Atomicity {
                    ordering,
                    scope: None,
                }));
                return Ok(None);
            }
            (R::StoreStreaming, &[pointer, value]) => {
                store_streaming(build, pointer, value);
                return Ok(None);
            }
            (R::CompareExchange, &[pointer, expected, new]) => {
                compare_exchange(build, pointer, expected, new, result)
            }
            (R::Modify(op), &[pointer, value]) => modify(build, op, pointer, value, result),
            (R::PartSelect, &[value, low, high]) => part_select(build, value, low, high, result)?,
            (R::PartSet, &[value, new, low, high]) => {
                part_set(build, value, new, [low, high], result)?
            }
            (R::Unordered, &[lhs, rhs]) => build.float_compare(FloatPredicate::Uno, lhs, rhs),
            (R::Retyped(ty), _) => return retyped(build, call, ty, arguments),
            (R::LoadUnaligned, &[pointer]) => {
                let (align, atomicity) = (Align::from_exponent(0), Atomicity::NONE);
                let kind = InstructionKind::Load {
                    pointer,
                    align,
                    volatile: false,
                    atomicity,
                };
                build.emit(kind, result)
            }
            (R::Shuffle(order), &[lhs, rhs]) => shuffle(build, lhs, rhs, order, result),
            (R::LowerHalf, &[value]) => {
                let zero = build.module.zero(result);
                shuffle(build, zero.into(), value, &[4, 5, 2, 3], result)
            }
            (R::LoadHalf(order), &[vector, pointer]) => {
                load_half(build, vector, pointer, order, result)
            }
            (R::ShufflePair, &[lhs, rhs, chosen]) => {
                let Some(chosen) = known(build.module, chosen) else {
                    return refuse("the mask of llvm.x86.sse2.shuf.pd is not a constant");
                };
                shuffle(
                    build,
                    lhs,
                    rhs,
                    &[chosen & 1, (chosen >> 1 & 1) + 2],
                    result,
                )
            }
            (R::Multiply, &[lhs, rhs]) => build.binary(BinaryOp::Mul, lhs, rhs),
            (R::AlignRight, &[high, low, bits]) => {
                let Some(bits) = known(build.module, bits) else {
                    return refuse("the shift of llvm.x86.ssse3.palign.r is not a constant");
                };
                align_right(build, high, low, bits / 8, result)
            }
            (R::ElementBits, &[vector, index]) => {
                let Some(index) = known(build.module, index) else {
                    return refuse("the index of llvm.x86.sse41.extractps is not a constant");
                };
                let float = build.module.types.float();
                let index = build.module.int(32, index & 3).into();
                let element = build.emit(InstructionKind::ExtractElement { vector, index }, float);
                build.cast(CastOp::BitCast, element, result)
            }
            (R::Narrow, &[value]) => build.cast(CastOp::Trunc, value, result),
            (R::Wide(wide, signed), _) => {
                return self.widen(build, wide, signed, arguments, result);
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn widen(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        wide: Wide,
        signed: bool,
        arguments: &[Value],
        result: TypeId,
    ) -> Result<Option<Value>> {
        let ext = if signed { CastOp::SExt } else { CastOp::ZExt };
        let value = match (wide, arguments) {
            (Wide::Move, &[value]) => build.cast(ext, value, result),
            (Wide::Add | Wide::Subtract, &[lhs, rhs]) => {
                let (lhs, rhs) = (build.cast(ext, lhs, result), build.cast(ext, rhs, result));
                let op = if wide == Wide::Add {
                    BinaryOp::Add
                } else {
                    BinaryOp::Sub
                };
                build.binary(op, lhs, rhs)
            }
            (Wide::AddSecond | Wide::SubtractSecond, &[lhs, rhs]) => {
                let rhs = build.cast(ext, rhs, result);
                let op = if wide == Wide::AddSecond {
                    BinaryOp::Add
                } else {
                    BinaryOp::Sub
                };
                build.binary(op, lhs, rhs)
            }
            (Wide::MultiplyAdd | Wide::MultiplySubtract, &[sum, lhs, rhs]) => {
                let (lhs, rhs) = (build.cast(ext, lhs, result), build.cast(ext, rhs, result));
                let product = build.binary(BinaryOp::Mul, lhs, rhs);
                let op = if wide == Wide::MultiplyAdd {
                    BinaryOp::Add
                } else {
                    BinaryOp::Sub
                };
                build.binary(op, sum, product)
            }
            (Wide::Distance, &[lhs, rhs]) => {
                let distance = self.distance(build, signed, lhs, rhs);
                build.cast(CastOp::ZExt, distance, result)
            }
            (Wide::AddDistance, &[sum, lhs, rhs]) => {
                let distance = self.distance(build, signed, lhs, rhs);
                let distance = build.cast(CastOp::ZExt, distance, result);
                build.binary(BinaryOp::Add, sum, distance)
            }
            (Wide::AddDistanceAsItIs, &[sum, lhs, rhs]) => {
                let distance = self.distance(build, signed, lhs, rhs);
                build.binary(BinaryOp::Add, sum, distance)
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The absolute difference of the elements of two vectors.
    fn distance(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        signed: bool,
        lhs: Value,
        rhs: Value,
    ) -> Value {
        let predicate = if signed {
            IntPredicate::Sgt
        } else {
            IntPredicate::Ugt
        };
        let greater = build.int_compare(predicate, lhs, rhs);
        let (down, up) = (
            build.binary(BinaryOp::Sub, lhs, rhs),
            build.binary(BinaryOp::Sub, rhs, lhs),
        );
        build.select(greater, down, up)
    }
}

/// Emits a call with the properties of another one, but other arguments.
fn again(
    build: &mut FunctionBuilder<'_>,
    call: &Call,
    callee: Value,
    function_type: TypeId,
    arguments: &[Value],
) -> Option<Value> {
    let arguments = build.values(arguments);
    let call = build.add_call(Call {
        callee,
        function_type,
        arguments,
        ..*call
    });
    let kind = InstructionKind::Call(call);
    let result = build.module.types.result(function_type)?;
    if build.module.types.get(result) == Type::Void {
        build.emit_void(kind);
        return None;
    }
    Some(build.emit(kind, result))
}

/// The weakest ordering of a fence that implies a barrier. The flags are for load-load, load-store,
/// store-load and store-store ordering.
const fn fence(order: [bool; 4]) -> Ordering {
    match order {
        [_, true, _, _] | [_, _, true, _] => Ordering::SequentiallyConsistent,
        [false, ..] => Ordering::Release,
        [_, _, _, false] => Ordering::Acquire,
        _ => Ordering::AcquireRelease,
    }
}

/// The ordering of atomic operations from before LLVM 3.0, which were only ordered by barriers.
const RELAXED: Atomicity = Atomicity {
    ordering: Ordering::Monotonic,
    scope: None,
};

fn compare_exchange(
    build: &mut FunctionBuilder<'_>,
    pointer: Value,
    expected: Value,
    new: Value,
    result: TypeId,
) -> Value {
    let bit = build.module.types.integer(1);
    let both = build.module.types.literal_struct(&[result, bit], false);
    let operands = build.values(&[pointer, expected, new]);
    let kind = InstructionKind::CompareExchange {
        operands,
        align: Align::NATURAL,
        weak: false,
        volatile: false,
        success: RELAXED.ordering,
        failure: RELAXED.ordering,
        scope: None,
    };
    let both = build.emit(kind, both);
    field(build, both, 0, result)
}

fn modify(
    build: &mut FunctionBuilder<'_>,
    op: RmwOp,
    pointer: Value,
    value: Value,
    result: TypeId,
) -> Value {
    let kind = InstructionKind::ReadModifyWrite {
        op,
        pointer,
        value,
        align: Align::NATURAL,
        volatile: false,
        atomicity: RELAXED,
    };
    build.emit(kind, result)
}

/// Emits a call of the same function with another type.
fn retyped(
    build: &mut FunctionBuilder<'_>,
    call: &Call,
    ty: TypeId,
    arguments: &[Value],
) -> Result<Option<Value>> {
    let parameters = build
        .module
        .types
        .parameters(ty)
        .unwrap_or_default()
        .to_vec();
    let mut converted = Vec::with_capacity(parameters.len());
    for (index, &wanted) in parameters.iter().enumerate() {
        converted.push(match arguments.get(index) {
            None => build.module.int(32, 1).into(),
            Some(&argument) if build.type_of(argument) == wanted => argument,
            Some(&argument) => match build.module.types.get(wanted) {
                Type::Integer(_) => resized(build, argument, wanted, false),
                _ => build.cast(CastOp::BitCast, argument, wanted),
            },
        });
    }
    let value = again(build, call, call.callee, ty, &converted);
    let before = build.module.types.result(call.function_type);
    Ok(match (value, before) {
        (Some(value), Some(before)) if build.type_of(value) != before => {
            Some(build.cast(CastOp::BitCast, value, before))
        }
        (value, _) => value,
    })
}
