//! Generates one instruction, or a few that belong together.

use super::body::{Body, VALUE_TYPES};
use crate::random::Choices;
use pinnacle_pexe::build::Value;
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

/// Sequentially consistent ordering, the strongest one.
const SEQUENTIAL: i32 = 6;
/// Number of atomic operations: add, sub, or, and, xor, exchange.
const ATOMIC_OPERATIONS: u64 = 6;

/// Adds an instruction to the current block. Returns its result if later instructions should use
/// it.
pub(super) fn instruction<C: Choices>(body: &mut Body<'_, C>) -> Option<Value> {
    if body.program.jumps && body.choices.one_in(10) {
        return Some(setjmp(body));
    }
    match body.choices.below(21) {
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
        17 if body.choices.one_in(2) => {
            long_run(body);
            None
        }
        _ => intrinsic(body),
    }
}

fn binary<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = body.any_type();
    if ty.element().is_float() {
        let sum = float_tree(body, ty, 3);
        return without_nan(body, sum);
    }
    let lhs = body.value(ty);
    let mut rhs = body.value(ty);
    let op = match ty.element() {
        Type::I1 => *body.choices.pick(&BITWISE_OPS),
        _ => *body.choices.pick(&INTEGER_OPS),
    };
    let divides = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    let careless = if body.program.wild { 3 } else { 40 };
    if divides && !body.choices.one_in(careless) {
        rhs = positive(body, rhs);
    }
    body.f.binary(op, lhs, rhs)
}

/// A tree of floating-point operations. NaNs may flow through it, but not out of it.
fn float_tree<C: Choices>(body: &mut Body<'_, C>, ty: Type, depth: u32) -> Value {
    let operand = |body: &mut Body<'_, C>| {
        if depth > 0 && body.choices.below(3) == 1 {
            float_tree(body, ty, depth - 1)
        } else {
            body.value(ty)
        }
    };
    let (lhs, rhs) = (operand(body), operand(body));
    let op = *body.choices.pick(&FLOAT_OPS);
    body.f.binary(op, lhs, rhs)
}

/// Replaces each NaN of a floating-point value by zero, because the bits of a computed NaN depend
/// on the host.
fn without_nan<C: Choices>(body: &mut Body<'_, C>, value: Value) -> Value {
    if !value.ty().element().is_float() {
        return value;
    }
    let is_nan = body.f.compare(Predicate::FUno, value, value);
    let zero = body.f.undef(value.ty());
    body.f.select(is_nan, zero, value)
}

/// Returns a nonzero divisor. Vectors have no literals, so their ones come from comparing a value
/// with itself.
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
    let from = body.any_type();
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
    let mut ty = body.any_type();
    while ty.element() == Type::I1 {
        ty = VALUE_TYPES[1 + body.choices.index(6)];
    }
    let code = if ty.element().is_float() {
        body.choices.below(16)
    } else {
        32 + body.choices.below(10)
    };
    let predicate = Predicate::from_code(code).unwrap_or(Predicate::Eq);
    let (lhs, rhs) = (body.value(ty), body.value(ty));
    body.f.compare(predicate, lhs, rhs)
}

fn select<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = body.any_type();
    let condition = body.value(ty.comparison_result());
    let (if_true, if_false) = (body.value(ty), body.value(ty));
    body.f.select(condition, if_true, if_false)
}

/// Extracts or inserts an element of a vector.
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

/// Returns a type that can be in memory.
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

/// Returns a legal alignment for accesses of a type.
fn alignment<C: Choices>(body: &mut Body<'_, C>, ty: Type) -> u32 {
    let whole = ty.element_bits() / 8;
    let free = !ty.is_vector() && (ty.is_integer() || body.choices.one_in(2));
    if free { 1 } else { whole }
}

fn load<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let ty = memory_type(body);
    let address = body.address();
    let align = alignment(body, ty);
    let address = unaligned(body, address, align, ty);
    body.f.load_aligned(ty, address, align)
}

fn store<C: Choices>(body: &mut Body<'_, C>) {
    let ty = memory_type(body);
    let value = body.value(ty);
    let address = body.address();
    let align = alignment(body, ty);
    let address = unaligned(body, address, align, ty);
    body.f.store_aligned(value, address, align);
}

/// Moves an address a little further if the access allows any alignment. There is still room for
/// eight bytes after it.
fn unaligned<C: Choices>(body: &mut Body<'_, C>, address: Value, align: u32, ty: Type) -> Value {
    if align == 1 && !ty.is_vector() && body.choices.one_in(2) {
        let offset = body.choices.below(9) as i32;
        return body.f.offset(address, offset);
    }
    address
}

