//! Lists the intrinsic functions of PNaCl with their names and types.
//!
//! Implements "List of allowed intrinsics" of the reference manual. All pointers have type `i32`,
//! as files declare them.

use crate::types::Type;

/// An intrinsic function. Overloaded ones contain the type of their operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `llvm.memcpy.p0i8.p0i8.i32(dst, src, len, align, volatile)`.
    Memcpy,
    /// `llvm.memmove.p0i8.p0i8.i32(dst, src, len, align, volatile)`.
    Memmove,
    /// `llvm.memset.p0i8.i32(dst, byte, len, align, volatile)`.
    Memset,
    /// `llvm.bswap`, on `i16`, `i32`, `i64`.
    Bswap(Type),
    /// `llvm.ctlz(value, is_zero_undef)`, on `i32`, `i64`.
    Ctlz(Type),
    /// `llvm.cttz(value, is_zero_undef)`, on `i32`, `i64`.
    Cttz(Type),
    /// `llvm.ctpop`, on `i32`, `i64`.
    Ctpop(Type),
    /// `llvm.fabs`, on `float`, `double`, `<4 x float>`.
    Fabs(Type),
    /// `llvm.sqrt`, on `float`, `double`.
    Sqrt(Type),
    /// `llvm.stacksave`.
    Stacksave,
    /// `llvm.stackrestore`.
    Stackrestore,
    /// `llvm.trap`.
    Trap,
    /// `llvm.nacl.read.tp`.
    ReadTp,
    /// `llvm.nacl.setjmp(buffer)`.
    Setjmp,
    /// `llvm.nacl.longjmp(buffer, value)`.
    Longjmp,
    /// `llvm.nacl.atomic.load(source, order)`.
    AtomicLoad(Type),
    /// `llvm.nacl.atomic.store(value, destination, order)`.
    AtomicStore(Type),
    /// `llvm.nacl.atomic.rmw(operation, object, operand, order)`.
    AtomicRmw(Type),
    /// `llvm.nacl.atomic.cmpxchg(object, expected, desired, success, failure)`.
    AtomicCmpxchg(Type),
    /// `llvm.nacl.atomic.fence(order)`.
    AtomicFence,
    /// `llvm.nacl.atomic.fence.all()`.
    AtomicFenceAll,
    /// `llvm.nacl.atomic.is.lock.free(size, address)`.
    AtomicIsLockFree,
}

