//! Counting what code does, so that no thread runs for ever.

use wasm_encoder::{BlockType, InstructionSink};

/// Loops nested deeper than this count by a call of
/// [`Helper::Count`](crate::helpers::Helper::Count).
///
/// Cranelift looks for the outermost loop that each addition or comparison can be moved to, which
/// takes time by the square of the loops around it. A call is never moved.
pub(crate) const INLINE_DEPTH: usize = 32;

/// The parts of a module by which code counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The global that counts down.
    pub(crate) left: u32,
    /// Its initial value.
    pub(crate) length: i32,
    /// The function that is called when it falls below zero.
    pub(crate) function: u32,
}

impl Turn {
    /// Writes code that counts a round of a loop or a call, and that lets the host know when
    /// there were enough of them.
    pub(crate) fn count(self, sink: &mut InstructionSink<'_>) {
        sink.global_get(self.left)
            .i32_const(1)
            .i32_sub()
            .global_set(self.left)
            .global_get(self.left)
            .i32_const(0)
            .i32_lt_s()
            .if_(BlockType::Empty)
            .i32_const(self.length)
            .global_set(self.left)
            .call(self.function)
            .end();
    }
}
