//! Translates setjmp and longjmp to exceptions.
//!
//! Each call of a function that calls setjmp is an *activation* and has a unique number. setjmp
//! writes this number to the guest's buffer, with the number of the setjmp call in its function and
//! the stack pointer. longjmp throws an exception with these values. The code of such a function is
//! in a loop whose parameters are the values of the exception. Inside the loop is a `try_table`
//! whose handler continues the loop:
//!
//! ```text
//! its own activation, 0, the stack pointer, 0
//! loop                      what longjmp threw, or the above
//!   not for this activation: throw it on
//!   try_table               catch to the loop
//!     to the start (0), or behind a call of setjmp
//! ```
//!
//! A buffer that the guest forges can only name a call of setjmp in a function that is still
//! running in the same thread: activation numbers come from a global of the instance, each thread
//! has its own instance, and no other code handles the exception. Locals keep the values that they
//! have when longjmp is called.

use super::super::emit::Emitter;
use super::super::locals::Home;
use super::super::setjmp_locals::SetjmpLocals;
use crate::plan::globals;
use crate::setjmp::{TAG, TAG_PARAMS};
use crate::signatures;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{InstId, ValueId};
use wasm_encoder::{BlockType, Catch, MemArg, ValType};

/// Offsets in the buffer: the activation, the number of the call, the stack pointer, and 8 bytes of
/// zeros.
const ACTIVATION: u64 = 0;
const NUMBER: u64 = 8;
const STACK_POINTER: u64 = 12;
const REST: u64 = 16;

/// Returns the argument of an access to the buffer, whose address has this base offset. Its
/// alignment is unknown.
const fn argument(base: u64, offset: u64) -> MemArg {
    MemArg {
        offset: base + offset,
        align: 0,
        memory_index: 0,
    }
}

impl Emitter<'_> {
    /// Begins a function that calls setjmp.
    pub(in crate::function) fn enter_setjmp_frame(&mut self) {
        let frame = SetjmpLocals::new(self.locals);
        self.setjmp = Some(frame);
        let mut key = Vec::new();
        signatures::key(Type::Void, TAG_PARAMS.iter().copied(), &mut key);
        let parameters = BlockType::FunctionType(self.plan.signatures.number(&key));
        let calls = self.graph.setjmp_calls();
        self.sink()
            .global_get(globals::ACTIVATIONS)
            .i64_const(1)
            .i64_add()
            .local_tee(frame.own_activation)
            .global_set(globals::ACTIVATIONS)
            .local_get(frame.own_activation)
            .i32_const(0)
            .global_get(globals::STACK_POINTER)
            .local_tee(frame.entry_pointer)
            .i32_const(0)
            .loop_(parameters)
            .local_set(frame.value)
            .local_set(frame.stack_pointer)
            .local_set(frame.number)
            .local_set(frame.activation);
        // Every longjmp continues here, so this may be an endless loop.
        self.count();
        // The exception belongs to another activation, or names an invalid call or stack pointer.
        self.sink()
            .local_get(frame.activation)
            .local_get(frame.own_activation)
            .i64_ne()
            .local_get(frame.number)
            .i32_const(calls as i32)
            .i32_gt_u()
            .i32_or()
            .local_get(frame.stack_pointer)
            .local_get(frame.entry_pointer)
            .i32_gt_u()
            .i32_or()
            .local_get(frame.stack_pointer)
            .global_get(globals::STACK_LIMIT)
            .i32_lt_u()
            .i32_or()
            .if_(BlockType::Empty)
            .local_get(frame.activation)
            .local_get(frame.number)
            .local_get(frame.stack_pointer)
            .local_get(frame.value)
            .throw(TAG)
            .end()
            .local_get(frame.stack_pointer)
            .global_set(globals::STACK_POINTER)
            .try_table(BlockType::Empty, [Catch::One { tag: TAG, label: 0 }]);
    }

    /// Ends the frame. The code in the frame does not reach its end.
    pub(in crate::function) fn leave_setjmp_frame(&mut self) {
        self.sink()
            .unreachable()
            .end()
            .unreachable()
            .end()
            .unreachable();
    }

    /// Continues at the start, or after a setjmp call with its result.
    pub(in crate::function) fn resume(&mut self, depths: &[u32]) {
        let (Some(frame), [start, behind @ ..]) = (self.setjmp, depths) else {
            unreachable!("what resumes after setjmp has a frame and a start");
        };
        self.sink().local_get(frame.number).i32_eqz().br_if(*start);
        for (number, depth) in (1..).zip(behind) {
            self.sink()
                .local_get(frame.number)
                .i32_const(number)
                .i32_eq()
                .if_(BlockType::Empty);
            if let Some(home) = self.local_of_setjmp(number as u32) {
                self.sink().local_get(frame.value);
                self.set(home);
            }
            self.sink().br(depth + 1).end();
        }
        self.sink().unreachable();
    }

    /// Returns the home of the result of a setjmp call, given its number, if the result is used and
    /// the call is reachable.
    fn local_of_setjmp(&self, number: u32) -> Option<Home> {
        let value = self.graph.setjmp_value(number)?;
        let local = (value.0 - self.function.first_local()) as usize;
        let is_used = self.values.list[local].uses > 0;
        (is_used && self.locals.is_kept(self.function, value))
            .then(|| self.locals.of(self.function, value))
    }

    pub(super) fn setjmp(&mut self, at: u32, buffer: ValueId) {
        let base = self.range_above_null_page(buffer);
        self.mark(at);
        let number = self.graph.setjmp_number(at);
        let frame = self.setjmp;
        let frame = frame.expect("a function that calls setjmp has a frame for it");
        let buffer = self.locals.scratch(ValType::I32, 0);
        self.sink().local_set(buffer);
        self.test_first_byte(buffer);
        self.sink()
            .local_get(buffer)
            .i64_const(0)
            .i64_store(argument(base, REST))
            .local_get(buffer)
            .local_get(frame.own_activation)
            .i64_store(argument(base, ACTIVATION))
            .local_get(buffer)
            .i32_const(number as i32)
            .i32_store(argument(base, NUMBER))
            .local_get(buffer)
            .global_get(globals::STACK_POINTER)
            .i32_store(argument(base, STACK_POINTER))
            .i32_const(0);
    }

    pub(super) fn longjmp(&mut self, at: u32, buffer: ValueId, value: ValueId) {
        let base = self.range_above_null_page(buffer);
        self.value(value);
        self.mark(at);
        let position = self.function.inst_position(InstId(at));
        let buffer = self.locals.scratch(ValType::I32, 0);
        let value = self.locals.scratch(ValType::I32, 1);
        self.sink()
            .local_set(value)
            .local_set(buffer)
            // The whole buffer must be readable.
            .local_get(buffer)
            .i64_load(argument(base, REST))
            .drop()
            // Neither calls nor activations have the number 0.
            .local_get(buffer)
            .i64_load(argument(base, ACTIVATION))
            .i64_const(0)
            .local_get(buffer)
            .i32_load(argument(base, NUMBER))
            .select()
            .local_get(buffer)
            .i32_load(argument(base, NUMBER))
            .local_get(buffer)
            .i32_load(argument(base, STACK_POINTER))
            .local_get(value)
            .i32_const(1)
            .local_get(value)
            .select()
            .i64_const(position as i64)
            .global_set(globals::LONGJMP_POSITION)
            .throw(TAG);
    }
}
