//! What setjmp leaves in the guest's buffer, and how longjmp trusts it.
//!
//! The buffer itself names the call: its thread, its depth among the
//! thread's calls and a number that no other call of the thread has. So a
//! setjmp costs nothing that had to be freed, and a buffer can be copied. A
//! guest that writes to the buffer can at worst name another setjmp of a call
//! that is still running.

use super::op::Code;
use super::prepared::Prepared;
use super::thread::Thread;
use crate::memory::{Fault, Memory};

/// The contents of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpBuffer {
    pub(super) thread: u32,
    /// The number of calls of the thread up to the one that called setjmp.
    pub(super) depth: u32,
    /// The call's number.
    pub(super) activation: u64,
    /// The operation after the setjmp.
    pub(super) pc: u32,
    /// The stack pointer at the setjmp.
    pub(super) sp: u32,
}

/// Fills the guest's buffer.
pub(super) fn write(memory: &mut Memory, address: u32, buffer: JumpBuffer) -> Result<(), Fault> {
    let mut bytes = [0; 24];
    bytes[0..4].copy_from_slice(&buffer.thread.to_le_bytes());
    bytes[4..8].copy_from_slice(&buffer.depth.to_le_bytes());
    bytes[8..16].copy_from_slice(&buffer.activation.to_le_bytes());
    bytes[16..20].copy_from_slice(&buffer.pc.to_le_bytes());
    bytes[20..24].copy_from_slice(&buffer.sp.to_le_bytes());
    memory.store(address, bytes)
}

/// Reads the guest's buffer.
pub(super) fn read(memory: &Memory, address: u32) -> Result<JumpBuffer, Fault> {
    let bytes: [u8; 24] = memory.load(address)?;
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    Ok(JumpBuffer {
        thread: word(0),
        depth: word(4),
        activation: u64::from(word(8)) | u64::from(word(12)) << 32,
        pc: word(16),
        sp: word(20),
    })
}

/// The function and first register of the call that a buffer names, if that
/// call is still running and `pc` follows one of its setjmps. No way leads out of a
/// call that the host asked for: the host waits for its end.
pub(super) fn find<'p>(
    thread: &Thread<'p>,
    function: &'p Prepared,
    base: usize,
    buffer: &JumpBuffer,
) -> Option<(&'p Prepared, usize)> {
    let depth = buffer.depth as usize;
    let frame = thread.frames.get(depth.checked_sub(1)?)?;
    if buffer.thread != thread.id
        || buffer.activation == 0
        || frame.activation != buffer.activation
        || buffer.sp > frame.sp
        || buffer.sp < thread.stack_limit
        || depth <= thread.outer_depth()
    {
        return None;
    }
    // The call above says which function made it and where that one's
    // registers are.
    let (function, base) = match thread.frames.get(depth) {
        Some(above) => (above.caller?, above.base as usize),
        None => (function, base),
    };
    let setjmp = function.code.get((buffer.pc as usize).checked_sub(1)?)?;
    (setjmp.code == Code::Setjmp).then_some((function, base))
}
