//! Allocates the stack space of the allocas at the start of a function.

use super::super::allocas::ALIGNMENT;
use super::super::emit::Emitter;
use super::super::written::opcode;
use crate::plan::globals;
use pinnacle_pexe::ValueId;
use wasm_encoder::{BlockType, ValType};

impl Emitter<'_> {
    /// Allocates the stack space of all [`Allocas`](super::super::allocas::Allocas), if `at` is the
    /// first of them.
    pub(in crate::function) fn enter_allocas(&mut self, at: u32) {
        if at != self.allocas.first {
            return;
        }
        let local = self.locals.own(ValType::I32);
        self.allocas.local = local;
        let (first, below) = (self.allocas.first_size, self.allocas.offsets[0]);
        // The stack is above page 0, so this cannot wrap around.
        let mut sink = self.sink();
        sink.global_get(globals::STACK_POINTER)
            .i32_const(first as i32)
            .i32_sub()
            .i32_const(-(ALIGNMENT as i32))
            .i32_and();
        if below > 0 {
            sink.i32_const(below as i32).i32_sub();
        }
        sink.local_tee(local)
            .global_get(globals::STACK_LIMIT)
            .i32_lt_u();
        // Engines fuse a branch and a trap, and report the branch as the trapping instruction.
        self.mark(at);
        self.sink().if_(BlockType::Empty);
        self.find_overflow(at, local);
        self.sink().unreachable().end();
        if !self.allocas.is_alone {
            self.sink()
                .local_get(local)
                .global_set(globals::STACK_POINTER);
        }
    }

    /// Handles a stack overflow by trapping at the first alloca that does not fit. If only the last
    /// alloca does not fit, the code after this traps there.
    fn find_overflow(&mut self, at: u32, local: u32) {
        let count = self.allocas.offsets.len();
        for index in 0..count - 1 {
            let offset = self.allocas.offsets[index];
            self.sink()
                .local_get(local)
                .i32_const(offset as i32)
                .i32_add()
                .global_get(globals::STACK_LIMIT)
                .i32_lt_u();
            self.mark(at + index as u32);
            self.sink().if_(BlockType::Empty).unreachable().end();
        }
        self.mark(at + count as u32 - 1);
    }

    /// Pushes the address of a value in the allocas.
    #[inline(never)]
    pub(in crate::function) fn alloca_address(&mut self, value: ValueId) {
        let (local, offset) = self
            .in_allocas(value)
            .expect("the value is a known address");
        self.written.with_number(opcode::LOCAL_GET, local);
        if offset > 0 {
            self.written.i32_const(offset as i32);
            self.sink().i32_add();
        }
    }

    /// If a value is an address in the allocas at the start, returns the local with the address of
    /// the last alloca, and the offset from it. The offset is small enough for every access.
    pub(in crate::function) fn in_allocas(&self, value: ValueId) -> Option<(u32, u32)> {
        let offset = self.allocas.offset(self.function, value)?;
        Some((self.allocas.local, offset))
    }
}
