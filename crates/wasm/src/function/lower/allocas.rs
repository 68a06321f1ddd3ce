//! Takes the room of the allocas that a function begins with.

use super::super::allocas::ALIGNMENT;
use super::super::emit::Emitter;
use crate::plan::globals;
use pinnacle_pexe::ValueId;
use wasm_encoder::{BlockType, ValType};

impl Emitter<'_> {
    /// Takes room for the allocas that the function begins with, where the first of them
    /// stands.
    pub(in crate::function) fn enter_allocas(&mut self, at: u32) {
        if at != self.allocas.first {
            return;
        }
        let local = self.locals.own(ValType::I32);
        self.allocas.local = local;
        let (first, below) = (self.allocas.first_size, self.allocas.offsets[0]);
        // The stack lies above page 0, so this cannot wrap around.
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
        // Engines make one instruction of a branch and a trap, and say that the first
        // trapped.
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

    /// There is no room for all of them: traps at the first for which there is none, except for the
    /// last.
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

    /// Puts a known address on the stack.
    pub(in crate::function) fn alloca_address(&mut self, value: ValueId) {
        let (local, offset) = self
            .in_allocas(value)
            .expect("the value is a known address");
        self.sink().local_get(local);
        if offset > 0 {
            self.sink().i32_const(offset as i32).i32_add();
        }
    }

    /// If a value is an address in the allocas that the function begins with: the local
    /// with that of the last of them, and the offset from there, which any access can have.
    pub(in crate::function) fn in_allocas(&self, value: ValueId) -> Option<(u32, u32)> {
        let offset = self.allocas.offset(self.function, value)?;
        Some((self.allocas.local, offset))
    }
}
