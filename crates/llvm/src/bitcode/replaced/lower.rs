//! What calls of old intrinsics become.
//!
//! `table` has checked the types of what is called, so operands are what they must
//! be; only whether they are constants is found out here.

use super::table::{Replacement, Wide};
use super::{Plan, Replacer, refuse};
use crate::bitcode::record::Result;
use crate::body::Call;
use crate::builder::FunctionBuilder;
use crate::constants::ConstantKind;
use crate::edit::Editor;
use crate::ids::{ConstantId, TypeId};
use crate::instruction::{
    Align, Atomicity, BinaryOp, CastOp, FloatPredicate, InstructionKind, IntPredicate, Ordering,
    RmwOp, Value,
};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;

impl Replacer {
    /// Emits what a call becomes; its result, if it has one.
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
                    return refuse("the order of llvm.x86.sse2.shuf.pd is not a constant");
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
                    return refuse("the place of llvm.x86.ssse3.palign.r is not a constant");
                };
                align_right(build, high, low, bits / 8, result)
            }
            (R::ElementBits, &[vector, index]) => {
                let Some(index) = known(build.module, index) else {
                    return refuse("the element of llvm.x86.sse41.extractps is not a constant");
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

    /// The distance of the elements of two vectors: the greater one minus the other.
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

/// A call like another one, of something else.
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

/// A field of an aggregate.
pub(super) fn field(
    build: &mut FunctionBuilder<'_>,
    aggregate: Value,
    index: u32,
    ty: TypeId,
) -> Value {
    let indices = build.indices(&[index]);
    build.emit(InstructionKind::ExtractValue { aggregate, indices }, ty)
}

fn bits_of(module: &Module, value: Value) -> Option<(Type, u64)> {
    let Value::Constant(constant) = value else {
        return None;
    };
    let constant = module.constants.get(constant);
    match constant.kind {
        ConstantKind::Bits(bits) => Some((module.types.get(constant.ty), bits)),
        _ => None,
    }
}

/// A number that is known.
fn known(module: &Module, value: Value) -> Option<u64> {
    match bits_of(module, value)? {
        (Type::Integer(_), bits) => Some(bits),
        _ => None,
    }
}

/// A truth value; what is not known counts as true.
fn truth(module: &Module, value: Value) -> bool {
    known(module, value) != Some(0)
}

/// The order of a barrier between loads and loads, loads and stores, stores and
/// loads, stores and stores: the least of today's orders that has it.
const fn fence(order: [bool; 4]) -> Ordering {
    match order {
        [_, true, _, _] | [_, _, true, _] => Ordering::SequentiallyConsistent,
        [false, ..] => Ordering::Release,
        [_, _, _, false] => Ordering::Acquire,
        _ => Ordering::AcquireRelease,
    }
}

/// The order of atomic operations of before LLVM 3.0, which were ordered by barriers
/// alone.
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

/// A number of another width.
pub(super) fn resized(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    to: TypeId,
    signed: bool,
) -> Value {
    let from = build.type_of(value);
    let width = |ty| match build.module.types.get(ty) {
        Type::Integer(width) => width,
        _ => 0,
    };
    let (before, after) = (width(from), width(to));
    if before == after || before == 0 || after == 0 {
        return value;
    }
    if let Some(bits) = known(build.module, value)
        && before <= 64
        && after <= 64
    {
        let above = 64 - before;
        let bits = if signed {
            ((bits << above) as i64 >> above) as u64
        } else {
            bits
        };
        return build.module.int(after, bits).into();
    }
    let op = match (after < before, signed) {
        (true, _) => CastOp::Trunc,
        (false, true) => CastOp::SExt,
        (false, false) => CastOp::ZExt,
    };
    build.cast(op, value, to)
}

/// What `part.select` and `part.set` work with.
struct Part {
    /// The lowest bit, of the type of the number.
    low: Value,
    /// The width minus the number of bits.
    unused: Value,
    /// Whether the bits stand the other way round; nothing if it is known that they
    /// do not.
    reversed: Option<Value>,
}

/// The bits between two places, the lower of which may be the second: then they
/// stand the other way round.
fn part(build: &mut FunctionBuilder<'_>, places: [Value; 2], ty: TypeId) -> Result<Part> {
    let Type::Integer(width) = build.module.types.get(ty) else {
        return refuse("llvm.part.select is of no number");
    };
    let [first, second] = places;
    let (first, second) = (
        resized(build, first, ty, false),
        resized(build, second, ty, false),
    );
    let places = (known(build.module, first), known(build.module, second));
    let (low, high, reversed) = if let (Some(one), Some(other)) = places {
        if one.max(other) >= u64::from(width) {
            return refuse("llvm.part.select or llvm.part.set names a bit that is not there");
        }
        if one <= other {
            (first, second, None)
        } else {
            let yes = build.module.int(1, 1);
            (second, first, Some(yes.into()))
        }
    } else {
        let reversed = build.int_compare(IntPredicate::Ugt, first, second);
        let low = build.select(reversed, second, first);
        let high = build.select(reversed, first, second);
        (low, high, Some(reversed))
    };
    let last = number(build, ty, u64::from(width) - 1);
    let length = subtract(build, high, low, ty);
    let unused = subtract(build, last, length, ty);
    Ok(Part {
        low,
        unused,
        reversed,
    })
}

/// A small number of a type.
fn number(build: &mut FunctionBuilder<'_>, ty: TypeId, value: u64) -> Value {
    match build.module.types.get(ty) {
        Type::Integer(width) if width > 64 => {
            let mut words = vec![0; width.div_ceil(64) as usize];
            words[0] = value;
            build.module.constants.wide_bits(ty, &words).into()
        }
        Type::Integer(width) => build.module.int(width, value).into(),
        _ => build.module.zero(ty).into(),
    }
}

fn subtract(build: &mut FunctionBuilder<'_>, lhs: Value, rhs: Value, ty: TypeId) -> Value {
    match (known(build.module, lhs), known(build.module, rhs)) {
        (Some(one), Some(other)) => number(build, ty, one.wrapping_sub(other)),
        _ => build.binary(BinaryOp::Sub, lhs, rhs),
    }
}

/// Ones in the lowest bits.
fn mask(build: &mut FunctionBuilder<'_>, unused: Value, ty: TypeId) -> Value {
    let zero = number(build, ty, 0);
    let one = number(build, ty, 1);
    let ones = build.binary(BinaryOp::Sub, zero, one);
    build.binary(BinaryOp::LShr, ones, unused)
}

/// The lowest bits of a number the other way round, if they are to stand so.
fn turned(build: &mut FunctionBuilder<'_>, value: Value, part: &Part, ty: TypeId) -> Value {
    let Some(reversed) = part.reversed else {
        return value;
    };
    let Type::Integer(width) = build.module.types.get(ty) else {
        return value;
    };
    let name = format!("llvm.bitreverse.i{width}");
    let function = build.module.types.function(ty, &[ty], false);
    let global = match build.module.find_global(name.as_bytes()) {
        Some(known) => known,
        None => build.module.add_function(name.as_bytes(), function),
    };
    let callee: Value = build.module.address_of(global).into();
    let Some(turned) = build.call(callee, function, &[value]) else {
        return value;
    };
    let turned = build.binary(BinaryOp::LShr, turned, part.unused);
    build.select(reversed, turned, value)
}

fn part_select(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    low: Value,
    high: Value,
    ty: TypeId,
) -> Result<Value> {
    let part = part(build, [low, high], ty)?;
    let mask = mask(build, part.unused, ty);
    let value = build.binary(BinaryOp::LShr, value, part.low);
    let value = build.binary(BinaryOp::And, value, mask);
    Ok(turned(build, value, &part, ty))
}

fn part_set(
    build: &mut FunctionBuilder<'_>,
    value: Value,
    new: Value,
    places: [Value; 2],
    ty: TypeId,
) -> Result<Value> {
    let part = part(build, places, ty)?;
    let mask = mask(build, part.unused, ty);
    let new = resized(build, new, ty, false);
    let new = build.binary(BinaryOp::And, new, mask);
    let new = turned(build, new, &part, ty);
    let new = build.binary(BinaryOp::Shl, new, part.low);
    let hole = build.binary(BinaryOp::Shl, mask, part.low);
    let zero = number(build, ty, 0);
    let one = number(build, ty, 1);
    let ones = build.binary(BinaryOp::Sub, zero, one);
    let kept = build.binary(BinaryOp::Xor, hole, ones);
    let kept = build.binary(BinaryOp::And, value, kept);
    Ok(build.binary(BinaryOp::Or, kept, new))
}

/// A call of the same function by another type.
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

/// A mask for a shuffle.
fn order(module: &mut Module, order: &[u64]) -> ConstantId {
    let word = module.types.integer(32);
    let ty = module.types.vector(word, order.len() as u32, false);
    let indices: Vec<_> = order.iter().map(|&index| module.int(32, index)).collect();
    module.constants.aggregate(ty, &indices)
}

fn shuffle(
    build: &mut FunctionBuilder<'_>,
    lhs: Value,
    rhs: Value,
    indices: &[u64],
    ty: TypeId,
) -> Value {
    let mask = order(build.module, indices);
    build.emit(InstructionKind::ShuffleVector { lhs, rhs, mask }, ty)
}

fn load_half(
    build: &mut FunctionBuilder<'_>,
    vector: Value,
    pointer: Value,
    order: &[u64],
    ty: TypeId,
) -> Value {
    let double = build.module.types.double();
    let align = Align::from_exponent(0);
    let kind = InstructionKind::Load {
        pointer,
        align,
        volatile: false,
        atomicity: Atomicity::NONE,
    };
    let half = build.emit(kind, double);
    let poison = build.module.constants.plain(ty, ConstantKind::Poison);
    let zero = build.module.int(32, 0);
    let operands = build.values(&[poison.into(), half, zero.into()]);
    let half = build.emit(InstructionKind::InsertElement { operands }, ty);
    shuffle(build, vector, half, order, ty)
}

/// Bytes of two vectors one after the other, from a place on, then zeros.
fn align_right(
    build: &mut FunctionBuilder<'_>,
    high: Value,
    low: Value,
    place: u64,
    ty: TypeId,
) -> Value {
    let length = match build.module.types.get(ty) {
        Type::Vector { length, .. } => u64::from(length) * 8,
        _ => 8,
    };
    if place >= 2 * length {
        return build.module.zero(ty).into();
    }
    let byte = build.module.types.integer(8);
    let bytes = build.module.types.vector(byte, length as u32, false);
    let high = build.cast(CastOp::BitCast, high, bytes);
    let (first, second, place) = if place < length {
        (build.cast(CastOp::BitCast, low, bytes), high, place)
    } else {
        (high, build.module.zero(bytes).into(), place - length)
    };
    let indices: Vec<_> = (place..place + length).collect();
    let shuffled = shuffle(build, first, second, &indices, bytes);
    build.cast(CastOp::BitCast, shuffled, ty)
}

fn store_streaming(build: &mut FunctionBuilder<'_>, pointer: Value, value: Value) {
    let ty = build.type_of(value);
    let align = match build.module.types.get(ty) {
        Type::Integer(_) => Align::from_exponent(0),
        _ => Align::from_exponent(4),
    };
    build.emit_void(InstructionKind::Store {
        value,
        pointer,
        align,
        volatile: false,
        atomicity: Atomicity::NONE,
    });
    let one = build.module.int(32, 1);
    let one = build.module.metadata.add(Metadata::Constant(one));
    let node = build.module.metadata.node(false, &[Some(one)]);
    build.attach(b"nontemporal", node);
}
