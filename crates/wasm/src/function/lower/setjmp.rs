//! setjmp and longjmp by exceptions.

use super::super::emit::Emitter;
use pinnacle_pexe::ValueId;

/// What a function that calls setjmp keeps.
#[derive(Clone, Copy, Debug)]
pub(in crate::function) struct Frame;

impl Emitter<'_> {
    /// Begins a function that calls setjmp.
    pub(in crate::function) fn enter_setjmp_frame(&mut self) {}

    /// Ends it.
    pub(in crate::function) fn leave_setjmp_frame(&mut self) {}

    /// Before each return.
    pub(in crate::function) fn return_from_setjmp_frame(&mut self) {}

    /// Goes to the start, or behind a setjmp.
    pub(in crate::function) fn resume(&mut self, depths: &[u32]) {
        let _ = depths;
    }

    pub(super) fn setjmp(&mut self, at: u32, buffer: ValueId) {
        self.value(buffer);
        self.mark(at);
        self.sink().unreachable();
    }

    pub(super) fn longjmp(&mut self, at: u32, buffer: ValueId, value: ValueId) {
        self.value(buffer);
        self.value(value);
        self.mark(at);
        self.sink().unreachable();
    }
}
