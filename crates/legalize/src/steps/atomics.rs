//! Atomic and volatile accesses become calls of `llvm.nacl.atomic.*`.
//!
//! PNaCl has no atomic instructions and no volatile ones, but intrinsics on
//! integers of 8, 16, 32 and 64 bits, with an order each: acquire 3, release 4,
//! both 5, sequentially consistent 6. Weaker orders become the last, and so do
//! volatile accesses, since an atomic access is never left out or done twice.
//!
//! ```text
//! %1 = load volatile float, ptr %p
//! fence acquire
//! ```
//! becomes
//! ```text
//! %2 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
//! %1 = bitcast i32 %2 to float
//! call void @llvm.nacl.atomic.fence(i32 3)
//! ```
//!
//! Pointers and floating-point numbers are converted to integers of their size. Operations of
//! `atomicrmw` that the intrinsic does not have, such as a minimum, become a loop of
//! compare-and-exchange. The result of `cmpxchg` is built with `insertvalue`. A volatile access
//! that is not aligned to its size, or that has another integer type, is split ([`pieces`]); a
//! volatile access of a struct or a vector becomes an ordinary access. Atomic accesses of these
//! kinds are errors.

mod pieces;

use crate::Options;
use crate::declarations::Declarations;
use crate::emit::{Emit, constant_bits};
use crate::error::{ErrorKind, Fault, Reporter};
use crate::layout::{Layout, bits_of};
use crate::memory::global_of;
use pinnacle_llvm::{
    Align, BinaryOp, Body, CastOp, Edit, Editor, FloatPredicate, FunctionBuilder, Instruction,
    InstructionKind, IntPredicate, LocalId, Module, Ordering, RmwOp, Type, TypeId, Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let wanted = |module: &Module, body: &Body| {
        let is_one = |instruction: &Instruction| concerns(module, body, instruction);
        body.instructions().iter().any(is_one)
    };
    let mut rewriter = Rewriter {
        layout: Layout::of(module),
        declared: Declarations::default(),
    };
    reporter.edit_all(module, wanted, |editor, instruction| {
        rewriter.instruction(editor, instruction)
    });
}

/// Returns true if this step changes or checks an instruction.
fn concerns(module: &Module, body: &Body, instruction: &Instruction) -> bool {
    use InstructionKind as K;
    match instruction.kind {
        K::Load {
            volatile,
            atomicity,
            ..
        }
        | K::Store {
            volatile,
            atomicity,
            ..
        } => volatile || atomicity.ordering != Ordering::NotAtomic,
        K::Fence(_) | K::CompareExchange { .. } | K::ReadModifyWrite { .. } => true,
        K::Call(call) => is_lock_free(module, body.call(call).callee),
        _ => false,
    }
}

fn is_lock_free(module: &Module, callee: Value) -> bool {
    let name = global_of(module, callee).map(|callee| module.global(callee).name);
    name.is_some_and(|name| module.names.get(name) == b"llvm.nacl.atomic.is.lock.free")
}

/// Returns the number of an ordering. Volatile accesses and orderings that the access cannot have
/// get the strongest ordering.
const fn number(volatile: bool, order: Ordering, acquires: bool, releases: bool) -> u64 {
    match order {
        _ if volatile => STRONGEST,
        Ordering::Acquire if acquires => 3,
        Ordering::Release if releases => 4,
        Ordering::AcquireRelease if acquires && releases => 5,
        _ => STRONGEST,
    }
}

/// The number of the ordering "sequentially consistent".
const STRONGEST: u64 = 6;

struct Rewriter {
    layout: Layout,
    declared: Declarations,
}

/// A value as an integer that the intrinsics take.
#[derive(Clone, Copy, Debug)]
struct Access {
    /// The type of the value.
    ty: TypeId,
    integer: TypeId,
    width: u32,
}