/// A row of the table of intrinsics.
pub struct Row {
    /// The function's name in the value symbol table.
    pub name: &'static str,
    /// The intrinsic of this name.
    pub intrinsic: Intrinsic,
    /// The type of its result.
    pub result: Type,
    /// The types of its parameters.
    pub params: &'static [Type],
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn row(
    name: &'static str,
    intrinsic: Intrinsic,
    result: Type,
    params: &'static [Type],
) -> Row {
    Row {
        name,
        intrinsic,
        result,
        params,
    }
}

use Intrinsic as I;
use Type::{Double, Float, I1, I8, I16, I32, I64, V4Float, Void};

/// All intrinsics, sorted by name.
#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    row("llvm.bswap.i16", I::Bswap(I16), I16, &[I16]),
    row("llvm.bswap.i32", I::Bswap(I32), I32, &[I32]),
    row("llvm.bswap.i64", I::Bswap(I64), I64, &[I64]),
    row("llvm.ctlz.i32", I::Ctlz(I32), I32, &[I32, I1]),
    row("llvm.ctlz.i64", I::Ctlz(I64), I64, &[I64, I1]),
    row("llvm.ctpop.i32", I::Ctpop(I32), I32, &[I32]),
    row("llvm.ctpop.i64", I::Ctpop(I64), I64, &[I64]),
    row("llvm.cttz.i32", I::Cttz(I32), I32, &[I32, I1]),
    row("llvm.cttz.i64", I::Cttz(I64), I64, &[I64, I1]),
    row("llvm.fabs.f32", I::Fabs(Float), Float, &[Float]),
    row("llvm.fabs.f64", I::Fabs(Double), Double, &[Double]),
    row("llvm.fabs.v4f32", I::Fabs(V4Float), V4Float, &[V4Float]),
    row("llvm.memcpy.p0i8.p0i8.i32", I::Memcpy, Void, &[I32, I32, I32, I32, I1]),
    row("llvm.memmove.p0i8.p0i8.i32", I::Memmove, Void, &[I32, I32, I32, I32, I1]),
    row("llvm.memset.p0i8.i32", I::Memset, Void, &[I32, I8, I32, I32, I1]),
    row("llvm.nacl.atomic.cmpxchg.i16", I::AtomicCmpxchg(I16), I16, &[I32, I16, I16, I32, I32]),
    row("llvm.nacl.atomic.cmpxchg.i32", I::AtomicCmpxchg(I32), I32, &[I32, I32, I32, I32, I32]),
    row("llvm.nacl.atomic.cmpxchg.i64", I::AtomicCmpxchg(I64), I64, &[I32, I64, I64, I32, I32]),
    row("llvm.nacl.atomic.cmpxchg.i8", I::AtomicCmpxchg(I8), I8, &[I32, I8, I8, I32, I32]),
    row("llvm.nacl.atomic.fence", I::AtomicFence, Void, &[I32]),
    row("llvm.nacl.atomic.fence.all", I::AtomicFenceAll, Void, &[]),
    row("llvm.nacl.atomic.is.lock.free", I::AtomicIsLockFree, I1, &[I32, I32]),
    row("llvm.nacl.atomic.load.i16", I::AtomicLoad(I16), I16, &[I32, I32]),
    row("llvm.nacl.atomic.load.i32", I::AtomicLoad(I32), I32, &[I32, I32]),
    row("llvm.nacl.atomic.load.i64", I::AtomicLoad(I64), I64, &[I32, I32]),
    row("llvm.nacl.atomic.load.i8", I::AtomicLoad(I8), I8, &[I32, I32]),
    row("llvm.nacl.atomic.rmw.i16", I::AtomicRmw(I16), I16, &[I32, I32, I16, I32]),
    row("llvm.nacl.atomic.rmw.i32", I::AtomicRmw(I32), I32, &[I32, I32, I32, I32]),
    row("llvm.nacl.atomic.rmw.i64", I::AtomicRmw(I64), I64, &[I32, I32, I64, I32]),
    row("llvm.nacl.atomic.rmw.i8", I::AtomicRmw(I8), I8, &[I32, I32, I8, I32]),
    row("llvm.nacl.atomic.store.i16", I::AtomicStore(I16), Void, &[I16, I32, I32]),
    row("llvm.nacl.atomic.store.i32", I::AtomicStore(I32), Void, &[I32, I32, I32]),
    row("llvm.nacl.atomic.store.i64", I::AtomicStore(I64), Void, &[I64, I32, I32]),
    row("llvm.nacl.atomic.store.i8", I::AtomicStore(I8), Void, &[I8, I32, I32]),
    row("llvm.nacl.longjmp", I::Longjmp, Void, &[I32, I32]),
    row("llvm.nacl.read.tp", I::ReadTp, I32, &[]),
    row("llvm.nacl.setjmp", I::Setjmp, I32, &[I32]),
    row("llvm.sqrt.f32", I::Sqrt(Float), Float, &[Float]),
    row("llvm.sqrt.f64", I::Sqrt(Double), Double, &[Double]),
    row("llvm.stackrestore", I::Stackrestore, Void, &[I32]),
    row("llvm.stacksave", I::Stacksave, I32, &[]),
    row("llvm.trap", I::Trap, Void, &[]),
];

/// The prefix of the names of all intrinsics. No other name may begin with it.
pub const PREFIX: &[u8] = b"llvm.";

/// Looks up an intrinsic by name.
pub fn lookup(name: &[u8]) -> Option<&'static Row> {
    TABLE
        .binary_search_by(|row| row.name.as_bytes().cmp(name))
        .ok()
        .map(|index| &TABLE[index])
}

impl Intrinsic {
    /// Returns the row of the intrinsic in the table.
    pub fn row(self) -> &'static Row {
        TABLE
            .iter()
            .find(|row| row.intrinsic == self)
            .expect("every intrinsic has a row")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_complete() {
        assert!(TABLE.windows(2).all(|pair| pair[0].name < pair[1].name));
        for row in TABLE {
            assert_eq!(
                lookup(row.name.as_bytes()).unwrap().intrinsic,
                row.intrinsic
            );
            assert_eq!(row.intrinsic.row().name, row.name);
        }
        assert!(lookup(b"llvm.memcpy").is_none());
    }
}
