//! One instruction, or the few that belong together, from random choices.

use super::body::{Body, VALUE_TYPES};
use crate::build::Value;
use crate::random::Choices;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::intrinsics::{Intrinsic, TABLE};
use pinnacle_pexe::types::Type;

const INTEGER_OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const BITWISE_OPS: [BinaryOp; 3] = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
const FLOAT_OPS: [BinaryOp; 5] = [
    BinaryOp::FAdd,
    BinaryOp::FSub,
    BinaryOp::FMul,
    BinaryOp::FDiv,
    BinaryOp::FRem,
];
const CASTS: [CastOp; 10] = [
    CastOp::Trunc,
    CastOp::ZExt,
    CastOp::SExt,
    CastOp::FpToUi,
    CastOp::FpToSi,
    CastOp::UiToFp,
    CastOp::SiToFp,
    CastOp::FpTrunc,
    CastOp::FpExt,
    CastOp::Bitcast,
];

/// Sequentially consistent, the strongest memory order.
const SEQUENTIAL: i32 = 6;
/// The numbers of atomic operations: add, sub, or, and, xor, exchange.
const ATOMIC_OPERATIONS: u64 = 6;

/// Adds an instruction to the current block; returns the value that it is
/// worth using, if any.
pub(super) fn instruction<C: Choices>(body: &mut Body<'_, C>) -> Option<Value> {
    match body.choices.below(20) {
        0..=5 => Some(binary(body)),
        6..=8 => Some(cast(body)),
        9..=10 => Some(compare(body)),
        11 => Some(select(body)),
        12 => Some(element(body)),
        13 => Some(load(body)),
        14 => {
            store(body);
            None
        }
        15 => Some(alloca(body)),
        16 => Some(call(body)),
        _ => intrinsic(body),
    }
}

fn binary<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = *body.choices.pick(VALUE_TYPES);
    let lhs = body.value(ty);
    let mut rhs = body.value(ty);
    let op = match ty.element() {
        Type::I1 => *body.choices.pick(&BITWISE_OPS),
        Type::Float | Type::Double => *body.choices.pick(&FLOAT_OPS),
        _ => *body.choices.pick(&INTEGER_OPS),
    };
    let divides = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    if divides && !body.choices.one_in(40) {
        rhs = positive(body, rhs);
    }
    let result = body.f.binary(op, lhs, rhs);
    without_nan(body, result)
}

/// The value with zero for every NaN, if it is floating point: which NaN an
/// operation makes is the host's business.
fn without_nan<C: Choices>(body: &mut Body<'_, C>, value: Value) -> Value {
    if !value.ty().element().is_float() {
        return value;
    }
    let is_nan = body.f.compare(Predicate::FUno, value, value);
    let zero = body.f.undef(value.ty());
    body.f.select(is_nan, zero, value)
}

/// A number that anything can be divided by. Vectors have no literals, so for
/// them the ones are a comparison of a value with itself.
fn positive<C: Choices>(body: &mut Body<'_, C>, value: Value) -> Value {
    let ty = value.ty();
    let one = if ty.is_vector() {
        let ones = body.f.compare(Predicate::Eq, value, value);
        body.f.cast(CastOp::ZExt, ones, ty)
    } else {
        body.f.constant(ty, 1)
    };
    let half = body.f.binary(BinaryOp::LShr, value, one);
    body.f.binary(BinaryOp::Or, half, one)
}

fn cast<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let from = *body.choices.pick(VALUE_TYPES);
    let legal: Vec<(CastOp, Type)> = CASTS
        .iter()
        .flat_map(|&op| VALUE_TYPES.iter().map(move |&to| (op, to)))
        .filter(|(op, to)| op.is_legal(from, *to))
        .collect();
    let (op, to) = *body.choices.pick(&legal);
    let value = body.value(from);
    let result = body.f.cast(op, value, to);
    if matches!(op, CastOp::FpTrunc | CastOp::FpExt) {
        return without_nan(body, result);
    }
    result
}

fn compare<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let wide: Vec<Type> = VALUE_TYPES
        .iter()
        .copied()
        .filter(|ty| ty.element() != Type::I1)
        .collect();
    let ty = *body.choices.pick(&wide);
    let code = if ty.element().is_float() {
        body.choices.below(16)
    } else {
        32 + body.choices.below(10)
    };
    let predicate = Predicate::from_code(code).expect("the numbers are those of predicates");
    let (lhs, rhs) = (body.value(ty), body.value(ty));
    body.f.compare(predicate, lhs, rhs)
}

fn select<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = *body.choices.pick(VALUE_TYPES);
    let condition = body.value(ty.comparison_result());
    let (then, otherwise) = (body.value(ty), body.value(ty));
    body.f.select(condition, then, otherwise)
}

/// Takes an element out of a vector or puts one in.
fn element<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = VALUE_TYPES[7 + body.choices.index(7)];
    let vector = body.value(ty);
    let index = body.choices.below(u64::from(ty.lanes())) as u32;
    if body.choices.one_in(2) {
        body.f.extract(vector, index)
    } else {
        let element = body.value(ty.element());
        body.f.insert(vector, element, index)
    }
}

/// A type that can be in memory.
fn memory_type<C: Choices>(body: &mut Body<'_, C>) -> Type {
    *body.choices.pick(&[
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::Float,
        Type::Double,
        Type::V16I8,
        Type::V8I16,
        Type::V4I32,
        Type::V4Float,
    ])
}