impl Rewriter {
    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        use InstructionKind as K;
        if !concerns(editor.build.module, editor.build.body(), &instruction) {
            return Ok(Edit::Keep);
        }
        match (instruction.kind, instruction.result) {
            (
                K::Load {
                    pointer,
                    align,
                    volatile,
                    atomicity,
                },
                Some(result),
            ) => {
                let ty = editor.build.body().local(result).ty;
                let is_atomic = atomicity.ordering != Ordering::NotAtomic;
                let Some(access) = self.access(editor, ty, align, is_atomic)? else {
                    let Some(split) = self.split(editor.build.module, ty, align) else {
                        return Ok(plain(instruction.kind));
                    };
                    self.load_split(editor, split, pointer, result)?;
                    return Ok(Edit::Drop);
                };
                let order = number(volatile, atomicity.ordering, true, false);
                let value = self.load(editor, access, pointer, order)?;
                define(editor, access, value, result);
                Ok(Edit::Drop)
            }
            (
                K::Store {
                    value,
                    pointer,
                    align,
                    volatile,
                    atomicity,
                },
                _,
            ) => {
                let ty = editor.build.type_of(value);
                let is_atomic = atomicity.ordering != Ordering::NotAtomic;
                let Some(access) = self.access(editor, ty, align, is_atomic)? else {
                    let Some(split) = self.split(editor.build.module, ty, align) else {
                        return Ok(plain(instruction.kind));
                    };
                    self.store_split(editor, split, pointer, value)?;
                    return Ok(Edit::Drop);
                };
                let order = number(volatile, atomicity.ordering, false, true);
                let value = to_integer(&mut editor.build, access, value);
                self.call_store(editor, access.width, [value, pointer], order)?;
                Ok(Edit::Drop)
            }
            (K::Fence(atomicity), _) => {
                let build = &mut editor.build;
                let order = int(build, number(false, atomicity.ordering, true, true));
                let void = build.module.types.void();
                self.declared
                    .call_any(build, "llvm.nacl.atomic.fence", void, &[order])?;
                Ok(Edit::Drop)
            }
            (
                K::ReadModifyWrite {
                    op,
                    pointer,
                    value,
                    align,
                    volatile,
                    atomicity,
                },
                Some(result),
            ) => {
                let ty = editor.build.type_of(value);
                let access = self.atomic_access(editor, ty, align)?;
                let order = number(volatile, atomicity.ordering, true, true);
                self.read_modify_write(editor, access, op, [pointer, value], order, result)?;
                Ok(Edit::Drop)
            }
            (
                K::CompareExchange {
                    operands,
                    align,
                    volatile,
                    success,
                    failure,
                    ..
                },
                Some(result),
            ) => {
                let &[pointer, expected, desired] = editor.build.body().values(operands) else {
                    return Err(broken());
                };
                let ty = editor.build.type_of(expected);
                let access = self.atomic_access(editor, ty, align)?;
                let orders = match volatile {
                    true => [STRONGEST; 2],
                    false => exchange_orders(success, failure),
                };
                let expected = to_integer(&mut editor.build, access, expected);
                let desired = to_integer(&mut editor.build, access, desired);
                let operands = [pointer, expected, desired];
                let seen = self.exchange(editor, access, operands, orders)?;
                let build = &mut editor.build;
                let equal = build.int_compare(IntPredicate::Eq, seen, expected);
                let seen = build.as_bits(seen, access.ty);
                pair(editor, seen, equal, result);
                Ok(Edit::Drop)
            }
            (K::Call(call), Some(_)) => {
                let call = editor.build.body().call(call);
                let size = editor.build.body().values(call.arguments).first().copied();
                match size.and_then(|size| constant_bits(editor.build.module, size)) {
                    Some(1 | 2 | 4 | 8) => Ok(Edit::Keep),
                    Some(_) => {
                        let never = editor.build.module.int(1, 0);
                        Ok(Edit::Value(never.into()))
                    }
                    None => Err(ErrorKind::BadAtomic
                        .fault("the lock-free query for atomic accesses needs a constant size")),
                }
            }
            _ => Ok(Edit::Keep),
        }
    }

    /// Returns how to access a value. `None` if the access is not atomic and a single intrinsic
    /// does not suffice.
    fn access(
        &mut self,
        editor: &mut Editor<'_>,
        ty: TypeId,
        align: Align,
        is_atomic: bool,
    ) -> Result<Option<Access>, Fault> {
        let types = &mut editor.build.module.types;
        let width = match bits_of(types.get(ty)) {
            Some(width @ (8 | 16 | 32 | 64)) => width,
            _ if !is_atomic => return Ok(None),
            _ => {
                return Err(ErrorKind::BadAtomic.fault(
                    "only integers, pointers and floating-point numbers of 8, 16, 32 or 64 bits \
                     can be accessed atomically",
                ));
            }
        };
        let natural = self.layout.align(types, ty).unwrap_or(1);
        let bytes = align.bytes().unwrap_or(natural);
        if bytes < u64::from(width / 8) {
            if !is_atomic {
                return Ok(None);
            }
            return Err(ErrorKind::BadAtomic.fault(format!(
                "an atomic access of {} bytes has alignment {bytes}, expected its size",
                width / 8
            )));
        }
        let integer = types.integer(width);
        Ok(Some(Access { ty, integer, width }))
    }

    fn atomic_access(
        &mut self,
        editor: &mut Editor<'_>,
        ty: TypeId,
        align: Align,
    ) -> Result<Access, Fault> {
        self.access(editor, ty, align, true)?.ok_or_else(broken)
    }

    fn load(
        &mut self,
        editor: &mut Editor<'_>,
        access: Access,
        address: Value,
        order: u64,
    ) -> Result<Value, Fault> {
        let order = int(&mut editor.build, order);
        self.call(editor, "load", access.width, &[address, order])
    }

    fn exchange(
        &mut self,
        editor: &mut Editor<'_>,
        access: Access,
        [address, expected, desired]: [Value; 3],
        [success, failure]: [u64; 2],
    ) -> Result<Value, Fault> {
        let success = int(&mut editor.build, success);
        let failure = int(&mut editor.build, failure);
        let arguments = [address, expected, desired, success, failure];
        self.call(editor, "cmpxchg", access.width, &arguments)
    }

    fn read_modify_write(
        &mut self,
        editor: &mut Editor<'_>,
        access: Access,
        op: RmwOp,
        [address, value]: [Value; 2],
        order: u64,
        result: LocalId,
    ) -> Result<(), Fault> {
        let code = match op {
            RmwOp::Add => 1,
            RmwOp::Sub => 2,
            RmwOp::Or => 3,
            RmwOp::And => 4,
            RmwOp::Xor => 5,
            RmwOp::Xchg => 6,
            _ => return self.update(editor, access, op, [address, value], order, result),
        };
        let value = to_integer(&mut editor.build, access, value);
        let code = int(&mut editor.build, code);
        let order = int(&mut editor.build, order);
        let arguments = [code, address, value, order];
        let old = self.call(editor, "rmw", access.width, &arguments)?;
        define(editor, access, old, result);
        Ok(())
    }

    /// Emits a loop that computes the new value and exchanges it for the old one, until the
    /// exchange succeeds.
    fn update(
        &mut self,
        editor: &mut Editor<'_>,
        access: Access,
        op: RmwOp,
        [address, value]: [Value; 2],
        order: u64,
        result: LocalId,
    ) -> Result<(), Fault> {
        let first = self.load(editor, access, address, STRONGEST)?;
        let build = &mut editor.build;
        let before = build.current();
        let (again, rest) = (build.block(b""), build.block(b""));
        build.branch(again);
        build.start(again);
        let seen = build.reserve(access.integer);
        let old = build.phi(access.integer, &[(first, before), (seen.into(), again)]);
        let number = build.as_bits(old, access.ty);
        let new = apply(build, op, number, value)?;
        let new = to_integer(build, access, new);
        let orders = match order {
            STRONGEST | 4 => [STRONGEST; 2],
            weaker => [weaker, 3],
        };
        self.exchange(editor, access, [address, old, new], orders)?;
        let build = &mut editor.build;
        build.define_last(seen);
        let done = build.int_compare(IntPredicate::Eq, seen.into(), old);
        build.branch_if(done, rest, again);
        editor.split_to(rest);
        define(editor, access, seen.into(), result);
        Ok(())
    }

    /// Calls the intrinsic for an operation on integers of this width.
    fn call(
        &mut self,
        editor: &mut Editor<'_>,
        operation: &str,
        width: u32,
        arguments: &[Value],
    ) -> Result<Value, Fault> {
        let integer = editor.build.module.types.integer(width);
        let name = format!("llvm.nacl.atomic.{operation}.i{width}");
        let build = &mut editor.build;
        self.declared.call(build, &name, integer, arguments)
    }

    /// Calls the intrinsic that stores an integer of this width.
    fn call_store(
        &mut self,
        editor: &mut Editor<'_>,
        width: u32,
        [value, address]: [Value; 2],
        order: u64,
    ) -> Result<(), Fault> {
        let void = editor.build.module.types.void();
        let name = format!("llvm.nacl.atomic.store.i{width}");
        let arguments = [value, address, int(&mut editor.build, order)];
        let build = &mut editor.build;
        self.declared.call_any(build, &name, void, &arguments)?;
        Ok(())
    }
}