/// Allocates stack memory and writes to it. The address is not used elsewhere, because it differs
/// between engines.
fn alloca<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let size = 16 * (1 + body.choices.below(4) as i32);
    let mut size = body.f.i32(size);
    if body.choices.one_in(3) {
        // An arbitrary size of at least 16 bytes.
        let (any, mask) = (body.value(Type::I32), body.f.i32(0x1ff));
        let some = body.f.binary(BinaryOp::And, any, mask);
        size = body.f.binary(BinaryOp::Or, some, size);
    } else if body.program.wild && body.choices.one_in(20) {
        size = body.value(Type::I32);
    }
    let align = 1 << body.choices.below(7);
    let address = body.f.alloca(size, align);
    let value = body.value(Type::I64);
    body.f.store(value, address);
    if body.choices.one_in(2) {
        let (byte, place) = (body.value(Type::I8), body.f.offset(address, 11));
        body.f.store(byte, place);
    }
    body.f.load(Type::I64, address)
}

/// Copies or fills many bytes, with a constant or computed length, between ranges that may overlap.
fn long_run<C: Choices>(body: &mut Body<'_, C>) {
    // A start in the first half, and a length of at most the other half.
    let half = super::ROOM_SIZE as i32 / 2;
    let place = |body: &mut Body<'_, C>| {
        let room = body.program.room.address();
        if body.choices.one_in(4) {
            let offset = body.choices.below(half as u64) as i32;
            return body.f.offset(room, offset);
        }
        let (any, mask) = (body.value(Type::I32), body.f.i32(half - 1));
        let offset = body.f.binary(BinaryOp::And, any, mask);
        body.f.add(room, offset)
    };
    let length = if body.choices.one_in(2) {
        const LENGTHS: [i32; 12] = [0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000];
        let length = *body.choices.pick(&LENGTHS);
        body.f.i32(length)
    } else {
        let (any, mask) = (body.value(Type::I32), body.f.i32(half - 1));
        body.f.binary(BinaryOp::And, any, mask)
    };
    let to = place(body);
    let (align, volatile) = (body.f.i32(1), body.f.i1(false));
    let (intrinsic, second) = match body.choices.below(3) {
        0 => (Intrinsic::Memset, body.value(Type::I8)),
        1 => (Intrinsic::Memcpy, place(body)),
        _ => (Intrinsic::Memmove, place(body)),
    };
    let callee = body.module.intrinsic(intrinsic);
    body.f.call(callee, &[to, second, length, align, volatile]);
}

/// Returns the address of a setjmp buffer.
fn buffer<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let index = body.choices.below(u64::from(super::JUMP_BUFFERS)) as u32;
    let buffers = body.program.buffers.address();
    body.f
        .offset(buffers, (index * super::JUMP_BUFFER_SIZE) as i32)
}

fn setjmp<C: Choices>(body: &mut Body<'_, C>) -> Value {
    let buffer = buffer(body);
    let setjmp = body.module.intrinsic(Intrinsic::Setjmp);
    body.f.call(setjmp, &[buffer])
}

/// Jumps to the last setjmp of a buffer, if that call is still active.
pub(super) fn longjmp<C: Choices>(body: &mut Body<'_, C>) {
    let buffer = buffer(body);
    let value = body.value(Type::I32);
    let longjmp = body.module.intrinsic(Intrinsic::Longjmp);
    body.f.call(longjmp, &[buffer, value]);
}

/// Calls a function of the program, directly or through its address in memory.
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
            let mut address = body.f.load(Type::I32, slot);
            if body.program.wild && body.choices.one_in(6) {
                address = wild_function(body);
            }
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

/// Returns the address of a function of any type, or an invalid one.
fn wild_function<C: Choices>(body: &mut Body<'_, C>) -> Value {
    match body.choices.below(3) {
        0 => {
            let other = body.choices.index(body.program.functions.len());
            let table = body.program.table.address();
            let slot = body.f.offset(table, 4 * other as i32);
            body.f.load(Type::I32, slot)
        }
        1 => body.value(Type::I32),
        _ => {
            let small = body.choices.below(300) as i32 - 20;
            body.f.i32(small)
        }
    }
}

/// Calls an intrinsic with legal operands.
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
            // The result depends on the host, so it is not used.
            let callee = body.module.intrinsic(intrinsic);
            body.f.call(callee, &[]);
            return None;
        }
        // These come in pairs or end the program; setjmp and longjmp need a particular control
        // flow.
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

/// Returns a length that fits after every address, an alignment, and the volatile flag. The
/// arguments that must be constants are.
fn length_arguments<C: Choices>(body: &mut Body<'_, C>) -> [Value; 3] {
    if body.program.wild && body.choices.one_in(10) {
        let length = body.value(Type::I32);
        return [length, body.f.i32(1), body.f.i1(false)];
    }
    let length = body.choices.below(17) as i32;
    [body.f.i32(length), body.f.i32(1), body.f.i1(false)]
}

fn copy_arguments<C: Choices>(body: &mut Body<'_, C>) -> Vec<Value> {
    let (to, from) = (body.address(), body.address());
    let [length, align, volatile] = length_arguments(body);
    vec![to, from, length, align, volatile]
}

/// Saves the stack pointer, allocates memory, and restores the stack pointer.
fn stack_pair<C: Choices>(body: &mut Body<'_, C>) {
    let save = body.module.intrinsic(Intrinsic::Stacksave);
    let restore = body.module.intrinsic(Intrinsic::Stackrestore);
    let saved = body.f.call(save, &[]);
    alloca(body);
    body.f.call(restore, &[saved]);
}
