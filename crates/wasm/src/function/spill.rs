//! Stores values without a local. There are more of these than engines allow or can compile
//! quickly.
//!
//! They are stored in a frame on the program's stack, which the function allocates at its entry.
//! Very few functions have one.

use super::emit::Emitter;
use super::locals::Home;
use super::written::opcode;
use crate::plan::globals;
use wasm_encoder::{BlockType, MemArg, ValType};

/// The size of a slot in bytes, which is sufficient for every type.
const SLOT: u32 = 16;

impl Emitter<'_> {
    /// Allocates the frame, if the function needs one. The stack pointer must have been saved.
    pub(super) fn take_frame(&mut self) {
        let slots = self.locals.slots();
        if slots == 0 {
            return;
        }
        let frame = self.locals.own(ValType::I32);
        self.frame = Some(frame);
        self.sink()
            .global_get(globals::STACK_POINTER)
            .i32_const((slots * SLOT) as i32)
            .i32_sub()
            .local_tee(frame)
            .global_get(globals::STACK_LIMIT)
            .i32_lt_u()
            .local_get(frame)
            .global_get(globals::STACK_POINTER)
            .i32_gt_u()
            .i32_or()
            .if_(BlockType::Empty)
            .unreachable()
            .end()
            .local_get(frame)
            .global_set(globals::STACK_POINTER);
    }

    /// Pushes a stored value.
    #[inline]
    pub(super) fn get(&mut self, home: Home) {
        match home {
            Home::Local(number) => self.written.with_number(opcode::LOCAL_GET, number),
            Home::Slot(slot, ty) => self.get_slot(slot, ty),
        }
    }

    fn get_slot(&mut self, slot: u32, ty: ValType) {
        let argument = slot_argument(slot, ty);
        let frame = self.frame.expect("a function with slots has taken a frame");
        let mut sink = self.sink();
        sink.local_get(frame);
        match ty {
            ValType::I32 => sink.i32_load(argument),
            ValType::I64 => sink.i64_load(argument),
            ValType::F32 => sink.f32_load(argument),
            ValType::F64 => sink.f64_load(argument),
            _ => sink.v128_load(argument),
        };
    }

    /// Stores the value on the stack.
    #[inline]
    pub(super) fn set(&mut self, home: Home) {
        match home {
            Home::Local(number) => self.written.with_number(opcode::LOCAL_SET, number),
            Home::Slot(slot, ty) => self.set_slot(slot, ty),
        }
    }

    fn set_slot(&mut self, slot: u32, ty: ValType) {
        let argument = slot_argument(slot, ty);
        let frame = self.frame.expect("a function with slots has taken a frame");
        let value = self.locals.spill_scratch(ty);
        let mut sink = self.sink();
        sink.local_set(value).local_get(frame).local_get(value);
        match ty {
            ValType::I32 => sink.i32_store(argument),
            ValType::I64 => sink.i64_store(argument),
            ValType::F32 => sink.f32_store(argument),
            ValType::F64 => sink.f64_store(argument),
            _ => sink.v128_store(argument),
        };
    }

    /// Stores the value on the stack and leaves it there.
    pub(super) fn tee(&mut self, home: Home) {
        match home {
            Home::Local(number) => self.written.with_number(opcode::LOCAL_TEE, number),
            Home::Slot(..) => {
                self.set(home);
                self.get(home);
            }
        }
    }
}

fn slot_argument(slot: u32, ty: ValType) -> MemArg {
    MemArg {
        offset: u64::from(slot * SLOT),
        align: match ty {
            ValType::I32 | ValType::F32 => 2,
            ValType::I64 | ValType::F64 => 3,
            _ => 4,
        },
        memory_index: 0,
    }
}