/// An alignment that is legal for accesses of a type.
fn alignment<C: Choices>(body: &mut Body<'_, C>, ty: Type) -> u32 {
    let whole = ty.element_bits() / 8;
    let free = !ty.is_vector() && (ty.is_integer() || body.choices.one_in(2));
    if free { 1 } else { whole }
}

fn load<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = memory_type(body);
    let address = body.address();
    let align = alignment(body, ty);
    body.f.load_aligned(ty, address, align)
}

fn store<C: Choices>(body: &mut Body<'_, C>) {
    let ty = memory_type(body);
    let value = body.value(ty);
    let address = body.address();
    let align = alignment(body, ty);
    body.f.store_aligned(value, address, align);
}

/// Takes room on the stack and writes to it. The address is not for use by
/// others, since where the stack is says nothing about the program.
fn alloca<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let size = 16 * (1 + body.choices.below(4) as i32);
    let size = body.f.i32(size);
    let align = 1 << body.choices.below(7);
    let address = body.f.alloca(size, align);
    let value = body.value(Type::I64);
    body.f.store(value, address);
    body.f.load(Type::I64, address)
}

/// A call of a function of the program, directly or through its address in
/// memory.
fn call<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let index = body.choices.index(body.program.functions.len());
    let function = body.program.functions[index].clone();
    let args: Vec<Value> = function
        .params
        .iter()
        .map(|&param| body.value(param))
        .collect();
    match body.choices.below(3) {
        0 => {
            let slot = body
                .f
                .offset(body.program.table.address(), 4 * index as i32);
            let address = body.f.load(Type::I32, slot);
            if body.choices.one_in(4) {
                body.f.tail_call_indirect(function.result, address, &args)
            } else {
                body.f.call_indirect(function.result, address, &args)
            }
        }
        1 => body.f.tail_call(function.callee, &args),
        _ => body.f.call(function.callee, &args),
    }
}

/// Calls an intrinsic with operands that are legal for it.
fn intrinsic<C: Choices>(body: &mut Body<'_, C>) -> Option<Value> {
    let intrinsic = body.choices.pick(TABLE).intrinsic;
    let args = match intrinsic {
        Intrinsic::Memcpy | Intrinsic::Memmove => copy_arguments(body),
        Intrinsic::Memset => {
            let (to, byte) = (body.address(), body.value(Type::I8));
            let [length, align, volatile] = length_arguments(body);
            vec![to, byte, length, align, volatile]
        }
        Intrinsic::Bswap(ty) | Intrinsic::Ctpop(ty) | Intrinsic::Fabs(ty) | Intrinsic::Sqrt(ty) => {
            vec![body.value(ty)]
        }
        Intrinsic::Ctlz(ty) | Intrinsic::Cttz(ty) => vec![body.value(ty), body.f.i1(false)],
        Intrinsic::AtomicLoad(_) => vec![body.address(), order(body)],
        Intrinsic::AtomicStore(ty) => vec![body.value(ty), body.address(), order(body)],
        Intrinsic::AtomicRmw(ty) => {
            let operation = 1 + body.choices.below(ATOMIC_OPERATIONS) as i32;
            vec![
                body.f.i32(operation),
                body.address(),
                body.value(ty),
                order(body),
            ]
        }
        Intrinsic::AtomicCmpxchg(ty) => {
            let (address, expected, desired) = (body.address(), body.value(ty), body.value(ty));
            vec![address, expected, desired, order(body), order(body)]
        }
        Intrinsic::AtomicFence => vec![order(body)],
        Intrinsic::AtomicFenceAll => vec![],
        Intrinsic::AtomicIsLockFree => {
            let size = 1 << body.choices.below(4);
            vec![body.f.i32(size), body.address()]
        }
        Intrinsic::Stacksave => {
            stack_pair(body);
            return None;
        }
        Intrinsic::ReadTp => {
            // What it gives is not the program's doing, and so for no other use.
            let callee = body.module.intrinsic(intrinsic);
            body.f.call(callee, &[]);
            return None;
        }
        // These come in pairs, or end the program; setjmp and longjmp need a
        // shape of their own.
        Intrinsic::Stackrestore | Intrinsic::Trap | Intrinsic::Setjmp | Intrinsic::Longjmp => {
            return None;
        }
    };
    let callee = body.module.intrinsic(intrinsic);
    let result = body.f.call(callee, &args);
    if matches!(intrinsic, Intrinsic::Sqrt(_)) {
        return Some(without_nan(body, result));
    }
    Some(result)
}

fn order<C: Choices>(body: &mut Body<'_, C>) -> Value {
    body.f.i32(SEQUENTIAL)
}

/// A length that fits behind every address, an alignment, and the volatile
/// flag, all constants where they have to be.
fn length_arguments<C: Choices>(body: &mut Body<'_, C>) -> [Value; 3] {
    let length = body.choices.below(17) as i32;
    [body.f.i32(length), body.f.i32(1), body.f.i1(false)]
}

fn copy_arguments<C: Choices>(body: &mut Body<'_, C>) -> Vec<Value> {
    let (to, from) = (body.address(), body.address());
    let [length, align, volatile] = length_arguments(body);
    vec![to, from, length, align, volatile]
}

/// Saves the stack, takes room on it, and restores it.
fn stack_pair<C: Choices>(body: &mut Body<'_, C>) {
    let save = body.module.intrinsic(Intrinsic::Stacksave);
    let restore = body.module.intrinsic(Intrinsic::Stackrestore);
    let saved = body.f.call(save, &[]);
    alloca(body);
    body.f.call(restore, &[saved]);
}