/// Computes the new value for an operation that the intrinsic does not have.
fn apply(
    build: &mut FunctionBuilder<'_>,
    op: RmwOp,
    old: Value,
    value: Value,
) -> Result<Value, Fault> {
    use IntPredicate as P;
    let ty = build.type_of(old);
    let choose = |build: &mut FunctionBuilder<'_>, predicate| {
        let is_old = build.int_compare(predicate, old, value);
        build.select(is_old, old, value)
    };
    Ok(match op {
        RmwOp::Nand => {
            let both = build.binary(BinaryOp::And, old, value);
            let ones = build.ones(ty);
            build.binary(BinaryOp::Xor, both, ones)
        }
        RmwOp::Max => choose(build, P::Sgt),
        RmwOp::Min => choose(build, P::Slt),
        RmwOp::UMax => choose(build, P::Ugt),
        RmwOp::UMin => choose(build, P::Ult),
        RmwOp::FAdd => build.binary(BinaryOp::FAdd, old, value),
        RmwOp::FSub => build.binary(BinaryOp::FSub, old, value),
        RmwOp::FMax | RmwOp::FMin => {
            // If one operand is a NaN, the result is the other one.
            let predicate = match op {
                RmwOp::FMax => FloatPredicate::Ogt,
                _ => FloatPredicate::Olt,
            };
            let is_old = build.float_compare(predicate, old, value);
            let chosen = build.select(is_old, old, value);
            let no_number = build.float_compare(FloatPredicate::Uno, value, value);
            build.select(no_number, old, chosen)
        }
        RmwOp::UIncWrap => {
            let (one, zero) = (build.int(ty, 1), build.int(ty, 0));
            let more = build.binary(BinaryOp::Add, old, one);
            let wraps = build.int_compare(P::Uge, old, value);
            build.select(wraps, zero, more)
        }
        RmwOp::UDecWrap => {
            let (one, zero) = (build.int(ty, 1), build.int(ty, 0));
            let less = build.binary(BinaryOp::Sub, old, one);
            let is_zero = build.int_compare(P::Eq, old, zero);
            let is_above = build.int_compare(P::Ugt, old, value);
            let wraps = build.binary(BinaryOp::Or, is_zero, is_above);
            build.select(wraps, value, less)
        }
        RmwOp::Xchg | RmwOp::Add | RmwOp::Sub | RmwOp::And | RmwOp::Or | RmwOp::Xor => {
            return Err(broken());
        }
    })
}

