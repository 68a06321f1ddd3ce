//! Counts loop iterations and calls, so that no thread runs forever.

use wasm_encoder::{BlockType, InstructionSink};

/// Maximum loop depth at which iterations are counted inline. Deeper loops call
/// [`Helper::Count`](crate::helpers::Helper::Count).
///
/// For each addition or comparison, Cranelift searches for the outermost loop that it can be moved
/// out of. This takes time quadratic in the loop depth. Calls are never moved.
pub(crate) const INLINE_DEPTH: usize = 32;

/// The parts of a module that count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The global that counts down.
    pub(crate) left: u32,
    /// Its initial value.
    pub(crate) length: i32,
    /// The function that is called when the global falls below zero.
    pub(crate) function: u32,
}

impl Turn {
    /// Writes code that counts a loop iteration or a call, and that calls the host when the turn is
    /// over.
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
