//! Intrinsics that take their arguments like a call: those that access memory.
//!
//! If only the interpreter runs a program, all guest threads run in one host thread and are
//! switched only between operations. If machine code also runs in other threads, atomic accesses
//! use the processor's atomics.

use super::value::mask;
use crate::memory::{Access, Memory};
use crate::trap::TrapKind;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::rounds::BYTES_PER_ROUND;
use pinnacle_pexe::types::Type;
use std::sync::atomic::{Ordering, fence};

/// Number of bytes that can be moved for one unit of fuel.
pub(super) const BYTES_PER_UNIT: u64 = 16;

/// Returns the cost of an intrinsic. For those that move bytes, it depends on the length.
pub(super) fn cost(intrinsic: Intrinsic, args: &[u64]) -> i64 {
    (moved(intrinsic, args) / BYTES_PER_UNIT) as i64
}

/// Returns the cost of an intrinsic in rounds.
pub(super) fn rounds(intrinsic: Intrinsic, args: &[u64]) -> i64 {
    (moved(intrinsic, args) / u64::from(BYTES_PER_ROUND)) as i64
}

/// Returns the number of bytes that an intrinsic moves.
fn moved(intrinsic: Intrinsic, args: &[u64]) -> u64 {
    match intrinsic {
        Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset => u64::from(args[2] as u32),
        _ => 0,
    }
}

/// Executes an intrinsic. The result is 0 if it has none.
pub(super) fn execute(
    intrinsic: Intrinsic,
    args: &[u64],
    memory: &mut Memory,
) -> Result<u64, TrapKind> {
    let word = |index: usize| args[index] as u32;
    match intrinsic {
        Intrinsic::Memcpy | Intrinsic::Memmove => {
            memory
                .copy(word(0), word(1), word(2))
                .map_err(TrapKind::Memory)?;
            Ok(0)
        }
        Intrinsic::Memset => {
            memory
                .fill(word(0), word(2), args[1] as u8)
                .map_err(TrapKind::Memory)?;
            Ok(0)
        }
        Intrinsic::AtomicLoad(ty) => atomic(memory, ty, word(0), Access::Read, |old| old),
        Intrinsic::AtomicStore(ty) => {
            atomic(memory, ty, word(1), Access::Write, |_| args[0])?;
            Ok(0)
        }
        Intrinsic::AtomicRmw(ty) => {
            let operand = args[2];
            let operation = word(0);
            if !(1..=6).contains(&operation) {
                return Err(TrapKind::Unsupported(format!(
                    "the atomic operation {operation} is not one of 1 to 6"
                )));
            }
            atomic(memory, ty, word(1), Access::Write, |old| match operation {
                1 => old.wrapping_add(operand),
                2 => old.wrapping_sub(operand),
                3 => old | operand,
                4 => old & operand,
                5 => old ^ operand,
                _ => operand,
            })
        }
        Intrinsic::AtomicCmpxchg(ty) => atomic(memory, ty, word(0), Access::Write, |old| {
            if old == args[1] { args[2] } else { old }
        }),
        Intrinsic::AtomicIsLockFree => Ok(u64::from(matches!(args[0], 1 | 2 | 4 | 8))),
        // All other intrinsics have their own operations.
        _ => Ok(0),
    }
}

/// Replaces a naturally aligned integer with a function of it and returns the old one.
fn atomic(
    memory: &mut Memory,
    ty: Type,
    address: u32,
    access: Access,
    change: impl Fn(u64) -> u64,
) -> Result<u64, TrapKind> {
    let len = ty.bytes();
    if !address.is_multiple_of(len) {
        return Err(TrapKind::Misaligned(Some(address)));
    }
    if access == Access::Read {
        let mut bytes = [0; 8];
        let part = &mut bytes[..len as usize];
        memory.read(address, part).map_err(TrapKind::Memory)?;
        fence(Ordering::Acquire);
        return Ok(u64::from_le_bytes(bytes));
    }
    memory
        .update(address, len, |old| change(old) & mask(ty.bits()))
        .map_err(TrapKind::Memory)
}