/// The orderings of an exchange on success and on failure. PNaCl does not allow a failure ordering
/// stronger than that for success. If success only releases, no failure ordering is weak enough, so
/// both become the strongest.
const fn exchange_orders(success: Ordering, failure: Ordering) -> [u64; 2] {
    let success = number(false, success, true, true);
    match (success, failure) {
        (3 | 5, Ordering::Acquire | Ordering::Monotonic | Ordering::Unordered) => [success, 3],
        (STRONGEST, Ordering::Acquire) => [STRONGEST, 3],
        _ => [STRONGEST, STRONGEST],
    }
}

/// Makes an access non-volatile.
fn plain(mut kind: InstructionKind) -> Edit {
    if let InstructionKind::Load { volatile, .. } | InstructionKind::Store { volatile, .. } =
        &mut kind
    {
        *volatile = false;
    }
    Edit::As(kind)
}

fn to_integer(build: &mut FunctionBuilder<'_>, access: Access, value: Value) -> Value {
    match build.module.types.get(access.ty) {
        Type::Integer(_) => value,
        Type::Pointer(_) => build.cast(CastOp::PtrToInt, value, access.integer),
        _ => build.cast(CastOp::BitCast, value, access.integer),
    }
}

/// Converts an integer back and makes it the result of an access.
fn define(editor: &mut Editor<'_>, access: Access, value: Value, result: LocalId) {
    let value = editor.build.as_bits(value, access.ty);
    editor.replace(result, value);
}

/// Emits the result of `cmpxchg`: the value found, and true if it was the expected one.
fn pair(editor: &mut Editor<'_>, seen: Value, equal: Value, result: LocalId) {
    let build = &mut editor.build;
    let ty = build.body().local(result).ty;
    // Before LLVM 3.5 the result was only the old value.
    if build.module.types.fields(ty).is_none() {
        editor.replace(result, seen);
        return;
    }
    build.assemble(ty, &[seen, equal]);
    editor.define(result);
}

fn int(build: &mut FunctionBuilder<'_>, number: u64) -> Value {
    build.module.int(32, number).into()
}

#[cold]
fn broken() -> Fault {
    ErrorKind::BadAtomic.fault("the operands do not match the atomic operation")
}
