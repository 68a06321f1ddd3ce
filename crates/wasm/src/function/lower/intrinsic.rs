//! Translates calls of intrinsics.
//!
//! Arguments that must be constants (alignments, memory orders, flags) are not evaluated. All
//! others are evaluated in order, because each may contain an expression that must be evaluated
//! here.

use super::super::emit::Emitter;
use super::is_long;
use crate::plan::globals;
use pinnacle_pexe::Intrinsic;
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::types::Type;
use wasm_encoder::{InstructionSink, ValType};

impl Emitter<'_> {
    pub(super) fn intrinsic(&mut self, at: u32, intrinsic: Intrinsic, args: Range) {
        let mut values = self.function.values(args);
        let mut next = || {
            values
                .next()
                .expect("calls of intrinsics have all arguments")
        };
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let (to, from, len) = (next(), next(), next());
                self.copy_memory(at, to, from, len);
            }
            Intrinsic::Memset => {
                let (to, byte, len) = (next(), next(), next());
                self.fill_memory(at, to, byte, len);
            }
            Intrinsic::Bswap(ty) => {
                self.value(next());
                self.mark(at);
                self.swap_bytes(ty);
            }
            Intrinsic::Ctlz(ty) => {
                self.value(next());
                self.mark(at);
                if is_long(ty) {
                    self.sink().i64_clz();
                } else {
                    self.sink().i32_clz();
                }
            }
            Intrinsic::Cttz(ty) => {
                self.value(next());
                self.mark(at);
                if is_long(ty) {
                    self.sink().i64_ctz();
                } else {
                    self.sink().i32_ctz();
                }
            }
            Intrinsic::Ctpop(ty) => {
                self.value(next());
                self.mark(at);
                if is_long(ty) {
                    self.sink().i64_popcnt();
                } else {
                    self.sink().i32_popcnt();
                }
            }
            Intrinsic::Fabs(ty) => {
                self.value(next());
                self.mark(at);
                match ty {
                    Type::Float => self.sink().f32_abs(),
                    Type::Double => self.sink().f64_abs(),
                    _ => self.sink().f32x4_abs(),
                };
            }
            Intrinsic::Sqrt(ty) => {
                self.value(next());
                self.mark(at);
                if ty == Type::Float {
                    self.sink().f32_sqrt();
                } else {
                    self.sink().f64_sqrt();
                }
            }
            Intrinsic::Stacksave => {
                self.sink().global_get(globals::STACK_POINTER);
            }
            Intrinsic::Stackrestore => {
                self.value(next());
                self.mark(at);
                self.sink().global_set(globals::STACK_POINTER);
            }
            Intrinsic::Trap => {
                self.mark(at);
                self.sink().unreachable();
            }
            Intrinsic::ReadTp => {
                self.sink().global_get(globals::THREAD_POINTER);
            }
            Intrinsic::Setjmp => {
                let buffer = next();
                self.setjmp(at, buffer);
            }
            Intrinsic::Longjmp => {
                let (buffer, value) = (next(), next());
                self.longjmp(at, buffer, value);
            }
            Intrinsic::AtomicLoad(ty) => {
                let address = next();
                self.atomic_load(at, ty, address);
            }
            Intrinsic::AtomicStore(ty) => {
                let (value, address) = (next(), next());
                self.atomic_store(at, ty, value, address);
            }
            Intrinsic::AtomicRmw(ty) => {
                let (operation, address, operand) = (next(), next(), next());
                self.atomic_rmw(at, ty, operation, address, operand);
            }
            Intrinsic::AtomicCmpxchg(ty) => {
                let (address, expected, desired) = (next(), next(), next());
                self.atomic_compare_exchange(at, ty, address, expected, desired);
            }
            Intrinsic::AtomicFence | Intrinsic::AtomicFenceAll => {
                if self.plan.shared_memory {
                    self.mark(at);
                    self.sink().atomic_fence();
                }
            }
            Intrinsic::AtomicIsLockFree => {
                let (size, address) = (next(), next());
                self.is_lock_free(size, address);
            }
        }
    }

    /// Reverses the bytes of the integer on the stack. Engines recognise this code and use one
    /// instruction.
    fn swap_bytes(&mut self, ty: Type) {
        let long = is_long(ty);
        let local_type = if long { ValType::I64 } else { ValType::I32 };
        let value = self.locals.scratch(local_type, 0);
        let mut sink = self.sink();
        sink.local_set(value);
        match ty {
            Type::I16 => {
                sink.local_get(value)
                    .i32_const(8)
                    .i32_shl()
                    .i32_const(0xff00)
                    .i32_and()
                    .local_get(value)
                    .i32_const(8)
                    .i32_shr_u()
                    .i32_const(0xff)
                    .i32_and()
                    .i32_or();
            }
            Type::I32 => {
                sink.local_get(value)
                    .i32_const(24)
                    .i32_shl()
                    .local_get(value)
                    .i32_const(0xff00)
                    .i32_and()
                    .i32_const(8)
                    .i32_shl()
                    .i32_or()
                    .local_get(value)
                    .i32_const(8)
                    .i32_shr_u()
                    .i32_const(0xff00)
                    .i32_and()
                    .local_get(value)
                    .i32_const(24)
                    .i32_shr_u()
                    .i32_or()
                    .i32_or();
            }
            _ => {
                sink.local_get(value).i64_const(56).i64_shl();
                shifted_up(&mut sink, value, 0xff00, 40);
                sink.i64_or();
                shifted_up(&mut sink, value, 0xff_0000, 24);
                shifted_up(&mut sink, value, 0xff00_0000, 8);
                sink.i64_or().i64_or();
                shifted_down(&mut sink, value, 8, 0xff00_0000);
                shifted_down(&mut sink, value, 24, 0xff_0000);
                sink.i64_or();
                shifted_down(&mut sink, value, 40, 0xff00);
                sink.local_get(value).i64_const(56).i64_shr_u();
                sink.i64_or().i64_or().i64_or();
            }
        }
    }
}

/// Pushes some bits of a local, shifted up.
fn shifted_up(sink: &mut InstructionSink<'_>, value: u32, mask: i64, count: i64) {
    sink.local_get(value)
        .i64_const(mask)
        .i64_and()
        .i64_const(count)
        .i64_shl();
}

/// Pushes some bits of a local, shifted down.
fn shifted_down(sink: &mut InstructionSink<'_>, value: u32, count: i64, mask: i64) {
    sink.local_get(value)
        .i64_const(count)
        .i64_shr_u()
        .i64_const(mask)
        .i64_and();
}
