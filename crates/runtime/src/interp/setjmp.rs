//! The contents of a setjmp buffer, and how longjmp validates them.
//!
//! The buffer itself names the call that executed setjmp, by a number that no other call of any
//! thread has. A setjmp therefore allocates nothing, and a buffer can be copied. A guest that
//! writes to the buffer can at worst name another setjmp of an active call. Machine code reads and
//! writes buffers in the same form.

use super::op::Code;
use super::prepared::Prepared;
use super::thread::Thread;
use crate::memory::{Fault, Memory};

/// Number of bits for a call's number within its thread.
pub(crate) const ACTIVATION_BITS: u32 = 40;

/// Set in the activation numbers of interpreted calls. Machine code counts from 0.
const INTERPRETED: u64 = 1 << (ACTIVATION_BITS - 1);

/// Returns the number before that of a thread's first call.
pub(super) fn before_first(thread: u32) -> u64 {
    u64::from(thread) << ACTIVATION_BITS | INTERPRETED
}

/// The contents of a buffer. 8 zero bytes follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JumpBuffer {
    /// The number of the call.
    pub(crate) activation: u64,
    /// Identifies the setjmp within its function, by the next operation.
    pub(crate) number: u32,
    /// The stack pointer at the setjmp.
    pub(crate) sp: u32,
}

/// The destination of a longjmp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing<'p> {
    pub(super) function: &'p Prepared,
    /// The function's first register.
    pub(super) base: usize,
    /// The number of calls of the thread up to that of the function.
    pub(super) depth: usize,
    /// Number of frames of functions that call setjmp, among those that the jump leaves or returns
    /// to.
    pub(super) passed: i64,
}

/// Fills the guest's buffer.
pub(super) fn write(memory: &mut Memory, address: u32, buffer: JumpBuffer) -> Result<(), Fault> {
    let mut bytes = [0; 24];
    bytes[0..8].copy_from_slice(&buffer.activation.to_le_bytes());
    bytes[8..12].copy_from_slice(&buffer.number.to_le_bytes());
    bytes[12..16].copy_from_slice(&buffer.sp.to_le_bytes());
    memory.store(address, bytes)
}

/// Reads the guest's buffer.
pub(super) fn read(memory: &Memory, address: u32) -> Result<JumpBuffer, Fault> {
    let bytes: [u8; 24] = memory.load(address)?;
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    Ok(JumpBuffer {
        activation: u64::from(word(0)) | u64::from(word(4)) << 32,
        number: word(8),
        sp: word(12),
    })
}

/// Returns the destination of a longjmp if the call recorded in the buffer is still active and the
/// number belongs to one of its setjmps. A longjmp cannot leave a call made by the host, because
/// the host waits for its end.
pub(super) fn find<'p>(thread: &Thread<'p>, buffer: &JumpBuffer) -> Option<Landing<'p>> {
    if buffer.activation == 0 {
        return None;
    }
    let (mut function, mut base) = (thread.function, thread.base);
    let mut passed = 0;
    for depth in (thread.outer_depth() + 1..=thread.frames.len()).rev() {
        let frame = &thread.frames[depth - 1];
        passed += i64::from(function.calls_setjmp);
        if frame.activation == buffer.activation {
            let is_below = (thread.stack_limit..=frame.sp).contains(&buffer.sp);
            let setjmp = function
                .code
                .get((buffer.number as usize).checked_sub(1)?)?;
            return (is_below && setjmp.code == Code::Setjmp).then_some(Landing {
                function,
                base,
                depth,
                passed,
            });
        }
        // The call contains the function that made it and the position of that function's
        // registers.
        (function, base) = (frame.caller?, frame.base as usize);
    }
    None
}
