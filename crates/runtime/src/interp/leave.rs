//! Exits of the main loop, and its accesses to memory outside the window.

use super::slow_path::Slow;
use crate::memory::{Fault, Memory};
use crate::trap::TrapKind;

/// The reason why the inner loop was left.
pub(super) enum Leave {
    Budget,
    Trap(TrapKind),
    Finished([u64; 2]),
    /// An operation that [`slow_path`](super::slow_path) executes.
    Slow(Slow),
    /// The code ended without a jump. Preparation ensures that this cannot happen.
    Ended,
}

/// Reports a stack overflow. It is out of line, so that operations need not prepare for it.
#[cold]
#[inline(never)]
pub(super) fn stack_overflow() -> Leave {
    Leave::Trap(TrapKind::StackOverflow)
}

/// Loads bytes outside the window.
#[cold]
#[inline(never)]
pub(super) fn load_slow<const N: usize>(memory: &Memory, address: u32) -> Result<[u8; N], Fault> {
    memory.load(address)
}

/// Stores bytes outside the window.
#[cold]
#[inline(never)]
pub(super) fn store_slow<const N: usize>(
    memory: &mut Memory,
    address: u32,
    bytes: [u8; N],
) -> Result<(), Fault> {
    memory.store(address, bytes)
}

/// Replaces a word outside the window.
#[cold]
#[inline(never)]
pub(super) fn update_slow(
    memory: &mut Memory,
    address: u32,
    change: impl Fn(u32) -> u32,
) -> Result<u64, Fault> {
    memory.update(address, 4, |old| u64::from(change(old as u32)))
}

/// Returns the trap for an atomic access at a misaligned address.
#[cold]
#[inline(never)]
pub(super) fn misaligned(address: u32) -> Leave {
    Leave::Trap(TrapKind::Misaligned(Some(address)))
}
